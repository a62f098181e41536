//! The hospital (H1 to H4, E3, E12), stations by rule set.

use super::table::{Table, game};
use crate::games::eketorp::fact::EketorpFact;

/// Stations of both seats after seat 0 attacks seat 1 on D with these cards, or besieges it.
fn stations(place: &str, own: u8, other: u8, changes: &[&str]) -> [[u32; 3]; 2] {
    let game = game(3, &[changes, &["cards.highest=9", "setup.redeal=false"]].concat()).unwrap();
    let hands = [own, other].map(|card| {
        let mut cards = [card, 4, 5, 6];
        cards.sort_unstable();
        cards.map(|card| char::from(b'0' + card)).iter().collect::<String>()
    });
    let mut table = Table::with(game, &[&hands[0], &hands[1], "3456"], "");
    let other_place = if place == "D" { "D" } else { "" };
    table = table.walls(1, "g g g g g g").sent(&[place, other_place, ""]);
    table.duel(own, other);
    if own > other && place != "D" {
        table.play("loot 1 0 g");
    }
    // Where the round has ended they have moved on (H3); the report is from before.
    match table.state.round {
        0 => [table.hospital(0), table.hospital(1)],
        _ => {
            let count =
                |seat: usize| table.last_scoring()["hospital"][seat].as_u64().unwrap() as u32;
            [0, 1].map(|seat| {
                let [_, second, third] = table.hospital(seat);
                [second, third, count(seat) - second - third]
            })
        }
    }
}

const NONE: [u32; 3] = [0, 0, 0];
const STATION: [[u32; 3]; 3] = [[1, 0, 0], [0, 1, 0], [0, 0, 1]];

#[test]
fn h1_the_station_of_a_loser() {
    for (difference, station) in [(1, 2), (2, 2), (3, 1), (4, 1), (5, 1), (6, 1), (8, 1)] {
        let high = 1 + difference;
        assert_eq!(stations("D", high, 1, &[]), [NONE, STATION[station - 1]], "{difference}");
        assert_eq!(stations("D", 1, high, &[]), [STATION[station - 1], NONE], "{difference}");
        // An attacker that loses a siege (L5).
        assert_eq!(stations("1C", 1, high, &[]), [STATION[station - 1], NONE], "{difference}");
    }
    assert_eq!(stations("D", 4, 4, &[]), [STATION[2], STATION[2]]);
}

#[test]
fn h1_stations_by_the_rule_set() {
    let changes = ["hospital.stations=[1,2,3,1,2,3]"];
    for (difference, station) in [(0, 1), (1, 2), (2, 3), (3, 1), (4, 2), (5, 3), (6, 3), (8, 3)] {
        let expected = if difference == 0 { STATION[0] } else { NONE };
        let found = stations("D", 1 + difference, 1, &changes);
        assert_eq!(found, [expected, STATION[station - 1]], "{difference}");
    }
}

#[test]
fn h2_a_losing_defender_moves_on() {
    for (difference, station) in [(1, 3), (2, 3), (3, 2), (5, 2), (8, 2)] {
        let found = stations("1C", 1 + difference, 1, &[]);
        assert_eq!(found, [NONE, STATION[station - 1]], "{difference}");
    }
    for (advance, expected) in [(0, [2, 1]), (1, [3, 2]), (2, [3, 3]), (3, [3, 3])] {
        let changes = [&*format!("hospital.defender_advance={advance}")];
        for (difference, station) in [(2, expected[0]), (4, expected[1])] {
            let found = stations("1C", 1 + difference, 1, &changes);
            assert_eq!(found, [NONE, STATION[station - 1]], "{advance} {difference}");
        }
    }
}

#[test]
fn h2_e3_l5_a_tie_moves_nobody_on() {
    assert_eq!(stations("1C", 4, 4, &[]), [STATION[2], STATION[2]]);
    let changes = ["hospital.stations=[1,1,1,1,1,1]", "hospital.defender_advance=2"];
    assert_eq!(stations("1C", 4, 4, &changes), [STATION[0], STATION[0]]);
    // He does not defend again in this round: with a single Viking the village is open.
    let mut table = Table::new(3, &["setup.vikings.3=2"]).sent(&["1C 1B", "A", ""]);
    table.play("siege 1C").duel(2, 2);
    table.duel(1, 4);
    assert_eq!(table.fact(1, EketorpFact::Undefended), 1);
}

#[test]
fn h3_e12_everybody_moves_on_together() {
    let mut table = Table::new(3, &[]);
    let player = &mut table.state.players[0];
    for station in [1, 1, 1, 2, 2, 3, 3, 3] {
        player.sick.add(station);
    }
    let home: Vec<u32> = (0..4).map(|_| table.state.players[0].sick.advance()).collect();
    assert_eq!((home, table.hospital(0)), (vec![3, 2, 3, 0], [0; 3]));
}
