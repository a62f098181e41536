use std::time::Instant;

use drakkar_engine::game::{Game, View};
use drakkar_engine::past::Recalled;
use drakkar_engine::seed::Rng;

use super::scope::Scope;
use super::search::Search;
use super::settings::Settings;
use super::tree::MAX_NODES;
use crate::agent::{Agent, AgentError, Analysis, Judgement, Log};
use crate::filter::Filter;
use crate::heuristic::{Heuristic, choice::values};
use crate::net::{Evaluator, Net};
use crate::restriction::Patterns;
use crate::scale::Scale;

/// Monte Carlo tree search, see the [module](crate::mcts), and flat Monte Carlo. It plays the action that most
/// iterations chose, or [the last one left](crate::mcts::Root::Halving); a decision that it [solves](Settings::endgame)
/// takes no iteration. Memory for the tree is kept, at most 32 bytes for each of [`MAX_NODES`] nodes.
#[derive(Clone)]
pub struct Mcts<G: Game, H: Heuristic<G>> {
    heuristic: H,
    search: Search<G, H::Judge, H::Features>,
    filter: Option<Filter>,
    iterations: u64,
}

/// The findings of the last search about one action.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RootChild {
    /// Iterations that began with the action; 1 if the decision was solved.
    pub visits: u32,
    /// Mean value to the seat to move, from 0 to 1: its win share, except for the parts of `score_weight` and `own_score`.
    pub mean: f64,
    /// What a [thorough](Mcts::thorough) search expects, estimated by the heuristic where rollouts were cut off;
    /// `None` without a visit.
    pub expected: Option<Expected>,
}

/// A thorough search's expectations of an action, for the seat that was to move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Expected {
    /// Mean win share, from 0 to 1.
    pub win_share: f64,
    /// Mean of its final score minus that of the best other seat, over the iterations in which the game ended or the
    /// heuristic's values [are expected scores](crate::heuristic::Judge::EXPECTS_SCORES).
    pub margin: Option<f64>,
}

impl<G: Game, H: Heuristic<G>> Mcts<G, H> {
    /// A search of `game`.
    ///
    /// # Panics
    /// If the settings are not [valid](Settings::check).
    pub fn new(settings: Settings, heuristic: H, game: &G) -> Mcts<G, H> {
        Mcts::with_max_nodes(settings, heuristic, game, MAX_NODES)
    }

    /// A search whose tree stops growing at `max_nodes`; a root always has all its children.
    ///
    /// # Panics
    /// If the settings are not [valid](Settings::check).
    pub fn with_max_nodes(
        settings: Settings,
        heuristic: H,
        game: &G,
        max_nodes: usize,
    ) -> Mcts<G, H> {
        settings.check().expect("settings are within their ranges");
        let search = Search::new(settings, heuristic.judge(game), max_nodes);
        Mcts { heuristic, search, filter: None, iterations: 0 }
    }

    /// The same search, but win shares are estimated by `net`, if there is one.
    pub fn with_net(mut self, net: Option<Evaluator<G, H::Features>>) -> Mcts<G, H> {
        self.search.net = net;
        self
    }

    /// The same search, but the heuristic's values become win shares on this scale, if there is one.
    pub fn with_scale(mut self, scale: Option<Scale>) -> Mcts<G, H> {
        self.search.scale = scale;
        self
    }

    /// Its net, if it has one.
    pub fn net(&self) -> Option<&Net> {
        self.search.net.as_ref().map(Evaluator::net)
    }

    /// The same search, but its seat must not choose what `restriction` forbids.
    pub fn with_restriction(self, restriction: Option<Patterns>) -> Mcts<G, H> {
        Mcts { filter: restriction.map(Filter::new), ..self }
    }

    /// The same search for analysis: it spends its whole budget, and keeps win shares and margins.
    pub fn thorough(mut self) -> Mcts<G, H> {
        self.search.memory.thorough = true;
        self
    }

    /// Its heuristic; `None` if these settings never use it.
    pub fn heuristic(&self) -> Option<&H> {
        self.search.memory.settings.asks_heuristic().then_some(&self.heuristic)
    }

    /// The findings of the last search in the order of [`Game::nth_legal`]; empty if only one action was allowed.
    pub fn root_children(&self) -> Vec<RootChild> {
        self.search.memory.root_children()
    }
}

impl<G: Game + 'static, H: Heuristic<G> + 'static> Agent<G> for Mcts<G, H> {
    #[inline(always)]
    fn chooses_listed(&self) -> bool {
        true
    }

    fn start_game(&mut self) {
        self.search.forget();
    }

    #[inline(always)]
    fn recalls(&self) -> bool {
        G::HIDES
    }

    #[inline(always)]
    fn remember(&mut self, past: Recalled<'_, G>) {
        self.search.secrets.remember(past);
    }

    fn hurry(&mut self, end: Instant) {
        self.search.memory.end = Some(end);
    }

    fn choose(&mut self, view: &View<'_, G>, rng: &mut Rng) -> Result<G::Action, AgentError> {
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
            return Ok(view.nth_legal(only));
        }
        let mut scope = Scope::new(view.seat(), self.filter.as_mut());
        self.iterations += self.search.think(view, &mut scope, rng);
        Ok(view.nth_legal(self.search.choice(rng)))
    }

    /// Gives visits, win share and margin of each action that was tried, its value if the heuristic is used, and
    /// shares.
    fn analyse(
        &mut self,
        view: &View<'_, G>,
        rng: &mut Rng,
    ) -> Result<Analysis<G::Action>, AgentError> {
        let state = view.draw(&mut rng.clone());
        // An analysed decision is searched by itself.
        self.search.forget();
        let was_thorough = std::mem::replace(&mut self.search.memory.thorough, true);
        let choice = self.choose(view, rng)?;
        self.search.memory.thorough = was_thorough;
        let mut actions = match self.heuristic() {
            Some(heuristic) => values::<G, H>(&heuristic.judge(view.game()), view, &state),
            None => vec![Judgement::default(); view.count_legal() as usize],
        };
        for (action, found) in actions.iter_mut().zip(self.root_children()) {
            action.visits = Some(u64::from(found.visits));
            action.win_share = found.expected.map(|expected| expected.win_share);
            action.margin = found.expected.and_then(|expected| expected.margin);
        }
        let shares = self.search.memory.shares();
        Ok(Analysis { choice, actions, shares })
    }

    fn take_log(&mut self) -> Log {
        let counted = self.filter.as_mut().map(Filter::take_log).unwrap_or_default();
        Log { iterations: std::mem::take(&mut self.iterations), ..counted }
    }
}
