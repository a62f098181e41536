//! How unequal worths are: their standard deviation, net of the noise of measuring them.

use crate::interval::Interval;
use crate::jackknife::squares;
use crate::student::{NORMAL_QUANTILE, bisect};
use crate::worth::Estimate;

/// The quantile of a one-sided test at 5 %.
const ONE_SIDED: f64 = 1.644_853_626_951_472_2;
const HALVINGS: u32 = 60;

/// The standard deviation of values; 0 for fewer than two. Nothing is taken off for noise.
pub fn deviation(values: &[f64]) -> f64 {
    match values.len() {
        0 | 1 => 0.0,
        count => (squares(values) / (count - 1) as f64).sqrt(),
    }
}

/// The variance between the true worths of these things, which are all there are, from measured worths with independent
/// errors.
///
/// The sum `q` of the squared distances of measured worths from their mean has the mean `(n - 1) variance + noise` and
/// the variance `2 tr + 4 Σ e² d²`, where `e` are the standard errors, `d` the distances of true worths, `noise = (1 -
/// 1/n) Σ e²` and `tr = (1 - 2/n) Σ e⁴ + (Σ e²)² / n²`. So the estimate is the variance of the measured worths minus
/// the mean squared error (Cochran 1954, Biometrics 10, 101-129; Hedges 1983, Psychol. Bull. 93, 388-395), which is
/// unbiased.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Deviation {
    /// The estimated variance; may be below 0.
    pub variance: f64,
    /// Its standard error.
    pub error: f64,
    /// The 95 % interval of the standard deviation; see [`Deviation::of`].
    pub interval: Interval,
}

impl Deviation {
    /// The ends of the interval are the standard deviations with which a `q` as large, or as small, has a probability
    /// of 2.5 % (inversion of the generalised Q statistic, as Jackson 2013, Res. Synth. Methods 4, 220-229). `q` is
    /// taken to have the gamma distribution with its mean and variance (Patnaik 1949, Biometrika 36, 202-232), with the
    /// tails of Wilson and Hilferty (1931); `Σ e² d²` to be the sum of squares times the mean of `e²`, each counted by
    /// `d² + e²`. `results/statistics/` has simulations.
    pub fn of(worths: &[Estimate]) -> Deviation {
        let count = worths.len() as f64;
        if worths.len() < 2 {
            return Deviation { variance: 0.0, error: 0.0, interval: (0.0, 0.0) };
        }
        let values: Vec<f64> = worths.iter().map(|worth| worth.value).collect();
        let noises: Vec<f64> = worths.iter().map(|worth| worth.error * worth.error).collect();
        let sum: f64 = noises.iter().sum();
        let fourth: f64 = noises.iter().map(|noise| noise * noise).sum();
        let q = squares(&values);
        let mean = values.iter().sum::<f64>() / count;
        let mixed =
            values.iter().zip(&noises).map(|(x, noise)| noise * ((x - mean) * (x - mean) + noise));
        let statistic = Statistic {
            q,
            noise: (1.0 - 1.0 / count) * sum,
            trace: (1.0 - 2.0 / count) * fourth + sum * sum / (count * count),
            error: mixed.sum::<f64>() / (q + sum).max(f64::MIN_POSITIVE),
        };
        let freedom = count - 1.0;
        let variance = (q - statistic.noise) / freedom;
        let error = statistic.variance((q - statistic.noise).max(0.0)).sqrt() / freedom;
        let ends = match sum > 0.0 {
            true => [NORMAL_QUANTILE, -NORMAL_QUANTILE].map(|at| statistic.end(at)),
            false => [q; 2],
        };
        let [low, high] = ends.map(|end| (end / freedom).sqrt());
        Deviation { variance, error, interval: (low, high) }
    }

    /// The standard deviation; 0 if the variance is estimated below 0.
    pub fn value(&self) -> f64 {
        self.variance.max(0.0).sqrt()
    }

    /// Whether it is certainly smaller than an independent one, by a one-sided test at 5 %.
    pub fn is_below(&self, other: &Deviation) -> bool {
        let error = (self.error * self.error + other.error * other.error).sqrt();
        other.variance - self.variance > ONE_SIDED * error
    }
}

struct Statistic {
    q: f64,
    noise: f64,
    trace: f64,
    /// The mean squared error, each counted by how far its worth is from the mean.
    error: f64,
}

impl Statistic {
    /// The variance of the sum of squares if the true worths have the sum `apart`.
    fn variance(&self, apart: f64) -> f64 {
        2.0 * self.trace + 4.0 * self.error * apart
    }

    /// The normal quantile at which `q` lies if the true worths have the sum of squares `apart`.
    fn place(&self, apart: f64) -> f64 {
        let mean = self.noise + apart;
        // Two ninths of the degrees of freedom, 2 mean² / variance.
        let share = self.variance(apart) / (9.0 * mean * mean);
        (libm::cbrt(self.q / mean) - (1.0 - share)) / share.sqrt()
    }

    /// The sum of squares of true worths at which `q` lies at this quantile; 0 if there is none.
    fn end(&self, quantile: f64) -> f64 {
        if self.place(0.0) <= quantile {
            return 0.0;
        }
        let mut high = self.q + self.noise;
        while self.place(high) > quantile {
            high *= 2.0;
        }
        bisect((0.0, high), HALVINGS, |apart| self.place(apart) > quantile)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draws::Draws;

    fn estimates(values: &[f64], errors: &[f64]) -> Vec<Estimate> {
        let both = values.iter().zip(errors);
        both.map(|(&value, &error)| Estimate { value, error, samples: 1000 }).collect()
    }

    #[test]
    fn noise_is_taken_off() {
        // The variance of -1, 0 and 4 is 7; the mean squared error is 2.
        let errors = [1.0, 2.0_f64.sqrt(), 3.0_f64.sqrt()];
        let found = Deviation::of(&estimates(&[-1.0, 0.0, 4.0], &errors));
        assert!((found.variance - 5.0).abs() < 1e-12, "{found:?}");
        assert!((found.value() - 5.0_f64.sqrt()).abs() < 1e-12);
        assert!(found.interval.0 < found.value() && found.value() < found.interval.1);
        let less = Deviation::of(&estimates(&[0.0, 0.1, 0.0], &[1.0; 3]));
        assert!(less.variance < 0.0 && less.value() == 0.0 && less.interval.0 == 0.0);
        let exact = Deviation::of(&estimates(&[1.0, 3.0], &[0.0; 2]));
        assert_eq!((exact.variance, exact.error), (2.0, 0.0));
        let (low, high) = exact.interval;
        assert!((low - 2.0_f64.sqrt()).abs() < 1e-12 && low == high);
        assert_eq!(Deviation::of(&estimates(&[1.0], &[0.5])).interval, (0.0, 0.0));
        assert_eq!(deviation(&[-1.0, 0.0, 4.0]), 7.0_f64.sqrt());
        assert_eq!((deviation(&[4.0]), deviation(&[])), (0.0, 0.0));
    }

    /// The estimate of the variance has no bias, and the interval of the standard deviation covers it, for two things as
    /// for many, with equal errors and with unequal ones, also where those that are far off have the largest errors.
    #[test]
    fn intervals_cover_the_truth() {
        let mut rng = Draws::new(4);
        for count in [2, 4, 14] {
            for spread in [0.0, 0.3, 1.0, 4.0] {
                for (name, largest) in [("equal", 1.0), ("the far ones", 3.0), ("others", 0.3)] {
                    let place = |thing: usize| 2.0 * thing as f64 / (count - 1) as f64 - 1.0;
                    let truth: Vec<f64> = (0..count).map(|thing| spread * place(thing)).collect();
                    // The last thing is one of the two at the ends.
                    let error = |thing| if thing + 1 == count { largest } else { 1.0 };
                    let errors: Vec<f64> = (0..count).map(error).collect();
                    let true_value = deviation(&truth);
                    let runs = 4000;
                    let (mut covered, mut sum, mut squares) = (0, 0.0, 0.0);
                    for _ in 0..runs {
                        let noisy = truth.iter().zip(&errors);
                        let values: Vec<f64> =
                            noisy.map(|(x, error)| x + error * rng.normal()).collect();
                        let found = Deviation::of(&estimates(&values, &errors));
                        let (low, high) = found.interval;
                        covered += u32::from(low <= true_value && true_value <= high);
                        sum += found.variance;
                        squares += found.variance * found.variance;
                    }
                    let mean = sum / f64::from(runs);
                    let error =
                        ((squares / f64::from(runs) - mean * mean) / f64::from(runs)).sqrt();
                    let told = format!("{count} things, {spread}, {name}");
                    let off = mean - true_value * true_value;
                    assert!(off.abs() < 4.0 * error, "{told}: {off} {error}");
                    let coverage = f64::from(covered) / f64::from(runs);
                    // If all are worth the same, only one end can miss. 0.012 are three standard deviations of 4,000 runs.
                    assert!(
                        (0.932 - 0.012..0.984 + 0.012).contains(&coverage),
                        "{told}: {coverage}"
                    );
                }
            }
        }
    }

    /// What is equally unequal is said to be better in at most 5 of 100 comparisons, what is half as unequal in most.
    #[test]
    fn less_is_seldom_found_by_chance() {
        let mut rng = Draws::new(5);
        for spread in [0.0, 1.0, 5.0] {
            let mut draw = |spread: f64| {
                let worth = |thing: i32| Estimate {
                    value: spread * f64::from(thing % 2) + rng.normal(),
                    error: 1.0,
                    samples: 1000,
                };
                Deviation::of(&(0..14).map(worth).collect::<Vec<_>>())
            };
            let (mut same, mut half) = (0, 0);
            for _ in 0..4000 {
                same += u32::from(draw(spread).is_below(&draw(spread)));
                half += u32::from(draw(spread / 2.0).is_below(&draw(spread)));
            }
            // 5 % are 200, with a standard deviation of 14.
            assert!(same <= 242, "{spread}: {same} of 4000");
            assert!(spread < 5.0 || half > 3500, "{spread}: {half} of 4000");
        }
    }
}
