//! Players for the games of `drakkar-engine`.
//!
//! The engine says what is legal and what it scores; what a position is worth is decided here.

pub mod agent;
pub mod heuristic;
pub mod player;
pub mod random;
pub mod spec;
