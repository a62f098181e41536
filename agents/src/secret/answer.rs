//! A secret choice where there is no time for strategies: in rollouts.

use drakkar_engine::game::Game;
use drakkar_engine::seat::Seat;
use drakkar_engine::seed::Rng;

use super::LONGEST;
use crate::heuristic::{Judge, favourite::best_by};

/// The action that `judge` rates highest for `seat` where the choices of the turn have become visible, if
/// those that are still to be made are made at random; `known` is drawn from what the seat knows.
pub(crate) fn answer<G: Game, J: Judge<G>>(
    judge: &J,
    game: &G,
    known: &G::State,
    seat: Seat,
    actions: &[G::Action],
    rng: &mut Rng,
) -> G::Action {
    let epoch = game.epoch(known);
    let others = Rng::from_seed(rng.word());
    best_by(actions, rng, |action| {
        let (mut state, mut others) = (*known, others.clone());
        game.apply_unchecked(&mut state, action, &mut ());
        for _ in 0..LONGEST {
            if game.to_move(&state).is_none() || game.epoch(&state) != epoch {
                break;
            }
            let action = game.random_legal(&state, &mut others);
            game.apply_unchecked(&mut state, action, &mut ());
        }
        judge.value(game, &state, seat)
    })
}
