//! Villages before a decision, so that those it does not change are not judged again.

use std::array;
use std::cell::Cell;

use drakkar_engine::game::Game;
use drakkar_engine::games::no_more_vikings::NoMoreVikings;
use drakkar_engine::games::no_more_vikings::component::MAX_PLAYERS;
use drakkar_engine::games::no_more_vikings::state::State;
use drakkar_engine::seat::{PerSeat, Seat};

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
    pub(super) fn stands(&self, Holding { state, seat, outlook, .. }: &Holding<'_>) -> bool {
        self.state[*seat] == state[*seat] && self.outlooks[seat.index()] == *outlook
    }

    /// What a village is [worth](Holding::worth) in a later state.
    pub(super) fn village(&self, later: &State, seat: Seat) -> f64 {
        let holding = Holding::of(self.judge, self.game, later, seat);
        if !self.stands(&holding) {
            return holding.worth();
        }
        let known = &self.worth[seat.index()];
        let worth = known.get().unwrap_or_else(|| holding.worth());
        known.set(Some(worth));
        worth
    }

    /// What all villages are worth in a later state.
    pub(super) fn villages(&self, later: &State) -> PerSeat<f64> {
        PerSeat::from_fn(self.game.players(), |seat| self.village(later, seat))
    }

    /// What the others are worth to a seat, if villages are worth so much: their mean.
    pub(super) fn rivals(&self, villages: &PerSeat<f64>, seat: Seat) -> f64 {
        let others = Seat::all(self.game.players()).filter(|&other| other != seat);
        let sum: f64 = others.map(|other| villages[other]).sum();
        self.judge.weights.rivalry * (sum / (self.game.players() - 1) as f64)
    }

    /// The value for a seat, if villages are worth so much.
    pub(super) fn rated(&self, villages: &PerSeat<f64>, seat: Seat) -> f64 {
        villages[seat] - self.rivals(villages, seat)
    }

    pub(super) fn value(&self, later: &State, seat: Seat) -> f64 {
        self.rated(&self.villages(later), seat)
    }
}
