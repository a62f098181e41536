//! What no seat knows, dealt anew: see [`Game::redeal`](crate::game::Game::redeal).

use super::Breach;
use super::differ::differences;
use super::knowledge::{differ_in_actions, draw, same_actions};
use super::walk::RandomGame;
use crate::recorded::Recorded;
use crate::seat::Seat;
use crate::seed::Rng;

/// Views show people and programs what they know; one in this many states is compared.
const TOLD_EVERY: usize = 7;

/// Checks what is dealt in this state.
pub(super) fn check<G: Recorded>(walk: &RandomGame<'_, G>, rng: &mut Rng) -> Result<(), Breach> {
    let (game, state) = (walk.game, &walk.state);
    let seed = rng.word();
    let redeal = |state| game.redeal(state, &mut Rng::from_seed(seed));
    let Some(redealt) = redeal(state) else { return Ok(()) };
    walk.promise(
        G::HIDES || redealt == *state,
        "without hidden things nothing is dealt anew (see `Game::redeal`, `Game::HIDES`)",
        || format!("another state: {}", differences(state, &redealt)),
    )?;
    let public =
        |state| (game.to_move(state), game.epoch(state), game.clock(state), game.is_secret(state));
    walk.promise(
        public(&redealt) == public(state),
        "dealing anew keeps seat to move, epoch, clock, secrecy (see `Game::redeal`)",
        || format!("{:?} and then {:?}", public(state), public(&redealt)),
    )?;
    walk.promise(
        same_actions(game, state, &redealt),
        "dealing anew keeps the legal actions (see `Game::redeal`)",
        || format!("actions {}", differ_in_actions(game, state, &redealt)),
    )?;
    let key = rng.word();
    for seat in Seat::all(game.players()) {
        let [one, two] = [state, &redealt].map(|state| draw(game, state, seat, key));
        walk.promise(one == two, KEEPS, || {
            format!("seat {seat} draws {}", differences(&one, &two))
        })?;
        if walk.played.len().is_multiple_of(TOLD_EVERY) {
            let [one, two] = [state, &redealt]
                .map(|state| (game.text(state, Some(seat)), game.fields(state, seat)));
            walk.promise(one == two, KEEPS, || {
                format!("seat {seat} is told {}", differences(&one, &two))
            })?;
        }
    }
    // What a seat draws, if the others see no difference either, differs in what no seat knows.
    let guessed = draw(game, state, Seat::new(0), rng.word());
    let is_alike = |seat| draw(game, state, seat, key) == draw(game, &guessed, seat, key);
    if !Seat::all(game.players()).all(is_alike) {
        return Ok(());
    }
    let other = redeal(&guessed);
    walk.promise(
        other == Some(redealt),
        "states that differ only in what no seat knows are dealt alike (see `Game::redeal`)",
        || other.map_or("nothing".to_owned(), |other| differences(&redealt, &other)),
    )
}

const KEEPS: &str = "dealing anew keeps what every seat knows (see `Game::redeal`)";
