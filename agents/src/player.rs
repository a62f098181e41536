//! Any agent of this crate, built from its specification.

use drakkar_engine::seed::Rng;

use crate::agent::Agent;
use crate::heuristic::Playable;
use crate::random::Random;
use crate::spec::{Spec, SpecError};

/// One agent: a `match` per decision instead of a virtual call.
#[derive(Clone, Debug)]
pub enum Player<G: Playable> {
    /// See [`Random`].
    Random(Random, std::marker::PhantomData<fn() -> G>),
}

impl<G: Playable> Player<G> {
    /// The agent that `spec` names, ready to play `game`.
    ///
    /// # Errors
    /// If the game does not have what the agent needs.
    pub fn build(spec: &Spec, game: &G) -> Result<Player<G>, SpecError> {
        let _ = (spec, game);
        Ok(Player::Random(Random, std::marker::PhantomData))
    }
}

impl<G: Playable> Agent<G> for Player<G> {
    #[inline]
    fn start_game(&mut self) {
        match self {
            Player::Random(agent, _) => Agent::<G>::start_game(agent),
        }
    }

    #[inline]
    fn choose(&mut self, view: &G::View<'_>, rng: &mut Rng) -> G::Action {
        match self {
            Player::Random(agent, _) => Agent::<G>::choose(agent, view, rng),
        }
    }
}
