//! What ends a run before its last game.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// Ctrl-C and the deadline. Chunks that have been begun are finished, no other is begun.
#[derive(Clone, Copy, Debug)]
pub struct Stop<'a> {
    /// Becomes true with Ctrl-C.
    pub asked: &'a AtomicBool,
    /// When time is up.
    pub deadline: Option<Instant>,
}

impl Stop<'_> {
    /// Whether to stop now.
    pub fn now(&self) -> bool {
        self.asked.load(Ordering::Relaxed)
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}
