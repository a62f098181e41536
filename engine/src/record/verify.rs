use std::sync::Arc;

use serde_json::{Map, Value};

use super::build::result;
use super::difference::{difference, of_objects};
use super::replay::game_of;
use super::{Record, RecordError, Replay};
use crate::data::{ToData, are_identical};
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

/// Verifies one record after another. The game of one is kept for the next, which has the same rules in most files.
#[derive(Clone, Debug, Default)]
pub struct Verifier<G> {
    last: Option<LastGame<G>>,
}

#[derive(Clone, Debug)]
struct LastGame<G> {
    rules: String,
    rule_set: Arc<Map<String, Value>>,
    players: usize,
    game: G,
}

impl<G: Recorded> Verifier<G> {
    /// A verifier that knows no rules yet.
    pub fn new() -> Verifier<G> {
        Verifier { last: None }
    }

    /// Plays the record again from its deal and rule set, and compares seats, actions, numbers of legal actions,
    /// scorings, all lists of the result, and those keys of the breakdown that are present.
    ///
    /// # Errors
    /// The first mismatch, with the index of the decision or scoring, what is expected and what was found.
    pub fn verify(&mut self, record: &Record) -> Result<Verified, RecordError> {
        let mut replay = Replay::of(record, self.game(record)?)?;
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
        let expected = result(replay.game(), replay.state());
        of_objects(&expected, &record.result).map_err(|error| error.under("result"))?;
        for seat in Seat::all(record.players) {
            check_breakdown(record, seat, G::ID, G::FACTS, replay.ledger().facts(seat))?;
        }
        let outcome = replay.game().outcome(replay.state());
        Ok(Verified { decisions: record.decisions.len(), scorings: scored, outcome })
    }

    fn game(&mut self, record: &Record) -> Result<G, RecordError> {
        let is_it = |last: &&LastGame<G>| {
            record.game == G::ID
                && (last.players, &last.rules) == (record.players, &record.rules)
                && (Arc::ptr_eq(&last.rule_set, &record.rule_set)
                    || are_identical(&last.rule_set, &record.rule_set))
        };
        if let Some(last) = self.last.as_ref().filter(is_it) {
            return Ok(last.game.clone());
        }
        let game: G = game_of(record)?;
        self.last = Some(LastGame {
            rules: record.rules.clone(),
            rule_set: record.rule_set.clone(),
            players: record.players,
            game: game.clone(),
        });
        Ok(game)
    }
}

/// As [`Verifier::verify`], for one record.
///
/// # Errors
/// As there.
pub fn verify<G: Recorded>(record: &Record) -> Result<Verified, RecordError> {
    Verifier::<G>::new().verify(record)
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
    for (place, (name, found)) in record.breakdown[seat.index()].iter().enumerate() {
        // Most records have all of them, in order.
        let is_it = |info: &FactInfo| info.name == name;
        let there = known.get(place).is_some_and(is_it).then_some(place);
        let checked = match there.or_else(|| known.iter().position(is_it)) {
            Some(fact) => difference(&facts[fact].into(), found),
            None => Err(RecordError::new("", format!("{game} has no such counter"))),
        };
        checked.map_err(|error| error.under(&format!("breakdown[{seat}].{name}")))?;
    }
    Ok(())
}
