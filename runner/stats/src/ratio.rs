//! Sums from which a ratio and its interval follow.

use serde::{Deserialize, Serialize};

use crate::number::Number;

/// Sums over blocks of a numerator `N` and a denominator `D`, for the ratio of their totals. A block is one sample.
/// With block sums below 2^50, the sums hold 2^27 blocks and more.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(into = "[Number; 6]", from = "[Number; 6]")]
pub struct Ratio {
    /// Blocks in which the denominator was not 0.
    pub blocks: i128,
    /// Sum of `N`.
    pub n: i128,
    /// Sum of `D`.
    pub d: i128,
    /// Sum of `N` squared.
    pub nn: i128,
    /// Sum of `N` times `D`.
    pub nd: i128,
    /// Sum of `D` squared.
    pub dd: i128,
    /// `N` and `D` of the block that is being counted; they are in no sum and no file before it [ends](Ratio::end_block).
    pub open: (i64, i64),
    /// The first `D`, and of blocks with it, which are in no other sum than `nn` before they are
    /// settled at the end, the number and the sum of `N`.
    pub usual: (i64, i64, i128),
}

sums!(Ratio as [Number; 6] { blocks, n, d, nn, nd, dd }, open, usual);

impl Ratio {
    /// Adds one block. A block with denominator 0 carries no information and must have numerator 0.
    #[inline]
    pub fn add_block(&mut self, n: i64, d: i64) {
        let (n, d) = (i128::from(n), i128::from(d));
        self.blocks += i128::from(d != 0);
        self.n += n;
        self.d += d;
        self.nn += n * n;
        self.nd += n * d;
        self.dd += d * d;
    }

    /// Adds one to the denominator of the open block, and `n` to its numerator.
    #[inline(always)]
    pub fn add(&mut self, n: i64) {
        self.open.0 += n;
        self.open.1 += 1;
    }

    /// Adds the open block, and opens the next one.
    pub fn end_block(&mut self) {
        let (n, d) = std::mem::take(&mut self.open);
        self.add_block(n, d);
    }

    /// The same, faster if most blocks have the same denominator; all of them must then be settled at the end.
    #[inline(always)]
    pub(crate) fn end_usual_block(&mut self) {
        let (n, d) = self.open;
        if d != self.usual.0 {
            if self.usual.1 != 0 {
                return self.end_block();
            }
            self.usual.0 = d;
        }
        let n = i128::from(n);
        self.open = (0, 0);
        self.usual.1 += 1;
        self.usual.2 += n;
        self.nn += n * n;
    }

    pub(crate) fn settle(&mut self) {
        let (d, blocks, n) = std::mem::take(&mut self.usual);
        let (d, blocks) = (i128::from(d), i128::from(blocks));
        self.blocks += if d != 0 { blocks } else { 0 };
        self.n += n;
        self.d += d * blocks;
        self.nd += d * n;
        self.dd += d * d * blocks;
    }

    /// The ratio of the totals times `unit`; `None` if the denominator is 0.
    pub fn value(&self, unit: f64) -> Option<f64> {
        (self.d != 0).then(|| self.n as f64 / self.d as f64 * unit)
    }

    /// Standard error of [`Ratio::value`]: with `R = ΣN / ΣD` and `u = N - R D`, the variance is about `B / (B - 1) ·
    /// Σu² / (ΣD)²` (Cochran, *Sampling Techniques*, 3rd ed., 1977, section 6.4). `None` with fewer than two blocks.
    pub fn error(&self, unit: f64) -> Option<f64> {
        if self.blocks < 2 || self.d == 0 {
            return None;
        }
        Some(self.spread_around(self.n as f64 / self.d as f64) / self.d as f64 * unit)
    }

    /// `√(B / (B - 1) · Σu²)` with `u = N - r D`, less its mean.
    pub(crate) fn spread_around(&self, r: f64) -> f64 {
        let terms = [
            (1.0, self.nn, self.n, self.n),
            (-2.0 * r, self.nd, self.n, self.d),
            (r * r, self.dd, self.d, self.d),
        ];
        variation(self.blocks, &terms).max(0.0).sqrt()
    }
}

/// `Σ(a - mean a)(b - mean b)` over `blocks`; exact until the one division if the products fit.
pub(crate) fn centred(blocks: i128, ab: i128, a: i128, b: i128) -> f64 {
    let exact = blocks.checked_mul(ab).zip(a.checked_mul(b)).and_then(|(x, y)| x.checked_sub(y));
    match exact {
        Some(difference) => difference as f64 / blocks as f64,
        None => ab as f64 - a as f64 * (b as f64 / blocks as f64),
    }
}

/// Effective number of blocks behind a mean with weights `X >= 0`: `(ΣX)² / ΣX²` (Kish, *Survey Sampling*, 1965,
/// section 11.7).
pub(crate) fn effective_blocks(sum: i128, squares: i128) -> i128 {
    if squares == 0 {
        return 0;
    }
    match sum.checked_mul(sum) {
        Some(square) => square / squares,
        None => (sum as f64 * (sum as f64 / squares as f64)) as i128,
    }
}

/// `B / (B - 1) · Σuv`, where `u` and `v` add up to 0, from terms: factors of [`centred`] `Σab`, `Σa`, `Σb`. Anything
/// below their rounding error is 0.
pub(crate) fn variation(blocks: i128, terms: &[(f64, i128, i128, i128)]) -> f64 {
    let terms = terms.iter().map(|&(factor, ab, a, b)| factor * centred(blocks, ab, a, b));
    let (sum, size) = terms.fold((0.0, 0.0), |(sum, size), term| (sum + term, size + term.abs()));
    let blocks = blocks as f64;
    if sum.abs() > size * 1e-13 { sum * blocks / (blocks - 1.0) } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Mean and standard error directly from the definition.
    fn plainly(blocks: &[(i64, i64)]) -> (f64, f64) {
        let n: f64 = blocks.iter().map(|b| b.0 as f64).sum();
        let d: f64 = blocks.iter().map(|b| b.1 as f64).sum();
        let r = n / d;
        let squares: f64 = blocks.iter().map(|b| (b.0 as f64 - r * b.1 as f64).powi(2)).sum();
        let count = blocks.len() as f64;
        (r, (squares * count / (count - 1.0)).sqrt() / d)
    }

    #[test]
    fn agrees_with_the_definition() {
        let blocks: Vec<(i64, i64)> =
            (0..500).map(|i| (i * i % 97 * 60 - 300, 1 + i * 7 % 5)).collect();
        let mut ratio = Ratio::default();
        blocks.iter().for_each(|&(n, d)| ratio.add_block(n, d));
        let (value, error) = plainly(&blocks);
        assert!((ratio.value(1.0).unwrap() / value - 1.0).abs() < 1e-12);
        assert!((ratio.error(1.0).unwrap() / error - 1.0).abs() < 1e-12);
        assert!((ratio.error(0.5).unwrap() / error - 0.5).abs() < 1e-12);
    }

    #[test]
    fn constants_have_no_error_and_one_block_no_estimate_of_it() {
        let mut ratio = Ratio::default();
        assert_eq!((ratio.value(1.0), ratio.error(1.0)), (None, None));
        ratio.add_block(3, 7);
        assert_eq!(ratio.error(1.0), None);
        (0..10).for_each(|_| ratio.add_block(3, 7));
        assert_eq!(ratio.error(1.0), Some(0.0));
    }

    #[test]
    fn merging_is_addition() {
        let (mut all, mut left, mut right) = (Ratio::default(), Ratio::default(), Ratio::default());
        for i in 0..10 {
            all.add_block(i, i + 1);
            if i % 3 == 0 { &mut left } else { &mut right }.add_block(i, i + 1);
        }
        right.merge(&left);
        assert_eq!(right, all);
    }
}
