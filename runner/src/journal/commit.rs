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
use crate::journal::purpose::Purpose;
use crate::json;
use crate::play::batch::Collector;
use crate::play::progress;
use crate::play::slice::{Failure, Slice};
use crate::play::task::Task;
use crate::play::timing::Timing;
use crate::stats::counters::{Counters, SHARE_UNIT};
use crate::stats::ratio::Ratio;
use crate::stats::sums::{Layout, Sums};
use crate::study::referee::Referee;

/// Failures of a chunk that are told one by one; all are counted.
const REPORTED: usize = 100;

/// Takes the slices of chunks and leaves finished chunks in a folder.
#[derive(Debug)]
pub struct Commit<'a> {
    plan: &'a Plan,
    /// Where chunks go, and other folders that may have some.
    places: &'a [Place],
    layout: Layout,
    /// First line of every file of rows.
    header: Vec<u8>,
    bar: ProgressBar,
    open: Option<Open>,
    referee: Option<Referee>,
    standing: Option<Standing>,
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
        places: &'a [Place],
        task: &Task<'_>,
        bar: ProgressBar,
    ) -> Result<Commit<'a>, Error> {
        let tournament = matches!(plan.run.purpose, Some(Purpose::Tournament { .. }));
        let mut commit = Commit {
            plan,
            places,
            layout: task.layout(),
            header: task.header(),
            bar,
            open: None,
            referee: Referee::of(&plan.run),
            standing: tournament.then(|| Standing::new(task.names)),
            failed: 0,
        };
        if commit.referee.is_some() || commit.standing.is_some() {
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

    /// The files first, the mark last.
    fn close(&mut self, chunk: u64, open: Open) -> Result<(), Error> {
        let place = &self.places[0];
        let part = open.part.map(Output::publish).transpose()?;
        let records = open.records.map(Output::publish).transpose()?;
        let timing = json::bytes(&open.timing);
        durable::write(&place.tmp(), &place.timing(chunk), &timing)?;
        let mark = Mark {
            run: self.plan.digest.clone(),
            chunk,
            games: open.games,
            part,
            records,
            sums: open.sums,
            failures: open.failures,
            sha256: String::new(),
        };
        let mark = mark.sealed();
        durable::write(&place.tmp(), &place.mark(chunk), &mark.text())?;
        self.failed += u64::try_from(mark.sums.counters.failed).unwrap_or_default();
        if let Some(standing) = &mut self.standing {
            standing.add(&mark.sums.counters);
            self.bar.set_message(standing.text());
        }
        if let Some(referee) = &mut self.referee {
            referee.add(chunk, &mark.sums);
        }
        self.catch_up()
    }

    /// Looks for chunks that others have played, as far as a comparison waits for them.
    fn catch_up(&mut self) -> Result<(), Error> {
        let Some(referee) = &mut self.referee else { return Ok(()) };
        referee.catch_up(self.plan, self.places)?;
        self.bar.set_message(referee.text());
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
        self.referee.as_ref().is_some_and(|referee| referee.spares(chunk))
    }
}

/// How a tournament stands, on the progress bar.
#[derive(Debug)]
struct Standing {
    names: Vec<String>,
    shares: Vec<Ratio>,
}

impl Standing {
    fn new(names: &[String]) -> Standing {
        Standing { names: names.to_vec(), shares: vec![Ratio::default(); names.len()] }
    }

    fn add(&mut self, counters: &Counters) {
        for (sum, agent) in self.shares.iter_mut().zip(&counters.agents) {
            sum.merge(&agent.share);
        }
    }

    /// Agents and win shares, the best first.
    fn text(&self) -> String {
        let value = |ratio: &Ratio| ratio.value(SHARE_UNIT).unwrap_or_default();
        let mut order: Vec<usize> = (0..self.names.len()).collect();
        order.sort_by(|&a, &b| value(&self.shares[b]).total_cmp(&value(&self.shares[a])));
        let lines = order.into_iter().map(|agent| {
            format!("{:6.2} %  {}", 100.0 * value(&self.shares[agent]), self.names[agent])
        });
        lines.collect::<Vec<_>>().join("\n")
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
