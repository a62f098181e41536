//! Maximum likelihood of the strengths.

use crate::ratings::choices::Sum;
use crate::ratings::relation::Relation;

/// Most steps of the search. Newton's method needs about ten.
const STEPS: usize = 500;

/// The search ends when no logarithm of a strength changes by more.
const CLOSE: f64 = 1e-10;

/// Where no logarithm of a strength changes by more, Newton's steps converge: the curvature in any
/// direction differs by less than a factor of e^(1/2) along the way.
const SAFE: f64 = 0.1;

/// Estimated strengths, as far as they can be compared.
#[derive(Clone, Debug)]
pub(super) struct Strengths {
    /// Who was ahead of whom, through others too.
    ahead: Relation,
    /// Natural logarithm of the strength of each agent. Those of agents that were ahead of each other
    /// can be compared.
    log: Vec<f64>,
}

impl Strengths {
    /// The likeliest strengths; the search begins at those of `near`, which change nothing but the time
    /// that it takes.
    pub(super) fn estimate(sum: &Sum<'_>, near: Option<&Strengths>) -> Strengths {
        let mut ahead = sum.ahead.clone();
        ahead.close();
        let agents = ahead.agents();
        let mut log = near.map_or_else(|| vec![0.0; agents], |near| near.log.clone());
        let mut done = vec![false; agents];
        for first in 0..agents {
            let both = |&other: &usize| ahead.holds(first, other) && ahead.holds(other, first);
            let members: Vec<usize> = (first..agents).filter(both).collect();
            if done[first] || members.len() < 2 {
                continue;
            }
            members.iter().for_each(|&agent| done[agent] = true);
            let problem = Problem::new(sum, &ahead, &members);
            let start = members.iter().map(|&agent| log[agent] - log[first]).collect();
            for (&agent, value) in members.iter().zip(problem.solve(start)) {
                log[agent] = value;
            }
        }
        Strengths { ahead, log }
    }

    /// Natural logarithm of the strength of `a` to that of `b`: infinite if only one of the two was ever
    /// ahead of the other, `None` if neither was, or if there are no such agents.
    pub(super) fn difference(&self, a: usize, b: usize) -> Option<f64> {
        if a.max(b) >= self.log.len() {
            return None;
        }
        match (a == b || self.ahead.holds(a, b), a == b || self.ahead.holds(b, a)) {
            (true, true) => Some(self.log[a] - self.log[b]),
            (true, false) => Some(f64::INFINITY),
            (false, true) => Some(f64::NEG_INFINITY),
            (false, false) => None,
        }
    }
}

/// The choices among agents each of which was ahead of each other. All others are infinitely stronger
/// or weaker, so that a choice from a set with a stronger one says nothing of them, and the weaker ones
/// in a set do not count.
struct Problem {
    agents: usize,
    /// For each agent, how often it was chosen.
    chosen: Vec<f64>,
    /// For each set how many choices were made from it, and agents with their number of seats.
    sets: Vec<(f64, Vec<(usize, f64)>)>,
}

/// What the search needs to know of a point.
struct Slope {
    /// Logarithm of the likelihood.
    likelihood: f64,
    /// Its derivative by the logarithm of each strength.
    first: Vec<f64>,
    /// The second derivatives, negated, row by row.
    second: Vec<f64>,
    /// For each agent the sum over its sets of choices, times seats, by the strength of the set.
    weight: Vec<f64>,
}

impl Problem {
    fn new(sum: &Sum<'_>, ahead: &Relation, members: &[usize]) -> Problem {
        let agents = members.len();
        let mut problem = Problem { agents, chosen: vec![0.0; agents], sets: Vec::new() };
        for set in sum.sets {
            let stronger =
                |agent: usize| ahead.holds(agent, members[0]) && !ahead.holds(members[0], agent);
            if set.iter().any(|member| stronger(member.agent)) {
                continue;
            }
            let mut choices = 0.0;
            let mut own = Vec::with_capacity(set.len());
            for member in set {
                if let Ok(index) = members.binary_search(&member.agent) {
                    own.push((index, member.seats, sum.chosen(member)));
                    choices += sum.chosen(member);
                }
            }
            if own.len() >= 2 && choices > 0.0 {
                own.iter().for_each(|&(index, _, chosen)| problem.chosen[index] += chosen);
                let own = own.into_iter().map(|(index, seats, _)| (index, seats)).collect();
                problem.sets.push((choices, own));
            }
        }
        problem
    }

    /// The likeliest logarithms of strengths, that of the first agent being 0.
    ///
    /// The likelihood is concave in the logarithms, so what no step improves is the maximum. Newton's
    /// step is taken where it is small or improves the likelihood, and else Hunter's (2004, section 5),
    /// which always improves it: the new strength is the number of times chosen, divided by the sum over sets of choices
    /// divided by the strength of the set.
    fn solve(&self, mut log: Vec<f64>) -> Vec<f64> {
        let mut slope = self.slope(&log);
        for _ in 0..STEPS {
            let newton = self.newton(&slope);
            if let Some(step) = &newton {
                let moved: Vec<f64> = log.iter().zip(step).map(|(x, d)| x + d).collect();
                let longest = step.iter().map(|d| d.abs()).fold(0.0, f64::max);
                if longest <= CLOSE {
                    return moved;
                }
                let next = self.slope(&moved);
                if longest <= SAFE || next.likelihood > slope.likelihood {
                    (log, slope) = (moved, next);
                    continue;
                }
            }
            let hunter = |i: usize| libm::log(self.chosen[i] / slope.weight[i]);
            let zero = hunter(0);
            let moved: Vec<f64> = (0..self.agents).map(|i| hunter(i) - zero).collect();
            let change = moved.iter().zip(&log).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
            log = moved;
            if change <= CLOSE {
                break;
            }
            slope = self.slope(&log);
        }
        log
    }

    fn slope(&self, log: &[f64]) -> Slope {
        let strength: Vec<f64> = log.iter().map(|&x| libm::exp(x)).collect();
        let own: f64 = self.chosen.iter().zip(log).map(|(chosen, x)| chosen * x).sum();
        let mut slope = Slope {
            likelihood: own,
            first: self.chosen.clone(),
            second: vec![0.0; self.agents * self.agents],
            weight: vec![0.0; self.agents],
        };
        for (choices, set) in &self.sets {
            let total: f64 = set.iter().map(|&(i, seats)| seats * strength[i]).sum();
            slope.likelihood -= choices * libm::log(total);
            for &(i, seats) in set {
                let share = seats * strength[i] / total;
                slope.weight[i] += choices * seats / total;
                slope.first[i] -= choices * share;
                slope.second[i * self.agents + i] += choices * share;
                for &(j, seats) in set {
                    let other = seats * strength[j] / total;
                    slope.second[i * self.agents + j] -= choices * share * other;
                }
            }
        }
        slope
    }

    /// Newton's step, 0 for the first agent; `None` if rounding makes the matrix singular. The equations
    /// are solved by Cholesky's decomposition.
    fn newton(&self, slope: &Slope) -> Option<Vec<f64>> {
        let n = self.agents;
        let mut lower = vec![0.0; n * n];
        for i in 1..n {
            for j in 1..=i {
                let inner: f64 = (1..j).map(|k| lower[i * n + k] * lower[j * n + k]).sum();
                let rest = slope.second[i * n + j] - inner;
                if i != j {
                    lower[i * n + j] = rest / lower[j * n + j];
                } else if rest > 0.0 {
                    lower[i * n + i] = rest.sqrt();
                } else {
                    return None;
                }
            }
        }
        let mut step = slope.first.clone();
        step[0] = 0.0;
        for i in 1..n {
            let inner: f64 = (1..i).map(|k| lower[i * n + k] * step[k]).sum();
            step[i] = (step[i] - inner) / lower[i * n + i];
        }
        for i in (1..n).rev() {
            let inner: f64 = (i + 1..n).map(|k| lower[k * n + i] * step[k]).sum();
            step[i] = (step[i] - inner) / lower[i * n + i];
        }
        step.iter().all(|d| d.is_finite()).then_some(step)
    }
}
