//! What judges have found out, for as long as it is asked again: it outlives a decision.

use std::hash::{Hash, Hasher};
use std::sync::atomic::{AtomicU64, Ordering};

use rustc_hash::FxHasher;

/// Answers to the latest questions. Each has one place, which the next one there takes over. A question holds all that
/// its answer depends on, so that nobody can tell whether it was remembered.
pub(super) struct Memo<Q, A> {
    places: Vec<Option<(Q, A)>>,
}

impl<Q: Copy + Eq + Hash, A: Copy> Memo<Q, A> {
    /// With 2 to the power of `bits` places.
    pub(super) fn new(bits: u32) -> Memo<Q, A> {
        Memo { places: vec![None; 1 << bits] }
    }

    #[inline(always)]
    pub(super) fn answer(&mut self, question: Q, find: impl FnOnce() -> A) -> A {
        let mut hasher = const { FxHasher::default() };
        question.hash(&mut hasher);
        let place = hasher.finish() as usize & (self.places.len() - 1);
        match &mut self.places[place] {
            Some((known, answer)) if *known == question => *answer,
            place => {
                let answer = find();
                *place = Some((question, answer));
                answer
            }
        }
    }
}

/// A number that no other judge of this process has, as part of what its answers depend on, with its weights and its
/// one game; copies may share it.
pub(super) fn number() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    NEXT.fetch_add(1, Ordering::Relaxed)
}
