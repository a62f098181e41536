//! `drakkar replay`: shows a recorded game as text.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use drakkar_engine::error::KeyError;
use drakkar_engine::fact::FactKind;
use drakkar_engine::outcome::WHOLE_WIN;
use drakkar_engine::record::{Record, Replay};
use drakkar_engine::recorded::Recorded;
use drakkar_engine::seat::Seat;

use crate::cli::print;
use crate::cli::record_lines::RecordLines;
use crate::error::Error;
use crate::games::with_game;

/// Shows a recorded game as text, decision by decision
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// File of records
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// Index of the game in its run (`game_index`) [default: that of the first record]
    #[arg(long, value_name = "N")]
    game: Option<u64>,

    /// Shows the table after every decision, not only at the start, when something is revealed, and
    /// at the end
    #[arg(long)]
    tables: bool,
}

pub(crate) fn run(args: &Args) -> Result<(), Error> {
    let (line, record) = find(&args.file, args.game)?;
    let blame = |error: KeyError| Error::input(&args.file, format!("line {line}: {error}"));
    let text = with_game!(&record.game, G => tell::<G>(&record, args.tables));
    print(
        &text
            .map_err(|error| Error::input(&args.file, format!("line {line}: {error}")))?
            .map_err(blame)?,
    )
}

/// The record of the game with the given index, or the first one, and its line.
///
/// # Errors
/// A file that cannot be read, a line that is no record, and no record with this index.
pub(crate) fn find(path: &Path, index: Option<u64>) -> Result<(u64, Record), Error> {
    let mut last = None;
    for line in RecordLines::open(path)? {
        let (number, text) = line?;
        let blame = |reason: String| Error::input(path, format!("line {number}: {reason}"));
        let text = text.map_err(blame)?;
        let record: Record = text.parse().map_err(|error: KeyError| blame(error.to_string()))?;
        if index.is_none_or(|index| index == record.game_index) {
            return Ok((number, record));
        }
        last = Some(record.game_index);
    }
    Err(match (index, last) {
        (Some(index), Some(last)) => {
            Error::flag("--game", format!("no record has index {index}; the last one has {last}"))
        }
        _ => Error::input(path, "holds no record"),
    })
}

fn tell<G: Recorded>(record: &Record, tables: bool) -> Result<String, KeyError> {
    let mut replay = Replay::<G>::new(record)?;
    let mut text = format!(
        "{} ({}), game {} of seed {}\n",
        record.game, record.rules, record.game_index, record.seed
    );
    // Writing into a string does not fail.
    for (seat, agent) in record.agents.iter().enumerate() {
        let _ = writeln!(text, "seat {seat}: {agent}");
    }
    table(&mut text, &replay);
    let mut epoch = replay.game().epoch(replay.state());
    while let Some(step) = replay.next() {
        let step = step?;
        let _ = writeln!(
            text,
            "{:>4}  seat {}  {}  (of {})",
            step.index, step.seat, step.action, step.legal
        );
        let now = replay.game().epoch(replay.state());
        if tables || now != epoch {
            epoch = now;
            table(&mut text, &replay);
        }
    }
    if !tables {
        table(&mut text, &replay);
    }
    end(&mut text, &replay);
    Ok(text)
}

fn table<G: Recorded>(text: &mut String, replay: &Replay<'_, G>) {
    let _ = write!(text, "\n{}\n", replay.game().table_text(replay.state()));
}

/// Scores with their sources, places and win shares.
fn end<G: Recorded>(text: &mut String, replay: &Replay<'_, G>) {
    let game = replay.game();
    let outcome = game.outcome(replay.state());
    for seat in Seat::all(game.players()) {
        let share = f64::from(outcome.share[seat]) / f64::from(WHOLE_WIN);
        let _ = write!(
            text,
            "seat {seat}: {} {}, place {}, win share {share:.2}",
            G::SCORE,
            outcome.score[seat],
            outcome.place[seat]
        );
        let facts = G::FACTS.iter().zip(replay.ledger().facts(seat));
        let sources: Vec<String> = facts
            .filter(|(fact, amount)| fact.kind == FactKind::Source && **amount != 0)
            .map(|(fact, amount)| format!("{} {amount}", fact.name))
            .collect();
        let _ = if sources.is_empty() {
            writeln!(text)
        } else {
            writeln!(text, " ({})", sources.join(", "))
        };
    }
}
