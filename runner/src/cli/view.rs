use std::path::PathBuf;

use crate::cli::{opinion::Adviser, recorded::GameOfFile, recorded::RecordedGame};
use crate::{disk::output_file, page, study::execute::Tables, threads::progress::bar, view::View};
use crate::{
    error::Error, export::answer::StudyReport, export::sheet::Sheet, flags::number::at_least,
};

const EXAMPLES: &str = "\
Examples:
  drakkar run --games 100 --record games.jsonl
  drakkar view games.jsonl --index 42 --out game-42.html
  drakkar view games.jsonl --index 42 --analyse mcts:iterations=5000
      with the win share that the search expects at every decision, and what it
      would have played

The page needs only a browser, and no network. Arrow keys, Home and End step through the game, the \
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

    /// Adds the win share that an agent (`mcts` if none is named) expects at every decision, and what it would
    /// have played
    #[arg(long, value_name = "AGENT", num_args = 0..=1, default_missing_value = "mcts")]
    analyse: Option<String>,

    /// Seed of the draws of --analyse
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = at_least::<u64>(0))]
    seed: u64,

    /// Replaces an existing page
    #[arg(long)]
    force: bool,

    #[command(flatten)]
    tables: Tables,
}

pub fn run(args: &Args) -> Result<(), Error> {
    let found = args.wanted.find()?;
    output_file::free(&args.out, "--out", Some("html"), args.force)?;
    output_file::differs(&args.out, found.path)?;
    let view = View::of(found.lab, &found.record, found.failed.as_deref());
    let mut view = view.map_err(|error| found.blame(error))?;
    if let Some(agent) = &args.analyse {
        analyse(&mut view, &Adviser::read(&found, FLAG, agent)?, &found, args.seed)?;
    }
    page::write(&args.out, &view.html(), args.force)?;
    match view.fault {
        None => {
            let page = args.out.display().to_string();
            let sheet = Sheet::in_words("view", page.clone(), [("page", page.into())]);
            StudyReport::tables(vec![sheet]).print(args.tables.format)
        }
        Some(fault) => {
            let shown = format!("{} shows the game as far as it can be played", args.out.display());
            Err(found.blame(format!("{fault}; {shown}")))
        }
    }
}

const FLAG: &str = "--analyse";

fn analyse(
    view: &mut View,
    adviser: &Adviser,
    found: &RecordedGame<'_>,
    seed: u64,
) -> Result<(), Error> {
    let Adviser { spec, name } = adviser;
    view.judged_by(name, &spec.to_string(), seed);
    let playable = view.decisions();
    let bar = bar("decisions", playable as u64, false);
    let (mut asked, mut expects) = (false, false);
    let opinions = adviser.opinions(found, FLAG, seed, |_, legal| legal > 1)?;
    for decision in bar.wrap_iter(opinions.take(playable)) {
        if let (step, Some(opinion)) = decision? {
            (asked, expects) = (true, view.add(&step, &opinion) || expects);
        }
    }
    if asked && !expects {
        let reason =
            "does not say what win share it expects; a search does, such as `mcts` or `flat`";
        return Err(Error::flag(format!("{FLAG} {name}"), reason));
    }
    Ok(())
}
