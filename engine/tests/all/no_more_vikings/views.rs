//! What the views of *No More Vikings!* tell and draw, checked with the plain twin (3.7, H1 to H7).
//!
//! `DRAKKAR_TWIN_GAMES` sets the number of games (default 9).

use super::against_engine::rules;
use super::twin::Twin;
use crate::twins::games_or;
use crate::twins::views::Games;

fn games() -> Games<Twin> {
    Games { games: games_or(9), rules }
}

#[test]
fn views_tell_what_the_twin_says_h1_to_h3() {
    games().compare_told();
}

#[test]
fn draws_agree_with_what_the_seat_knows_h5() {
    let (draws, true_ones) = games().compare_draws();
    assert!(draws > 250 && true_ones < draws / 5, "{true_ones} of {draws}");
}

#[test]
fn draws_do_not_depend_on_what_the_seat_does_not_know_h5() {
    let (alike, different) = games().compare_exchanged(6);
    // The order in which a seat has drawn its whims is not in the draws.
    assert!(alike > 100 && different > 25, "{alike} alike, {different} different");
}
