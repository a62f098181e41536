//! What the views of *No More Vikings!* tell and draw, checked with the plain twin (3.7, H1 to H7).
//!
//! `DRAKKAR_TWIN_GAMES` sets the number of games (default 36).

use super::against_engine::{deal, rules};
use super::both::Both;
use super::drawn::as_twin;
use super::games::{STYLES, choose};
use super::told;
use super::twin::{Step, Twin};
use drakkar_engine::game::Game;
use drakkar_engine::seat::Seat;
use drakkar_engine::seed::Rng;
use drakkar_engine::view::View;
use serde_json::Value;

/// Calls `check` before each decision of random games, and at the end of each.
fn walk(games: u64, mut check: impl FnMut(&Both, &mut Rng)) {
    for number in 0..games {
        let mut rng = Rng::from_seed(number);
        let players = 2 + number as usize % 3;
        let rules = rules(players, number / 3);
        let deal = deal(&rules, players, number, &mut rng);
        let mut both = Both::new(rules, players, deal);
        loop {
            check(&both, &mut rng);
            let Some(legal) = both.legal() else { break };
            let k = choose(STYLES[rng.below(3) as usize], &legal, &mut rng);
            both.play(&legal[k]);
        }
    }
}

fn games() -> u64 {
    std::env::var("DRAKKAR_TWIN_GAMES").map_or(36, |text| text.parse().unwrap())
}

/// A view tells what the twin says that the seat may know, and nothing else.
pub fn compare_told(both: &Both, seat: Seat) {
    let mut fields = Value::Object(both.game.view(&both.state, seat).fields());
    // Only the seat whose turn it is lays cards aside; the others' views have no such key.
    let own = &mut fields["seats"][seat.index()];
    if own.get("aside").is_none() {
        own["aside"] = Value::Array(Vec::new());
    }
    // The twin does not keep the responses of a window that has closed.
    if matches!(both.twin.agenda.last(), Some(Step::Effect(_))) {
        let window = fields["window"].as_object_mut().unwrap();
        window.retain(|key, _| ["kind", "seat", "target"].contains(&key.as_str()));
    }
    assert_eq!(fields, told::fields(&both.twin, seat.index()), "seat {seat}, {}", both.place());
}

#[test]
fn views_tell_what_the_twin_says_h1_to_h3() {
    walk(games(), |both, rng| {
        if rng.below(4) == 0 || both.twin.to_move().is_none() {
            Seat::all(both.game.players()).for_each(|seat| compare_told(both, seat));
        }
    });
}

/// Plays a drawn state on, in both, until a list of mixes is used, which the twin does not know.
fn play_on(both: &mut Both, mut decisions: u32, rng: &mut Rng) {
    while let Some(legal) = both.legal().filter(|_| decisions > 0) {
        let action = &legal[rng.below(legal.len() as u32) as usize];
        let mut next = both.twin.clone();
        next.play(action).unwrap();
        if next.mixes_used > both.twin.mixes_used {
            return;
        }
        both.play(action);
        decisions -= 1;
    }
}

#[test]
fn draws_agree_with_what_the_seat_knows_h5() {
    let (mut draws, mut true_ones) = (0, 0);
    walk(games(), |both, rng| {
        if rng.below(12) > 0 {
            return;
        }
        for seat in Seat::all(both.game.players()) {
            let view = both.game.view(&both.state, seat);
            let drawn = view.draw(rng);
            let other = as_twin(&both.game, &both.twin, &drawn, seat.index());
            let allowed = both.twin.allows(&other, seat.index());
            assert_eq!(allowed, Ok(()), "seat {seat} draws {other:?}, {}", both.place());
            assert_eq!(both.game.view(&drawn, seat).text(), view.text(), "{}", both.place());
            true_ones += u32::from(other == both.twin);
            draws += 1;
            let mut both = Both::at(both.game.clone(), drawn, other, both.deal.clone());
            compare_told(&both, seat);
            let decisions = if rng.below(20) == 0 { u32::MAX } else { 12 };
            play_on(&mut both, decisions, rng);
        }
    });
    println!("{draws} draws, {true_ones} of them the true state");
    assert!(draws > 500 && true_ones < draws / 5, "{true_ones} of {draws}");
}

/// A deal in which something has been exchanged: two cards of the deck or of a list, or two whims.
fn exchanged(deal: &Value, rng: &mut Rng) -> Value {
    let mut deal = deal.clone();
    let key = ["deck", "whims"][rng.below(2) as usize];
    let list =
        if rng.below(4) == 0 { &mut deal["mixes"][rng.below(8) as usize] } else { &mut deal[key] };
    let list = list.as_array_mut().unwrap();
    let [one, two] = [0; 2].map(|_: u32| rng.below(list.len().min(30) as u32) as usize);
    list.swap(one, two);
    deal
}

/// The same actions after another deal, if they are legal there.
fn replayed(both: &Both, deal: &Value) -> Option<Both> {
    let mut twin = Twin::new(both.twin.rules.clone(), both.game.players(), deal).ok()?;
    for action in &both.history {
        twin.play(action).ok()?;
    }
    let mut state = both.game.state(&serde_json::from_value(deal.clone()).unwrap());
    for action in &both.history {
        both.game.apply(&mut state, action.parse().unwrap(), &mut ()).unwrap();
    }
    Some(Both::at(both.game.clone(), state, twin, deal.clone()))
}

/// Tables that differ only in what a seat does not know give it the same view and the same draw.
#[test]
fn draws_do_not_depend_on_what_the_seat_does_not_know_h5() {
    let (mut alike, mut different) = (0, 0);
    walk(games(), |both, rng| {
        if rng.below(6) > 0 {
            return;
        }
        let deal = exchanged(&both.deal, rng);
        let Some(other) = replayed(both, &deal).filter(|other| other.twin != both.twin) else {
            return;
        };
        for seat in Seat::all(both.game.players()) {
            let same = both.twin.sight(seat.index()) == other.twin.sight(seat.index());
            let seed = rng.word();
            let draw =
                |both: &Both| both.game.view(&both.state, seat).draw(&mut Rng::from_seed(seed));
            if same {
                let differ = || format!("seat {seat}: {deal}, {}", both.place());
                assert!(draw(both) == draw(&other), "{}", differ());
                let texts = [both, &other].map(|both| both.game.view(&both.state, seat).text());
                assert_eq!(texts[0], texts[1], "{}", differ());
                alike += 1;
            } else {
                // What a seat knows is in its draws; but not the order in which it has drawn its whims.
                different += u32::from(draw(both) != draw(&other));
            }
        }
    });
    println!("{alike} alike, {different} different");
    assert!(alike > 200 && different > 50, "{alike} alike, {different} different");
}
