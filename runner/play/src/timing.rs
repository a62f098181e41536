//! How long agents think, which differs each time.

use std::time::Duration;

use hdrhistogram::Histogram;
use serde::{Deserialize, Serialize};

#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Timing(pub Vec<Thinking>);

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(try_from = "Kept", into = "Kept")]
pub struct Thinking {
    pub decisions: u64,
    pub nanoseconds: u64,
    pub iterations: u64,
    /// How many decisions took how many nanoseconds.
    times: Histogram<u64>,
}

const DIGITS: u8 = 2;
/// Longer times count as a day: a wrong clock must not end a run.
const LONGEST: u64 = 86_400_000_000_000;
/// More decisions than can be timed; a file with more of them is damaged.
const MOST: u64 = 1 << 48;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Kept {
    decisions: u64,
    nanoseconds: u64,
    iterations: u64,
    times: Vec<(u64, u64)>,
}

impl From<Thinking> for Kept {
    fn from(thinking: Thinking) -> Kept {
        let Thinking { decisions, nanoseconds, iterations, times } = thinking;
        let recorded = times.iter_recorded();
        let times =
            recorded.map(|step| (step.value_iterated_to(), step.count_at_value())).collect();
        Kept { decisions, nanoseconds, iterations, times }
    }
}

impl TryFrom<Kept> for Thinking {
    type Error = &'static str;

    fn try_from(kept: Kept) -> Result<Thinking, &'static str> {
        let Kept { decisions, nanoseconds, iterations, times } = kept;
        let mut thinking = Thinking { decisions, nanoseconds, iterations, ..Thinking::default() };
        let counts = times.iter().try_fold(0u64, |sum, &(_, count)| sum.checked_add(count));
        if counts != Some(decisions) || decisions > MOST {
            return Err("the times are not those of the decisions");
        }
        times.into_iter().for_each(|(time, count)| thinking.count(time, count));
        Ok(thinking)
    }
}

impl Default for Thinking {
    fn default() -> Thinking {
        let times = Histogram::new(DIGITS).expect("so few digits fit");
        Thinking { decisions: 0, nanoseconds: 0, iterations: 0, times }
    }
}

impl Timing {
    pub fn new(agents: usize) -> Timing {
        Timing(vec![Thinking::default(); agents])
    }

    pub fn merge(&mut self, other: &Timing) {
        for (sum, term) in self.0.iter_mut().zip(&other.0) {
            sum.decisions += term.decisions;
            sum.nanoseconds = sum.nanoseconds.saturating_add(term.nanoseconds);
            sum.iterations = sum.iterations.saturating_add(term.iterations);
            sum.times.add(&term.times).expect("it grows to what is added");
        }
    }
}

impl Thinking {
    pub fn add(&mut self, time: Duration) {
        let nanoseconds = u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
        self.decisions += 1;
        self.nanoseconds = self.nanoseconds.saturating_add(nanoseconds);
        self.count(nanoseconds, 1);
    }

    fn count(&mut self, nanoseconds: u64, decisions: u64) {
        let counted = self.times.record_n(nanoseconds.min(LONGEST), decisions);
        counted.expect("it grows to a day");
    }

    /// In seconds.
    pub fn mean(&self) -> Option<f64> {
        (self.decisions > 0).then(|| self.nanoseconds as f64 * 1e-9 / self.decisions as f64)
    }

    /// The time in seconds that `share` of the decisions do not exceed, within 1 %.
    pub fn quantile(&self, share: f64) -> Option<f64> {
        (!self.times.is_empty()).then(|| self.times.value_at_quantile(share) as f64 * 1e-9)
    }

    pub fn iterations_per_second(&self) -> Option<f64> {
        let seconds = self.nanoseconds as f64 * 1e-9;
        (self.iterations > 0 && seconds > 0.0).then(|| self.iterations as f64 / seconds)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
        assert!((thinking.quantile(0.95).unwrap() / 95e-6 - 1.0).abs() < 0.01);
        assert_eq!(thinking.iterations_per_second(), None);
        assert_eq!((Thinking::default().mean(), Thinking::default().quantile(0.5)), (None, None));
    }

    #[test]
    fn no_clock_ends_a_run() {
        let mut timing = Timing::new(1);
        for time in [Duration::ZERO, Duration::MAX] {
            timing.0[0].add(time);
        }
        timing.merge(&timing.clone());
        assert_eq!((timing.0[0].decisions, timing.0[0].nanoseconds), (4, u64::MAX));
        assert!((timing.0[0].quantile(1.0).unwrap() / 86_400.0 - 1.0).abs() < 0.01);
    }

    #[test]
    fn files_are_read_as_they_were_written() {
        let mut timing = Timing::new(2);
        for time in [3, 3, 40, 7_000_000] {
            timing.0[1].add(Duration::from_nanos(time));
        }
        let text = serde_json::to_string(&timing).unwrap();
        assert_eq!(serde_json::from_str::<Timing>(&text).unwrap(), timing);
        let empty = r#"[{"decisions":0,"nanoseconds":0,"iterations":0,"times":[]}"#;
        assert!(text.starts_with(empty), "{text}");
        // As many as there are times, and no more than possible.
        for times in ["[[1,2]]", "[[1,18446744073709551615],[2,2]]"] {
            let text = empty.replace("[]", times).replace("\"decisions\":0", "\"decisions\":1");
            assert!(serde_json::from_str::<Timing>(&(text + "]")).is_err(), "{times}");
        }
        // The form written by earlier versions.
        let old = r#"[{"decisions":1,"nanoseconds":5,"iterations":0,"buckets":{"5":1}}]"#;
        assert!(serde_json::from_str::<Timing>(old).is_err());
    }
}
