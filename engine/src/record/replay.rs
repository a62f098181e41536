//! Stepping through a record.

use std::fmt::Display;

use serde_json::Value;

use super::difference::difference;
use super::{Decision, Record, RecordError};
use crate::data::ToData;
use crate::fact::Ledger;
use crate::recorded::Recorded;
use crate::rules::{self, RuleTable};
use crate::seat::Seat;

/// Plays a record again: an iterator over its decisions, each checked before it is played. After the
/// last one, [`Replay::state`] and [`Replay::ledger`] stand at the end of the game.
pub struct Replay<'r, G: Recorded> {
    record: &'r Record,
    game: G,
    state: G::State,
    ledger: Ledger<G::Scoring>,
    next: usize,
}

/// One decision and the state in which it was taken.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Step<S, A> {
    /// Number of the decision, from 0.
    pub index: usize,
    /// The state before it.
    pub before: S,
    /// Who decides.
    pub seat: Seat,
    /// What is chosen.
    pub action: A,
    /// How many actions are legal.
    pub legal: u32,
}

impl<'r, G: Recorded> Replay<'r, G> {
    /// Stands before the first decision of `record`. If its `rules` name a preset, the rule set must equal that preset;
    /// `custom` fits any rule set.
    ///
    /// # Errors
    /// A record of another game, and a number of seats, a rule set or a deal that the game refuses.
    pub fn new(record: &'r Record) -> Result<Replay<'r, G>, RecordError> {
        check_head(record, G::ID, G::PLAYERS)?;
        let game = Self::open(record).map_err(in_rule_set)?;
        check_name(G::rules(), &record.rules, &game.rule_set().to_data())?;
        let deal = Value::Object(record.deal.clone());
        let deal = game.read_deal(&deal).map_err(in_deal)?;
        let state = game.state(&deal);
        let mut ledger = Ledger::new(record.players, G::FACTS.len());
        game.opening(&deal, &mut ledger);
        Ok(Replay { record, game, state, ledger, next: 0 })
    }

    fn open(record: &Record) -> Result<G, RecordError> {
        let rule_set = G::read_rules(&Value::Object(record.rule_set.clone()))?;
        G::new(rule_set, record.players)
    }

    /// The game under the record's rule set.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// The state before the next decision, or at the end.
    pub fn state(&self) -> &G::State {
        &self.state
    }

    /// Facts and scorings so far.
    pub fn ledger(&self) -> &Ledger<G::Scoring> {
        &self.ledger
    }

    /// Checks and plays decision number `index`.
    fn play(&mut self, index: usize) -> Result<Step<G::State, G::Action>, RecordError> {
        let decision = &self.record.decisions[index];
        let seat = check_seat(decision, index, self.game.to_move(&self.state))?;
        let action: G::Action = match decision.action.parse() {
            Ok(action) => action,
            Err(error) => return Err(blame(index, &error)),
        };
        let legal = self.game.count_legal(&self.state);
        let before = self.state;
        if let Err(error) = self.game.apply(&mut self.state, action, &mut self.ledger) {
            return Err(blame(index, &error));
        }
        check_legal(decision, index, legal)?;
        Ok(Step { index, before, seat, action, legal })
    }
}

impl<G: Recorded> Iterator for Replay<'_, G> {
    type Item = Result<Step<G::State, G::Action>, RecordError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.next >= self.record.decisions.len() {
            return None;
        }
        let step = self.play(self.next);
        // What follows an error cannot be judged.
        self.next = if step.is_ok() { self.next + 1 } else { self.record.decisions.len() };
        Some(step)
    }
}

fn check_head(record: &Record, game: &str, players: (usize, usize)) -> Result<(), RecordError> {
    if record.game != game {
        let reason = format!("expected `{game}`, found `{}`", record.game);
        return Err(RecordError::new("game", reason));
    }
    let (fewest, most) = players;
    if !(fewest..=most).contains(&record.players) {
        let reason = format!("{game} has {fewest} to {most} seats, not {}", record.players);
        return Err(RecordError::new("players", reason));
    }
    Ok(())
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

fn in_rule_set(error: RecordError) -> RecordError {
    error.under("rule_set")
}

fn in_deal(error: RecordError) -> RecordError {
    error.under("deal")
}

/// The seat to move, if it is the one that decides in the record.
fn check_seat(
    decision: &Decision,
    index: usize,
    to_move: Option<Seat>,
) -> Result<Seat, RecordError> {
    let key = format!("decisions[{index}]");
    match to_move {
        Some(seat) if seat == decision.seat => Ok(seat),
        Some(seat) => {
            let reason = format!("expected seat {seat}, found seat {}", decision.seat);
            Err(RecordError::new(key + "[0]", reason))
        }
        None => {
            let reason = format!("`{}` comes after the end", decision.action);
            Err(RecordError::new(key, reason))
        }
    }
}

fn check_legal(decision: &Decision, index: usize, legal: u32) -> Result<(), RecordError> {
    if decision.legal == legal {
        return Ok(());
    }
    let reason = format!("expected {legal} legal actions, found {}", decision.legal);
    Err(RecordError::new(format!("decisions[{index}][2]"), reason))
}

/// The error of a decision's action.
fn blame(index: usize, error: &dyn Display) -> RecordError {
    RecordError::new(format!("decisions[{index}][1]"), error.to_string())
}
