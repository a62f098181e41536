//! `drakkar view`: a recorded game as a page for a browser.

use std::path::PathBuf;

use crate::{cli::recorded::GameOfFile, error::Error, export::sheet::print, page, view::view};

const EXAMPLES: &str = "\
Examples:
  drakkar run --games 100 --record games.jsonl
  drakkar view games.jsonl --game 42 --out game-42.html

The page needs only a browser, and no network. Arrow keys, Home and End step through the game, the
space bar plays it, and a click on a line of the log goes there.
";

/// Writes a recorded game as a page for a browser, decision by decision
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    wanted: GameOfFile,

    /// The page
    #[arg(long, value_name = "FILE", default_value = "game.html")]
    out: PathBuf,

    /// Replaces an existing page
    #[arg(long)]
    force: bool,
}

pub fn run(args: &Args) -> Result<(), Error> {
    page::free(&args.out, args.force)?;
    let found = args.wanted.find()?;
    let (html, fault) = view(found.lab, &found.record).map_err(|error| found.blame(error))?;
    page::write(&args.out, &html, args.force)?;
    match fault {
        None => print(&format!("{}\n", args.out.display())),
        Some(fault) => {
            let shown = format!("{} shows the game as far as it can be played", args.out.display());
            Err(found.blame(format!("{fault}; {shown}")))
        }
    }
}
