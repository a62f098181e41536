//! What one seat may know: everything on the table, nothing of what is left in stacks and bag.

use super::Vikings;
use super::action::Action;
use super::state::State;
use crate::game::Game;
use crate::seat::Seat;
use crate::seed::Rng;
use crate::view::View;

/// A seat's view. All seats see the same.
#[derive(Clone, Copy, Debug)]
pub struct VikingsView<'a> {
    game: &'a Vikings,
    state: &'a State,
    seat: Seat,
}

impl<'a> VikingsView<'a> {
    pub(super) fn new(game: &'a Vikings, state: &'a State, seat: Seat) -> VikingsView<'a> {
        VikingsView { game, state, seat }
    }
}

impl View<Vikings> for VikingsView<'_> {
    #[inline(always)]
    fn game(&self) -> &Vikings {
        self.game
    }

    #[inline(always)]
    fn seat(&self) -> Seat {
        self.seat
    }

    /// The tiles and vikings of later rounds are drawn when they are laid, from what is left.
    #[inline(always)]
    fn draw(&self, rng: &mut Rng) -> State {
        let mut state = *self.state;
        state.future.forget(usize::from(state.round) + 1 == super::component::ROUNDS, rng);
        state
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
    fn legal(&self, into: &mut Vec<Action>) {
        self.game.legal(self.state, into);
    }

    #[inline(always)]
    fn random_legal(&self, rng: &mut Rng) -> Action {
        self.game.random_legal(self.state, rng)
    }
}
