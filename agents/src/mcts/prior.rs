//! The values of the actions of a decision before any is tried.

use drakkar_engine::game::Game;
use drakkar_engine::seat::Seat;
use drakkar_engine::seed::Rng;

use super::settings::Settings;
use super::tree::Node;
use crate::draws::Estimator;
use crate::heuristic::{Judge, Without};

/// Part of the prior that is the same for all actions, so that one that the heuristic wrongly rates as hopeless need
/// not wait for very many visits.
const EVEN: f32 = 0.05;

#[derive(Clone, Debug, Default)]
pub(super) struct Prior {
    /// Value and place of each action, best first; equal ones as the game lists them.
    values: Vec<(f64, u32)>,
    numbers: Vec<u32>,
    /// Prior of each action, in the order in which they are given.
    shares: Vec<f32>,
}

pub(super) struct Expansion<'a, G: Game, J> {
    pub(super) game: &'a G,
    pub(super) judge: &'a J,
    pub(super) state: &'a G::State,
    /// Other drawn states over which values are averaged; none but at a root where chance is revealed.
    pub(super) others: &'a [G::State],
    pub(super) seat: Seat,
    pub(super) rng: &'a mut Rng,
}

impl Prior {
    /// Puts `children`, which stand for some legal actions, in the order of their values,
    /// best first, and sets their prior; `actions` is scratch.
    // Runs once for each node that grows; the work for each node that is passed should stay small.
    #[inline(never)]
    pub(super) fn arrange<G: Game, J: Judge<G>>(
        &mut self,
        decision: Expansion<'_, G, J>,
        settings: &Settings,
        actions: &mut Vec<G::Action>,
        children: &mut [Node],
    ) {
        if let [only] = children {
            only.prior = 1.0;
            return;
        }
        decision.game.legal(decision.state, actions);
        for (place, child) in children.iter().enumerate() {
            actions[place] = actions[child.action as usize];
        }
        self.judge(decision, settings, &actions[..children.len()]);
        self.numbers.clear();
        self.numbers.extend(children.iter().map(|child| child.action));
        for (child, &(_, place)) in children.iter_mut().zip(&self.values) {
            child.action = self.numbers[place as usize];
            if settings.asks_prior() {
                child.prior = self.shares[place as usize];
            }
        }
    }

    /// The prior of each of `actions`; without priors, something that puts them in the same order.
    pub(super) fn of<G: Game, J: Judge<G>>(
        &mut self,
        decision: Expansion<'_, G, J>,
        settings: &Settings,
        actions: &[G::Action],
    ) -> &[f32] {
        self.judge(decision, settings, actions);
        if !settings.asks_prior() {
            self.shares.clear();
            self.shares.resize(self.values.len(), 0.0);
            for (rank, &(_, place)) in self.values.iter().enumerate() {
                self.shares[place as usize] = -(rank as f32);
            }
        }
        &self.shares
    }

    /// The prior of each of `actions` by a mixed strategy.
    pub(super) fn of_strategy<A: Copy + PartialEq>(
        &mut self,
        strategy: impl Iterator<Item = (A, f64)>,
        actions: &[A],
    ) -> &[f32] {
        self.shares.clear();
        self.shares.resize(actions.len(), EVEN / actions.len() as f32);
        for (action, part) in strategy {
            if let Some(place) = actions.iter().position(|&other| other == action) {
                self.shares[place] += (1.0 - EVEN) * part as f32;
            }
        }
        &self.shares
    }

    /// Ranks actions, and computes their priors if these settings use any.
    #[inline(always)]
    fn judge<G: Game, J: Judge<G>>(
        &mut self,
        decision: Expansion<'_, G, J>,
        settings: &Settings,
        actions: &[G::Action],
    ) {
        let Expansion { game, judge, state, others, seat, rng } = decision;
        let values = &mut self.values;
        values.clear();
        // Adding zero makes the two zeros one.
        let mut estimator: Estimator<'_, G, J, Without> =
            Estimator { game, judge, net: None, seat, filter: None, turn: false };
        if let Some(means) = estimator.of_chance(state, others, actions, rng) {
            values.extend(means.into_iter().map(|value| value + 0.0).zip(0..));
        } else {
            judge.actions(game, state, seat, actions, &mut |_, value| {
                values.push((value + 0.0, values.len() as u32));
            });
        }
        values.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        if settings.asks_prior() {
            self.weigh(judge.prior_scale(game, state) * settings.temperature);
        }
    }

    /// Turns values into shares that add up to 1: a softmax, mixed with equal shares. Apart from
    /// the mixing, `scale` more of a value makes a share e times as large.
    fn weigh(&mut self, scale: f64) {
        let highest = self.values.first().map_or(0.0, |&(value, _)| value);
        self.shares.clear();
        self.shares.resize(self.values.len(), 0.0);
        let mut sum = 0.0;
        for &(value, place) in &self.values {
            // libm, because the platform's function differs between processors.
            let odds = libm::expf(((value - highest) / scale) as f32);
            self.shares[place as usize] = odds;
            sum += odds;
        }
        let (liked, alike) = ((1.0 - EVEN) / sum, EVEN / self.shares.len() as f32);
        for share in &mut self.shares {
            *share = *share * liked + alike;
        }
    }
}
