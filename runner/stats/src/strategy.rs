//! What agents do, and what goes with winning.

use crate::counters::Counters;
use crate::fact_sums::Association;
use crate::win_rates::deviation;

/// One fact of one agent, over all its seats.
#[derive(Clone, PartialEq, Debug)]
pub struct Strategy {
    /// Number of the agent in the line-up.
    pub agent: usize,
    /// Number of the fact; `None` for the score itself.
    pub fact: Option<usize>,
    /// Games in the estimates, counted once for each seat that the agent held.
    pub games: i128,
    /// Mean of a game.
    pub mean: Option<f64>,
    /// Standard deviation over games.
    pub sd: Option<f64>,
    /// How it goes with winning.
    pub association: Association,
}

/// The score and every fact of every agent.
pub fn strategy(counters: &Counters) -> Vec<Strategy> {
    let mut rows = Vec::new();
    for (agent, sums) in counters.agents.iter().enumerate() {
        let games = sums.share.d;
        // The score is counted behind the facts and shown before them.
        let score = sums.facts.len() - 1;
        for index in std::iter::once(score).chain(0..score) {
            let fact = &sums.facts[index];
            rows.push(Strategy {
                agent,
                fact: (index != score).then_some(index),
                games,
                mean: (games != 0).then(|| fact.x as f64 / games as f64),
                sd: deviation(games, fact.x, fact.squares),
                association: fact.association(&sums.share),
            });
        }
    }
    rows
}
