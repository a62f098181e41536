//! `drakkar run`: plays games and writes statistics; plan, work and merge in one.

use std::path::Path;

use toml::Value;

use crate::flags::agents::{Known, Seats};
use crate::flags::number::games;
use crate::journal::course::Course;
use crate::plan::run::{Plan, Run};
use crate::study::kind::{Following, Study};
use crate::study::one_step::{OneStep, Tables, one_step};
use crate::study::volume::{Ask, Asked, Cast};
use crate::{error::Error, export::results::WholeGames, flags::rule_source::RuleSource};
use drakkar_stats::sums::Beside;

const EXAMPLES: &str = "\
Examples:
  drakkar run
      100,000 games of four greedy players: seats, scores, what winners do
  drakkar run --agents greedy random random random --games 1000000 --seed 7 --out DIR
      one against three; each deal is played in all four seatings
  drakkar run --players 2 --rules base --set scoring.surplus_glory=1 --per-game
      a changed rule, two seats, one row for each game and seat
  drakkar run --game connect-four --agents random random --threads 1 --quiet

The same command gives the same files, whatever the threads, and goes on where it was left after
Ctrl-C, a deadline or a crash.
Exit code: 0 done, 1 failed games, 2 wrong call or input, 75 files or deadline: try again later or
elsewhere, 130 interrupted.
";

/// Plays seeded games of agents against each other and writes statistics as CSV
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    games: Asked<Games>,

    #[command(flatten)]
    step: OneStep,

    #[command(flatten)]
    tables: Tables,
}

#[derive(clap::Args, Debug)]
pub struct Games {
    #[command(flatten)]
    seats: Seats,

    /// Games to play; rounded up to whole blocks (a deal in all its seatings)
    #[arg(long, value_name = "N", default_value = "100000", value_parser = games)]
    games: u64,
}

impl Ask for Games {
    fn cast(&self, known: Known<'_>, _: &RuleSource) -> Result<Cast, Error> {
        let specs = self.seats.specs(known)?;
        Ok(Cast { players: specs.len(), specs, games: self.games, ..Cast::default() })
    }
}

/// Games of one line-up.
pub struct Plain;

impl Study for Plain {
    fn command(&self) -> &'static str {
        "run"
    }

    fn flags(&self, _: &Path, plan: &Plan) -> Result<Vec<(&'static str, Value)>, Error> {
        Ok(vec![("agents", plan.run.specs().into())])
    }

    fn beside(&self, _: &Run) -> Option<Beside> {
        Some(Beside::Nothing)
    }

    fn course<'a>(&'a self, _: &'a Run, _: &'a [String]) -> Box<dyn Following + 'a> {
        Box::new(Plain)
    }

    fn whole_games(&self) -> Option<WholeGames> {
        Some(WholeGames::All(""))
    }
}

/// All chunks are needed.
impl Course for Plain {}

impl Following for Plain {}

pub fn run(args: &Args) -> Result<(), Error> {
    one_step(&args.games, &args.step, args.tables.format)
}
