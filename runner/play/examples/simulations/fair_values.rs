//! How often the interval of a fair value (`balance --fair`) holds the true one, the error of interpolating included.

use drakkar_stats::crossing::{Point, crossing};
use drakkar_stats::worth::Estimate;

use crate::covered::{self, Figure, Row};
use crate::model::{normal, repetition};

/// Decisions at each value.
const DECISIONS: [usize; 5] = [100, 1000, 10_000, 100_000, 10_000_000];
/// The standard deviation of a decision's effect, in points.
const SPREAD: f64 = 4.0;

/// What a thing is worth at each of its values, compared with its target.
#[derive(Clone, Copy)]
pub struct Case {
    name: &'static str,
    /// The values that are tried.
    tried: &'static [f64],
    worth: fn(f64) -> f64,
    /// The value at which that is 0.
    fair: f64,
    /// The part of the variance that all values share: they are played at the same decisions, and have one target.
    common: f64,
}

const EVEN: &[f64] = &[0.0, 2.0, 4.0, 6.0, 8.0, 10.0, 12.0];
const WHOLE: &[f64] = &[0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0];

/// A worth that is straight, and three that bend, the last one the more the higher the value is; with errors of their
/// own, and with errors that are mostly shared.
pub fn cases() -> Vec<Case> {
    let kinds = [0.0, 0.8].into_iter().flat_map(|common| {
        let case = |name, tried, worth, fair| Case { name, tried, worth, fair, common };
        [
            case("straight", EVEN, |x| x - 4.7, 4.7),
            case("straight, fair at a value tried", EVEN, |x| x - 6.0, 6.0),
            case("rising faster", EVEN, |x| (x * x - 22.0) / 8.0, libm::sqrt(22.0)),
            case("rising slower", EVEN, |x| 3.0 * (libm::sqrt(x) - 2.1), 2.1 * 2.1),
            case("three values", &[2.0, 5.0, 8.0], |x| (x * x - 22.0) / 8.0, libm::sqrt(22.0)),
            case("rising from 4 on", WHOLE, |x| f64::max(x - 4.0, 0.0) - 0.6, 4.6),
        ]
    });
    kinds.collect()
}

/// Simulates one case: a row for each number of decisions.
pub fn rows(number: usize, case: &Case, repetitions: u64) -> Vec<Row> {
    let Case { name, tried, worth, fair, common } = *case;
    let figures = DECISIONS.map(|samples| Figure { name: "fair value", truth: fair, samples });
    let shared = if common > 0.0 { "shared errors" } else { "own errors" };
    covered::rows(&format!("{name}, {shared}"), &figures, repetitions, |run, counts| {
        let mut rng = repetition(number, run);
        for (counts, samples) in counts.iter_mut().zip(DECISIONS) {
            let error = SPREAD / libm::sqrt(samples as f64);
            let all = libm::sqrt(common) * normal(&mut rng);
            let point = |&at: &f64| {
                let luck = all + libm::sqrt(1.0 - common) * normal(&mut rng);
                let value = worth(at) + error * luck;
                (at, Estimate { value, error, samples: samples as i128 })
            };
            let points: Vec<Point> = tried.iter().map(point).collect();
            counts.add(crossing(&points).map(|(value, [low, high])| {
                (value, (low.unwrap_or(f64::NEG_INFINITY), high.unwrap_or(f64::INFINITY)))
            }));
        }
    })
}
