//! Plays a run on several threads so that nothing depends on how many.
//!
//! Blocks are cut into chunks of fixed size. Threads take chunk numbers in order; finished chunks
//! are added to the whole in order too. A thread that would run too far ahead waits, so memory does
//! not grow with the number of games.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use drakkar_agents::agent::Agent;
use drakkar_engine::recorded::Recorded;

use crate::error::Error;
use crate::play::chunk::{Chunk, Failure, Task, Worker};
use crate::stats::counters::Counters;

/// How a run is cut up; none of this changes a result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cut {
    /// Blocks of the run.
    pub blocks: u64,
    /// Blocks of a chunk, at least 1.
    pub chunk: u64,
    /// Threads, at least 1.
    pub threads: usize,
}

/// Receives finished chunks in order.
pub trait Collector: Send {
    /// The next chunk of the run.
    ///
    /// # Errors
    /// If it cannot be kept, for example because the disk is full; the run then stops.
    fn chunk(&mut self, chunk: &Chunk) -> Result<(), Error>;
}

/// A run, or the longest complete beginning of one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Batch {
    /// Sums over all blocks played.
    pub counters: Counters,
    /// Blocks played.
    pub blocks: u64,
    /// Games played, failed ones included.
    pub games: u64,
    /// The first few games that failed.
    pub failures: Vec<Failure>,
}

/// Chunks that a thread may be ahead of the first unfinished one, for each thread.
const AHEAD: u64 = 4;
/// Failures that are kept for the report.
const REPORTED: usize = 10;

/// Blocks of a chunk when nobody chooses: as many as make about 1,024 games; 64 if games are
/// recorded, since records of unfinished chunks wait in memory; one block if an agent `searches`,
/// since Ctrl-C waits for the chunks in flight.
pub fn default_chunk(games_per_block: u64, records: bool, searches: bool) -> u64 {
    let games = match (searches, records) {
        (true, _) => 1,
        (false, true) => 64,
        (false, false) => 1024,
    };
    (games / games_per_block).max(1)
}

/// Plays `task` and hands every chunk to `collector` in order. When `stop` becomes true, the chunks
/// in flight are finished and the longest complete beginning is returned.
///
/// # Errors
/// Those of `collector`, and threads that cannot be started.
pub fn play<G: Recorded, A: Agent<G>>(
    task: &Task<'_, G>,
    cut: Cut,
    build: impl Fn() -> Vec<A> + Sync,
    collector: &mut dyn Collector,
    stop: &AtomicBool,
) -> Result<Batch, Error> {
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(cut.threads)
        .build()
        .map_err(|error| Error::flag("--threads", error))?;
    let chunks = cut.blocks.div_ceil(cut.chunk);
    let batch =
        Batch { counters: Counters::new(task.shape()), blocks: 0, games: 0, failures: Vec::new() };
    let front = Front {
        state: Mutex::new(State {
            next: 0,
            merged: 0,
            waiting: BTreeMap::new(),
            batch,
            collector,
            error: None,
        }),
        moved: Condvar::new(),
        chunks,
        ahead: AHEAD * cut.threads as u64,
        stop,
    };
    pool.broadcast(|_| {
        let _leaving = Leaving(&front);
        let mut worker = Worker::new(task, &build);
        while let Some(number) = front.take() {
            let first = number * cut.chunk;
            let last = (first + cut.chunk).min(cut.blocks);
            front.finish(number, last, worker.play(first..last));
        }
    });
    let state = front.state.into_inner().unwrap_or_else(PoisonError::into_inner);
    state.error.map_or(Ok(state.batch), Err)
}

/// Where the run stands.
struct Front<'a> {
    state: Mutex<State<'a>>,
    /// A chunk was merged, or the run is over.
    moved: Condvar,
    chunks: u64,
    ahead: u64,
    stop: &'a AtomicBool,
}

struct State<'a> {
    /// The chunk to be taken next.
    next: u64,
    /// Chunks before this one are in the batch.
    merged: u64,
    /// Finished chunks behind an unfinished one, with the number of the first block after them.
    waiting: BTreeMap<u64, (u64, Chunk)>,
    batch: Batch,
    collector: &'a mut dyn Collector,
    error: Option<Error>,
}

impl<'a> Front<'a> {
    fn lock(&self) -> MutexGuard<'_, State<'a>> {
        // The panic of a thread ends the whole run; the others need not add to that.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The number of a chunk to play; waits while the first unfinished chunk is too far behind.
    fn take(&self) -> Option<u64> {
        let mut state = self.lock();
        loop {
            let over = state.next == self.chunks || state.error.is_some();
            if over || self.stop.load(Ordering::Relaxed) {
                return None;
            }
            if state.next < state.merged + self.ahead {
                state.next += 1;
                return Some(state.next - 1);
            }
            state = self.moved.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Adds a chunk, and those that waited for it.
    fn finish(&self, number: u64, last: u64, chunk: Chunk) {
        let mut state = self.lock();
        state.waiting.insert(number, (last, chunk));
        let merged = state.merged;
        while let Some((last, chunk)) = {
            let merged = state.merged;
            state.waiting.remove(&merged)
        } {
            state.merged += 1;
            state.add(last, chunk);
        }
        if state.merged != merged {
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
            self.0.lock().next = self.0.chunks;
            self.0.moved.notify_all();
        }
    }
}

impl State<'_> {
    fn add(&mut self, last: u64, mut chunk: Chunk) {
        if self.error.is_some() {
            return;
        }
        if let Err(error) = self.collector.chunk(&chunk) {
            self.error = Some(error);
            return;
        }
        self.batch.counters.merge(&chunk.counters);
        self.batch.blocks = last;
        self.batch.games += chunk.games;
        let room = REPORTED.saturating_sub(self.batch.failures.len());
        chunk.failures.truncate(room);
        self.batch.failures.append(&mut chunk.failures);
    }
}

#[cfg(test)]
mod tests;
