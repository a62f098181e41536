//! Sequential halving at the root, see [`Root::Halving`](crate::mcts::settings::Root::Halving).

use crate::mcts::tree::Node;

/// Most actions that compete, as many as in Gumbel AlphaZero (Danihelka and others 2022).
const MOST: usize = 16;

#[derive(Clone, Debug, Default)]
pub(super) struct Halving {
    /// Their places among the children of the root, best first; none if there is no competition.
    pub(super) left: Vec<u32>,
    /// The place from which the next iteration begins; the rule of selection says if there is none.
    pub(super) first: Option<u32>,
}

impl Halving {
    pub(super) fn clear(&mut self) {
        self.left.clear();
        self.first = None;
    }

    /// Those of `children` compete which have the highest prior.
    pub(super) fn enter(&mut self, children: &[Node], iterations: u32) {
        let prior = |place: u32| children[place as usize].prior;
        self.left.clear();
        self.left.extend(0..children.len() as u32);
        // In the order of the heuristic, which may give no priors, if these are the same.
        self.left.sort_unstable_by(|&a, &b| prior(b).total_cmp(&prior(a)).then(a.cmp(&b)));
        self.left.truncate(field(children.len(), iterations));
    }

    pub(super) fn halve(&mut self, children: &[Node], bias: f64) {
        let strength = |place: u32| {
            let child = &children[place as usize];
            child.mean() + bias * f64::from(child.prior) / f64::from(child.visits + 1)
        };
        self.left.sort_unstable_by(|&a, &b| strength(b).total_cmp(&strength(a)).then(a.cmp(&b)));
        self.left.truncate(self.left.len().div_ceil(2));
    }
}

/// Rounds until one of so many is left.
pub(super) fn rounds(field: usize) -> u32 {
    field.next_power_of_two().trailing_zeros()
}

/// How many of `actions` compete: so many that each has an iteration in the first round.
fn field(actions: usize, iterations: u32) -> usize {
    let has_room = |&field: &usize| field as u64 * u64::from(rounds(field)) <= iterations.into();
    (2..=actions.min(MOST)).rev().find(has_room).unwrap_or(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_many_compete_as_can_be_tried_in_the_first_round() {
        for (actions, iterations, expected) in [
            (100, 100, 16),
            (100, 64, 16),
            (100, 63, 15),
            (100, 35, 8),
            (100, 23, 7),
            (100, 5, 2),
            (100, 1, 1),
            (5, 100, 5),
            (2, 2, 2),
            (2, 1, 1),
            (1, 100, 1),
        ] {
            assert_eq!(field(actions, iterations), expected, "{actions} {iterations}");
        }
    }

    #[test]
    fn the_better_half_goes_on_until_one_is_left() {
        let child = |mean: f64, prior| {
            let mut node = Node::leaf(4, 4.0 * mean);
            node.prior = prior;
            node
        };
        let children = [
            child(0.2, 0.1),
            child(0.5, 0.3),
            child(0.9, 0.0),
            child(0.4, 0.25),
            child(0.45, 0.2),
            child(0.6, 0.15),
        ];
        let run = |bias| {
            let mut halving = Halving::default();
            halving.enter(&children, 15);
            assert_eq!(halving.left, [1, 3, 4, 5, 0]);
            let mut rounds = Vec::new();
            while halving.left.len() > 1 {
                halving.halve(&children, bias);
                rounds.push(halving.left.clone());
            }
            rounds
        };
        assert_eq!(run(0.0), [vec![5, 1, 4], vec![5, 1], vec![5]]);
        // 0.5 + 0.3 * w / 5 against 0.6 + 0.15 * w / 5: equal at w = 3.33.
        assert_eq!(run(3.3).last().unwrap(), &[5]);
        assert_eq!(run(3.4).last().unwrap(), &[1]);
    }
}
