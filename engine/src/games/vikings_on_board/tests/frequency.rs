//! Whether deals and drawn states come as often as they should (L2, H5). Seeds are fixed, so that a
//! test passes always or never; bounds are 0.9999 quantiles or wider.

use std::collections::BTreeMap;

use super::naive::Naive;
use super::table::{Table, game, plain_deal, seeded};
use crate::game::Game;
use crate::games::vikings_on_board::deal::Deal;
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

fn deals(players: usize) -> (Vec<Deal>, Vec<Vec<String>>) {
    let game = game(players, &[]).unwrap();
    let deals: Vec<Deal> = (0..12_000).map(|number| seeded(&game, number)).collect();
    let ships = deals.iter().map(|deal| Table::dealt(game.clone(), deal).all_ships());
    let ships = ships.collect();
    (deals, ships)
}

fn missing(ship: &str) -> String {
    "RBGY".chars().filter(|&clan| !ship.contains(clan)).collect()
}

#[test]
fn l2_every_setup_of_the_ships_is_equally_likely() {
    let (_, ships) = deals(2);
    let of = |text: &dyn Fn(&[String]) -> String| count(ships.iter().map(|ships| text(ships)));
    // The clan that ships lack, alone and two by two: the second of a pair is one of the seven others.
    for number in [0, 4, 7] {
        assert_uniform("missing", &of(&|ships| missing(&ships[number])), 4);
    }
    for (one, two) in [(0, 1), (0, 7), (3, 5)] {
        let same = of(&|ships| (missing(&ships[one]) == missing(&ships[two])).to_string());
        assert_fits("missing", &same, &[("true", 1.0 / 7.0), ("false", 6.0 / 7.0)]);
    }
    // The order of the clans of a ship.
    for number in [0, 5, 7] {
        let clans = |ships: &[String]| -> String {
            ships[number].chars().filter(char::is_ascii_uppercase).collect()
        };
        assert_uniform("clans", &of(&clans), 24);
    }
    // A clan's shields: each third; and of two bodies of it on two ships, 1 of 5 equal.
    for (number, clan) in [(0, 'R'), (2, 'Y'), (7, 'B')] {
        let shields = ships.iter().filter_map(|ships| shields(&ships[number], clan));
        assert_uniform("shields", &count(shields), 3);
        let equal = ships.iter().filter_map(|ships| {
            Some((shields_of(ships, number, clan)? == shields_of(ships, 4, clan)?).to_string())
        });
        assert_fits("equal shields", &count(equal), &[("true", 0.2), ("false", 0.8)]);
    }
    // Two clans' shields on one ship do not depend on each other.
    let pairs = ships.iter().filter_map(|ships| {
        Some(format!("{}{}", shields(&ships[3], 'R')?, shields(&ships[3], 'G')?))
    });
    assert_uniform("shields of two clans", &count(pairs), 9);
}

/// Shields of a clan's body on a ship as it was dealt.
fn shields(ship: &str, clan: char) -> Option<String> {
    Some(ship[ship.find(clan)? + 1..][..1].to_owned())
}

fn shields_of(ships: &[String], number: usize, clan: char) -> Option<String> {
    shields(&ships[number], clan)
}

#[test]
fn l2_supplies_are_one_shuffled_pile_and_the_order_is_random() {
    let (deals, _) = deals(4);
    for place in 0..15 {
        let kinds = deals.iter().map(|deal| {
            let all: Vec<&str> =
                deal.w1.iter().chain(deal.w2.iter()).map(|good| good.name()).collect();
            all[place].to_string()
        });
        assert_uniform("supplies", &count(kinds), 3);
    }
    // The uppermost of both stacks: 4 of the 14 others are of the same kind.
    let same = deals.iter().map(|deal| (deal.w1.get(0) == deal.w2.get(0)).to_string());
    assert_fits("tops", &count(same), &[("true", 4.0 / 14.0), ("false", 10.0 / 14.0)]);
    let next = deals.iter().map(|deal| (deal.w1.get(0) == deal.w1.get(1)).to_string());
    assert_fits("neighbours", &count(next), &[("true", 4.0 / 14.0), ("false", 10.0 / 14.0)]);
    for (players, orders) in [(2, 2), (3, 6), (4, 24)] {
        let game = game(players, &[]).unwrap();
        let seen = (0..6000).map(|number| format!("{:?}", seeded(&game, number).order.as_slice()));
        assert_uniform("order", &count(seen), orders);
    }
    // Ships, supplies and order are drawn independently of each other.
    let pairs =
        deals.iter().map(|deal| format!("{}{:?}", deal.w1.get(0).name(), deal.order.as_slice()[0]));
    assert_uniform("top and order", &count(pairs), 12);
    let pairs = deals.iter().map(|deal| {
        let clan = deal.ships[0].0[0].clan.name();
        format!("{clan}{}", deal.order.as_slice()[0])
    });
    assert_uniform("ship and order", &count(pairs), 16);
    let pairs = deals
        .iter()
        .map(|deal| format!("{}{}", deal.ships[0].0[0].clan.name(), deal.w1.get(0).name()));
    assert_uniform("ship and top", &count(pairs), 12);
}

#[test]
fn h5_barrel_values_are_permuted_uniformly() {
    // Seat 1's barrels: two unused, one on a dock, one won.
    let mut table = Table::dealt(game(2, &[]).unwrap(), &plain_deal(2)).bet(1, 2, "1.B");
    table = table.bet(1, 4, "3.Y");
    table.state.barrels.depart(super::table::ship(1), Some(super::table::zone("1.B").clan()));
    let view = table.game.view(&table.state, Seat::new(0));
    let mut rng = Rng::from_seed(1);
    let drawn = (0..12_000).map(|_| {
        let state = view.draw(&mut rng);
        let naive = Naive::read(&Table { state, ..table.clone() });
        naive.barrels[1].iter().map(|(value, place)| format!("{value} {place}, ")).collect()
    });
    assert_uniform("barrels", &count(drawn), 12);
}

#[test]
fn h5_unknown_tokens_are_permuted_uniformly_over_both_stacks() {
    // Seat 0 knows the h at the bottom of W2; h g | g m m are left: 5! / (2! 2!) = 30 orders.
    let mut table = Table::dealt(game(3, &[]).unwrap(), &plain_deal(3));
    table = table.stacks("hg", "gmmh");
    table.state.known.0[0] = 1 << 3;
    let view = table.game.view(&table.state, Seat::new(0));
    let mut rng = Rng::from_seed(2);
    let drawn = (0..12_000).map(|_| {
        let state = view.draw(&mut rng);
        format!("{}|{}", state.w1, state.w2)
    });
    let drawn = count(drawn);
    assert!(drawn.keys().all(|text| text.ends_with('h')));
    assert_uniform("tokens", &drawn, 30);
}

#[test]
fn h5_each_other_seat_and_the_stacks_are_drawn_independently() {
    let mut table = Table::dealt(game(3, &[]).unwrap(), &plain_deal(3)).stacks("h", "g");
    table = table.bet(1, 1, "1.R").bet(2, 3, "2.R");
    let view = table.game.view(&table.state, Seat::new(0));
    let mut rng = Rng::from_seed(3);
    let drawn = (0..12_000).map(|_| {
        let state = view.draw(&mut rng);
        let drawn = Table { state, ..table.clone() };
        let at = |seat, zone: &str| {
            (1..=4).find(|&value| drawn.barrel_place(seat, value).ends_with(zone)).unwrap()
        };
        format!("{} {} {}", at(1, "1.R"), at(2, "2.R"), drawn.state.w1)
    });
    assert_uniform("barrels and tokens", &count(drawn), 32);
}
