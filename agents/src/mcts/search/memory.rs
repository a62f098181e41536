//! The part of a search that knows no game, compiled once for all games.

use std::time::Instant;

use drakkar_engine::seat::{PerSeat, Seat};
use drakkar_engine::seed::Rng;

use super::halving::Halving;
use crate::mcts::agent::{Expected, RootChild};
use crate::mcts::mast::Mast;
use crate::mcts::prior::Prior;
use crate::mcts::rollout::RolloutPolicy;
use crate::mcts::selection::Rule;
use crate::mcts::settings::{Backup, Selection, Settings};
use crate::mcts::tree::{ROOT, Tree};

#[derive(Clone, Debug)]
pub(in crate::mcts) struct Memory {
    pub(in crate::mcts) settings: Settings,
    /// Whether the whole budget is spent, and win shares and margins are kept.
    pub(in crate::mcts) thorough: bool,
    /// When it stops whatever is left of its budget.
    pub(in crate::mcts) end: Option<Instant>,
    pub(super) rule: Rule,
    pub(super) policy: RolloutPolicy,
    /// What the points of each seat are compared with in this tree, see [`Aims`](crate::mcts::worth::Aims).
    pub(super) par: Option<PerSeat<f64>>,
    pub(super) tree: Tree,
    pub(super) prior: Prior,
    pub(super) mast: Mast,
    /// The choices of the current iteration: node and the seat that chose it.
    pub(super) path: Vec<(u32, Seat)>,
    pub(super) found: Vec<u32>,
    pub(super) root: u32,
    /// The choices at the root: number of the action among the legal ones, and node.
    pub(super) choices: Vec<(u32, u32)>,
    pub(super) halving: Halving,
    own: Seat,
    /// Number of legal actions at the root; 0 without a tree.
    root_legal: u32,
    /// Sums for the choices at the root, from the first child on; empty if they are not kept.
    expected: Vec<RootStats>,
    pub(super) decisions: u64,
}

#[derive(Clone, Copy, Default, Debug)]
struct RootStats {
    iterations: u32,
    shares: Option<PerSeat<f64>>,
    margins: u32,
    margin: f64,
}

impl Memory {
    pub(super) fn new(settings: Settings, max_nodes: usize) -> Memory {
        Memory {
            settings,
            thorough: false,
            end: None,
            rule: Rule::new(settings),
            policy: RolloutPolicy::new(&settings),
            par: None,
            tree: Tree::new(max_nodes),
            prior: Prior::default(),
            mast: Mast::default(),
            path: Vec::new(),
            found: Vec::new(),
            root: ROOT,
            choices: Vec::new(),
            halving: Halving::default(),
            own: Seat::new(0),
            root_legal: 0,
            expected: Vec::new(),
            decisions: 0,
        }
    }

    pub(super) fn is_late(&self) -> bool {
        self.end.is_some_and(|end| Instant::now() >= end)
    }

    pub(super) fn forget(&mut self) {
        self.tree.clear();
        self.choices.clear();
        self.root_legal = 0;
    }

    pub(super) fn begin(&mut self, own: Seat, legal: u32) {
        self.own = own;
        self.root_legal = legal;
        self.decisions = 0;
        self.halving.clear();
        self.expected.clear();
        if self.thorough {
            self.expected.resize(legal as usize, RootStats::default());
        }
        if self.policy.learns() {
            self.mast.start();
        }
    }

    #[inline(always)]
    pub(super) fn credit(&mut self, value: &PerSeat<f64>) {
        let own = self.own;
        let paranoid = self.settings.backup == Backup::Paranoid;
        let credit = |seat| match paranoid && seat != own {
            true => 1.0 - value[own],
            false => value[seat],
        };
        self.tree.credit(self.root, 0.0);
        for &(node, seat) in &self.path {
            self.tree.credit(node, credit(seat));
        }
        if self.policy.learns() {
            self.mast.credit(credit);
        }
    }

    /// An iteration of a thorough search ends with these win shares, and this margin of its own seat.
    pub(super) fn expect(&mut self, (shares, margin): (PerSeat<f64>, Option<f64>)) {
        let Some(&(child, _)) = self.path.first() else { return };
        let sum = &mut self.expected[(child - self.tree.first(self.root)) as usize];
        sum.iterations += 1;
        match &mut sum.shares {
            None => sum.shares = Some(shares),
            Some(all) => shares.iter().for_each(|(seat, share)| all[seat] += share),
        }
        if let Some(margin) = margin {
            sum.margins += 1;
            sum.margin += margin;
        }
    }

    pub(super) fn list_numbered(&mut self) {
        let nodes = self.tree.children_of(self.root, false);
        self.choices.clear();
        self.choices.extend(nodes.map(|node| (self.tree.node(node).action, node)));
    }

    /// Whether so many iterations cannot change the choice.
    pub(super) fn is_decided(&self, left: u32) -> bool {
        if self.settings.selection == Selection::Uniform {
            return false;
        }
        let (mut most, mut second) = (0, 0);
        for node in self.tree.root_children(self.root) {
            if node.visits > most {
                (most, second) = (node.visits, most);
            } else if node.visits > second {
                second = node.visits;
            }
        }
        u64::from(second) + u64::from(left) < u64::from(most)
    }

    /// The choice to play, as number of the action and node: the most visited, then the one with the higher mean, then
    /// the first. After evenly spread visits, the one with the highest mean; after halving, the last one left.
    pub(super) fn best(&self) -> (u32, u32) {
        if let Some(&place) = self.halving.left.first() {
            // Choices are in the order of the children of the root.
            return self.choices[place as usize];
        }
        let evenly = self.settings.selection == Selection::Uniform;
        let strength = |place: usize| {
            let node = self.tree.node(self.choices[place].1);
            (if evenly { u32::from(node.visits > 0) } else { node.visits }, node.mean())
        };
        let mut best = 0;
        for place in 1..self.choices.len() {
            if strength(place) > strength(best) {
                best = place;
            }
        }
        self.choices[best]
    }

    /// A choice in proportion to the visits, as number of the action; after evenly spread visits, that
    /// with the highest mean.
    pub(super) fn mixed(&self, rng: &mut Rng) -> u32 {
        let visits = |&(_, node): &(u32, u32)| self.tree.node(node).visits;
        let total: u32 = self.choices.iter().map(visits).sum();
        if total == 0 || self.settings.selection == Selection::Uniform {
            return self.best().0;
        }
        let mut left = rng.below(total);
        for choice in &self.choices {
            let visits = visits(choice);
            if left < visits {
                return choice.0;
            }
            left -= visits;
        }
        self.best().0
    }

    pub(in crate::mcts) fn root_children(&self) -> Vec<RootChild> {
        let unknown = RootChild { visits: 0, mean: 0.0, expected: None };
        let mut children = vec![unknown; self.root_legal as usize];
        for &(number, child) in &self.choices {
            let node = self.tree.node(child);
            let expected = self.stats(child).map(|(stats, shares)| Expected {
                win_share: shares[self.own],
                margin: (stats.margins > 0).then(|| stats.margin / f64::from(stats.margins)),
            });
            children[number as usize] =
                RootChild { visits: node.visits, mean: node.mean(), expected };
        }
        children
    }

    /// The mean win shares after the choice of the last search; `None` if it was not thorough, or if
    /// there was none.
    pub(in crate::mcts) fn shares(&self) -> Option<PerSeat<f64>> {
        if self.choices.is_empty() {
            None
        } else {
            self.stats(self.best().1).map(|(_, shares)| shares)
        }
    }

    /// The sums for a choice at the root, if it has any, and the mean win shares.
    fn stats(&self, child: u32) -> Option<(&RootStats, PerSeat<f64>)> {
        let stats = self.expected.get((child - self.tree.first(self.root)) as usize)?;
        Some((stats, stats.shares?.map(|share| share / f64::from(stats.iterations))))
    }
}
