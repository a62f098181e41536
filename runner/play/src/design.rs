//! Orders of a line-up: all of them, or a few that are balanced.

use crate::schedule::{Order, order_of};

/// All distinct orders of `items` in lexicographic order.
pub(crate) fn distinct_orders(items: &[u8]) -> Vec<Order> {
    let mut order = items.to_vec();
    order.sort_unstable();
    let mut all = vec![order_of(&order)];
    while next_order(&mut order) {
        all.push(order_of(&order));
    }
    all
}

/// Turns `order` into the next one in lexicographic order; `false` after the last (Narayana's
/// method: raise the last element that can be raised by as little as possible, sort the rest).
fn next_order(order: &mut [u8]) -> bool {
    let Some(pivot) = (1..order.len()).rev().find(|&i| order[i - 1] < order[i]) else {
        return false;
    };
    let above = (pivot..order.len()).rev().find(|&i| order[i] > order[pivot - 1]).unwrap_or(pivot);
    order.swap(pivot - 1, above);
    order[pivot..].reverse();
    true
}

/// `count` different orders of `players` places in which each place comes to each seat, and each
/// place follows each other one round the table, as equally often as a step-by-step choice gives:
/// the next order is always the one whose seats and neighbours have been used least.
pub(crate) fn balanced_sample(players: usize, count: usize) -> Vec<Order> {
    let places: Vec<u8> = (0..players as u8).collect();
    let candidates = distinct_orders(&places);
    let mut used = vec![0; 2 * players * players];
    let mut sample: Vec<Order> = Vec::new();
    while sample.len() < count {
        let fresh = candidates.iter().filter(|order| !sample.contains(order));
        // By how much the sum of squared counts would grow, up to a constant.
        let cost = |order: &&Order| cells(order).map(|cell| used[cell]).sum::<u32>();
        let Some(&best) = fresh.min_by_key(cost) else { break };
        cells(&best).for_each(|cell| used[cell] += 1);
        sample.push(best);
    }
    sample
}

/// What an order adds to in a table of how often each place has had each seat, and then each neighbour.
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
