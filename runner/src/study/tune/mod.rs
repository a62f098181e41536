//! Tuning: self-play finds the weights of an agent, and a fresh test says whether they are better.

pub(crate) mod arena;
pub(crate) mod choices;
pub(crate) mod confirmation;
pub(crate) mod evolution;
pub(crate) mod halving;
pub(crate) mod objective;
pub(crate) mod optimiser;
pub(crate) mod parameters;
pub(crate) mod plan;
pub(crate) mod playoff;
pub(crate) mod trace;
