//! The deal as data (L1), what it depends on (L3), and which deals are refused (L4).

use serde_json::{Value, json};

use super::table::{SHIPS, Table, W1, W2, deal_json, game, plain_deal, seeded};
use crate::data;
use crate::game::Game;
use crate::games::vikings_on_board::deal::Deal;
use crate::recorded::Recorded;
use crate::seed::DealSeed;

#[test]
fn l1_a_deal_is_written_and_read() {
    let data = deal_json(SHIPS, W1, W2, &[1, 0, 2]);
    let deal: Deal = data::read(&data).unwrap();
    assert_eq!(serde_json::to_value(&deal).unwrap(), data);
    let table = Table::dealt(game(3, &[]).unwrap(), &deal);
    assert_eq!(table.all_ships(), SHIPS.split(' ').collect::<Vec<_>>());
    assert_eq!((table.state.w1.to_string(), table.state.w2.to_string()), (W1.into(), W2.into()));
    assert_eq!(table.waiting(), "102021210");
    // The uppermost token is drawn first.
    assert_eq!(table.after("go 5").legal()[0], "load h 1");
    for players in 2..=4 {
        let game = game(players, &[]).unwrap();
        for number in 0..100 {
            let deal = seeded(&game, number);
            assert_eq!(data::read::<Deal>(&data::write(&deal)).unwrap(), deal);
            assert_eq!(game.check_deal(&deal), Ok(()));
        }
    }
}

#[test]
fn l3_only_component_counts_influence_a_deal() {
    let plain = game(3, &[]).unwrap();
    let others = [
        "ships.max_bodies=9",
        "ships.departures=2",
        "bodies.crew_shields=3",
        "barrels.values=[9, 9, 9, 9]",
        "barrels.max_per_ship=1",
        "warehouse_2.draw=1",
        "warehouse_2.return=choice",
        "market.max=9",
        "options.null_moves=true",
        "options.max_rounds=3",
        "setup.row.3=CBA",
    ];
    let changed = game(3, &others).unwrap();
    for number in 0..50 {
        let deal = seeded(&plain, number);
        assert_eq!(seeded(&changed, number), deal);
        // Ships and stacks do not depend on the number of players.
        for players in [2, 4] {
            let other = seeded(&game(players, &[]).unwrap(), number);
            assert_eq!((&other.ships, other.w1, other.w2), (&deal.ships, deal.w1, deal.w2));
        }
        // Supplies leave the ships alone, and shields the stacks; the pile is one.
        let supplies = game(3, &["supplies.hide=9", "supplies.metal=2"]).unwrap();
        let supplies = seeded(&supplies, number);
        assert_eq!((&supplies.ships, &supplies.order), (&deal.ships, &deal.order));
        let shields = seeded(&game(3, &["bodies.shields=[1, 1, 1, 4, 4, 9]"]).unwrap(), number);
        assert_eq!((shields.w1, shields.w2, &shields.order), (deal.w1, deal.w2, &deal.order));
        let clans = |deal: &Deal| deal.ships.map(|ship| ship.0.map(|body| body.clan));
        assert_eq!(clans(&shields), clans(&deal));
        let split = seeded(&game(3, &["supplies.warehouse_1=3"]).unwrap(), number);
        let pile = |deal: &Deal| format!("{}{}", deal.w1, deal.w2);
        assert_eq!((pile(&split), split.w1.len()), (pile(&deal), 3));
    }
}

#[test]
fn l2_seed_and_number_name_a_deal() {
    let game = game(4, &[]).unwrap();
    let deal = |seed, deal| game.deal(DealSeed { seed, deal });
    assert_eq!(deal(1, 2), deal(1, 2));
    let others = [deal(1, 3), deal(2, 2), deal(2, 1)];
    for other in others {
        assert!(other.ships != deal(1, 2).ships && other.w1 != deal(1, 2).w1);
    }
}

/// Why a deal is refused, on reading or on checking.
fn refusal(players: usize, change: impl FnOnce(&mut Value)) -> String {
    let order: Vec<u8> = (0..players as u8).collect();
    let mut data = deal_json(SHIPS, W1, W2, &order);
    change(&mut data);
    let read = game(players, &[]).unwrap().read_deal(&data);
    read.map_or_else(|error| error.to_string(), |_| "accepted".to_owned())
}

#[test]
fn l4_deals_that_are_not_of_the_box_are_refused() {
    let ship = |number: usize, text: &'static str| {
        move |data: &mut Value| data["ships"][number - 1] = json!(text)
    };
    let key = |key: &'static str, value: Value| move |data: &mut Value| data[key] = value;
    assert_eq!(refusal(3, |_| ()), "accepted");
    for (found, reason) in [
        // S2: three clans on a ship, and each clan's own shields.
        (refusal(3, ship(1, "R1R1G1")), "key `ships`: ship 1 has two bodies of one clan"),
        (refusal(3, ship(8, "B3G3B3")), "key `ships`: ship 8 has two bodies of one clan"),
        (refusal(3, ship(4, "B2G2G2")), "key `ships`: ship 4 has two bodies of one clan"),
        (refusal(3, ship(1, "R1B1G2")), "key `ships`: clan `G` has shields [1, 2, 2, 2, 3, 3]"),
        (refusal(3, ship(8, "R3G3Y3")), "key `ships`: clan `R` has shields [1, 1, 2, 2, 3, 3, 3]"),
        (refusal(3, ship(1, "R9B1G1")), "key `ships`: clan `R`"),
        // Texts that are no ship.
        (refusal(3, ship(1, "R1B1")), "`R1B1` is no ship"),
        (refusal(3, ship(1, "R1B1G1Y1")), "`R1B1G1Y1` is no ship"),
        (refusal(3, ship(1, "R1B1G")), "`R1B1G` is no ship"),
        (refusal(3, ship(1, "R1B1X1")), "`R1B1X1` is no ship"),
        (refusal(3, ship(1, "R0B1G1")), "`R0B1G1` is no ship"),
        (refusal(3, ship(1, "R1+B1G1")), "`R1+B1G1` is no ship"),
        (refusal(3, ship(1, "é1B1G1")), "`é1B1G1` is no ship"),
        (refusal(3, ship(1, "")), "`` is no ship"),
        (refusal(3, key("ships", json!(["R1B1G1"]))), "key `ships`: must be a list of 8, not of 1"),
        // S1: fifteen supplies, seven of them in W1.
        (refusal(3, key("w1", json!("hgmhgmm"))), "supplies `h`, but the rules have 5"),
        (refusal(3, key("w2", json!("gmhgmhg"))), "4 supplies `m`, but the rules have 5"),
        (
            refusal(3, |data| {
                data["w1"] = json!("hgmhgmhg");
                data["w2"] = json!("mhgmhgm");
            }),
            "key `w1`: 8 supplies instead of 7",
        ),
        (refusal(3, key("w1", json!("hgmhgmx"))), "`x` is no supply; expected h g m"),
        (refusal(3, key("w1", json!("h".repeat(31)))), "more than 30 supplies"),
        // S3: each seat once.
        (
            refusal(3, key("order", json!([0, 1]))),
            "key `order`: expected each seat from 0 to 2 once",
        ),
        (refusal(3, key("order", json!([0, 1, 1]))), "key `order`: expected each seat"),
        (refusal(3, key("order", json!([0, 1, 3]))), "key `order`: expected each seat"),
        (refusal(2, key("order", json!([0, 1, 2]))), "key `order`: expected each seat from 0 to 1"),
        (refusal(4, key("order", json!([0, 1, 2, 3, 0]))), "more than 4 seats in `order`"),
        (refusal(4, key("order", json!([]))), "key `order`: expected each seat"),
        (refusal(4, key("order", json!([0, -1, 2, 3]))), "order[1]=-1: must be a whole number"),
        (
            refusal(3, key("more", json!(1))),
            "key `more`: there is no such key; there are: ships, w1, w2, order",
        ),
    ] {
        assert!(found.contains(reason), "{found}, not {reason}");
    }
}

#[test]
fn l4_a_deal_begins_without_vikings_on_bodies() {
    let mut deal = plain_deal(2);
    deal.ships[0].0[0].crew = true;
    assert_eq!(game(2, &[]).unwrap().check_deal(&deal).unwrap_err().key, "ships");
}
