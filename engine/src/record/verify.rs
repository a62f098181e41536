//! Whether a record tells the truth.

use serde_json::Value;

use super::build::result;
use super::difference::difference;
use super::read::excerpt;
use super::{Record, RecordError, Replay};
use crate::data::ToData;
use crate::outcome::Outcome;
use crate::recorded::Recorded;
use crate::rules::{self, RuleTable};
use crate::seat::Seat;

/// What a record was found to hold.
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
/// actions, scorings, all lists of the result, and those keys of the breakdown that are present. A
/// `rules` that names a preset must name one that equals the rule set; `custom` may stand for any.
///
/// # Errors
/// The first thing that is not so: the key with the index of the decision or scoring, what is
/// expected and what was found.
pub fn verify<G: Recorded>(record: &Record) -> Result<Verified, RecordError> {
    let mut replay = Replay::<G>::new(record)?;
    check_name(G::rules(), &record.rules, &replay.game().rule_set().to_data())?;
    let mut scored = 0;
    while let Some(step) = replay.next() {
        step?;
        // As soon as it comes: a wrong scoring explains the decisions after it, not they it.
        for scoring in &replay.ledger().scorings()[scored..] {
            let key = format!("scorings[{scored}]");
            let Some(found) = record.scorings.get(scored) else {
                return Err(RecordError::new(key, "is missing"));
            };
            difference(&key, &scoring.to_data(), found)?;
            scored += 1;
        }
    }
    if let Some(seat) = replay.game().to_move(replay.state()) {
        let decisions = record.decisions.len();
        let reason = format!("the game is not over after {decisions}: seat {seat} is to move");
        return Err(RecordError::new("decisions", reason));
    }
    if let Some(extra) = record.scorings.get(scored) {
        let reason = format!("expected {scored} scorings, found {}", excerpt(extra));
        return Err(RecordError::new(format!("scorings[{scored}]"), reason));
    }
    let expected = Value::Object(result(replay.game(), replay.state()));
    difference("result", &expected, &Value::Object(record.result.clone()))?;
    check_breakdown(record, &replay)?;
    let outcome = replay.game().outcome(replay.state());
    Ok(Verified { decisions: record.decisions.len(), scorings: scored, outcome })
}

fn check_name(table: &RuleTable, name: &str, rule_set: &Value) -> Result<(), RecordError> {
    if name == rules::CUSTOM {
        return Ok(());
    }
    let about = |error: RecordError| RecordError::new("rules", error.to_string());
    let named = table.values_of(name).map_err(about)?;
    let differs = |error| format!("the rule set is not `{name}`: {error}");
    difference("", named, rule_set).map_err(|error| RecordError::new("rules", differs(error)))
}

fn check_breakdown<G: Recorded>(
    record: &Record,
    replay: &Replay<'_, G>,
) -> Result<(), RecordError> {
    for seat in Seat::all(record.players) {
        let facts = replay.ledger().facts(seat);
        for (name, found) in &record.breakdown[seat.index()] {
            let key = format!("breakdown[{seat}].{name}");
            match G::FACTS.iter().position(|info| info.name == name) {
                Some(fact) => difference(&key, &facts[fact].into(), found)?,
                None => return Err(RecordError::new(key, format!("{} has no such fact", G::ID))),
            }
        }
    }
    Ok(())
}
