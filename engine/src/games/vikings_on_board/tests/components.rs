//! Components (C1 to C9) and set-up (S1 to S5).

use std::collections::BTreeMap;

use super::table::{Table, game, plain_deal, seeded};
use crate::game::Game;
use crate::games::vikings_on_board::deal::Deal;
use crate::seat::PerSeat;

/// Ships of a deal as they are laid.
fn ships(deal: &Deal) -> Vec<String> {
    Table::dealt(game(4, &[]).unwrap(), deal).all_ships()
}

/// Clan letters of a ship's text.
fn clans(ship: &str) -> Vec<char> {
    ship.chars().filter(char::is_ascii_uppercase).collect()
}

/// Deals for all tests of this file.
fn deals() -> impl Iterator<Item = Deal> {
    let game = game(4, &[]).unwrap();
    (0..200).map(move |number| seeded(&game, number))
}

#[test]
fn c1_two_to_four_players() {
    for players in 2..=4 {
        assert_eq!(game(players, &[]).unwrap().players(), players);
    }
    for players in [0, 1, 5, 6] {
        assert_eq!(game(players, &[]).unwrap_err().key, "players");
    }
}

#[test]
fn c2_c3_c4_all_four_clans_are_on_the_ships_whoever_plays() {
    let expected: Vec<&str> =
        "B1 B1 B2 B2 B3 B3 G1 G1 G2 G2 G3 G3 R1 R1 R2 R2 R3 R3 Y1 Y1 Y2 Y2 Y3 Y3"
            .split(' ')
            .collect();
    for players in 2..=4 {
        let game = game(players, &[]).unwrap();
        for number in 0..50 {
            let table = Table::dealt(game.clone(), &seeded(&game, number));
            let all = table.all_ships();
            assert_eq!(all.len(), 8);
            let letters: Vec<char> = all.concat().chars().collect();
            let mut bodies: Vec<String> = letters.chunks(2).map(String::from_iter).collect();
            bodies.sort_unstable();
            assert_eq!(bodies, expected);
        }
    }
}

#[test]
fn c5_s4_four_barrels_of_one_to_four_for_each_player() {
    for players in 2..=4 {
        for seat in 0..players {
            let table = Table::new(players, &[]).row(&seat.to_string()).after("go 4");
            assert_eq!(table.state.barrels.unused(seat).count_ones(), 4);
            let values: Vec<String> =
                table.targets("bet").iter().map(|bet| bet[..1].to_owned()).collect();
            for value in ["1", "2", "3", "4"] {
                // 32 zones for each.
                assert_eq!(values.iter().filter(|&other| other == value).count(), 32);
            }
            assert_eq!(values.len(), 128);
        }
    }
}

#[test]
fn c6_s1_fifteen_supplies_in_stacks_of_seven_and_eight() {
    for deal in deals() {
        assert_eq!([deal.w1.len(), deal.w2.len()], [7, 8]);
        let mut counts = BTreeMap::new();
        for good in deal.w1.iter().chain(deal.w2.iter()) {
            *counts.entry(good.name()).or_insert(0) += 1;
        }
        assert_eq!(counts, BTreeMap::from([("h", 5), ("g", 5), ("m", 5)]));
    }
}

#[test]
fn c7_s1_values_go_from_one_to_four_step_by_step() {
    let mut table = Table::new(2, &[]);
    for value in 1..=4 {
        assert_eq!(table.state.market, [value, 1, 1]);
        table = table.row("00").moved("");
        table.play("go 6");
        if value < 4 {
            table.play("raise h");
        }
    }
    assert_eq!(table.legal(), ["raise g", "raise m"]);
}

#[test]
fn c8_eleven_spaces_on_both_sides() {
    let all: Vec<String> = (1..=11).map(|space| format!("go {space}")).collect();
    // Blue stands in front nowhere on ship 1, so that all eleven actions can be performed.
    let mut table = Table::new(2, &[]).row("1");
    assert_eq!(table.legal(), all);
    table.play("go 1");
    assert!(table.is_new_round() && table.state.round() == 2);
    assert_eq!(table.legal(), all);
}

#[test]
fn c9_s3_vikings_stand_on_the_first_spaces_in_the_order_of_the_deal() {
    // ABBAABBA, ABCBCACAB, ABCDDCBA.
    let rows = [
        (vec![0, 1], "01100110"),
        (vec![1, 0], "10011001"),
        (vec![0, 1, 2], "012120201"),
        (vec![2, 0, 1], "201012120"),
        (vec![0, 1, 2, 3], "01233210"),
        (vec![3, 1, 0, 2], "31022013"),
    ];
    for (order, expected) in rows {
        let players = order.len();
        let list = PerSeat::from_fn(players, |seat| order[seat.index()]);
        let deal = Deal { order: list, ..plain_deal(players) };
        let table = Table::dealt(game(players, &[]).unwrap(), &deal);
        assert_eq!(table.waiting(), expected);
        assert_eq!(table.mover(), Some(usize::from(order[0])));
        let stands: Vec<String> = expected
            .chars()
            .enumerate()
            .map(|(space, seat)| format!("{}:{seat}", space + 1))
            .collect();
        assert!(table.text().contains(&format!("to move  {}\n", stands.join(" "))));
        // C9: 4, 3 or 2 vikings for each.
        for seat in 0..players {
            let own = expected.matches(&seat.to_string()).count();
            assert_eq!(own, [4, 3, 2][players - 2]);
        }
    }
}

#[test]
fn s2_three_different_clans_on_each_ship_and_each_clan_missing_twice() {
    for deal in deals() {
        let mut missing = BTreeMap::new();
        for ship in ships(&deal) {
            let clans = clans(&ship);
            assert_eq!(clans.len(), 3);
            let lacking: Vec<char> = "RBGY".chars().filter(|clan| !clans.contains(clan)).collect();
            assert_eq!(lacking.len(), 1, "{ship}");
            *missing.entry(lacking[0]).or_insert(0) += 1;
        }
        assert_eq!(missing, BTreeMap::from([('R', 2), ('B', 2), ('G', 2), ('Y', 2)]));
    }
}

#[test]
fn s4_nothing_has_been_done_at_the_start() {
    for players in 2..=4 {
        let table = Table::new(players, &[]);
        assert_eq!(table.state.departures, 0);
        assert_eq!((table.state.stern(), table.state.round()), (None, 1));
        assert_eq!(table.state.market, [1, 1, 1]);
        assert!((1..=8).all(|number| table.on_bow(number).is_empty()));
        assert_eq!(table.score(), vec![0; players]);
        // The leader's side is empty.
        assert!(table.text().contains("moved    \n"));
    }
}

#[test]
fn s5_seats_play_red_blue_green_yellow() {
    for players in 2..=4 {
        for (seat, letter) in "RBGY".chars().take(players).enumerate() {
            let table = Table::new(players, &[]).row(&seat.to_string()).after("go 3");
            let moved: Vec<String> = table.targets("switch");
            let mut from: Vec<&str> = moved.iter().map(|text| &text[..3]).collect();
            from.dedup();
            let own: Vec<String> = (1..=8)
                .flat_map(|number| {
                    let clans = clans(&table.ship(number));
                    let places = (1..).zip(clans).filter(|(_, clan)| *clan == letter);
                    places.map(|(place, _)| format!("{number}.{place}")).collect::<Vec<_>>()
                })
                .collect();
            assert_eq!(from, own, "seat {seat}");
        }
    }
}
