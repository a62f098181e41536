//! Rules of board games behind one trait: deals from a seed, legal actions, scoring, and what each seat may know. No
//! files, clocks or hidden randomness.
//!
//! ```
//! use drakkar_engine::game::Game;
//! use drakkar_engine::games::vikings::Vikings;
//! use drakkar_engine::seed::{DealSeed, Rng};
//!
//! let game = Vikings::base(4);
//! let deal = game.deal(DealSeed { seed: 7, deal: 0 });
//! let mut state = game.state(&deal);
//! game.playout(&mut state, &mut Rng::from_seed(1));
//! let outcome = game.outcome(&state);
//! assert_eq!(outcome.share.as_slice().iter().map(|&s| u32::from(s)).sum::<u32>(), 60);
//! ```

// Without some of the games, what only these share is not used.
#![cfg_attr(not(feature = "default"), allow(dead_code, unused_imports, unused_macros))]

pub mod contract;
pub mod cpu;
pub mod data;
pub mod dice;
pub mod error;
pub mod fact;
pub mod game;
pub mod games;
pub mod input;
pub mod item;
pub mod outcome;
pub mod past;
pub mod record;
pub mod recorded;
pub mod rules;
pub mod seat;
pub mod seed;
