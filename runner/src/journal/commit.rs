//! Chunks become durable here: rows, records, then the receipt. The only chunk of a run becomes so with its results.

use std::time::Instant;

use indicatif::ProgressBar;

use crate::disk::{durable, durable::Draft, self_hash};
use crate::error::Error;
use crate::journal::{
    chunks::ChunkIndex, failing::Failing, monitor::Monitor, open_chunk::OpenChunk,
};
use crate::threads::{batch::Collector, batch::StopSignal};
use drakkar_engine::input::for_terminal;
use drakkar_play::{batch::BatchResult, receipt::Receipt, task::Task};

pub struct Commit<'a, 'p> {
    index: &'a mut ChunkIndex<'p>,
    task: &'a Task<'a>,
    bar: ProgressBar,
    open: Option<OpenChunk<Draft>>,
    /// When a program last gave no answer in the games of the open chunk.
    no_answer: Option<Instant>,
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
    pub only: Option<Receipt>,
}

impl<'a, 'p> Commit<'a, 'p> {
    pub fn new(
        index: &'a mut ChunkIndex<'p>,
        task: &'a Task<'a>,
        whole: Option<&'a mut WholeDrafts>,
        monitor: &'a mut dyn Monitor,
        bar: ProgressBar,
        stop: StopSignal<'a>,
    ) -> Result<Commit<'a, 'p>, Error> {
        let failing = (!stop.keep_going).then(Failing::default);
        let mut commit = Commit {
            index,
            task,
            bar,
            open: None,
            no_answer: None,
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

    fn begin(&mut self, chunk: u64) -> Result<OpenChunk<Draft>, Error> {
        let (plan, place) = (self.index.plan, &self.index.folders[0].place);
        let run = &plan.run;
        let WholeDrafts { rows, records, .. } =
            self.whole.as_deref_mut().map(std::mem::take).unwrap_or_default();
        let outputs = [
            (run.per_game, rows, place.part(chunk)),
            (run.record_every.is_some(), records, place.record(chunk)),
        ];
        let [rows, records] = outputs.map(|(wanted, draft, path)| {
            wanted.then(|| draft.map_or_else(|| Draft::begin(&place.tmp(), &path), Ok)).transpose()
        });
        let refuse = |draft: &Draft, error| Error::file("write", &draft.path)(error);
        OpenChunk::begin(plan, chunk, self.task, [rows?, records?], refuse)
    }

    /// The files first, the receipt last; of the only chunk neither. What somebody else finished in the meantime stays
    /// as it is: agents with a budget in time would not play the same once more.
    fn close(&mut self, open: OpenChunk<Draft>) -> Result<(), Error> {
        let (receipt, mut files) = open.finish();
        let chunk = receipt.chunk;
        if self.whole.is_none() && self.is_done(chunk)? {
            return self.catch_up();
        }
        // Somebody may have removed the run.
        let folders = &self.index.folders;
        if !folders.iter().any(|folder| folder.place.plan().is_file()) {
            durable::still(&folders[0].place.plan())?;
        }
        self.failed += u64::try_from(receipt.sums.counters.failed).unwrap_or_default();
        self.lost += u64::try_from(receipt.sums.counters.lost).unwrap_or_default();
        if let Some(whole) = &mut self.whole {
            for (file, stored) in files.iter_mut().zip([&receipt.part, &receipt.records]) {
                let Some((file, stored)) = file.as_mut().zip(stored.as_ref()) else { continue };
                file.whole = Some(stored.sha256.clone());
            }
            self.monitor.add(chunk, &receipt.sums);
            let [rows, records] = files;
            **whole = WholeDrafts { rows, records, only: Some(receipt) };
            return self.catch_up();
        }
        files.into_iter().flatten().try_for_each(Draft::publish)?;
        self.index.folders[0].append(chunk, &self_hash::sealed(&receipt.line()))?;
        self.monitor.add(chunk, &receipt.sums);
        self.catch_up()
    }

    fn is_done(&mut self, chunk: u64) -> Result<bool, Error> {
        self.index.refresh_at_times()?;
        Ok(self.index.done(chunk)?.is_some())
    }

    fn catch_up(&mut self) -> Result<(), Error> {
        self.index.catch_up(self.monitor)?;
        if let Some(text) = self.monitor.text() {
            self.bar.set_message(for_terminal(&text).into_owned());
        }
        Ok(())
    }
}

impl Collector for Commit<'_, '_> {
    fn batch(&mut self, chunk: u64, batch: BatchResult, last: bool) -> Result<(), Error> {
        let mut open = match self.open.take() {
            Some(open) => open,
            None => self.begin(chunk)?,
        };
        self.bar.inc(batch.games);
        self.no_answer = self.no_answer.max(batch.trouble.no_answer);
        if let Some(failing) = &mut self.failing
            && let Err(error) = failing.add(&self.task.names, &batch)
        {
            // Programs that were ended have not failed.
            if !self.no_answer.is_some_and(|failed| self.stop.is_ending(failed)) {
                return Err(error);
            }
            self.failing = None;
        }
        open.add(batch)?;
        if !last {
            self.open = Some(open);
        } else if self.no_answer.take().is_some_and(|failed| self.stop.is_ending(failed)) {
            self.dropped += 1;
        } else {
            self.close(open)?;
        }
        Ok(())
    }

    /// Also what somebody else who shares the folder has played in the meantime.
    fn spares(&mut self, chunk: u64) -> Result<bool, Error> {
        Ok(self.monitor.spares(chunk) || self.is_done(chunk)?)
    }
}
