//! The `drakkar` command: self-play by the million, statistics as CSV.
//!
//! Everything here is independent of the game; [`cli`] looks the game up by its name, once.
//!
//! A program of your own that adds agents to the command is [`main_with`] and little else; see
//! `docs/agents.md` and `runner/examples/own_agent`.

mod agents;
pub mod cli;
pub mod disk;
pub mod error;
pub mod export;
mod flags;
mod games;
pub mod journal;
mod page;
pub mod plan;
mod report;
mod study;
pub mod threads;
mod view;

pub use agents::main_with;
pub use drakkar_agents::registry::{AnyGame, Registry};
pub use drakkar_labs::{EveryGame, Labs};
pub use drakkar_play::lab::{Lab, lab};
