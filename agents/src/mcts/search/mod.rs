//! The search itself.

mod root;

use drakkar_engine::game::Game;
use drakkar_engine::seat::Seat;
use drakkar_engine::seed::Rng;
use drakkar_engine::view::View;

use self::root::Next;
use super::budget::Meter;
use super::mast::Mast;
use super::prior::{Decision, Prior};
use super::rollout::{Bell, Means, Policy};
use super::scope::Scope;
use super::selection::Rule;
use super::settings::{Backup, Selection, Settings};
use super::tree::{Node, ROOT, Tree};
use super::worth::{margin, worth};
use crate::heuristic::Judge;

/// Everything that a search needs, with the tree of the last one.
pub(super) struct Search<G: Game, J> {
    settings: Settings,
    judge: J,
    rule: Rule,
    policy: Policy,
    tree: Tree<G::Action>,
    prior: Prior,
    mast: Mast,
    /// The choices of the current iteration: node and the seat that chose it.
    path: Vec<(u32, Seat)>,
    /// The legal actions of a decision; only its memory lasts.
    actions: Vec<G::Action>,
    /// The nodes of these actions; only its memory lasts.
    found: Vec<u32>,
    /// Where the tree begins.
    root: u32,
    /// The choices at the root: number of the action among the legal ones, and node.
    choices: Vec<(u32, u32)>,
    /// Number of legal actions at the root; 0 without a tree.
    root_legal: u32,
    /// The decision that the tree can be kept for.
    next: Option<Next<G::State>>,
    /// Sums for the choices at the root, from the first child on, if they are kept.
    expected: Option<Vec<Sums>>,
    /// Decisions of the current search.
    decisions: u64,
}

/// Sums over the iterations of one search that began with an action.
#[derive(Clone, Copy, Default)]
struct Sums {
    iterations: u32,
    win_share: f64,
    /// Iterations whose margin is known.
    margins: u32,
    margin: f64,
}

/// One choice on the way down.
struct Step<A> {
    /// Its node.
    child: u32,
    action: A,
}

impl<G: Game, J: Judge<G>> Search<G, J> {
    /// A search whose tree stops growing at `max_nodes`.
    pub(super) fn new(settings: Settings, judge: J, max_nodes: usize) -> Search<G, J> {
        Search {
            settings,
            judge,
            rule: Rule::new(settings),
            policy: Policy::new(&settings),
            tree: Tree::new(max_nodes),
            prior: Prior::default(),
            mast: Mast::default(),
            path: Vec::new(),
            actions: Vec::new(),
            found: Vec::new(),
            root: ROOT,
            choices: Vec::new(),
            root_legal: 0,
            next: None,
            expected: None,
            decisions: 0,
        }
    }

    pub(super) fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Spends the whole budget from now on, and keeps win shares and margins; or no longer. Gives the
    /// settings before.
    pub(super) fn be_thorough(&mut self, settings: Settings, thorough: bool) -> Settings {
        self.expected = thorough.then(Vec::new);
        std::mem::replace(&mut self.settings, settings)
    }

    /// Forgets the tree.
    pub(super) fn forget(&mut self) {
        self.tree.clear();
        self.choices.clear();
        self.root_legal = 0;
        self.next = None;
    }

    /// Spends the budget on a decision and says how many iterations it was.
    pub(super) fn think<S: Scope>(
        &mut self,
        view: &G::View<'_>,
        scope: &mut S,
        rng: &mut Rng,
    ) -> u64 {
        self.root_legal = view.count_legal();
        if !self.keeps(view) {
            self.tree.start();
            self.root = ROOT;
        }
        if let Some(sums) = &mut self.expected {
            sums.clear();
            sums.resize(self.root_legal as usize, Sums::default());
        }
        if self.policy.learns() {
            self.mast.start();
        }
        let (mut iterations, mut meter) = (0, Meter::new(self.settings.budget()));
        loop {
            let portion = meter.portion();
            if portion == 0 {
                break;
            }
            self.decisions = 0;
            for _ in 0..portion {
                self.iterate(view, scope, rng);
            }
            meter.spend(portion, self.decisions);
            iterations += u64::from(portion);
            if self.settings.early() && meter.left().is_some_and(|left| self.is_decided(left)) {
                break;
            }
        }
        self.list(view);
        if self.settings.reuse() {
            self.look_ahead(view);
        }
        iterations
    }

    fn iterate<S: Scope>(&mut self, view: &G::View<'_>, scope: &mut S, rng: &mut Rng) {
        let game = view.game();
        let mut state = view.draw(rng);
        let epoch = game.epoch(&state);
        let (mut node, mut bell) = (self.root, Bell(false));
        self.path.clear();
        while let Some(seat) = game.to_move(&state) {
            let crossed = game.epoch(&state) != epoch;
            if crossed && !self.settings.cross() {
                break;
            }
            let secret = game.is_secret(&state);
            let step = if G::HIDES && (secret || crossed) {
                self.follow_named(game, &state, seat, node, scope, rng)
            } else {
                self.follow(game, &state, seat, node, scope, rng)
            };
            let Some(Step { child, action }) = step else { break };
            game.apply_unchecked(&mut state, action, &mut bell);
            self.path.push((child, seat));
            if self.policy.learns() {
                self.mast.play(seat, &action);
            }
            let ends = secret || self.settings.selection() == Selection::Uniform;
            if ends || self.tree.visits(child) == 0 {
                break;
            }
            node = child;
        }
        let Search { judge, policy, mast, actions, settings, .. } = self;
        let means = Means { game, judge, scope, mast: &mut *mast, actions };
        let decisions = policy.play(means, &mut state, bell, rng);
        self.decisions += self.path.len() as u64 + decisions;
        let value = worth(game, judge, &state, settings.score_weight());
        let own = value[view.seat()];
        let paranoid = settings.backup() == Backup::Paranoid;
        let credit = |seat| match paranoid && seat != view.seat() {
            true => 1.0 - own,
            false => value[seat],
        };
        self.tree.credit(self.root, 0.0);
        for &(node, seat) in &self.path {
            self.tree.credit(node, credit(seat));
        }
        if policy.learns() {
            mast.credit(credit);
        }
        if let (Some(sums), Some(&(child, _))) = (&mut self.expected, self.path.first()) {
            let sum = &mut sums[(child - self.tree.first(self.root)) as usize];
            sum.iterations += 1;
            sum.win_share += worth(game, judge, &state, 0.0)[view.seat()];
            if let Some(margin) = margin(game, judge, &state, view.seat()) {
                sum.margins += 1;
                sum.margin += margin;
            }
        }
    }

    /// The choice to follow at a decision whose legal actions are the same in all drawn states.
    #[inline(always)]
    fn follow<S: Scope>(
        &mut self,
        game: &G,
        state: &G::State,
        seat: Seat,
        node: u32,
        scope: &mut S,
        rng: &mut Rng,
    ) -> Option<Step<G::Action>> {
        let Search { judge, rule, tree, prior, actions, settings, .. } = self;
        let count = game.count_legal(state);
        let arrange = |children: &mut [Node]| {
            if settings.orders() {
                let decision = Decision { game, judge, state, seat };
                prior.arrange(&decision, settings, actions, children);
            }
        };
        let range = match scope.filter(seat) {
            None => {
                debug_assert!(
                    tree.fits(node, count),
                    "legal actions differ between draws within one epoch"
                );
                tree.children(node, || 0..count, arrange)
            }
            Some(filter) => {
                let nth = |k| game.nth_legal(state, k);
                tree.children(node, || filter.allowed(count, nth).iter().copied(), arrange)
            }
        }?;
        let first = range.start;
        let children = tree.nodes(range);
        let k = rule.select(children, tree.visits(node), rng);
        let action = game.nth_legal(state, children[k].action);
        let child = (first + k) as u32;
        Some(Step { child, action })
    }

    /// The choice to follow at a decision whose legal actions may differ between drawn states.
    fn follow_named<S: Scope>(
        &mut self,
        game: &G,
        state: &G::State,
        seat: Seat,
        node: u32,
        scope: &mut S,
        rng: &mut Rng,
    ) -> Option<Step<G::Action>> {
        let Search { judge, rule, tree, prior, actions, found, settings, .. } = self;
        game.legal(state, actions);
        if let Some(filter) = scope.filter(seat) {
            filter.keep_allowed(actions);
        }
        let added = tree.find(node, actions, found)?;
        if added > 0 && settings.orders() {
            let decision = Decision { game, judge, state, seat };
            let priors = prior.of(&decision, settings, actions);
            for (&child, &prior) in found.iter().zip(priors) {
                if tree.visits(child) == 0 {
                    tree.set_prior(child, prior);
                }
            }
        }
        let k = rule.select_named(tree, found, rng);
        Some(Step { child: found[k], action: actions[k] })
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
            mast: self.mast.clone(),
            path: self.path.clone(),
            actions: Vec::new(),
            found: Vec::new(),
            root: self.root,
            choices: self.choices.clone(),
            root_legal: self.root_legal,
            next: self.next,
            expected: self.expected.clone(),
            decisions: self.decisions,
        }
    }
}
