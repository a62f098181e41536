//! Villages before a decision, so that those it does not change are not judged again.

use std::array;
use std::cell::Cell;

use drakkar_engine::game::Game;
use drakkar_engine::games::no_more_vikings::NoMoreVikings;
use drakkar_engine::games::no_more_vikings::component::MAX_PLAYERS;
use drakkar_engine::games::no_more_vikings::state::State;
use drakkar_engine::seat::Seat;

use super::NoMoreVikingsJudge;
use super::village::Outlook;

/// A state before a decision, and what each village is worth in it as soon as that is asked.
pub(super) struct Before<'a> {
    opinion: &'a NoMoreVikingsJudge,
    game: &'a NoMoreVikings,
    state: &'a State,
    outlooks: [Outlook; MAX_PLAYERS],
    worth: [Cell<Option<f64>>; MAX_PLAYERS],
}

impl<'a> Before<'a> {
    pub(super) fn new(
        opinion: &'a NoMoreVikingsJudge,
        game: &'a NoMoreVikings,
        state: &'a State,
    ) -> Before<'a> {
        let outlooks = array::from_fn(|seat| Outlook::of(game, state, Seat::new(seat)));
        Before { opinion, game, state, outlooks, worth: [const { Cell::new(None) }; MAX_PLAYERS] }
    }

    /// Whether a village is worth the same in a later state.
    pub(super) fn stands(&self, later: &State, seat: Seat) -> bool {
        self.state.has_the_same(later, seat)
            && self.outlooks[seat.index()] == Outlook::of(self.game, later, seat)
    }

    /// What a village is worth in a later state: [`NoMoreVikingsJudge::village`].
    pub(super) fn village(&self, later: &State, seat: Seat) -> f64 {
        if !self.stands(later, seat) {
            return self.opinion.village(self.game, later, seat);
        }
        let worth = &self.worth[seat.index()];
        worth.get().unwrap_or_else(|| {
            let found = self.opinion.village(self.game, self.state, seat);
            worth.set(Some(found));
            found
        })
    }

    /// The mean of what the others have in a later state.
    pub(super) fn others(&self, later: &State, seat: Seat) -> f64 {
        let others = Seat::all(self.game.players()).filter(|&other| other != seat);
        let sum: f64 = others.map(|other| self.village(later, other)).sum();
        sum / (self.game.players() - 1) as f64
    }

    pub(super) fn value(&self, later: &State, seat: Seat) -> f64 {
        self.village(later, seat) - self.opinion.weights.rivalry * self.others(later, seat)
    }
}
