//! Plays chunks of a run on several threads so that nothing depends on how many.
//!
//! Chunks are cut into slices. Threads take slices in order; finished slices are handed on in order
//! too. A thread that would run too far ahead waits, so memory does not grow with the number of
//! games.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use crate::error::Error;
use drakkar_play::cut::Cut;
use drakkar_play::door::Worker;
use drakkar_play::slice::Slice;

/// Receives finished slices in order.
pub trait Collector: Send {
    /// The next slice of chunk number `chunk`; `last` says that it completes the chunk.
    ///
    /// # Errors
    /// If it cannot be kept, for example because the disk is full; the run then stops.
    fn slice(&mut self, chunk: u64, slice: Slice, last: bool) -> Result<(), Error>;

    /// Whether a chunk that has not been begun is not needed any more.
    fn spares(&self, _chunk: u64) -> bool {
        false
    }
}

/// How far the chunks have come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// Chunks played.
    pub played: u64,
    /// Chunks that are still to be played.
    pub left: u64,
}

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

/// Slices that a thread may be ahead of the first unfinished one, for each thread.
const AHEAD: u64 = 4;

/// Gives every thread a worker of its own.
pub type Hire<'a> = dyn Fn() -> Box<dyn Worker + 'a> + Sync + 'a;

/// Plays the given chunks with workers that `hire` gives, and hands them to `collector` in order, slice by
/// slice, but for those that it spares. When it is time to `stop`, chunks that have been begun are finished.
///
/// # Errors
/// Those of `collector`, and threads that cannot be started.
pub fn play(
    hire: &Hire<'_>,
    cut: Cut,
    chunks: &[u64],
    threads: usize,
    collector: &mut dyn Collector,
    stop: Stop<'_>,
) -> Result<Progress, Error> {
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .map_err(|error| Error::flag("--threads", error))?;
    let front = Front {
        state: Mutex::new(State {
            next: 0,
            end: chunks.len() as u64 * cut.slices(),
            merged: 0,
            spared: 0,
            waiting: BTreeMap::new(),
            collector,
            error: None,
        }),
        moved: Condvar::new(),
        chunks,
        slices: cut.slices(),
        ahead: AHEAD * threads as u64,
        stop,
    };
    pool.broadcast(|_| {
        let _leaving = Leaving(&front);
        let mut worker = hire();
        while let Some(number) = front.take() {
            let (chunk, slice) = front.place(number);
            front.finish(number, worker.play(cut.blocks_of_slice(chunk, slice)));
        }
    });
    let state = front.state.into_inner().unwrap_or_else(PoisonError::into_inner);
    let played = state.merged / cut.slices() - state.spared;
    let left = chunks.len() as u64 - played - state.spared;
    state.error.map_or(Ok(Progress { played, left }), Err)
}

/// Where the run stands.
struct Front<'a> {
    state: Mutex<State<'a>>,
    /// A slice was handed on, or the run is over.
    moved: Condvar,
    chunks: &'a [u64],
    /// Slices of a chunk.
    slices: u64,
    ahead: u64,
    stop: Stop<'a>,
}

struct State<'a> {
    /// The slice to be taken next, and the first that is not.
    next: u64,
    end: u64,
    /// Slices before this one have been handed on, or spared.
    merged: u64,
    /// Chunks that were spared.
    spared: u64,
    /// Finished slices behind an unfinished one, and those that were spared.
    waiting: BTreeMap<u64, Option<Slice>>,
    collector: &'a mut dyn Collector,
    error: Option<Error>,
}

impl<'a> Front<'a> {
    fn lock(&self) -> MutexGuard<'_, State<'a>> {
        // The panic of a thread ends the whole run; the others need not add to that.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The chunk of a slice and the slice's number in it.
    fn place(&self, number: u64) -> (u64, u64) {
        (self.chunks[(number / self.slices) as usize], number % self.slices)
    }

    /// The number of a slice to play; waits while the first unfinished slice is too far behind.
    fn take(&self) -> Option<u64> {
        let mut state = self.lock();
        loop {
            if state.next.is_multiple_of(self.slices) {
                if self.stop.now() {
                    state.end = state.end.min(state.next);
                }
                self.spare(&mut state);
            }
            if state.next >= state.end || state.error.is_some() {
                return None;
            }
            if state.next < state.merged + self.ahead {
                state.next += 1;
                return Some(state.next - 1);
            }
            state = self.moved.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Passes over chunks that are to be begun next and are not needed.
    fn spare(&self, state: &mut State<'_>) {
        while state.next < state.end && state.collector.spares(self.place(state.next).0) {
            state.waiting.extend((state.next..state.next + self.slices).map(|slice| (slice, None)));
            state.next += self.slices;
            state.spared += 1;
            // At once, or all that is left of the run would wait in memory.
            self.hand_on(state);
        }
    }

    /// Hands a slice on, and those that waited for it.
    fn finish(&self, number: u64, slice: Slice) {
        let mut state = self.lock();
        state.waiting.insert(number, Some(slice));
        self.hand_on(&mut state);
    }

    fn hand_on(&self, state: &mut State<'_>) {
        let before = state.merged;
        while let Some(slice) = state.waiting.remove(&state.merged) {
            let (chunk, part) = self.place(state.merged);
            state.merged += 1;
            if let Some(slice) = slice.filter(|_| state.error.is_none()) {
                state.error = state.collector.slice(chunk, slice, part + 1 == self.slices).err();
            }
        }
        if state.merged != before {
            self.moved.notify_all();
        }
    }
}

/// Ends the run if its thread panics, so that no other thread waits for it; the pool then passes
/// the panic on.
struct Leaving<'f, 'a>(&'f Front<'a>);

impl Drop for Leaving<'_, '_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.lock().end = 0;
            self.0.moved.notify_all();
        }
    }
}

#[cfg(test)]
mod tests;
