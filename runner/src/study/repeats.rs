//! What of a run of branches is played again, on fresh deals.

use crate::journal::branching::Branching;
use crate::journal::plan::Run;
use crate::journal::purpose::Purpose;
use crate::stats::appraisal::Appraisal;
use crate::stats::sums::Sums;

/// Which kinds are played again: those that stood out the first time. Whoever stands out does so partly
/// by luck; the figures of fresh deals do not.
#[derive(Debug)]
pub(crate) struct Repeats<'a> {
    branching: &'a Branching,
    /// By number of the kind.
    flagged: Vec<bool>,
    first_chunks: u64,
    chunk: u64,
}

impl<'a> Repeats<'a> {
    /// By the sums of all blocks of the first time; `None` if the run has no branches.
    pub(crate) fn of(run: &'a Run, sums: &Sums) -> Option<Repeats<'a>> {
        let (Some(Purpose::Branch(branching)), Some(branches)) = (&run.purpose, &sums.branches)
        else {
            return None;
        };
        let appraisal = Appraisal { branching, branches, players: run.players };
        let first_chunks = run.cut(1).first_chunks();
        Some(Repeats { branching, flagged: appraisal.flagged(), first_chunks, chunk: run.chunk })
    }

    /// Whether a chunk on fresh deals is not needed.
    pub(crate) fn spares(&self, chunk: u64) -> bool {
        let Some(number) = chunk.checked_sub(self.first_chunks) else { return false };
        let kind = self.branching.repeated_kind(number * self.chunk);
        !kind.is_some_and(|kind| self.flagged[kind])
    }
}
