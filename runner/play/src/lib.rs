//! Games of agents, and the object-safe traits behind which games are compiled.
//!
//! Plain data below, such as [tasks](task), [branches](branching), [batches](mod@batch). What is generic over a game is
//! above it: the [loop](game) of a game and the driver of a [worker](worker::Worker). All others see a game through the
//! three traits of [`erased`], and are compiled once; [`typed_table::lab`] makes them for a game.

// Names say what most of this is; it is no public interface.
#![allow(missing_docs)]

mod actions;
pub mod appraisal;
pub mod batch;
pub mod branch;
pub mod branch_task;
pub mod branching;
pub mod chunking;
pub mod discovery;
mod driver;
pub mod erased;
pub mod failure;
pub mod game;
pub mod info;
pub mod json;
pub mod lab;
pub mod luck;
pub mod opinion;
pub mod panics;
mod playthrough;
pub mod position;
pub mod receipt;
mod rows;
pub mod rows_of_games;
pub mod samples;
pub mod schedule;
pub mod setting;
pub mod task;
pub mod timing;
mod typed_position;
mod typed_rows;
pub mod typed_table;
pub mod worker;

/// A game for tests that may be long.
#[cfg(test)]
#[path = "../../../agents/tests/all/turns.rs"]
mod turns;
