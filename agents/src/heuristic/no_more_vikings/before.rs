//! Villages before a decision, so that those it does not change are not judged again.

use std::array;
use std::cell::Cell;

use drakkar_engine::game::Game;
use drakkar_engine::games::no_more_vikings::NoMoreVikings;
use drakkar_engine::games::no_more_vikings::component::MAX_PLAYERS;
use drakkar_engine::games::no_more_vikings::state::State;
use drakkar_engine::seat::Seat;

use super::NoMoreVikingsJudge;
use super::village::{Holding, Outlook};

/// A state before a decision, and what each village is worth in it as soon as that is asked.
pub(super) struct Before<'a> {
    judge: &'a NoMoreVikingsJudge,
    pub(super) game: &'a NoMoreVikings,
    state: &'a State,
    outlooks: [Outlook; MAX_PLAYERS],
    worth: [Cell<Option<f64>>; MAX_PLAYERS],
}

impl<'a> Before<'a> {
    pub(super) fn new(
        judge: &'a NoMoreVikingsJudge,
        game: &'a NoMoreVikings,
        state: &'a State,
    ) -> Before<'a> {
        let outlooks = array::from_fn(|seat| Outlook::of(game, state, Seat::new(seat)));
        Before { judge, game, state, outlooks, worth: [const { Cell::new(None) }; MAX_PLAYERS] }
    }

    /// Whether a village is worth the same in a later state.
    pub(super) fn stands(&self, later: &State, seat: Seat) -> bool {
        self.state[seat] == later[seat]
            && self.outlooks[seat.index()] == Outlook::of(self.game, later, seat)
    }

    /// What a village is [worth](Holding::worth) in a later state.
    pub(super) fn village(&self, later: &State, seat: Seat) -> f64 {
        let found = |state| Holding { judge: self.judge, game: self.game, state, seat }.worth();
        if !self.stands(later, seat) {
            return found(later);
        }
        let known = &self.worth[seat.index()];
        let worth = known.get().unwrap_or_else(|| found(self.state));
        known.set(Some(worth));
        worth
    }

    /// The mean of what the others have in a later state.
    pub(super) fn others(&self, later: &State, seat: Seat) -> f64 {
        let others = Seat::all(self.game.players()).filter(|&other| other != seat);
        let sum: f64 = others.map(|other| self.village(later, other)).sum();
        sum / (self.game.players() - 1) as f64
    }

    pub(super) fn value(&self, later: &State, seat: Seat) -> f64 {
        self.village(later, seat) - self.judge.weights.rivalry * self.others(later, seat)
    }
}
