//! The games. Each keeps the same names for the same things.

pub mod connect_four;
pub mod vikings;
