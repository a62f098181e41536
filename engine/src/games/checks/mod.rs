//! What tests of several games check.

pub mod choices;
pub mod copies;

mod redeals;
