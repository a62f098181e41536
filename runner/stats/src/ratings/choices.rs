//! Finishing orders split into choices: who came first among those still at the table.

use std::collections::BTreeMap;

use crate::ratings::rankings::{GROUPS, Ranking, Rankings};

/// A choice counts 60: divided among up to six tied seats in all their orders, it stays an integer.
const WHOLE: u64 = 60;

/// All choices of a run. The likelihood depends on nothing else.
pub(super) struct Choices {
    pub(super) agents: usize,
    /// The number of groups with data.
    pub(super) groups: usize,
    /// For each set that choices were made from: its agents, how many seats each holds there, and
    /// how often it came first in each of the groups, in units of 1 / [`WHOLE`].
    sets: Vec<Vec<(usize, f64, Vec<u64>)>>,
}

/// An agent among those that choices were made from.
pub(super) struct Member {
    pub(super) agent: usize,
    /// How many seats it holds there.
    pub(super) seats: f64,
    /// How often it came first there.
    pub(super) chosen: f64,
}

impl Choices {
    /// Splits all rankings; there are at least `agents` agents.
    pub(super) fn new(rankings: &Rankings, mut agents: usize) -> Choices {
        let holds = |&group: &usize| rankings.iter().any(|(_, counts)| counts[group] > 0);
        let groups: Vec<usize> = (0..GROUPS as usize).filter(holds).collect();
        let mut sets: BTreeMap<Vec<u8>, BTreeMap<u8, Vec<u64>>> = BTreeMap::new();
        for (ranking, counts) in rankings.iter() {
            let numbers = ranking.seats().into_iter().map(|(_, agent)| usize::from(agent) + 1);
            agents = numbers.fold(agents, usize::max);
            choices(ranking, |set, agent, weight| {
                let chosen = sets.entry(set).or_default().entry(agent);
                let chosen = chosen.or_insert_with(|| vec![0; groups.len()]);
                for (sum, &group) in chosen.iter_mut().zip(&groups) {
                    *sum += weight * counts[group];
                }
            });
        }
        let members = |(set, members): (Vec<u8>, BTreeMap<u8, Vec<u64>>)| {
            let seats = |agent| set.iter().filter(|&&seat| seat == agent).count() as f64;
            let member = |(agent, chosen)| (usize::from(agent), seats(agent), chosen);
            members.into_iter().map(member).collect()
        };
        let sets = sets.into_iter().map(members).collect();
        Choices { agents, groups: groups.len(), sets }
    }

    /// The sets, with each group counted as often as `times` says.
    pub(super) fn sets(&self, times: &[u64]) -> Vec<Vec<Member>> {
        let member = |&(agent, seats, ref chosen): &(usize, f64, Vec<u64>)| {
            let chosen: u64 = chosen.iter().zip(times).map(|(count, times)| count * times).sum();
            Member { agent, seats, chosen: chosen as f64 / WHOLE as f64 }
        };
        self.sets.iter().map(|set| set.iter().map(member).collect()).collect()
    }
}

/// Calls `found` with each set that a choice was made from, each agent in it, and how often that
/// agent was chosen, in units of 1 / [`WHOLE`]. Sets with only one agent carry no information and
/// are left out.
///
/// Of `g` tied seats, in all their orders, each set of `m` is what is left of them with probability
/// `1 / C(g, m)`, and each seat of it is the next with `1 / m`.
fn choices(ranking: Ranking, mut found: impl FnMut(Vec<u8>, u8, u64)) {
    let seats = ranking.seats();
    for tied in seats.chunk_by(|a, b| a.0 == b.0) {
        let behind = seats.iter().filter(|seat| seat.0 > tied[0].0).map(|seat| seat.1);
        for left in 1_u32..1 << tied.len() {
            let left = (0..tied.len()).filter(|index| left >> index & 1 == 1);
            let left: Vec<u8> = left.map(|index| tied[index].1).collect();
            let mut set: Vec<u8> = left.iter().copied().chain(behind.clone()).collect();
            set.sort_unstable();
            if set.first() == set.last() {
                continue;
            }
            let weight = WHOLE / (binomial(tied.len(), left.len()) * left.len() as u64);
            let mut agents = set.clone();
            agents.dedup();
            for agent in agents {
                let times = left.iter().filter(|&&seat| seat == agent).count() as u64;
                found(set.clone(), agent, weight * times);
            }
        }
    }
}

/// In how many ways `m` of `n` can be picked, for `n` of a few.
fn binomial(n: usize, m: usize) -> u64 {
    (0..m as u64).fold(1, |ways, i| ways * (n as u64 - i) / (i + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Vec<(Vec<u8>, u8, u64)> {
        let mut all = Vec::new();
        choices(text.parse().unwrap(), |set, agent, weight| {
            if weight > 0 {
                all.push((set, agent, weight));
            }
        });
        all.sort();
        all
    }

    #[test]
    fn choices_by_hand() {
        assert_eq!(of("2>0>1"), [(vec![0, 1], 0, 60), (vec![0, 1, 2], 2, 60)]);
        // Half of the time 0 is the first of the tied, half of the time 1.
        assert_eq!(of("2>0=1"), [(vec![0, 1], 0, 30), (vec![0, 1], 1, 30), (vec![0, 1, 2], 2, 60)]);
        assert_eq!(
            of("0=1>2"),
            [
                (vec![0, 1, 2], 0, 30),
                (vec![0, 1, 2], 1, 30),
                (vec![0, 2], 0, 30),
                (vec![1, 2], 1, 30),
            ]
        );
        assert_eq!(of("0>1>1"), [(vec![0, 1, 1], 0, 60)]);
        assert_eq!(of("3>3"), []);
    }

    /// The tied seats' shares are the average over their orders, counted one by one.
    #[test]
    fn ties_are_the_average_over_their_orders() {
        fn orders(left: &[u8], done: &mut Vec<u8>, all: &mut Vec<Vec<u8>>) {
            if left.is_empty() {
                all.push(done.clone());
            }
            for index in 0..left.len() {
                let mut rest = left.to_vec();
                done.push(rest.remove(index));
                orders(&rest, done, all);
                done.pop();
            }
        }
        for (text, first, tied, last) in [
            ("9>0=1=2>7", &[9][..], &[0, 1, 2][..], &[7][..]),
            ("0=1=1=2=3>0", &[], &[0, 1, 1, 2, 3], &[0]),
            ("0=1=2=3=4=5", &[], &[0, 1, 2, 3, 4, 5], &[]),
        ] {
            let mut all = Vec::new();
            orders(tied, &mut Vec::new(), &mut all);
            let mut expected: BTreeMap<(Vec<u8>, u8), u64> = BTreeMap::new();
            for order in &all {
                let seats = [first, order, last].concat();
                for from in 0..seats.len() {
                    let mut set = seats[from..].to_vec();
                    set.sort_unstable();
                    if set.first() != set.last() {
                        *expected.entry((set, seats[from])).or_default() += 60;
                    }
                }
            }
            let mut found: BTreeMap<(Vec<u8>, u8), u64> = BTreeMap::new();
            for (set, agent, weight) in of(text) {
                *found.entry((set, agent)).or_default() += weight * all.len() as u64;
            }
            assert_eq!(found, expected, "{text}");
        }
    }
}
