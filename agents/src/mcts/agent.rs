//! The search as an agent.

use std::fmt;

use drakkar_engine::game::Game;
use drakkar_engine::outcome::WHOLE_WIN;
use drakkar_engine::seed::Rng;
use drakkar_engine::view::View;

use super::scope::{Everything, Own};
use super::search::Search;
use super::settings::Settings;
use super::tree::MAX_NODES;
use crate::agent::{Agent, Log};
use crate::filter::Filter;
use crate::heuristic::Heuristic;
use crate::restriction::Restriction;

/// Monte Carlo tree search, see the [module](crate::mcts).
///
/// It spends the same budget on every decision that is one, starts each with an empty tree, and
/// plays the action that most iterations chose. Memory for the tree is kept, at most 20 bytes for
/// each of [`MAX_NODES`] nodes.
pub struct Mcts<G: Game, H: Heuristic<G>> {
    heuristic: H,
    search: Search<G, H::Judge>,
    filter: Option<Filter>,
    /// Iterations since the log was taken.
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
        let search = Search::new(settings, heuristic.judge(game), max_nodes);
        Mcts { heuristic, search, filter: None, iterations: 0 }
    }

    /// The same search, but the seat that it chooses for must not choose what `restriction` forbids,
    /// if there is one.
    pub fn with_restriction(self, restriction: Option<Restriction>) -> Mcts<G, H> {
        Mcts { filter: restriction.map(Filter::new), ..self }
    }

    /// What it believes in; `None` if these settings never ask.
    pub fn heuristic(&self) -> Option<&H> {
        self.search.settings().asks_heuristic().then_some(&self.heuristic)
    }

    /// What the last search found out, one item per action in the order of
    /// [`Game::nth_legal`]; forbidden ones have no visits. Empty if the last decision had but one
    /// action that was legal and not forbidden.
    pub fn root_children(&self) -> Vec<RootChild> {
        let mut children =
            vec![RootChild { visits: 0, mean: 0.0 }; self.search.root_legal() as usize];
        for node in self.search.root_children() {
            children[node.action as usize] = RootChild {
                visits: node.visits,
                mean: f64::from(node.share) / f64::from(node.visits.max(1) * WHOLE_WIN),
            };
        }
        children
    }
}

impl<G: Game, H: Heuristic<G>> Agent<G> for Mcts<G, H> {
    const LISTED: bool = true;

    fn start_game(&mut self) {
        self.search.forget();
    }

    fn choose(&mut self, view: &G::View<'_>, rng: &mut Rng) -> G::Action {
        let legal = view.count_legal();
        let mut only = (legal == 1).then_some(0);
        if let Some(filter) = &mut self.filter {
            if let [k] = *filter.allowed(legal, |k| view.nth_legal(k)) {
                only = Some(k);
            }
            filter.count();
        }
        if let Some(only) = only {
            self.search.forget();
            return view.nth_legal(only);
        }
        self.iterations += match &mut self.filter {
            None => self.search.think(view, &mut Everything, rng),
            Some(filter) => self.search.think(view, &mut Own { seat: view.seat(), filter }, rng),
        };
        view.nth_legal(self.search.best_action())
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
            heuristic: self.heuristic.clone(),
            search: self.search.clone(),
            filter: self.filter.clone(),
            iterations: self.iterations,
        }
    }
}

impl<G: Game, H: Heuristic<G>> fmt::Debug for Mcts<G, H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Mcts { heuristic, search, filter, .. } = self;
        let mut text = f.debug_struct("Mcts");
        text.field("settings", search.settings()).field("heuristic", heuristic);
        text.field("filter", filter).finish()
    }
}
