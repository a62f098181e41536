//! Nets: small learned functions from [features](crate::features) of a position to what every seat
//! may expect of it.
//!
//! All weights and sums are whole numbers, so a net gives the same bits on every machine. Outputs are, for each seat,
//! the logit of its win share and its final score. Activations are cut off at 0 and at [`TOP`] (a clipped ReLU, as in
//! Nasu, *Efficiently updatable neural-network-based evaluation functions for computer shogi*, 2018).

mod evaluator;
mod file;
mod layer;

pub use self::evaluator::{Evaluation, Evaluator};
pub use self::file::{About, FORMAT};
pub use self::layer::{Layer, ONE, TOP};

use drakkar_engine::cpu::{Cpu, Processor, Task};

use crate::features::Seen;
use crate::soft_max::soft_max;

/// A net for one game, its rules and a number of seats.
#[derive(Clone, PartialEq, Debug)]
pub struct Net {
    about: About,
    layers: [Layer; 3],
    sha256: String,
}

/// Memory for [`Net::outputs`].
#[derive(Clone, Default, Debug)]
pub struct Scratch {
    sums: Vec<i32>,
    first: Vec<i16>,
    second: Vec<i16>,
}

/// Points of a final score that one unit of its output stands for.
pub const SCORE_UNIT: f64 = 16.0;

impl Net {
    /// Number of seats.
    pub fn players(&self) -> usize {
        self.about.players
    }

    /// Where the net comes from and what it is for.
    pub fn about(&self) -> &About {
        &self.about
    }

    /// Its layers: from inputs to activations, from these to the next ones, and to the outputs.
    pub fn layers(&self) -> &[Layer; 3] {
        &self.layers
    }

    /// SHA-256 of its [file](Net::to_json), in hexadecimal digits.
    pub fn sha256(&self) -> &str {
        &self.sha256
    }

    /// The outputs for a position: by place, that is by distance from the evaluated seat in turn
    /// order, first the logits of win shares, then the final scores divided by [`SCORE_UNIT`].
    ///
    /// # Panics
    /// If there is an input with a number that the net does not have.
    #[inline]
    pub fn outputs<'s>(&self, seen: &[Seen], scratch: &'s mut Scratch) -> &'s [i32] {
        Processor::detect().run(Outputs { net: self, seen, scratch })
    }

    /// The output that stands for 1, a power of two.
    #[inline]
    fn one(&self) -> f64 {
        let [.., last] = &self.layers;
        f64::from(ONE) * f64::from(1 << last.shift())
    }

    /// The win shares and final scores by place, from the [outputs](Net::outputs).
    #[inline]
    pub fn read(&self, outputs: &[i32], shares: &mut [f64], scores: &mut [f64]) {
        let (logits, points) = outputs.split_at(self.players());
        let one = self.one();
        let shares = &mut shares[..self.players()];
        for (share, &logit) in shares.iter_mut().zip(logits) {
            *share = f64::from(logit);
        }
        soft_max(shares, one);
        for (score, &output) in scores.iter_mut().zip(points) {
            *score = f64::from(output) / one * SCORE_UNIT;
        }
    }
}

struct Outputs<'n, 's> {
    net: &'n Net,
    seen: &'n [Seen],
    scratch: &'s mut Scratch,
}

impl<'s> Task for Outputs<'_, 's> {
    type Output = &'s [i32];

    #[inline(always)]
    fn run<C: Cpu>(self, _: C) -> &'s [i32] {
        let [first, second, last] = &self.net.layers;
        let Scratch { sums, first: one, second: two } = self.scratch;
        first.add_up(self.seen, sums);
        first.activate(sums, one);
        second.multiply(one, sums);
        second.activate(sums, two);
        last.multiply(two, sums);
        sums
    }
}

#[cfg(test)]
mod tests;
