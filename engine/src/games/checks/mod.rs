//! What tests of several games check.

pub mod copies;
