//! Ratings: how strong each agent is, in Elo, from the games that it won.
//!
//! The chance to win a game is a seat's share of all strengths at the table (Luce 1959, *Individual Choice Behavior*;
//! with two seats Bradley and Terry 1952). Elo is `400 log10` of the ratio of strengths to that of the anchor.
//! Strengths are maximum likelihood (Hunter 2004, *MM algorithms for generalized Bradley-Terry models*, Annals of
//! Statistics 32, 384-406), which exists among agents each of which was ahead of each other, directly or through others
//! (Ford 1957). Intervals run from the 2.5 % to the 97.5 % point of bootstrap estimates from [`GROUPS`] groups of
//! blocks (Efron and Tibshirani, *An Introduction to the Bootstrap*, 1993, chapter 13).

mod choices;
mod strength;
mod wins;

pub use wins::{GROUPS, Wins, WinsError};

use crate::{draws::Draws, interval::FEWEST_SAMPLES};
use choices::Choices;
use strength::Strengths;

/// Number of resamples.
pub const RESAMPLES: usize = 1000;

/// Elo of a strength ratio of `e`: `400 / ln 10`.
const ELO: f64 = 400.0 / std::f64::consts::LN_10;

/// An interval that is narrower has no width but rounding errors, in Elo.
const NO_WIDTH: f64 = 1e-6;

/// Whether an agent can be compared with the anchor. Ahead is who won a game at a table with the other, alone or with
/// others, directly or through others.
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
    /// Lower end of the 95 % interval. `None` for the anchor, with fewer than ten groups, if all are alike, and if too
    /// many of the resamples never have the agent ahead.
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
    pub fn new(wins: &Wins, agents: usize, seed: u64) -> Estimates {
        Estimates::with_resamples(wins, agents, seed, RESAMPLES)
    }

    fn with_resamples(wins: &Wins, agents: usize, seed: u64, count: usize) -> Estimates {
        let choices = Choices::new(wins, agents);
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

    /// The agent whose Elo is 0: `wanted` if another agent can be rated relative to it, else the first of the largest
    /// group of agents that can be rated relative to each other.
    pub fn anchor(&self, wanted: usize) -> usize {
        let group = |agent: usize| {
            let rated = |&other: &usize| self.status(other, agent) == Status::Rated;
            (0..self.agents).filter(rated).count()
        };
        if group(wanted) > 1 {
            return wanted;
        }
        // The first of equal ones is the last that is found.
        let largest = (0..self.agents).rev().max_by_key(|&agent| group(agent));
        largest.filter(|&agent| group(agent) > 1).unwrap_or(wanted)
    }

    /// The share of the wins of both that goes to `a`, by the estimates, at all tables at which both sit.
    pub fn predicted(&self, wins: &Wins, a: usize, b: usize) -> Option<f64> {
        self.all.difference(a, b).filter(|difference| difference.is_finite())?;
        let (mut own, mut both) = (0.0, 0.0);
        for (table, sums) in wins.iter() {
            let strengths = table.agents().map(|(agent, seats)| {
                let difference = self.all.difference(usize::from(agent), a);
                (usize::from(agent), difference.map_or(f64::NAN, libm::exp) * seats as f64)
            });
            let strengths: Vec<(usize, f64)> = strengths.collect();
            let of = |agent| strengths.iter().find(|(own, _)| *own == agent).map(|found| found.1);
            let (Some(one), Some(other)) = (of(a), of(b)) else { continue };
            let all: f64 = strengths.iter().map(|(_, strength)| strength).sum();
            // Beside an agent without a number, the two win nothing, or nobody knows what.
            if all.is_finite() {
                let games: u64 = sums.iter().flatten().sum();
                own += games as f64 * one / all;
                both += games as f64 * (one + other) / all;
            }
        }
        (both > 0.0).then(|| own / both)
    }

    fn status(&self, agent: usize, anchor: usize) -> Status {
        match self.all.difference(agent, anchor) {
            None => Status::NotConnected,
            Some(f64::INFINITY) => Status::NeverLoses,
            Some(f64::NEG_INFINITY) => Status::NeverWins,
            Some(_) => Status::Rated,
        }
    }

    /// Ratings by agent number, relative to the agent `anchor`.
    pub fn ratings(&self, anchor: usize) -> Vec<Rating> {
        (0..self.agents).map(|agent| self.rating(agent, anchor)).collect()
    }

    fn rating(&self, agent: usize, anchor: usize) -> Rating {
        let (difference, status) = (self.all.difference(agent, anchor), self.status(agent, anchor));
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
        // Resamples that are all alike say nothing about chance.
        let is_point = low.zip(high).is_some_and(|(low, high)| high - low < NO_WIDTH);
        let (low, high) = if is_point { (None, None) } else { (low, high) };
        Rating { status, elo: difference.map(|value| value * ELO), low, high }
    }

    /// Probability that agent `a` is stronger than `b`: the share of resamples in which it is, equal and undecided ones
    /// counted half. `None` if all data leave it open, and with fewer than ten groups.
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
