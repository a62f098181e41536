//! What one seat may know: everything on the table, but not the contents of stacks and bag or the
//! face-down tiles.

use serde_json::{Map, Value};

use super::action::Action;
use super::component::ROUNDS;
use super::state::{Phase, StateOf};
use super::variant::{Plain, Variant};
use super::{VikingsOf, fields, table};
use crate::game::Game;
use crate::seat::Seat;
use crate::seed::Rng;
use crate::view::View;

/// A seat's view. All seats see the same.
#[derive(Clone, Copy, Debug)]
pub struct VikingsView<'a, V: Variant = Plain> {
    game: &'a VikingsOf<V>,
    state: &'a StateOf<V>,
    seat: Seat,
}

impl<'a, V: Variant> VikingsView<'a, V> {
    pub(super) fn new(
        game: &'a VikingsOf<V>,
        state: &'a StateOf<V>,
        seat: Seat,
    ) -> VikingsView<'a, V> {
        VikingsView { game, state, seat }
    }
}

impl<V: Variant> View<VikingsOf<V>> for VikingsView<'_, V> {
    #[inline(always)]
    fn game(&self) -> &VikingsOf<V> {
        self.game
    }

    #[inline(always)]
    fn seat(&self) -> Seat {
        self.seat
    }

    /// Tiles, vikings and bonus tiles that are not face up are drawn when they are laid, from what
    /// is left.
    #[inline(always)]
    fn draw(&self, rng: &mut Rng) -> StateOf<V> {
        let mut state = *self.state;
        state.future.forget(self.has_perfect_information(), rng);
        if let Some(extra) = state.extra_mut() {
            extra.forget();
        }
        state
    }

    /// In the last round nothing is hidden except the tiles until the auction is over (A1).
    #[inline(always)]
    fn has_perfect_information(&self) -> bool {
        let waiting = V::ADVANCED && matches!(self.state.phase, Phase::Bid | Phase::Remove);
        usize::from(self.state.round) + 1 == ROUNDS && !waiting
    }

    #[inline(always)]
    fn count_legal(&self) -> u32 {
        self.game.count_legal(self.state)
    }

    #[inline(always)]
    fn nth_legal(&self, k: u32) -> Action {
        self.game.nth_legal(self.state, k)
    }

    fn text(&self) -> String {
        table::text(self.game, self.state)
    }

    /// The keys are explained in `docs/agents.md`.
    fn fields(&self) -> Map<String, Value> {
        fields::table(self.game, self.state)
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
