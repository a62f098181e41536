//! The value of the end of a rollout to each seat.

use drakkar_engine::game::Game;
use drakkar_engine::seat::{PerSeat, Seat};

use super::settings::Settings;
use crate::features::Features;
use crate::forecast::{Predictor, won};
use crate::heuristic::Judge;
use crate::net::Evaluation;

pub(super) struct Aims<'a> {
    score_weight: f64,
    own_score: f64,
    /// The points that are worth a half to each seat, once they are known: those where the first rollout of a tree
    /// stopped. The logistic function is steep there, so that a point more or less counts.
    par: &'a mut Option<PerSeat<f64>>,
}

impl<'a> Aims<'a> {
    /// `par` is kept as long as values are compared with each other.
    #[inline(always)]
    pub(super) fn new(settings: &Settings, par: &'a mut Option<PerSeat<f64>>) -> Aims<'a> {
        Aims { score_weight: settings.score_weight, own_score: settings.own_score, par }
    }

    /// Mixes into win shares the value of each seat's lead, then that of its points: logistic functions, in units of
    /// `scale`.
    #[inline]
    fn mix(
        self,
        mut shares: PerSeat<f64>,
        values: &PerSeat<f64>,
        scores: &PerSeat<f64>,
        scale: f64,
    ) -> PerSeat<f64> {
        // libm, because the platform's function differs between processors.
        let bounded = |difference: f64| 1.0 / (1.0 + libm::exp(-difference / scale));
        if self.score_weight != 0.0 {
            for seat in Seat::all(shares.players()) {
                shares[seat] += self.score_weight * (bounded(lead(values, seat)) - shares[seat]);
            }
        }
        if self.own_score != 0.0 {
            let par = *self.par.get_or_insert(*scores);
            for seat in Seat::all(shares.players()) {
                let own = bounded(scores[seat] - par[seat]);
                shares[seat] += self.own_score * (own - shares[seat]);
            }
        }
        shares
    }
}

impl<G: Game, J: Judge<G>, F: Features<G>> Predictor<'_, G, J, F> {
    /// The value of `state` for each seat, from 0 to 1: its win share, mixed with what `aims` adds. If the game is not
    /// over, win shares, values and scores are estimated. What is added always has the judge's scale: it says how much
    /// a margin matters at the end, not how much one says before.
    #[inline(always)]
    pub(super) fn worth(&mut self, game: &G, state: &G::State, aims: Aims<'_>) -> PerSeat<f64> {
        let is_over = game.to_move(state).is_none();
        if is_over && aims.score_weight == 0.0 && aims.own_score == 0.0 {
            return won(&game.outcome(state));
        }
        if let Some(net) = self.net.as_mut().filter(|_| !is_over) {
            let Evaluation { shares, scores } = net.evaluate(game, state);
            return aims.mix(shares, &scores, &scores, self.judge.scale(game, state));
        }
        let values = self.judge.values(game, state);
        let own = self.judge.scale(game, state);
        if is_over {
            let outcome = game.outcome(state);
            return aims.mix(won(&outcome), &values, &outcome.score.map(f64::from), own);
        }
        aims.mix(self.promised(game, state, values), &values, &values, own)
    }

    /// What a thorough search records about `state`: the win shares, and for `seat` its points minus
    /// those of the best other seat, at the end or as expected; `None` if the judge's values are no expected scores.
    #[cold]
    #[inline(never)]
    pub(super) fn expectation(
        &mut self,
        game: &G,
        state: &G::State,
        seat: Seat,
    ) -> (PerSeat<f64>, Option<f64>) {
        let is_over = game.to_move(state).is_none();
        if let Some(net) = self.net.as_mut().filter(|_| !is_over) {
            let Evaluation { shares, scores } = net.evaluate(game, state);
            return (shares, Some(lead(&scores, seat)));
        }
        let margin = match is_over {
            true => Some(lead(&game.outcome(state).score.map(f64::from), seat)),
            false => J::EXPECTS_SCORES.then(|| lead(&self.judge.values(game, state), seat)),
        };
        (self.shares(game, state), margin)
    }
}

/// The value of the end of a game for each seat, like [`Predictor::worth`], but by the final scores: the judge
/// gives only the scale of their differences.
pub(super) fn result<G: Game, J: Judge<G>>(
    game: &G,
    judge: &J,
    state: &G::State,
    aims: Aims<'_>,
) -> PerSeat<f64> {
    let outcome = game.outcome(state);
    let scores = outcome.score.map(f64::from);
    aims.mix(won(&outcome), &scores, &scores, judge.scale(game, state))
}

fn lead(scores: &PerSeat<f64>, seat: Seat) -> f64 {
    let others = scores.iter().filter(|&(other, _)| other != seat);
    scores[seat] - others.fold(f64::NEG_INFINITY, |best, (_, score)| best.max(score))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seats(values: [f64; 3]) -> PerSeat<f64> {
        PerSeat::from_fn(3, |seat| values[seat.index()])
    }

    /// Shares 0.7, 0.1 and 0.2 with these aims and scores, by a scale of 2.
    fn mixed(
        par: &mut Option<PerSeat<f64>>,
        (score_weight, own_score): (f64, f64),
        scores: [f64; 3],
    ) -> [f64; 3] {
        let aims = Aims { score_weight, own_score, par };
        let values = seats([8.0, 6.0, 1.0]);
        let mixed = aims.mix(seats([0.7, 0.1, 0.2]), &values, &seats(scores), 2.0);
        [0, 1, 2].map(|seat| mixed[Seat::new(seat)])
    }

    #[track_caller]
    fn near(found: [f64; 3], expected: [f64; 3]) {
        let far = |(found, expected): (&f64, &f64)| (found - expected).abs() > 1e-12;
        assert!(!found.iter().zip(&expected).any(far), "{found:?} {expected:?}");
    }

    #[test]
    fn aims_are_mixed_in_order() {
        let logistic = |x: f64| 1.0 / (1.0 + (-x).exp());
        let (shares, scores) = ([0.7, 0.1, 0.2], [34.0, 32.0, 24.0]);
        let with = |aims| mixed(&mut Some(seats([30.0, 33.0, 24.0])), aims, scores);
        near(with((0.0, 0.0)), shares);
        let ahead = [1.0, -1.0, -3.5].map(logistic);
        near(with((1.0, 0.0)), ahead);
        let points = [2.0, -0.5, 0.0].map(logistic);
        near(with((0.0, 1.0)), points);
        let both = [0, 1, 2].map(|k| 0.75 * (0.8 * shares[k] + 0.2 * ahead[k]) + 0.25 * points[k]);
        near(with((0.2, 0.25)), both);
    }

    #[test]
    fn par_is_the_first_result_of_each_seat() {
        let mut par = None;
        assert_eq!(
            mixed(&mut par, (0.3, 0.0), [30.0, 20.0, 9.0])[2],
            mixed(&mut None, (0.3, 0.0), [0.0; 3])[2]
        );
        assert_eq!(par, None);
        assert_eq!(mixed(&mut par, (0.0, 1.0), [30.0, 20.0, 9.0]), [0.5; 3]);
        assert_eq!(par, Some(seats([30.0, 20.0, 9.0])));
        assert_eq!(mixed(&mut par, (0.0, 1.0), [30.0, 20.0, 9.0]), [0.5; 3]);
        assert!(mixed(&mut par, (0.0, 1.0), [40.0; 3])[0] > 0.9);
    }
}
