//! Errors of figures that are no ratio of sums: by leaving out one block after the other.

use crate::interval::{FEWEST_SAMPLES, Interval, around};
use crate::student::t_quantile;

/// A figure and its 95 % interval, which is missing with fewer than [`FEWEST_SAMPLES`] blocks.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct IntervalEstimate {
    /// The figure of all blocks.
    pub value: f64,
    /// Its interval.
    pub interval: Option<Interval>,
}

impl IntervalEstimate {
    /// The interval of a sum of squared effects from the linear one; `error` is its standard error if all effects are
    /// 0, `√2 σ²` of one effect with the error `σ`. The lower end combines both errors; the upper one is that of `(|e|
    /// + t σ)² - σ²`, by `(t² + 1) σ²` further up.
    pub(crate) fn of_squares(self, error: f64, samples: usize) -> IntervalEstimate {
        let t = t_quantile(samples as i128 - 1);
        let ends = |(low, high): Interval| {
            let (reach, own) = ((high - low) / 2.0, t * error);
            let more = (t * t + 1.0) * error * std::f64::consts::FRAC_1_SQRT_2;
            (self.value - (reach * reach + own * own).sqrt(), high + more)
        };
        IntervalEstimate { interval: self.interval.map(ends), ..self }
    }

    /// The same with at least this error.
    pub(crate) fn with_least_error(self, error: f64, samples: usize) -> IntervalEstimate {
        let least = t_quantile(samples as i128 - 1) * error;
        let ends = |(low, high): Interval| {
            let reach = least.max((high - low) / 2.0);
            (self.value - reach, self.value + reach)
        };
        IntervalEstimate { interval: self.interval.map(ends), ..self }
    }
}

/// Figures of all `blocks`, `of(None)`, with `value ± t · error`, where `error² = (B - 1) / B · Σ (x - mean x)²` over
/// the figures `x` that lack one block, `of(Some(block))` (J. W. Tukey, *Ann. Math. Statist.* 29, 1958). A figure that
/// is missing once is missing.
pub fn jackknife<const N: usize>(
    blocks: usize,
    of: impl Fn(Option<usize>) -> [Option<f64>; N],
) -> [Option<IntervalEstimate>; N] {
    let whole = of(None);
    let rest: Vec<[Option<f64>; N]> = (0..blocks).map(|block| of(Some(block))).collect();
    std::array::from_fn(|figure| {
        let value = whole[figure]?;
        let without: Option<Vec<f64>> = rest.iter().map(|figures| figures[figure]).collect();
        let few = (blocks as i128) < FEWEST_SAMPLES;
        let interval = without.filter(|_| !few).map(|without| {
            let count = blocks as f64;
            around(value, ((count - 1.0) / count * squares(&without)).sqrt(), blocks as i128)
        });
        Some(IntervalEstimate { value, interval })
    })
}

/// The sum of the squared distances of values from their mean.
pub(crate) fn squares(values: &[f64]) -> f64 {
    let mean = values.iter().sum::<f64>() / values.len() as f64;
    values.iter().map(|value| (value - mean) * (value - mean)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ratio::Ratio;

    /// For a mean it is the usual standard error.
    #[test]
    fn of_a_mean_it_is_the_standard_error() {
        let numbers: Vec<i64> = (0..40).map(|i| i * i % 17).collect();
        let mean = |without: Option<usize>| {
            let kept = numbers.iter().enumerate().filter(|(i, _)| Some(*i) != without);
            let (sum, count) = kept.fold((0, 0), |(sum, count), (_, n)| (sum + n, count + 1));
            [Some(sum as f64 / f64::from(count)), None]
        };
        let [found, none] = jackknife(numbers.len(), mean);
        let mut ratio = Ratio::default();
        numbers.iter().for_each(|&n| ratio.add_block(n, 1));
        let expected = crate::interval::of_ratio(&ratio, 1.0).unwrap();
        let (low, high) = found.unwrap().interval.unwrap();
        assert!((low - expected.0).abs() < 1e-12 && (high - expected.1).abs() < 1e-12);
        assert_eq!(none, None);
    }

    #[test]
    fn few_blocks_have_no_interval() {
        let [found] = jackknife(9, |_| [Some(1.0)]);
        assert_eq!(found.unwrap().interval, None);
        let [found] = jackknife(10, |_| [Some(1.0)]);
        assert_eq!(found.unwrap().interval, Some((1.0, 1.0)));
    }
}
