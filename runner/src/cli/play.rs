use std::hash::{BuildHasher, RandomState};
use std::iter;
use std::path::{Path, PathBuf};

use crate::cli::conversation::{choose, say};
use crate::cli::{opinion::Adviser, recorded::RecordedGame, replay::result, review};
use crate::export::{figure::per_cent, layout, names, names::Names, writers};
use crate::flags::agents::{self, KnownAgents, SeatFlags};
use crate::flags::{number::at_least, rule_source::RuleSource};
use crate::{disk::output_file, error::Error, page::called};
use drakkar_agents::spec::{Kind, Spec};
use drakkar_engine::{seat::Seat, seed::DealSeed};
use drakkar_play::erased::{Playthrough, Seated};
use drakkar_play::lab::Lab;

const EXAMPLES: &str = "\
Examples:
  drakkar play
      Vikings against one agent of medium strength; you are seat 0
  drakkar play --game goofspiel --players 3
      the same for another game, with more seats
  drakkar play --agents human level-3
      against a player who is not too strong; drakkar list levels has all eight
  drakkar play --agents mcts human mcts --game goofspiel --seed 7
  drakkar play --agents human exec:./bot --record mine.jsonl
      drakkar analyse mine.jsonl then shows what the search would have done

Type the number of an action, its text, or the beginning of it; ? lists all actions and says what they \
do, h gives a hint, q quits. At the end you are told what the adviser would have done. Seats keep the order \
of --agents. The same seed and deal give the same cards and, as long as you play the same, the same answers.
Exit code: 0 game completed, 1 not completed (q, the end of the input, an agent that failed), 2 \
wrong command or input.
";

/// Plays one game with you: shows what your seat may know and asks for your decisions
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    rules: RuleSource,

    /// One agent for each seat, `human` where a person decides [default: human, and level-5 in all other seats]
    #[arg(long, value_name = "AGENT", num_args = 1..)]
    agents: Vec<String>,

    /// Number of seats, where a single agent takes all of them or --agents is missing [default for the latter: the
    /// fewest of the game]
    #[arg(long, value_name = "N", value_parser = at_least::<usize>(0))]
    players: Option<usize>,

    /// Master seed: determines the deal, and the agents' draws [default: another one for each game, which is shown]
    #[arg(long, value_name = "N", value_parser = at_least::<u64>(0))]
    seed: Option<u64>,

    /// Number of the deal under its seed: another one for another game
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = at_least::<u64>(0))]
    deal_number: u64,

    /// Writes the game as a record when it is over; the file must not exist yet
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,

    /// The agent that gives hints, and judges your decisions at the end
    #[arg(long, value_name = "AGENT", default_value = "mcts")]
    adviser: String,
}

/// Who plays where nobody is named.
const OPPONENT: &str = "level-5";

impl Args {
    fn seats(&self, lab: &Lab) -> Result<SeatFlags, Error> {
        let Args { agents, players, .. } = self;
        if !agents.is_empty() {
            return Ok(SeatFlags { agents: agents.clone(), players: *players });
        }
        let info = lab.info();
        let players = agents::players(info, players.or(Some(info.players.0)))?;
        let seats = iter::once("human").chain(iter::repeat(OPPONENT)).take(players);
        Ok(SeatFlags { agents: seats.map(str::to_owned).collect(), players: Some(players) })
    }
}

pub fn run(args: &Args) -> Result<(), Error> {
    let lab = args.rules.lab()?;
    let text = args.rules.text(lab)?;
    let mut known = KnownAgents::of(lab, &*args.rules.values(lab, &text)?);
    let specs = args.seats(lab)?.specs(&mut known)?;
    let spec = agents::read(&mut known, specs.len(), review::FLAG, &args.adviser)?;
    let opened = args.rules.open(lab, &text, specs.len())?;
    let mut seated = Vec::new();
    let agents = specs.iter().map(|spec| {
        let plays = !matches!(spec.kind(), Kind::Human);
        seated.extend(plays.then(|| Seated::new(spec)));
        plays.then(|| seated.len() - 1)
    });
    let agents: Vec<Option<usize>> = agents.collect();
    if agents.iter().all(Option::is_some) {
        let reason = "names no human; `drakkar run` plays games of agents alone";
        return Err(Error::flag("--agents", reason));
    }
    let crew = opened.seat(&seated).map_err(|error| Error::flag("--agents", error))?;
    crew.ready().map_err(|(number, reason)| {
        Error::flag(format!("agent `{}`", seated[number].spec), reason)
    })?;
    // Short enough to be typed again; what it is does not matter.
    let seed = args.seed.unwrap_or_else(|| RandomState::new().hash_one(()) % 1_000_000);
    let reserved = args
        .record
        .as_deref()
        .map(|path| output_file::open(path, "--record", output_file::RECORDS, false));
    let reserved = reserved.transpose()?;
    let names = Names::under(lab.info().id, opened.rules(0), specs.len());
    let name = |spec| known.aliases.of(spec).map_or_else(|| names.of(spec), str::to_owned);
    let mut sitting = HumanGame {
        game: crew.playthrough(DealSeed { seed, deal: args.deal_number }),
        seed,
        meanings: lab.info().meanings,
        adviser: name(&spec),
        agents,
        decisions: Vec::new(),
        heard: vec![None; specs.len()],
    };
    let ready = sitting.game.engage(&Seated::new(&spec));
    let ready = ready.map_err(|error| Error::flag(review::FLAG, error))?;
    ready.map_err(|reason| Error::flag(format!("{} `{spec}`", review::FLAG), reason))?;
    let (id, preset) = (lab.info().id, lab.name_of(opened.rules(0)));
    let rules = called(id, preset, opened.rules(0));
    let mut title = format!("{id} ({rules}), deal {} of seed {seed}\n", args.deal_number);
    let names: Vec<String> = specs.iter().map(name).collect();
    for (seat, (name, spec)) in names.iter().zip(&specs).enumerate() {
        let full = names::legend([[name, &*spec.to_string()]]);
        title += &format!("seat {seat}: {}\n", if full.is_empty() { name } else { &full });
    }
    if args.seed.is_none() {
        title += &format!("--seed {seed} begins the same game again\n");
    }
    title += "? says what the actions do, h gives a hint, q quits";
    say(&(layout::wrapped(&title, layout::width()) + "\n"))?;
    sitting.play()?;
    say(&sitting.end(lab.info().score, &names))?;
    let texts: Vec<String> = specs.iter().map(Spec::to_string).collect();
    let aliases = specs.iter().map(|spec| known.aliases.of(spec).map(str::to_owned));
    let record = sitting.game.record(preset, &texts, &aliases.collect::<Vec<_>>());
    if let Some(file) = reserved {
        file.filled((record.to_line() + "\n").as_bytes())?.publish()?;
    }
    let game = RecordedGame::played(args.record.as_deref().unwrap_or(Path::new("")), lab, record);
    let is_person = |seat: usize| matches!(specs[seat].kind(), Kind::Human);
    let adviser = Adviser { spec, name: sitting.adviser };
    let sheet = review::review(&game, &adviser, seed, is_person)?;
    sheet.map_or(Ok(()), |sheet| say(&format!("\n{}", writers::plain(&[sheet]))))
}

/// What the adviser would do now, as far as it knows no more than the seat that decides.
fn hint(game: &mut dyn Playthrough, name: &str, seed: u64) -> Result<String, Error> {
    let opinion = game.think(seed);
    let opinion =
        opinion.map_err(|fault| Error::Unfinished(format!("agent `{name}`: it {fault}")))?;
    let share = opinion.win_share(&opinion.choice).map(per_cent);
    let share = share.map_or(String::new(), |share| format!(" and expects a win share of {share}"));
    Ok(format!("{name} would play {}{share}\n", opinion.choice))
}

struct HumanGame<'g> {
    game: Box<dyn Playthrough + 'g>,
    seed: u64,
    meanings: &'static [(&'static str, &'static str)],
    /// The name of the agent that is engaged to advise.
    adviser: String,
    agents: Vec<Option<usize>>,
    decisions: Vec<(Seat, String)>,
    /// What each person has heard of each decision so far; `None` before the first time.
    heard: Vec<Option<Vec<Option<String>>>>,
}

impl HumanGame<'_> {
    fn play(&mut self) -> Result<(), Error> {
        while let Some(seat) = self.game.to_move() {
            let action = match self.agents[seat.index()] {
                None => self.ask(seat)?,
                Some(agent) => self.game.ask(agent).map_err(Error::Unfinished)?,
            };
            self.decisions.push((seat, action));
        }
        Ok(())
    }

    /// What happened since a person was asked last, and what has become visible since.
    fn news(&mut self, seat: Seat) -> String {
        let mut news = String::new();
        let happened = |after| self.game.announced(after).into_iter();
        let heard = self.heard[seat.index()].get_or_insert_with(|| {
            news.extend(happened(None).map(|line| format!("  {line}\n")));
            Vec::new()
        });
        for (number, (decider, action)) in self.decisions.iter().enumerate() {
            let own = *decider == seat;
            let told = if own { Some(action.clone()) } else { self.game.public_text(number) };
            let verb = match heard.get(number) {
                Some(known) if *known == told => continue,
                Some(_) => " had chosen",
                None if own => " (you)",
                None => "",
            };
            let text = told.as_deref().unwrap_or("(decides secretly)");
            news += &format!("  seat {decider}{verb}: {text}\n");
            match heard.get_mut(number) {
                Some(known) => *known = told,
                None => {
                    heard.push(told);
                    news.extend(happened(Some(number)).map(|line| format!("    {line}\n")));
                }
            }
        }
        news
    }

    fn ask(&mut self, seat: Seat) -> Result<String, Error> {
        let news = self.news(seat);
        say(&format!("\n{news}\n{}\n", self.game.text(Some(seat))))?;
        let HumanGame { game, meanings, adviser, seed, .. } = self;
        let legal = game.legal();
        let hint = || hint(&mut **game, adviser, *seed);
        let chosen = choose(&format!("seat {seat}"), &legal, meanings, hint)?;
        Ok(self.game.choose(chosen))
    }

    fn end(&mut self, score: &str, names: &[String]) -> String {
        let people = Seat::all(names.len()).filter(|seat| self.agents[seat.index()].is_none());
        let news = match people.collect::<Vec<_>>()[..] {
            [only] => self.news(only),
            _ => String::new(),
        };
        let outcome = self.game.outcome();
        let table = self.game.text(None);
        let seats = writers::plain(&[result(score, &outcome, names).sheet("result", "")]);
        format!("\n{news}\n{table}\n{seats}")
    }
}
