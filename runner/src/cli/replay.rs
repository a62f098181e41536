//! `drakkar replay`: shows a recorded game as text.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use drakkar_engine::error::KeyError;
use drakkar_engine::outcome::WHOLE_WIN;
use drakkar_engine::record::Record;
use drakkar_engine::seat::Seat;

use crate::cli::record_lines::RecordLines;
use crate::error::Error;
use crate::export::sheet::print;
use crate::games;
use drakkar_play::door::Frames;
use drakkar_play::lab::{GameInfo, Lab, sources};

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
    let lab = games::lab_of_record(&record.game).map_err(blame)?;
    print(&tell(lab, &record, args.tables).map_err(blame)?)
}

/// The record of the game with the given index, or the first one, and its line.
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

fn tell(lab: &Lab, record: &Record, tables: bool) -> Result<String, KeyError> {
    let mut replay = lab.replay(record)?;
    let mut text = format!(
        "{} ({}), game {} of seed {}\n",
        record.game, record.rules, record.game_index, record.seed
    );
    // Writing into a string does not fail.
    for (seat, agent) in record.agents.iter().enumerate() {
        let _ = writeln!(text, "seat {seat}: {agent}");
    }
    table(&mut text, &*replay);
    let mut epoch = replay.epoch();
    while let Some(step) = replay.step() {
        let step = step?;
        let _ = writeln!(
            text,
            "{:>4}  seat {}  {}  (of {})",
            step.index, step.seat, step.action, step.legal
        );
        let now = replay.epoch();
        if tables || now != epoch {
            epoch = now;
            table(&mut text, &*replay);
        }
    }
    if !tables {
        table(&mut text, &*replay);
    }
    end(&mut text, lab.info(), &*replay);
    Ok(text)
}

fn table(text: &mut String, replay: &dyn Frames) {
    let _ = write!(text, "\n{}\n", replay.table_text());
}

/// Scores with their sources, places and win shares.
fn end(text: &mut String, info: &GameInfo, replay: &dyn Frames) {
    let outcome = replay.outcome();
    for seat in Seat::all(outcome.score.players()) {
        let share = f64::from(outcome.share[seat]) / f64::from(WHOLE_WIN);
        let _ = write!(
            text,
            "seat {seat}: {} {}, place {}, win share {share:.2}",
            info.score, outcome.score[seat], outcome.place[seat]
        );
        let sources: Vec<String> = sources(info, replay.facts(seat))
            .map(|(name, amount)| format!("{name} {amount}"))
            .collect();
        let _ = if sources.is_empty() {
            writeln!(text)
        } else {
            writeln!(text, " ({})", sources.join(", "))
        };
    }
}
