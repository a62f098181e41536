//! `drakkar play`: a person plays a game against agents.

use std::fs::File;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use drakkar_agents::agent::Agent;
use drakkar_agents::heuristic::Playable;
use drakkar_agents::player::Player;
use drakkar_agents::spec::{Kind, Spec};
use drakkar_engine::fact::Ledger;
use drakkar_engine::outcome::WHOLE_WIN;
use drakkar_engine::record::{Origin, Record};
use drakkar_engine::recorded::Recorded;
use drakkar_engine::rules;
use drakkar_engine::seat::Seat;
use drakkar_engine::seed::DealSeed;

use crate::cli::agents::Seats;
use crate::cli::conversation::{Conversation, Reply};
use crate::cli::rule_source::RuleSource;
use crate::error::Error;
use crate::export::sheet::{self, Sheet, Style};
use crate::games::{suits, with_game};
use crate::play::game::GameId;

const EXAMPLES: &str = "\
Examples:
  drakkar play
      Vikings against one greedy agent; you are seat 0
  drakkar play --agents mcts human mcts --game goofspiel --seed 7
  drakkar play --agents human exec:./bot --record mine.jsonl
      drakkar analyse mine.jsonl then says what you might have done

Type the number of an action, its text, or the beginning of it; ? lists all actions, q quits.
Seats keep the order of --agents. The same seed and deal give the same cards and, as long as you do
the same, the same answers.
Exit code: 0 the game came to its end, 1 it did not (q, the end of the input, an agent that failed),
2 wrong call or input.
";

/// Plays one game with you: shows what your seat may know and asks for your decisions
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The game; see `drakkar list games`
    #[arg(long, default_value = crate::games::DEFAULT)]
    game: String,

    #[command(flatten)]
    rules: RuleSource,

    /// One agent for each seat, `human` where a person decides
    #[arg(long, value_name = "AGENT", num_args = 1.., default_values = ["human", "greedy"])]
    agents: Vec<String>,

    /// Number of seats, where a single agent takes all of them
    #[arg(long, value_name = "N")]
    players: Option<usize>,

    /// Master seed: what chance deals, and how agents draw
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Number of the deal
    #[arg(long, value_name = "N", default_value_t = 0)]
    deal: u64,

    /// Writes the game as a record when it is over; the file must not be there yet
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
}

pub(crate) fn run(args: &Args) -> Result<(), Error> {
    let text = with_game!(&args.game, G => args.rules.text::<G>())??;
    with_game!(&args.game, G if suits::<G>(&text) => {
        play::<G>(args, &text)
    })?
}

fn play<G: Recorded + Playable>(args: &Args, rules: &str) -> Result<(), Error> {
    let seats = Seats { agents: args.agents.clone(), players: args.players };
    let specs = seats.specs::<G>()?;
    let game: G = args.rules.game_by(rules, specs.len())?;
    let players = players(&game, &specs)?;
    let file = args.record.as_deref().map(NewFile::create).transpose()?;
    let deal = game.deal(DealSeed { seed: args.seed, deal: args.deal });
    let mut table = Table {
        state: game.state(&deal),
        ledger: Ledger::new(game.players(), G::FACTS.len()),
        players,
        id: GameId { seed: args.seed, block: args.deal, seating: 0 },
        decisions: Vec::new(),
        told: Vec::new(),
        seen: vec![0; specs.len()],
        game: &game,
    };
    let mut talk = Conversation::new(std::io::stdin().lock());
    let preset = rules::name_of::<G>(game.rule_set());
    let mut title = format!("{} ({preset}), deal {} of seed {}\n", G::ID, args.deal, args.seed);
    for (seat, spec) in specs.iter().enumerate() {
        title += &format!("seat {seat}: {spec}\n");
    }
    talk.say(&title)?;
    table.play(&mut talk)?;
    talk.say(&table.end(&specs)?)?;
    if let Some(file) = file {
        let agents: Vec<String> = specs.iter().map(Spec::to_string).collect();
        let origin =
            Origin { rules: preset, agents: &agents, seed: args.seed, game_index: args.deal };
        let Table { decisions, ledger, state, .. } = &table;
        let record = Record::of_game(&game, origin, &deal, decisions, ledger, state);
        file.keep(&record.to_line())?;
    }
    Ok(())
}

/// A file that was not there; it goes again unless something is written.
struct NewFile<'p> {
    path: &'p Path,
    file: Option<File>,
}

impl NewFile<'_> {
    fn create(path: &Path) -> Result<NewFile<'_>, Error> {
        match File::create_new(path) {
            Ok(file) => Ok(NewFile { path, file: Some(file) }),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                Err(Error::input(path, "is there already"))
            }
            Err(error) => Err(Error::file("write", path)(error)),
        }
    }

    /// Writes a line.
    fn keep(mut self, line: &str) -> Result<(), Error> {
        match self.file.take() {
            Some(mut file) => writeln!(file, "{line}").map_err(Error::file("write", self.path)),
            None => Ok(()),
        }
    }
}

impl Drop for NewFile<'_> {
    fn drop(&mut self) {
        if self.file.take().is_some() {
            // An empty file is a nuisance and no more.
            let _ = std::fs::remove_file(self.path);
        }
    }
}

/// The agent of each seat; `None` for a person.
fn players<G: Playable>(game: &G, specs: &[Spec]) -> Result<Vec<Option<Player<G>>>, Error> {
    let mut players = Vec::new();
    for spec in specs {
        players.push(match spec.kind() {
            Kind::Human => None,
            _ => {
                let built = Player::build(spec, game);
                let mut player = built.map_err(|error| Error::flag("--agents", error))?;
                player.ready().map_err(|reason| Error::flag(format!("agent `{spec}`"), reason))?;
                player.start_game();
                Some(player)
            }
        });
    }
    if players.iter().all(Option::is_some) {
        let reason = "names no human; `drakkar run` plays games of agents alone";
        return Err(Error::flag("--agents", reason));
    }
    Ok(players)
}

/// A game under way.
struct Table<'g, G: Recorded + Playable> {
    game: &'g G,
    state: G::State,
    ledger: Ledger<G::Scoring>,
    /// The agent of each seat; `None` for a person.
    players: Vec<Option<Player<G>>>,
    id: GameId,
    decisions: Vec<(Seat, G::Action, u32)>,
    /// Every decision as the other seats hear of it.
    told: Vec<(Seat, String)>,
    /// How many decisions each person has heard of.
    seen: Vec<usize>,
}

impl<G: Recorded + Playable> Table<'_, G> {
    fn play(&mut self, talk: &mut Conversation) -> Result<(), Error> {
        while let Some(seat) = self.game.to_move(&self.state) {
            let action = match &mut self.players[seat.index()] {
                None => self.ask(seat, talk)?,
                Some(player) => {
                    let key = self.id.keys()[seat.index()];
                    let view = self.game.view(&self.state, seat);
                    player
                        .try_choose(&view, &mut key.at(self.game.clock(&self.state)))
                        .map_err(|fault| Error::Unfinished(format!("seat {seat} {fault}")))?
                }
            };
            let told = match self.game.is_secret(&self.state) {
                true => "(decides secretly)".to_owned(),
                false => action.to_string(),
            };
            self.told.push((seat, told));
            self.decisions.push((seat, action, self.game.count_legal(&self.state)));
            self.game.apply_unchecked(&mut self.state, action, &mut self.ledger);
        }
        Ok(())
    }

    /// What the others did since a person was asked last.
    fn news(&mut self, seat: Seat) -> String {
        let seen = std::mem::replace(&mut self.seen[seat.index()], self.told.len());
        let others = self.told[seen..].iter().filter(|(other, _)| *other != seat);
        others.map(|(other, action)| format!("  seat {other}: {action}\n")).collect()
    }

    /// A person's decision.
    fn ask(&mut self, seat: Seat, talk: &mut Conversation) -> Result<G::Action, Error> {
        use drakkar_engine::view::View;
        let news = self.news(seat);
        let view = self.game.view(&self.state, seat);
        let mut actions = Vec::new();
        view.legal(&mut actions);
        let texts: Vec<String> = actions.iter().map(G::Action::to_string).collect();
        talk.say(&format!("\n{news}\n{}\n", view.text()))?;
        match talk.choose(&format!("seat {seat}"), &texts)? {
            Reply::Chosen(k) => Ok(actions[k]),
            Reply::Quit => Err(Error::Unfinished("you quit".to_owned())),
            Reply::End => Err(Error::Unfinished("the input has ended".to_owned())),
        }
    }

    /// The table at the end, and who won.
    fn end(&mut self, specs: &[Spec]) -> Result<String, Error> {
        let people = Seat::all(specs.len()).filter(|seat| self.players[seat.index()].is_none());
        let news = match people.collect::<Vec<_>>()[..] {
            [only] => self.news(only),
            _ => String::new(),
        };
        let outcome = self.game.outcome(&self.state);
        let head = ["seat", "agent", G::SCORE, "place", "win share"];
        let mut sheet = Sheet::new("", &head, 2);
        for (seat, spec) in Seat::all(specs.len()).zip(specs) {
            let share = f64::from(outcome.share[seat]) / f64::from(WHOLE_WIN);
            sheet.rows.push(vec![
                seat.to_string(),
                spec.to_string(),
                outcome.score[seat].to_string(),
                outcome.place[seat].to_string(),
                format!("{share:.2}"),
            ]);
        }
        let table = self.game.table_text(&self.state);
        let seats = sheet::text(&[sheet], Style::Text)?;
        Ok(format!("\n{news}\n{table}\n{seats}"))
    }
}
