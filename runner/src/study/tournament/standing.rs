//! What a tournament is to a plan and its games, and how it stands while it is played.

use std::path::Path;

use drakkar_play::json;
use drakkar_stats::counters::SHARE_UNIT;
use drakkar_stats::ratio::Ratio;
use drakkar_stats::sums::{Beside, Sums};
use toml::Value;

use crate::error::Error;
use crate::export::results::Results;
use crate::journal::course::Course;
use crate::plan::purpose::Tournament;
use crate::plan::run::{Plan, Run};
use crate::study::kind::{Following, Report, Study};
use crate::study::tournament::files;

impl Study for Tournament {
    fn command(&self) -> &'static str {
        "tournament"
    }

    fn flags(&self, _: &Path, plan: &Plan) -> Result<Vec<(&'static str, Value)>, Error> {
        let names = plan.run.names();
        let format = json::value(&self.format);
        let mut flags = vec![
            ("format", format.as_str().unwrap_or_default().into()),
            ("anchor", names[usize::from(self.anchor)].clone().into()),
            ("agents", names.into()),
        ];
        flags.extend(self.margin.map(|margin| ("margin", margin.into())));
        Ok(flags)
    }

    fn rates_agents(&self) -> bool {
        true
    }

    fn beside(&self, _: &Run) -> Option<Beside> {
        Some(Beside::Meetings)
    }

    fn course<'a>(&'a self, _: &'a Run, names: &'a [String]) -> Box<dyn Following + 'a> {
        let shares = vec![Ratio::default(); names.len()];
        Box::new(Standing { tournament: self, names, shares })
    }
}

/// Win shares so far.
struct Standing<'a> {
    tournament: &'a Tournament,
    names: &'a [String],
    shares: Vec<Ratio>,
}

impl Course for Standing<'_> {
    fn add(&mut self, _: u64, sums: &Sums) {
        for (sum, agent) in self.shares.iter_mut().zip(&sums.counters.agents) {
            sum.merge(&agent.share);
        }
    }

    /// Agents and win shares, the best first; nothing before the first chunk.
    fn text(&self) -> Option<String> {
        if self.shares.iter().all(|share| share.d == 0) {
            return Some(String::new());
        }
        let shares = self.shares.iter().map(|share| share.value(SHARE_UNIT).unwrap_or_default());
        let mut lines: Vec<(f64, &String)> = shares.zip(self.names).collect();
        lines.sort_by(|(one, _), (other, _)| other.total_cmp(one));
        let lines = lines.iter().map(|(share, name)| format!("{:6.2} %  {name}", 100.0 * share));
        Some(lines.collect::<Vec<_>>().join("\n"))
    }
}

impl Following for Standing<'_> {
    fn report(&self, results: &Results<'_>) -> Result<Report, Error> {
        files::report(results, self.tournament)
    }
}
