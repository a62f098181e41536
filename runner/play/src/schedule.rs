//! The seatings of the games of a block, which is one deal and one sample. By default it holds every distinct order of
//! the line-up: rotations alone leave each agent behind the same other one, and sitting behind a weak player is an
//! advantage.

use std::collections::BTreeSet;

use drakkar_engine::{seat::PerSeat, seed::DealSeed};
use serde::{Deserialize, Serialize};

pub type Order = PerSeat<u8>;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Policy {
    #[default]
    Permutations,
    Rotations,
    Fixed,
}

impl Policy {
    pub fn name(self) -> &'static str {
        match self {
            Policy::Permutations => "permutations",
            Policy::Rotations => "rotations",
            Policy::Fixed => "fixed",
        }
    }
}

const MOST_ORDERS: usize = 24;

#[derive(Clone, Debug)]
pub struct Schedule {
    seed: u64,
    /// Of agents, the same for every deal; or of places in the line-up, shuffled for every deal.
    orders: Vec<Order>,
    drawn: Option<Vec<u8>>,
}

impl Schedule {
    pub fn new(seats: &[u8], policy: Policy, seed: u64) -> Schedule {
        let same = match policy {
            Policy::Fixed => vec![order_of(seats)],
            Policy::Rotations => rotations(seats),
            Policy::Permutations => distinct_orders(seats),
        };
        if same.len() <= MOST_ORDERS {
            return Schedule { seed, orders: same, drawn: None };
        }
        let orders = balanced_sample(seats.len(), MOST_ORDERS);
        Schedule { seed, orders, drawn: Some(seats.to_vec()) }
    }

    pub fn games_per_block(&self) -> u64 {
        self.orders.len() as u64
    }

    pub fn is_constant(&self) -> bool {
        self.drawn.is_none()
    }

    pub fn orders(&self, block: u64, into: &mut Vec<Order>) {
        into.clear();
        let Some(line_up) = &self.drawn else { return into.extend_from_slice(&self.orders) };
        // Shuffled, every agent is equally likely in each role of the design, so that its imbalances favour nobody.
        let mut agents = line_up.clone();
        let mut rng = DealSeed { seed: self.seed, deal: block }.seatings();
        for last in (1..agents.len()).rev() {
            agents.swap(last, rng.below(last as u32 + 1) as usize);
        }
        into.extend(self.orders.iter().map(|order| order.map(|place| agents[usize::from(place)])));
    }
}

pub fn order_of(seats: &[u8]) -> Order {
    PerSeat::from_fn(seats.len(), |seat| seats[seat.index()])
}

fn rotations(seats: &[u8]) -> Vec<Order> {
    let mut turned = seats.to_vec();
    let mut orders: Vec<Order> = Vec::new();
    for _ in seats {
        let order = order_of(&turned);
        if !orders.contains(&order) {
            orders.push(order);
        }
        turned.rotate_right(1);
    }
    orders
}

/// In lexicographic order: each item is put into every place among those before it.
fn distinct_orders(items: &[u8]) -> Vec<Order> {
    let mut orders = BTreeSet::from([Vec::new()]);
    for &item in items {
        let longer = orders.iter().flat_map(|order: &Vec<u8>| {
            (0..=order.len()).map(|at| [&order[..at], &[item], &order[at..]].concat())
        });
        orders = longer.collect();
    }
    orders.iter().map(|order| order_of(order)).collect()
}

/// Orders in which each place gets each seat and each neighbour as equally often as a greedy choice gives: the next one
/// is that whose seats and neighbours have been used least.
fn balanced_sample(players: usize, count: usize) -> Vec<Order> {
    let places: Vec<u8> = (0..players as u8).collect();
    let candidates = distinct_orders(&places);
    let mut used = vec![0; 2 * players * players];
    let mut sample: Vec<Order> = Vec::new();
    while sample.len() < count {
        let fresh = candidates.iter().filter(|order| !sample.contains(order));
        // The growth of the sum of squared counts, up to a constant.
        let cost = |order: &&Order| cells(order).map(|cell| used[cell]).sum::<u32>();
        let Some(&best) = fresh.min_by_key(cost) else { break };
        cells(&best).for_each(|cell| used[cell] += 1);
        sample.push(best);
    }
    sample
}

/// Counts how often each place has had each seat, and then each neighbour.
fn cells(order: &Order) -> impl Iterator<Item = usize> {
    let players = order.players();
    order.as_slice().iter().enumerate().flat_map(move |(seat, &place)| {
        let before = order.as_slice()[(seat + players - 1) % players];
        let row = usize::from(place) * players;
        [row + seat, players * players + row + usize::from(before)]
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn schedule(names: &[&str], policy: Policy) -> Schedule {
        let number = |name| names.iter().position(|other| other == name).unwrap() as u8;
        Schedule::new(&names.iter().map(number).collect::<Vec<_>>(), policy, 5)
    }

    fn orders(schedule: &Schedule, block: u64) -> Vec<Vec<u8>> {
        let mut orders = Vec::new();
        schedule.orders(block, &mut orders);
        orders.iter().map(|order| order.as_slice().to_vec()).collect()
    }

    /// How often agent `own` sits in each seat, and how often each agent sits just before it.
    fn company(orders: &[Vec<u8>], own: u8, agents: usize) -> (Vec<u32>, Vec<u32>) {
        let players = orders[0].len();
        let (mut seats, mut before) = (vec![0; players], vec![0; agents]);
        for order in orders {
            for seat in (0..players).filter(|&seat| order[seat] == own) {
                seats[seat] += 1;
                before[usize::from(order[(seat + players - 1) % players])] += 1;
            }
        }
        (seats, before)
    }

    #[test]
    fn block_sizes() {
        for (names, games) in [
            (&["a", "a", "a", "a"][..], 1),
            (&["a", "b", "b", "b"], 4),
            (&["a", "a", "b", "b"], 6),
            (&["a", "b", "c", "d"], 24),
            (&["a", "b"], 2),
            (&["a", "b", "b", "b", "b", "b"], 6),
            (&["a", "b", "c", "d", "e"], 24),
            (&["a", "a", "a", "b", "b", "b"], 20),
        ] {
            let schedule = schedule(names, Policy::Permutations);
            assert_eq!(schedule.games_per_block(), games, "{names:?}");
        }
    }

    #[test]
    fn permutations_are_the_distinct_orders() {
        let two = schedule(&["a", "b", "a"], Policy::Permutations);
        assert_eq!(orders(&two, 0), [[0, 0, 1], [0, 1, 0], [1, 0, 0]]);
        assert_eq!(orders(&two, 0), orders(&two, 1));
    }

    #[test]
    fn rotations_and_fixed() {
        let names = ["a", "b", "a", "b"];
        assert_eq!(orders(&schedule(&names, Policy::Fixed), 3), [[0, 1, 0, 1]]);
        assert_eq!(orders(&schedule(&names, Policy::Rotations), 3), [[0, 1, 0, 1], [1, 0, 1, 0]]);
    }

    /// Three identical agents under different names beside a fourth get every seat and every
    /// neighbour equally often, so only luck can make their win shares differ.
    #[test]
    fn identical_agents_meet_the_same_company() {
        let orders = orders(&schedule(&["weak", "x", "y", "z"], Policy::Permutations), 0);
        for agent in 0..4 {
            let (seats, before) = company(&orders, agent, 4);
            assert_eq!(seats, [6; 4]);
            let mut expected = vec![8; 4];
            expected[usize::from(agent)] = 0;
            assert_eq!(before, expected);
        }
        // More than that: exchanging two of them turns the block into itself.
        let mut exchanged: Vec<Vec<u8>> = orders
            .iter()
            .map(|order| order.iter().map(|&a| [0, 2, 1, 3][usize::from(a)]).collect())
            .collect();
        exchanged.sort();
        assert_eq!(exchanged, orders);
    }

    /// Rotations do not: the same agent always sits behind the weak one.
    #[test]
    fn rotations_keep_neighbours() {
        let orders = orders(&schedule(&["weak", "x", "y", "z"], Policy::Rotations), 0);
        assert_eq!(company(&orders, 1, 4).1, [4, 0, 0, 0]);
    }

    #[test]
    fn drawn_blocks_are_balanced_and_differ_by_deal() {
        let six = schedule(&["a", "b", "c", "d", "e", "f"], Policy::Permutations);
        let first = orders(&six, 0);
        assert_eq!(first, orders(&six, 0));
        assert_ne!(first, orders(&six, 1));
        // Over many deals the counts even out: 24 games of 6 agents give each seat 4 times a block
        // and each of 5 neighbours 4.8 times.
        let blocks = 2000;
        let all: Vec<Vec<u8>> = (0..blocks).flat_map(|block| orders(&six, block)).collect();
        for agent in 0..6 {
            let (seats, before) = company(&all, agent, 6);
            for count in seats {
                assert!((f64::from(count) / blocks as f64 - 4.0).abs() < 0.1);
            }
            for (other, count) in before.into_iter().enumerate() {
                let expected = if other == usize::from(agent) { 0.0 } else { 4.8 };
                assert!((f64::from(count) / blocks as f64 - expected).abs() < 0.1);
            }
        }
    }

    #[test]
    fn orders_of_a_line_up() {
        assert_eq!(distinct_orders(&[0, 1, 2, 3]).len(), 24);
        assert_eq!(distinct_orders(&[2, 0, 0, 1, 1]).len(), 30);
        assert_eq!(distinct_orders(&[0]).len(), 1);
    }

    /// 24 orders of five give each seat 4.8 and each neighbour 6 times, of six 4 and 4.8 times.
    #[test]
    fn samples_are_nearly_balanced() {
        for (players, seats, neighbours) in [(5, 4..=6, 5..=7), (6, 3..=5, 4..=6)] {
            let sample = balanced_sample(players, 24);
            let mut used = vec![0; 2 * players * players];
            sample.iter().flat_map(cells).for_each(|cell| used[cell] += 1);
            let (by_seat, by_neighbour) = used.split_at(players * players);
            for place in 0..players {
                for other in 0..players {
                    let cell = place * players + other;
                    assert!(seats.contains(&by_seat[cell]), "{by_seat:?}");
                    assert!(
                        place == other || neighbours.contains(&by_neighbour[cell]),
                        "{by_neighbour:?}"
                    );
                }
            }
            for (index, order) in sample.iter().enumerate() {
                assert!(!sample[..index].contains(order), "orders differ");
            }
        }
    }
}
