//! What the views of *Eketorp* tell and draw, checked with the plain twin (2.11, U1 to U6).
//!
//! `DRAKKAR_TWIN_GAMES` sets the number of games (default 8).

use super::against_engine::far;
use super::twin::variation::varied;
use super::twin::{Rules, Twin};
use crate::twins::games_or;
use crate::twins::views::Games;
use drakkar_engine::seed::Rng;

/// Rule sets of which each kind has its turn.
fn rules(_: usize, number: u64) -> Rules {
    let far = far();
    match number % 3 {
        0 => Rules::queen2007(),
        1 => far[(number / 3) as usize % far.len()].clone(),
        _ => varied(&mut Rng::from_seed(number)),
    }
}

fn games() -> Games<Twin> {
    Games { games: games_or(8), rules }
}

#[test]
fn views_tell_what_the_twin_says_u1_to_u6() {
    games().compare_told();
}

#[test]
fn draws_agree_with_what_the_seat_knows() {
    let (draws, true_ones) = games().compare_draws();
    assert!(draws > 500 && true_ones < draws / 10, "{true_ones} of {draws}");
}

#[test]
fn draws_do_not_depend_on_what_the_seat_does_not_know() {
    let (alike, different) = games().compare_exchanged(16);
    // In which swap an own card went away is not in the draws.
    assert!(alike > 100 && different > 50, "{alike} alike, {different} different");
}
