//! The receipts of all chunks, added up.

use crate::disk::{chunk_folder::ChunkFile, chunk_folder::ChunkFolder};
use crate::journal::chunks::{ChunkCheck, ChunkIndex, FoundChunk, in_words, ranges};
use crate::{error::Error, journal::monitor::Monitor, plan::run::Plan};
use drakkar_play::receipt::{REPORTED, Receipt};
use drakkar_play::{failure, failure::Failure, timing::Timing};
use drakkar_stats::{layout::Layout, sums::Sums};

pub struct Whole {
    /// Sums over all blocks, without those on fresh deals.
    pub sums: Sums,
    /// Sums over the blocks on fresh deals, if any.
    pub confirmed: Option<Sums>,
    pub games: u64,
    pub failures: Vec<Failure>,
    /// Rows and records of every chunk in order, if there are any.
    pub parts: Vec<ChunkFile>,
    pub records: Vec<ChunkFile>,
    pub timing: Timing,
}

/// Adds up the chunks in `places`. Chunks that `monitor` does not need are neither required nor
/// counted. Refuses gaps, damaged files, chunks of other runs, and chunks that differ between
/// folders; for a run whose agents have budgets in time, which differs each time, the first copy of
/// a chunk is kept. The `only` chunk of a run may be in no folder.
pub fn merge(
    plan: &Plan,
    places: &[ChunkFolder],
    layout: Layout,
    care: ChunkCheck,
    monitor: &mut dyn Monitor,
    only: Option<Receipt>,
) -> Result<Whole, Error> {
    let chunking = plan.run.chunking(1);
    let mut whole = Whole {
        sums: Sums::new(layout),
        confirmed: (chunking.confirm > 0).then(|| Sums::new(layout)),
        games: 0,
        failures: Vec::new(),
        parts: Vec::new(),
        records: Vec::new(),
        timing: Timing::new(layout.shape.agents),
    };
    if let Some(receipt) = only {
        monitor.add(0, &receipt.sums);
        whole.add(receipt, &places[0], false);
        return Ok(whole);
    }
    let mut chunks = ChunkIndex::open(plan, places)?;
    let (mut gaps, mut reasons) = (Vec::new(), Vec::new());
    for chunk in 0..chunking.chunks() {
        if monitor.spares(chunk) {
            continue;
        }
        let before = reasons.len();
        let found = chunks.look(care, chunk)?;
        match one_of(found, plan, places, chunk, &whole.sums, &mut reasons) {
            Some((receipt, place)) => {
                monitor.add(chunk, &receipt.sums);
                whole.add(*receipt, place, chunk >= chunking.first_chunks());
            }
            None if reasons.len() == before => gaps.push(chunk),
            None => {}
        }
    }
    if !gaps.is_empty() {
        reasons.extend(chunks.folders.into_iter().flat_map(|folder| folder.damaged));
    }
    reasons.extend(ranges(&gaps).iter().map(|gap| match gap.start() == gap.end() {
        true => format!("chunk {} is missing", in_words(gap)),
        false => format!("chunks {} are missing", in_words(gap)),
    }));
    if reasons.is_empty() {
        return Ok(whole);
    }
    let what = format!("{} is not complete", places[0].root().display());
    Err(Error::Refused { what, reasons })
}

/// What counts of a chunk that was `found` in `places`.
fn one_of<'p>(
    found: Vec<FoundChunk>,
    plan: &Plan,
    places: &'p [ChunkFolder],
    chunk: u64,
    like: &Sums,
    reasons: &mut Vec<String>,
) -> Option<(Box<Receipt>, &'p ChunkFolder)> {
    let mut kept: Option<(Box<Receipt>, &ChunkFolder)> = None;
    for (found, place) in found.into_iter().zip(places) {
        reasons.extend(found.fault(chunk));
        let FoundChunk::Done(receipt) = found else { continue };
        let folder = place.root().display();
        match &kept {
            Some((other, first)) => {
                if !other.equals(&receipt) && !plan.run.irreproducible {
                    let first = first.root().display();
                    reasons
                        .push(format!("chunk {chunk}: {first} and {folder} have different ones"));
                }
            }
            None if !receipt.sums.fits(like) => reasons
                .push(format!("chunk {chunk}: that of {folder} counts other things than this run")),
            None => kept = Some((receipt, place)),
        }
    }
    kept
}

impl Whole {
    fn add(&mut self, receipt: Receipt, place: &ChunkFolder, fresh: bool) {
        let sums = if fresh { self.confirmed.as_mut() } else { None };
        sums.unwrap_or(&mut self.sums).merge(&receipt.sums);
        self.games += receipt.games;
        // As many in all as of one chunk, so that their division shows nowhere.
        failure::keep(&mut self.failures, receipt.failures, REPORTED);
        let chunk = receipt.chunk;
        self.parts.extend(receipt.part.map(|stored| (place.part(chunk), stored.sha256)));
        self.records.extend(receipt.records.map(|stored| (place.record(chunk), stored.sha256)));
        receipt.timing.iter().for_each(|timing| self.timing.merge(timing));
    }
}
