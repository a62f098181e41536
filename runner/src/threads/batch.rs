//! Plays chunks of a run on several threads so that results do not depend on their number.
//!
//! Chunks are divided into batches, which threads get in order from the calling thread; it also passes on finished
//! batches in order. A thread that would run too far ahead waits, so memory does not grow with the number of games.
//!
//! When it is time to stop, chunks in progress are finished if that takes no longer than [`GRACE`];
//! else they are dropped, in the middle of a game if need be, and played again another time.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use std::{collections::BTreeMap, ops::Range, thread};

use crate::error::Error;
use drakkar_play::{batch::BatchResult, batch::PlayBlocks, chunking::ChunkLayout};

pub trait Collector: Send {
    /// The next batch of chunk number `chunk`; `last` says that it completes the chunk. After an error the run stops.
    fn batch(&mut self, chunk: u64, batch: BatchResult, last: bool) -> Result<(), Error>;

    fn spares(&mut self, _chunk: u64) -> Result<bool, Error> {
        Ok(false)
    }
}

/// Of each batch, without its chunk.
impl<F: FnMut(BatchResult) -> Result<(), Error> + Send> Collector for F {
    fn batch(&mut self, _: u64, batch: BatchResult, _: bool) -> Result<(), Error> {
        self(batch)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    pub played: u64,
    pub left: u64,
}

/// Chunks in progress have so long to be finished when it is time to stop.
pub const GRACE: Duration = Duration::from_secs(10);
const LOOK: Duration = Duration::from_millis(100);

#[derive(Clone, Copy, Debug)]
pub struct StopSignal<'a> {
    /// Becomes true with Ctrl-C.
    pub asked: &'a AtomicBool,
    /// Becomes true with the second one: chunks in progress are dropped.
    pub hurried: &'a AtomicBool,
    /// No chunk is started after this time.
    pub deadline: Option<Instant>,
    /// Chunks that are not finished by this time are dropped.
    pub latest: Option<Instant>,
    pub keep_going: bool,
}

impl StopSignal<'_> {
    pub fn now(&self) -> bool {
        self.asked.load(Ordering::Relaxed)
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// Whether the process has been asked to end, to be asked once a program was found at `failed` to give no
    /// answer: both may get the same signal, and the program may be the first to act on it.
    pub fn is_ending(&self, failed: Instant) -> bool {
        let asked = || self.asked.load(Ordering::Relaxed);
        if !asked() {
            thread::sleep(AT_ONCE.saturating_sub(failed.elapsed()));
        }
        asked()
    }

    /// Does `work`, which is given a flag that becomes true when what is not finished is to be dropped.
    pub fn watched<T>(self, work: impl FnOnce(&Arc<AtomicBool>) -> T) -> T {
        let mut watch = Watch::new(self);
        let over = Arc::clone(&watch.over);
        thread::scope(|scope| {
            // It is dropped at the end of the work, also if that is a panic.
            let (_working, ended) = mpsc::channel::<()>();
            scope.spawn(move || watch.receive(&ended));
            work(&over)
        })
    }
}

/// Finds out when what is not finished is to be dropped.
struct Watch<'a> {
    stop: StopSignal<'a>,
    over: Arc<AtomicBool>,
}

impl Watch<'_> {
    fn new(stop: StopSignal<'_>) -> Watch<'_> {
        Watch { stop, over: Arc::default() }
    }

    /// What a thread sends, which is waited for; nothing once none can send any more.
    fn receive<T>(&mut self, from: &Receiver<T>) -> Option<T> {
        loop {
            let received = from.recv_timeout(LOOK);
            self.look();
            match received {
                Err(RecvTimeoutError::Timeout) => {}
                received => return received.ok(),
            }
        }
    }

    fn look(&mut self) {
        let (now, latest) = (Instant::now(), &mut self.stop.latest);
        if latest.is_none_or(|latest| latest > now + GRACE)
            && self.stop.asked.load(Ordering::Relaxed)
        {
            *latest = Some(now + GRACE);
        }
        let hurried = self.stop.hurried.load(Ordering::Relaxed);
        let over = hurried || latest.is_some_and(|latest| now >= latest);
        self.over.store(over, Ordering::Relaxed);
    }
}

/// Signals that are sent at once to several processes have arrived after this time.
const AT_ONCE: Duration = Duration::from_millis(200);

/// Batches that a thread may be ahead of the first unfinished one, for each thread.
const AHEAD: u64 = 4;

/// Plays the given chunks with workers from `new_worker`, and passes them to `collector` in order, batch
/// by batch, except those that it does not need. When it is time to `stop`, chunks in progress are
/// finished, or dropped: then the last batches that the collector got belong to no whole chunk.
pub fn play<'a>(
    new_worker: &(dyn Fn(Arc<AtomicBool>) -> PlayBlocks<'a> + Sync + 'a),
    chunking: ChunkLayout,
    chunks: &[u64],
    threads: usize,
    collector: &mut dyn Collector,
    stop: StopSignal<'_>,
) -> Result<Progress, Error> {
    let batches = chunking.batches();
    let mut front = Front {
        chunking,
        chunks,
        next: 0,
        end: chunks.len() as u64 * batches,
        merged: 0,
        spared: 0,
        waiting: BTreeMap::new(),
        collector,
    };
    let (ask, asked) = mpsc::channel::<(u64, Range<u64>)>();
    let asked = Mutex::new(asked);
    let mut watch = Watch::new(stop);
    thread::scope(|scope| {
        // When this ends, even by a panic, no more batches are requested, and so the threads end.
        let (ask, (answer, answers)) = (ask, mpsc::channel());
        for _ in 0..front.end.min(threads as u64) {
            let (asked, answer, over) = (&asked, answer.clone(), Arc::clone(&watch.over));
            let work = move || {
                let mut worker = None;
                let next = || asked.lock().unwrap_or_else(PoisonError::into_inner).recv();
                while let Ok((number, blocks)) = next() {
                    let play =
                        || worker.get_or_insert_with(|| new_worker(Arc::clone(&over)))(blocks);
                    let played = catch_unwind(AssertUnwindSafe(play));
                    // A channel has room for many.
                    if answer.send(Box::new((number, played))).is_err() {
                        break;
                    }
                }
            };
            let started = thread::Builder::new().spawn_scoped(scope, work);
            started.map_err(|error| Error::flag("--threads", error))?;
        }
        drop(answer);
        let mut lead = || {
            let mut busy = 0;
            loop {
                while busy < threads
                    && let Some(batch) = front.take(AHEAD * threads as u64, stop)?
                {
                    busy += usize::from(ask.send(batch).is_ok());
                }
                if busy == 0 {
                    return Ok(());
                }
                let Some((number, played)) = watch.receive(&answers).map(|answer| *answer) else {
                    return Ok(());
                };
                busy -= 1;
                match played.unwrap_or_else(|panic| resume_unwind(panic)) {
                    Some(batch) => drop(front.waiting.insert(number, Some(batch))),
                    None => front.end = front.next,
                }
                front.hand_on()?;
            }
        };
        let led = catch_unwind(AssertUnwindSafe(&mut lead));
        drop(ask);
        // After an error or a panic, others may still be in the middle of a batch.
        while watch.receive(&answers).is_some() {}
        led.unwrap_or_else(|panic| resume_unwind(panic))
    })?;
    let played = front.merged / batches - front.spared;
    Ok(Progress { played, left: chunks.len() as u64 - played - front.spared })
}

struct Front<'a> {
    chunking: ChunkLayout,
    chunks: &'a [u64],
    /// The batch to be taken next, and the first one that must not be.
    next: u64,
    end: u64,
    /// Batches before this one have been passed on, or skipped.
    merged: u64,
    spared: u64,
    /// Finished batches after an unfinished one, and skipped ones.
    waiting: BTreeMap<u64, Option<BatchResult>>,
    collector: &'a mut dyn Collector,
}

impl Front<'_> {
    fn place(&self, number: u64) -> (u64, u64) {
        let batches = self.chunking.batches();
        (self.chunks[(number / batches) as usize], number % batches)
    }

    /// The next batch to play and its blocks; none at the end, or while it is too far ahead of the first unfinished.
    fn take(
        &mut self,
        ahead: u64,
        stop: StopSignal<'_>,
    ) -> Result<Option<(u64, Range<u64>)>, Error> {
        while self.next < self.end {
            let number = self.next;
            let (chunk, part) = self.place(number);
            if part == 0 && stop.now() {
                self.end = number;
            } else if part == 0 && self.collector.spares(chunk)? {
                self.next += self.chunking.batches();
                self.spared += 1;
                self.waiting.extend((number..self.next).map(|batch| (batch, None)));
                // Immediately, or the whole rest of the run would wait in memory.
                self.hand_on()?;
            } else if number < self.merged + ahead {
                self.next += 1;
                return Ok(Some((number, self.chunking.blocks_of_batch(chunk, part))));
            } else {
                break;
            }
        }
        Ok(None)
    }

    fn hand_on(&mut self) -> Result<(), Error> {
        while let Some(batch) = self.waiting.remove(&self.merged) {
            let (chunk, part) = self.place(self.merged);
            self.merged += 1;
            if let Some(batch) = batch {
                if let Some((agent, reason)) = batch.trouble.not_started {
                    return Err(Error::flag(format!("agent `{agent}`"), reason));
                }
                self.collector.batch(chunk, batch, part + 1 == self.chunking.batches())?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
