//! Writes chunks as they come.

use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use indicatif::ProgressBar;
use tempfile::NamedTempFile;

use crate::disk::digest::Hashing;
use crate::disk::durable;
use crate::disk::place::ChunkFolder;
use crate::error::Error;
use crate::journal::course::{Course, catch_up};
use crate::journal::receipt::{Receipt, Stored};
use crate::plan::run::Plan;
use crate::threads::batch::Collector;
use crate::threads::progress;
use drakkar_play::failure::Failure;
use drakkar_play::json;
use drakkar_play::slice::Slice;
use drakkar_play::task::Task;
use drakkar_play::timing::Timing;
use drakkar_stats::sums::{Layout, Sums};

/// Failures of a chunk that are told one by one; all are counted.
const REPORTED: usize = 100;

/// Takes the slices of chunks and leaves finished chunks in a folder.
pub struct Commit<'a> {
    plan: &'a Plan,
    /// Where chunks go, and other folders that may have some.
    places: &'a [ChunkFolder],
    layout: Layout,
    /// First line of every file of rows.
    header: Vec<u8>,
    bar: ProgressBar,
    open: Option<Open>,
    course: &'a mut dyn Course,
    /// Games of finished chunks that failed.
    pub(crate) failed: u64,
}

/// The chunk that is being played.
#[derive(Debug)]
struct Open {
    sums: Sums,
    games: u64,
    failures: Vec<Failure>,
    timing: Timing,
    part: Option<Output>,
    records: Option<Output>,
}

impl<'a> Commit<'a> {
    /// Chunks of `plan` go into the first of `places`.
    pub(crate) fn new(
        plan: &'a Plan,
        places: &'a [ChunkFolder],
        task: &Task<'_>,
        course: &'a mut dyn Course,
        bar: ProgressBar,
    ) -> Result<Commit<'a>, Error> {
        let mut commit = Commit {
            plan,
            places,
            layout: task.layout(),
            header: task.header(),
            bar,
            open: None,
            course,
            failed: 0,
        };
        if commit.course.text().is_some() {
            progress::with_standing(&commit.bar);
        }
        commit.catch_up()?;
        Ok(commit)
    }

    fn begin(&self, chunk: u64) -> Result<Open, Error> {
        let (place, run) = (&self.places[0], &self.plan.run);
        let tmp = place.tmp();
        let mut part = match run.per_game {
            true => Some(Output::begin(&tmp, place.part(chunk))?),
            false => None,
        };
        if let Some(part) = &mut part {
            part.write(&self.header)?;
        }
        let records = match run.record_every {
            Some(_) => Some(Output::begin(&tmp, place.record(chunk))?),
            None => None,
        };
        Ok(Open {
            sums: Sums::new(self.layout),
            games: 0,
            failures: Vec::new(),
            timing: Timing::new(self.layout.shape.agents),
            part,
            records,
        })
    }

    /// The files first, the receipt last.
    fn close(&mut self, chunk: u64, open: Open) -> Result<(), Error> {
        let place = &self.places[0];
        let part = open.part.map(Output::publish).transpose()?;
        let records = open.records.map(Output::publish).transpose()?;
        let timing = json::bytes(&open.timing);
        durable::write(&place.tmp(), &place.timing(chunk), &timing)?;
        let receipt = Receipt {
            run: self.plan.digest.clone(),
            chunk,
            games: open.games,
            part,
            records,
            sums: open.sums,
            failures: open.failures,
            sha256: String::new(),
        };
        let receipt = receipt.sealed();
        durable::write(&place.tmp(), &place.receipt(chunk), &receipt.text())?;
        self.failed += u64::try_from(receipt.sums.counters.failed).unwrap_or_default();
        self.course.add(chunk, &receipt.sums);
        self.catch_up()
    }

    /// Looks for chunks that others have played, as far as the course waits for them.
    fn catch_up(&mut self) -> Result<(), Error> {
        catch_up(self.course, self.plan, self.places)?;
        if let Some(text) = self.course.text() {
            self.bar.set_message(text);
        }
        Ok(())
    }
}

impl Collector for Commit<'_> {
    fn slice(&mut self, chunk: u64, mut slice: Slice, last: bool) -> Result<(), Error> {
        let mut open = match self.open.take() {
            Some(open) => open,
            None => self.begin(chunk)?,
        };
        self.bar.inc(slice.games);
        open.sums.merge(&slice.sums);
        open.games += slice.games;
        open.timing.merge(&slice.timing);
        slice.failures.truncate(REPORTED.saturating_sub(open.failures.len()));
        open.failures.append(&mut slice.failures);
        if let Some(part) = &mut open.part {
            part.write(&slice.rows)?;
        }
        if let Some(records) = &mut open.records {
            records.write(&slice.records)?;
        }
        if last {
            return self.close(chunk, open);
        }
        self.open = Some(open);
        Ok(())
    }

    fn spares(&self, chunk: u64) -> bool {
        self.course.spares(chunk)
    }
}

/// A file of a chunk while it is written.
#[derive(Debug)]
struct Output {
    path: PathBuf,
    bytes: u64,
    file: Hashing<BufWriter<NamedTempFile>>,
}

impl Output {
    fn begin(tmp: &Path, path: PathBuf) -> Result<Output, Error> {
        let file = Hashing::new(BufWriter::new(durable::begin(tmp)?));
        Ok(Output { path, bytes: 0, file })
    }

    fn write(&mut self, bytes: &[u8]) -> Result<(), Error> {
        self.bytes += bytes.len() as u64;
        self.file.write_all(bytes).map_err(Error::file("write", &self.path))
    }

    fn publish(self) -> Result<Stored, Error> {
        let Output { path, bytes, file } = self;
        let (file, sha256) = file.finish();
        let file =
            file.into_inner().map_err(|error| Error::file("write", &path)(error.into_error()))?;
        durable::publish(file, &path)?;
        Ok(Stored { bytes, sha256 })
    }
}
