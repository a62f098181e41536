use drakkar_engine::game::{Game, View};
use drakkar_engine::seat::Seat;
use drakkar_engine::seed::Rng;

use super::{Heuristic, Judge};
use crate::agent::Judgement;

/// The action that `judge` rates highest; those with exactly the same value are equally likely; a single one is not
/// judged.
#[inline(always)]
pub(crate) fn best<G: Game, J: Judge<G>>(
    judge: &J,
    game: &G,
    state: &G::State,
    seat: Seat,
    actions: &[G::Action],
    rng: &mut Rng,
) -> G::Action {
    if actions.len() == 1 {
        return actions[0];
    }
    judge.best(game, state, seat, actions, |number| rng.below(number))
}

/// The same by [`Judge::best_seen`]. What is hidden is drawn only if equal ones need the generator, which is then where
/// it would be after the draw.
#[inline(always)]
pub(crate) fn best_blind<G: Game, J: Judge<G>>(
    judge: &J,
    view: &View<'_, G>,
    actions: &[G::Action],
    rng: &mut Rng,
) -> Option<G::Action> {
    let mut is_drawn = false;
    judge.best_seen(view, actions, |number| {
        if !is_drawn {
            is_drawn = true;
            judge.draw(view, rng);
        }
        rng.below(number)
    })
}

/// The heuristic's value of every legal action of a decision, in their order, in a state drawn from
/// the view.
pub(crate) fn values<G: Game, H: Heuristic<G>>(
    judge: &H::Judge,
    view: &View<'_, G>,
    drawn: &G::State,
) -> Vec<Judgement> {
    let mut actions = Vec::new();
    view.legal(&mut actions);
    let mut judgements = Vec::with_capacity(actions.len());
    judge.actions(view.game(), drawn, view.seat(), &actions, &mut |_, value| {
        judgements.push(Judgement { value: Some(value), ..Judgement::default() });
    });
    judgements
}
