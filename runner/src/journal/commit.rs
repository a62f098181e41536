//! Writes chunks as they come.

use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use indicatif::ProgressBar;
use tempfile::NamedTempFile;

use crate::error::Error;
use crate::export::digest::Hashing;
use crate::journal::durable;
use crate::journal::mark::{Mark, Stored};
use crate::journal::place::Place;
use crate::journal::plan::Plan;
use crate::play::batch::Collector;
use crate::play::slice::{Failure, Slice};
use crate::stats::counters::{Counters, Shape};

/// Failures of a chunk that are told one by one; all are counted.
const REPORTED: usize = 100;

/// Takes the slices of chunks and leaves finished chunks in a folder.
#[derive(Debug)]
pub struct Commit<'a> {
    plan: &'a Plan,
    place: &'a Place,
    shape: Shape,
    /// First line of every file of rows.
    header: Vec<u8>,
    bar: ProgressBar,
    open: Option<Open>,
}

/// The chunk that is being played.
#[derive(Debug)]
struct Open {
    counters: Counters,
    games: u64,
    failures: Vec<Failure>,
    part: Option<Output>,
    records: Option<Output>,
}

impl<'a> Commit<'a> {
    /// Chunks of `plan` go into `place`; `header` is the first line of rows.
    pub fn new(
        plan: &'a Plan,
        place: &'a Place,
        shape: Shape,
        header: Vec<u8>,
        bar: ProgressBar,
    ) -> Commit<'a> {
        Commit { plan, place, shape, header, bar, open: None }
    }

    fn begin(&self, chunk: u64) -> Result<Open, Error> {
        let tmp = self.place.tmp();
        let run = &self.plan.run;
        let mut part = match run.per_game {
            true => Some(Output::begin(&tmp, self.place.part(chunk))?),
            false => None,
        };
        if let Some(part) = &mut part {
            part.write(&self.header)?;
        }
        let records = match run.record_every {
            Some(_) => Some(Output::begin(&tmp, self.place.record(chunk))?),
            None => None,
        };
        let counters = Counters::new(self.shape);
        Ok(Open { counters, games: 0, failures: Vec::new(), part, records })
    }

    /// The files first, the mark last.
    fn close(&self, chunk: u64, open: Open) -> Result<(), Error> {
        let part = open.part.map(Output::publish).transpose()?;
        let records = open.records.map(Output::publish).transpose()?;
        let mark = Mark {
            run: self.plan.digest.clone(),
            chunk,
            games: open.games,
            part,
            records,
            counters: open.counters,
            failures: open.failures,
            sha256: String::new(),
        };
        durable::write(&self.place.tmp(), &self.place.mark(chunk), &mark.sealed().text())
    }
}

impl Collector for Commit<'_> {
    fn slice(&mut self, chunk: u64, mut slice: Slice, last: bool) -> Result<(), Error> {
        let mut open = match self.open.take() {
            Some(open) => open,
            None => self.begin(chunk)?,
        };
        self.bar.inc(slice.games);
        open.counters.merge(&slice.counters);
        open.games += slice.games;
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
