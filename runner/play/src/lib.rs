//! Games of agents, and the door behind which games are compiled.
//!
//! Everything above this crate sees a game through the object-safe traits of [`door`]: plans,
//! statistics, files and commands are compiled once. Everything that is generic over a game is
//! here, in the engine and in the agents: the [loop](game) of a game, the dealer of a
//! [worker](worker::GameWorker), and the path from the door to both. [`home::lab`] makes the door for
//! a game.

mod actions;
mod again;
pub mod appraisal;
pub mod branch;
pub mod branch_task;
pub mod branching;
pub mod cut;
mod dealer;
pub mod door;
pub mod failure;
pub mod game;
mod guard;
pub mod harvest;
pub mod home;
pub mod info;
pub mod json;
pub mod lab;
pub mod line_up;
pub mod luck;
pub mod pilot;
pub mod rows;
pub mod schedule;
pub mod slice;
pub mod task;
pub mod timing;
pub mod worker;

/// A game for tests that may be long.
#[cfg(test)]
#[path = "../../../agents/tests/all/turns.rs"]
mod turns;
