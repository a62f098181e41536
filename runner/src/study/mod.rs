//! Kinds of runs: what is asked for, what is played, and what comes of it.

pub(crate) mod duel;
pub(crate) mod referee;
pub(crate) mod repeats;
pub(crate) mod session;
pub(crate) mod tune;
pub(crate) mod wish;
