//! `drakkar view`: a recorded game as a page for a browser.

use std::path::PathBuf;

use crate::export::answer::Told;
use crate::export::cell::{Cell, Column};
use crate::export::sheet::Sheet;
use crate::{cli::recorded::GameOfFile, error::Error, page, study::one_step::Tables, view::view};

const EXAMPLES: &str = "\
Examples:
  drakkar run --games 100 --record games.jsonl
  drakkar view games.jsonl --game 42 --out game-42.html

The page needs nothing but a browser, and no network. Arrow keys, Home and End go through the game, the
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

    /// Replaces a page that is there
    #[arg(long)]
    force: bool,

    #[command(flatten)]
    tables: Tables,
}

pub fn run(args: &Args) -> Result<(), Error> {
    page::free(&args.out, args.force)?;
    let found = args.wanted.find()?;
    let page = view(found.lab, &found.record, found.failed.as_deref());
    let (html, fault) = page.map_err(|error| found.blame(error))?;
    page::write(&args.out, &html, args.force)?;
    match fault {
        None => {
            let page = args.out.display().to_string();
            let columns = [Column::of("page")];
            let sheet = Sheet::new("view", "", columns, 1, [vec![Cell::plain(&*page)]]);
            Told::tables(vec![Sheet { in_words: page, ..sheet }]).print(args.tables.format)
        }
        Some(fault) => {
            let shown = format!("{} shows the game as far as it can be played", args.out.display());
            Err(found.blame(format!("{fault}; {shown}")))
        }
    }
}
