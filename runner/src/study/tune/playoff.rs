//! The results of several tunes against each other and against where they started.

use drakkar_agents::spec::Spec;
use serde::{Deserialize, Serialize};

use crate::error::Error;
use crate::journal::merge::Whole;
use crate::plan::purpose::{Format, Purpose, Tournament};
use crate::plan::run::{AgentEntry, Plan};
use crate::study::tune::plan::{Test, Venue};
use crate::study::wish::Wish;
use drakkar_play::door::Table;
use drakkar_play::schedule::Policy;
use drakkar_stats::counters::SHARE_UNIT;

/// Name of the folder of the tournament.
pub(crate) const FOLDER: &str = "playoff";

/// Everything that decides how a play-off ends.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Playoff {
    /// Where it is played.
    #[serde(flatten)]
    pub(crate) table: Venue,
    /// Where the first tune started, and then the results of all.
    pub(crate) entrants: Vec<AgentEntry>,
    /// Games of the tournament.
    pub(crate) games: u64,
    /// What is asked of the winner.
    pub(crate) test: Test,
}

impl Playoff {
    /// The tournament: everybody alone against everybody else.
    ///
    /// # Errors
    /// Agents that cannot be built.
    pub(crate) fn plan(&self, table: &dyn Table) -> Result<Plan, Error> {
        let specs = self.entrants.iter().map(|entry| entry.spec.parse::<Spec>());
        let specs: Vec<Spec> =
            specs.collect::<Result<_, _>>().map_err(|error| Error::flag("--final", error))?;
        let line_ups = Format::RoundRobin.line_ups(specs.len() as u8, self.table.players);
        let purpose = Purpose::Tournament(Tournament {
            format: Format::RoundRobin,
            line_ups,
            anchor: 0,
            margin: None,
            primary: "pairing score".to_owned(),
        });
        let wish = Wish {
            table,
            specs: &specs,
            purpose: Some(purpose),
            confirm: 0,
            seating: Policy::Permutations,
            seed: self.table.seed_of(FOLDER),
            games: self.games,
            chunk: None,
            per_game: false,
            record_every: None,
            base: Some(&self.entrants),
        };
        wish.plan()
    }
}

/// Who has the largest win share; of equals the first.
pub(crate) fn winner(whole: &Whole) -> usize {
    let shares = whole.sums.counters.agents.iter();
    let shares: Vec<f64> =
        shares.map(|agent| agent.share.value(SHARE_UNIT).unwrap_or_default()).collect();
    (0..shares.len()).fold(0, |best, next| if shares[next] > shares[best] { next } else { best })
}
