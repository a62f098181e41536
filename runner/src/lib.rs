//! The `drakkar` command: self-play by the million, statistics as CSV.
//!
//! Everything here is independent of the game; [`cli`] looks the game up by its name, once.
//!
//! A program of your own that adds games or agents to the command is [`main_with`] and little else, and
//! depends on this crate alone: [`engine`] and [`agents`] have all that a game or an agent is written
//! with. See `docs/own-game.md` and `runner/examples/own_game`, `docs/agents.md` and
//! `runner/examples/own_agent`.

pub mod cli;
pub mod disk;
mod entry;
pub mod error;
mod export;
mod flags;
mod games;
pub mod journal;
mod page;
pub mod plan;
mod report;
mod study;
pub mod threads;
mod view;

pub use drakkar_agents as agents;
pub use drakkar_agents::registry::{AnyGame, Registry};
pub use drakkar_engine as engine;
pub use drakkar_labs::{EveryGame, Labs};
pub use drakkar_play::lab::{Lab, lab};
pub use entry::main_with;
pub use serde_json;
