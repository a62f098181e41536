//! Judges whether a run is complete, and adds it up.

use std::path::PathBuf;

use crate::error::Error;
use crate::journal::mark::Mark;
use crate::journal::place::Place;
use crate::journal::plan::Plan;
use crate::journal::survey::{Found, look, ranges};
use crate::play::slice::Failure;
use crate::stats::counters::{Counters, Shape};

/// A complete run.
#[derive(Clone, PartialEq, Debug)]
pub struct Whole {
    /// Sums over all blocks.
    pub counters: Counters,
    /// Games played, failed ones included.
    pub games: u64,
    /// Games that failed, as far as they are told one by one.
    pub failures: Vec<Failure>,
    /// Rows of every chunk in order; empty if there are none.
    pub parts: Vec<PathBuf>,
    /// Records of every chunk in order; empty if there are none.
    pub records: Vec<PathBuf>,
}

/// Adds up the chunks that lie in `places`.
///
/// # Errors
/// [`Error::Refused`] with all gaps, damaged files, chunks of other runs, and chunks that differ from
/// folder to folder.
pub fn merge(plan: &Plan, places: &[Place], chunks: u64, shape: Shape) -> Result<Whole, Error> {
    let mut whole = Whole {
        counters: Counters::new(shape),
        games: 0,
        failures: Vec::new(),
        parts: Vec::new(),
        records: Vec::new(),
    };
    let (mut gaps, mut reasons) = (Vec::new(), Vec::new());
    for chunk in 0..chunks {
        let mut kept: Option<(Box<Mark>, &Place)> = None;
        let before = reasons.len();
        for place in places {
            let found = look(plan, place, chunk)?;
            reasons.extend(found.fault(chunk));
            match found {
                Found::Missing | Found::Damaged(..) | Found::Foreign(_) => {}
                Found::Done(mark) => match &kept {
                    Some((other, first)) if other.sha256 != mark.sha256 => reasons.push(format!(
                        "chunk {chunk}: {} and {} differ",
                        first.mark(chunk).display(),
                        place.mark(chunk).display()
                    )),
                    Some(_) => {}
                    None if mark.counters.shape() != shape => reasons.push(format!(
                        "chunk {chunk}: {} counts other things than this run",
                        place.mark(chunk).display()
                    )),
                    None => kept = Some((mark, place)),
                },
            }
        }
        match kept {
            Some((mark, place)) => {
                whole.counters.merge(&mark.counters);
                whole.games += mark.games;
                whole.failures.extend(mark.failures);
                whole.parts.extend(mark.part.map(|_| place.part(chunk)));
                whole.records.extend(mark.records.map(|_| place.record(chunk)));
            }
            None if reasons.len() == before => gaps.push(chunk),
            None => {}
        }
    }
    let gaps = ranges(&gaps);
    reasons.extend(gaps.iter().map(|gap| format!("chunks {}..{} are missing", gap.start, gap.end)));
    if reasons.is_empty() {
        return Ok(whole);
    }
    let what = format!("{} is not complete", places[0].root().display());
    Err(Error::Refused { what, reasons })
}
