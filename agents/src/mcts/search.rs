//! The search itself, as an agent.

use drakkar_engine::game::Game;
use drakkar_engine::outcome::WHOLE_WIN;
use drakkar_engine::seat::Seat;
use drakkar_engine::seed::Rng;
use drakkar_engine::view::View;

use super::selection::{Ucb1, most_visited};
use super::settings::Settings;
use super::tree::{MAX_NODES, ROOT, Tree};
use crate::agent::Agent;

/// Monte Carlo tree search, see the [module](crate::mcts).
///
/// It thinks the same number of iterations about every decision that is one, starts each with an
/// empty tree, and plays the action that most iterations chose. Memory for the tree is kept, at most
/// 16 bytes for each of [`MAX_NODES`] nodes.
#[derive(Clone, Debug)]
pub struct Mcts {
    settings: Settings,
    rule: Ucb1,
    tree: Tree,
    /// The choices of the current iteration: node and the seat that chose it.
    path: Vec<(u32, Seat)>,
}

/// What the last search found out about one action.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RootChild {
    /// Iterations that began with the action.
    pub visits: u32,
    /// Mean win share, from 0 to 1, of the seat that was to move; 0 without a visit.
    pub mean: f64,
}

impl Mcts {
    /// A search with these settings.
    pub fn new(settings: Settings) -> Mcts {
        Mcts::with_max_nodes(settings, MAX_NODES)
    }

    /// A search whose tree stops growing at `max_nodes`; a root with all its children there is
    /// always.
    pub fn with_max_nodes(settings: Settings, max_nodes: usize) -> Mcts {
        Mcts {
            settings,
            rule: Ucb1::new(settings.exploration()),
            tree: Tree::new(max_nodes),
            path: Vec::new(),
        }
    }

    /// What the last search found out, one item per action in the order of
    /// [`Game::nth_legal`]. Empty if the last decision had but one legal action.
    pub fn root_children(&self) -> impl ExactSizeIterator<Item = RootChild> + '_ {
        self.tree.root_children().iter().map(|node| RootChild {
            visits: node.visits,
            mean: f64::from(node.share) / f64::from(node.visits.max(1) * WHOLE_WIN),
        })
    }

    fn iterate<G: Game>(&mut self, view: &G::View<'_>, rng: &mut Rng) {
        let game = view.game();
        let mut state = view.draw(rng);
        let epoch = game.epoch(&state);
        let mut node = ROOT;
        self.path.clear();
        while let Some(seat) = game.to_move(&state) {
            if game.epoch(&state) != epoch {
                break;
            }
            let Some(range) = self.tree.children(node, game.count_legal(&state)) else { break };
            let first = range.start;
            let k = self.rule.select(self.tree.nodes(range), self.tree.visits(node), rng);
            let secret = game.is_secret(&state);
            let action = game.nth_legal(&state, k as u32);
            game.apply_unchecked(&mut state, action, &mut ());
            node = (first + k) as u32;
            self.path.push((node, seat));
            if secret || self.tree.visits(node) == 0 {
                break;
            }
        }
        game.playout(&mut state, rng);
        let share = game.outcome(&state).share;
        self.tree.credit(ROOT, 0);
        for &(node, seat) in &self.path {
            self.tree.credit(node, share[seat]);
        }
    }
}

impl<G: Game> Agent<G> for Mcts {
    fn start_game(&mut self) {
        self.tree.clear();
    }

    fn choose(&mut self, view: &G::View<'_>, rng: &mut Rng) -> G::Action {
        let count = view.count_legal();
        if count == 1 {
            self.tree.clear();
            return view.nth_legal(0);
        }
        self.tree.start(count);
        for _ in 0..self.settings.iterations() {
            self.iterate::<G>(view, rng);
        }
        view.nth_legal(most_visited(self.tree.root_children()) as u32)
    }
}
