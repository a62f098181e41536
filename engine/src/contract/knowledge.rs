//! What seats may know: views and the states drawn from them.
//!
//! A view cannot be compared with another, but the states drawn from it can: with the same
//! generator, two states that look alike to a seat give the same draw. So everything below is
//! expressed in draws.

use super::Breach;
use super::differ::differences;
use super::walk::{ENDS, RandomGame, endless, most};
use crate::recorded::Recorded;
use crate::seat::Seat;
use crate::seed::Rng;

/// Views show people and programs what they know; one in this many is compared.
const TOLD_EVERY: usize = 7;

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

/// The same seat is to move, and the same actions are listed in the same order.
pub(super) fn same_actions<G: Recorded>(game: &G, one: &G::State, two: &G::State) -> bool {
    let list = |state| (0..game.count_legal(state)).map(move |k| game.nth_legal(state, k));
    game.to_move(one) == game.to_move(two) && list(one).eq(list(two))
}

/// Where seat to move and actions differ.
pub(super) fn differ_in_actions<G: Recorded>(game: &G, one: &G::State, two: &G::State) -> String {
    let [one, two] = [one, two].map(|state| {
        let listed = (0..game.count_legal(state)).map(|k| game.nth_legal(state, k).to_string());
        (game.to_move(state), listed.collect::<Vec<String>>())
    });
    differences(&one, &two)
}

/// A state drawn by `seat` differs from the true one in what the seat cannot see, and nothing else.
fn check_drawn<G: Recorded>(
    walk: &RandomGame<'_, G>,
    seat: Seat,
    drawn: &G::State,
    rng: &mut Rng,
) -> Result<(), Breach> {
    let (game, state) = (walk.game, &walk.state);
    let told =
        |state: String, drawn: String| format!("{state}, but {drawn} as seat {seat} draws it");
    walk.promise(
        G::HIDES || drawn == state,
        "without hidden things a draw is the state (see `Game::draw`, `Game::HIDES`)",
        || format!("seat {seat} draws another one: {}", differences(state, drawn)),
    )?;
    let public = |state| (game.to_move(state), game.epoch(state), game.is_secret(state));
    walk.promise(
        public(drawn) == public(state),
        "a drawn state keeps seat to move, epoch, secrecy (see `Game::draw`)",
        || told(format!("{:?}", public(state)), format!("{:?}", public(drawn))),
    )?;
    // Another seat may be in the middle of a secret choice of several actions.
    if game.to_move(state) == Some(seat) || !game.is_secret(state) {
        walk.promise(
            game.clock(drawn) == game.clock(state),
            "a drawn state keeps the clock (see `Game::draw`)",
            || told(game.clock(state).to_string(), game.clock(drawn).to_string()),
        )?;
        walk.promise(
            same_actions(game, drawn, state),
            "a drawn state keeps the actions that are no secret (see `Game::draw`)",
            || format!("seat {seat}, actions {}", differ_in_actions(game, state, drawn)),
        )?;
    }
    let seed = rng.word();
    let [again, drawn_again] = [state, drawn].map(|state| draw(game, state, seat, seed));
    walk.promise(
        again == drawn_again,
        "states that differ only in what is hidden give the same draw (see `Game::draw`)",
        || format!("seat {seat} draws {}", differences(&again, &drawn_again)),
    )?;
    // Showing a view takes far longer than playing, so only some are compared.
    if (walk.played.len() + seat.index()).is_multiple_of(TOLD_EVERY) {
        let [one, two] =
            [state, drawn].map(|state| (game.text(state, Some(seat)), game.fields(state, seat)));
        walk.promise(
            one == two,
            "what a view tells depends on nothing hidden (see `Recorded::text`, `Recorded::fields`)",
            || {
                let lines = |text: &str| text.lines().map(str::to_owned).collect::<Vec<String>>();
                let [one, two] = [one, two].map(|(text, fields)| (lines(&text), fields));
                format!("seat {seat}, line of the text or field: {}", differences(&one, &two))
            },
        )?;
    }
    let mut played = *drawn;
    for _ in 0..=most::<G>() {
        if game.to_move(&played).is_none() {
            return Ok(());
        }
        walk.promise(
            game.count_legal(&played) > 0,
            "a drawn state can be played to the end (see `Game::draw`)",
            || format!("seat {seat} draws {}", differences(state, drawn)),
        )?;
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
    let [mut after, mut guessed] = [*state, *drawn];
    game.apply_unchecked(&mut after, action, &mut ());
    game.apply_unchecked(&mut guessed, action, &mut ());
    let moved = |state| game.epoch(state) != game.epoch(&walk.state);
    if moved(&after) || moved(&guessed) {
        return Ok(());
    }
    let seed = rng.word();
    let [one, two] = [&after, &guessed].map(|state| draw(game, state, seat, seed));
    walk.promise(
        one == two,
        "while the epoch stays, nothing hidden becomes visible (see `Game::epoch`)",
        || format!("after `{action}` seat {seat} draws {}", differences(&one, &two)),
    )?;
    // Searches build one tree for all states that a seat may draw.
    let own = game.to_move(&after) == Some(seat);
    walk.promise(
        same_actions(game, &after, &guessed) || !own && game.is_secret(&after),
        "while the epoch stays, the same choices lead to the same actions (see `Game::epoch`)",
        || format!("after `{action}`, actions {}", differ_in_actions(game, &after, &guessed)),
    )
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
    let drawn = draw(game, state, seat, rng.word());
    let other = draw(game, state, Seat::new(0), rng.word());
    walk.promise(
        drawn == other && !game.is_secret(state),
        "with perfect information nothing is drawn anew (see `Game::has_perfect_information`)",
        || match game.is_secret(state) {
            true => "a secret choice".to_owned(),
            false => format!("seats {seat} and 0 draw {}", differences(&drawn, &other)),
        },
    )?;
    let [mut after, mut guessed] = [*state, drawn];
    game.apply_unchecked(&mut after, action, &mut ());
    game.apply_unchecked(&mut guessed, action, &mut ());
    let end = |state: &G::State| game.to_move(state).is_none().then(|| game.outcome(state));
    walk.promise(
        game.has_perfect_information(&after)
            && end(&after) == end(&guessed)
            && draw(game, &after, seat, rng.word()) == draw(game, &guessed, seat, rng.word()),
        "perfect information stays so to the end (see `Game::has_perfect_information`)",
        || format!("seat {seat} at `{action}`"),
    )
}

/// A secret choice is known to the seat that made it; while the epoch stays the same, the others
/// know of it only what [`Game::indistinguishable`](crate::game::Game::indistinguishable) lets them
/// see.
fn check_secret<G: Recorded>(
    walk: &RandomGame<'_, G>,
    seat: Seat,
    action: G::Action,
    rng: &mut Rng,
) -> Result<(), Breach> {
    let (game, state) = (walk.game, &walk.state);
    let other = game.random_legal(state, rng);
    let [mut one, mut two] = [*state; 2];
    game.apply_unchecked(&mut one, action, &mut ());
    game.apply_unchecked(&mut two, other, &mut ());
    let moved = |state| game.epoch(state) != game.epoch(&walk.state);
    if other == action || moved(&one) || moved(&two) {
        return Ok(());
    }
    let seed = rng.word();
    let alike = draw(game, &one, seat, seed) == draw(game, &two, seat, seed);
    let told = || format!("seat {seat}, `{action}` or `{other}`");
    if game.to_move(state) == Some(seat) {
        walk.promise(!alike, "a seat knows its own secret choice (see `Game::draw`)", told)
    } else {
        walk.promise(
            alike == game.indistinguishable(state, action, other),
            "the others see of a secret choice what is said (see `Game::indistinguishable`)",
            told,
        )?;
        walk.promise(
            alike == (game.told(state, action, &one) == game.told(state, other, &two)),
            "the others are told of a secret choice what they see (see `Recorded::told`)",
            told,
        )
    }
}
