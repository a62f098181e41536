//! The search itself.

use drakkar_engine::game::Game;
use drakkar_engine::seat::Seat;
use drakkar_engine::seed::Rng;
use drakkar_engine::view::View;

use super::budget::Portions;
use super::prior::Prior;
use super::rollout::Policy;
use super::scope::Scope;
use super::selection::{Ucb1, most_visited};
use super::settings::Settings;
use super::tree::{Node, ROOT, Tree};
use crate::heuristic::Judge;

/// Everything that a search needs, with the tree of the last one.
pub(super) struct Search<G: Game, J> {
    settings: Settings,
    judge: J,
    rule: Ucb1,
    policy: Policy,
    tree: Tree,
    prior: Prior,
    /// The choices of the current iteration: node and the seat that chose it.
    path: Vec<(u32, Seat)>,
    /// The legal actions of a decision; only its memory lasts.
    actions: Vec<G::Action>,
    /// Number of legal actions at the root; 0 without a tree.
    root_legal: u32,
}

impl<G: Game, J: Judge<G>> Search<G, J> {
    /// A search whose tree stops growing at `max_nodes`.
    pub(super) fn new(settings: Settings, judge: J, max_nodes: usize) -> Search<G, J> {
        Search {
            settings,
            judge,
            rule: Ucb1::new(settings.exploration(), settings.widen()),
            policy: Policy::new(&settings),
            tree: Tree::new(max_nodes),
            prior: Prior::default(),
            path: Vec::new(),
            actions: Vec::new(),
            root_legal: 0,
        }
    }

    pub(super) fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Forgets the tree.
    pub(super) fn forget(&mut self) {
        self.tree.clear();
        self.root_legal = 0;
    }

    /// Spends the budget on a decision, with a new tree, and says how many iterations it was.
    pub(super) fn think<S: Scope>(
        &mut self,
        view: &G::View<'_>,
        scope: &mut S,
        rng: &mut Rng,
    ) -> u64 {
        self.tree.start();
        self.root_legal = view.count_legal();
        let mut iterations = 0;
        for portion in Portions::new(self.settings.budget()) {
            for _ in 0..portion {
                self.iterate(view, scope, rng);
            }
            iterations += u64::from(portion);
        }
        iterations
    }

    /// The number of the action that the last search likes best.
    ///
    /// # Panics
    /// Without a tree.
    pub(super) fn best_action(&self) -> u32 {
        most_visited(self.tree.root_children()).action
    }

    /// Number of legal actions at the root; 0 without a tree.
    pub(super) fn root_legal(&self) -> u32 {
        self.root_legal
    }

    /// The choices at the root; none without a tree.
    pub(super) fn root_children(&self) -> &[Node] {
        self.tree.root_children()
    }

    fn iterate<S: Scope>(&mut self, view: &G::View<'_>, scope: &mut S, rng: &mut Rng) {
        let Search { judge, rule, policy, tree, prior, path, actions, settings, .. } = self;
        let game = view.game();
        let mut state = view.draw(rng);
        let epoch = game.epoch(&state);
        let mut node = ROOT;
        path.clear();
        while let Some(seat) = game.to_move(&state) {
            if game.epoch(&state) != epoch {
                break;
            }
            let (secret, count) = (game.is_secret(&state), game.count_legal(&state));
            let children = match scope.filter(seat) {
                None => {
                    // What another seat chooses from in secret may differ from draw to draw.
                    debug_assert!(
                        secret || tree.fits(node, count),
                        "legal actions differ between draws within one epoch"
                    );
                    tree.children(node, count, |children| {
                        if settings.widen() > 0.0 {
                            prior.arrange(game, judge, &state, seat, actions, children);
                        }
                    })
                }
                // The seat knows what it chooses from, so it is the same in every draw.
                Some(filter) => {
                    let nth = |k| game.nth_legal(&state, k);
                    let arrange = |children: &mut [Node]| {
                        if settings.widen() > 0.0 {
                            prior.arrange_some(game, judge, &state, seat, actions, children);
                        }
                    };
                    tree.chosen_children(node, || filter.allowed(count, nth), arrange)
                }
            };
            let Some(range) = children else { break };
            let first = range.start;
            let children = tree.nodes(range);
            let k = rule.select(children, tree.visits(node), rng);
            let action = game.nth_legal(&state, children[k].action);
            game.apply_unchecked(&mut state, action, &mut ());
            node = (first + k) as u32;
            path.push((node, seat));
            if secret || tree.visits(node) == 0 {
                break;
            }
        }
        let share = policy.play(game, judge, scope, &mut state, actions, rng);
        tree.credit(ROOT, 0);
        for &(node, seat) in &*path {
            tree.credit(node, share[seat]);
        }
    }
}

// A derived implementation would ask the same of the game itself.
impl<G: Game, J: Clone> Clone for Search<G, J> {
    fn clone(&self) -> Search<G, J> {
        Search {
            settings: self.settings,
            judge: self.judge.clone(),
            rule: self.rule.clone(),
            policy: self.policy,
            tree: self.tree.clone(),
            prior: self.prior.clone(),
            path: self.path.clone(),
            actions: Vec::new(),
            root_legal: self.root_legal,
        }
    }
}
