//! Uniformly random play.

use drakkar_engine::game::Game;
use drakkar_engine::seed::Rng;
use drakkar_engine::view::View;

use crate::agent::Agent;

/// Plays every legal action with the same probability.
#[derive(Clone, Copy, Debug, Default)]
pub struct Random;

impl<G: Game> Agent<G> for Random {
    const PICKS: bool = true;

    #[inline(always)]
    fn start_game(&mut self) {}

    #[inline(always)]
    fn choose(&mut self, view: &G::View<'_>, rng: &mut Rng) -> G::Action {
        view.random_legal(rng)
    }
}
