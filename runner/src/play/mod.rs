//! Many games on several threads, and everything about single ones.

pub use drakkar_play::*;

pub mod batch;
pub mod progress;
pub mod stop;
