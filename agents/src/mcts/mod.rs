//! Monte Carlo tree search: UCT over determinizations, for any number of seats.
//!
//! An iteration draws a full state that agrees with what the seat knows, walks down one shared tree
//! by UCB1, adds one node, plays at random to the end, and credits each choice on the
//! way with the win share of the seat that made it (max^n).
//!
//! The tree is shared by all drawn states, so it may only branch on what everybody sees. It ends
//! where something hidden would become visible (the game's epoch rises), since what is legal there
//! depends on the draw, and behind a secret choice, since the next seat does not know it.

mod search;
mod selection;
mod settings;
mod tree;

pub use search::{Mcts, RootChild};
pub use settings::Settings;
pub use tree::MAX_NODES;
