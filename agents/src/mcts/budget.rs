//! When a search stops.

use std::time::{Duration, Instant};

use super::settings::Budget;

/// Most iterations of a search: the limit of the counter of a [`Node`](super::tree::Node).
const MOST: u32 = u32::MAX;

/// Iterations between two checks whether the best choice can still be overtaken.
const PORTION: u32 = 16;

/// The rest of a budget. The clock is read after every iteration, and only for a budget in time.
pub(super) enum Meter {
    Iterations(u32),
    Decisions(u64),
    Timed { start: Instant, time: Duration, done: u32 },
}

impl Meter {
    pub(super) fn new(budget: Budget) -> Meter {
        match budget {
            Budget::Iterations(iterations) => Meter::Iterations(iterations),
            Budget::Decisions(decisions) => Meter::Decisions(decisions.into()),
            Budget::Milliseconds(milliseconds) => Meter::Timed {
                start: Instant::now(),
                time: Duration::from_millis(milliseconds.into()),
                done: 0,
            },
        }
    }

    /// How many iterations to make before the next call; 0 at the end.
    pub(super) fn portion(&self) -> u32 {
        match *self {
            Meter::Iterations(left) => left.min(PORTION),
            Meter::Decisions(left) => u32::from(left > 0),
            Meter::Timed { start, time, done } => {
                u32::from(done == 0 || (done < MOST && start.elapsed() < time))
            }
        }
    }

    pub(super) fn spend(&mut self, iterations: u32, decisions: u64) {
        match self {
            Meter::Iterations(left) => *left -= iterations,
            Meter::Decisions(left) => *left = left.saturating_sub(decisions),
            Meter::Timed { done, .. } => *done += iterations,
        }
    }

    /// The most iterations that can be left, if known.
    pub(super) fn left(&self) -> Option<u32> {
        match *self {
            Meter::Iterations(left) => Some(left),
            // Every iteration makes at least one decision.
            Meter::Decisions(left) => u32::try_from(left).ok(),
            Meter::Timed { .. } => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The portions of a budget whose iterations make three decisions each.
    fn portions(mut meter: Meter) -> Vec<u32> {
        let mut portions = Vec::new();
        loop {
            match meter.portion() {
                0 => return portions,
                portion => {
                    meter.spend(portion, 3 * u64::from(portion));
                    portions.push(portion);
                }
            }
        }
    }

    #[test]
    fn iterations_are_spent_to_the_last() {
        assert_eq!(portions(Meter::new(Budget::Iterations(37))), [16, 16, 5]);
        let meter = Meter::new(Budget::Iterations(37));
        assert_eq!(meter.left(), Some(37));
    }

    #[test]
    fn decisions_are_spent_until_they_are_reached() {
        assert_eq!(portions(Meter::new(Budget::Decisions(7))), [1, 1, 1]);
        assert_eq!(portions(Meter::new(Budget::Decisions(1))), [1]);
        assert_eq!(portions(Meter::new(Budget::Decisions(9))), [1, 1, 1]);
    }

    #[test]
    fn time_is_spent_one_by_one_and_at_least_one() {
        let start = Instant::now();
        assert!(portions(Meter::new(Budget::Milliseconds(20))).iter().all(|&n| n == 1));
        assert!(start.elapsed() >= Duration::from_millis(20));
        let over = Meter::Timed { start, time: Duration::ZERO, done: 0 };
        assert_eq!(portions(over), [1]);
    }

    #[test]
    fn counters_do_not_overflow() {
        let time = Duration::from_secs(3600);
        let full = Meter::Timed { start: Instant::now(), time, done: MOST - 2 };
        assert_eq!(portions(full), [1, 1]);
    }
}
