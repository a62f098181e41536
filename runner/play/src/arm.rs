//! A line-up under a rule set.

use crate::schedule::Schedule;

/// One of the line-ups of a run under one of its rule sets. A block plays every arm on one deal, so
/// what arms have in common falls out of their difference.
#[derive(Clone, Copy, Debug)]
pub struct Arm<'a> {
    /// Number of the rule set: 0, or 1 for the second one of a comparison.
    pub rules: usize,
    /// Name of the preset in force, or `custom`.
    pub name: &'a str,
    /// Who sits where.
    pub schedule: &'a Schedule,
}
