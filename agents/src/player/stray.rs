//! Decisions that an agent makes at random now and then.

use drakkar_engine::game::Game;
use drakkar_engine::seed::Rng;

use crate::agent::{Agent, AgentError, Log};
use crate::random::Random;
use crate::restriction::Patterns;

/// Makes an agent weaker: with some probability, a decision is made at random.
#[derive(Clone, Debug)]
pub(super) struct Stray {
    probability: f64,
    random: Random,
}

impl Stray {
    /// Random decisions with this probability, from 0 to 1, that keep to the agent's restriction.
    pub(super) fn new(probability: f64, restriction: Option<Patterns>) -> Stray {
        Stray { probability, random: Random::new(restriction) }
    }

    /// Whether the decision that draws from `rng` is random.
    pub(super) fn now(&self, rng: &mut Rng) -> bool {
        rng.unit() < self.probability
    }

    pub(super) fn choose<G: Game>(
        &mut self,
        view: &G::View<'_>,
        rng: &mut Rng,
    ) -> Result<G::Action, AgentError> {
        Agent::<G>::choose(&mut self.random, view, rng)
    }

    /// The counts of the random decisions.
    pub(super) fn take_log<G: Game>(&mut self) -> Log {
        Agent::<G>::take_log(&mut self.random)
    }
}
