//! The command with agents that somebody brings.

use std::process::ExitCode;
use std::sync::Arc;

use drakkar_agents::registry::{self, AnyGame, Registry};

use drakkar_engine::games::connect_four::ConnectFour;
use drakkar_engine::games::goofspiel::Goofspiel;
use drakkar_engine::games::vikings::{AdvancedVikings, Vikings};
use drakkar_engine::games::vikings_on_board::VikingsOnBoard;

use crate::games::{install, standard_games};
use crate::play::lab::Labs;

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
        macro_rules! with_all {
            ($([$($game:ident),*])*) => {{
                let (registry, agent) = (self, Arc::new(agent));
                $($(
                    let one = Arc::clone(&agent);
                    let registry = registry.with::<$game>(
                        name,
                        about,
                        move |game: &$game, options: &str| one.build(game, options),
                    );
                )*)*
                registry
            }};
        }
        standard_games!(with_all)
    }
}

/// Runs the command that the process was called with, all of whose commands know the games of `labs` and
/// the agents of `registry`: what `main` of a program that adds games or agents returns. Plans that name
/// them can be worked on by the same program, and by it alone. The first game is the one that is meant
/// when nobody names one.
///
/// # Panics
/// If it is called twice.
pub fn main_with(labs: Labs, registry: Registry) -> ExitCode {
    install(labs);
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
