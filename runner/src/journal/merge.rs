//! The receipts of all chunks, added up.

use crate::disk::{chunk_folder::ChunkFile, chunk_folder::ChunkFolder, durable};
use crate::journal::chunks::{ChunkCheck, FoundChunk, in_words, look, ranges};
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
    only: Option<(Receipt, Timing)>,
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
    if let Some((receipt, timing)) = only {
        monitor.add(0, &receipt.sums);
        whole.add(0, receipt, &places[0], false);
        return Ok(Whole { timing, ..whole });
    }
    let (mut gaps, mut reasons) = (Vec::new(), Vec::new());
    for chunk in 0..chunking.chunks() {
        if monitor.spares(chunk) {
            continue;
        }
        let before = reasons.len();
        match copies(care, plan, places, chunk, &whole.sums, &mut reasons)? {
            Some((receipt, place)) => {
                monitor.add(chunk, &receipt.sums);
                whole.add(chunk, *receipt, place, chunk >= chunking.first_chunks());
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
    let what = format!("{} is not complete", places[0].root().display());
    Err(Error::Refused { what, reasons })
}

fn copies<'p>(
    care: ChunkCheck,
    plan: &Plan,
    places: &'p [ChunkFolder],
    chunk: u64,
    like: &Sums,
    reasons: &mut Vec<String>,
) -> Result<Option<(Box<Receipt>, &'p ChunkFolder)>, Error> {
    let mut kept: Option<(Box<Receipt>, &ChunkFolder)> = None;
    for place in places {
        let found = look(care, plan, place, chunk)?;
        reasons.extend(found.fault(chunk));
        let FoundChunk::Done(receipt) = found else { continue };
        match &kept {
            Some((other, first)) => {
                if *other != receipt && !plan.run.irreproducible {
                    let (one, two) = (first.receipt(chunk), place.receipt(chunk));
                    let (one, two) = (one.display(), two.display());
                    reasons.push(format!("chunk {chunk}: {one} and {two} differ"));
                }
            }
            None if !receipt.sums.fits(like) => reasons.push(format!(
                "chunk {chunk}: {} counts other things than this run",
                place.receipt(chunk).display()
            )),
            None => kept = Some((receipt, place)),
        }
    }
    Ok(kept)
}

impl Whole {
    fn add(&mut self, chunk: u64, receipt: Receipt, place: &ChunkFolder, fresh: bool) {
        let sums = if fresh { self.confirmed.as_mut() } else { None };
        sums.unwrap_or(&mut self.sums).merge(&receipt.sums);
        self.games += receipt.games;
        // As many in all as of one chunk, so that their division shows nowhere.
        failure::keep(&mut self.failures, receipt.failures, REPORTED);
        self.parts.extend(receipt.part.map(|stored| (place.part(chunk), stored.sha256)));
        self.records.extend(receipt.records.map(|stored| (place.record(chunk), stored.sha256)));
        // Times are informative: a missing or incomplete file is not a fault of the run.
        let times = durable::read(&place.timing(chunk)).ok().flatten().unwrap_or_default();
        if let Ok(times) = serde_json::from_slice::<Timing>(&times) {
            self.timing.merge(&times);
        }
    }
}
