//! What the views of *Eketorp* tell and draw, checked with the plain twin (2.11, U1 to U6).
//!
//! `DRAKKAR_TWIN_GAMES` sets the number of games (default 32).

use super::against_engine::{deal, far};
use super::both::Both;
use super::drawn::{agrees, as_twin};
use super::games::{STYLES, choose};
use super::told;
use super::twin::variation::varied;
use super::twin::{Phase, Rules, Twin};
use drakkar_engine::game::Game;
use drakkar_engine::seat::Seat;
use drakkar_engine::seed::Rng;
use drakkar_engine::view::View;
use serde_json::{Value, json};

/// Rule sets of which each kind has its turn.
fn rules(number: u64) -> Rules {
    let far = far();
    match number % 3 {
        0 => Rules::queen2007(),
        1 => far[(number / 3) as usize % far.len()].clone(),
        _ => varied(&mut Rng::from_seed(number)),
    }
}

/// Calls `check` before each decision of random games, and at the end of each.
fn walk(games: u64, mut check: impl FnMut(&Both, &mut Rng)) {
    for number in 0..games {
        let mut rng = Rng::from_seed(number);
        let players = 3 + number as usize % 4;
        let rules = rules(number / 4);
        let deal = deal(&rules, players, number, &mut rng);
        let mut both = Both::new(rules, players, deal);
        loop {
            check(&both, &mut rng);
            let Some(legal) = both.legal() else { break };
            let k = choose(STYLES[rng.below(3) as usize], &both.twin, &legal, &mut rng);
            both.play(&legal[k]);
        }
    }
}

fn games() -> u64 {
    std::env::var("DRAKKAR_TWIN_GAMES").map_or(32, |text| text.parse().unwrap())
}

/// A view tells what the twin says that the seat may know, and nothing else.
fn compare_told(both: &Both, seat: Seat) {
    let sight = both.twin.sight(seat.index());
    let view = both.game.view(&both.state, seat);
    let fields = told::fields(&both.twin, &sight);
    assert_eq!(Value::Object(view.fields()), fields, "seat {seat}, {}", both.place());
    let text = told::text(&both.twin, &sight, &fields);
    assert_eq!(view.text(), text, "seat {seat}, {}", both.place());
}

#[test]
fn views_tell_what_the_twin_says_u1_to_u6() {
    walk(games(), |both, rng| {
        if rng.below(4) == 0 || both.twin.phase == Phase::Over {
            Seat::all(both.game.players()).for_each(|seat| compare_told(both, seat));
        }
    });
}

/// Plays a drawn state on, in both.
fn play_on(both: &mut Both, mut decisions: u32, rng: &mut Rng) {
    while let Some(legal) = both.legal().filter(|_| decisions > 0) {
        both.play(&legal[rng.below(legal.len() as u32) as usize]);
        decisions -= 1;
    }
}

#[test]
fn draws_agree_with_what_the_seat_knows() {
    let (mut draws, mut true_ones) = (0, 0);
    walk(games(), |both, rng| {
        if rng.below(12) > 0 {
            return;
        }
        for seat in Seat::all(both.game.players()) {
            let drawn = both.game.view(&both.state, seat).draw(rng);
            let other = as_twin(&both.game, &both.twin, &drawn, seat.index());
            let agreed = agrees(&both.twin, &other, seat.index());
            assert_eq!(agreed, Ok(()), "seat {seat} draws {other:?}, {}", both.place());
            true_ones += u32::from(other == both.twin);
            draws += 1;
            let mut both = Both::at(both.game.clone(), drawn, other, both.deal.clone());
            compare_told(&both, seat);
            let decisions = if rng.below(20) == 0 { u32::MAX } else { 12 };
            play_on(&mut both, decisions, rng);
        }
    });
    println!("{draws} draws, {true_ones} of them the true state");
    assert!(draws > 1_000 && true_ones < draws / 10, "{true_ones} of {draws}");
}

/// A deal in which two cards have changed places.
fn exchanged(deal: &Value, rng: &mut Rng) -> Value {
    let texts = deal["hands"].as_array().unwrap().iter().chain([&deal["talon"]]);
    let mut piles: Vec<Vec<char>> =
        texts.map(|text| text.as_str().unwrap().chars().collect()).collect();
    let all: Vec<(usize, usize)> = (0..piles.len())
        .flat_map(|pile| (0..piles[pile].len().min(30)).map(move |place| (pile, place)))
        .collect();
    let [one, two] = [0; 2].map(|_: u32| all[rng.below(all.len() as u32) as usize]);
    (piles[one.0][one.1], piles[two.0][two.1]) = (piles[two.0][two.1], piles[one.0][one.1]);
    let talon: String = piles.pop().unwrap().into_iter().collect();
    piles.iter_mut().for_each(|hand| hand.sort_unstable());
    let hands: Vec<String> = piles.into_iter().map(|hand| hand.into_iter().collect()).collect();
    json!({ "materials": deal["materials"], "hands": hands, "talon": talon })
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

/// Tables that differ only in what a seat does not know give it the same draw.
#[test]
fn draws_do_not_depend_on_what_the_seat_does_not_know() {
    let (mut alike, mut different) = (0, 0);
    walk(games(), |both, rng| {
        if rng.below(16) > 0 {
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
                alike += 1;
            } else {
                // What a seat knows is in its draws; but not in which swap an own card went away.
                different += u32::from(draw(both) != draw(&other));
            }
        }
    });
    println!("{alike} alike, {different} different");
    assert!(alike > 200 && different > 100, "{alike} alike, {different} different");
}
