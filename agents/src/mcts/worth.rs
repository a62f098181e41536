//! The value of the end of a roll-out to each seat.

use drakkar_engine::game::Game;
use drakkar_engine::outcome::Outcome;
use drakkar_engine::seat::{PerSeat, Seat};

use crate::features::Features;
use crate::heuristic::Judge;
use crate::net::{Evaluation, Evaluator};
use crate::scale::Scale;
use crate::soft_max::soft_max;

/// The value of `state` for each seat, from 0 to 1: its win share, and with weight `score_weight`
/// the logistic function of the judge's value minus that of the best other seat, in units of the
/// judge's scale. If the game is not over, win shares and values are estimated, by `net` if there is
/// one, otherwise on `scale` if there is one. The part of the margin always has the judge's scale: it
/// says how much a margin matters at the end, not how much one says before.
#[inline(always)]
pub(super) fn worth<G: Game, J: Judge<G>, F: Features<G>>(
    game: &G,
    judge: &J,
    net: Option<&mut Evaluator<G, F>>,
    scale: Option<&Scale>,
    state: &G::State,
    score_weight: f64,
) -> PerSeat<f64> {
    let is_over = game.to_move(state).is_none();
    if is_over && score_weight == 0.0 {
        return shares(&game.outcome(state));
    }
    if let Some(net) = net.filter(|_| !is_over) {
        let Evaluation { shares, scores } = net.evaluate(game, state);
        return weighed(shares, &scores, judge.scale(game, state), score_weight);
    }
    let values = values(game, judge, state);
    let own = judge.scale(game, state);
    let shares = if is_over {
        shares(&game.outcome(state))
    } else {
        expected(values, scale.map_or(own, |scale| scale.at(judge.round(game, state))))
    };
    weighed(shares, &values, own, score_weight)
}

/// The value of the end of a game for each seat, like [`worth`], but by the final scores: the judge
/// gives only the scale of their differences.
pub(super) fn result<G: Game, J: Judge<G>>(
    game: &G,
    judge: &J,
    state: &G::State,
    score_weight: f64,
) -> PerSeat<f64> {
    let outcome = game.outcome(state);
    let scores = outcome.score.map(f64::from);
    weighed(shares(&outcome), &scores, judge.scale(game, state), score_weight)
}

/// What a thorough search records about `state`: the win shares, and for `seat` its points minus
/// those of the best other seat, at the end or as expected if the judge's values are expected
/// scores; `None` if they are not.
#[cold]
#[inline(never)]
pub(super) fn expectation<G: Game, J: Judge<G>, F: Features<G>>(
    game: &G,
    judge: &J,
    net: Option<&mut Evaluator<G, F>>,
    scale: Option<&Scale>,
    state: &G::State,
    seat: Seat,
) -> (PerSeat<f64>, Option<f64>) {
    if let Some(net) = net.filter(|_| game.to_move(state).is_some()) {
        let Evaluation { shares, scores } = net.evaluate(game, state);
        return (shares, Some(lead(&scores, seat)));
    }
    let none: Option<&mut Evaluator<G, F>> = None;
    (worth(game, judge, none, scale, state, 0.0), margin(game, judge, state, seat))
}

fn margin<G: Game, J: Judge<G>>(game: &G, judge: &J, state: &G::State, seat: Seat) -> Option<f64> {
    if game.to_move(state).is_none() {
        return Some(lead(&game.outcome(state).score.map(f64::from), seat));
    }
    J::EXPECTS_SCORES.then(|| lead(&values(game, judge, state), seat))
}

/// The judge's value of every seat's position.
#[inline]
fn values<G: Game, J: Judge<G>>(game: &G, judge: &J, state: &G::State) -> PerSeat<f64> {
    let mut values = PerSeat::new(game.players(), 0.0);
    for seat in Seat::all(game.players()) {
        values[seat] = judge.value(game, state, seat);
    }
    values
}

/// The win shares.
#[inline]
fn shares(outcome: &Outcome) -> PerSeat<f64> {
    PerSeat::from_fn(outcome.share.players(), |seat| outcome.win_share(seat))
}

/// The win shares that values promise.
#[inline]
fn expected(mut values: PerSeat<f64>, scale: f64) -> PerSeat<f64> {
    soft_max(values.as_mut_slice(), scale);
    values
}

/// Win shares, and with weight `score_weight` the value of each seat's lead.
#[inline]
fn weighed(
    mut shares: PerSeat<f64>,
    values: &PerSeat<f64>,
    scale: f64,
    score_weight: f64,
) -> PerSeat<f64> {
    if score_weight != 0.0 {
        for seat in Seat::all(shares.players()) {
            // libm, because the platform's function differs between processors.
            let bounded = 1.0 / (1.0 + libm::exp(-lead(values, seat) / scale));
            shares[seat] += score_weight * (bounded - shares[seat]);
        }
    }
    shares
}

fn lead(scores: &PerSeat<f64>, seat: Seat) -> f64 {
    let others = scores.iter().filter(|&(other, _)| other != seat);
    scores[seat] - others.fold(f64::NEG_INFINITY, |best, (_, score)| best.max(score))
}
