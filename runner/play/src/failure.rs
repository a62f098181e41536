//! Games that failed.

use serde::{Deserialize, Serialize};

/// A game that did not reach its end: what is needed to see it again.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Failure {
    /// Number of the game in its run.
    pub game_index: u64,
    /// Master seed of the run, as text.
    pub seed: String,
    /// Its block, which is the number of its deal.
    pub block: u64,
    /// Its arm: a line-up under a rule set; 0 where there is but one.
    #[serde(default, skip_serializing_if = "is_first")]
    pub arm: usize,
    /// Its seating in the arm's games of the block.
    pub seating: u64,
    /// The agent of every seat.
    pub agents: Vec<String>,
    /// What happened.
    pub reason: String,
    /// The deal as records have it; `null` if there was none.
    pub deal: serde_json::Value,
    /// The decisions up to there: seat, action, number of legal actions.
    pub decisions: Vec<(usize, String, u32)>,
}

fn is_first(arm: &usize) -> bool {
    *arm == 0
}
