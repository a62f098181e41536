//! The `drakkar` command: self-play by the million, statistics as CSV.
//!
//! Everything here is independent of the game; [`cli`] looks the game up by its name, once.

pub mod cli;
pub mod error;
pub mod export;
mod games;
pub mod journal;
pub mod play;
pub mod stats;
mod study;
