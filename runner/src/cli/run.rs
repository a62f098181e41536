//! `drakkar run`: plays games and writes statistics; plan, work and merge in one.

use crate::cli::line_up::Games;
use crate::cli::one_step::{OneStep, Tables, one_step};
use crate::error::Error;

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
pub(crate) struct Args {
    #[command(flatten)]
    games: Games,

    #[command(flatten)]
    step: OneStep,

    #[command(flatten)]
    tables: Tables,
}

pub(crate) fn run(args: &Args) -> Result<(), Error> {
    one_step(&args.games, &args.step, args.tables.format)
}
