//! How long agents think: outside of every hash, since it is never the same twice.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::{Deserialize, Serialize};

/// The thinking of every agent, by number.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Timing(pub Vec<Thinking>);

/// The thinking of one agent in the games that were timed.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Thinking {
    /// Decisions.
    pub decisions: u64,
    /// Their time in nanoseconds.
    pub nanoseconds: u64,
    /// Iterations of its searches.
    pub iterations: u64,
    /// Decisions by time, see [`bucket`].
    buckets: BTreeMap<u32, u64>,
}

/// Buckets for a doubling of time.
const STEPS: u32 = 16;

/// The bucket of a time: every doubling is cut into 16 equal parts, so that a bucket is at most 6 %
/// wide.
fn bucket(nanoseconds: u64) -> u32 {
    let top = nanoseconds.max(1).ilog2();
    if top < STEPS.ilog2() {
        return nanoseconds as u32;
    }
    let shift = top - STEPS.ilog2();
    (shift + 1) * STEPS + (nanoseconds >> shift) as u32 % STEPS
}

/// The middle of a bucket in nanoseconds.
fn middle(bucket: u32) -> f64 {
    if bucket < STEPS {
        return f64::from(bucket);
    }
    let (shift, step) = (bucket / STEPS - 1, bucket % STEPS);
    (f64::from(STEPS + step) + 0.5) * (1u64 << shift.min(63)) as f64
}

impl Timing {
    /// Nothing timed yet, of `agents` agents.
    pub fn new(agents: usize) -> Timing {
        Timing(vec![Thinking::default(); agents])
    }

    /// Adds the decisions of `other`.
    pub fn merge(&mut self, other: &Timing) {
        for (sum, term) in self.0.iter_mut().zip(&other.0) {
            // A clock that is wrong must not end a run.
            sum.decisions = sum.decisions.saturating_add(term.decisions);
            sum.nanoseconds = sum.nanoseconds.saturating_add(term.nanoseconds);
            sum.iterations = sum.iterations.saturating_add(term.iterations);
            for (&bucket, &count) in &term.buckets {
                let sum = sum.buckets.entry(bucket).or_default();
                *sum = sum.saturating_add(count);
            }
        }
    }
}

impl Thinking {
    /// Adds a decision.
    pub fn add(&mut self, time: Duration) {
        let nanoseconds = u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
        self.decisions += 1;
        self.nanoseconds = self.nanoseconds.saturating_add(nanoseconds);
        *self.buckets.entry(bucket(nanoseconds)).or_default() += 1;
    }

    /// Mean time of a decision in seconds; `None` without any.
    pub fn mean(&self) -> Option<f64> {
        (self.decisions > 0).then(|| self.nanoseconds as f64 * 1e-9 / self.decisions as f64)
    }

    /// The time in seconds that `share` of the decisions do not exceed, within 3 %.
    pub fn quantile(&self, share: f64) -> Option<f64> {
        let rank = (self.decisions as f64 * share).ceil() as u64;
        let mut below = 0;
        let found = self.buckets.iter().find(|&(_, count)| {
            below += count;
            below >= rank
        });
        found.map(|(&bucket, _)| middle(bucket) * 1e-9)
    }

    /// Iterations for each second of thinking; `None` for an agent that does not search.
    pub fn iterations_per_second(&self) -> Option<f64> {
        let seconds = self.nanoseconds as f64 * 1e-9;
        (self.iterations > 0 && seconds > 0.0).then(|| self.iterations as f64 / seconds)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buckets_are_narrow_and_in_order() {
        let mut last = None;
        for exponent in 0..60 {
            for part in 0..32 {
                let time = (1u64 << exponent) + (1u64 << exponent) * part / 32;
                let bucket = bucket(time);
                assert!(last.is_none_or(|last| last <= bucket));
                last = Some(bucket);
                let off = (middle(bucket) / time as f64 - 1.0).abs();
                assert!(off < 0.07 || time < 16, "{time}: {off}");
            }
        }
        assert_eq!(bucket(0), 0);
    }

    #[test]
    fn means_and_quantiles() {
        let mut timing = Timing::new(1);
        (1..=100).for_each(|time| timing.0[0].add(Duration::from_micros(time)));
        let mut both = Timing::new(1);
        both.merge(&timing);
        both.merge(&timing);
        let thinking = &both.0[0];
        assert_eq!(thinking.decisions, 200);
        assert!((thinking.mean().unwrap() / 50.5e-6 - 1.0).abs() < 1e-9);
        assert!((thinking.quantile(0.95).unwrap() / 95e-6 - 1.0).abs() < 0.05);
        assert_eq!(thinking.iterations_per_second(), None);
        assert_eq!((Thinking::default().mean(), Thinking::default().quantile(0.5)), (None, None));
    }
}
