//! Stepping through a record.

use serde_json::Value;

use super::{Record, RecordError};
use crate::fact::Ledger;
use crate::recorded::Recorded;
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
    /// Stands before the first decision of `record`.
    ///
    /// # Errors
    /// A record of another game, and a number of seats, a rule set or a deal that the game refuses.
    pub fn new(record: &'r Record) -> Result<Replay<'r, G>, RecordError> {
        if record.game != G::ID {
            let reason = format!("expected `{}`, found `{}`", G::ID, record.game);
            return Err(RecordError::new("game", reason));
        }
        let (fewest, most) = G::PLAYERS;
        if !(fewest..=most).contains(&record.players) {
            let reason = format!("{} has {fewest} to {most} seats, not {}", G::ID, record.players);
            return Err(RecordError::new("players", reason));
        }
        let game = G::read_rules(&Value::Object(record.rule_set.clone()))
            .and_then(|rule_set| G::new(rule_set, record.players))
            .map_err(|error| error.under("rule_set"))?;
        let deal = game
            .read_deal(&Value::Object(record.deal.clone()))
            .map_err(|error| error.under("deal"))?;
        let state = game.state(&deal);
        let ledger = Ledger::new(record.players, G::FACTS.len());
        Ok(Replay { record, game, state, ledger, next: 0 })
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
        let key = |part: &str| format!("decisions[{index}]{part}");
        let decision = &self.record.decisions[index];
        let text = &decision.action;
        let Some(seat) = self.game.to_move(&self.state) else {
            return Err(RecordError::new(key(""), format!("`{text}` comes after the end")));
        };
        if decision.seat != seat {
            let reason = format!("expected seat {seat}, found seat {}", decision.seat);
            return Err(RecordError::new(key("[0]"), reason));
        }
        let action: G::Action =
            text.parse().map_err(|error| RecordError::new(key("[1]"), format!("{error}")))?;
        let legal = self.game.count_legal(&self.state);
        let before = self.state;
        self.game
            .apply(&mut self.state, action, &mut self.ledger)
            .map_err(|error| RecordError::new(key("[1]"), error.to_string()))?;
        if decision.legal != legal {
            let reason = format!("expected {legal} legal actions, found {}", decision.legal);
            return Err(RecordError::new(key("[2]"), reason));
        }
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
