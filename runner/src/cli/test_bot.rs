//! `drakkar test-bot`: tries a program that plays, and shows the messages.

use std::path::Path;
use std::time::Duration;

use crate::export::answer::Told;
use crate::export::cell::{Cell, Column, Value};
use crate::export::sheet::{Sheet, Style};
use crate::export::writers::print;
use crate::flags::agents::{KnownAgents, players, read};
use crate::flags::alias::Aliases;
use crate::flags::number::{at_least, whole};
use crate::study::{plan_builder::PlanBuilder, session::Session};
use crate::{disk::place::ChunkFolder, error::Error, games};
use drakkar_agents::exec::transcript::{self, Said};
use drakkar_agents::spec::{Kind, Spec};
use drakkar_play::{lab::Lab, schedule::Policy};
use drakkar_stats::layout::OnFailure;

const EXAMPLES: &str = "\
Examples:
  drakkar test-bot \"exec:python3 scripts/bot.py\"
  drakkar test-bot exec:./bot --game goofspiel connect-four --games 10
  drakkar test-bot exec:./bot --full

The program plays by the game's first preset, in every seat; all other seats choose at random. A \
process plays one game after another, as in a run.
Exit code: 0 all games completed, 1 some failed, 2 wrong command or input.
";

/// Plays a few games with a program and shows the messages, the times, and the first mistake
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The program, as --agents of other commands names it: exec:COMMAND
    #[arg(value_name = "AGENT")]
    agent: String,

    /// The games; see `drakkar list games`
    #[arg(long, value_name = "GAME", num_args = 1.., default_values_t = [games::default_id().to_owned()])]
    game: Vec<String>,

    /// Number of seats [default: the fewest of the game]
    #[arg(long, value_name = "N", value_parser = at_least::<usize>(0))]
    players: Option<usize>,

    /// Games to play of each; rounded up so that every seat is played equally often
    #[arg(long, value_name = "N", default_value = "4", value_parser = whole::<u64>(1, 10_000))]
    games: u64,

    /// Master seed
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = at_least::<u64>(0))]
    seed: u64,

    /// Shows every line in full; otherwise the beginnings of the first ones
    #[arg(long)]
    full: bool,

    /// How what came of it is printed: with what was said, or as a table
    #[arg(long, value_enum, default_value_t)]
    format: Style,
}

/// Lines of a transcript that are shown, and characters of each.
const LINES: usize = 8;
const WIDTH: usize = 160;

pub fn run(args: &Args) -> Result<(), Error> {
    let (mut failed, mut rows) = (Vec::new(), Vec::new());
    for id in &args.game {
        let (text, row, is_good) = args.test(games::lab(id)?)?;
        if args.format == Style::Text {
            print(&text)?;
        }
        rows.push(row);
        failed.extend((!is_good).then_some(id.as_str()));
    }
    if args.format != Style::Text {
        let head = ["game", "preset", "seats", "games", "failed", "answers"].map(Column::of);
        let times = ["mean seconds", "most seconds", "mistake"].map(Column::of);
        let columns = [&head[..], &times].concat();
        Told::tables(vec![Sheet::new("test_bot", "", columns, 2, rows)]).print(args.format)?;
    }
    match failed[..] {
        [] => Ok(()),
        _ => Err(Error::Unfinished(format!("the program makes mistakes: {}", failed.join(", ")))),
    }
}

impl Args {
    /// What there is to tell of one game, as text and as a row of a table, and whether all went well.
    fn test(&self, lab: &Lab) -> Result<(String, Vec<Cell>, bool), Error> {
        let info = lab.info();
        let preset = info.presets.first().map_or("", |preset| preset.name);
        let seats = players(info, self.players.or(Some(info.players.0)))?;
        let mut known = KnownAgents { info, preset, aliases: Aliases::default() };
        let bot = read(&mut known, seats, "test-bot", &self.agent)?;
        if !matches!(bot.kind(), Kind::Exec(_)) {
            let reason = "is no program; programs are named exec:COMMAND";
            return Err(Error::flag(format!("test-bot {}", self.agent), reason));
        }
        let mut specs = vec![Spec::new(Kind::Random); seats];
        specs[0] = bot;
        let toml = info.presets.first().map_or("", |preset| preset.toml);
        let blame = |error| Error::flag("--game", error);
        let rules = lab.read_rules(toml).map_err(|error| blame(error.to_string()))?;
        let table = lab.open(&[rules], seats).map_err(|error| blame(error.to_string()))?;
        let builder = PlanBuilder {
            aliases: known.aliases,
            seating: Policy::Rotations,
            on_failure: OnFailure::LeaveOut,
            seed: self.seed,
            ..PlanBuilder::new(specs, self.games)
        };
        let plan = builder.plan(&*table)?;
        // Nothing is written; the folder is only named in errors.
        let session = Session::new(&plan, &ChunkFolder::new(Path::new(".")))?;
        session.ready()?;
        let (slice, said) = transcript::of(|| session.play_here(0..plan.run.blocks));
        let failed = slice.sums.counters.failed;
        let mut text = format!("{} ({preset}), {seats} seats: {} games, ", info.id, slice.games);
        text += &match failed {
            0 => "all of them to the end\n".to_owned(),
            failed => format!("{failed} of them failed\n"),
        };
        let shown = if self.full { said.len() } else { LINES };
        said.iter().take(shown).for_each(|one| text += &self.line(one));
        if said.len() > shown {
            text += &format!("  ... {} more lines; --full shows them\n", said.len() - shown);
        }
        let times = times(&said);
        let mean = times.iter().sum::<Duration>().checked_div(times.len() as u32);
        let [mean, most] = [mean, times.iter().max().copied()]
            .map(|time| Cell::figure(time.map(|time| time.as_secs_f64()), |s| s.to_string()));
        let wrong = said.iter().find_map(|one| match one {
            Said::Wrong(reason) => Some(told(reason)),
            _ => None,
        });
        let row = vec![
            Cell::plain(info.id),
            Cell::plain(preset),
            Cell::plain(seats),
            Cell::plain(slice.games),
            Cell::plain(failed),
            Cell::plain(times.len()),
            mean,
            most,
            Cell::plain(Value::from(wrong)),
        ];
        Ok((text + &answers(&times) + &self.mistake(&said) + "\n", row, failed == 0))
    }

    fn line(&self, said: &Said) -> String {
        let of = |text: &str| match text.char_indices().nth(WIDTH) {
            Some((end, _)) if !self.full => format!("{}...", &text[..end]),
            _ => text.to_owned(),
        };
        match said {
            Said::Asked(line) => format!("  asked     {}\n", of(line)),
            Said::Answered(line, time) => format!("  answered  {}  ({})\n", of(line), spent(*time)),
            Said::Wrong(reason) => format!("  wrong     {}\n", told(reason)),
        }
    }

    /// The first mistake, with the question and the answer before it.
    fn mistake(&self, said: &[Said]) -> String {
        let Some(wrong) = said.iter().position(|one| matches!(one, Said::Wrong(_))) else {
            return String::new();
        };
        let asked = said[..wrong].iter().rposition(|one| matches!(one, Said::Asked(_)));
        let lines = said[asked.unwrap_or(wrong)..=wrong].iter().map(|one| self.line(one));
        format!("The first mistake:\n{}", lines.collect::<String>())
    }
}

/// The fault, as said of a program.
fn told(reason: &str) -> String {
    format!("the program {}", reason.strip_prefix("has a program that ").unwrap_or(reason))
}

fn times(said: &[Said]) -> Vec<Duration> {
    let times = said.iter().filter_map(|one| match one {
        Said::Answered(_, time) => Some(*time),
        _ => None,
    });
    times.collect()
}

fn answers(times: &[Duration]) -> String {
    let Some(most) = times.iter().max() else { return "There was no answer.\n".to_owned() };
    let mean = times.iter().sum::<Duration>() / times.len() as u32;
    format!(
        "{} answers, in {} on average and {} at most; the first one includes the start of the program\n",
        times.len(),
        spent(mean),
        spent(*most)
    )
}

fn spent(time: Duration) -> String {
    format!("{:.1} ms", time.as_secs_f64() * 1000.0)
}
