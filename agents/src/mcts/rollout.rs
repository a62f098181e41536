//! Playing on where the tree ends, and what comes of it.

use std::fmt::Display;

use drakkar_engine::game::Game;
use drakkar_engine::outcome::WHOLE_WIN;
use drakkar_engine::seat::{PerSeat, Seat};
use drakkar_engine::seed::Rng;

use super::scope::Scope;
use super::settings::{Rollout, Settings};
use crate::filter::Filter;
use crate::heuristic::{Judge, best};

/// Probabilities are compared with this many random bits.
const BITS: u32 = 30;

/// How rollouts are played.
#[derive(Clone, Copy, Debug)]
pub(super) struct Policy {
    /// Probability of a random action in `2^BITS`; `None` if all are.
    epsilon: Option<u32>,
    /// Decisions until the heuristic's estimate; `None` for the end of the game.
    cutoff: Option<u32>,
}

impl Policy {
    pub(super) fn new(settings: &Settings) -> Policy {
        let epsilon = match settings.rollout() {
            Rollout::Random => None,
            Rollout::Greedy { epsilon } => Some((epsilon * f64::from(1 << BITS)) as u32),
        };
        Policy { epsilon, cutoff: settings.cutoff() }
    }

    /// Plays on from `state`. The win share of each seat, in sixtieths; `actions` is scratch.
    #[inline(always)]
    pub(super) fn play<G: Game, J: Judge<G>, S: Scope>(
        &self,
        game: &G,
        judge: &J,
        scope: &mut S,
        state: &mut G::State,
        actions: &mut Vec<G::Action>,
        rng: &mut Rng,
    ) -> PerSeat<u8> {
        match (self.epsilon, self.cutoff) {
            // The game's own loop is faster.
            (None, None) if !S::RESTRICTED => game.playout(state, rng),
            _ => return self.walk(game, judge, scope, state, actions, rng),
        }
        game.outcome(state).share
    }

    fn walk<G: Game, J: Judge<G>, S: Scope>(
        &self,
        game: &G,
        judge: &J,
        scope: &mut S,
        state: &mut G::State,
        actions: &mut Vec<G::Action>,
        rng: &mut Rng,
    ) -> PerSeat<u8> {
        let mut left = self.cutoff.unwrap_or(u32::MAX);
        while let Some(seat) = game.to_move(state) {
            if left == 0 {
                return estimate(game, judge, state, rng);
            }
            left -= 1;
            let action = match self.epsilon {
                Some(epsilon) if epsilon == 0 || rng.below(1 << BITS) >= epsilon => {
                    game.legal(state, actions);
                    let action = best(judge, game, state, seat, actions, rng);
                    match forbidding(scope, seat, action) {
                        None => action,
                        Some(filter) => {
                            filter.keep_allowed(actions);
                            best(judge, game, state, seat, actions, rng)
                        }
                    }
                }
                _ => {
                    let action = game.random_legal(state, rng);
                    match forbidding(scope, seat, action) {
                        None => action,
                        Some(filter) => {
                            let count = game.count_legal(state);
                            let allowed = filter.allowed(count, |k| game.nth_legal(state, k));
                            let k = allowed[rng.below(allowed.len() as u32) as usize];
                            game.nth_legal(state, k)
                        }
                    }
                }
            };
            game.apply_unchecked(state, action, &mut ());
        }
        game.outcome(state).share
    }
}

/// What forbids `seat` to choose `action`. Choosing among the allowed ones after that is as if they
/// had been chosen from at once, and takes the text of one action where that of all is seldom needed.
#[inline(always)]
fn forbidding<S: Scope>(scope: &mut S, seat: Seat, action: impl Display) -> Option<&mut Filter> {
    let filter = scope.filter(seat)?;
    filter.forbids(action).then_some(filter)
}

/// What win shares the heuristic expects, rounded to whole sixtieths at random, so that their means
/// are those of the estimate.
#[inline(always)]
fn estimate<G: Game, J: Judge<G>>(
    game: &G,
    judge: &J,
    state: &G::State,
    rng: &mut Rng,
) -> PerSeat<u8> {
    let players = game.players();
    let values = PerSeat::from_fn(players, |seat| judge.value(game, state, seat));
    let shares = soft_max(&values, judge.scale(game, state));
    shares.map(|share| {
        let sixtieths = share * f64::from(WHOLE_WIN);
        let whole = sixtieths as u32;
        let rest = ((sixtieths - f64::from(whole)) * f64::from(1 << BITS)) as u32;
        (whole + u32::from(rng.below(1 << BITS) < rest)) as u8
    })
}

/// Shares that add up to 1; `scale` more of a value make a share e times as large.
fn soft_max(values: &PerSeat<f64>, scale: f64) -> PerSeat<f64> {
    let highest = values.as_slice().iter().copied().fold(f64::NEG_INFINITY, f64::max);
    // libm, because the platform's function differs between processors.
    let odds = values.map(|value| libm::exp((value - highest) / scale));
    let sum: f64 = odds.as_slice().iter().sum();
    odds.map(|odds| odds / sum)
}
