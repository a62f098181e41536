//! Agents from outside the laboratory, by their names: a program that adds agents passes a [`Registry`] to
//! `drakkar::main_with`, and [specifications](crate::spec) know the names in every command. There is one registry for
//! the whole process, as specifications are read in many places.

use std::any::Any;
use std::fmt;
use std::sync::OnceLock;

use drakkar_engine::recorded::Recorded;

use crate::agent::{Agent, AgentError};
use crate::heuristic::Playable;
use crate::levels;
use crate::spec::SpecFault;

/// Makes an agent for any game.
pub trait AnyGame: Send + Sync + 'static {
    /// The agent, ready to play `game`. `options` is the text after the colon of its specification, or empty.
    ///
    /// # Errors
    /// What is wrong with the [options](AgentError::Options), or that it does not play this game.
    fn build<G: Playable>(&self, game: &G, options: &str) -> Result<Box<dyn Agent<G>>, AgentError>;
}

type Build<G> = Box<dyn Fn(&G, &str) -> Result<Box<dyn Agent<G>>, AgentError> + Send + Sync>;

/// Registered agents.
#[derive(Debug, Default)]
pub struct Registry {
    agents: Vec<Brought>,
}

/// A registered agent.
#[derive(Debug)]
pub struct Brought {
    /// The first word of its specification.
    pub name: String,
    /// One line for lists.
    pub about: String,
    makers: Vec<Maker>,
}

struct Maker {
    id: &'static str,
    /// A [`Build`], whose type distinguishes variants of a game.
    build: Box<dyn Any + Send + Sync>,
}

impl fmt::Debug for Maker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id)
    }
}

static INSTALLED: OnceLock<Registry> = OnceLock::new();

/// Makes the agents of `registry` known to all specifications of this process, permanently.
///
/// # Panics
/// If it is called twice, or after a specification was read.
pub fn install(registry: Registry) {
    assert!(INSTALLED.set(registry).is_ok(), "agents can be registered once, before any is used");
}

/// The agents that were [installed](install), if any.
pub fn installed() -> &'static Registry {
    INSTALLED.get_or_init(Registry::new)
}

impl Registry {
    /// No agents.
    pub fn new() -> Registry {
        Registry::default()
    }

    /// The registry with an agent for the game `G`. `build` gets the game and the text after the colon of the agent's
    /// specification, or an empty one. The same name may be registered for several games and variants of one; the line
    /// for lists is the first.
    ///
    /// # Panics
    /// If the name is empty, is that of another agent, holds a blank, colon, comma, quote or `=`, or is registered
    /// twice for `G`.
    #[must_use]
    pub fn with<G: Playable + Recorded>(
        mut self,
        name: &str,
        about: &str,
        build: impl Fn(&G, &str) -> Result<Box<dyn Agent<G>>, AgentError> + Send + Sync + 'static,
    ) -> Registry {
        assert!(
            !levels::is_taken(name),
            "agent `{name}`: the laboratory has an agent of this name"
        );
        let wrong = |letter: char| letter.is_whitespace() || ":,\"=".contains(letter);
        assert!(
            !name.is_empty() && !name.contains(wrong),
            "agent `{name}`: a name is not empty and has no blank, colon, comma, quote or `=`"
        );
        let build: Build<G> = Box::new(build);
        let maker = Maker { id: G::ID, build: Box::new(build) };
        let known = self.agents.iter().position(|agent| agent.name == name);
        let number = known.unwrap_or_else(|| {
            let (name, about) = (name.to_owned(), about.to_owned());
            self.agents.push(Brought { name, about, makers: Vec::new() });
            self.agents.len() - 1
        });
        let makers = &mut self.agents[number].makers;
        let twice = makers.iter().any(|other| other.build.is::<Build<G>>());
        assert!(!twice, "agent `{name}` is registered twice for {}", G::ID);
        makers.push(maker);
        self
    }

    /// The agents in the order of registration.
    pub fn agents(&self) -> &[Brought] {
        &self.agents
    }

    pub(crate) fn find(&self, name: &str) -> Option<&Brought> {
        self.agents.iter().find(|agent| agent.name == name)
    }
}

impl Brought {
    /// Names of the games that it is registered for.
    pub fn games(&self) -> Vec<&'static str> {
        let mut games: Vec<&str> = self.makers.iter().map(|maker| maker.id).collect();
        games.sort_unstable();
        games.dedup();
        games
    }

    /// # Errors
    /// If it is not registered for this game, and whatever its builder reports.
    pub(crate) fn build<G: Playable>(
        &self,
        game: &G,
        options: &str,
    ) -> Result<Box<dyn Agent<G>>, SpecFault> {
        match self.makers.iter().find_map(|maker| maker.build.downcast_ref::<Build<G>>()) {
            Some(build) => Ok(build(game, options)?),
            None => {
                let game = std::any::type_name::<G>();
                let games = self.games().join(", ");
                Err(SpecFault(format!("is registered for {games}, and not for this game, {game}")))
            }
        }
    }
}

#[cfg(feature = "vikings")]
#[cfg(test)]
mod tests {
    use drakkar_engine::games::vikings::{AdvancedVikings, Vikings};

    use super::*;
    use crate::random::Random;

    #[test]
    fn an_agent_for_one_variant_is_not_for_another() {
        let registry = Registry::new()
            .with::<Vikings>("plain", "base", |_, _| Ok(Box::new(Random::default())));
        let plain = registry.find("plain").unwrap();
        assert!(plain.build(&Vikings::base(2), "").is_ok());
        assert!(plain.build(&AdvancedVikings::preset("advanced", 2), "").is_err());
        assert_eq!(plain.games(), ["vikings"]);
    }
}
