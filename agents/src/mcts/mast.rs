//! How good an action was in a search, in any position.

use std::hash::{Hash, Hasher};

use drakkar_engine::seat::{MAX_SEATS, Seat};
use rustc_hash::FxHasher;

/// Averages for each seat; actions with the same hash share one.
const SLOTS: usize = 1 << 12;

/// Move-average sampling, see [`Rollout::Mast`](super::settings::Rollout::Mast).
#[derive(Clone, Debug, Default)]
pub(super) struct Mast {
    /// Sum of values and their number, by seat and slot; empty if not used.
    averages: Vec<(f64, u32)>,
    played: Vec<usize>,
}

fn slot<A: Hash>(seat: Seat, action: &A) -> usize {
    let mut hasher = FxHasher::default();
    action.hash(&mut hasher);
    seat.index() * SLOTS + (hasher.finish() >> 32) as usize % SLOTS
}

impl Mast {
    pub(super) fn start(&mut self) {
        self.averages.clear();
        self.averages.resize(MAX_SEATS * SLOTS, (0.0, 0));
        self.played.clear();
    }

    pub(super) fn play<A: Hash>(&mut self, seat: Seat, action: &A) {
        self.played.push(slot(seat, action));
    }

    pub(super) fn credit(&mut self, value: impl Fn(Seat) -> f64) {
        for slot in self.played.drain(..) {
            let (sum, count) = &mut self.averages[slot];
            *sum += value(Seat::new(slot / SLOTS));
            *count += 1;
        }
    }

    /// Mean value of `action` to `seat`; 1, the highest, for one that was not played yet.
    pub(super) fn mean<A: Hash>(&self, seat: Seat, action: &A) -> f64 {
        match self.averages[slot(seat, action)] {
            (_, 0) => 1.0,
            (sum, count) => sum / f64::from(count),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn averages_are_kept_for_each_seat_and_action() {
        let mut mast = Mast::default();
        mast.start();
        let [one, two] = [0, 1].map(Seat::new);
        for (value, action) in [(1.0, "a"), (0.5, "a"), (0.25, "b")] {
            mast.play(one, &action);
            mast.play(two, &action);
            mast.credit(|seat| if seat == one { value } else { 1.0 - value });
        }
        assert_eq!([mast.mean(one, &"a"), mast.mean(two, &"a")], [0.75, 0.25]);
        assert_eq!([mast.mean(one, &"b"), mast.mean(two, &"b")], [0.25, 0.75]);
        assert_eq!(mast.mean(one, &"c"), 1.0);
        mast.start();
        assert_eq!(mast.mean(one, &"a"), 1.0);
    }
}
