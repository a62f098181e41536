//! Which child an iteration follows.

use drakkar_engine::outcome::WHOLE_WIN;
use drakkar_engine::seed::Rng;

use super::tree::Node;

/// How many logarithms are kept ready.
const TABLE: usize = 1 << 12;

/// UCB1 (Auer, Cesa-Bianchi, Fischer 2002): the child with the highest
/// `mean + exploration * sqrt(ln(visits of the parent) / visits of the child)`.
///
/// Children without a visit come first, in random order, so that a budget smaller than the number
/// of actions does not favour those that the game lists first. Equal values: the first child.
#[derive(Clone, Debug)]
pub(super) struct Ucb1 {
    /// `exploration^2 * ln(n)` for small `n`.
    table: Box<[f64]>,
    square: f64,
    /// Factor of progressive widening; 0 for none.
    widen: f64,
}

impl Ucb1 {
    /// The rule with the given factors of the exploration term and of progressive widening.
    pub(super) fn new(exploration: f64, widen: f64) -> Ucb1 {
        let square = exploration * exploration;
        // libm, because the platform's logarithm differs between processors.
        let table = (0..TABLE).map(|n| square * libm::log(n.max(1) as f64)).collect();
        Ucb1 { table, square, widen }
    }

    #[inline(always)]
    fn scale(&self, visits: u32) -> f64 {
        match self.table.get(visits as usize) {
            Some(&scale) => scale,
            None => self.square * libm::log(f64::from(visits)),
        }
    }

    /// The index of the child to follow from a node with `visits` visits.
    #[inline(always)]
    pub(super) fn select(&self, children: &[Node], visits: u32, rng: &mut Rng) -> usize {
        if self.widen > 0.0 {
            return self.select_widening(children, visits);
        }
        let fresh = children.iter().filter(|child| child.visits == 0).count();
        if fresh > 0 {
            let nth = rng.below(fresh as u32) as usize;
            let mut fresh = children.iter().enumerate().filter(|(_, child)| child.visits == 0);
            return fresh.nth(nth).map_or(0, |(index, _)| index);
        }
        self.select_known(children, visits)
    }

    /// The same with progressive widening; the children stand in the order of the heuristic.
    fn select_widening(&self, children: &[Node], visits: u32) -> usize {
        // A conversion to integers rounds down and saturates.
        let width = (self.widen * f64::from(visits).sqrt()).ceil() as usize;
        let considered = &children[..width.clamp(1, children.len())];
        match considered.iter().position(|child| child.visits == 0) {
            Some(fresh) => fresh,
            None => self.select_known(considered, visits),
        }
    }

    /// The same for children that all have visits.
    #[inline(always)]
    fn select_known(&self, children: &[Node], visits: u32) -> usize {
        let scale = self.scale(visits);
        let (mut best, mut best_value) = (0, f64::NEG_INFINITY);
        for (index, child) in children.iter().enumerate() {
            let inverse = 1.0 / f64::from(child.visits);
            let mean = f64::from(child.share) * inverse * (1.0 / WHOLE_WIN as f64);
            let value = mean + (scale * inverse).sqrt();
            if value > best_value {
                (best, best_value) = (index, value);
            }
        }
        best
    }
}

/// The child to play: the most visited, then the one with the higher mean, then the first.
///
/// # Panics
/// If there are none.
pub(super) fn most_visited(children: &[Node]) -> &Node {
    let strength = |child: &Node| (child.visits, child.share);
    let mut best = &children[0];
    for child in children {
        if strength(child) > strength(best) {
            best = child;
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn children_without_a_visit_come_first_and_are_equally_likely() {
        let children = [Node::leaf(0, 0), Node::leaf(9, 540), Node::leaf(0, 0), Node::leaf(0, 0)];
        let mut counts = [0; 4];
        let mut rng = Rng::from_seed(1);
        for _ in 0..30_000 {
            counts[Ucb1::new(1.4, 0.0).select(&children, 9, &mut rng)] += 1;
        }
        assert_eq!(counts[1], 0);
        // Standard deviation 82.
        assert!([0, 2, 3].iter().all(|&k| i32::abs(counts[k] - 10_000) < 330), "{counts:?}");
    }

    #[test]
    fn values_are_those_of_the_formula() {
        // ln(100) = 4.60517: 0.5 + c * 0.21460 against 0.3 + c * 0.67861; equal at c = 0.43102.
        let children = [Node::leaf(100, 3000), Node::leaf(10, 180)];
        let choice = |c| Ucb1::new(c, 0.0).select(&children, 100, &mut Rng::from_seed(1));
        assert_eq!([choice(0.0), choice(0.430), choice(0.432), choice(9.0)], [0, 0, 1, 1]);
    }

    #[test]
    fn the_table_agrees_with_the_function() {
        let rule = Ucb1::new(1.4, 0.0);
        for visits in [1, 2, TABLE as u32 - 1, TABLE as u32, 10_000_000] {
            let exact = 1.4 * 1.4 * f64::from(visits).ln();
            assert!((rule.scale(visits) - exact).abs() <= 1e-12 * exact, "{visits}");
        }
    }

    #[test]
    fn the_most_visited_child_is_played() {
        let played = |children: &[Node]| {
            let best = most_visited(children);
            children.iter().position(|child| std::ptr::eq(child, best))
        };
        let children = [Node::leaf(3, 180), Node::leaf(5, 0), Node::leaf(5, 60), Node::leaf(5, 60)];
        assert_eq!(played(&children), Some(2));
        assert_eq!(played(&[Node::leaf(0, 0), Node::leaf(0, 0)]), Some(0));
    }
}
