//! Agents as their users see them. One program, so that shared code is compiled once; `registry.rs`
//! needs a separate process.

#[macro_use]
mod recorded;

mod bidding;
mod configurations;
mod contract;
mod data;
mod dice_game;
mod draws;
mod endgame;
mod endless;
mod every_game;
mod expectimax;
mod features;
mod halving;
mod made_net;
mod mcts;
mod mcts_options;
mod mcts_restricted;
mod nets;
mod options;
mod pinned;
mod player;
mod restricted;
mod scales;
mod search_budget;
mod secret_choices;
mod strength;
mod table;
mod toy;
mod toy_game;
mod tree_game;
mod trees;
mod turns;
mod weights;
