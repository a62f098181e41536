//! Values at which several things are worth the same. The worth of every thing is measured at a set of values, and at
//! [neighbouring sets](neighbours) that differ in one value each, on the same deals. A [model](Model) of all worths
//! follows, a [search](front()) finds the sets that it makes most equal, and the best is measured in its turn, until
//! that helps no more ([`course`]).

pub mod beyond;
mod choose;
pub mod course;
pub mod deviation;
mod model;
mod pool;

pub use choose::{Choice, front};
pub use model::{Model, neighbours};

use crate::worth::Estimate;

/// A quantity that can be set: its possible values in ascending order.
#[derive(Clone, PartialEq, Debug)]
pub struct Lever {
    /// The values; at least one.
    pub values: Vec<f64>,
    /// The place of the value that it has at first.
    pub first: usize,
}

/// A place in the values of each lever.
pub type Set = Vec<usize>;

/// What is to be levelled.
#[derive(Clone, PartialEq, Debug)]
pub struct Task {
    /// What can be set.
    pub levers: Vec<Lever>,
    /// For each lever, the thing whose worth it is expected to change most, if any.
    pub owners: Vec<Option<usize>>,
    /// For each thing, how much it counts in means over things.
    pub weights: Vec<f64>,
    /// Differences of worth up to this do not matter.
    pub margin: f64,
}

impl Task {
    /// The set before any change.
    pub fn first(&self) -> Set {
        self.levers.iter().map(|lever| lever.first).collect()
    }

    /// How many levers are not where they were at first.
    pub fn changes(&self, set: &Set) -> usize {
        self.levers.iter().zip(set).filter(|(lever, at)| lever.first != **at).count()
    }

    /// How many places all levers together are away from where they were at first.
    pub fn steps(&self, set: &Set) -> usize {
        self.levers.iter().zip(set).map(|(lever, at)| lever.first.abs_diff(*at)).sum()
    }
}

/// Worths measured at one table: at the set itself, and at its [neighbours], on common deals.
#[derive(Clone, PartialEq, Debug)]
pub struct Measured {
    /// The worth of every thing, independent of each other.
    pub worths: Vec<Estimate>,
    /// For each neighbour, the worth of every thing.
    pub tried: Vec<Vec<f64>>,
}

impl Measured {
    /// The same with other worths at the set itself; at those around it they change by as much.
    fn with(&self, worths: &[Estimate]) -> Measured {
        let row = |tried: &Vec<f64>| {
            let all = tried.iter().zip(&self.worths).zip(worths);
            all.map(|((tried, old), new)| tried - old.value + new.value).collect()
        };
        Measured { worths: worths.to_vec(), tried: self.tried.iter().map(row).collect() }
    }

    /// The mean of this and of another measurement on other deals, which counts as this share of both.
    fn pooled(&self, other: &Measured, share: f64) -> Measured {
        let both = |one: f64, two: f64| (1.0 - share) * one + share * two;
        let worths =
            self.worths.iter().zip(&other.worths).map(|(&one, &two)| {
                Estimate::sum(&[(1.0 - share, one), (share, two)]).unwrap_or(one)
            });
        let tried = self.tried.iter().zip(&other.tried);
        let row = |(one, two): (&Vec<f64>, &Vec<f64>)| {
            one.iter().zip(two).map(|(&one, &two)| both(one, two)).collect()
        };
        Measured { worths: worths.collect(), tried: tried.map(row).collect() }
    }
}

#[cfg(test)]
mod tests;
