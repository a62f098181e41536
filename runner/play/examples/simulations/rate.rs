//! A share of repetitions, with its interval.

use drakkar_stats::interval;
use drakkar_stats::ratio::Ratio;

/// In how many of the repetitions something happened; all figures in per cent, to two digits.
#[derive(Clone, Copy, Debug)]
pub struct Rate(Ratio);

impl Rate {
    /// `count` of `repetitions`, which are independent: each is a block of its own.
    pub fn new(count: u64, repetitions: u64) -> Rate {
        let (n, d) = (i128::from(count), i128::from(repetitions));
        Rate(Ratio { blocks: d, n, d, nn: n, nd: n, dd: d, ..Ratio::default() })
    }

    /// The rate itself.
    pub fn value(&self) -> f64 {
        rounded(self.0.value(1.0).unwrap_or(f64::NAN))
    }

    /// Lower end of its 95 % interval.
    pub fn low(&self) -> f64 {
        rounded(interval::of_share(&self.0, 1.0).map_or(0.0, |(low, _)| low))
    }

    /// Upper end of its 95 % interval.
    pub fn high(&self) -> f64 {
        rounded(interval::of_share(&self.0, 1.0).map_or(1.0, |(_, high)| high))
    }
}

fn rounded(share: f64) -> f64 {
    (share * 10_000.0).round() / 100.0
}
