//! Kinds of runs: one file each.

pub(crate) mod self_play;
