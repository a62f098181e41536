//! Agents as their users have them. One program, so that what they share is compiled once; `registry.rs`
//! beside it needs a process of its own.

mod bidding;
mod configurations;
mod contract;
mod every_game;
mod expectimax;
mod mcts;
mod mcts_options;
mod mcts_restricted;
mod pinned;
mod restricted;
mod search_budget;
mod strength;
mod table;
mod toy;
mod toy_game;
mod tree_game;
mod trees;
mod weights;
