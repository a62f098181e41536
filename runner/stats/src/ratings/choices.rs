//! Finishing orders taken apart into choices: who came first among those still at the table.

use std::collections::BTreeMap;

use crate::ratings::rankings::{Ranking, Rankings};
use crate::ratings::relation::Relation;

/// A choice counts 60: divided among up to six tied seats in all their orders it stays an integer.
const WHOLE: u64 = 60;

/// All choices of a run. Its likelihood depends on nothing else.
#[derive(Clone, Debug)]
pub(super) struct Choices {
    agents: usize,
    sets: Vec<Vec<Member>>,
    /// Only those that hold anything.
    groups: Vec<Group>,
}

/// An agent among those that a choice was made from.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Member {
    pub(super) agent: usize,
    /// How many seats it holds there.
    pub(super) seats: f64,
    /// Where its count stands.
    slot: usize,
}

#[derive(Clone, Debug)]
struct Group {
    /// How often each member of each set came first there, in units of 1 / [`WHOLE`].
    chosen: Vec<u64>,
    ahead: Relation,
}

/// Choices added up over groups.
#[derive(Clone, Debug)]
pub(super) struct Sum<'c> {
    pub(super) sets: &'c [Vec<Member>],
    chosen: Vec<u64>,
    /// Who was ahead of whom, directly.
    pub(super) ahead: Relation,
}

impl Sum<'_> {
    /// How often `member` came first in its set.
    pub(super) fn chosen(&self, member: &Member) -> f64 {
        self.chosen[member.slot] as f64 / WHOLE as f64
    }
}

impl Choices {
    /// Takes all rankings apart; there are at least `agents` agents.
    pub(super) fn new(rankings: &Rankings, agents: usize) -> Choices {
        let numbers = rankings.iter().flat_map(|(ranking, _)| {
            ranking.seats().into_iter().map(|(_, agent)| usize::from(agent) + 1).max()
        });
        let agents = numbers.max().unwrap_or(0).max(agents);
        // Sets are agents by seat in order; each agent of a set gets a slot.
        let mut slots: BTreeMap<(Vec<u8>, u8), usize> = BTreeMap::new();
        let mut rows = Vec::new();
        for (ranking, counts) in rankings.iter() {
            let mut row = Vec::new();
            choices(ranking, |set, agent, weight| {
                let next = slots.len();
                row.push((*slots.entry((set, agent)).or_insert(next), weight));
            });
            rows.push((ranking, row, counts));
        }
        let mut groups: Vec<Option<Group>> = Vec::new();
        for (ranking, row, counts) in rows {
            groups.resize_with(counts.len().max(groups.len()), || None);
            for (group, &count) in groups.iter_mut().zip(counts).filter(|(_, count)| **count > 0) {
                let group = group.get_or_insert_with(|| Group {
                    chosen: vec![0; slots.len()],
                    ahead: Relation::new(agents),
                });
                row.iter().for_each(|&(slot, weight)| group.chosen[slot] += weight * count);
                note_ahead(ranking, &mut group.ahead);
            }
        }
        let mut sets: BTreeMap<Vec<u8>, Vec<Member>> = BTreeMap::new();
        for ((set, agent), slot) in slots {
            let seats = set.iter().filter(|&&seat| seat == agent).count() as f64;
            sets.entry(set).or_default().push(Member { agent: usize::from(agent), seats, slot });
        }
        let groups = groups.into_iter().flatten().collect();
        Choices { agents, sets: sets.into_values().collect(), groups }
    }

    /// How many groups hold anything.
    pub(super) fn groups(&self) -> usize {
        self.groups.len()
    }

    /// All choices, each group counted as many times as `times` says.
    pub(super) fn sum(&self, times: &[u64]) -> Sum<'_> {
        let slots = self.sets.iter().map(Vec::len).sum();
        let (mut chosen, mut ahead) = (vec![0; slots], Relation::new(self.agents));
        for (group, &times) in self.groups.iter().zip(times).filter(|(_, times)| **times > 0) {
            chosen.iter_mut().zip(&group.chosen).for_each(|(sum, term)| *sum += times * term);
            ahead.merge(&group.ahead);
        }
        Sum { sets: &self.sets, chosen, ahead }
    }
}

/// Calls `found` with each set that a choice was made from, each agent in it, and how often that agent
/// was chosen, in units of 1 / [`WHOLE`]. Sets of one agent alone say nothing and are left out.
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

/// Notes who was ahead of whom; seats that are tied were ahead of each other.
fn note_ahead(ranking: Ranking, ahead: &mut Relation) {
    let seats = ranking.seats();
    for a in &seats {
        for b in seats.iter().filter(|b| b.1 != a.1 && b.0 >= a.0) {
            ahead.insert(usize::from(a.1), usize::from(b.1));
        }
    }
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
