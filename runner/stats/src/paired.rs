//! One figure in two arms that are played on the same deals.

use serde::{Deserialize, Serialize};

use crate::interval::{self, Interval, around};
use crate::ratio::{Ratio, variation};

/// Sums of a figure in both arms, and of the products between them over blocks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Paired {
    /// The figure in the first arm.
    pub one: Ratio,
    /// The figure in the second arm.
    pub two: Ratio,
    /// Blocks that contribute to either.
    pub blocks: i128,
    /// Sums of `N1 N2`, `N1 D2`, `D1 N2` and `D1 D2`.
    cross: [i128; 4],
}

sums!(Paired { one, two, blocks, cross });

/// The difference of a figure between two arms.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Difference {
    /// The figure in the first arm.
    pub one: f64,
    /// The figure in the second arm.
    pub two: f64,
    /// The first minus the second.
    pub value: f64,
    /// Its standard error; `None` with fewer than two blocks.
    pub error: Option<f64>,
    /// Its 95 % interval.
    pub interval: Option<Interval>,
    /// The part of the variance that common deals removed, from -1 to 1. `None` without variation.
    pub variance_reduction: Option<f64>,
}

impl Paired {
    /// Adds one block: numerator and denominator in both arms.
    pub fn add_block(&mut self, (n1, d1): (i64, i64), (n2, d2): (i64, i64)) {
        self.one.add_block(n1, d1);
        self.two.add_block(n2, d2);
        self.blocks += i128::from(d1 != 0 || d2 != 0);
        for (sum, (a, b)) in self.cross.iter_mut().zip([(n1, n2), (n1, d2), (d1, n2), (d1, d2)]) {
            *sum += i128::from(a) * i128::from(b);
        }
    }

    pub(crate) fn arm_mut(&mut self, arm: usize) -> &mut Ratio {
        if arm == 0 { &mut self.one } else { &mut self.two }
    }

    pub(crate) fn end_block(&mut self) {
        let [one, two] = [0, 1].map(|arm| std::mem::take(&mut self.arm_mut(arm).open));
        self.add_block(one, two);
    }

    /// Whether the figure was the same in both arms in every block.
    pub fn is_same(&self) -> bool {
        let [nn, _, _, dd] = self.cross;
        // The squares of the differences then add up to 0.
        self.one == self.two && (nn, dd) == (self.one.nn, self.one.dd)
    }

    /// The difference; `paired` says whether the deals of both arms are the same. With `u = (N1 - R1 D1)/ΣD1 - (N2 - R2
    /// D2)/ΣD2`, the variance is about `B/(B-1) Σu²` (Cochran 1977, section 6.4): that of both arms minus twice their
    /// covariance.
    pub fn difference(&self, unit: f64, paired: bool) -> Option<Difference> {
        let (one, two) = (self.one.value(unit)?, self.two.value(unit)?);
        let value = one - two;
        let unknown = Difference { one, two, value, ..Difference::default() };
        let errors = self.one.error(unit).zip(self.two.error(unit)).filter(|_| self.blocks >= 2);
        let Some((error1, error2)) = errors else { return Some(unknown) };
        let apart = error1 * error1 + error2 * error2;
        let common = if paired { self.common(unit) } else { 0.0 };
        // A rest that is due to rounding counts as no variation.
        let variance = (apart - 2.0 * common).max(0.0);
        let variance = if variance > apart * 1e-12 { variance } else { 0.0 };
        let error = variance.sqrt();
        Some(Difference {
            error: Some(error),
            interval: Some(around(value, error, self.blocks)),
            variance_reduction: (apart > 0.0).then(|| 1.0 - variance / apart),
            ..unknown
        })
    }

    /// The same for shares, with the interval of [`interval::of_difference`], which excludes the truth with the
    /// probability `risk` if that is given in place of 5 %.
    pub fn share_difference(
        &self,
        unit: f64,
        paired: bool,
        risk: Option<f64>,
    ) -> Option<Difference> {
        let found = self.difference(unit, paired)?;
        let of = |share: &Ratio| interval::of_share_at(share, unit, risk);
        let shares = [&self.one, &self.two];
        let interval = |error| interval::of_difference(shares, error, unit, of);
        Some(Difference { interval: found.error.and_then(interval), ..found })
    }

    /// The difference as one ratio, of arms whose denominators are the same in every block.
    pub fn contrast(&self) -> Ratio {
        let (one, two) = (&self.one, &self.two);
        debug_assert!(one.d == two.d && one.dd == two.dd);
        Ratio {
            n: one.n - two.n,
            nn: one.nn + two.nn - 2 * self.cross[0],
            nd: one.nd - two.nd,
            ..*one
        }
    }

    fn common(&self, unit: f64) -> f64 {
        let (r1, r2) =
            (self.one.n as f64 / self.one.d as f64, self.two.n as f64 / self.two.d as f64);
        let [nn, nd, dn, dd] = self.cross;
        let terms = [
            (1.0, nn, self.one.n, self.two.n),
            (-r2, nd, self.one.n, self.two.d),
            (-r1, dn, self.one.d, self.two.n),
            (r1 * r2, dd, self.one.d, self.two.d),
        ];
        let sum = variation(self.blocks, &terms);
        sum / (self.one.d as f64 * self.two.d as f64) * unit * unit
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draws::Draws;

    type Block = ((i64, i64), (i64, i64));

    fn blocks(seed: u64, count: usize) -> Vec<Block> {
        let mut rng = Draws::new(seed);
        (0..count)
            .map(|_| {
                let deal = i64::from(rng.below(100));
                let (d1, d2) = (2 + i64::from(rng.below(3)), 4 + i64::from(rng.below(2)));
                let n1 = deal * d1 + i64::from(rng.below(30));
                let n2 = deal * d2 + i64::from(rng.below(30)) - 40;
                ((n1, d1), (n2, d2))
            })
            .collect()
    }

    fn summed(blocks: &[Block]) -> Paired {
        let mut paired = Paired::default();
        blocks.iter().for_each(|&(one, two)| paired.add_block(one, two));
        paired
    }

    /// Difference and standard error directly from the definition.
    fn plainly(blocks: &[Block]) -> (f64, f64) {
        let sum = |f: &dyn Fn(&Block) -> i64| blocks.iter().map(f).sum::<i64>() as f64;
        let (n1, d1) = (sum(&|b| b.0.0), sum(&|b| b.0.1));
        let (n2, d2) = (sum(&|b| b.1.0), sum(&|b| b.1.1));
        let squares: f64 = blocks
            .iter()
            .map(|b| {
                (b.0.0 as f64 - n1 / d1 * b.0.1 as f64) / d1
                    - (b.1.0 as f64 - n2 / d2 * b.1.1 as f64) / d2
            })
            .map(|u| u * u)
            .sum();
        let count = blocks.len() as f64;
        (n1 / d1 - n2 / d2, (squares * count / (count - 1.0)).sqrt())
    }

    #[test]
    fn agrees_with_the_definition() {
        let blocks = blocks(5, 400);
        let found = summed(&blocks).difference(1.0, true).unwrap();
        let (value, error) = plainly(&blocks);
        assert!((found.value - value).abs() < 1e-9);
        assert!((found.error.unwrap() / error - 1.0).abs() < 1e-9);
        // Nearly all variation is shared through the deals.
        assert!(found.variance_reduction.unwrap() > 0.9);
        let apart = summed(&blocks).difference(1.0, false).unwrap();
        assert!(apart.error.unwrap() > 3.0 * error);
        assert_eq!(apart.variance_reduction, Some(0.0));
    }

    #[test]
    fn a_contrast_is_the_difference_as_one_ratio() {
        let blocks: Vec<Block> =
            blocks(7, 50).iter().map(|&((n1, d), (n2, _))| ((n1, d), (n2, d))).collect();
        let mut plain = Ratio::default();
        blocks.iter().for_each(|&((n1, d), (n2, _))| plain.add_block(n1 - n2, d));
        assert_eq!(summed(&blocks).contrast(), plain);
    }

    #[test]
    fn equal_arms_differ_by_nothing_for_certain() {
        let mut paired = Paired::default();
        blocks(6, 100).iter().for_each(|&(one, _)| paired.add_block(one, one));
        let found = paired.difference(1.0 / 60.0, true).unwrap();
        assert_eq!((found.value, found.error, found.interval), (0.0, Some(0.0), Some((0.0, 0.0))));
        assert_eq!(found.variance_reduction, Some(1.0));
    }

    #[test]
    fn merging_is_addition_and_one_block_has_no_error() {
        let blocks = blocks(7, 9);
        let mut merged = summed(&blocks[..4]);
        merged.merge(&summed(&blocks[4..]));
        assert_eq!(merged, summed(&blocks));
        assert_eq!(summed(&blocks[..1]).difference(1.0, true).unwrap().error, None);
        assert_eq!(Paired::default().difference(1.0, true), None);
    }

    #[test]
    fn two_arms_are_the_same_in_every_block_or_not() {
        let mut same = Paired::default();
        (0..9).for_each(|n| same.add_block((n % 4, 2), (n % 4, 2)));
        assert!(same.is_same());
        // The same sums and squares, but not block by block.
        let mut other = Paired::default();
        (0..9).for_each(|n| other.add_block((n % 3, 2), ((n + 1) % 3, 2)));
        assert_eq!(other.one, other.two);
        assert!(!other.is_same());
    }
}
