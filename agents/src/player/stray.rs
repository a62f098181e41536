//! Decisions that an agent makes at random now and then.

use drakkar_engine::game::{Game, View};
use drakkar_engine::seed::Rng;

use crate::agent::{Agent, AgentError, Log};
use crate::random::Random;
use crate::restriction::Patterns;
use crate::spec::Stray;

/// Makes an agent weaker: with some probability, a decision is made at random.
#[derive(Clone, Debug)]
pub(super) struct Straying {
    often: Stray,
    random: Random,
}

impl Straying {
    /// Random decisions that keep to the agent's restriction.
    pub(super) fn new(often: Stray, restriction: Option<Patterns>) -> Straying {
        Straying { often, random: Random::new(restriction) }
    }

    /// Whether the decision that draws from `rng` is random; nothing has been drawn from it yet.
    pub(super) fn now(&self, rng: &mut Rng) -> bool {
        let (low, high) = self.often.ends();
        let probability = if low < high { low + (high - low) * rng.of_game().unit() } else { low };
        rng.unit() < probability
    }

    pub(super) fn choose<G: Game>(
        &mut self,
        view: &View<'_, G>,
        rng: &mut Rng,
    ) -> Result<G::Action, AgentError> {
        Agent::<G>::choose(&mut self.random, view, rng)
    }

    /// The counts of the random decisions.
    pub(super) fn take_log<G: Game>(&mut self) -> Log {
        Agent::<G>::take_log(&mut self.random)
    }
}
