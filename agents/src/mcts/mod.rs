//! Monte Carlo tree search: UCT over determinizations, for any number of seats.
//!
//! An iteration draws a full state that agrees with what the seat knows (Cowling, Powley, Whitehouse,
//! *Information Set Monte Carlo Tree Search*, 2012), walks down one shared tree by UCB1 (Kocsis,
//! Szepesvári, *Bandit Based Monte-Carlo Planning*, 2006), adds one node, plays on from there, and
//! credits each choice on the way with the win share of the seat that made it (max^n; Luckhardt,
//! Irani, 1986).
//!
//! The game's heuristic helps in three ways, each an option:
//! - `rollout=greedy`: all seats play on as it likes, but for a random action with probability
//!   `epsilon`;
//! - `cutoff=n`: a rollout stops after `n` decisions, and the heuristic's values of the seats become
//!   win shares by [`Judge::scale`](crate::heuristic::Judge::scale) (for this and the former see
//!   Winands, Björnsson, *Evaluation Function Based Monte-Carlo LOA*, 2010);
//! - `widen=c`: a node that was visited `n` times considers only the first `ceil(c * sqrt(n))`
//!   actions, and at least one, in the order of what the heuristic thought of them in the state in
//!   which the node was first left (progressive widening; Coulom, *Computing Elo Ratings of Move
//!   Patterns in the Game of Go*, 2007; Chaslot and others, *Progressive Strategies for Monte-Carlo
//!   Tree Search*, 2008). Without it, all actions are tried once, in random order, before any is
//!   tried again.
//!
//! The rollouts model the other seats as players who act by the heuristic, which flatters a search
//! that meets such players.
//!
//! The tree is shared by all drawn states, so it may only branch on what everybody sees. It ends
//! where something hidden would become visible (the game's epoch rises), since what is legal there
//! depends on the draw, and behind a secret choice, since the next seat does not know it.
//!
//! A [restriction](crate::restriction) holds for the seat whose decision the search is about, in the
//! tree and in rollouts. The other seats are searched without it: they need not keep it, and do not
//! know of it.

mod agent;
mod budget;
mod prior;
mod rollout;
mod scope;
mod search;
mod selection;
mod settings;
mod tree;

pub use agent::{Mcts, RootChild};
pub use settings::{Budget, Rollout, Settings};
pub use tree::MAX_NODES;
