//! Whether strength is one number: circles of agents each of which beats the next, and a ranking that
//! does not assume that there are none.
//!
//! **Circles.** A rating puts all agents on one line. If A beats B, B beats C and C beats A, there is
//! no such line, and [`circles`] names the three where all of that is certain.
//!
//! **Alpha-rank** (Omidshafiei et al. 2019, *α-Rank: Multi-Agent Evaluation by Evolution*, Scientific
//! Reports 9, 9937) of a single population, [`alpha_rank`]. A population of [`POPULATION`] copies of one
//! agent is now and then joined by one copy of another, which either takes over or vanishes; the better
//! it does against the others, the likelier it takes over. An agent's rank is the share of time in which
//! the population consists of it. A circle of equals shares the time; who
//! clearly loses to all of them has next to none of it.
//!
//! There is one answer for every matrix of results, it depends on them steadily, and it takes only sums,
//! quotients and an exponential. Nash averaging (Balduzzi et al. 2018, *Re-evaluating Evaluation*, NeurIPS
//! 31) has the same aim, but it takes the equilibrium of most entropy among many, and jumps where a
//! pairing passes one half.

use crate::meetings::{HALF, Meetings};
use crate::p_value::{LEVEL, holm, of_share};
use crate::ratio::Ratio;

/// Copies in the population of alpha-rank, as in OpenSpiel.
pub const POPULATION: f64 = 50.0;

/// How strongly results decide which of two agents takes over: the α of alpha-rank, with the share of
/// meetings won as the payoff. So of two agents, one that wins the share `s` of their meetings has
/// `exp(49 (2 s - 1))` times the rank of the other: 2.7 times for 51 %, 134 times for 55 %. With a much
/// larger one, as is usual, 50.1 % would be as good as 90 %, and chance would decide.
pub const INTENSITY: f64 = 1.0;

/// All circles of three of the agents 0 to `agents - 1`, each of which certainly beats the next: the
/// first is the one with the smallest number. `pairs` are those of [`Meetings::pairs`].
///
/// Certain is what has a p-value of at most 0.05, two-sided and adjusted by Holm's procedure for all pairs.
/// So a circle is named wrongly with a probability of at most 0.05, however many agents there are. The
/// p-values are those of [`of_share`]: by Student's t, but at least `2^(1 - blocks)`.
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

/// Which agent certainly beats which.
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

/// The alpha-rank of the agents 0 to `agents - 1`, which add up to 1; `None` unless all have met. `pairs`
/// are those of [`Meetings::pairs`].
///
/// # Panics
/// If `pairs` has fewer entries than the agents have pairs.
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

/// The probability that one copy of an agent, whose payoff is higher by `ahead` than that of all others
/// in the population, takes it over. Payoffs are those of the two against each other (*local selection*);
/// if copies of an agent met each other, too, the difference would be a constant share of this one.
fn takes_over(ahead: f64) -> f64 {
    match ahead == 0.0 {
        true => 1.0 / POPULATION,
        false => libm::expm1(-INTENSITY * ahead) / libm::expm1(-POPULATION * INTENSITY * ahead),
    }
}

/// The stationary distribution of a Markov process with these rates, all positive off the diagonal.
///
/// By Grassmann, Taksar and Heyman (1985, *Regenerative analysis and steady state distributions for
/// Markov chains*, Operations Research 33, 1107-1116): states are taken out one by one, and nothing is
/// subtracted, so that even tiny ranks have all their digits.
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
