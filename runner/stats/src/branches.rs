//! Sums over decision points from which branches were played.

use serde::{Deserialize, Serialize};

use crate::{paired::Paired, ratio::Ratio};

/// A seat's part of a branch: integers that can be subtracted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Gain {
    /// Its own score times the number of other seats, minus the sum of theirs.
    pub margin: i64,
    /// Its win share in sixtieths.
    pub share: i64,
}

/// The branches of one decision point; there are two or three.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DecisionPoint {
    /// How many decision points of its kind the game had; this one was drawn from them.
    pub weight: i64,
    /// With the thing that is judged.
    pub with: Gain,
    /// Without it.
    pub without: Gain,
    /// With it gone from the table, if there is such a branch.
    pub gone: Option<Gain>,
}

/// Sums of one figure over the decision points of a cell, weighted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Effect {
    /// With and without.
    pub worth: Paired,
    /// With, minus gone: the worth to the owner.
    pub own: Ratio,
    /// Gone, minus without: the worth of nobody else having it.
    pub denial: Ratio,
}

sums!(Effect { worth, own, denial });
sums!(CellSums { margin, share, failed });
sums!(Branches { sums, empty, trunks });

impl Effect {
    fn add(&mut self, weight: i64, with: i64, without: i64, gone: Option<i64>) {
        self.worth.add_block((weight * with, weight), (weight * without, weight));
        if let Some(gone) = gone {
            self.own.add_block(weight * (with - gone), weight);
            self.denial.add_block(weight * (gone - without), weight);
        }
    }
}

/// Sums over the decision points of a cell, for one agent under one rule set.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CellSums {
    /// [`Gain::margin`].
    #[serde(default, skip_serializing_if = "is_empty")]
    pub margin: Effect,
    /// [`Gain::share`].
    #[serde(default, skip_serializing_if = "is_empty")]
    pub share: Effect,
    /// Decision points with a failed branch; they are in no sum.
    #[serde(default, skip_serializing_if = "is_empty")]
    pub failed: i128,
}

/// Whether nothing was added: a kind is not played under every rule set.
fn is_empty<T: Default + PartialEq>(sums: &T) -> bool {
    *sums == T::default()
}

/// Sums over all decision points: cell by cell, within these agent by agent, within these rule set
/// by rule set.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Branches {
    /// The same number for every cell.
    pub sums: Vec<CellSums>,
    /// For each cell, blocks whose games had no such decision point.
    pub empty: Vec<i128>,
    /// For each cell, games that were played up to the decision point, or in vain.
    pub trunks: Vec<i128>,
}

impl CellSums {
    /// Adds one decision point.
    pub fn add(&mut self, moment: &DecisionPoint) {
        let DecisionPoint { weight, with, without, gone } = *moment;
        self.margin.add(weight, with.margin, without.margin, gone.map(|gain| gain.margin));
        self.share.add(weight, with.share, without.share, gone.map(|gain| gain.share));
    }
}

impl Branches {
    /// All zero for `cells` cells with this many `figures` (agents times rule sets) each.
    pub fn new(cells: usize, figures: usize) -> Branches {
        Branches {
            sums: vec![CellSums::default(); cells * figures],
            empty: vec![0; cells],
            trunks: vec![0; cells],
        }
    }

    /// The sums of a cell.
    pub fn of(&self, cell: usize) -> &[CellSums] {
        let figures = self.sums.len() / self.empty.len().max(1);
        &self.sums[cell * figures..][..figures]
    }

    /// The sums of a cell, to add to.
    pub fn of_mut(&mut self, cell: usize) -> &mut [CellSums] {
        let figures = self.sums.len() / self.empty.len().max(1);
        &mut self.sums[cell * figures..][..figures]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moment(weight: i64, with: i64, without: i64, gone: Option<i64>) -> DecisionPoint {
        let gain = |value| Gain { margin: value, share: value / 2 };
        DecisionPoint { weight, with: gain(with), without: gain(without), gone: gone.map(gain) }
    }

    #[test]
    fn worth_is_own_worth_and_denial() {
        let mut branches = Branches::new(2, 3);
        branches.of_mut(1)[2].add(&moment(1, 10, 4, Some(6)));
        branches.of_mut(1)[2].add(&moment(3, 20, 8, Some(16)));
        let sums = &branches.of(1)[2];
        let worth = sums.margin.worth.difference(1.0, true).unwrap().value;
        assert_eq!(worth, (6.0 + 3.0 * 12.0) / 4.0);
        assert_eq!(sums.margin.own.value(1.0), Some((4.0 + 3.0 * 4.0) / 4.0));
        assert_eq!(sums.margin.denial.value(1.0), Some((2.0 + 3.0 * 8.0) / 4.0));
        assert_eq!(branches.of(0), [CellSums::default(); 3]);
        let mut twice = branches.clone();
        twice.merge(&branches);
        assert_eq!(twice.of(1)[2].share.own.n, 2 * branches.of(1)[2].share.own.n);
    }
}
