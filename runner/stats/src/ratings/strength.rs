//! Maximum likelihood of the strengths.

use crate::ratings::choices::{Choices, Member};

/// Most steps of the search. Newton's method needs about ten.
const STEPS: usize = 500;

/// The search ends when no logarithm of a strength changes by more.
const CLOSE: f64 = 1e-10;

/// Newton's steps converge if none is longer: the curvature then differs by less than a factor of e^(1/2).
const SAFE: f64 = 0.1;

/// Estimated strengths, as far as they can be compared.
#[derive(Clone, Debug)]
pub(super) struct Strengths {
    /// Which agents were ahead of which others, including through others.
    ahead: Relation,
    /// Natural logarithms of strengths; those of agents that were ahead of each other can be compared.
    log: Vec<f64>,
}

impl Strengths {
    /// With each group of blocks counted as often as `times` says; the search starts at those of `near`.
    pub(super) fn estimate(
        choices: &Choices,
        times: &[u64],
        near: Option<&Strengths>,
    ) -> Strengths {
        let (sets, agents) = (choices.sets(times), choices.agents);
        let mut ahead = vec![vec![false; agents]; agents];
        for set in &sets {
            for chosen in set.iter().filter(|member| member.chosen > 0.0) {
                for other in set.iter().filter(|other| other.agent != chosen.agent) {
                    ahead[chosen.agent][other.agent] = true;
                }
            }
        }
        close(&mut ahead);
        let mut log = near.map_or_else(|| vec![0.0; agents], |near| near.log.clone());
        let mut done = vec![false; agents];
        for first in 0..agents {
            let both = |&other: &usize| ahead[first][other] && ahead[other][first];
            let members: Vec<usize> = (first..agents).filter(both).collect();
            if done[first] || members.len() < 2 {
                continue;
            }
            members.iter().for_each(|&agent| done[agent] = true);
            let problem = Problem::new(&sets, &ahead, &members);
            let start = members.iter().map(|&agent| log[agent] - log[first]).collect();
            for (&agent, value) in members.iter().zip(problem.solve(start)) {
                log[agent] = value;
            }
        }
        Strengths { ahead, log }
    }

    /// Of `a` to `b`, as a logarithm: infinite if only one was ever ahead, `None` if neither was.
    pub(super) fn difference(&self, a: usize, b: usize) -> Option<f64> {
        if a.max(b) >= self.log.len() {
            return None;
        }
        match (a == b || self.ahead[a][b], a == b || self.ahead[b][a]) {
            (true, true) => Some(self.log[a] - self.log[b]),
            (true, false) => Some(f64::INFINITY),
            (false, true) => Some(f64::NEG_INFINITY),
            (false, false) => None,
        }
    }
}

type Relation = Vec<Vec<bool>>;

/// Adds every pair that follows through others (Warshall 1962).
fn close(ahead: &mut Relation) {
    for through in 0..ahead.len() {
        let row = ahead[through].clone();
        for own in ahead.iter_mut().filter(|own| own[through]) {
            own.iter_mut().zip(&row).for_each(|(pair, others)| *pair |= others);
        }
    }
}

/// The choices among agents each of which was ahead of each other. A choice from a set with a stronger one says nothing
/// about them, and weaker ones do not count.
struct Problem {
    chosen: Vec<f64>,
    /// For each set how many choices were made from it, and agents with their number of seats.
    sets: Vec<(f64, Vec<(usize, f64)>)>,
}

struct Slope {
    likelihood: f64,
    first: Vec<f64>,
    /// The second derivatives, negated, row by row.
    second: Vec<f64>,
    /// For each agent the sum over its sets of choices, times seats, by the strength of the set.
    weight: Vec<f64>,
}

impl Problem {
    fn new(sets: &[Vec<Member>], ahead: &Relation, members: &[usize]) -> Problem {
        let first = members[0];
        let mut problem = Problem { chosen: vec![0.0; members.len()], sets: Vec::new() };
        let stronger = |member: &Member| ahead[member.agent][first] && !ahead[first][member.agent];
        for set in sets.iter().filter(|set| !set.iter().any(stronger)) {
            let place = |member: &Member| members.binary_search(&member.agent).ok();
            let own: Vec<(usize, &Member)> =
                set.iter().filter_map(|member| Some((place(member)?, member))).collect();
            let choices: f64 = own.iter().map(|(_, member)| member.chosen).sum();
            if own.len() >= 2 && choices > 0.0 {
                own.iter().for_each(|&(index, member)| problem.chosen[index] += member.chosen);
                let own = own.into_iter().map(|(index, member)| (index, member.seats)).collect();
                problem.sets.push((choices, own));
            }
        }
        problem
    }

    /// The logarithms of strengths, that of the first agent being 0. The likelihood is concave in them. Newton's step
    /// is taken if it is small or improves the likelihood, otherwise Hunter's (2004, section 5), which always does.
    fn solve(&self, mut log: Vec<f64>) -> Vec<f64> {
        let mut slope = self.slope(&log);
        for _ in 0..STEPS {
            let newton = slope.newton();
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
            let moved: Vec<f64> = (0..log.len()).map(|i| hunter(i) - zero).collect();
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
        let agents = log.len();
        let mut slope = Slope {
            likelihood: self.chosen.iter().zip(log).map(|(chosen, x)| chosen * x).sum(),
            first: self.chosen.clone(),
            second: vec![0.0; agents * agents],
            weight: vec![0.0; agents],
        };
        for (choices, set) in &self.sets {
            let total: f64 = set.iter().map(|&(i, seats)| seats * strength[i]).sum();
            slope.likelihood -= choices * libm::log(total);
            for &(i, seats) in set {
                let share = seats * strength[i] / total;
                slope.weight[i] += choices * seats / total;
                slope.first[i] -= choices * share;
                slope.second[i * agents + i] += choices * share;
                for &(j, seats) in set {
                    let other = seats * strength[j] / total;
                    slope.second[i * agents + j] -= choices * share * other;
                }
            }
        }
        slope
    }
}

impl Slope {
    /// Newton's step, 0 for the first agent, by Cholesky's decomposition; `None` if rounding makes the matrix singular.
    fn newton(&self) -> Option<Vec<f64>> {
        let n = self.first.len();
        let mut lower = vec![0.0; n * n];
        for i in 1..n {
            for j in 1..=i {
                let inner: f64 = (1..j).map(|k| lower[i * n + k] * lower[j * n + k]).sum();
                let rest = self.second[i * n + j] - inner;
                if i != j {
                    lower[i * n + j] = rest / lower[j * n + j];
                } else if rest > 0.0 {
                    lower[i * n + i] = rest.sqrt();
                } else {
                    return None;
                }
            }
        }
        let mut step = self.first.clone();
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_follows_through_others() {
        let mut ahead = vec![vec![false; 70]; 70];
        [(0, 65), (65, 3), (3, 65), (69, 0)].into_iter().for_each(|(a, b)| ahead[a][b] = true);
        close(&mut ahead);
        let pairs: Vec<(usize, usize)> = (0..70)
            .flat_map(|a| (0..70).map(move |b| (a, b)))
            .filter(|&(a, b)| ahead[a][b])
            .collect();
        let expected =
            [(0, 3), (0, 65), (3, 3), (3, 65), (65, 3), (65, 65), (69, 0), (69, 3), (69, 65)];
        assert_eq!(pairs, expected);
    }
}
