//! The games. Each keeps the same names for the same things.

use crate::recorded::Recorded;

pub mod connect_four;
pub mod goofspiel;
pub mod vikings;
pub mod vikings_on_board;

/// The ids of all games, in the order of lists. Tests go through them, so that none is forgotten.
pub const IDS: &[&str] = &[
    vikings::Vikings::ID,
    vikings_on_board::VikingsOnBoard::ID,
    connect_four::ConnectFour::ID,
    goofspiel::Goofspiel::ID,
];
