//! Which chunks are there, damaged or missing, by their receipts.

use std::{io::Write, ops::RangeInclusive, path::Path, path::PathBuf};

use crate::disk::{
    changed::CHANGED, chunk_folder::ChunkFolder, digest::Hashing, durable, self_hash,
};
use crate::{
    disk::hashed_file::HashedFile, error::Error, journal::monitor::Monitor, plan::run::Plan,
};
use drakkar_play::receipt::{Receipt, Stored};

pub fn stored<W: Write>(output: Hashing<W>) -> (W, Stored) {
    let (bytes, (inner, sha256)) = (output.bytes, output.finish());
    (inner, Stored { bytes, sha256 })
}

#[derive(Clone, PartialEq, Debug)]
pub enum FoundChunk {
    Missing,
    Done(Box<Receipt>),
    Damaged(PathBuf, String),
    Foreign(PathBuf),
}

impl FoundChunk {
    pub fn fault(&self, chunk: u64) -> Option<String> {
        let (path, reason) = match self {
            FoundChunk::Missing | FoundChunk::Done(_) => return None,
            FoundChunk::Damaged(path, reason) => (path, format!(": {reason}")),
            FoundChunk::Foreign(path) => (path, " belongs to another run".to_owned()),
        };
        Some(format!("chunk {chunk}: {}{reason}", path.display()))
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChunkCheck {
    /// Every byte of their files is read.
    Bytes,
    /// Only sizes are compared: for chunks that this process has written or read itself.
    Sizes,
}

pub fn look(
    care: ChunkCheck,
    plan: &Plan,
    place: &ChunkFolder,
    chunk: u64,
) -> Result<FoundChunk, Error> {
    let path = place.receipt(chunk);
    let text = match durable::read(&path) {
        Err(Error::Input { reason, .. }) => return Ok(FoundChunk::Damaged(path, reason)),
        text => text?,
    };
    let Some(text) = text else { return Ok(FoundChunk::Missing) };
    let receipt = match Receipt::read(&text) {
        Ok(receipt) if self_hash::is_whole(&text) => Receipt { sha256: String::new(), ..receipt },
        Ok(_) => return Ok(FoundChunk::Damaged(path, CHANGED.into())),
        Err(reason) => return Ok(FoundChunk::Damaged(path, reason)),
    };
    if receipt.run != plan.digest {
        return Ok(FoundChunk::Foreign(path));
    }
    if receipt.chunk != chunk {
        let reason = format!("is the receipt of chunk {}", receipt.chunk);
        return Ok(FoundChunk::Damaged(path, reason));
    }
    let files = [
        (&receipt.part, plan.run.per_game, place.part(chunk)),
        (&receipt.records, plan.run.record_every.is_some(), place.record(chunk)),
    ];
    for (stored, wanted, file) in files {
        match stored {
            Some(stored) => {
                if let Some(reason) = damage(care, stored, &file)? {
                    return Ok(FoundChunk::Damaged(file, reason));
                }
            }
            None if wanted => return Ok(FoundChunk::Damaged(path, "names no such file".into())),
            None => {}
        }
    }
    Ok(FoundChunk::Done(Box::new(receipt)))
}

fn damage(care: ChunkCheck, stored: &Stored, path: &Path) -> Result<Option<String>, Error> {
    let file = match HashedFile::open(path, Some(&stored.sha256)) {
        Ok(Some(file)) => file,
        Ok(None) => return Ok(Some("is not there, but its chunk is marked as done".into())),
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

pub fn catch_up(
    monitor: &mut dyn Monitor,
    plan: &Plan,
    places: &[ChunkFolder],
) -> Result<(), Error> {
    while let Some(chunk) = monitor.next() {
        let mut found = None;
        for place in places {
            if let FoundChunk::Done(receipt) = look(ChunkCheck::Bytes, plan, place, chunk)? {
                found = Some(receipt);
                break;
            }
        }
        let Some(receipt) = found else { break };
        monitor.add(chunk, &receipt.sums);
        // Sums of another shape do not count; the merge reports them.
        if monitor.next() == Some(chunk) {
            break;
        }
    }
    Ok(())
}

/// The chunks that count, which are those that `monitor`, after everything it finds in `places`, certainly
/// needs; and the `wanted` ones among them that are intact in none of `places`. A chunk of another run is an error.
pub fn survey(
    plan: &Plan,
    places: &[ChunkFolder],
    monitor: &mut dyn Monitor,
    wanted: impl Fn(u64) -> bool,
) -> Result<(Vec<u64>, Vec<u64>), Error> {
    catch_up(monitor, plan, places)?;
    let needed = |chunk: &u64| !monitor.spares(*chunk) && !monitor.waits(*chunk);
    let needed: Vec<u64> = (0..plan.run.chunking(1).chunks()).filter(needed).collect();
    let mut missing = Vec::new();
    'chunks: for &chunk in needed.iter().filter(|&&chunk| wanted(chunk)) {
        for place in places {
            match look(ChunkCheck::Bytes, plan, place, chunk)? {
                FoundChunk::Done(_) => continue 'chunks,
                FoundChunk::Foreign(path) => {
                    return Err(Error::input(&path, "belongs to another run"));
                }
                FoundChunk::Missing | FoundChunk::Damaged(..) => {}
            }
        }
        missing.push(chunk);
    }
    Ok((needed, missing))
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
