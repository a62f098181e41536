//! What no seat knows, dealt anew: see [`Game::redeal`](crate::game::Game::redeal).

use super::Breach;
use super::knowledge::{TOLD_EVERY, differ_in_actions, draw, same_actions, told};
use super::parts::{Deferred, differences};
use super::walk::RandomGame;
use crate::recorded::Recorded;
use crate::seat::Seat;
use crate::seed::Rng;

pub(super) fn check<G: Recorded>(walk: &RandomGame<'_, G>, rng: &mut Rng) -> Result<(), Breach> {
    let (game, state) = (walk.game, &walk.state);
    let seed = rng.word();
    let redeal = |state| game.redeal(state, &mut Rng::from_seed(seed));
    let Some(redealt) = redeal(state) else { return Ok(()) };
    let promise = "without hidden things nothing is dealt anew (see `Game::redeal`, `Game::HIDES`)";
    let found = differences(state, &redealt);
    let found = format_args!("another state: {found}");
    walk.promise(G::HIDES || redealt == *state, promise, found)?;
    let [before, after] = [state, &redealt].map(|state| {
        (game.to_move(state), game.epoch(state), game.clock(state), game.is_secret(state))
    });
    let promise = "dealing anew keeps seat to move, epoch, clock, secrecy (see `Game::redeal`)";
    walk.promise(before == after, promise, format_args!("{before:?} and then {after:?}"))?;
    let promise = "dealing anew keeps the legal actions (see `Game::redeal`)";
    let found = differ_in_actions(game, state, &redealt);
    let found = format_args!("actions {found}");
    walk.promise(same_actions(game, state, &redealt), promise, found)?;
    let key = rng.word();
    let promise = "dealing anew keeps what every seat knows (see `Game::redeal`)";
    for seat in Seat::all(game.players()) {
        let [one, two] = [state, &redealt].map(|state| draw(game, state, seat, key));
        let found = differences(&one, &two);
        walk.promise(one == two, promise, format_args!("seat {seat} draws {found}"))?;
        if walk.played.len().is_multiple_of(TOLD_EVERY) {
            let [one, two] = [state, &redealt].map(|state| told(game, state, seat));
            let found = differences(&one, &two);
            walk.promise(one == two, promise, format_args!("seat {seat} is told {found}"))?;
        }
    }
    // What a seat draws, if the others see no difference either, differs in what no seat knows.
    let guessed = draw(game, state, Seat::new(0), rng.word());
    let is_alike = |seat| draw(game, state, seat, key) == draw(game, &guessed, seat, key);
    if !Seat::all(game.players()).all(is_alike) {
        return Ok(());
    }
    let other = redeal(&guessed);
    let promise =
        "states that differ only in what no seat knows are dealt alike (see `Game::redeal`)";
    let found = Deferred(|| match &other {
        Some(other) => differences(&redealt, other).to_string(),
        None => "nothing".to_owned(),
    });
    walk.promise(other == Some(redealt), promise, found)
}
