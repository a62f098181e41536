//! Everything that a run counts: integers, added up in any order.

use crate::finished::{MAX_SEATS, WHOLE_WIN};
use serde::{Deserialize, Serialize};

use crate::fact_sums::FactSums;
use crate::ratio::{Ratio, add};

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
    pub(crate) shape: Shape,
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

    /// How many of each thing are counted.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// Adds the counters of other blocks of the same run.
    ///
    /// # Panics
    /// If the shapes differ.
    pub fn merge(&mut self, other: &Counters) {
        assert_eq!(self.shape, other.shape, "counters of one run have one shape");
        for (sums, others) in self.agents.iter_mut().zip(&other.agents) {
            sums.share.merge(&others.share);
            sums.seats.iter_mut().zip(&others.seats).for_each(|(sum, term)| sum.merge(term));
            sums.facts.iter_mut().zip(&others.facts).for_each(|(sum, term)| sum.merge(term));
        }
        self.margin.merge(&other.margin);
        self.shared.merge(&other.shared);
        self.leader.iter_mut().zip(&other.leader).for_each(|(sum, term)| sum.merge(term));
        for (sum, term) in [
            (&mut self.margin_squares, other.margin_squares),
            (&mut self.games, other.games),
            (&mut self.blocks, other.blocks),
            (&mut self.failed, other.failed),
            (&mut self.left_out, other.left_out),
        ] {
            add(sum, term);
        }
    }
}

impl SeatSums {
    /// Adds the games of `other`.
    pub fn merge(&mut self, other: &SeatSums) {
        self.share.merge(&other.share);
        add(&mut self.score, other.score);
        add(&mut self.score_squares, other.score_squares);
        add(&mut self.failed, other.failed);
        self.places.iter_mut().zip(other.places).for_each(|(sum, term)| add(sum, term));
    }
}
