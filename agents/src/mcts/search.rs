//! The search itself, as an agent.

use std::fmt;

use drakkar_engine::game::Game;
use drakkar_engine::outcome::WHOLE_WIN;
use drakkar_engine::seat::Seat;
use drakkar_engine::seed::Rng;
use drakkar_engine::view::View;

use super::budget::Portions;
use super::prior::Prior;
use super::rollout::Policy;
use super::scope::{Everything, Own, Scope};
use super::selection::{Ucb1, most_visited};
use super::settings::Settings;
use super::tree::{MAX_NODES, Node, ROOT, Tree};
use crate::agent::{Agent, Log};
use crate::filter::Filter;
use crate::heuristic::Heuristic;
use crate::restriction::Restriction;

/// Monte Carlo tree search, see the [module](crate::mcts).
///
/// It spends the same budget on every decision that is one, starts each with an empty tree, and plays the action that most iterations chose. Memory for the tree is kept, at most
/// 20 bytes for each of [`MAX_NODES`] nodes.
pub struct Mcts<G: Game, H: Heuristic<G>> {
    settings: Settings,
    heuristic: H,
    judge: H::Judge,
    rule: Ucb1,
    policy: Policy,
    tree: Tree,
    prior: Prior,
    /// The choices of the current iteration: node and the seat that chose it.
    path: Vec<(u32, Seat)>,
    /// The legal actions of a decision; only its memory lasts.
    actions: Vec<G::Action>,
    /// Legal actions of the last decision that was searched.
    legal: u32,
    filter: Option<Filter>,
    iterations: u64,
}

/// What the last search found out about one action.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RootChild {
    /// Iterations that began with the action.
    pub visits: u32,
    /// Mean win share, from 0 to 1, of the seat that was to move; 0 without a visit.
    pub mean: f64,
}

impl<G: Game, H: Heuristic<G>> Mcts<G, H> {
    /// A search of `game` with these settings that believes in `heuristic`.
    pub fn new(settings: Settings, heuristic: H, game: &G) -> Mcts<G, H> {
        Mcts::with_max_nodes(settings, heuristic, game, MAX_NODES)
    }

    /// A search whose tree stops growing at `max_nodes`; a root with all its children there is
    /// always.
    pub fn with_max_nodes(
        settings: Settings,
        heuristic: H,
        game: &G,
        max_nodes: usize,
    ) -> Mcts<G, H> {
        Mcts {
            settings,
            judge: heuristic.judge(game),
            heuristic,
            rule: Ucb1::new(settings.exploration(), settings.widen()),
            policy: Policy::new(&settings),
            tree: Tree::new(max_nodes),
            prior: Prior::default(),
            path: Vec::new(),
            actions: Vec::new(),
            legal: 0,
            filter: None,
            iterations: 0,
        }
    }

    /// The same search, but the seat that it chooses for must not choose what `restriction` forbids,
    /// if there is one.
    pub fn with_restriction(self, restriction: Option<Restriction>) -> Mcts<G, H> {
        Mcts { filter: restriction.map(Filter::new), ..self }
    }

    /// What it believes in; `None` if these settings never ask.
    pub fn heuristic(&self) -> Option<&H> {
        self.settings.asks_heuristic().then_some(&self.heuristic)
    }

    /// What the last search found out, one item per action in the order of
    /// [`Game::nth_legal`]; forbidden ones have no visits. Empty if the last decision had but one
    /// action that was legal and not forbidden.
    pub fn root_children(&self) -> Vec<RootChild> {
        let nodes = self.tree.root_children();
        let legal = if nodes.is_empty() { 0 } else { self.legal as usize };
        let mut children = vec![RootChild { visits: 0, mean: 0.0 }; legal];
        for node in nodes {
            children[node.action as usize] = RootChild {
                visits: node.visits,
                mean: f64::from(node.share) / f64::from(node.visits.max(1) * WHOLE_WIN),
            };
        }
        children
    }

    /// The choice among `legal` actions, after a search.
    fn search<S: Scope>(
        &mut self,
        view: &G::View<'_>,
        legal: u32,
        scope: &mut S,
        rng: &mut Rng,
    ) -> G::Action {
        self.legal = legal;
        self.tree.start();
        for portion in Portions::new(self.settings.budget()) {
            for _ in 0..portion {
                self.iterate(view, scope, rng);
            }
            self.iterations += u64::from(portion);
        }
        view.nth_legal(most_visited(self.tree.root_children()).action)
    }

    fn iterate<S: Scope>(&mut self, view: &G::View<'_>, scope: &mut S, rng: &mut Rng) {
        let Mcts { judge, rule, policy, tree, prior, path, actions, settings, .. } = self;
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

impl<G: Game, H: Heuristic<G>> Agent<G> for Mcts<G, H> {
    const LISTED: bool = true;

    fn start_game(&mut self) {
        self.tree.clear();
    }

    fn choose(&mut self, view: &G::View<'_>, rng: &mut Rng) -> G::Action {
        let legal = view.count_legal();
        // It is back before this returns; the search borrows both.
        let Some(mut filter) = self.filter.take() else {
            if legal == 1 {
                self.tree.clear();
                return view.nth_legal(0);
            }
            return self.search(view, legal, &mut Everything, rng);
        };
        let only = match *filter.allowed(legal, |k| view.nth_legal(k)) {
            [only] => Some(only),
            _ => None,
        };
        filter.count();
        let action = match only {
            Some(only) => {
                self.tree.clear();
                view.nth_legal(only)
            }
            None => {
                let mut own = Own { seat: view.seat(), filter: &mut filter };
                self.search(view, legal, &mut own, rng)
            }
        };
        self.filter = Some(filter);
        action
    }

    fn take_log(&mut self) -> Log {
        let counted = self.filter.as_mut().map(Filter::take_log).unwrap_or_default();
        Log { iterations: std::mem::take(&mut self.iterations), ..counted }
    }
}

// Derived implementations would ask the same of the game itself.

impl<G: Game, H: Heuristic<G>> Clone for Mcts<G, H> {
    fn clone(&self) -> Mcts<G, H> {
        Mcts {
            settings: self.settings,
            heuristic: self.heuristic.clone(),
            judge: self.judge.clone(),
            rule: self.rule.clone(),
            policy: self.policy,
            tree: self.tree.clone(),
            prior: self.prior.clone(),
            path: self.path.clone(),
            actions: Vec::new(),
            legal: self.legal,
            filter: self.filter.clone(),
            iterations: self.iterations,
        }
    }
}

impl<G: Game, H: Heuristic<G>> fmt::Debug for Mcts<G, H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Mcts { settings, heuristic, filter, .. } = self;
        let mut text = f.debug_struct("Mcts");
        text.field("settings", settings).field("heuristic", heuristic).field("filter", filter);
        text.finish()
    }
}
