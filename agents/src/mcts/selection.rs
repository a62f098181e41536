//! The child that an iteration follows.

use std::sync::OnceLock;

use drakkar_engine::seed::Rng;

use super::settings::{Selection, Settings};
use super::tree::{Node, Tree};

/// `ln(n)`, by libm, because the platform's logarithm differs between processors. Those of small numbers are computed
/// once.
static LOGARITHMS: [OnceLock<Vec<f64>>; 32] = [const { OnceLock::new() }; 32];
/// How many of them are computed together.
const TOGETHER: u32 = 1 << 12;

fn logarithms(part: u32) -> Option<&'static [f64]> {
    let (known, first) = (LOGARITHMS.get(part as usize)?, part * TOGETHER);
    let found = || (first..first + TOGETHER).map(|n| libm::log(f64::from(n.max(1)))).collect();
    Some(known.get_or_init(found))
}

#[cold]
fn logarithm(n: u32) -> f64 {
    let known = logarithms(n / TOGETHER);
    known.map_or_else(|| libm::log(f64::from(n)), |known| known[(n % TOGETHER) as usize])
}

/// The rule of selection with its extensions: the formulas of [`Selection`], plus `progressive_bias * prior / (1 + n)` for a child
/// with `n` visits (progressive bias; Chaslot and others 2008). Children without a visit come first; with a first-play
/// urgency (Gelly, Wang, *Exploration exploitation in Go*, 2006) they compete as if visited once, or not at all for
/// PUCT, and had that much more value than the mean of the others. Of equal values, the first is chosen.
///
/// If the heuristic orders the children, the first of them is tried first, and only as many are considered as
/// progressive widening allows. Otherwise the order is random: a small budget does not favour those that the game lists
/// first.
#[derive(Clone, Debug)]
pub(super) struct Rule {
    /// Of the smallest numbers.
    logarithms: &'static [f64],
    /// `exploration^2`.
    square: f64,
    settings: Settings,
    /// UCB1 without extensions.
    is_plain: bool,
}

impl Rule {
    pub(super) fn new(settings: Settings) -> Rule {
        let square = settings.exploration * settings.exploration;
        let is_plain =
            settings.selection == Selection::Ucb1 && settings.fpu.is_none() && !settings.orders();
        Rule { logarithms: logarithms(0).unwrap_or_default(), square, settings, is_plain }
    }

    #[inline(always)]
    fn scale(&self, visits: u32) -> f64 {
        let known = self.logarithms.get(visits as usize);
        self.square * known.copied().unwrap_or_else(|| logarithm(visits))
    }

    #[inline(always)]
    pub(super) fn select(&self, children: &[Node], visits: u32, rng: &mut Rng) -> usize {
        if !self.is_plain {
            return self.select_helped(children, visits, rng);
        }
        let fresh = children.iter().filter(|child| child.visits == 0).count();
        if fresh > 0 {
            let nth = rng.below(fresh as u32) as usize;
            return nth_index(children.iter().map(|child| child.visits == 0), nth);
        }
        let scale = self.scale(visits);
        let (mut best, mut best_value) = (0, f64::NEG_INFINITY);
        for (index, child) in children.iter().enumerate() {
            let inverse = 1.0 / f64::from(child.visits);
            let value = child.value * inverse + (scale * inverse).sqrt();
            if value > best_value {
                (best, best_value) = (index, value);
            }
        }
        best
    }

    fn select_helped(&self, children: &[Node], visits: u32, rng: &mut Rng) -> usize {
        if self.settings.selection == Selection::Uniform {
            return least_visited(children.iter(), rng);
        }
        let considered = &children[..self.width(visits).clamp(1, children.len())];
        let fresh = match self.settings.fpu {
            Some(fpu) => match mean(considered.iter()) {
                Some(mean) => mean + fpu,
                // In the heuristic's order, if it was used.
                None if self.settings.orders() => return 0,
                None => return rng.below(considered.len() as u32) as usize,
            },
            None if self.settings.orders() => {
                match considered.iter().position(|child| child.visits == 0) {
                    Some(fresh) => return fresh,
                    None => 0.0,
                }
            }
            None => 0.0,
        };
        let scale = self.scale(visits);
        self.highest(considered.iter().map(|child| (child, scale)), visits, fresh)
    }

    /// The place in `found` of the choice to follow where choices differ between drawn states. UCB1 counts how often
    /// each could have been chosen (Cowling, Powley, Whitehouse 2012).
    pub(super) fn select_named(&self, tree: &Tree, found: &[u32], rng: &mut Rng) -> usize {
        let nodes = || found.iter().map(|&child| tree.node(child));
        if self.settings.selection == Selection::Uniform {
            return least_visited(nodes(), rng);
        }
        let visits = nodes().map(|node| node.visits).sum();
        let tried = nodes().filter(|node| node.visits > 0).count();
        // Of those without a visit, only one competes while there is room for another.
        let (mut fresh, mut value) = (None, 0.0);
        if tried < self.width(visits).clamp(1, found.len()) {
            let next = self.next(nodes(), found.len() - tried, rng);
            let Some((fpu, mean)) = self.settings.fpu.zip(mean(nodes())) else {
                return next;
            };
            (fresh, value) = (Some(next), mean + fpu);
        }
        let rivals = nodes().enumerate().map(|(place, node)| {
            let competes = node.visits > 0 || fresh == Some(place);
            (node, if competes { self.scale(node.available) } else { f64::NEG_INFINITY })
        });
        self.highest(rivals, visits, value)
    }

    /// The place of the choice to try next among those without a visit; there are `fresh` of them.
    fn next<'n>(
        &self,
        nodes: impl Iterator<Item = &'n Node>,
        fresh: usize,
        rng: &mut Rng,
    ) -> usize {
        if !self.settings.orders() {
            let nth = rng.below(fresh as u32) as usize;
            return nth_index(nodes.map(|node| node.visits == 0), nth);
        }
        let mut next = None;
        for (place, node) in nodes.enumerate().filter(|(_, node)| node.visits == 0) {
            if next.is_none_or(|(_, prior)| node.prior > prior) {
                next = Some((place, node.prior));
            }
        }
        next.map_or(0, |(place, _)| place)
    }

    /// How many children are considered after so many visits.
    #[inline(always)]
    fn width(&self, visits: u32) -> usize {
        if self.settings.widening > 0.0 {
            // A conversion to integers rounds down and saturates.
            (self.settings.widening * f64::from(visits).sqrt()).ceil() as usize
        } else {
            usize::MAX
        }
    }

    /// The place of the highest of some children, each with the logarithmic term of UCB1 (minus
    /// infinity for one that does not compete); `fresh` is the value of one without a visit.
    #[inline(always)]
    fn highest<'n>(
        &self,
        children: impl Iterator<Item = (&'n Node, f64)>,
        visits: u32,
        fresh: f64,
    ) -> usize {
        let settings = &self.settings;
        let root = settings.exploration * f64::from(visits).sqrt();
        let (mut best, mut best_value) = (0, f64::NEG_INFINITY);
        for (index, (child, scale)) in children.enumerate() {
            if scale == f64::NEG_INFINITY {
                continue;
            }
            let prior = f64::from(child.prior);
            let shy = 1.0 / f64::from(child.visits + 1);
            let known = child.visits > 0;
            let inverse = 1.0 / f64::from(child.visits.max(1));
            let mean = if known { child.value * inverse } else { fresh };
            let curiosity = match settings.selection {
                Selection::Puct => root * prior * shy,
                _ => (scale * inverse).sqrt(),
            };
            let value = mean + curiosity + settings.progressive_bias * prior * shy;
            if value > best_value {
                (best, best_value) = (index, value);
            }
        }
        best
    }
}

fn nth_index(mut holds: impl Iterator<Item = bool>, mut nth: usize) -> usize {
    holds
        .position(|holds| {
            let found = holds && nth == 0;
            nth -= usize::from(holds && nth > 0);
            found
        })
        .unwrap_or(0)
}

/// The mean value of an iteration through some children; `None` if there was none.
fn mean<'n>(children: impl Iterator<Item = &'n Node>) -> Option<f64> {
    let (mut value, mut visits) = (0.0, 0);
    for child in children {
        value += child.value;
        visits += child.visits;
    }
    (visits > 0).then(|| value / f64::from(visits))
}

/// The place of one with the fewest visits, all such places equally likely.
fn least_visited<'n>(children: impl Iterator<Item = &'n Node>, rng: &mut Rng) -> usize {
    let (mut least, mut fewest, mut equal) = (0, u32::MAX, 0);
    for (place, child) in children.enumerate() {
        if child.visits < fewest {
            (least, fewest, equal) = (place, child.visits, 1);
        } else if child.visits == fewest {
            equal += 1;
            if rng.below(equal) == 0 {
                least = place;
            }
        }
    }
    least
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mcts::tree::ActionIndex;

    fn plain(exploration: f64) -> Settings {
        Settings { exploration, ..Settings::uct(1) }
    }

    fn choice(settings: Settings, children: &[Node], visits: u32) -> usize {
        Rule::new(settings).select(children, visits, &mut Rng::from_seed(1))
    }

    fn known(visits: u32, value: f64, prior: f32) -> Node {
        let mut node = Node::leaf(visits, value);
        node.prior = prior;
        node
    }

    #[test]
    fn children_without_a_visit_come_first_and_are_equally_likely() {
        let children =
            [Node::leaf(0, 0.0), Node::leaf(9, 9.0), Node::leaf(0, 0.0), Node::leaf(0, 0.0)];
        let mut counts = [0; 4];
        let mut rng = Rng::from_seed(1);
        for _ in 0..30_000 {
            counts[Rule::new(plain(1.4)).select(&children, 9, &mut rng)] += 1;
        }
        assert_eq!(counts[1], 0);
        // Standard deviation 82.
        assert!([0, 2, 3].iter().all(|&k| i32::abs(counts[k] - 10_000) < 330), "{counts:?}");
    }

    #[test]
    fn values_are_those_of_the_formulas() {
        // ln(100) = 4.60517: 0.5 + c * 0.21460 against 0.3 + c * 0.67861; equal at c = 0.43102.
        let children = [Node::leaf(100, 50.0), Node::leaf(10, 3.0)];
        let ucb = |c| choice(plain(c), &children, 100);
        assert_eq!([ucb(0.0), ucb(0.430), ucb(0.432), ucb(9.0)], [0, 0, 1, 1]);
        // 0.5 + c * 0.2 * 10 / 101 against 0.3 + c * 0.8 * 10 / 11: equal at c = 0.28270.
        let children = [known(100, 50.0, 0.2), known(10, 3.0, 0.8)];
        let puct = |c| choice(Settings { selection: Selection::Puct, ..plain(c) }, &children, 100);
        assert_eq!([puct(0.0), puct(0.282), puct(0.283), puct(9.0)], [0, 0, 1, 1]);
        // 0.5 + w * 0.2 / 101 against 0.3 + w * 0.8 / 11: equal at w = 2.8270.
        let bias = |w| choice(Settings { progressive_bias: w, ..plain(0.0) }, &children, 100);
        assert_eq!([bias(0.1), bias(2.82), bias(2.83)], [0, 0, 1]);
    }

    #[test]
    fn urgency_is_what_a_child_without_a_visit_is_worth_beyond_the_mean() {
        // Mean 0.4; the best visited one is worth 0.5.
        let children = [Node::leaf(50, 25.0), Node::leaf(50, 15.0), Node::leaf(0, 0.0)];
        let fpu = |c, u| choice(Settings { fpu: Some(u), ..plain(c) }, &children, 100);
        assert_eq!([fpu(0.0, -0.5), fpu(0.0, 0.09), fpu(0.0, 0.11)], [0, 0, 2]);
        // sqrt(ln 100) is 2.146, and sqrt(ln 100 / 50) is 0.303.
        assert_eq!([fpu(0.1, -0.09), fpu(0.1, -0.08)], [0, 2]);
    }

    #[test]
    fn uniform_takes_the_least_visited() {
        let children = [Node::leaf(3, 3.0), Node::leaf(2, 0.0), Node::leaf(3, 3.0)];
        assert_eq!(choice(Settings::flat(), &children, 8), 1);
    }

    #[test]
    fn the_table_agrees_with_the_function() {
        let (rule, known) = (Rule::new(plain(1.4)), LOGARITHMS.len() as u32 * TOGETHER);
        for visits in [1, 2, TOGETHER - 1, TOGETHER, 100_000, known - 1, known, 10_000_000] {
            let exact = 1.4 * 1.4 * libm::log(f64::from(visits));
            assert_eq!(rule.scale(visits).to_bits(), exact.to_bits(), "{visits}");
        }
    }

    /// Choices of a decision with these visits, values, availability counts and priors.
    fn named(children: &[(u32, f64, u32, f32)]) -> (Tree, Vec<u32>) {
        let (mut tree, mut names, mut found) = (Tree::new(100), ActionIndex::new(), Vec::new());
        tree.start();
        let actions: Vec<usize> = (0..children.len()).collect();
        for (&place, &(_, _, available, _)) in actions.iter().zip(children) {
            for _ in 0..available {
                names.find(&mut tree, 0, &[place], &mut found);
            }
        }
        names.find(&mut tree, 0, &actions, &mut found);
        for (&child, &(visits, value, _, prior)) in found.iter().zip(children) {
            tree.set_priors(&[child], &[prior]);
            (0..visits).for_each(|_| tree.credit(child, value / f64::from(visits)));
        }
        (tree, found)
    }

    #[test]
    fn what_could_seldom_be_chosen_is_not_thought_neglected() {
        // Equal visits and value, but the second was available less often.
        let (tree, found) = named(&[(10, 5.0, 400, 0.0), (10, 5.0, 20, 0.0)]);
        let mut rng = Rng::from_seed(1);
        assert_eq!(Rule::new(plain(1.0)).select_named(&tree, &found, &mut rng), 0);
        // The scale of the first is sqrt(ln 401 / 10) = 0.774, of the second sqrt(ln 21 / 10) = 0.552.
        let (tree, found) = named(&[(10, 2.7, 400, 0.0), (10, 5.0, 20, 0.0)]);
        assert_eq!(Rule::new(plain(1.0)).select_named(&tree, &found, &mut rng), 1);
        let (tree, found) = named(&[(10, 2.9, 400, 0.0), (10, 5.0, 20, 0.0)]);
        assert_eq!(Rule::new(plain(1.0)).select_named(&tree, &found, &mut rng), 0);
    }

    #[test]
    fn choices_that_differ_between_states_are_widened_too() {
        let widening = Rule::new(Settings { widening: 0.5, ..plain(0.0) });
        let mut rng = Rng::from_seed(1);
        // 16 visits allow two; the preferred one comes first.
        let (tree, found) = named(&[(0, 0.0, 1, -1.0), (16, 8.0, 1, -2.0), (0, 0.0, 1, 0.0)]);
        assert_eq!(widening.select_named(&tree, &found, &mut rng), 2);
        let (tree, found) = named(&[(0, 0.0, 1, -1.0), (8, 8.0, 1, -2.0), (8, 0.0, 1, 0.0)]);
        assert_eq!(widening.select_named(&tree, &found, &mut rng), 1);
    }
}
