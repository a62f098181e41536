//! Chance that an action reveals, such as dice or a card turned up: actions are then judged in several drawn states,
//! the same for all of them.

use drakkar_engine::game::Game;
use drakkar_engine::seat::Seat;
use drakkar_engine::seed::Rng;

use crate::features::Features;
use crate::filter::Filter;
use crate::heuristic::{Judge, Without, choice::best, favourite::best_by};
use crate::net::Evaluator;

pub(crate) struct Estimator<'a, G: Game, J, F> {
    pub(crate) game: &'a G,
    pub(crate) judge: &'a J,
    pub(crate) net: Option<&'a mut Evaluator<G, F>>,
    pub(crate) seat: Seat,
    /// What it must not choose later in its turn.
    pub(crate) filter: Option<&'a mut Filter>,
    /// Whether an action is judged by the best one that the seat can make right after it.
    pub(crate) turn: bool,
}

/// The state after an action, and whether that reveals something.
#[inline(always)]
fn after<G: Game>(game: &G, state: &G::State, action: G::Action) -> (G::State, bool) {
    let mut next = *state;
    game.apply_unchecked(&mut next, action, &mut ());
    (next, game.epoch(&next) != game.epoch(state))
}

impl<G: Game, J: Judge<G>, F: Features<G>> Estimator<'_, G, J, F> {
    /// Whether one of `actions` reveals something that has to be averaged over, or an action that may follow it in the
    /// turn, if the turn counts.
    #[inline(always)]
    pub(crate) fn see_chance(&self, state: &G::State, actions: &[G::Action]) -> bool {
        G::HIDES && J::DRAWS > 1 && actions.iter().any(|&action| self.reveals(state, action))
    }

    /// The same, but for secret choices, which become visible themselves.
    #[inline(always)]
    fn has_open_chance(&self, state: &G::State, actions: &[G::Action]) -> bool {
        G::HIDES && J::DRAWS > 1 && !self.game.is_secret(state) && self.see_chance(state, actions)
    }

    fn reveals(&self, state: &G::State, action: G::Action) -> bool {
        let (next, reveals) = after(self.game, state, action);
        if reveals || !self.turn || !self.goes_on(&next) {
            return reveals;
        }
        let mut replies = Vec::new();
        self.game.legal(&next, &mut replies);
        replies.iter().any(|&reply| after(self.game, &next, reply).1)
    }

    /// Whether the seat is to move again, and positions are judged there.
    fn goes_on(&self, next: &G::State) -> bool {
        self.game.to_move(next) == Some(self.seat) && self.judge.rates_positions(self.game, next)
    }

    /// The value of each of `actions` on average over `state` and the other states that `draw` gives. If it is the same
    /// in all of them, nothing that matters was revealed, and it is returned as it is. That a secret choice itself
    /// becomes visible is no chance: there, one other state must differ before more are drawn.
    #[inline(never)]
    pub(crate) fn averages(
        &mut self,
        state: &G::State,
        actions: &[G::Action],
        mut draw: impl FnMut() -> G::State,
    ) -> Vec<f64> {
        let first = self.values(state, actions);
        let mut means = first.clone();
        let (mut count, mut varies) = (1, false);
        while count < J::DRAWS && (varies || count == 1 || !self.game.is_secret(state)) {
            let other = self.values(&draw(), actions);
            varies |= other != first;
            for (sum, value) in means.iter_mut().zip(other) {
                *sum += value;
            }
            count += 1;
        }
        if !varies {
            return self.of_turn(state, actions, first);
        }
        for sum in &mut means {
            *sum /= count as f64;
        }
        self.of_turn(state, actions, means)
    }

    /// The value of each of `actions` of a decision in a search, if one of them reveals something: on average over
    /// `state` and `others`; if there are no others, in one state drawn for it, as it does not see what is to come.
    #[inline(always)]
    pub(crate) fn of_chance(
        &mut self,
        state: &G::State,
        others: &[G::State],
        actions: &[G::Action],
        rng: &mut Rng,
    ) -> Option<Vec<f64>> {
        if let Some(mut others) = (!others.is_empty()).then(|| others.iter()) {
            return Some(self.averages(state, actions, || *others.next().unwrap_or(state)));
        }
        self.has_open_chance(state, actions).then(|| {
            let drawn = self.game.view(state, self.seat).draw(rng);
            self.values(&drawn, actions)
        })
    }

    /// The value of each action in one state; if the turn counts, of each of its replies, where it has some.
    pub(crate) fn values(&mut self, state: &G::State, actions: &[G::Action]) -> Vec<f64> {
        if let Some(net) = &mut self.net {
            let share = |&action| net.share_after(self.game, state, action, self.seat);
            return actions.iter().map(share).collect();
        }
        if !self.turn {
            return self.judged(state, actions);
        }
        let each = actions.iter().flat_map(|&action| match self.replies(state, action) {
            Some((next, replies)) => self.judged(&next, &replies),
            None => self.judged(state, &[action]),
        });
        each.collect()
    }

    /// The best of the values of each action, if they are those of its replies.
    fn of_turn(&mut self, state: &G::State, actions: &[G::Action], values: Vec<f64>) -> Vec<f64> {
        if self.net.is_some() || !self.turn {
            return values;
        }
        let mut values = values.into_iter();
        let best = actions.iter().map(|&action| {
            let count = self.replies(state, action).map_or(1, |(_, replies)| replies.len());
            values.by_ref().take(count).fold(f64::NEG_INFINITY, f64::max)
        });
        best.collect()
    }

    /// The value of an action, including the best one that the seat can make right after it.
    pub(crate) fn after_turn(&mut self, state: &G::State, action: G::Action) -> f64 {
        let Estimator { game, judge, seat, .. } = *self;
        let Some((next, replies)) = self.replies(state, action) else {
            return judge.value_after(game, state, action, seat);
        };
        let values = replies.into_iter().map(|reply| judge.value_after(game, &next, reply, seat));
        values.fold(f64::NEG_INFINITY, f64::max)
    }

    /// The position after an action that reveals nothing, and what the seat may do there, if it is to move again.
    fn replies(
        &mut self,
        state: &G::State,
        action: G::Action,
    ) -> Option<(G::State, Vec<G::Action>)> {
        let (next, reveals) = after(self.game, state, action);
        (!reveals && self.goes_on(&next)).then(|| (next, self.allowed(&next)))
    }

    fn allowed(&mut self, state: &G::State) -> Vec<G::Action> {
        let mut actions = Vec::new();
        self.game.legal(state, &mut actions);
        if let Some(filter) = &mut self.filter {
            filter.keep_allowed(&mut actions);
        }
        actions
    }

    /// What the judge says of actions. Where one reveals something and the seat is to move again, it is as good as the
    /// best action there that reveals nothing more: by then the seat knows.
    fn judged(&mut self, state: &G::State, actions: &[G::Action]) -> Vec<f64> {
        let Estimator { game, judge, seat, .. } = *self;
        let mut values = Vec::with_capacity(actions.len());
        judge.actions(game, state, seat, actions, &mut |_, value| values.push(value));
        if !judge.rates_positions(game, state) {
            return values;
        }
        for (value, &action) in values.iter_mut().zip(actions) {
            let (next, reveals) = after(game, state, action);
            if !reveals || !self.goes_on(&next) {
                continue;
            }
            let replies = self.allowed(&next).into_iter();
            let quiet = replies.filter(|&reply| !after(game, &next, reply).1);
            let best = quiet.map(|reply| judge.value_after(game, &next, reply, seat));
            *value = best.reduce(f64::max).unwrap_or(*value);
        }
        values
    }
}

/// The action that `judge` rates highest in `state`, as [`best`] says; where one of them reveals something, in a state
/// drawn for the decision, as the seat does not see what is to come.
#[inline(always)]
pub(crate) fn best_by_one<G: Game, J: Judge<G>>(
    judge: &J,
    game: &G,
    state: &G::State,
    seat: Seat,
    actions: &[G::Action],
    rng: &mut Rng,
) -> G::Action {
    let mut estimator: Estimator<'_, G, J, Without> =
        Estimator { game, judge, net: None, seat, filter: None, turn: false };
    if actions.len() < 2 || !estimator.has_open_chance(state, actions) {
        return best(judge, game, state, seat, actions, rng);
    }
    let drawn = game.view(state, seat).draw(rng);
    let mut values = estimator.judged(&drawn, actions).into_iter();
    best_by(actions, rng, |_| values.next().unwrap_or_default())
}
