//! Which chunks are there, damaged or missing, by their receipts.

use std::time::{Duration, Instant};
use std::{ops::RangeInclusive, path::Path, path::PathBuf};

use crate::disk::{
    changed::CHANGED, chunk_folder::ChunkFolder, hashed_file::HashedFile, self_hash,
};
use crate::journal::receipts::{ReceiptLine, ReceiptLogs};
use crate::{error::Error, journal::monitor::Monitor, plan::run::Plan};
use drakkar_play::receipt::{Receipt, Stored};

#[derive(Clone, PartialEq, Debug)]
pub enum FoundChunk {
    Missing,
    Done(Box<Receipt>),
    /// What is damaged, and how.
    Damaged(String),
    Foreign(PathBuf),
    /// Two receipts that are whole and differ, as a sentence: somebody has edited one, and playing once more would not
    /// tell which.
    Differ(String),
}

impl FoundChunk {
    pub fn fault(&self, chunk: u64) -> Option<String> {
        match self {
            FoundChunk::Missing | FoundChunk::Done(_) => None,
            FoundChunk::Damaged(how) | FoundChunk::Differ(how) => {
                Some(format!("chunk {chunk}: {how}"))
            }
            FoundChunk::Foreign(path) => {
                Some(format!("chunk {chunk}: {} belongs to another run", path.display()))
            }
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChunkCheck {
    /// Every byte of their files is read.
    Bytes,
    /// Only sizes are compared: for chunks that this process has written or read itself.
    Sizes,
}

/// Between two looks at what others have played.
const LEAST: Duration = Duration::from_millis(50);

/// The chunks of a run in one or several folders, of which this process writes into the first.
pub struct ChunkIndex<'a> {
    pub plan: &'a Plan,
    pub folders: Vec<ReceiptLogs>,
    /// Whether nobody else plays chunks of them.
    pub alone: bool,
    /// When to look again for what others have played.
    due: Instant,
}

impl<'a> ChunkIndex<'a> {
    pub fn open(plan: &'a Plan, places: &[ChunkFolder]) -> Result<ChunkIndex<'a>, Error> {
        let folders = places.iter().map(ReceiptLogs::open).collect::<Result<_, _>>()?;
        Ok(ChunkIndex { plan, folders, alone: false, due: Instant::now() })
    }

    /// Finds what others have played in the meantime.
    pub fn refresh(&mut self) -> Result<(), Error> {
        if self.alone {
            return Ok(());
        }
        self.folders.iter_mut().try_for_each(ReceiptLogs::refresh)
    }

    /// The same while chunks are played: not more often than it is worth, unless nothing may be played twice.
    pub fn refresh_at_times(&mut self) -> Result<(), Error> {
        let begin = Instant::now();
        if begin < self.due && !self.plan.run.irreproducible {
            return Ok(());
        }
        self.refresh()?;
        self.due = Instant::now() + (begin.elapsed() * 20).max(LEAST);
        Ok(())
    }

    /// A chunk in each of the folders.
    pub fn look(&mut self, care: ChunkCheck, chunk: u64) -> Result<Vec<FoundChunk>, Error> {
        self.folders.iter_mut().map(|folder| look(self.plan, folder, care, chunk)).collect()
    }

    /// A chunk that is intact in some folder.
    pub fn done(&mut self, chunk: u64) -> Result<Option<Box<Receipt>>, Error> {
        for folder in &mut self.folders {
            if let FoundChunk::Done(receipt) = look(self.plan, folder, ChunkCheck::Bytes, chunk)? {
                return Ok(Some(receipt));
            }
        }
        Ok(None)
    }

    pub fn catch_up(&mut self, monitor: &mut dyn Monitor) -> Result<(), Error> {
        while let Some(chunk) = monitor.next() {
            let Some(receipt) = self.done(chunk)? else { break };
            monitor.add(chunk, &receipt.sums);
            // Sums of another shape do not count; the merge reports them.
            if monitor.next() == Some(chunk) {
                break;
            }
        }
        Ok(())
    }

    /// The chunks that count, which are those that `monitor`, after everything that is found, certainly needs; and the
    /// `wanted` ones among them that are intact in no folder. A chunk of another run is an error, and so are receipts of
    /// one chunk that differ.
    pub fn survey(
        &mut self,
        monitor: &mut dyn Monitor,
        wanted: impl Fn(u64) -> bool,
    ) -> Result<(Vec<u64>, Vec<u64>), Error> {
        self.catch_up(monitor)?;
        let needed = |chunk: &u64| !monitor.spares(*chunk) && !monitor.waits(*chunk);
        let needed: Vec<u64> = (0..self.plan.run.chunking(1).chunks()).filter(needed).collect();
        let mut missing = Vec::new();
        for &chunk in needed.iter().filter(|&&chunk| wanted(chunk)) {
            let found = self.look(ChunkCheck::Bytes, chunk)?;
            if found.iter().any(|found| matches!(found, FoundChunk::Done(_))) {
                continue;
            }
            for found in &found {
                match found {
                    FoundChunk::Foreign(path) => {
                        return Err(Error::input(path, "belongs to another run"));
                    }
                    FoundChunk::Differ(_) => {
                        let what = "these receipts cannot both be right".to_owned();
                        let reasons = found.fault(chunk).into_iter().collect();
                        return Err(Error::Refused { what, reasons });
                    }
                    _ => {}
                }
            }
            missing.push(chunk);
        }
        Ok((needed, missing))
    }
}

/// The first receipt of a chunk whose files are all there, unless another differs; else what is wrong with the first.
fn look(
    plan: &Plan,
    folder: &mut ReceiptLogs,
    care: ChunkCheck,
    chunk: u64,
) -> Result<FoundChunk, Error> {
    let mut found: Option<(FoundChunk, ReceiptLine)> = None;
    for line in folder.lines(chunk) {
        match (&found, check(plan, folder, line, care, chunk)?) {
            (Some((FoundChunk::Done(one), first)), FoundChunk::Done(other))
                if !plan.run.irreproducible && !one.equals(&other) =>
            {
                let (one, other) = (folder.name(*first), folder.name(line));
                return Ok(FoundChunk::Differ(format!("{one} and {other} differ")));
            }
            (Some((FoundChunk::Done(_), _)), _) => {}
            (None, next) | (_, next @ FoundChunk::Done(_)) => found = Some((next, line)),
            _ => {}
        }
    }
    Ok(found.map_or(FoundChunk::Missing, |(found, _)| found))
}

fn check(
    plan: &Plan,
    folder: &mut ReceiptLogs,
    line: ReceiptLine,
    care: ChunkCheck,
    chunk: u64,
) -> Result<FoundChunk, Error> {
    let text = folder.read(line)?.unwrap_or_default();
    let damaged = |how: &str| Ok(FoundChunk::Damaged(format!("{}: {how}", folder.name(line))));
    let receipt = match Receipt::read(&text) {
        Ok(receipt) if self_hash::is_whole(&text) => receipt,
        Ok(_) => return damaged(CHANGED),
        Err(reason) => return damaged(&reason),
    };
    if receipt.run != plan.digest {
        return Ok(FoundChunk::Foreign(folder.path(line).clone()));
    }
    if receipt.chunk != chunk {
        return damaged(&format!("is the receipt of chunk {}", receipt.chunk));
    }
    let (place, run) = (&folder.place, &plan.run);
    let files = [
        (&receipt.part, run.per_game, place.part(chunk)),
        (&receipt.records, run.record_every.is_some(), place.record(chunk)),
    ];
    for (stored, wanted, file) in files {
        match stored {
            Some(stored) => {
                if let Some(reason) = damage(care, stored, &file)? {
                    return Ok(FoundChunk::Damaged(format!("{}: {reason}", file.display())));
                }
            }
            None if wanted => return damaged("names no such file"),
            None => {}
        }
    }
    Ok(FoundChunk::Done(Box::new(receipt)))
}

fn damage(care: ChunkCheck, stored: &Stored, path: &Path) -> Result<Option<String>, Error> {
    let file = match HashedFile::open(path, Some(&stored.sha256)) {
        Ok(Some(file)) => file,
        Ok(None) => return Ok(Some("is not there, but its chunk has a receipt".into())),
        Err(Error::Input { reason, .. }) => return Ok(Some(reason)),
        Err(error) => return Err(error),
    };
    let bytes = file.size()?;
    if bytes != stored.bytes {
        return Ok(Some(format!("has {bytes} bytes instead of {}", stored.bytes)));
    }
    if care == ChunkCheck::Sizes {
        return Ok(None);
    }
    Ok((!file.whole()?).then(|| CHANGED.into()))
}

/// Neighbours as ranges with both ends.
pub fn ranges(chunks: &[u64]) -> Vec<RangeInclusive<u64>> {
    let runs = chunks.chunk_by(|one, next| one + 1 == *next);
    runs.map(|run| run[0]..=run[run.len() - 1]).collect()
}

/// A range as it is printed, and given to `--chunks`: `3-7`, or `3` alone.
pub fn in_words(range: &RangeInclusive<u64>) -> String {
    let (first, last) = (range.start(), range.end());
    if first == last { first.to_string() } else { format!("{first}-{last}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_are_one_range() {
        assert_eq!(ranges(&[]), []);
        let found = ranges(&[0, 1, 2, 5, 7, 8]);
        assert_eq!(found, [0..=2, 5..=5, 7..=8]);
        assert_eq!(found.iter().map(in_words).collect::<Vec<_>>(), ["0-2", "5", "7-8"]);
    }
}
