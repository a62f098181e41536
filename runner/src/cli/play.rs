//! `drakkar play`: a person plays a game against agents.

use std::io::Write;
use std::path::PathBuf;

use crate::export::names::{self, Names};
use crate::{
    cli::conversation::choose, cli::conversation::say, cli::replay::result, disk::new_file,
};
use crate::{error::Error, export::writers, flags::agents::KnownAgents, flags::agents::SeatFlags};
use crate::{flags::number::at_least, flags::rule_source::RuleSource, page::called};
use drakkar_agents::spec::{Kind, Spec};
use drakkar_engine::{seat::Seat, seed::DealSeed};
use drakkar_play::door::{Playthrough, Seated};

const EXAMPLES: &str = "\
Examples:
  drakkar play
      Vikings against one greedy agent; you are seat 0
  drakkar play --agents human level-3
      against a player who is not too strong; drakkar list levels has all eight
  drakkar play --agents mcts human mcts --game goofspiel --seed 7
  drakkar play --agents human exec:./bot --record mine.jsonl
      drakkar analyse mine.jsonl then shows what the search would have done

Type the number of an action, its text, or the beginning of it; ? lists all actions, q quits. Seats \
keep the order of --agents. The same seed and deal give the same cards and, as long as you play the \
same, the same answers.
Exit code: 0 game completed, 1 not completed (q, the end of the input, an agent that failed), 2 \
wrong command or input.
";

/// Plays one game with you: shows what your seat may know and asks for your decisions
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    rules: RuleSource,

    /// One agent for each seat, `human` where a person decides
    #[arg(long, value_name = "AGENT", num_args = 1.., default_values = ["human", "greedy"])]
    agents: Vec<String>,

    /// Number of seats, where a single agent takes all of them
    #[arg(long, value_name = "N", value_parser = at_least::<usize>(0))]
    players: Option<usize>,

    /// Master seed: determines the deal, and the agents' draws
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = at_least::<u64>(0))]
    seed: u64,

    /// Number of the deal under its seed: another one for another game
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = at_least::<u64>(0))]
    deal_number: u64,

    /// Writes the game as a record when it is over; the file must not exist yet
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
}

pub fn run(args: &Args) -> Result<(), Error> {
    let lab = args.rules.lab()?;
    let text = args.rules.text(lab)?;
    let seats = SeatFlags { agents: args.agents.clone(), players: args.players };
    let mut known = KnownAgents::of(lab, &args.rules.values(lab, &text)?);
    let specs = seats.specs(&mut known)?;
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
    let reserved = args.record.as_deref().map(|path| new_file::open(path, "--record", false));
    let reserved = reserved.transpose()?;
    let mut sitting = HumanSitting {
        game: crew.playthrough(DealSeed { seed: args.seed, deal: args.deal_number }),
        agents,
        decisions: Vec::new(),
        heard: vec![None; specs.len()],
    };
    let (id, preset) = (lab.info().id, lab.name_of(opened.rules(0)));
    let rules = called(id, preset, opened.rules(0));
    let mut title = format!("{id} ({rules}), deal {} of seed {}\n", args.deal_number, args.seed);
    let names = Names::under(id, opened.rules(0), specs.len());
    let name = |spec| known.aliases.of(spec).map_or_else(|| names.of(spec), str::to_owned);
    let names: Vec<String> = specs.iter().map(name).collect();
    for (seat, (name, spec)) in names.iter().zip(&specs).enumerate() {
        let full = names::legend([[name, &*spec.to_string()]]);
        title += &format!("seat {seat}: {}\n", if full.is_empty() { name } else { &full });
    }
    say(&title)?;
    sitting.play()?;
    say(&sitting.end(lab.info().score, &names)?)?;
    if let Some(mut file) = reserved {
        let agents: Vec<String> = specs.iter().map(Spec::to_string).collect();
        let line = sitting.game.record(preset, &agents).to_line();
        writeln!(file, "{line}").map_err(Error::file("write", &file.path.clone()))?;
        file.publish()?;
    }
    Ok(())
}

struct HumanSitting<'g> {
    game: Box<dyn Playthrough + 'g>,
    agents: Vec<Option<usize>>,
    decisions: Vec<(Seat, String)>,
    /// What each person has heard of each decision so far; `None` before the first time.
    heard: Vec<Option<Vec<Option<String>>>>,
}

impl HumanSitting<'_> {
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
            let told = if own { Some(action.clone()) } else { self.game.told(number) };
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
        let chosen = choose(&format!("seat {seat}"), &self.game.legal())?;
        Ok(self.game.choose(chosen))
    }

    fn end(&mut self, score: &str, names: &[String]) -> Result<String, Error> {
        let people = Seat::all(names.len()).filter(|seat| self.agents[seat.index()].is_none());
        let news = match people.collect::<Vec<_>>()[..] {
            [only] => self.news(only),
            _ => String::new(),
        };
        let outcome = self.game.outcome();
        let table = self.game.text(None);
        let seats = writers::plain(&[result(score, &outcome, names).sheet("result", "")]);
        Ok(format!("\n{news}\n{table}\n{seats}"))
    }
}
