//! Ratings: how strong each agent is, in Elo, from the order in which agents finished.
//!
//! **Model.** Each agent has a strength; the chance to finish first is a seat's share of all strengths
//! at the table, the chance of the next place its share of those that remain, and so on (Plackett 1975,
//! *The analysis of permutations*; Luce 1959). With two seats that is the model of Bradley and Terry
//! (1952). Tied places count as the average over the orders that they leave open. Elo is `400 log10` of
//! the ratio of strengths to that of the anchor.
//!
//! **Estimate.** Maximum likelihood (Hunter 2004, *MM algorithms for generalized Bradley-Terry
//! models*, Annals of Statistics 32, 384-406). A finite maximum exists among agents each of which
//! was ahead of each other at least once, directly or through others (Ford 1957; Hunter's
//! assumption 1); a tie is being ahead both ways. Other agents are reported with their status
//! instead of a number.
//!
//! **Intervals.** Games of one block are not independent, so blocks are put into [`GROUPS`] fixed
//! groups and whole groups are drawn with replacement, as many as there are, a thousand times
//! (Efron and Tibshirani, *An Introduction to the Bootstrap*, 1993, chapter 13). An interval runs
//! from the 2.5 % to the 97.5 % point of the estimates.

mod choices;
mod rankings;
mod strength;

pub use rankings::{GROUPS, RankingError, Rankings};

use crate::{draws::Draws, interval::FEWEST_SAMPLES};
use choices::Choices;
use strength::Strengths;

/// Number of resamples.
pub const RESAMPLES: usize = 1000;

/// Elo of a strength ratio of `e`: `400 / ln 10`.
const ELO: f64 = 400.0 / std::f64::consts::LN_10;

/// Whether an agent can be compared with the anchor.
///
/// *Ahead* means directly or through others: an agent is also ahead of every agent that one of
/// those behind it is ahead of. Tied agents are ahead of each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// It was ahead of the anchor and behind it, so its Elo is a number.
    Rated,
    /// It was ahead of the anchor and never behind it: its Elo has no upper limit.
    NeverLoses,
    /// It was behind the anchor and never ahead of it: its Elo has no lower limit.
    NeverWins,
    /// No chain of results connects the two.
    NotConnected,
}

/// The strength of one agent.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rating {
    /// Whether there is a number.
    pub status: Status,
    /// Elo relative to the anchor; only if [`Status::Rated`].
    pub elo: Option<f64>,
    /// Lower end of the 95 % interval, 0 for the anchor. `None` without a rating, with fewer than
    /// ten groups, and if it has no limit: too many of the resamples never have the agent ahead.
    pub low: Option<f64>,
    /// Upper end, likewise.
    pub high: Option<f64>,
}

/// Strengths of all agents, estimated from all data and from each of [`RESAMPLES`] resamples.
#[derive(Clone, Debug)]
pub struct Estimates {
    agents: usize,
    all: Strengths,
    resamples: Vec<Strengths>,
}

impl Estimates {
    /// The estimates for agents 0 to `agents - 1`; `seed` decides which groups the resamples hold.
    pub fn new(rankings: &Rankings, agents: usize, seed: u64) -> Estimates {
        Estimates::with_resamples(rankings, agents, seed, RESAMPLES)
    }

    fn with_resamples(rankings: &Rankings, agents: usize, seed: u64, count: usize) -> Estimates {
        let choices = Choices::new(rankings, agents);
        let groups = choices.groups;
        let mut times = vec![1; groups];
        let all = Strengths::estimate(&choices, &times, None);
        let mut rng = Draws::new(seed);
        let count = if groups < FEWEST_SAMPLES as usize { 0 } else { count };
        let mut resample = || {
            times.fill(0);
            (0..groups).for_each(|_| times[rng.below(groups as u32) as usize] += 1);
            Strengths::estimate(&choices, &times, Some(&all))
        };
        let resamples = (0..count).map(|_| resample()).collect();
        Estimates { agents, all, resamples }
    }

    /// Ratings by agent number, relative to the agent `anchor`.
    pub fn ratings(&self, anchor: usize) -> Vec<Rating> {
        (0..self.agents).map(|agent| self.rating(agent, anchor)).collect()
    }

    fn rating(&self, agent: usize, anchor: usize) -> Rating {
        let difference = self.all.difference(agent, anchor);
        let status = match difference {
            None => Status::NotConnected,
            Some(f64::INFINITY) => Status::NeverLoses,
            Some(f64::NEG_INFINITY) => Status::NeverWins,
            Some(_) => Status::Rated,
        };
        if status != Status::Rated {
            return Rating { status, elo: None, low: None, high: None };
        }
        // A resample that does not connect the two leaves both ends open. With 1,000 resamples, an
        // end is the 25th from its side.
        let rank = ((self.resamples.len() + 1) / 40).max(1);
        let end = |open: f64| {
            let differences = self.resamples.iter().map(|all| all.difference(agent, anchor));
            let mut values: Vec<f64> = differences.map(|value| value.unwrap_or(open)).collect();
            values.sort_by(|a, b| if open < 0.0 { a.total_cmp(b) } else { b.total_cmp(a) });
            values.get(rank - 1).filter(|value| value.is_finite()).map(|value| value * ELO)
        };
        let (low, high) = (end(f64::NEG_INFINITY), end(f64::INFINITY));
        Rating { status, elo: difference.map(|value| value * ELO), low, high }
    }

    /// Probability that agent `a` is stronger than agent `b`: the share of resamples in which it is
    /// estimated to be, where equal and undecided ones count one half. It is known to a thousandth
    /// at best: 0 and 1 mean that no resample out of [`RESAMPLES`] was different.
    ///
    /// `None` if all data together leave it open, and with fewer than ten groups.
    pub fn superiority(&self, a: usize, b: usize) -> Option<f64> {
        self.all.difference(a, b)?;
        let halves = |resample: &Strengths| match resample.difference(a, b) {
            Some(difference) if difference > 0.0 => 2,
            Some(difference) if difference < 0.0 => 0,
            _ => 1,
        };
        let sum: u64 = self.resamples.iter().map(halves).sum();
        let all = 2 * self.resamples.len();
        (all > 0).then(|| sum as f64 / all as f64)
    }
}

#[cfg(test)]
mod tests;
