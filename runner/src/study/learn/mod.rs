//! `learn`: trains nets by self-play.

use std::path::{Path, PathBuf};

use toml::Value;

use crate::flags::number::{at_least, games, real, whole};
use crate::study::sealed::{Files, Owned, Sealed};
use crate::study::{learn::lesson::School, one_step::Tables, volume::GameFlags};
use crate::{error::Error, flags::effort::Pace, study::workspace::Workspace};

mod again;
mod asked;
mod generations;
mod lesson;
mod marks;
mod plan;
mod told;
mod trial;

const MOST_GENERATIONS: u32 = 100;
const GENERATIONS: u32 = 20;

const EXAMPLES: &str = "\
Examples:
  drakkar learn --rules advanced --players 2 --deadline 8h --out runs/course
      from one net to the next, each tried against the best player so far,
      until two in a row are not better
  drakkar learn --game vikings --rules advanced --players 2 --generations 1 \\
      --out runs/net
      one net from games of the best greedy player and of the one with the first
      set of weights
  drakkar learn --rules advanced --players 2 --generations 1 --positions 20 \\
      --start runs/net/net.json \\
      --agents mcts:iterations=40,value=runs/net/net.json --expected 0.5 \\
      --out runs/second
      goes on with the games of a search that uses that net, and with what the
      search expected
  drakkar learn --config runs/net/learn.json --out runs/again
      the same net again, from its plan

Files: learn.json (the plan), net.json (for mcts:value=DIR/net.json), losses.csv (by round, \
how well each model predicts games that none has learned from), calibration.csv (predictions, and \
what came of them), manifest.json. Of more than one generation: learn.json, net.json (the best), \
generations.csv, manifest.json, and a folder for each generation, with the files of its lesson and of \
its comparisons.
After Ctrl-C or --deadline the same command resumes: finished games are kept, the fit begins again. \
A failed game ends a lesson.
Exit code: 0 done, 1 failed games of a comparison, 2 wrong command or input, 75 file error or \
deadline: retry later or elsewhere, 130 interrupted.
";

/// Learns to predict win shares from games of agents, and writes a net
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    table: GameFlags,

    /// The teachers: each seat of each game is taken by one of them, drawn evenly [default: greedy, and
    /// greedy with the first set of weights]
    #[arg(long, value_name = "AGENT", num_args = 1..)]
    agents: Vec<String>,

    /// Number of seats [default: 4, or as near as the game allows]
    #[arg(long, value_name = "N", value_parser = at_least::<usize>(0))]
    players: Option<usize>,

    /// Games to learn from, one for each deal; a tenth of them is for the test
    #[arg(long, value_name = "N", default_value = "20000", value_parser = games)]
    games: u64,

    /// Positions of each game
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = whole::<u32>(1, 1000))]
    positions: u32,

    /// Probability that a decision is made at random, so that the net sees what good play avoids
    #[arg(long, value_name = "P", default_value_t = 0.05,
          value_parser = real(is_part, "must be a number from 0 to 1"))]
    stray: f64,

    /// How much the win shares count that a search expected, beside the result of the game [default: 0;
    /// 0.5 from the second generation on]
    #[arg(long, value_name = "SHARE", value_parser = real(is_part, "must be a number from 0 to 1"))]
    expected: Option<f64>,

    /// A net to begin with, such as that of another folder; without it, first weights are drawn
    #[arg(long, value_name = "NET")]
    start: Option<PathBuf>,

    /// How often the net learns from every position
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = whole::<u32>(1, 1000))]
    passes: u32,

    /// Keeps the positions, as positions.bin
    #[arg(long)]
    keep_positions: bool,

    /// Most nets, each of which learns from games of a search with the best one before; ends earlier when two
    /// in a row are not better; 1 for a net that is not tried [default: 20]
    #[arg(long, value_name = "N", value_parser = whole::<u32>(1, MOST_GENERATIONS.into()))]
    generations: Option<u32>,

    /// Iterations of the searches that try a net in a sequential test: the best known one with the net
    /// against the best before [default: 100]
    #[arg(long, value_name = "N", value_parser = whole::<u32>(1, 1_000_000))]
    iterations: Option<u32>,

    /// Most games of a test [default: 4000]
    #[arg(long, value_name = "N", value_parser = games)]
    test_games: Option<u64>,

    /// Iterations of the search that teaches from the second generation on [default: 40]
    #[arg(long, value_name = "N", value_parser = whole::<u32>(1, 1_000_000))]
    teacher_iterations: Option<u32>,

    /// Games to learn from in each generation from the second on, 20 positions of each [default: 20000]
    #[arg(long, value_name = "N", value_parser = games)]
    next_games: Option<u64>,

    #[command(flatten)]
    owned: Owned,

    #[command(flatten)]
    pace: Pace,

    #[command(flatten)]
    tables: Tables,
}

impl Args {
    fn is_lesson(&self) -> bool {
        self.generations == Some(1)
    }
}

fn is_part(number: f64) -> bool {
    (0.0..=1.0).contains(&number)
}

pub fn flags(path: &Path) -> Result<Option<Vec<(&'static str, Value)>>, Error> {
    Ok(again::PastPlan::read(path)?.map(|past| past.flags()))
}

pub fn run(args: &Args) -> Result<(), Error> {
    let (lab, table) = args.table.open(args.players)?;
    let (table, pace, out) = (&*table, &args.pace, &*args.owned.out);
    let inputs = crate::games::inputs(lab.info().id, table.inputs());
    let inputs = inputs.map_err(|reason| Error::flag("--game", reason))?;
    let inputs: Vec<String> = inputs.into_iter().map(|input| input.name).collect();
    let first = asked::learn(args, lab, table)?;
    let ws = Workspace { lab, table, out, pace, stop: pace.stop() };
    let school = School { ws, inputs: &inputs, keep_positions: args.keep_positions };
    let style = args.tables.format;
    if !args.is_lesson() {
        return generations::run(args, first, &school);
    }
    let plan = Sealed::new(first);
    let lesson = |files: &Files<'_>| school.teach(&plan, files);
    plan.run(&args.owned, "this net", style, lesson, || school.check_kept(out))
}
