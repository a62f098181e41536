//! Sequential probability ratio tests (SPRT) on the score of a block: Wald's (1945) with a generalised likelihood
//! ratio, for which the observed distribution of scores is refitted under each of the two means (Van den Bergh, *A
//! practical introduction to the GSPRT*, and *The MLE of a discrete distribution with given expectation value*;
//! Owen, *Empirical Likelihood*, 2001, section 2.9). For two seats and blocks of two games it is the pentanomial
//! test of chess engines. Only functions of `libm` are used.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// No verdict before this many blocks: with fewer, the shape of the distribution is unknown.
pub const LEAST_BLOCKS: u64 = 16;

/// Count of a score of the grid that was not seen, as in the tests of chess engines.
const UNSEEN: f64 = 1e-3;

/// How often each block score was seen; written as a list of pairs by rising score.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(into = "Vec<(i64, u64)>", try_from = "Vec<(i64, u64)>")]
pub struct BlockScores(BTreeMap<i64, u64>);

/// A list of pairs that is not a written form of [`BlockScores`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("block scores: entry {0} has count 0, is not above the one before, or exceeds 2^64 in all")]
pub struct ScoresError(
    /// Which entry, from 0.
    pub usize,
);

sums!(BlockScores { 0 });

impl From<BlockScores> for Vec<(i64, u64)> {
    fn from(scores: BlockScores) -> Vec<(i64, u64)> {
        scores.0.into_iter().collect()
    }
}

impl TryFrom<Vec<(i64, u64)>> for BlockScores {
    type Error = ScoresError;

    fn try_from(pairs: Vec<(i64, u64)>) -> Result<BlockScores, ScoresError> {
        let (mut all, mut before) = (0_u64, None);
        for (index, &(score, count)) in pairs.iter().enumerate() {
            let rising = count > 0 && before.is_none_or(|before| before < score);
            let sum = all.checked_add(count).filter(|_| rising);
            (all, before) = (sum.ok_or(ScoresError(index))?, Some(score));
        }
        Ok(BlockScores(pairs.into_iter().collect()))
    }
}

impl BlockScores {
    /// Adds one block.
    pub fn add(&mut self, score: i64) {
        *self.0.entry(score).or_default() += 1;
    }

    /// How many blocks were added.
    pub fn blocks(&self) -> u64 {
        self.0.values().sum()
    }

    /// Mean score of a block; `None` without blocks.
    pub fn mean(&self) -> Option<f64> {
        let sum: i128 = self.0.iter().map(|(&s, &count)| i128::from(s) * i128::from(count)).sum();
        let blocks = self.blocks();
        (blocks > 0).then(|| sum as f64 / blocks as f64)
    }

    /// Variance of the score of a block, estimated without bias; `None` below two blocks.
    pub fn variance(&self) -> Option<f64> {
        let (mean, blocks) = (self.mean()?, self.blocks());
        let apart = |(&score, &count): (&i64, &u64)| {
            let apart = score as f64 - mean;
            count as f64 * apart * apart
        };
        let squares: f64 = self.0.iter().map(apart).sum();
        (blocks > 1).then(|| squares / (blocks - 1) as f64)
    }
}

/// Scores that a block can have. Each that was not seen yet counts as a thousandth of a block, so that any mean between
/// the ends can be fitted; so there should be at most some hundreds of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Grid {
    /// Least score of a block.
    pub lowest: i64,
    /// Greatest score of a block.
    pub highest: i64,
    /// Distance of neighbouring scores; below 1 there are none but the ends.
    pub step: i64,
}

impl Grid {
    fn points(self) -> impl Iterator<Item = i64> {
        let step = if self.step > 0 { self.step } else { i64::MAX };
        let inner = std::iter::successors(Some(self.lowest), move |point| point.checked_add(step));
        inner.take_while(move |&point| point < self.highest).chain([self.highest])
    }
}

/// The decision of a test at one look.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Decision {
    /// Continue playing.
    Continue,
    /// Stop: the mean is [`SequentialTest::mean0`] rather than `mean1`.
    Lower,
    /// Stop: the mean is [`SequentialTest::mean1`] rather than `mean0`.
    Upper,
}

/// Tests whether the mean block score is `mean0` or `mean1`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SequentialTest {
    /// The lower mean, in the unit of the scores.
    pub mean0: f64,
    /// The upper mean; must be above `mean0`.
    pub mean1: f64,
    /// Allowed probability of [`Decision::Upper`] if the mean is `mean0`; above 0, below 0.5.
    pub alpha: f64,
    /// Allowed probability of [`Decision::Lower`] if the mean is `mean1`; above 0, below 0.5.
    pub beta: f64,
    /// Scores that a block can have.
    pub grid: Grid,
}

impl SequentialTest {
    /// Logarithm of the generalised likelihood ratio of `mean1` to `mean0`. It is infinite if one mean is at or beyond
    /// the ends of grid and scores; if both are, the one nearer to the observed mean counts as right.
    pub fn llr(&self, scores: &BlockScores) -> f64 {
        let Some(mean) = scores.mean() else { return 0.0 };
        let points = self.regularised(scores);
        let (fit0, fit1) = (fit(&points, self.mean0), fit(&points, self.mean1));
        match (fit0.is_finite(), fit1.is_finite()) {
            (true, true) => fit1 - fit0,
            (true, false) => f64::NEG_INFINITY,
            (false, true) => f64::INFINITY,
            (false, false) if mean - self.mean0 > self.mean1 - mean => f64::INFINITY,
            (false, false) => f64::NEG_INFINITY,
        }
    }

    /// Wald's bounds `ln(beta / (1 - alpha))` and `ln((1 - beta) / alpha)` (1945, section 3.2).
    pub fn bounds(&self) -> (f64, f64) {
        let SequentialTest { alpha, beta, .. } = self;
        (libm::log(beta / (1.0 - alpha)), libm::log((1.0 - beta) / alpha))
    }

    /// The decision after `scores` have been seen; never a verdict before [`LEAST_BLOCKS`].
    pub fn decide(&self, scores: &BlockScores) -> Decision {
        if scores.blocks() < LEAST_BLOCKS {
            return Decision::Continue;
        }
        let (lower, upper) = self.bounds();
        match self.llr(scores) {
            llr if llr >= upper => Decision::Upper,
            llr if llr <= lower => Decision::Lower,
            _ => Decision::Continue,
        }
    }

    /// How many blocks the test plays on average with this mean and variance, above 0, of block scores: Wald's
    /// approximation (1945, sections 3.4 and 4.1), with the drift `½ ln((s² + (m - m0)²) / (s² + (m - m1)²))` of the
    /// ratio (Van den Bergh) and a spread by its slope.
    pub fn expected_blocks(&self, mean: f64, variance: f64) -> f64 {
        let [apart0, apart1] = [mean - self.mean0, mean - self.mean1];
        let [around0, around1] = [apart0, apart1].map(|apart| variance + apart * apart);
        let drift = 0.5 * libm::log(around0 / around1);
        let slope = apart0 / around0 - apart1 / around1;
        let spread = slope * slope * variance;
        let (lower, upper) = self.bounds();
        // exp(rate * ratio) has the mean 1 at every look.
        let rate = -2.0 * drift / spread;
        let blocks = if (rate * (upper - lower)).abs() < 1e-4 {
            -lower * upper / spread
        } else {
            let is_upper = if rate < 0.0 {
                (libm::exp(-rate * lower) - 1.0) / (libm::exp(rate * (upper - lower)) - 1.0)
            } else {
                (1.0 - libm::exp(rate * lower))
                    / (libm::exp(rate * upper) - libm::exp(rate * lower))
            };
            (upper * is_upper + lower * (1.0 - is_upper)) / drift
        };
        blocks.max(LEAST_BLOCKS as f64)
    }

    fn regularised(&self, scores: &BlockScores) -> Vec<(f64, f64)> {
        let unseen = self.grid.points().map(|point| (point, UNSEEN));
        let seen = scores.0.iter().map(|(&score, &count)| (score, count as f64));
        let points: BTreeMap<i64, f64> = unseen.chain(seen).collect();
        points.into_iter().map(|(score, count)| (score as f64, count)).collect()
    }
}

/// Most steps of the search in [`fit`]; halving alone needs some sixty for each power of two thousand.
const STEPS: usize = 300;

/// Logarithm of the largest likelihood of `points`, rising scores with their counts, under any distribution on these
/// scores with this mean, minus that of the observed one. With `N = Σ n`, its probabilities are `n / N / (1 + x (score
/// - mean))`, where `x` is the root of the falling `Σ n (score - mean) / (1 + x (score - mean))`; as none is above 1,
/// no denominator is below `n / N`.
fn fit(points: &[(f64, f64)], mean: f64) -> f64 {
    let (Some(&(lowest, n_lowest)), Some(&(highest, n_highest))) = (points.first(), points.last())
    else {
        return 0.0;
    };
    if mean == lowest && mean == highest {
        return 0.0;
    }
    // Written this way round so that a NaN mean does not pass.
    if !(mean > lowest && mean < highest) {
        return f64::NEG_INFINITY;
    }
    let total: f64 = points.iter().map(|point| point.1).sum();
    let mut low = (n_highest / total - 1.0) / (highest - mean);
    let mut high = (n_lowest / total - 1.0) / (lowest - mean);
    let mut x = 0.0;
    for _ in 0..STEPS {
        let (mut value, mut fall) = (0.0, 0.0);
        for &(score, n) in points {
            let d = score - mean;
            let part = d / (1.0 + x * d).max(n / total);
            value += n * part;
            fall += n * part * part;
        }
        *(if value > 0.0 { &mut low } else { &mut high }) = x;
        // Newton's step, or the middle of the bracket if that leads outside.
        let newton = x + value / fall;
        let next = if low <= newton && newton <= high { newton } else { low + (high - low) / 2.0 };
        let step = (next - x).abs();
        x = next;
        if step <= 1e-15 * x.abs() {
            break;
        }
    }
    let loss = |&(score, n): &(f64, f64)| {
        let (change, least) = (x * (score - mean), n / total);
        n * if 1.0 + change > least { libm::log1p(change) } else { libm::log(least) }
    };
    -points.iter().map(loss).sum::<f64>()
}

/// Win share of one agent that is `elo` stronger than each of `players - 1` equal others:
/// `r / (r + players - 1)` with `r = 10^(elo / 400)` (the choice model of Bradley, Terry and Luce).
pub fn share_of_elo(elo: f64, players: usize) -> f64 {
    let others = players.saturating_sub(1) as f64;
    1.0 / (1.0 + others / libm::pow(10.0, elo / 400.0))
}

/// Inverse of [`share_of_elo`]: infinite for shares 0 and 1, NaN outside.
pub fn elo_of_share(share: f64, players: usize) -> f64 {
    let others = players.saturating_sub(1) as f64;
    400.0 * libm::log10(share * others / (1.0 - share))
}

#[cfg(test)]
mod tests;
