//! Opinions about positions: one heuristic per game.

use drakkar_engine::game::Game;
use drakkar_engine::games::connect_four::ConnectFour;
use drakkar_engine::seat::Seat;

use crate::spec::SpecError;

/// Judges a full state. Agents hand in drawn states only, so a heuristic may look at everything.
pub trait Heuristic<G: Game>: Clone + Send + Sync {
    /// The heuristic with its default weights.
    fn standard() -> Self;

    /// The heuristic with the weights of a TOML file; weights that are not named keep their default.
    ///
    /// # Errors
    /// Names the key that is unknown or has a wrong value.
    fn from_toml(toml: &str) -> Result<Self, SpecError>;

    /// All weights as TOML, as [`Heuristic::from_toml`] reads them.
    fn to_toml(&self) -> String;

    /// What the position is worth to `seat`: higher is better, the scale is the heuristic's own.
    fn value(&self, game: &G, state: &G::State, seat: Seat) -> f64;
}

/// A game that agents can play: it names its heuristic.
pub trait Playable: Game {
    /// The heuristic of `greedy`.
    type Heuristic: Heuristic<Self>;
}

impl Playable for ConnectFour {
    type Heuristic = Nothing;
}

/// Placeholder until the game has a heuristic.
#[derive(Clone, Debug)]
pub struct Nothing;

impl<G: Game> Heuristic<G> for Nothing {
    fn standard() -> Self {
        Nothing
    }
    fn from_toml(_: &str) -> Result<Self, SpecError> {
        Ok(Nothing)
    }
    fn to_toml(&self) -> String {
        String::new()
    }
    fn value(&self, _: &G, _: &G::State, _: Seat) -> f64 {
        0.0
    }
}
