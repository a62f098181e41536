//! The receipts of all chunks, added up.

use crate::disk::{chunk_folder::ChunkFile, chunk_folder::ChunkFolder};
use crate::journal::chunks::{ChunkCheck, ChunkIndex, FoundChunk, in_words, ranges};
use crate::{error::Error, journal::monitor::Monitor, journal::receipts::ReceiptLogs};
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

/// Adds up the chunks of the `index`. Chunks that `monitor` does not need are neither required nor
/// counted. Refuses gaps, damaged files, chunks of other runs, and chunks that differ between
/// folders; for a run whose agents have budgets in time, which differs each time, the first copy of
/// a chunk is kept. The `only` chunk of a run may be in no folder.
pub fn merge(
    index: &mut ChunkIndex<'_>,
    layout: Layout,
    care: ChunkCheck,
    monitor: &mut dyn Monitor,
    only: Option<Receipt>,
) -> Result<Whole, Error> {
    let (plan, first) = (index.plan, index.folders[0].place.clone());
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
        whole.add(receipt, &first, false);
        return Ok(whole);
    }
    index.refresh()?;
    let (mut gaps, mut reasons) = (Vec::new(), Vec::new());
    for chunk in 0..chunking.chunks() {
        if monitor.spares(chunk) {
            continue;
        }
        let before = reasons.len();
        let found = index.look(care, chunk)?;
        match one_of(found, index, chunk, &whole.sums, &mut reasons) {
            Some((receipt, folder)) => {
                monitor.add(chunk, &receipt.sums);
                whole.add(*receipt, &folder.place, chunk >= chunking.first_chunks());
            }
            None if reasons.len() == before => gaps.push(chunk),
            None => {}
        }
    }
    reasons.extend(ranges(&gaps).iter().map(|gap| match gap.start() == gap.end() {
        true => format!("chunk {} is missing", in_words(gap)),
        false => format!("chunks {} are missing", in_words(gap)),
    }));
    if reasons.is_empty() {
        return Ok(whole);
    }
    let what = format!("{} is not complete", first.root().display());
    Err(Error::Refused { what, reasons })
}

/// What counts of a chunk that was `found` in the folders of the `index`.
fn one_of<'i>(
    found: Vec<FoundChunk>,
    index: &'i ChunkIndex<'_>,
    chunk: u64,
    like: &Sums,
    reasons: &mut Vec<String>,
) -> Option<(Box<Receipt>, &'i ReceiptLogs)> {
    let mut kept: Option<(Box<Receipt>, &ReceiptLogs)> = None;
    for (found, at) in found.into_iter().zip(&index.folders) {
        reasons.extend(found.fault(chunk));
        let FoundChunk::Done(receipt) = found else { continue };
        let folder = at.place.root().display();
        match &kept {
            Some((other, first)) => {
                if !other.equals(&receipt) && !index.plan.run.irreproducible {
                    let first = first.place.root().display();
                    reasons
                        .push(format!("chunk {chunk}: {first} and {folder} have different ones"));
                }
            }
            None if !receipt.sums.fits(like) => reasons
                .push(format!("chunk {chunk}: that of {folder} counts other things than this run")),
            None => kept = Some((receipt, at)),
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
