//! `drakkar view`: a recorded game as a page for a browser.

use std::path::PathBuf;

use drakkar_engine::error::KeyError;

use crate::cli::replay::find;
use crate::error::Error;
use crate::export::sheet::print;
use crate::games;
use crate::page;
use crate::view::view;

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
pub(crate) struct Args {
    /// File of records
    #[arg(value_name = "RECORD")]
    file: PathBuf,

    /// Index of the game in its run (`game_index`) [default: that of the first record]
    #[arg(long, value_name = "N")]
    game: Option<u64>,

    /// The page
    #[arg(long, value_name = "FILE", default_value = "game.html")]
    out: PathBuf,

    /// Replaces a page that is there
    #[arg(long)]
    force: bool,
}

pub(crate) fn run(args: &Args) -> Result<(), Error> {
    page::free(&args.out, args.force)?;
    let (line, record) = find(&args.file, args.game)?;
    let blame = |error: KeyError| Error::input(&args.file, format!("line {line}: {error}"));
    let lab = games::lab_of_record(&record.game).map_err(blame)?;
    let viewed = view(lab, &record).map_err(blame)?;
    page::write(&args.out, &viewed.html, args.force)?;
    match viewed.fault {
        None => print(&format!("{}\n", args.out.display())),
        Some(fault) => {
            let shown = format!("{} shows the game as far as it can be played", args.out.display());
            Err(Error::input(&args.file, format!("line {line}: {fault}; {shown}")))
        }
    }
}
