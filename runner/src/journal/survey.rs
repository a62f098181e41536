//! What of a run is there, in one folder or in several.

use std::fs::{self, File};
use std::io::ErrorKind;
use std::ops::Range;
use std::path::{Path, PathBuf};

use crate::error::Error;
use crate::export::digest;
use crate::journal::mark::{Mark, Stored};
use crate::journal::place::Place;
use crate::journal::plan::Plan;
use crate::journal::purpose::Purpose;
use crate::stats::sums::Sums;
use crate::study::referee::Referee;
use crate::study::repeats::Repeats;

/// What a folder holds of a chunk.
#[derive(Clone, PartialEq, Debug)]
pub enum Found {
    /// Nothing that counts.
    Missing,
    /// A finished chunk.
    Done(Box<Mark>),
    /// Something that was finished once and is not as it was: the file and what is wrong with it.
    Damaged(PathBuf, String),
    /// A chunk of another run.
    Foreign(PathBuf),
}

impl Found {
    /// What is wrong with what was found of chunk number `chunk`; `None` if nothing is.
    pub fn fault(&self, chunk: u64) -> Option<String> {
        match self {
            Found::Missing | Found::Done(_) => None,
            Found::Damaged(path, reason) => {
                Some(format!("chunk {chunk}: {}: {reason}", path.display()))
            }
            Found::Foreign(path) => {
                Some(format!("chunk {chunk}: {} belongs to another run", path.display()))
            }
        }
    }
}

/// How closely chunks are looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Care {
    /// Every byte of their files is read.
    Bytes,
    /// Only sizes are compared: for chunks that this process has written or read itself.
    Sizes,
}

/// Looks at one chunk of `plan` in `place`. Every byte of its files is read.
///
/// # Errors
/// If a file is there and cannot be read.
pub fn look(plan: &Plan, place: &Place, chunk: u64) -> Result<Found, Error> {
    look_with(Care::Bytes, plan, place, chunk)
}

/// The same with as much care as needed. The mark itself is always read.
///
/// # Errors
/// As [`look`].
pub fn look_with(care: Care, plan: &Plan, place: &Place, chunk: u64) -> Result<Found, Error> {
    let path = place.mark(chunk);
    let text = match fs::read(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Found::Missing),
        Err(error) => return Err(Error::file("read", &path)(error)),
    };
    let mark = match Mark::read(&text) {
        Ok(mark) => mark,
        Err(reason) => return Ok(Found::Damaged(path, reason)),
    };
    if mark.run != plan.digest {
        return Ok(Found::Foreign(path));
    }
    if mark.chunk != chunk {
        let reason = format!("is the mark of chunk {}", mark.chunk);
        return Ok(Found::Damaged(path, reason));
    }
    let files = [
        (&mark.part, plan.run.per_game, place.part(chunk)),
        (&mark.records, plan.run.record_every.is_some(), place.record(chunk)),
    ];
    for (stored, wanted, file) in files {
        match stored {
            Some(stored) => {
                if let Some(reason) = damage(care, stored, &file)? {
                    return Ok(Found::Damaged(file, reason));
                }
            }
            None if wanted => return Ok(Found::Damaged(path, "names no such file".into())),
            None => {}
        }
    }
    Ok(Found::Done(Box::new(mark)))
}

/// What is wrong with a file of a chunk.
fn damage(care: Care, stored: &Stored, path: &Path) -> Result<Option<String>, Error> {
    let mut file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == ErrorKind::NotFound => {
            return Ok(Some("is not there, but its chunk is marked as done".into()));
        }
        Err(error) => return Err(Error::file("read", path)(error)),
    };
    let bytes = file.metadata().map_err(Error::file("read", path))?.len();
    if bytes != stored.bytes {
        return Ok(Some(format!("has {bytes} bytes instead of {}", stored.bytes)));
    }
    if care == Care::Sizes {
        return Ok(None);
    }
    let found = digest::of_reader(&mut file).map_err(Error::file("read", path))?;
    Ok((found != stored.sha256).then(|| "its bytes are not those that were written".into()))
}

/// Chunk numbers as ranges, each as `A..B` without B.
pub fn ranges(chunks: &[u64]) -> Vec<Range<u64>> {
    let mut ranges: Vec<Range<u64>> = Vec::new();
    for &chunk in chunks {
        match ranges.last_mut() {
            Some(last) if last.end == chunk => last.end += 1,
            _ => ranges.push(chunk..chunk + 1),
        }
    }
    ranges
}

/// Numbers of the chunks that count: all, but where a sequential comparison has its verdict not those
/// behind it.
///
/// # Errors
/// Files that cannot be read.
pub fn needed(plan: &Plan, places: &[Place]) -> Result<impl Iterator<Item = u64>, Error> {
    let mut referee = Referee::of(&plan.run);
    if let Some(referee) = &mut referee {
        referee.catch_up(plan, places)?;
    }
    let cut = plan.run.cut(1);
    let first = first_sums(plan, places)?;
    let repeats = first.as_ref().and_then(|sums| Repeats::of(&plan.run, sums));
    let waits = matches!(plan.run.purpose, Some(Purpose::Branch(_))) && first.is_none();
    let again = move |chunk| match &repeats {
        _ if chunk < cut.first_chunks() => false,
        Some(repeats) => repeats.spares(chunk),
        None => waits,
    };
    let spared =
        move |chunk| referee.as_ref().is_some_and(|referee| referee.spares(chunk)) || again(chunk);
    Ok((0..plan.run.cut(1).chunks()).filter(move |&chunk| !spared(chunk)))
}

/// The sums of all chunks before those on fresh deals, if the latter depend on them and all are there.
fn first_sums(plan: &Plan, places: &[Place]) -> Result<Option<Sums>, Error> {
    let cut = plan.run.cut(1);
    if cut.confirm == 0 || !matches!(plan.run.purpose, Some(Purpose::Branch(_))) {
        return Ok(None);
    }
    let mut sums: Option<Sums> = None;
    for chunk in 0..cut.first_chunks() {
        let mut found = None;
        for place in places {
            if let Found::Done(mark) = look_with(Care::Sizes, plan, place, chunk)? {
                found = Some(mark);
                break;
            }
        }
        let Some(mark) = found else { return Ok(None) };
        match &mut sums {
            Some(sums) if sums.fits(&mark.sums) => sums.merge(&mark.sums),
            // What does not fit is told where the run is merged.
            Some(_) => return Ok(None),
            None => sums = Some(mark.sums),
        }
    }
    Ok(sums)
}

/// Numbers of the chunks that are needed, that none of `places` holds undamaged, and that are
/// `wanted`. Where a sequential comparison has its verdict, the chunks behind it are not needed.
///
/// # Errors
/// As [`look`], and a chunk of another run.
pub fn missing(
    plan: &Plan,
    places: &[Place],
    wanted: impl Fn(u64) -> bool,
) -> Result<Vec<u64>, Error> {
    let mut missing = Vec::new();
    'chunks: for chunk in needed(plan, places)?.filter(|&chunk| wanted(chunk)) {
        for place in places {
            match look(plan, place, chunk)? {
                Found::Done(_) => continue 'chunks,
                Found::Foreign(path) => return Err(Error::input(&path, "belongs to another run")),
                Found::Missing | Found::Damaged(..) => {}
            }
        }
        missing.push(chunk);
    }
    Ok(missing)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_are_one_range() {
        assert_eq!(ranges(&[]), []);
        assert_eq!(ranges(&[0, 1, 2, 5, 7, 8]), [0..3, 5..6, 7..9]);
    }
}
