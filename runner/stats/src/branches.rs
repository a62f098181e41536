//! Sums over decision points from which branches were played.

use serde::{Deserialize, Serialize};

use crate::{counters::is_zero, paired::Paired, ratio::Ratio};

/// A seat's part of a branch: integers that can be subtracted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Gain {
    /// Its own score times the number of other seats, minus the sum of theirs.
    pub margin: i64,
    /// Its win share in sixtieths.
    pub share: i64,
}

/// The branches of one decision point.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct DecisionPoint {
    /// How many decision points of its kind the game had; this one was drawn from them.
    pub weight: i64,
    /// With the thing that is judged.
    pub with: Gain,
    /// Without it.
    pub without: Gain,
    /// With it gone from the table, if there is such a branch.
    pub gone: Option<Gain>,
    /// With what the player takes if it is forbidden, if there is such a branch.
    pub next: Option<Gain>,
    /// With and without it for one round alone, if there are such branches.
    pub once: Option<[Gain; 2]>,
    /// With and without it when the first of several players plays on, if this is another one.
    pub first: Option<[Gain; 2]>,
    /// Whether the player takes it by itself, if it was asked.
    pub takes: Option<bool>,
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
    /// With, minus what is taken in its place.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub next: Ratio,
    /// With, minus without, for one round alone.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub once: Ratio,
    /// With, minus without; minus the same when the first of several players plays on.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub difference_first: Ratio,
}

sums!(Effect { worth, own, denial, next, once, difference_first });
sums!(CellSums { margin, share, takes, failed });
sums!(Branches { sums, empty, prefixes });

impl Effect {
    /// Adds one decision point, of which `figure` gives the figure of each branch.
    fn add(&mut self, moment: &DecisionPoint, figure: impl Fn(Gain) -> i64) {
        let DecisionPoint { weight, with, without, gone, next, once, first, takes: _ } = *moment;
        let difference = |one, two| weight * (figure(one) - figure(two));
        self.worth.add_block((weight * figure(with), weight), (weight * figure(without), weight));
        if let Some(gone) = gone {
            self.own.add_block(difference(with, gone), weight);
            self.denial.add_block(difference(gone, without), weight);
        }
        if let Some(next) = next {
            self.next.add_block(difference(with, next), weight);
        }
        if let Some([with, without]) = once {
            self.once.add_block(difference(with, without), weight);
        }
        if let Some([other, nothing]) = first {
            let beyond = difference(with, without) - difference(other, nothing);
            self.difference_first.add_block(beyond, weight);
        }
    }
}

/// Sums over the decision points of a cell, for one agent under one rule set.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CellSums {
    /// [`Gain::margin`].
    #[serde(default, skip_serializing_if = "is_zero")]
    pub margin: Effect,
    /// [`Gain::share`].
    #[serde(default, skip_serializing_if = "is_zero")]
    pub share: Effect,
    /// Decision points at which the player takes it by itself.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub takes: Ratio,
    /// Decision points with a failed branch; they are in no sum.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub failed: i128,
}

/// Sums over decision points: cell by cell, in these agent by agent, in these rule set by rule set.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Branches {
    /// The same number for every cell.
    pub sums: Vec<CellSums>,
    /// For each cell, blocks whose games had no such decision point.
    pub empty: Vec<i128>,
    /// For each cell, games that were played up to the decision point, or in vain.
    pub prefixes: Vec<i128>,
}

impl CellSums {
    /// Adds one decision point.
    pub fn add(&mut self, moment: &DecisionPoint) {
        self.margin.add(moment, |gain| gain.margin);
        self.share.add(moment, |gain| gain.share);
        if let Some(takes) = moment.takes {
            self.takes.add_block(moment.weight * i64::from(takes), moment.weight);
        }
    }
}

impl Branches {
    /// All zero for `cells` cells with this many `figures` (agents times rule sets) each.
    pub fn new(cells: usize, figures: usize) -> Branches {
        Branches {
            sums: vec![CellSums::default(); cells * figures],
            empty: vec![0; cells],
            prefixes: vec![0; cells],
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
        let (with, without, gone) = (gain(with), gain(without), gone.map(gain));
        DecisionPoint { weight, with, without, gone, ..DecisionPoint::default() }
    }

    #[test]
    fn what_is_taken_instead_and_a_single_round_have_sums_of_their_own() {
        let gain = |margin| Gain { margin, share: margin / 2 };
        let mut sums = CellSums::default();
        let once = Some([gain(8), gain(2)]);
        let (next, takes) = (Some(gain(4)), Some(true));
        sums.add(&DecisionPoint { next, once, takes, ..moment(1, 10, 0, None) });
        sums.add(&DecisionPoint { next, takes: Some(false), ..moment(3, 20, 0, None) });
        assert_eq!(sums.margin.next.value(1.0), Some((6.0 + 3.0 * 16.0) / 4.0));
        assert_eq!(sums.share.next.value(1.0), Some((3.0 + 3.0 * 8.0) / 4.0));
        assert_eq!((sums.margin.once.n, sums.margin.once.d), (6, 1));
        assert_eq!(sums.takes.value(1.0), Some(0.25));
    }

    /// The same decision points with two players: what differs between these, point by point.
    #[test]
    fn worths_of_two_players_are_compared_at_the_same_decision_points() {
        let gain = |margin| Gain { margin, share: margin / 2 };
        let (mut one, mut two) = (CellSums::default(), CellSums::default());
        for (weight, with, beyond) in [(1, 40, 4), (3, -20, 8)] {
            one.add(&moment(weight, with, 6, None));
            let first = Some([gain(with), gain(6)]);
            two.add(&DecisionPoint { first, ..moment(weight, with + beyond, 6, None) });
        }
        let worth = |sums: &CellSums| sums.margin.worth.difference(1.0, true).unwrap();
        assert_eq!(two.margin.difference_first.value(1.0), Some((4.0 + 3.0 * 8.0) / 4.0));
        assert_eq!(worth(&two).value - worth(&one).value, 7.0);
        // What both have in common does not widen the interval.
        let error = two.margin.difference_first.error(1.0).unwrap();
        assert!(error < worth(&one).error.unwrap() / 4.0, "{error}");
        assert_eq!((one.margin.difference_first.blocks, two.share.difference_first.blocks), (0, 2));
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
