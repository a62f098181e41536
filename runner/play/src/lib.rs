//! Games of agents, and the object-safe traits behind which games are compiled.
//!
//! Plain data below, such as [tasks](task), [branches](branching), [slices](mod@slice). What is generic over a game is
//! above it: the [loop](game) of a game and the dealer of a [worker](worker::Worker). All others see a game through the
//! three traits of [`door`], and are compiled once; [`home::lab`] makes the door for a game.

// Names say what most of this is; it is no public interface.
#![allow(missing_docs)]

mod actions;
pub mod appraisal;
pub mod branch;
pub mod branch_task;
pub mod branching;
pub mod cut;
mod dealer;
pub mod door;
pub mod failure;
pub mod game;
pub mod guard;
pub mod harvest;
pub mod home;
pub mod info;
pub mod json;
pub mod lab;
pub mod luck;
pub mod opinion;
pub mod pilot;
mod playthrough;
pub mod position;
pub mod receipt;
mod rows;
pub mod rows_of_games;
pub mod schedule;
pub mod setting;
pub mod slice;
pub mod task;
pub mod timing;
mod typed_position;
mod typed_rows;
pub mod worker;

/// A game for tests that may be long.
#[cfg(test)]
#[path = "../../../agents/tests/all/turns.rs"]
mod turns;
