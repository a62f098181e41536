pub mod report;

pub use crate::study::execute::run;

use std::path::Path;

use toml::Value;

use crate::export::{answer::StudyReport, results::Results, writing::WholeGames};
use crate::flags::{
    agents::KnownAgents, agents::SeatFlags, number::games, rule_source::RuleSource,
};
use crate::plan::run::{Plan, Run};
use crate::study::run_flags::{RunArgs, RunParts};
use crate::study::{execute::GamesCommand, traits::Study, traits::StudyMonitor};
use crate::{error::Error, journal::monitor::Monitor};

pub type Args = GamesCommand<Games>;

#[derive(clap::Args, Debug)]
pub struct Games {
    #[command(flatten)]
    seats: SeatFlags,

    /// Games to play; rounded up to whole blocks (a deal in all its seat permutations)
    #[arg(long, value_name = "N", default_value = "100000", value_parser = games)]
    games: u64,
}

impl RunArgs for Games {
    const ABOUT: &'static str =
        "Plays seeded games of agents against each other and writes statistics as CSV";
    const EXAMPLES: &'static str = "\
Examples:
  drakkar run
      100,000 games of four greedy players: seats, scores, what winners do
  drakkar run --agents greedy random random random --games 1000000 \\
      --seed 7 --out DIR
      one against three; each deal is played in all four seat permutations
  drakkar run --players 2 --rules base --set scoring.surplus_glory=1 --per-game
      a changed rule, two seats, one row for each game and seat
  drakkar run --game connect-four --agents random random --threads 1 --quiet

The same command gives the same files for any number of threads, and resumes after Ctrl-C, a \
deadline or a crash.
Exit code: 0 done, 1 failed games, 2 wrong command or input, 75 file error or deadline: retry later \
or elsewhere, 130 interrupted.
";

    fn run_parts(&self, known: &mut KnownAgents<'_>, _: &RuleSource) -> Result<RunParts, Error> {
        let specs = self.seats.specs(known)?;
        let (agents, players) = (known.entries(&specs), specs.len());
        Ok((Run { agents, players, ..Run::default() }, [self.games, 0], None))
    }
}

pub struct PlainRun;

impl Study for PlainRun {
    fn command(&self) -> &'static str {
        "run"
    }

    fn flags(&self, _: &Path, plan: &Plan) -> Result<Vec<(&'static str, Value)>, Error> {
        Ok(vec![("agents", plan.run.specs().into())])
    }

    fn monitor<'a>(&'a self, _: &'a Run) -> Box<dyn StudyMonitor + 'a> {
        Box::new(PlainRun)
    }

    fn whole_games(&self) -> Option<WholeGames> {
        Some(WholeGames::All(""))
    }
}

impl Monitor for PlainRun {}

impl StudyMonitor for PlainRun {
    fn report(&self, results: &Results<'_>) -> Result<StudyReport, Error> {
        Ok(StudyReport { answer: report::answer(results), ..StudyReport::default() })
    }
}
