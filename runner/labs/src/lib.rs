//! The games of the laboratory, each compiled here and nowhere else.
//!
//! ```
//! use drakkar_labs::Labs;
//!
//! let labs = Labs::standard();
//! let lab = labs.find("goofspiel").unwrap();
//! let rules = lab.read_rules(lab.info().presets[0].toml).unwrap();
//! assert_eq!(lab.open(&[rules], 3).unwrap().players(), 3);
//! ```

use std::sync::Arc;

use drakkar_agents::registry::{AnyGame, Registry};
use drakkar_engine::for_each_game;
pub use drakkar_play::{lab::Lab, typed_table::lab};

/// The games of a program, by name.
#[derive(Debug, Default)]
pub struct Labs(Vec<Lab>);

impl Labs {
    /// An empty list of games.
    pub fn new() -> Labs {
        Labs::default()
    }

    /// The games of the laboratory.
    #[must_use]
    pub fn standard() -> Labs {
        macro_rules! labs {
            ($([$id:literal $module:ident: $whole:ident $($part:ident)*])*) => {{
                let labs = Labs::new();
                $(
                    #[cfg(feature = $id)]
                    let labs = {
                        use drakkar_engine::games::$module::{$whole $(, $part)*};
                        labs.with(lab::<$whole>()$(.with_variant::<$part>())*)
                    };
                )*
                labs
            }};
        }
        for_each_game!(labs)
    }

    /// The same with an additional game.
    ///
    /// # Panics
    /// If there already is a game of this name.
    #[must_use]
    pub fn with(mut self, lab: Lab) -> Labs {
        let id = lab.info().id;
        assert!(self.find(id).is_none(), "there are two games called `{id}`");
        self.0.push(lab);
        self
    }

    /// The game called `id`.
    pub fn find(&self, id: &str) -> Option<&Lab> {
        self.0.iter().find(|lab| lab.info().id == id)
    }

    /// All games in the order in which they were added.
    pub fn iter(&self) -> impl Iterator<Item = &Lab> {
        self.0.iter()
    }
}

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
    // A program may have none of the built-in games.
    #[allow(unused_variables)]
    fn with_every_game(self, name: &str, about: &str, agent: impl AnyGame) -> Registry {
        macro_rules! with_all {
            ($([$id:literal $module:ident: $($variant:ident)+])*) => {{
                let (registry, agent) = (self, Arc::new(agent));
                $(
                    #[cfg(feature = $id)]
                    let registry = with_all!(registry, agent, $module: $($variant)+);
                )*
                registry
            }};
            ($registry:ident, $agent:ident, $module:ident: $($variant:ident)+) => {{
                let registry = $registry;
                $(
                    let registry = {
                        use drakkar_engine::games::$module::$variant as Game;
                        let one = Arc::clone(&$agent);
                        registry.with::<Game>(name, about, move |game: &Game, options: &str| {
                            one.build(game, options)
                        })
                    };
                )+
                registry
            }};
        }
        for_each_game!(with_all)
    }
}
