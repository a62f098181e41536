use std::fmt::Display;

use serde_json::Value;

use super::difference::difference;
use super::{Decision, Record, RecordError};
use crate::data::ToData;
use crate::fact::Ledger;
use crate::recorded::{Recorded, check_seats};
use crate::rules::{self, RuleTable};
use crate::seat::Seat;

/// Plays a record again, or a game that has none yet: an iterator over the decisions of the record, each checked before
/// it is played. After the last one, [`Replay::state`] and [`Replay::ledger`] stand at the end of the game.
pub struct Replay<'r, G: Recorded> {
    decisions: &'r [Decision],
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
        Replay::of(record, game_of(record)?)
    }

    /// With the game that the record's rules and number of seats make.
    pub(super) fn of(record: &'r Record, game: G) -> Result<Replay<'r, G>, RecordError> {
        let deal = Value::Object(record.deal.clone());
        let deal = game.read_deal(&deal).map_err(|error| error.under("deal"))?;
        Ok(Replay { decisions: &record.decisions, ..Replay::live(game, &deal) })
    }

    /// A game that has no record yet, in its first state; [`Replay::apply`] plays on.
    pub fn live(game: G, deal: &G::Deal) -> Replay<'r, G> {
        let state = game.state(deal);
        let mut ledger = Ledger::new(game.players(), G::FACTS.len());
        game.opening(deal, &mut ledger);
        Replay { decisions: &[], game, state, ledger, next: 0 }
    }

    /// Plays an action of a game begun by [`Replay::live`]; it must be legal.
    pub fn apply(&mut self, action: G::Action) {
        self.game.apply_unchecked(&mut self.state, action, &mut Some(&mut self.ledger));
    }

    /// The game under its rule set.
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

    fn play(&mut self, index: usize) -> Result<Step<G::State, G::Action>, RecordError> {
        let decision = &self.decisions[index];
        let seat = check_seat(decision, self.game.to_move(&self.state))?;
        let action: G::Action = decision.action.parse().map_err(|error| blame(&error))?;
        let legal = self.game.count_legal(&self.state);
        let before = self.state;
        let applied = self.game.apply(&mut self.state, action, &mut Some(&mut self.ledger));
        applied.map_err(|error| blame(&error))?;
        if decision.legal != legal {
            let reason = format!("expected {legal} legal actions, found {}", decision.legal);
            return Err(RecordError::new("[2]", reason));
        }
        Ok(Step { index, before, seat, action, legal })
    }
}

impl<G: Recorded> Iterator for Replay<'_, G> {
    type Item = Result<Step<G::State, G::Action>, RecordError>;

    fn next(&mut self) -> Option<Self::Item> {
        let index = self.next;
        if index >= self.decisions.len() {
            return None;
        }
        let step = self.play(index).map_err(|error| error.under(&format!("decisions[{index}]")));
        // What follows an error cannot be judged.
        self.next = if step.is_ok() { index + 1 } else { self.decisions.len() };
        Some(step)
    }
}

/// The game that a record says was played.
pub(super) fn game_of<G: Recorded>(record: &Record) -> Result<G, RecordError> {
    if record.game != G::ID {
        let reason = format!("expected `{}`, found `{}`", G::ID, record.game);
        return Err(RecordError::new("game", reason));
    }
    check_seats(G::ID, G::PLAYERS, record.players)?;
    let in_rule_set = |error: RecordError| error.under("rule_set");
    let rule_set = Value::Object((*record.rule_set).clone());
    let rule_set = G::read_rules(&rule_set).map_err(in_rule_set)?;
    let game = G::new(rule_set, record.players).map_err(in_rule_set)?;
    check_name(G::rules(), &record.rules, &game.rule_set().to_data())?;
    Ok(game)
}

fn check_name(table: &RuleTable, name: &str, rule_set: &Value) -> Result<(), RecordError> {
    if name == rules::CUSTOM {
        return Ok(());
    }
    let about = |reason: String| RecordError::new("rules", reason);
    let named = table.values_of(name).map_err(|error| about(error.to_string()))?;
    difference(named, rule_set)
        .map_err(|error| about(format!("the rule set is not `{name}`: {error}")))
}

/// The seat to move, if it is the one that decides in the record.
fn check_seat(decision: &Decision, to_move: Option<Seat>) -> Result<Seat, RecordError> {
    let (key, reason) = match to_move {
        Some(seat) if seat == decision.seat => return Ok(seat),
        Some(seat) => ("[0]", format!("expected seat {seat}, found seat {}", decision.seat)),
        None => ("", format!("`{}` comes after the end", decision.action)),
    };
    Err(RecordError::new(key, reason))
}

/// The error of a decision's action.
fn blame(error: &dyn Display) -> RecordError {
    RecordError::new("[1]", error.to_string())
}
