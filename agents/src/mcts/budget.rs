//! When a search stops.

use std::time::{Duration, Instant};

use drakkar_engine::outcome::WHOLE_WIN;

use super::settings::Budget;

/// Most iterations of a search: what the sum of win shares in a [`Node`](super::tree::Node) can hold.
const MOST: u32 = u32::MAX / WHOLE_WIN;

/// The portions of iterations in which a budget is spent, at least one of at least one iteration.
/// The clock is read between portions, and not at all for a budget in iterations.
pub(super) enum Portions {
    /// All at once; 0 behind that.
    Iterations(u32),
    /// One by one.
    Timed {
        /// When the search began.
        start: Instant,
        /// How long it may take.
        time: Duration,
        /// Iterations until now.
        done: u32,
    },
}

impl Portions {
    /// A search begins.
    pub(super) fn new(budget: Budget) -> Portions {
        match budget {
            Budget::Iterations(iterations) => Portions::Iterations(iterations),
            Budget::Milliseconds(milliseconds) => Portions::Timed {
                start: Instant::now(),
                time: Duration::from_millis(milliseconds.into()),
                done: 0,
            },
        }
    }
}

impl Iterator for Portions {
    type Item = u32;

    fn next(&mut self) -> Option<u32> {
        match self {
            Portions::Iterations(left) => Some(std::mem::take(left)).filter(|&left| left > 0),
            Portions::Timed { start, time, done } => {
                let goes_on = *done == 0 || (*done < MOST && start.elapsed() < *time);
                *done += u32::from(goes_on);
                goes_on.then_some(1)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn iterations_are_spent_at_once() {
        assert_eq!(Portions::new(Budget::Iterations(7)).collect::<Vec<_>>(), [7]);
    }

    #[test]
    fn time_is_spent_one_by_one_and_at_least_one() {
        let start = Instant::now();
        assert!(Portions::new(Budget::Milliseconds(20)).all(|portion| portion == 1));
        assert!(start.elapsed() >= Duration::from_millis(20));
        let over = Portions::Timed { start, time: Duration::ZERO, done: 0 };
        assert_eq!(over.count(), 1);
    }

    #[test]
    fn counters_do_not_overflow() {
        let time = Duration::from_secs(3600);
        let full = Portions::Timed { start: Instant::now(), time, done: MOST - 2 };
        assert_eq!(full.count(), 2);
        assert!(MOST.checked_mul(WHOLE_WIN).is_some());
    }
}
