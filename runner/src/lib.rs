//! The `drakkar` command: self-play by the million, statistics as CSV.
//!
//! Everything here is independent of the game; `cli` looks the game up by its name, once.
//!
//! A program of your own that adds games or agents to the command consists of little more than [`main_with`], and
//! depends only on this crate: [`engine`] and [`agents`] have everything needed to write a game or an agent. See
//! `docs/own-game.md` and `runner/examples/own_game`, `docs/own-agent.md` and `runner/examples/own_agent`.

// `error::tell` and `export::writers::print` keep commands to the terminal out of what they print.
#![warn(clippy::print_stderr, clippy::print_stdout)]

mod cli;
mod disk;
pub mod error;
mod export;
mod flags;
#[cfg(fuzzing)]
#[allow(missing_docs)]
pub mod fuzzing;
mod games;
mod host;
mod journal;
mod page;
mod plan;
mod report;
mod study;
pub mod tables;
#[allow(missing_docs)]
pub mod threads;
mod version;
mod view;

pub use cli::{Heard, hear, hear_again, main, main_of, main_with};
pub use drakkar_agents as agents;
pub use drakkar_agents::registry::{AnyGame, Registry};
pub use drakkar_engine as engine;
pub use drakkar_labs::{EveryGame, Labs};
pub use drakkar_play as play;
pub use drakkar_play::{lab::Lab, typed_table::lab};
pub use flags::effort::stop;
pub use serde_json;
