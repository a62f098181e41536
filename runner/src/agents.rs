//! The command with agents that somebody brings.

use std::process::ExitCode;
use std::sync::Arc;

use drakkar_agents::registry::{self, AnyGame, Registry};

use crate::games::with_game;

/// Registering an agent for all games at once.
pub trait EveryGame {
    /// The registry with an agent for every game of the laboratory, in all variants.
    ///
    /// # Panics
    /// As [`Registry::with`].
    #[must_use]
    fn with_every_game(self, name: &str, about: &str, agent: impl AnyGame) -> Self;
}

impl EveryGame for Registry {
    fn with_every_game(self, name: &str, about: &str, agent: impl AnyGame) -> Registry {
        let (mut registry, agent) = (self, Arc::new(agent));
        with_game!(every G => {
            let agent = Arc::clone(&agent);
            registry = registry
                .with::<G>(name, about, move |game: &G, options: &str| agent.build(game, options));
        });
        registry
    }
}

/// Runs the command that the process was called with, all of whose commands know the agents of
/// `registry`: what `main` of a program that adds agents returns. Plans that name them can be worked on
/// by the same program, and by it alone.
///
/// # Panics
/// If it is called twice.
pub fn main_with(registry: Registry) -> ExitCode {
    registry::install(registry);
    crate::cli::main()
}

#[cfg(test)]
mod tests {
    use drakkar_agents::agent::{Agent, AgentError};
    use drakkar_agents::heuristic::Playable;
    use drakkar_agents::random::Random;
    use drakkar_engine::games::IDS;

    use super::*;

    struct Any;

    impl AnyGame for Any {
        fn build<G: Playable>(&self, _: &G, _: &str) -> Result<Box<dyn Agent<G>>, AgentError> {
            Ok(Box::new(Random::default()))
        }
    }

    #[test]
    fn an_agent_for_every_game_is_one_for_every_game() {
        let registry = Registry::new().with_every_game("any", "anything", Any);
        let mut ids = IDS.to_vec();
        ids.sort_unstable();
        assert_eq!(registry.agents()[0].games(), ids);
    }
}
