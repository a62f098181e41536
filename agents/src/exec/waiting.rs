//! Who waits for the answer of a program, and since when.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

static WAITING: Mutex<Vec<Instant>> = Mutex::new(Vec::new());

pub(super) struct Waiting(Instant);

pub(super) fn begin() -> Waiting {
    let now = Instant::now();
    WAITING.lock().unwrap_or_else(PoisonError::into_inner).push(now);
    Waiting(now)
}

impl Drop for Waiting {
    fn drop(&mut self) {
        let mut waiting = WAITING.lock().unwrap_or_else(PoisonError::into_inner);
        // Of waits that began at the same moment, any will do.
        if let Some(at) = waiting.iter().position(|begun| *begun == self.0) {
            waiting.swap_remove(at);
        }
    }
}

/// How long a program has been asked without an answer; the longest such time, and none if no program is asked.
pub fn longest() -> Option<Duration> {
    let waiting = WAITING.lock().unwrap_or_else(PoisonError::into_inner);
    waiting.iter().min().map(Instant::elapsed)
}
