//! What one seat may know (2.11).

use serde_json::{Map, Value};

use super::action::Action;
use super::component::Cards;
use super::state::{Phase, State};
use super::{Eketorp, draw, fields, table};
use crate::game::Game;
use crate::seat::Seat;
use crate::seed::Rng;
use crate::view::View;

/// A seat's view: the table, its own hand, the cards that it has discarded, its own placement and its
/// own card in a duel.
#[derive(Clone, Copy, Debug)]
pub struct EketorpView<'a> {
    game: &'a Eketorp,
    state: &'a State,
    seat: Seat,
}

impl<'a> EketorpView<'a> {
    pub(super) fn new(game: &'a Eketorp, state: &'a State, seat: Seat) -> EketorpView<'a> {
        EketorpView { game, state, seat }
    }

    pub(super) fn state(&self) -> &'a State {
        self.state
    }

    /// The hand of `seat`, if this view's seat knows it (2.7).
    #[inline]
    pub fn hand(&self, seat: Seat) -> Option<Cards> {
        let known = seat == self.seat || self.state.is_known(seat);
        known.then(|| self.state.players[seat.index()].hand)
    }

    /// Whether this view's seat sees where `seat` has put its Vikings (U4).
    #[inline]
    pub fn sees_placement(&self, seat: Seat) -> bool {
        self.state.phase != Phase::Place || seat == self.seat
    }
}

impl View<Eketorp> for EketorpView<'_> {
    #[inline(always)]
    fn game(&self) -> &Eketorp {
        self.game
    }

    #[inline(always)]
    fn seat(&self) -> Seat {
        self.seat
    }

    fn draw(&self, rng: &mut Rng) -> State {
        draw::draw(self.game, self.state, self.seat, rng)
    }

    #[inline(always)]
    fn legal(&self, into: &mut Vec<Action>) {
        self.game.legal(self.state, into);
    }

    fn text(&self) -> String {
        table::text(self.game, self.state, Some(self))
    }

    /// The keys are explained in `docs/agents.md`.
    fn fields(&self) -> Map<String, Value> {
        fields::known(self)
    }

    #[inline(always)]
    fn count_legal(&self) -> u32 {
        self.game.count_legal(self.state)
    }

    #[inline(always)]
    fn nth_legal(&self, k: u32) -> Action {
        self.game.nth_legal(self.state, k)
    }

    #[inline(always)]
    fn random_legal(&self, rng: &mut Rng) -> Action {
        self.game.random_legal(self.state, rng)
    }
}
