//! The search itself.

use drakkar_engine::game::Game;
use drakkar_engine::seat::Seat;
use drakkar_engine::seed::Rng;
use drakkar_engine::view::View;

use super::agent::Expected;
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

/// A decision that follows at once if the choice of the last search was played.
#[derive(Clone, Copy)]
struct Next<S> {
    seat: Seat,
    /// What the seat draws there by [`KNOWN`]: states that differ only in what is hidden from it give
    /// the same draw, others do not.
    drawn: S,
    /// The choice.
    node: u32,
}

/// Seed of the draw by which a seat's knowledge is compared.
const KNOWN: u64 = 0;

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

    /// Whether the tree of the last search holds for the decision of `view`, which is then its root.
    fn keeps(&mut self, view: &G::View<'_>) -> bool {
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
    fn look_ahead(&mut self, view: &G::View<'_>) {
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
    fn list(&mut self, view: &G::View<'_>) {
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
    fn is_decided(&self, left: u32) -> bool {
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
    pub(super) fn best_action(&self) -> u32 {
        self.choices[self.best()].0
    }

    /// Number of legal actions at the root; 0 without a tree.
    pub(super) fn root_legal(&self) -> u32 {
        self.root_legal
    }

    /// The choices at the root: number of the action, what is known about it, and what is expected of
    /// it if that is kept; none without a tree.
    pub(super) fn root_children(&self) -> impl Iterator<Item = (u32, &Node, Option<Expected>)> {
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
