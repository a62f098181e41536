//! The root of a tree: what it tells of the decision, and whether it holds for the next one.

use drakkar_engine::game::Game;
use drakkar_engine::seat::Seat;
use drakkar_engine::seed::Rng;
use drakkar_engine::view::View;

use super::Search;
use crate::heuristic::Judge;
use crate::mcts::agent::Expected;
use crate::mcts::settings::Selection;
use crate::mcts::tree::Node;

/// A decision that follows at once if the choice of the last search was played.
#[derive(Clone, Copy)]
pub(super) struct Next<S> {
    seat: Seat,
    /// What the seat draws there by [`KNOWN`]: states that differ only in what is hidden from it give
    /// the same draw, others do not.
    drawn: S,
    /// The choice.
    node: u32,
}

/// Seed of the draw by which a seat's knowledge is compared.
const KNOWN: u64 = 0;

impl<G: Game, J: Judge<G>> Search<G, J> {
    /// Whether the tree of the last search holds for the decision of `view`, which is then its root.
    pub(super) fn keeps(&mut self, view: &G::View<'_>) -> bool {
        let Some(Next { seat, drawn, node }) = self.next.take() else { return false };
        let fits = seat == view.seat()
            && view.draw(&mut Rng::from_seed(KNOWN)) == drawn
            && !self.tree.fits(node, 0);
        if fits {
            self.root = node;
        }
        fits
    }

    /// Notes the decision that the tree can be kept for.
    pub(super) fn look_ahead(&mut self, view: &G::View<'_>) {
        let (game, seat) = (view.game(), view.seat());
        let mut state = view.draw(&mut Rng::from_seed(KNOWN));
        let (number, node) = self.choices[self.best()];
        let epoch = game.epoch(&state);
        // What may differ between drawn states is found by its action, not by its number.
        if game.is_secret(&state) {
            return;
        }
        game.apply_unchecked(&mut state, view.nth_legal(number), &mut ());
        let follows = game.to_move(&state) == Some(seat)
            && game.epoch(&state) == epoch
            && !game.is_secret(&state);
        self.next = follows.then(|| {
            let drawn = game.view(&state, seat).draw(&mut Rng::from_seed(KNOWN));
            Next { seat, drawn, node }
        });
    }

    /// Lists the choices at the root.
    pub(super) fn list(&mut self, view: &G::View<'_>) {
        let named = self.is_named(view);
        self.choices.clear();
        if named {
            view.legal(&mut self.actions);
            for node in self.tree.children_of(self.root, true) {
                let action = self.tree.action(node);
                let number = self.actions.iter().position(|&legal| legal == action);
                self.choices.extend(number.map(|number| (number as u32, node)));
            }
        } else {
            let nodes = self.tree.children_of(self.root, false);
            self.choices.extend(nodes.map(|node| (self.tree.node(node).action, node)));
        }
    }

    /// Whether the choices at the root are found by their actions.
    fn is_named(&self, view: &G::View<'_>) -> bool {
        // Whose choices are secret is public, so any drawn state tells; this draw changes nothing.
        G::HIDES && view.game().is_secret(&view.draw(&mut Rng::from_seed(0)))
    }

    /// Whether so many iterations cannot change the choice.
    pub(super) fn is_decided(&self, left: u32) -> bool {
        if self.settings.selection() == Selection::Uniform {
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

    /// The place among the choices of the one to play: the most visited, then the one with the higher
    /// mean, then the first. After visits that were spread evenly, the one with the highest mean.
    fn best(&self) -> usize {
        let evenly = self.settings.selection() == Selection::Uniform;
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
        best
    }

    /// The number of the action that the last search likes best.
    ///
    /// # Panics
    /// Without a tree.
    pub(in crate::mcts) fn best_action(&self) -> u32 {
        self.choices[self.best()].0
    }

    /// Number of legal actions at the root; 0 without a tree.
    pub(in crate::mcts) fn root_legal(&self) -> u32 {
        self.root_legal
    }

    /// The choices at the root: number of the action, what is known about it, and what is expected of
    /// it if that is kept; none without a tree.
    pub(in crate::mcts) fn root_children(
        &self,
    ) -> impl Iterator<Item = (u32, &Node, Option<Expected>)> {
        self.choices.iter().map(|&(number, child)| {
            let node = self.tree.node(child);
            let sums = self.expected.as_ref().and_then(|sums| {
                let sum = sums[(child - self.tree.first(self.root)) as usize];
                let mean = |total, count| (count > 0).then(|| total / f64::from(count));
                let win_share = mean(sum.win_share, sum.iterations)?;
                Some(Expected { win_share, margin: mean(sum.margin, sum.margins) })
            });
            (number, node, sums)
        })
    }
}
