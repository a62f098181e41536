//! Players for the games of `drakkar-engine`.
//!
//! The engine decides what is legal and what scores; the value of a position is estimated here. A
//! player is named by a text, built once, and plays any number of games:
//!
//! ```
//! use drakkar_agents::agent::Agent;
//! use drakkar_agents::player::Player;
//! use drakkar_engine::game::Game;
//! use drakkar_engine::games::connect_four::ConnectFour;
//! use drakkar_engine::seat::Seat;
//! use drakkar_engine::seed::{DealSeed, Rng};
//!
//! let game = ConnectFour::default();
//! let mut player = Player::build(&"mcts:iterations=200".parse()?, &game)?;
//! let state = game.state(&game.deal(DealSeed { seed: 7, deal: 0 }));
//! player.start_game();
//! let action = player.choose(&game.view(&state, Seat::new(0)), &mut Rng::from_seed(1))?;
//! assert!(game.is_legal(&state, action));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod agent;
pub mod best;
pub mod catalogue;
pub mod contract;
mod draws;
pub mod exec;
pub mod features;
mod filter;
mod forecast;
pub mod greedy;
pub mod heuristic;
pub mod levels;
pub mod mcts;
pub mod net;
pub mod player;
pub mod random;
pub mod registry;
pub mod restriction;
pub mod scale;
mod secret;
pub mod soft_max;
pub mod spec;
pub mod weights;
