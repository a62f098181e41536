//! The random numbers of resamples.

use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng as _, SeedableRng};

/// A generator that gives the same numbers on every machine: SplitMix64 (Steele, Lea, Flood 2014).
#[derive(Clone, Debug)]
pub(crate) struct Draws(SplitMix64);

impl Draws {
    /// It starts at the seed's finalised value: otherwise the sequences of seeds one increment apart would overlap.
    pub(crate) fn new(seed: u64) -> Draws {
        let start = SplitMix64::seed_from_u64(seed.wrapping_sub(0x9E37_79B9_7F4A_7C15)).next_u64();
        Draws(SplitMix64::seed_from_u64(start))
    }

    pub(crate) fn word(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// From 0 to `bound - 1`, evenly up to `bound / 2^64` (multiply-shift, Lemire 2019).
    pub(crate) fn below(&mut self, bound: u32) -> u32 {
        ((u128::from(self.word()) * u128::from(bound)) >> 64) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Draws {
        /// Nearly normal, with mean 0 and variance 1: of 48 uniform words.
        pub(crate) fn normal(&mut self) -> f64 {
            let sum: u32 = (0..48).map(|_| self.below(1 << 20)).sum();
            (f64::from(sum) / f64::from(1 << 20) - 24.0) / 2.0
        }
    }

    /// Intervals of published ratings can be reproduced only as long as these stay the same.
    #[test]
    fn first_draws_are_pinned() {
        let mut draws = Draws::new(7);
        assert_eq!([draws.word(), draws.word()], [9672475392221035855, 5573481420429128725]);
        assert_eq!(draws.below(200), 188);
    }
}
