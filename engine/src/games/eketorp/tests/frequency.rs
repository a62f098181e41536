//! Whether deals and drawn states come as often as they should (S2 to S4, 2.11). Seeds are fixed, so that a
//! test passes always or never; bounds are 0.9999 quantiles or wider.

use std::collections::BTreeMap;

use super::table::{Table, game, seeded};
use crate::game::Game;
use crate::games::eketorp::component::Place;
use crate::games::eketorp::state::State;
use crate::seat::Seat;
use crate::seed::Rng;

/// Asserts that texts come as often as expected: chi-square stays below its mean by 5 deviations.
fn assert_fits(name: &str, found: &BTreeMap<String, u32>, chances: &[(&str, f64)]) {
    let all = f64::from(found.values().sum::<u32>());
    assert!((chances.iter().map(|(_, chance)| chance).sum::<f64>() - 1.0).abs() < 1e-9);
    assert!(found.len() == chances.len(), "{name}: {found:?}");
    let chi: f64 = chances
        .iter()
        .map(|(text, chance)| {
            let expected = all * chance;
            assert!(expected > 20.0);
            (f64::from(found[*text]) - expected).powi(2) / expected
        })
        .sum();
    let degrees = chances.len() as f64 - 1.0;
    assert!(chi < degrees + 5.0 * (2.0 * degrees).sqrt(), "{name}: {chi} {found:?}");
}

/// The same when all texts that occur are equally likely, of which there are `kinds`.
fn assert_uniform(name: &str, found: &BTreeMap<String, u32>, kinds: usize) {
    let chances: Vec<(&str, f64)> =
        found.keys().map(|text| (text.as_str(), 1.0 / found.len() as f64)).collect();
    assert_eq!(found.len(), kinds, "{name}: {found:?}");
    assert_fits(name, found, &chances);
}

fn count(texts: impl Iterator<Item = String>) -> BTreeMap<String, u32> {
    let mut counts = BTreeMap::new();
    for text in texts {
        *counts.entry(text).or_default() += 1;
    }
    counts
}

fn hands(state: &State, players: usize) -> String {
    let hands: Vec<String> =
        state.players[..players].iter().map(|player| player.hand.to_string()).collect();
    hands.join(" ")
}

#[test]
fn s2_cards_are_shuffled() {
    // Six different cards for three seats with one each.
    let small = ["cards.copies=1", "setup.hand=1"];
    let free = game(3, &[&small[..], &["setup.redeal=false"]].concat()).unwrap();
    let state = |number| free.state(&seeded(&free, number));
    assert_uniform("hands", &count((0..24_000).map(|number| hands(&state(number), 3))), 120);
    let talons = (0..24_000)
        .map(|number| state(number).talon.iter().map(|value| value.to_string()).collect());
    assert_uniform("talons", &count(talons), 120);
}

#[test]
fn s3_redealt_hands_are_random() {
    // Each seat ends with one of the cards 4, 5, 6, in any order; the talon is 1, 2, 3.
    let game = game(3, &["cards.copies=1", "setup.hand=1"]).unwrap();
    let deals = (0..24_000).map(|number| {
        let state = game.state(&seeded(&game, number));
        let talon: String = state.talon.iter().map(|value| value.to_string()).collect();
        format!("{} {talon}", hands(&state, 3))
    });
    assert_uniform("hands and talons", &count(deals), 36);
}

#[test]
fn s4_material_cards_are_shuffled_apart_from_the_others() {
    let game = game(4, &[]).unwrap();
    let deals: Vec<_> = (0..12_000).map(|number| seeded(&game, number)).collect();
    for place in [0, 5, 11] {
        assert_uniform(
            "place",
            &count(deals.iter().map(|deal| deal.materials[place].to_string())),
            12,
        );
    }
    let pairs = deals.iter().map(|deal| format!("{} {}", deal.materials[0], deal.materials[1]));
    assert_uniform("pairs", &count(pairs), 132);
    let both = deals.iter().map(|deal| format!("{} {}", deal.materials[0] % 4, deal.talon[0]));
    assert_eq!(count(both).len(), 24);
}

#[test]
fn u1_u2_unseen_cards_are_drawn_uniformly() {
    // Seat 0 sees 1 4; unseen are 1 2 2 2 3 3 and two 4, one of which each of the others must have (S3): its
    // other card is one of the six.
    let changes = ["cards.highest=4", "cards.copies=3", "setup.hand=2"];
    let game = game(3, &changes).unwrap();
    let table = Table::with(game, &["14", "14", "34"], "");
    let mut rng = Rng::from_seed(5);
    let view = table.game.view(&table.state, Seat::new(0));
    let drawn: Vec<State> = (0..24_000).map(|_| view.draw(&mut rng)).collect();
    // Of 1 1 2 2 2 3 3 3 one for seat 1 and one for seat 2.
    let found = count(drawn.iter().map(|state| hands(state, 3)));
    let numbers = [2.0, 3.0, 3.0];
    let mut chances = Vec::new();
    for one in 0..3 {
        for two in 0..3 {
            let rest = if one == two { numbers[two] - 1.0 } else { numbers[two] };
            chances.push((format!("14 {}4 {}4", one + 1, two + 1), numbers[one] * rest / 56.0));
        }
    }
    let chances: Vec<(&str, f64)> =
        chances.iter().map(|(text, chance)| (text.as_str(), *chance)).collect();
    assert_fits("hands", &found, &chances);
    let tops = drawn.iter().map(|state| state.talon.iter().next().unwrap().to_string());
    assert_fits("talon", &count(tops), &[("1", 0.25), ("2", 0.375), ("3", 0.375)]);
}

#[test]
fn u5_the_attackers_card_is_drawn_from_the_drawn_hand() {
    // Everybody knows that seat 0 holds 2 5 and seat 1 holds 1 6.
    let mut table = Table::with(game(3, &["setup.hand=2"]).unwrap(), &["16", "25", "34"], "");
    table.send(&["D D D", "D D D", ""]).duel(6, 5);
    table.play("keep; keep; keep; keep; card 5");
    let mut rng = Rng::from_seed(6);
    let drawn = |by: usize, rng: &mut Rng| {
        let view = table.game.view(&table.state, Seat::new(by));
        count((0..4000).map(|_| view.draw(rng).duel.card.to_string()))
    };
    assert_uniform("open hand", &drawn(1, &mut rng), 2);
    assert_uniform("open hand", &drawn(2, &mut rng), 2);
    assert_eq!(drawn(0, &mut rng).keys().collect::<Vec<_>>(), ["5"], "the attacker knows it");
    // A hidden hand: all six values, each as likely as it is in the hand.
    let table = Table::new(3, &[]).sent(&["D", "D", ""]).after("keep; keep; card 5");
    let view = table.game.view(&table.state, Seat::new(1));
    assert_eq!(count((0..4000).map(|_| view.draw(&mut rng).duel.card.to_string())).len(), 6);
}

#[test]
fn u6_material_cards_to_come_are_drawn_uniformly() {
    let table = Table::new(
        3,
        &[
            "game.rounds=2",
            "game.removed_cards=2",
            "materials.cards=['g1 - - - - - -','g2 - - - - - -','g3 - - - - - -','g4 - - - - - -','g5 - - - - - -']",
        ],
    );
    let view = table.game.view(&table.state, Seat::new(0));
    let mut rng = Rng::from_seed(7);
    let drawn = (0..12_000).map(|_| format!("{:?}", &view.draw(&mut rng).materials[..5]));
    assert_uniform("materials", &count(drawn), 24);
}

/// The places of a seat's Vikings.
fn placement(state: &State, seat: usize) -> String {
    let player = &state.players[seat];
    let places = (0..25).map(Place).filter(|place| player.at & place.bit() != 0);
    let places: Vec<String> = places
        .flat_map(|place| {
            let number = if place.is_space() { state.crowds[place.index()].of(seat) } else { 1 };
            vec![place.to_string(); number as usize]
        })
        .collect();
    places.join(" ")
}

#[test]
fn u4_every_legal_placement_can_be_drawn() {
    // Two Vikings of seat 0: at home, on one of 13 places, on two of them, or both on one of 7 spaces.
    let mut table = Table::new(3, &["setup.vikings.3=2"]).walls(1, "ggg - g - - -");
    table.play("put A; put 2B");
    let view = table.game.view(&table.state, Seat::new(1));
    let mut rng = Rng::from_seed(8);
    let drawn = count((0..150_000).map(|_| placement(&view.draw(&mut rng), 0)));
    assert_eq!(drawn.len(), 1 + 13 + 78 + 7);
    // One Viking: in proportion to the weights of the page. Card 1 lays g ww gg c ww - -.
    let mut table = Table::new(3, &["setup.vikings.3=1"]).walls(1, "ggg w g - - -");
    table.play("put A");
    let view = table.game.view(&table.state, Seat::new(1));
    let drawn = count((0..60_000).map(|_| placement(&view.draw(&mut rng), 0)));
    let weights = [
        ("", 12.0),
        ("A", 9.0),
        ("B", 17.0),
        ("C", 17.0),
        ("D", 9.0),
        ("E", 17.0),
        ("F", 1.0),
        ("G", 1.0),
        ("1C", 10.0),
        ("1B", 4.0),
        ("1R", 1.0),
        ("2C", 1.0),
        ("2B", 1.0),
        ("2R", 1.0),
    ];
    let sum: f64 = weights.iter().map(|(_, weight)| weight).sum();
    let chances = weights.map(|(text, weight)| (text, weight / sum));
    assert_fits("one Viking", &drawn, &chances);
}
