//! Chunks become durable here: rows, records, then the receipt. The only chunk of a run becomes so with its results.

use std::{io::Write, path::PathBuf, time::Instant};

use indicatif::ProgressBar;

use crate::disk::{chunk_folder::ChunkFolder, digest::Hashing, durable, durable::Draft, self_hash};
use crate::journal::chunks::{ChunkCheck, FoundChunk, catch_up, look, stored};
use crate::threads::{batch::Collector, batch::StopSignal};
use crate::{error::Error, journal::failing::Failing, journal::monitor::Monitor, plan::run::Plan};
use drakkar_engine::input::for_terminal;
use drakkar_play::receipt::{Receipt, Stored};
use drakkar_play::{batch::BatchResult, json, task::Task, timing::Timing};

pub struct Commit<'a> {
    plan: &'a Plan,
    places: &'a [ChunkFolder],
    task: &'a Task<'a>,
    bar: ProgressBar,
    open: Option<OpenChunk>,
    /// What takes the place of files, of a run of one chunk that is not kept.
    whole: Option<&'a mut WholeDrafts>,
    monitor: &'a mut dyn Monitor,
    pub failed: u64,
    pub lost: u64,
    stop: StopSignal<'a>,
    /// Chunks that are played again, since programs gave no answer in them when everything was being ended.
    pub dropped: u64,
    /// What ends the run if too many games fail; none if nothing does.
    pub failing: Option<Failing>,
}

/// Files of the results, for the rows and records of all chunks.
#[derive(Default)]
pub struct WholeDrafts {
    pub rows: Option<Draft>,
    pub records: Option<Draft>,
    /// The only chunk of a run, if it was played into them without being a file before.
    pub only: Option<(Receipt, Timing)>,
}

struct OpenChunk {
    receipt: Receipt,
    timing: Timing,
    part: Option<Output>,
    records: Option<Output>,
    /// When a program last gave no answer in its games.
    no_answer: Option<Instant>,
}

impl<'a> Commit<'a> {
    pub fn new(
        plan: &'a Plan,
        places: &'a [ChunkFolder],
        task: &'a Task<'a>,
        whole: Option<&'a mut WholeDrafts>,
        monitor: &'a mut dyn Monitor,
        bar: ProgressBar,
        stop: StopSignal<'a>,
    ) -> Result<Commit<'a>, Error> {
        let failing = (!stop.keep_going).then(Failing::default);
        let mut commit = Commit {
            plan,
            places,
            task,
            bar,
            open: None,
            whole,
            monitor,
            failed: 0,
            lost: 0,
            stop,
            dropped: 0,
            failing,
        };
        commit.catch_up()?;
        Ok(commit)
    }

    fn begin(&mut self, chunk: u64) -> Result<OpenChunk, Error> {
        let (place, run, layout) = (&self.places[0], &self.plan.run, self.task.layout());
        let files = self.whole.as_deref_mut().map(std::mem::take).unwrap_or_default();
        let begin = |path: PathBuf, draft: Option<Draft>| {
            draft.map_or_else(|| Draft::begin(&place.tmp(), &path), Ok).map(Hashing::new)
        };
        let mut part = run.per_game.then(|| begin(place.part(chunk), files.rows)).transpose()?;
        if part.is_some() {
            write(&mut part, &self.task.header())?;
        }
        let mut records =
            run.record_every.map(|_| begin(place.record(chunk), files.records)).transpose()?;
        write(&mut records, self.task.record_head.as_bytes())?;
        let receipt = Receipt::begin(&self.plan.digest, chunk, layout);
        let timing = Timing::new(layout.shape.agents);
        Ok(OpenChunk { receipt, timing, part, records, no_answer: None })
    }

    /// The files first, the receipt last; of the only chunk neither. What somebody else finished in the meantime stays
    /// as it is: agents with a budget in time would not play the same once more.
    fn close(&mut self, open: OpenChunk) -> Result<(), Error> {
        let place = &self.places[0];
        let OpenChunk { mut receipt, timing, part, records, .. } = open;
        if self.whole.is_none() && self.is_done(receipt.chunk) {
            return self.catch_up();
        }
        // Somebody may have removed the run.
        if !self.places.iter().any(|place| place.plan().is_file()) {
            durable::still(&place.plan())?;
        }
        let (rows, part) = part.map(finish).unzip();
        let (records, stored) = records.map(finish).unzip();
        (receipt.part, receipt.records) = (part, stored);
        let chunk = receipt.chunk;
        self.failed += u64::try_from(receipt.sums.counters.failed).unwrap_or_default();
        self.lost += u64::try_from(receipt.sums.counters.lost).unwrap_or_default();
        if let Some(whole) = &mut self.whole {
            self.monitor.add(chunk, &receipt.sums);
            **whole = WholeDrafts { rows, records, only: Some((receipt, timing)) };
            return self.catch_up();
        }
        rows.into_iter().chain(records).try_for_each(Draft::publish)?;
        // Of a small chunk, perhaps no decision was timed.
        if timing.0.iter().any(|agent| agent.decisions > 0) {
            durable::write_unflushed(&place.tmp(), &place.timing(chunk), &json::bytes(&timing))?;
        }
        durable::write(&place.tmp(), &place.receipt(chunk), &self_hash::sealed(&receipt.line()))?;
        self.monitor.add(chunk, &receipt.sums);
        self.catch_up()
    }

    fn is_done(&self, chunk: u64) -> bool {
        let found = |place| look(ChunkCheck::Bytes, self.plan, place, chunk);
        self.places.iter().any(|place| matches!(found(place), Ok(FoundChunk::Done(_))))
    }

    fn catch_up(&mut self) -> Result<(), Error> {
        catch_up(self.monitor, self.plan, self.places)?;
        if let Some(text) = self.monitor.text() {
            self.bar.set_message(for_terminal(&text).into_owned());
        }
        Ok(())
    }
}

impl Collector for Commit<'_> {
    fn batch(&mut self, chunk: u64, batch: BatchResult, last: bool) -> Result<(), Error> {
        let mut open = match self.open.take() {
            Some(open) => open,
            None => self.begin(chunk)?,
        };
        self.bar.inc(batch.games);
        open.no_answer = open.no_answer.max(batch.trouble.no_answer);
        if let Some(failing) = &mut self.failing
            && let Err(error) = failing.add(&self.task.names, &batch)
        {
            // Programs that were ended have not failed.
            if !open.no_answer.is_some_and(|failed| self.stop.is_ending(failed)) {
                return Err(error);
            }
            self.failing = None;
        }
        open.timing.merge(&batch.timing);
        write(&mut open.part, &batch.rows)?;
        write(&mut open.records, &batch.records)?;
        open.receipt.add(batch);
        if !last {
            self.open = Some(open);
        } else if open.no_answer.is_some_and(|failed| self.stop.is_ending(failed)) {
            self.dropped += 1;
        } else {
            self.close(open)?;
        }
        Ok(())
    }

    /// Also what somebody else who shares the folder has played in the meantime.
    fn spares(&self, chunk: u64) -> bool {
        self.monitor.spares(chunk) || self.is_done(chunk)
    }
}

type Output = Hashing<Draft>;

fn write(output: &mut Option<Output>, bytes: &[u8]) -> Result<(), Error> {
    let Some(output) = output else { return Ok(()) };
    output.write_all(bytes).map_err(|error| Error::file("write", &output.inner.path)(error))
}

fn finish(output: Output) -> (Draft, Stored) {
    let (mut draft, stored) = stored(output);
    draft.whole = Some(stored.sha256.clone());
    (draft, stored)
}
