//! What of a run of branches is played again, on fresh deals.

use drakkar_play::appraisal::Appraisal;
use drakkar_play::branching::Branching;
use drakkar_stats::sums::Sums;

use crate::error::Error;
use crate::export::results::Results;
use crate::journal::course::Course;
use crate::plan::run::Run;
use crate::study::balance::effects;
use crate::study::kind::{Following, Report};

/// Which kinds are played again: those that stood out the first time. What stands out does so partly by
/// luck; the figures of fresh deals do not.
#[derive(Debug)]
pub(crate) struct Repeats<'a> {
    branching: &'a Branching,
    players: usize,
    /// Chunks of the first time, and blocks of a chunk.
    first_chunks: u64,
    chunk: u64,
    /// The next chunk of the first time.
    next: u64,
    /// The sums of those before; none if they do not fit each other, which is told where the run is merged.
    sums: Option<Sums>,
    /// By number of the kind, as soon as all chunks of the first time are known.
    flagged: Option<Vec<bool>>,
}

impl<'a> Repeats<'a> {
    pub(super) fn new(branching: &'a Branching, run: &Run) -> Repeats<'a> {
        let cut = run.cut(1);
        let first_chunks = cut.first_chunks();
        // Without fresh deals nothing depends on the first time.
        let next = if cut.confirm > 0 { 0 } else { first_chunks };
        let (players, chunk) = (run.players, run.chunk);
        Repeats { branching, players, first_chunks, chunk, next, sums: None, flagged: None }
    }
}

impl Course for Repeats<'_> {
    fn add(&mut self, chunk: u64, sums: &Sums) {
        // Others stay on the disk until their turn comes.
        if chunk != self.next || chunk >= self.first_chunks {
            return;
        }
        match &mut self.sums {
            None => self.sums = Some(sums.clone()),
            Some(all) if all.fits(sums) => all.merge(sums),
            Some(_) => return,
        }
        self.next += 1;
        if self.next == self.first_chunks
            && let Some(branches) = self.sums.take().and_then(|sums| sums.branches)
        {
            let Repeats { branching, players, .. } = *self;
            let appraisal = Appraisal { branching, branches: &branches, players };
            self.flagged = Some(appraisal.flagged());
        }
    }

    fn next(&self) -> Option<u64> {
        (self.next < self.first_chunks).then_some(self.next)
    }

    fn spares(&self, chunk: u64) -> bool {
        let (Some(number), Some(flagged)) = (chunk.checked_sub(self.first_chunks), &self.flagged)
        else {
            return false;
        };
        let kind = self.branching.repeated_kind(number * self.chunk);
        !kind.is_some_and(|kind| flagged[kind])
    }

    fn waits(&self, chunk: u64) -> bool {
        chunk >= self.first_chunks && self.flagged.is_none()
    }
}

impl Following for Repeats<'_> {
    fn report(&self, results: &Results<'_>) -> Result<Report, Error> {
        effects::report(results, self.branching)
    }
}
