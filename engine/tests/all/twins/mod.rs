//! What fast engines and plain twins of several games are compared by, decision by decision.

pub mod against_engine;
mod both;
pub mod extremes;
pub mod views;

use std::fmt::Debug;

pub use both::Both;
use drakkar_engine::game::Game;
use drakkar_engine::recorded::Recorded;
use drakkar_engine::seat::Seat;
use drakkar_engine::seed::Rng;
use serde::Serialize;
use serde_json::Value;

pub type State<T> = <<T as PlainTwin>::Game as Game>::State;

/// A game at one of its decisions, played from texts alone and as plainly as possible.
pub trait PlainTwin: Clone + PartialEq + Debug {
    /// The fast engine.
    type Game: Recorded;
    type Rules: Clone + Serialize;
    /// Everything that a seat may know.
    type Sight: PartialEq;
    /// What has become visible so far; it rises when something hidden becomes visible.
    type Visible: Ord;

    /// Says what is wrong with a number of players or a deal that is refused.
    fn new(rules: Self::Rules, players: usize, deal: &Value) -> Result<Self, String>;
    fn rules(&self) -> &Self::Rules;
    fn to_move(&self) -> Option<usize>;
    fn legal(&self) -> Vec<String>;
    fn play(&mut self, action: &str) -> Result<(), String>;

    /// The score of a seat if the game ended now.
    fn standing(&self, seat: usize) -> i64;
    fn scorings(&self) -> &[Value];
    fn result(&self) -> Option<Value>;
    fn facts(&self, seat: usize) -> Vec<(String, i64)>;

    /// Whether the others do not see in full what is chosen, or from what.
    fn decides_in_secret(&self) -> bool;
    fn visible(&self) -> Self::Visible;
    /// What the others have been told of an action right after it.
    fn told(&self, before: &Self, action: &str) -> Option<String>;
    fn sight(&self, seat: usize) -> Self::Sight;
    /// The game that is like this one, with all that `seat` does not know as in `state`.
    fn with(&self, game: &Self::Game, state: &State<Self>, seat: usize) -> Self;
    /// Whether a game agrees with all that `seat` knows of this one.
    fn allows(&self, other: &Self, seat: usize) -> Result<(), String>;
    /// Whether the twin knows what follows an action in a state that has been drawn.
    fn follows(&self, _action: &str) -> bool {
        true
    }
    /// A view tells what the twin says that the seat may know, and nothing else.
    fn compare_told(both: &Both<Self>, seat: Seat);

    /// A deal by the twin.
    fn dealt(rules: &Self::Rules, players: usize, rng: &mut Rng) -> Value;
    /// A deal in which something has been exchanged.
    fn exchanged(deal: &Value, rng: &mut Rng) -> Value;
    /// The place in `legal` of the action that is played in one of the three styles.
    fn choose(&self, style: u32, legal: &[String], rng: &mut Rng) -> usize;
    /// A text like an action.
    fn scribble(rng: &mut Rng) -> String;
    /// The beginning of an action that is counted.
    fn kind_of(action: &str) -> &str {
        action.split(' ').next().unwrap()
    }
}

/// The engine's game under the twin's rule set.
pub fn engine<G: Recorded>(rules: &impl Serialize, players: usize) -> G {
    let rules = serde_json::to_value(rules).unwrap();
    let rule_set = G::read_rules(&rules).unwrap_or_else(|error| panic!("{error}: {rules}"));
    G::new(rule_set, players).unwrap()
}

/// The number of games, if it is set.
pub fn games_or(default: u64) -> u64 {
    std::env::var("DRAKKAR_TWIN_GAMES").map_or(default, |text| text.parse().unwrap())
}
