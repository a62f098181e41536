mod halving;
mod memory;
mod root;
#[cfg(test)]
mod tests;

use drakkar_engine::game::{Game, View};
use drakkar_engine::past::{is_face_down, lies_face_down};
use drakkar_engine::seat::Seat;
use drakkar_engine::seed::Rng;

use self::halving::{Halving, rounds};
pub(super) use self::memory::Memory;
use self::root::Successor;
use super::budget::Meter;
use super::endgame::Solver;
use super::prior::Expansion;
use super::rollout::{Bell, Means};
use super::scope::Scope;
use super::settings::{Budget, Reveals, Root, Selection, Settings};
use super::tree::{ActionIndex, ROOT};
use super::worth::Aims;
use crate::features::Features;
use crate::forecast::Predictor;
use crate::heuristic::Judge;
use crate::net::Evaluator;
use crate::scale::Scale;
use crate::secret::Secrets;

#[derive(Clone)]
pub(super) struct Search<G: Game, J, F> {
    judge: J,
    pub(super) net: Option<Evaluator<G, F>>,
    pub(super) scale: Option<Scale>,
    pub(super) memory: Memory,
    names: ActionIndex<G::Action>,
    actions: Vec<G::Action>,
    /// Drawn states by which the actions of the root are judged beside the first, if one reveals something.
    others: Vec<G::State>,
    next: Option<Successor<G::State>>,
    solver: Solver<G::State>,
    /// What lies face down, and the strategies of the turn.
    pub(super) secrets: Secrets<G>,
    /// Whether the choice at the root is mixed, since it lies face down.
    mixes: bool,
}

impl<G: Game, J: Judge<G>, F: Features<G>> Search<G, J, F> {
    pub(super) fn new(settings: Settings, judge: J, max_nodes: usize) -> Search<G, J, F> {
        let memory = Memory::new(settings, max_nodes);
        let (names, actions) = (ActionIndex::new(), Vec::new());
        let (net, scale, others, next) = (None, None, Vec::new(), None);
        let (solver, secrets, mixes) = (Solver::new(), Secrets::new(), false);
        Search { judge, net, scale, memory, names, actions, others, next, solver, secrets, mixes }
    }

    pub(super) fn forget(&mut self) {
        self.memory.forget();
        self.names.clear();
        self.next = None;
    }

    /// Solves a decision, or spends the budget on it, and returns the number of iterations.
    pub(super) fn think(
        &mut self,
        view: &View<'_, G>,
        scope: &mut Scope<'_>,
        rng: &mut Rng,
    ) -> u64 {
        // The time for strategies is part of the budget.
        let mut meter = Meter::new(self.memory.settings.budget);
        self.prepare(view, scope, rng);
        if self.memory.settings.endgame > 0 && self.solve(view, scope) {
            return 0;
        }
        self.others.clear();
        if !self.keeps(view) {
            self.start();
            self.draw_others(view, rng);
        }
        self.memory.begin(view.seat(), view.count_legal());
        let iterations = match (self.memory.settings.root, self.memory.settings.budget) {
            (Root::Halving, Budget::Iterations(iterations)) if !self.mixes => {
                self.halve(iterations, view, scope, rng);
                iterations.into()
            }
            _ => self.spend(&mut meter, view, scope, rng),
        };
        self.list(view);
        if self.memory.settings.reuse {
            self.look_ahead(view);
        }
        iterations
    }

    fn start(&mut self) {
        self.memory.tree.start();
        self.memory.par = None;
        self.names.clear();
        self.memory.root = ROOT;
    }

    fn spend(
        &mut self,
        meter: &mut Meter,
        view: &View<'_, G>,
        scope: &mut Scope<'_>,
        rng: &mut Rng,
    ) -> u64 {
        let mut iterations = 0;
        loop {
            let portion = meter.portion();
            for _ in 0..portion {
                self.iterate(view, scope, rng);
            }
            iterations += u64::from(portion);
            let memory = &mut self.memory;
            meter.spend(portion, std::mem::take(&mut memory.decisions));
            let early = memory.settings.early_stop && !memory.thorough && !self.mixes;
            // No more iterations can change the choice.
            let decided = |left| early && memory.is_decided(left);
            if portion == 0 || memory.is_late() || meter.left().is_some_and(decided) {
                return iterations;
            }
        }
    }

    #[inline(never)]
    pub(super) fn halve(
        &mut self,
        iterations: u32,
        view: &View<'_, G>,
        scope: &mut Scope<'_>,
        rng: &mut Rng,
    ) {
        // The first one gives the root its children, and begins with the best of them.
        self.iterate(view, scope, rng);
        let Memory { tree, root, halving, .. } = &mut self.memory;
        halving.enter(tree.root_children(*root), iterations);
        let rounds = rounds(halving.left.len());
        let (mut begin, mut done) = (0, 1);
        for round in 1..=rounds {
            let end = u64::from(iterations) * u64::from(round) / u64::from(rounds);
            while done < end && !self.memory.is_late() {
                let Halving { left, first } = &mut self.memory.halving;
                *first = Some(left[((done - begin) % left.len() as u64) as usize]);
                self.iterate(view, scope, rng);
                done += 1;
            }
            begin = done;
            let Memory { tree, root, halving, settings, .. } = &mut self.memory;
            halving.halve(tree.root_children(*root), settings.progressive_bias);
        }
    }

    /// Finds out what lies face down at the decision of `view`, and the strategies of that turn if the
    /// judge does not rate such choices.
    fn prepare(&mut self, view: &View<'_, G>, scope: &mut Scope<'_>, rng: &mut Rng) {
        self.secrets.begin();
        self.mixes = false;
        if !G::HIDES || J::RATES_SECRETS {
            return;
        }
        // Which decisions are secret is public, so any drawn state will do; this draw changes nothing.
        let (game, drawn) = (view.game(), view.draw(&mut Rng::from_seed(0)));
        view.legal(&mut self.actions);
        if let Some(filter) = scope.filter(view.seat()) {
            filter.keep_allowed(&mut self.actions);
        }
        self.mixes = is_face_down(game, &drawn, &self.actions);
        if self.memory.settings.asks_heuristic() && (self.mixes || self.secrets.is_open()) {
            let Search { judge, net, scale, secrets, actions, .. } = self;
            let forecast = &mut Predictor { judge, net: net.as_mut(), scale: scale.as_ref() };
            secrets.solve(view, game.epoch(&drawn), actions, forecast, rng);
        }
    }

    /// The choice: the action with this number among the legal ones.
    pub(super) fn choice(&mut self, rng: &mut Rng) -> u32 {
        self.secrets.forget();
        match self.mixes {
            true => self.memory.mixed(rng),
            false => self.memory.best().0,
        }
    }

    /// A state that agrees with what the seat of `view` knows. The secret choices of the others are those of
    /// the strategies, or of rollouts.
    fn draw(&mut self, view: &View<'_, G>, rng: &mut Rng) -> G::State {
        let mut state = view.draw(rng);
        let is_guessed = self.judge.guess(view.game(), &mut state, view.seat(), rng);
        if is_guessed || !self.secrets.is_open() {
            return state;
        }
        let Search { judge, memory, secrets, actions, .. } = self;
        let (game, Memory { policy, mast, .. }) = (view.game(), memory);
        secrets.draw(view, rng, actions, |unseen, rng| {
            let guessed = match unseen.number {
                0 => secrets.guess(game, unseen.state, unseen.seat, unseen.actions, rng),
                _ => None,
            };
            guessed.unwrap_or_else(|| policy.guess(game, judge, mast, &unseen, rng))
        })
    }

    fn iterate(&mut self, view: &View<'_, G>, scope: &mut Scope<'_>, rng: &mut Rng) {
        let game = view.game();
        let mut state = self.draw(view, rng);
        let epoch = game.epoch(&state);
        let mut covered = self.secrets.is_open().then_some(epoch);
        let (mut node, mut bell) = (self.memory.root, Bell(false));
        self.memory.path.clear();
        while let Some(seat) = game.to_move(&state) {
            let crossed = game.epoch(&state) != epoch;
            if crossed && self.memory.settings.reveals == Reveals::Stop {
                break;
            }
            let secret = game.is_secret(&state);
            let step = if G::HIDES && (secret || crossed) {
                self.follow_named(game, &state, seat, node, scope, rng)
            } else {
                self.follow(game, &state, seat, node, scope, rng)
            };
            let Some((child, action)) = step else { break };
            if secret && lies_face_down(game, &state, action) {
                covered = Some(game.epoch(&state));
            }
            game.apply_unchecked(&mut state, action, &mut bell);
            let memory = &mut self.memory;
            memory.path.push((child, seat));
            if memory.policy.learns() {
                memory.mast.play(seat, &action);
            }
            let ends = secret || memory.settings.selection == Selection::Uniform;
            if ends || memory.tree.node(child).visits == 0 {
                break;
            }
            node = child;
        }
        let Search { judge, net, scale, memory, actions, secrets, .. } = self;
        let means = Means { game, judge, scope, mast: &mut memory.mast, secrets, covered, actions };
        let decisions = memory.policy.play(means, &mut state, bell, rng);
        memory.decisions += memory.path.len() as u64 + decisions;
        let aims = Aims::new(&memory.settings, &mut memory.par);
        let mut predictor = Predictor { judge, net: net.as_mut(), scale: scale.as_ref() };
        let value = predictor.worth(game, &state, aims);
        memory.credit(&value);
        if memory.thorough {
            memory.expect(predictor.expectation(game, &state, view.seat()));
        }
    }

    /// The choice to follow at a decision whose legal actions are the same in all drawn states.
    #[inline(always)]
    fn follow(
        &mut self,
        game: &G,
        state: &G::State,
        seat: Seat,
        node: u32,
        scope: &mut Scope<'_>,
        rng: &mut Rng,
    ) -> Option<(u32, G::Action)> {
        let Search { judge, others, memory, .. } = self;
        let Memory { rule, tree, prior, settings, halving, root, .. } = memory;
        let others = if node == *root { &others[..] } else { &[] };
        let count = game.count_legal(state);
        debug_assert!(
            scope.seat() == Some(seat) || tree.fits(node, count),
            "legal actions differ between draws within one epoch"
        );
        let range = match tree.children(node) {
            Some(range) => range,
            None => {
                let range = match scope.filter(seat) {
                    None => tree.expand(node, 0..count)?,
                    Some(filter) => {
                        let allowed = filter.allowed(count, |k| game.nth_legal(state, k));
                        tree.expand(node, allowed.iter().copied())?
                    }
                };
                if settings.orders() {
                    let decision = Expansion { game, judge, state, others, seat, rng };
                    let children = &mut tree.nodes[range.clone()];
                    prior.arrange(decision, settings, &mut self.actions, children);
                }
                range
            }
        };
        let first = range.start;
        let children = &tree.nodes[range];
        let k = match halving.first.take() {
            Some(place) => place as usize,
            None => rule.select(children, tree.node(node).visits, rng),
        };
        Some(((first + k) as u32, game.nth_legal(state, children[k].action)))
    }

    /// The choice to follow at a decision whose legal actions may differ between drawn states.
    fn follow_named(
        &mut self,
        game: &G,
        state: &G::State,
        seat: Seat,
        node: u32,
        scope: &mut Scope<'_>,
        rng: &mut Rng,
    ) -> Option<(u32, G::Action)> {
        let Search { judge, names, actions, others, memory, secrets, mixes, .. } = self;
        let Memory { rule, tree, prior, found, settings, halving, root, .. } = memory;
        let others = if node == *root { &others[..] } else { &[] };
        game.legal(state, actions);
        if let Some(filter) = scope.filter(seat) {
            filter.keep_allowed(actions);
        }
        let added = names.find(tree, node, actions, found)?;
        if added > 0 && settings.asks_prior() && *mixes && node == *root && secrets.is_solved() {
            tree.set_priors(found, prior.of_strategy(secrets.own(), actions));
        } else if added > 0 && settings.orders() {
            let decision = Expansion { game, judge, state, others, seat, rng };
            tree.set_priors(found, prior.of(decision, settings, actions));
        }
        let k = match halving.first.take() {
            Some(place) => place as usize,
            None => rule.select_named(tree, found, rng),
        };
        Some((found[k], actions[k]))
    }
}
