//! Everything that a run counts: integers, added up in any order.

use crate::finished::{MAX_SEATS, WHOLE_WIN};
use serde::{Deserialize, Serialize};

use crate::fact_sums::FactSums;
use crate::merge::Merge;
use crate::ratio::Ratio;

/// How many of each thing are counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Shape {
    /// Agents that differ.
    pub agents: usize,
    /// Seats.
    pub players: usize,
    /// Facts of a seat.
    pub facts: usize,
    /// Moments at which the leader is noted.
    pub milestones: usize,
}

/// Unit of the sums of leaders' wins: win shares in 1/60, divided among up to six leaders in 1/60.
pub const LEADER_UNIT: f64 = 1.0 / (WHOLE_WIN as f64 * WHOLE_WIN as f64);
/// Unit of sums of win shares.
pub const SHARE_UNIT: f64 = 1.0 / WHOLE_WIN as f64;

/// The counters of a chunk of blocks, or of a whole run.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Counters {
    /// How many of each thing are counted.
    pub shape: Shape,
    /// One entry for each agent.
    pub agents: Vec<AgentSums>,
    /// Winning margin: score of the best minus score of the second (0 if they are equal).
    pub margin: Ratio,
    /// Sum of squared margins over games.
    pub margin_squares: i128,
    /// Games whose win is shared.
    pub shared: Ratio,
    /// For each milestone, wins of who leads there, in [`LEADER_UNIT`].
    pub leader: Vec<Ratio>,
    /// Games in the estimates.
    pub games: i128,
    /// Blocks in the estimates.
    pub blocks: i128,
    /// Games that did not reach their end.
    pub failed: i128,
    /// Games, failed or not, of blocks that are left out because of a failed one.
    pub left_out: i128,
}

/// What is counted for one agent.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AgentSums {
    /// One entry for each seat.
    pub seats: Vec<SeatSums>,
    /// Win share in all seats, in [`SHARE_UNIT`] over games and seats.
    pub share: Ratio,
    /// The facts in order, and the score behind them.
    pub facts: Vec<FactSums>,
}

/// What is counted for one agent in one seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeatSums {
    /// Win share, in [`SHARE_UNIT`] over games.
    pub share: Ratio,
    /// Sum of scores.
    pub score: i128,
    /// Sum of squared scores.
    pub score_squares: i128,
    /// Games that ended in place 1, 2, ...
    pub places: [i128; MAX_SEATS],
    /// Games of this agent in this seat that did not reach their end.
    pub failed: i128,
}

sums!(Counters {
    shape,
    agents,
    margin,
    margin_squares,
    shared,
    leader,
    games,
    blocks,
    failed,
    left_out
});
sums!(AgentSums { seats, share, facts });
sums!(SeatSums { share, score, score_squares, places, failed });

impl Merge for Shape {
    fn merge(&mut self, other: &Shape) {
        assert_eq!(self, other, "counters of one run have one shape");
    }

    fn fits(&self, other: &Shape) -> bool {
        self == other
    }
}

impl Counters {
    /// All zero.
    pub fn new(shape: Shape) -> Counters {
        let agent = AgentSums {
            seats: vec![SeatSums::default(); shape.players],
            share: Ratio::default(),
            facts: vec![FactSums::default(); shape.facts + 1],
        };
        Counters {
            shape,
            agents: vec![agent; shape.agents],
            margin: Ratio::default(),
            margin_squares: 0,
            shared: Ratio::default(),
            leader: vec![Ratio::default(); shape.milestones],
            games: 0,
            blocks: 0,
            failed: 0,
            left_out: 0,
        }
    }
}
