use crate::flags::{effort::Pace, number::at_least, number::whole};
use crate::study::{plan_file::StudyFlags, run_flags::GameFlags};

mod analysis;
mod args;
pub mod figures;
mod ladder;
mod luck;
mod plan;
mod replay_stats;
mod report;
mod steps;
mod tension;
mod time;

pub use steps::run;

const EXAMPLES: &str = "\
Examples:
  drakkar profile --game vikings --rules base --players 4 --quick \\
      --out runs/profile
      a first impression, in about three minutes
  drakkar profile --rules base --players 4 --set scoring.unfed_penalty=5 \\
      --out runs/harsher
      the same for changed rules, with more games
  drakkar profile --game eketorp --players 5 --quick --games 100 \\
      --levels 1 4 8 --out runs/slow
      less of everything for a slow game
  drakkar report runs/profile --out profile.html

Files: profile.csv (a row for each metric), games.jsonl (records of the self-play), profile.json (the \
plan), manifest.json; folders: ladder (a tournament of levels with its files), self-play (a run).
After Ctrl-C or --deadline the same command resumes: finished chunks of games and analysed games are \
kept, and the rest is computed again from them.
Exit code: 0 done, 1 failed games, 2 wrong command or input, 75 file error or deadline: retry later \
or elsewhere, 130 interrupted.
";

/// Measures what kind of game it is: length, luck and skill, seats, tension, choices
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    table: GameFlags,

    /// Number of seats [default: 4, or as near as the game allows]
    #[arg(long, value_name = "N", value_parser = at_least::<usize>(0))]
    players: Option<usize>,

    /// Fewer games, levels and iterations, for a first impression
    #[arg(long)]
    quick: bool,

    /// Games of the strongest level against itself; the tournament of levels has twice as many, and at least ten deals;
    /// a tenth, and at least 20, are analysed; luck is measured in a twentieth, from 10 to 50, of each level [default:
    /// 2000, with --quick 400]
    #[arg(long, value_name = "N", value_parser = whole::<u64>(20, 1_000_000))]
    games: Option<u64>,

    /// The levels that play against each other, at least two of 1 to 8 [default: all, with --quick 1 3 5 7]
    #[arg(long, value_name = "LEVEL", num_args = 1.., value_parser = whole::<usize>(1, 8))]
    levels: Vec<usize>,

    /// Iterations of the searches that analyse decisions; more are slower and more reliable [default: 400, with --quick
    /// 200]
    #[arg(long, value_name = "N", value_parser = whole::<u32>(1, 1_000_000))]
    analysis_iterations: Option<u32>,

    /// Tries a part of each kind, tells what the whole would take, and writes nothing
    #[arg(long)]
    dry_run: bool,

    #[command(flatten)]
    owned: StudyFlags<Pace>,
}
