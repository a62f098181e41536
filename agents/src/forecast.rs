//! The win shares that a heuristic or a net expects.

use drakkar_engine::game::Game;
use drakkar_engine::outcome::Outcome;
use drakkar_engine::seat::PerSeat;

use crate::features::Features;
use crate::heuristic::Judge;
use crate::net::Evaluator;
use crate::scale::Scale;
use crate::soft_max::soft_max;

/// What is expected of positions: by the net if there is one, otherwise by the judge, on `scale` or its own.
pub(crate) struct Predictor<'a, G, J, F> {
    pub(crate) judge: &'a J,
    pub(crate) net: Option<&'a mut Evaluator<G, F>>,
    pub(crate) scale: Option<&'a Scale>,
}

impl<G: Game, J: Judge<G>, F: Features<G>> Predictor<'_, G, J, F> {
    /// The win share of each seat; at the end of the game, the true one.
    pub(crate) fn shares(&mut self, game: &G, state: &G::State) -> PerSeat<f64> {
        if game.to_move(state).is_none() {
            return won(&game.outcome(state));
        }
        match &mut self.net {
            Some(net) => net.evaluate(game, state).shares,
            None => self.promised(game, state, self.judge.values(game, state)),
        }
    }

    /// The win shares that the judge's values of `state` promise.
    #[inline]
    pub(crate) fn promised(
        &self,
        game: &G,
        state: &G::State,
        mut values: PerSeat<f64>,
    ) -> PerSeat<f64> {
        let scale = match self.scale {
            Some(scale) => scale.at(self.judge.round(game, state)),
            None => self.judge.scale(game, state),
        };
        soft_max(values.as_mut_slice(), scale);
        values
    }
}

#[inline]
pub(crate) fn won(outcome: &Outcome) -> PerSeat<f64> {
    PerSeat::from_fn(outcome.share.players(), |seat| outcome.win_share(seat))
}
