//! Whether a record is true.

use serde_json::Value;

use super::build::result;
use super::difference::difference;
use super::{Record, RecordError, Replay};
use crate::data::ToData;
use crate::error::excerpt;
use crate::fact::FactInfo;
use crate::outcome::Outcome;
use crate::recorded::Recorded;
use crate::seat::Seat;

/// The content of a verified record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Verified {
    /// Number of decisions.
    pub decisions: usize,
    /// Number of scorings.
    pub scorings: usize,
    /// How the game ended.
    pub outcome: Outcome,
}

/// Plays the record again from its deal and rule set, and compares seats, actions, numbers of legal
/// actions, scorings, all lists of the result, and those keys of the breakdown that are present.
///
/// # Errors
/// The first mismatch, with the index of the decision or scoring, what is expected and what was found.
pub fn verify<G: Recorded>(record: &Record) -> Result<Verified, RecordError> {
    let mut replay = Replay::<G>::new(record)?;
    let mut scored = 0;
    loop {
        // Checked as soon as it happens: a wrong scoring explains later decisions, but not the
        // reverse.
        for scoring in &replay.ledger().scorings()[scored..] {
            check_scoring(record, scored, &scoring.to_data())?;
            scored += 1;
        }
        match replay.next() {
            Some(step) => step?,
            None => break,
        };
    }
    check_end(record, replay.game().to_move(replay.state()), scored)?;
    let expected = Value::Object(result(replay.game(), replay.state()));
    let found = Value::Object(record.result.clone());
    difference(&expected, &found).map_err(|error| error.under("result"))?;
    for seat in Seat::all(record.players) {
        check_breakdown(record, seat, G::ID, G::FACTS, replay.ledger().facts(seat))?;
    }
    let outcome = replay.game().outcome(replay.state());
    Ok(Verified { decisions: record.decisions.len(), scorings: scored, outcome })
}

fn check_scoring(record: &Record, number: usize, expected: &Value) -> Result<(), RecordError> {
    let checked = match record.scorings.get(number) {
        Some(found) => difference(expected, found),
        None => Err(RecordError::new("", "is missing")),
    };
    checked.map_err(|error| error.under(&format!("scorings[{number}]")))
}

fn check_end(record: &Record, to_move: Option<Seat>, scored: usize) -> Result<(), RecordError> {
    if let Some(seat) = to_move {
        let decisions = record.decisions.len();
        let reason = format!("the game is not over after {decisions}: seat {seat} is to move");
        return Err(RecordError::new("decisions", reason));
    }
    let Some(extra) = record.scorings.get(scored) else { return Ok(()) };
    let reason = format!("expected {scored} scorings, found {}", excerpt(&extra.to_string()));
    Err(RecordError::new(format!("scorings[{scored}]"), reason))
}

fn check_breakdown(
    record: &Record,
    seat: Seat,
    game: &str,
    known: &[FactInfo],
    facts: &[i32],
) -> Result<(), RecordError> {
    for (name, found) in &record.breakdown[seat.index()] {
        let checked = match known.iter().position(|info| info.name == name) {
            Some(fact) => difference(&facts[fact].into(), found),
            None => Err(RecordError::new("", format!("{game} has no such counter"))),
        };
        checked.map_err(|error| error.under(&format!("breakdown[{seat}].{name}")))?;
    }
    Ok(())
}
