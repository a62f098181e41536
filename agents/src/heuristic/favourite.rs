//! The best of several items, found one after the other.

use drakkar_engine::seed::Rng;

/// The highest value so far and how many had it.
pub(super) struct Favourite {
    pub(super) value: f64,
    equal: u32,
}

impl Favourite {
    pub(super) const NONE: Favourite = Favourite { value: f64::NEG_INFINITY, equal: 0 };

    /// Whether an item with this value replaces the one kept so far.
    #[inline(always)]
    pub(super) fn takes(&mut self, value: f64, below: impl FnOnce(u32) -> u32) -> bool {
        if value > self.value {
            (self.value, self.equal) = (value, 1);
            true
        } else if value == self.value {
            // The n-th of n equal items replaces the kept one with probability 1/n.
            self.equal += 1;
            below(self.equal) == 0
        } else {
            false
        }
    }
}

/// The action with the highest value; those with exactly the same value are equally likely.
#[inline(always)]
pub(crate) fn best_by<A: Copy>(actions: &[A], rng: &mut Rng, mut value: impl FnMut(A) -> f64) -> A {
    let (mut best, mut favourite) = (actions[0], Favourite::NONE);
    for &action in actions {
        if favourite.takes(value(action), |number| rng.below(number)) {
            best = action;
        }
    }
    best
}
