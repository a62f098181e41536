//! What seats may know: views and the states drawn from them.
//!
//! A view cannot be compared with another, but the states drawn from it can: with the same generator, two states that
//! look alike to a seat give the same draw.

use std::fmt::Display;

use serde_json::{Map, Value};

use super::Breach;
use super::parts::{Deferred, differences};
use super::walk::{ENDS, RandomGame, endless};
use crate::recorded::Recorded;
use crate::seat::Seat;
use crate::seed::Rng;

/// Showing a view takes far longer than playing; one in this many is compared.
pub(super) const TOLD_EVERY: usize = 7;

/// Checks every seat's view of the state, and the effect of `action`, which is legal. Returns
/// whether some seat drew a state other than the true one.
pub(super) fn check<G: Recorded>(
    walk: &RandomGame<'_, G>,
    action: G::Action,
    rng: &mut Rng,
) -> Result<bool, Breach> {
    let mut hides = false;
    for seat in Seat::all(walk.game.players()) {
        let drawn = walk.game.draw(&walk.state, seat, rng);
        hides |= drawn != walk.state;
        check_drawn(walk, seat, &drawn, rng)?;
        check_step(walk, seat, action, &drawn, rng)?;
        check_perfect(walk, seat, action, rng)?;
        if walk.game.is_secret(&walk.state) {
            check_secret(walk, seat, action, rng)?;
        }
    }
    Ok(hides)
}

/// What `seat` draws from `state` with a generator of its own.
pub(super) fn draw<G: Recorded>(game: &G, state: &G::State, seat: Seat, seed: u64) -> G::State {
    game.draw(state, seat, &mut Rng::from_seed(seed))
}

/// What people and programs in `seat` are shown.
pub(super) fn told<G: Recorded>(
    game: &G,
    state: &G::State,
    seat: Seat,
) -> (Vec<String>, Map<String, Value>) {
    let text = game.text(state, Some(seat));
    (text.lines().map(str::to_owned).collect(), game.fields(state, seat))
}

pub(super) fn same_actions<G: Recorded>(game: &G, one: &G::State, two: &G::State) -> bool {
    let list = |state| (0..game.count_legal(state)).map(move |k| game.nth_legal(state, k));
    game.to_move(one) == game.to_move(two) && list(one).eq(list(two))
}

pub(super) fn differ_in_actions<G: Recorded>(
    game: &G,
    one: &G::State,
    two: &G::State,
) -> impl Display {
    Deferred(move || {
        let [one, two] = [one, two].map(|state| {
            let listed = (0..game.count_legal(state)).map(|k| game.nth_legal(state, k).to_string());
            (game.to_move(state), listed.collect::<Vec<String>>())
        });
        differences(&one, &two).to_string()
    })
}

fn after<G: Recorded>(game: &G, state: &G::State, action: G::Action) -> G::State {
    let mut state = *state;
    game.apply_unchecked(&mut state, action, &mut ());
    state
}

/// A state drawn by `seat` differs from the true one in what the seat cannot see, and nothing else.
fn check_drawn<G: Recorded>(
    walk: &RandomGame<'_, G>,
    seat: Seat,
    drawn: &G::State,
    rng: &mut Rng,
) -> Result<(), Breach> {
    let (game, state) = (walk.game, &walk.state);
    let unlike = differences(state, drawn);
    let promise = "without hidden things a draw is the state (see `Game::draw`, `Game::HIDES`)";
    let found = format_args!("seat {seat} draws another one: {unlike}");
    walk.promise(G::HIDES || drawn == state, promise, found)?;
    let public = |state| (game.to_move(state), game.epoch(state), game.is_secret(state));
    let [one, two] = [public(state), public(drawn)];
    let promise = "a drawn state keeps seat to move, epoch, secrecy (see `Game::draw`)";
    let found = format_args!("{one:?}, but {two:?} as seat {seat} draws it");
    walk.promise(one == two, promise, found)?;
    // Another seat may be in the middle of a secret choice of several actions.
    if game.to_move(state) == Some(seat) || !game.is_secret(state) {
        let [one, two] = [state, drawn].map(|state| game.clock(state));
        let found = format_args!("{one}, but {two} as seat {seat} draws it");
        walk.promise(one == two, "a drawn state keeps the clock (see `Game::draw`)", found)?;
        let promise = "a drawn state keeps the actions that are no secret (see `Game::draw`)";
        let found = differ_in_actions(game, state, drawn);
        let found = format_args!("seat {seat}, actions {found}");
        walk.promise(same_actions(game, drawn, state), promise, found)?;
    }
    let seed = rng.word();
    let [one, two] = [state, drawn].map(|state| draw(game, state, seat, seed));
    let promise = "states that differ only in what is hidden give the same draw (see `Game::draw`)";
    let found = differences(&one, &two);
    walk.promise(one == two, promise, format_args!("seat {seat} draws {found}"))?;
    let alike = game.blank(state, seat) == game.blank(drawn, seat);
    walk.promise(
        alike,
        "a blank state holds nothing hidden (see `Game::blank`)",
        format_args!("seat {seat}"),
    )?;
    if (walk.played.len() + seat.index()).is_multiple_of(TOLD_EVERY) {
        let [one, two] = [state, drawn].map(|state| told(game, state, seat));
        let promise = "what a view tells depends on nothing hidden (see `Recorded::text`, `Recorded::fields`)";
        let found = differences(&one, &two);
        let found = format_args!("seat {seat}, line of the text or field: {found}");
        walk.promise(one == two, promise, found)?;
    }
    let mut played = *drawn;
    for _ in 0..=G::MOST_DECISIONS {
        if game.to_move(&played).is_none() {
            return Ok(());
        }
        let promise = "a drawn state can be played to the end (see `Game::draw`)";
        let found = format_args!("seat {seat} draws {unlike}");
        walk.promise(game.count_legal(&played) > 0, promise, found)?;
        let action = game.random_legal(&played, rng);
        game.apply_unchecked(&mut played, action, &mut ());
    }
    Err(walk.breach(ENDS, endless::<G>()))
}

/// A seat that guessed wrongly learns so only when the epoch rises: until then the true state and
/// the drawn one, after the same action, look alike to it.
fn check_step<G: Recorded>(
    walk: &RandomGame<'_, G>,
    seat: Seat,
    action: G::Action,
    drawn: &G::State,
    rng: &mut Rng,
) -> Result<(), Breach> {
    let (game, state) = (walk.game, &walk.state);
    let own = game.to_move(state) == Some(seat);
    // Another seat's secret choice is not seen, and its hidden hand may not allow the action.
    if !own && (game.is_secret(state) || !game.is_legal(drawn, action)) {
        return Ok(());
    }
    let [after, guessed] = [state, drawn].map(|state| after(game, state, action));
    if [&after, &guessed].iter().any(|now| game.epoch(now) != game.epoch(state)) {
        return Ok(());
    }
    let seed = rng.word();
    let [one, two] = [&after, &guessed].map(|state| draw(game, state, seat, seed));
    let promise = "while the epoch stays, nothing hidden becomes visible (see `Game::epoch`)";
    let found = differences(&one, &two);
    walk.promise(one == two, promise, format_args!("after `{action}` seat {seat} draws {found}"))?;
    // Searches build one tree for all states that a seat may draw.
    let own = game.to_move(&after) == Some(seat);
    let kept = same_actions(game, &after, &guessed) || !own && game.is_secret(&after);
    let promise =
        "while the epoch stays, the same choices lead to the same actions (see `Game::epoch`)";
    let found = differ_in_actions(game, &after, &guessed);
    walk.promise(kept, promise, format_args!("after `{action}`, actions {found}"))
}

/// Where the rest is said to be of perfect information, it is for every seat and to the end: there
/// is one state to draw, and it leads to the same outcome.
fn check_perfect<G: Recorded>(
    walk: &RandomGame<'_, G>,
    seat: Seat,
    action: G::Action,
    rng: &mut Rng,
) -> Result<(), Breach> {
    let (game, state) = (walk.game, &walk.state);
    if !game.has_perfect_information(state) {
        return Ok(());
    }
    let promise =
        "with perfect information nothing is drawn anew (see `Game::has_perfect_information`)";
    let drawn = draw(game, state, seat, rng.word());
    let other = draw(game, state, Seat::new(0), rng.word());
    walk.promise(!game.is_secret(state), promise, "a secret choice")?;
    let found = differences(&drawn, &other);
    walk.promise(drawn == other, promise, format_args!("seats {seat} and 0 draw {found}"))?;
    let [after, guessed] = [state, &drawn].map(|state| after(game, state, action));
    let end = |state: &G::State| game.to_move(state).is_none().then(|| game.outcome(state));
    let kept = game.has_perfect_information(&after)
        && end(&after) == end(&guessed)
        && draw(game, &after, seat, rng.word()) == draw(game, &guessed, seat, rng.word());
    let promise = "perfect information stays so to the end (see `Game::has_perfect_information`)";
    walk.promise(kept, promise, format_args!("seat {seat} at `{action}`"))
}

/// A secret choice is known to the seat that made it; while the epoch stays the same, the others know of it only what
/// [`Game::indistinguishable`](crate::game::Game::indistinguishable) lets them see.
fn check_secret<G: Recorded>(
    walk: &RandomGame<'_, G>,
    seat: Seat,
    action: G::Action,
    rng: &mut Rng,
) -> Result<(), Breach> {
    let (game, state) = (walk.game, &walk.state);
    let other = game.random_legal(state, rng);
    let [one, two] = [action, other].map(|action| after(game, state, action));
    let moved = [&one, &two].iter().any(|now| game.epoch(now) != game.epoch(state));
    if other == action || moved {
        return Ok(());
    }
    let seed = rng.word();
    let alike = draw(game, &one, seat, seed) == draw(game, &two, seat, seed);
    let check = |kept, promise| {
        walk.promise(kept, promise, format_args!("seat {seat}, `{action}` or `{other}`"))
    };
    if game.to_move(state) == Some(seat) {
        return check(!alike, "a seat knows its own secret choice (see `Game::draw`)");
    }
    check(
        alike == game.indistinguishable(state, action, other)
            && (game.lays_face_down(state) || !alike),
        "the others see of a secret choice what is said (see `Game::indistinguishable`, `Game::lays_face_down`)",
    )?;
    check(
        alike == (game.public_text(state, action, &one) == game.public_text(state, other, &two)),
        "the others are told of a secret choice what they see (see `Recorded::public_text`)",
    )
}
