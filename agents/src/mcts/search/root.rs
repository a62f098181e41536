//! The root of a tree: its findings about the decision, and whether it is valid for the next one.

use drakkar_engine::game::{Game, View};
use drakkar_engine::seat::Seat;
use drakkar_engine::seed::Rng;

use super::{Memory, Search};
use crate::draws::Estimator;
use crate::features::Features;
use crate::forecast::Predictor;
use crate::heuristic::Judge;
use crate::mcts::endgame::EndgameProblem;
use crate::mcts::scope::Scope;
use crate::mcts::tree::ROOT;
use crate::mcts::worth::{Aims, result};
use crate::net::Evaluator;

/// A decision that follows directly if the choice of the last search was played.
#[derive(Clone, Copy)]
pub(super) struct Successor<S> {
    seat: Seat,
    /// The seat's draw there with [`KNOWN`]: states that differ only in what is hidden from it give
    /// the same draw, others do not.
    drawn: S,
    node: u32,
}

/// Seed of the draw by which a seat's knowledge is compared.
const KNOWN: u64 = 0;

impl<G: Game, J: Judge<G>, F: Features<G>> Search<G, J, F> {
    /// Whether the tree of the last search is valid for the decision of `view`, which is then its root.
    pub(super) fn keeps(&mut self, view: &View<'_, G>) -> bool {
        let Some(Successor { seat, drawn, node }) = self.next.take() else { return false };
        let fits = seat == view.seat()
            && view.draw(&mut Rng::from_seed(KNOWN)) == drawn
            && !self.memory.tree.fits(node, 0);
        if fits {
            self.memory.root = node;
        }
        fits
    }

    /// Draws the states over which the values of the root's actions are averaged, if one of them reveals something.
    /// The draws do not advance `rng`.
    #[inline(always)]
    pub(super) fn draw_others(&mut self, view: &View<'_, G>, rng: &Rng) {
        if G::HIDES && J::DRAWS > 1 && self.memory.settings.orders() {
            self.draw_if_chance(view, rng);
        }
    }

    #[inline(never)]
    fn draw_if_chance(&mut self, view: &View<'_, G>, rng: &Rng) {
        let Search { judge, actions, others, .. } = self;
        let (game, seat) = (view.game(), view.seat());
        let mut estimator: Estimator<'_, G, J, F> =
            Estimator { game, judge, net: None, seat, filter: None, turn: false };
        view.legal(actions);
        let known = view.draw(&mut Rng::from_seed(KNOWN));
        if !estimator.see_chance(&known, actions) {
            return;
        }
        let mut draws = Rng::from_seed(rng.clone().word());
        let mut draw = || {
            let mut state = view.draw(&mut draws);
            judge.guess(game, &mut state, seat, &mut draws);
            state
        };
        let first = draw();
        // That a secret choice itself becomes visible is no chance.
        if !game.is_secret(&known)
            || estimator.values(&known, actions) != estimator.values(&first, actions)
        {
            others.push(first);
            others.extend((2..J::DRAWS).map(|_| draw()));
        }
    }

    /// Solves the decision of `view`, if what is left of the game is of perfect information and not
    /// too large; if so, the root has a child with one visit for each action, of its true value.
    #[inline(never)]
    pub(super) fn solve(&mut self, view: &View<'_, G>, scope: &mut Scope<'_>) -> bool {
        if !view.has_perfect_information() {
            return false;
        }
        let (game, own) = (view.game(), view.seat());
        let Search { judge, solver, memory: Memory { settings, end, .. }, .. } = self;
        let (backup, most, end) = (settings.backup, settings.endgame, *end);
        let task = EndgameProblem { game, own, scope, backup, most, end };
        let state = view.draw(&mut Rng::from_seed(KNOWN));
        // Not that of the tree, which goes on with its own if the decision is not solved.
        let mut par = None;
        let value = |state: &G::State| result(game, judge, state, Aims::new(settings, &mut par));
        if !solver.solve(task, state, value) {
            return false;
        }
        self.next = None;
        self.start();
        let Search { judge, solver, memory, .. } = self;
        memory.begin(own, view.count_legal());
        memory.tree.expand(ROOT, solver.ends.iter().map(|&(number, _)| number));
        for (child, (_, end)) in (memory.tree.first(ROOT)..).zip(&solver.ends) {
            memory.path.clear();
            memory.path.push((child, own));
            memory.credit(&end.value);
            if memory.thorough {
                let net = None::<&mut Evaluator<G, F>>;
                memory.expect(
                    Predictor { judge, net, scale: None }.expectation(game, &end.state, own),
                );
            }
        }
        memory.list_numbered();
        true
    }

    pub(super) fn look_ahead(&mut self, view: &View<'_, G>) {
        let (game, seat) = (view.game(), view.seat());
        let mut state = view.draw(&mut Rng::from_seed(KNOWN));
        let (number, node) = self.memory.best();
        let epoch = game.epoch(&state);
        // Choices that may differ between drawn states are found by their action, not by their number.
        if game.is_secret(&state) {
            return;
        }
        game.apply_unchecked(&mut state, view.nth_legal(number), &mut ());
        let follows = game.to_move(&state) == Some(seat) && game.epoch(&state) == epoch;
        if follows && !game.is_secret(&state) {
            let drawn = game.view(&state, seat).draw(&mut Rng::from_seed(KNOWN));
            self.next = Some(Successor { seat, drawn, node });
        }
    }

    pub(super) fn list(&mut self, view: &View<'_, G>) {
        // Which decisions are secret is public, so any drawn state will do; this draw changes nothing.
        if !(G::HIDES && view.game().is_secret(&view.draw(&mut Rng::from_seed(KNOWN)))) {
            return self.memory.list_numbered();
        }
        view.legal(&mut self.actions);
        let Memory { tree, choices, root, .. } = &mut self.memory;
        choices.clear();
        for node in tree.children_of(*root, true) {
            let action = self.names.action(tree, node);
            let number = self.actions.iter().position(|&legal| legal == action);
            choices.extend(number.map(|number| (number as u32, node)));
        }
    }
}
