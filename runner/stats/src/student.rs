//! Student's t and the normal distribution; functions of `libm` give the same bits on every machine.

// No crate is used because `statrs` takes logarithms and powers from the platform, so that the last
// digits of a figure would depend on the machine. The quantile of 95 % intervals is not the inverse
// of `tails` because the two differ by up to 0.2 % at three degrees of freedom, and intervals
// published with either must be reproducible. A test checks that they agree.

use std::f64::consts::{FRAC_1_SQRT_2, FRAC_2_PI};

/// Upper 2.5 % point of the standard normal distribution, for 95 % intervals.
pub const NORMAL_QUANTILE: f64 = 1.959_963_984_540_054;

/// Upper 2.5 % point of Student's t: exact for 1 and 2 degrees of freedom, otherwise the expansion in powers of `1 /
/// freedom` (Abramowitz and Stegun 1964, 26.7.5), off by less than 0.2 % at 3 and 0.01 % from 6 on.
pub fn t_quantile(freedom: i128) -> f64 {
    match freedom {
        ..=1 => 12.706_204_736_432_1,
        2 => 4.302_652_729_696_142,
        _ => {
            let (v, z) = (freedom as f64, NORMAL_QUANTILE);
            let z2 = z * z;
            let g1 = (z2 + 1.0) / 4.0;
            let g2 = ((5.0 * z2 + 16.0) * z2 + 3.0) / 96.0;
            let g3 = (((3.0 * z2 + 19.0) * z2 + 17.0) * z2 - 15.0) / 384.0;
            let g4 = ((((79.0 * z2 + 776.0) * z2 + 1482.0) * z2 - 1920.0) * z2 - 945.0) / 92160.0;
            z * (1.0 + (g1 + (g2 + (g3 + g4 / v) / v) / v) / v)
        }
    }
}

/// Probability that Student's t is beyond `-t` or `t`, at least 0. Up to four degrees of freedom in closed form
/// (Abramowitz and Stegun 1964, 26.7.3 and 26.7.4), beyond that by a normalising transformation (Hill 1970, *Algorithm
/// 395*, CACM 13, 617-619) with a relative error of 0.3 % at five degrees and p = 10^-6.
pub fn tails(t: f64, freedom: i128) -> f64 {
    match freedom {
        ..=1 => FRAC_2_PI * libm::atan2(1.0, t),
        2 => {
            let s = (t * t + 2.0).sqrt();
            2.0 / (s * (s + t))
        }
        3 => {
            let angle = libm::atan2(3.0_f64.sqrt(), t);
            // The difference of the angle and its sine: a series where the two would cancel.
            let (double, square) = (2.0 * angle, angle * angle);
            let difference = if angle < 0.01 {
                angle * square * (2.0 / 3.0 - square * (2.0 / 15.0 - square * (4.0 / 315.0)))
            } else {
                angle - libm::sin(double) / 2.0
            };
            FRAC_2_PI * difference
        }
        4 => {
            let s = (t * t + 4.0).sqrt();
            let rest = 4.0 / (s * (s + t));
            rest * rest * (2.0 + t / s) / 2.0
        }
        _ => {
            let n = freedom as f64;
            let a = n - 0.5;
            let b = 48.0 * a * a;
            let y = a * libm::log1p(t * t / n);
            let numerator = ((-0.4 * y - 3.3) * y - 24.0) * y - 85.5;
            let correction = numerator / (0.8 * y * y + 100.0 + b) + y + 3.0;
            libm::erfc(y.sqrt() * (1.0 + correction / b) * FRAC_1_SQRT_2)
        }
    }
}

/// The distance from 0 that Student's t with `samples - 1` degrees of freedom exceeds with probability `risk`, by
/// bisection; at most 10^6.
pub fn critical(risk: f64, samples: i128) -> f64 {
    debug_assert!(risk > 0.0 && risk < 1.0);
    bisect((0.0, 1e6), 80, |t| tails(t, (samples - 1).max(1)) > risk)
}

/// The upper end of a bracket after so many halvings; `is_low` says of a number whether what is sought is above it.
pub(crate) fn bisect(
    (mut low, mut high): (f64, f64),
    halvings: u32,
    is_low: impl Fn(f64) -> bool,
) -> f64 {
    for _ in 0..halvings {
        let middle = (low + high) / 2.0;
        *(if is_low(middle) { &mut low } else { &mut high }) = middle;
    }
    high
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_of_student_match_the_tables() {
        for (freedom, table, within) in [
            (1, 12.7062, 1e-5),
            (2, 4.30265, 1e-5),
            (3, 3.18245, 2e-3),
            (4, 2.77645, 6e-4),
            (6, 2.44691, 1e-4),
            (10, 2.22814, 1e-5),
            (30, 2.04227, 1e-5),
            (1_000_000, 1.95997, 1e-5),
        ] {
            assert!((t_quantile(freedom) / table - 1.0).abs() < within, "{freedom}");
        }
    }

    #[test]
    fn critical_values_are_those_of_the_tables() {
        for (risk, samples, table) in [
            (0.05, 11, 2.22814),
            (0.05, 31, 2.04227),
            (0.01, 31, 2.75000),
            (0.05, 1_000_000_000, 1.95996),
            (0.001, 1_000_000_000, 3.29053),
            (0.05 / 14.0, 1_000_000_000, 2.91373),
        ] {
            assert!((critical(risk, samples) - table).abs() < 2e-4, "{risk} {samples}");
        }
    }

    #[test]
    fn far_out_the_error_stays_below_one_per_cent() {
        // scipy.stats.t.isf(5e-7, freedom) of SciPy 1.17.1: where the two tails hold 10^-6.
        for (freedom, t) in
            [(5, 28.478473463), (6, 20.047856111), (8, 13.257135102), (20, 6.927031381)]
        {
            let p = tails(t, freedom);
            assert!((p * 1e6 - 1.0).abs() < 1e-2, "{freedom}: {p}");
        }
    }

    /// The probability beyond the expansion's value is 5 %, within its documented errors.
    #[test]
    fn quantile_and_tails_are_of_one_distribution() {
        for freedom in 1..1000 {
            let within = match freedom {
                1 | 2 => 1e-10,
                3..6 => 5e-3,
                _ => 5e-4,
            };
            let risk = tails(t_quantile(freedom), freedom);
            assert!((risk / 0.05 - 1.0).abs() < within, "{freedom}: {risk}");
        }
        assert!((critical(0.05, 1 << 60) - NORMAL_QUANTILE).abs() < 1e-9);
        assert!((t_quantile(1 << 60) - NORMAL_QUANTILE).abs() < 1e-12);
    }
}
