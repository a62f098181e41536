//! How a tournament stands while it is played.

use drakkar_stats::counters::SHARE_UNIT;
use drakkar_stats::ratio::Ratio;
use drakkar_stats::sums::Sums;

use crate::error::Error;
use crate::export::results::Results;
use crate::journal::course::Course;
use crate::plan::purpose::Tournament;
use crate::study::kind::{Following, Report};
use crate::study::tournament::files;

/// How a tournament stands, on the progress bar.
#[derive(Debug)]
pub(super) struct Standing<'a> {
    tournament: &'a Tournament,
    names: &'a [String],
    shares: Vec<Ratio>,
}

impl<'a> Standing<'a> {
    pub(super) fn new(tournament: &'a Tournament, names: &'a [String]) -> Standing<'a> {
        Standing { tournament, names, shares: vec![Ratio::default(); names.len()] }
    }

    /// Agents and win shares, the best first.
    fn lines(&self) -> String {
        let value = |ratio: &Ratio| ratio.value(SHARE_UNIT).unwrap_or_default();
        let mut order: Vec<usize> = (0..self.names.len()).collect();
        order.sort_by(|&a, &b| value(&self.shares[b]).total_cmp(&value(&self.shares[a])));
        let lines = order.into_iter().map(|agent| {
            format!("{:6.2} %  {}", 100.0 * value(&self.shares[agent]), self.names[agent])
        });
        lines.collect::<Vec<_>>().join("\n")
    }
}

impl Course for Standing<'_> {
    fn add(&mut self, _: u64, sums: &Sums) {
        for (sum, agent) in self.shares.iter_mut().zip(&sums.counters.agents) {
            sum.merge(&agent.share);
        }
    }

    fn text(&self) -> Option<String> {
        // Nothing before the first chunk.
        let begun = self.shares.iter().any(|share| share.d != 0);
        Some(if begun { self.lines() } else { String::new() })
    }
}

impl Following for Standing<'_> {
    fn report(&self, results: &Results<'_>) -> Result<Report, Error> {
        files::report(results, usize::from(self.tournament.anchor), self.tournament.margin)
    }
}
