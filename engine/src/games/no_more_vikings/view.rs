//! What one seat may know (3.7).

use serde_json::{Map, Value};

use super::action::Action;
use super::component::Token;
use super::state::{Phase, State};
use super::{NoMoreVikings, draw, fields, table};
use crate::game::Game;
use crate::seat::Seat;
use crate::seed::Rng;
use crate::view::View;

/// A seat's view: the table, its own cards and whims, its own token, and cards that were stolen from it.
#[derive(Clone, Copy, Debug)]
pub struct NoMoreVikingsView<'a> {
    game: &'a NoMoreVikings,
    state: &'a State,
    seat: Seat,
}

impl<'a> NoMoreVikingsView<'a> {
    pub(super) fn new(
        game: &'a NoMoreVikings,
        state: &'a State,
        seat: Seat,
    ) -> NoMoreVikingsView<'a> {
        NoMoreVikingsView { game, state, seat }
    }

    pub(super) fn state(&self) -> &'a State {
        self.state
    }

    /// Cards in the hand of `seat` that this view's seat knows, as bits: all of its own, and of others those
    /// stolen from it (H2, H3).
    #[inline]
    pub fn hand(&self, seat: Seat) -> u64 {
        let hand = self.state.players[seat.index()].hand;
        if seat == self.seat { hand } else { hand & self.state.players[self.seat.index()].known }
    }

    /// The token of `seat` in this round, if this view's seat knows it (T1).
    #[inline]
    pub fn token(&self, seat: Seat) -> Option<Token> {
        let revealed = self.state.phase != Phase::Token || seat == self.seat;
        self.state.token(seat).filter(|_| revealed)
    }
}

impl View<NoMoreVikings> for NoMoreVikingsView<'_> {
    #[inline(always)]
    fn game(&self) -> &NoMoreVikings {
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
