use std::path::{Path, PathBuf};

use toml::Value;

use crate::flags::number::{at_least, games, real, whole};
use crate::study::plan_file::{Files, PlanFile, StudyFlags};
use crate::study::{learn::train::Trainer, run_flags::GameFlags};
use crate::{error::Error, flags::effort::Pace, study::workspace::Workspace};

mod args;
mod from_plan;
mod gate;
mod generations;
mod metrics;
mod plan;
mod report;
mod train;

const MOST_GENERATIONS: u32 = 100;
const GENERATIONS: u32 = 20;

const EXAMPLES: &str = "\
Examples:
  drakkar learn --rules advanced --players 2 --deadline 8h --out runs/training
      self-play training: one net after the other, each tested against the best
      player so far, until two in a row are not better
  drakkar learn --game vikings --rules advanced --players 2 --generations 1 \\
      --out runs/net
      one net from games of the best greedy player and of the one with the first
      set of weights
  drakkar learn --rules advanced --players 2 --generations 1 --positions 20 \\
      --start runs/net/net.json \\
      --agents mcts:iterations=40,value=runs/net/net.json --search-value 0.5 \\
      --out runs/second
      continues with games of a search that uses that net, and trains on what the
      search expected, too
  drakkar learn --config runs/net/learn.json --out runs/again
      the same net again, from its plan

Files: learn.json (the plan), net.json (for mcts:value=DIR/net.json), losses.csv (by round, \
how well each model predicts games that none was trained on), calibration.csv (predicted and \
actual win shares), manifest.json. Of more than one generation: learn.json, net.json (the best), \
generations.csv, manifest.json, and a folder for each generation, with the files of its training \
run and of its tests.
After Ctrl-C or --deadline the same command resumes: finished games are kept, the fit begins again. \
A failed game ends a training run.
Exit code: 0 done, 1 failed games of a comparison, 2 wrong command or input, 75 file error or \
deadline: retry later or elsewhere, 130 interrupted.
";

/// Trains a net to predict win shares from games of agents
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    table: GameFlags,

    /// Data-generating agents, which play the games to train on: each seat of each game is taken by one of them, drawn
    /// evenly [default: greedy, and greedy with the first set of weights]
    #[arg(long, value_name = "AGENT", num_args = 1..)]
    agents: Vec<String>,

    /// Number of seats [default: 4, or as near as the game allows]
    #[arg(long, value_name = "N", value_parser = at_least::<usize>(0))]
    players: Option<usize>,

    /// Games to train on, one for each deal; a tenth of them is held out as the test set
    #[arg(long, value_name = "N", default_value = "20000", value_parser = games)]
    games: u64,

    /// Positions sampled from each game
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = whole::<u32>(1, 1000))]
    positions: u32,

    /// Probability of a random decision in the games to train on, so that the net also sees positions that good play
    /// avoids
    #[arg(long, value_name = "P", default_value_t = 0.05,
          value_parser = real(is_part, "must be a number from 0 to 1"))]
    epsilon: f64,

    /// Weight of the win shares that the search expected, in the training target beside the result of the game
    /// [default: 0; 0.5 from the second generation on]
    #[arg(long, value_name = "SHARE", value_parser = real(is_part, "must be a number from 0 to 1"))]
    search_value: Option<f64>,

    /// A net to continue with, such as that of another folder [default: random first weights]
    #[arg(long, value_name = "NET")]
    start: Option<PathBuf>,

    /// Epochs of training: how often the fit passes through all positions
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = whole::<u32>(1, 1000))]
    epochs: u32,

    /// Most nets of a self-play training, each trained on games of a search with the best one before; it ends earlier
    /// when two in a row are not better; 1 for a single net without a test [default: 20]
    #[arg(long, value_name = "N", value_parser = whole::<u32>(1, MOST_GENERATIONS.into()))]
    generations: Option<u32>,

    /// Iterations of both searches in the sequential test of each net: the best known search with it against the best
    /// before [default: 100]
    #[arg(long, value_name = "N", value_parser = whole::<u32>(1, 1_000_000))]
    test_iterations: Option<u32>,

    /// Most games of each test [default: 4000]
    #[arg(long, value_name = "N", value_parser = games)]
    test_games: Option<u64>,

    /// Iterations of the search that plays the games to train on, from the second generation on [default: 40]
    #[arg(long, value_name = "N", value_parser = whole::<u32>(1, 1_000_000))]
    self_play_iterations: Option<u32>,

    /// Games to train on in each generation from the second on, 20 positions of each [default: 20000]
    #[arg(long, value_name = "N", value_parser = games)]
    next_games: Option<u64>,

    #[command(flatten)]
    owned: StudyFlags<Pace>,
}

impl Args {
    fn is_single_training(&self) -> bool {
        self.generations == Some(1)
    }
}

fn is_part(number: f64) -> bool {
    (0.0..=1.0).contains(&number)
}

pub fn flags(path: &Path) -> Result<Option<Vec<(&'static str, Value)>>, Error> {
    Ok(from_plan::PastPlan::read(path)?.map(|past| past.flags()))
}

pub fn run(args: &Args) -> Result<(), Error> {
    let (lab, table) = args.table.rules.table(args.players)?;
    let (table, StudyFlags { out, force, how: pace, tables, .. }) = (&*table, &args.owned);
    let inputs = crate::games::inputs(lab.info().id, table.inputs());
    let inputs = inputs.map_err(|reason| Error::flag("--game", reason))?;
    let inputs: Vec<String> = inputs.into_iter().map(|input| input.name).collect();
    let first = args::learn(args, lab, table)?;
    let ws = Workspace { lab, table, out, pace, stop: pace.stop() };
    let trainer = Trainer { ws, inputs: &inputs };
    if !args.is_single_training() {
        return generations::run(args, first, &trainer);
    }
    let plan = PlanFile::new(first);
    let training_run = |files: &Files<'_>| trainer.train(&plan, files);
    plan.run((out, *force), "this net", tables.format, training_run)
}
