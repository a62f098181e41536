//! Rollouts: play beyond the tree.

use drakkar_engine::fact::{Fact, Sink};
use drakkar_engine::game::Game;
use drakkar_engine::past::{Unseen, is_face_down};
use drakkar_engine::seat::Seat;
use drakkar_engine::seed::Rng;

use super::mast::Mast;
use super::scope::Scope;
use super::settings::{Budget, Rollout, Settings, Truncation};
use crate::draws::best_by_one;
use crate::heuristic::{Judge, choice::best, favourite::best_by};
use crate::secret::{Secrets, answer};

/// Probabilities are compared with this many random bits.
const BITS: u32 = 30;

#[derive(Clone, Copy, Debug)]
pub(super) struct RolloutPolicy {
    kind: Rollout,
    /// Probability of a random action in `2^BITS`.
    rollout_epsilon: u32,
    truncation: Truncation,
    /// Whether decisions must be counted.
    counts: bool,
}

pub(super) struct Means<'a, 's, G: Game, J> {
    pub(super) game: &'a G,
    pub(super) judge: &'a J,
    pub(super) scope: &'a mut Scope<'s>,
    pub(super) mast: &'a mut Mast,
    pub(super) secrets: &'a Secrets<G>,
    /// The epoch in which something lies face down.
    pub(super) covered: Option<u32>,
    pub(super) actions: &'a mut Vec<G::Action>,
}

// Choosing again among the allowed actions after a forbidden one gives the same distribution as
// choosing from them at once, and needs the text of one action where that of all is seldom needed.
impl<G: Game, J> Means<'_, '_, G, J> {
    /// Whether `seat`, which is restricted, may choose `action`. If not, only the allowed ones are
    /// left in the actions.
    #[cold]
    #[inline(never)]
    fn sift(&mut self, seat: Seat, action: G::Action) -> bool {
        let Some(filter) = self.scope.filter(seat) else { return true };
        let forbids = filter.forbids(&action);
        if forbids {
            filter.keep_allowed(self.actions);
        }
        !forbids
    }

    /// `action` if `seat`, which is restricted, may choose it, else a random allowed one.
    #[cold]
    #[inline(never)]
    fn allowed(
        &mut self,
        state: &G::State,
        seat: Seat,
        action: G::Action,
        rng: &mut Rng,
    ) -> G::Action {
        let Some(filter) = self.scope.filter(seat) else { return action };
        if !filter.forbids(&action) {
            return action;
        }
        let count = self.game.count_legal(state);
        let allowed = filter.allowed(count, |k| self.game.nth_legal(state, k));
        let k = allowed[rng.below(allowed.len() as u32) as usize];
        self.game.nth_legal(state, k)
    }
}

pub(super) struct Bell(pub(super) bool);

impl<T> Sink<T> for Bell {
    #[inline(always)]
    fn add(&mut self, _: Seat, _: impl Into<Fact>, _: i32) {}
    #[inline(always)]
    fn scoring(&mut self, _: impl FnOnce() -> T) {
        self.0 = true;
    }
}

impl RolloutPolicy {
    pub(super) fn new(settings: &Settings) -> RolloutPolicy {
        let Settings { rollout: kind, rollout_epsilon, truncation, .. } = *settings;
        let rollout_epsilon = (rollout_epsilon * f64::from(1 << BITS)) as u32;
        let counts = matches!(settings.budget, Budget::Decisions(_));
        RolloutPolicy { kind, rollout_epsilon, truncation, counts }
    }

    /// Whether it learns which actions are good.
    pub(super) fn learns(&self) -> bool {
        self.kind == Rollout::Mast
    }

    #[inline(always)]
    fn is_random(&self, rng: &mut Rng) -> bool {
        self.kind == Rollout::Random
            || (self.rollout_epsilon > 0 && rng.below(1 << BITS) < self.rollout_epsilon)
    }

    /// What a seat may have chosen face down: as in a rollout, from what it knew.
    pub(super) fn guess<G: Game, J: Judge<G>>(
        &self,
        game: &G,
        judge: &J,
        mast: &Mast,
        unseen: &Unseen<'_, G>,
        rng: &mut Rng,
    ) -> G::Action {
        let &Unseen { state, seat, actions, .. } = unseen;
        if self.is_random(rng) {
            return actions[rng.below(actions.len() as u32) as usize];
        }
        let known = judge.draw(&game.view(state, seat), rng);
        match self.kind {
            Rollout::Mast => best_by(actions, rng, |action| mast.mean(seat, &action)),
            _ if J::RATES_SECRETS => best(judge, game, &known, seat, actions, rng),
            _ => answer(judge, game, &known, seat, actions, rng),
        }
    }

    /// Plays on from `state`, to the end of the game or until the heuristic takes over: at once if
    /// that is at the next scoring and `bell` has rung in the tree, and in any case after
    /// [`Game::MOST_DECISIONS`]. Returns the number of decisions, if they are counted.
    #[inline(always)]
    pub(super) fn play<G: Game, J: Judge<G>>(
        &self,
        means: Means<'_, '_, G, J>,
        state: &mut G::State,
        bell: Bell,
        rng: &mut Rng,
    ) -> u64 {
        if self.kind == Rollout::Random
            && self.truncation == Truncation::Never
            && means.scope.seat().is_none()
            && !self.counts
        {
            // The game's own loop is faster.
            means.game.playout(state, rng);
            return 0;
        }
        self.walk(means, state, bell, rng)
    }

    fn walk<G: Game, J: Judge<G>>(
        &self,
        mut means: Means<'_, '_, G, J>,
        state: &mut G::State,
        mut bell: Bell,
        rng: &mut Rng,
    ) -> u64 {
        let (game, restricted) = (means.game, means.scope.seat());
        let most = match self.truncation {
            Truncation::Decisions(most) => most.into(),
            Truncation::Never | Truncation::Scoring => u64::MAX,
        };
        // The seat that chooses first in a turn sees the others choose in its rollouts, the last one does not. So that
        // rollouts reach equally far for both, the turn at hand does not count, and none ends before choices are seen.
        let at_hand = means.covered.filter(|_| !J::RATES_SECRETS);
        let is_at = |turn: Option<u32>, state: &G::State| {
            turn.is_some_and(|turn| turn == game.epoch(state))
        };
        // Of planned decisions, which are at the beginning of the actions, so many are left.
        let (mut decisions, mut counted, mut planned) = (0, 0, 0);
        while let Some(seat) = game.to_move(state) {
            let is_seen = J::RATES_SECRETS || !is_at(means.covered, state);
            let is_over = counted >= most || (bell.0 && self.truncation == Truncation::Scoring);
            if (is_over && is_seen) || decisions >= u64::from(G::MOST_DECISIONS) {
                break;
            }
            decisions += 1;
            counted += u64::from(!is_at(at_hand, state));
            let is_random = self.is_random(rng);
            planned = if is_random { 0 } else { planned };
            let lists = planned == 0
                && (!is_random || (self.kind != Rollout::Random && game.is_secret(state)));
            if lists {
                game.legal(state, means.actions);
            }
            let hides = lists && is_face_down(game, state, means.actions);
            let action = if is_random {
                let action = game.random_legal(state, rng);
                if restricted == Some(seat) {
                    means.allowed(state, seat, action, rng)
                } else {
                    action
                }
            } else if planned > 0 {
                planned -= 1;
                debug_assert!(game.is_legal(state, means.actions[planned]), "planned otherwise");
                means.actions[planned]
            } else {
                let covered = is_at(means.covered, state);
                // What others chose face down is not seen.
                let is_open = J::RATES_SECRETS && means.judge.sees_no_secret(game, state);
                let known = (!is_open && (hides || covered))
                    .then(|| means.judge.draw(&game.view(state, seat), rng));
                let known = known.as_ref().unwrap_or(state);
                let may_plan = self.kind != Rollout::Mast && restricted != Some(seat);
                let plans = J::RATES_SECRETS && may_plan;
                let mut is_sifted = false;
                loop {
                    if plans && means.judge.plan(game, known, seat, means.actions) {
                        planned = means.actions.len() - 1;
                        break means.actions[planned];
                    }
                    let Means { judge, mast, actions, secrets, .. } = &means;
                    let action = match self.kind {
                        Rollout::Mast => best_by(actions, rng, |action| mast.mean(seat, &action)),
                        _ if hides && !J::RATES_SECRETS => {
                            match secrets.guess(game, state, seat, actions, rng) {
                                Some(action) => action,
                                None => answer(*judge, game, known, seat, actions, rng),
                            }
                        }
                        _ => best_by_one(*judge, game, known, seat, actions, rng),
                    };
                    if restricted != Some(seat) || is_sifted || means.sift(seat, action) {
                        break action;
                    }
                    is_sifted = true;
                }
            };
            if hides {
                means.covered = Some(game.epoch(state));
            }
            if self.kind == Rollout::Mast {
                means.mast.play(seat, &action);
            }
            game.apply_unchecked(state, action, &mut bell);
        }
        decisions
    }
}

#[cfg(all(feature = "goofspiel", feature = "eketorp"))]
#[cfg(test)]
mod tests {
    use drakkar_engine::games::eketorp::Eketorp;
    use drakkar_engine::games::goofspiel::Goofspiel;
    use drakkar_engine::recorded::Recorded;
    use drakkar_engine::seed::DealSeed;

    use super::*;
    use crate::heuristic::Heuristic;
    use crate::heuristic::eketorp;
    use crate::heuristic::goofspiel::Weights;

    /// Random decisions in the middle of planned ones, and ends there; the walk sees to it that what is planned is legal.
    #[test]
    fn plans_are_given_up_where_a_decision_is_random() {
        let game = Eketorp::queen2007(4);
        let judge = eketorp::Weights::default().judge(&game);
        for (most, deal) in
            [1, 5, 40, 300].into_iter().flat_map(|most| (0..20).map(move |k| (most, k)))
        {
            let settings = Settings {
                truncation: Truncation::Decisions(most),
                rollout_epsilon: 0.5,
                ..Settings::default()
            };
            let mut state = game.state(&game.deal(DealSeed { seed: 1, deal }));
            let (scope, mast) = (&mut Scope::new(Seat::new(0), None), &mut Mast::default());
            let (secrets, actions, covered) = (&Secrets::new(), &mut Vec::new(), None);
            let means =
                Means { game: &game, judge: &judge, scope, mast, secrets, covered, actions };
            let policy = RolloutPolicy::new(&settings);
            let decisions = policy.play(means, &mut state, Bell(false), &mut Rng::from_seed(deal));
            let is_over = game.to_move(&state).is_none();
            assert!(decisions == u64::from(most) || is_over, "{decisions} of {most}");
        }
    }

    /// Wherever in a turn a seat chooses, its rollouts see as many turns after it, and all of the last.
    #[test]
    fn roll_outs_reach_equally_far_from_every_seat() {
        let rules = Goofspiel::read_toml(Goofspiel::presets()[0].toml).unwrap();
        let game = Goofspiel::new(rules, 3).unwrap();
        let judge = Weights::default().judge(&game);
        let start = game.state(&game.deal(DealSeed { seed: 1, deal: 0 }));
        for (most, turns) in [(1, 2), (3, 2), (4, 3), (6, 3), (9, 4)] {
            let settings =
                Settings { truncation: Truncation::Decisions(most), ..Settings::default() };
            let policy = RolloutPolicy::new(&settings);
            for chosen in 1..=3 {
                let mut state = start;
                for _ in 0..chosen {
                    let action = game.nth_legal(&state, 0);
                    game.apply_unchecked(&mut state, action, &mut ());
                }
                // The last choice shows all.
                let covered = (chosen < 3).then(|| game.epoch(&start));
                let (scope, mast) = (&mut Scope::new(Seat::new(0), None), &mut Mast::default());
                let (secrets, actions) = (&Secrets::new(), &mut Vec::new());
                let means =
                    Means { game: &game, judge: &judge, scope, mast, secrets, covered, actions };
                policy.play(means, &mut state, Bell(false), &mut Rng::from_seed(1));
                assert_eq!(game.epoch(&state), turns, "{most} decisions after {chosen} choices");
                assert_eq!(game.to_move(&state), Some(Seat::new(0)));
            }
        }
    }
}
