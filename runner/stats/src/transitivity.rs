//! Whether strength is one number. [`circles`] names agents that certainly beat each other in turn, which no rating can
//! show. [`alpha_rank`] (Omidshafiei et al. 2019, *α-Rank: Multi-Agent Evaluation by Evolution*, Scientific Reports 9,
//! 9937) does without one line: a population of [`POPULATION`] copies of one agent is now and then joined by a copy of
//! another, which takes over or vanishes; a rank is the share of time in which the population consists of an agent.

use crate::meetings::{HALF, Meetings};
use crate::p_value::{LEVEL, holm, of_share};
use crate::ratio::Ratio;

/// Copies in the population of alpha-rank, as in OpenSpiel.
pub const POPULATION: f64 = 50.0;

/// The α of alpha-rank, with the share of meetings won as the payoff: an agent that wins 51 % against another has 2.7
/// times its rank, with 55 % 134 times. With a much larger one, chance would decide.
pub const INTENSITY: f64 = 1.0;

/// All circles of three agents, each of which certainly beats the next: a p-value of [`of_share`] of at most 0.05,
/// adjusted by Holm's procedure for all pairs. `pairs` are those of [`Meetings::pairs`].
///
/// # Panics
/// If `pairs` has fewer entries than the agents have pairs.
pub fn circles(pairs: &[Ratio], agents: usize) -> Vec<[usize; 3]> {
    let beats = certain_wins(pairs, agents);
    let all = |circle: [usize; 3]| (0..3).all(|k| beats[circle[k]][circle[(k + 1) % 3]]);
    let mut found = Vec::new();
    for a in 0..agents {
        for b in a + 1..agents {
            // Every circle has two directions that begin with its smallest number.
            let both = (b + 1..agents).flat_map(|c| [[a, b, c], [a, c, b]]);
            found.extend(both.filter(|&circle| all(circle)));
        }
    }
    found
}

fn certain_wins(pairs: &[Ratio], agents: usize) -> Vec<Vec<bool>> {
    let met: Vec<(usize, usize, &Ratio)> = all_pairs(agents)
        .map(|(a, b)| (a, b, &pairs[Meetings::pair(a, b)]))
        .filter(|(_, _, pair)| pair.d != 0)
        .collect();
    let p: Vec<f64> =
        met.iter().map(|(_, _, pair)| of_share(pair, HALF, HALF).unwrap_or(1.0)).collect();
    let mut beats = vec![vec![false; agents]; agents];
    for ((a, b, pair), p) in met.into_iter().zip(holm(&p)) {
        let ahead = pair.value(HALF).unwrap_or(HALF) - HALF;
        beats[a][b] = ahead > 0.0 && p <= LEVEL;
        beats[b][a] = ahead < 0.0 && p <= LEVEL;
    }
    beats
}

fn all_pairs(agents: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..agents).flat_map(|b| (0..b).map(move |a| (a, b)))
}

/// The alpha-rank of the agents, which adds up to 1; `None` unless all have met.
///
/// # Panics
/// As [`circles`].
pub fn alpha_rank(pairs: &[Ratio], agents: usize) -> Option<Vec<f64>> {
    // How likely the population passes from the agent of the row to that of the column, when it does.
    let mut passes = vec![vec![0.0; agents]; agents];
    for (a, b) in all_pairs(agents) {
        let share = pairs[Meetings::pair(a, b)].value(HALF)?;
        let ahead = share - (1.0 - share);
        passes[b][a] = takes_over(ahead);
        passes[a][b] = takes_over(-ahead);
    }
    Some(stationary(passes))
}

/// The probability that one copy of an agent, whose payoff is higher by `ahead`, takes a population over.
fn takes_over(ahead: f64) -> f64 {
    match ahead == 0.0 {
        true => 1.0 / POPULATION,
        false => libm::expm1(-INTENSITY * ahead) / libm::expm1(-POPULATION * INTENSITY * ahead),
    }
}

/// The stationary distribution of a Markov process with these rates, all positive off the diagonal (Grassmann, Taksar,
/// Heyman 1985, Operations Research 33, 1107-1116): nothing is subtracted, so even tiny ranks have all their digits.
fn stationary(mut rates: Vec<Vec<f64>>) -> Vec<f64> {
    let states = rates.len();
    for out in (1..states).rev() {
        let leaving: f64 = rates[out][..out].iter().sum();
        for from in 0..out {
            rates[from][out] /= leaving;
            for to in (0..out).filter(|&to| to != from) {
                rates[from][to] += rates[from][out] * rates[out][to];
            }
        }
    }
    let mut time = vec![1.0; states];
    for state in 1..states {
        time[state] = (0..state).map(|from| time[from] * rates[from][state]).sum();
    }
    let sum: f64 = time.iter().sum();
    time.iter().map(|time| time / sum).collect()
}

#[cfg(test)]
mod tests;
