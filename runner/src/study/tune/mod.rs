use std::path::PathBuf;

use crate::flags::number::{at_least, games, real, whole};
use crate::study::{plan_file::StudyFlags, run_flags::GameFlags, tune::objective::Objective};
use crate::{error::Error, flags::effort::Effort};

mod args;
mod confirm;
mod effects;
mod evaluate;
mod evolution;
mod generation_log;
mod halving;
mod objective;
pub mod parameters;
pub mod plan;
mod playoff;
mod search;
pub mod steps;
mod time;
mod work;

const EXAMPLES: &str = "\
Examples:
  drakkar tune --players 4 --rules base --out runs/t
      all weights of greedy, for four players
  drakkar tune --params 'advanced.*' ship --players 2 --rules advanced \\
      --deadline 8h --out runs/t
      some weights; after the deadline, the same command resumes
  drakkar tune --agent mcts:iterations=50 --choices 'rollout=greedy|mast' \\
      'truncation=20|scoring' --out runs/t
      which options, then which weights
  drakkar tune --final runs/t1 runs/t2 runs/t3 --out runs/final
      compares the results of several tunes, for example with different seeds

Files: tune.json (the plan), halving.csv (choices), tune.csv (every candidate of every generation), \
search.json (the distribution after the last one), best.toml (the mean of the last distribution; use it as greedy:weights=DIR/best.toml), confirm/ (the \
tests, one run each, for `drakkar audit`), verdict.csv, effects.csv (the effect of each change), manifest.json.
Exit code: 0 done, whatever the verdict; 1 failed games, 2 wrong command or input, 75 file error or \
deadline: retry later or elsewhere, 130 interrupted.
";

/// Finds weights of an agent by self-play, and tests them on fresh deals
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    table: GameFlags,

    /// The agent whose weights are tuned, starting from its present ones
    #[arg(long, value_name = "AGENT", default_value = "greedy")]
    agent: String,

    /// Keys of the weights to tune, as in a weight file; * stands for anything [default: all]
    #[arg(long, value_name = "KEY", num_args = 1.., value_delimiter = ',')]
    params: Vec<String>,

    /// Options of the agent to choose among first, by successive halving: rollout=greedy|random; weights follow
    #[arg(long, value_name = "KEY=a|b|c", num_args = 1..)]
    choices: Vec<String>,

    /// Number of seats [default: 4, or as near as the game allows]
    #[arg(long, value_name = "N", value_parser = at_least::<usize>(0))]
    players: Option<usize>,

    /// What to maximise; both suits most tunes
    #[arg(long, value_enum, default_value_t = Objective::Both)]
    objective: Objective,

    /// Opponent pool: each candidate plays each of these agents, which takes all other seats, in addition to the current
    /// mean [default: the agent as it starts, and with the first set of weights]
    #[arg(long, value_name = "AGENT", num_args = 1..)]
    opponents: Vec<String>,

    /// Games of each candidate of a generation, against all opponents; rounded up to whole deals.
    /// With --final, the games of the tournament
    #[arg(long, value_name = "N", default_value = "1000", value_parser = games)]
    games: u64,

    /// Candidates of a generation [default: 4 + 3 ln(number of weights), rounded down]
    #[arg(long, value_name = "N", value_parser = whole::<u16>(2, 1000))]
    population: Option<u16>,

    /// Generations to play
    #[arg(long, value_name = "N", default_value_t = 60,
          value_parser = whole::<u32>(0, 100_000))]
    generations: u32,

    /// Initial standard deviation of the weights, relative to their sizes
    #[arg(long, value_name = "S", default_value_t = 0.15,
          value_parser = real(|sigma| (1e-6..=100.0).contains(&sigma),
                              "must be a number from 0.000001 to 100"))]
    sigma: f64,

    /// Reference opponents: agents that were not tuned against, which the result and the start each play in a test of
    /// its own [default: the agent with the first set of weights, and mcts:iterations=50]; none without a value
    #[arg(long, value_name = "AGENT", num_args = 0..)]
    references: Option<Vec<String>>,

    /// Most games of each test [default: 100000, or 4000 with agents that search]
    #[arg(long, value_name = "N", value_parser = games)]
    confirm: Option<u64>,

    /// The advantage over the start, in Elo, that the test should detect
    #[arg(long, value_name = "ELO", default_value_t = 20.0,
          value_parser = real(|elo| elo > 0.0 && elo < 1000.0,
                              "must be a number above 0 and below 1000"))]
    elo: f64,

    /// Compares the results of finished tunes and keeps the best
    #[arg(long = "final", value_name = "DIR", num_args = 1..,
          conflicts_with_all = ["agent", "params", "choices", "opponents", "population", "generations",
                                "sigma", "objective", "references", "game", "rules", "changes", "players",
                                "dry_run"])]
    finals: Vec<PathBuf>,

    /// Tries a part of each kind, tells what the whole would take, and writes nothing
    #[arg(long)]
    dry_run: bool,

    #[command(flatten)]
    owned: StudyFlags<Effort>,
}

pub fn run(args: &Args) -> Result<(), Error> {
    if !args.finals.is_empty() {
        return playoff::run(args);
    }
    steps::run(args)
}
