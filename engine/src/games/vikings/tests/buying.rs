//! Buying (B1 to B4).

use super::table::{Table, deal, game, opening};
use crate::game::Game;
use crate::games::vikings::fact::VikingsFact as Fact;
use crate::recorded::Recorded;
use crate::seed::Rng;

/// A first purchase with this gold and glory; twelve islands, four of them with fishermen.
fn purse(gold: u32, glory: u32) -> Table {
    let deal = opening("[[[[[[]]]]]]", "FFFFGGSNWWBB");
    let changes = [format!("setup.gold.2={gold}"), format!("setup.glory={glory}")];
    Table::dealt(game(2, &[&changes[0], &changes[1]]).unwrap(), &deal)
}

fn prices(table: &Table) -> Vec<u32> {
    let legal = table.legal();
    legal.iter().map(|action| action.strip_prefix("buy ").unwrap().parse().unwrap()).collect()
}

#[test]
fn b1_a_turn_is_one_purchase_and_nobody_may_pass() {
    let game = game(4, &[]).unwrap();
    for number in 0..50 {
        let mut table = Table::dealt(game.clone(), &deal(&game, number));
        let mut rng = Rng::from_seed(number);
        let (mut buyer, mut purchases) = (3, 0);
        while let Some(seat) = table.mover().filter(|_| table.state.round() == 1) {
            let legal = table.legal();
            let buying = legal[0].starts_with("buy");
            if buying {
                // Nothing but purchases, and it is the next seat's turn.
                assert!(legal.iter().all(|action| action.starts_with("buy ")), "{legal:?}");
                assert!(!table.allows("stop") && !table.allows("discard"));
                assert_eq!(seat, (buyer + 1) % 4);
                (buyer, purchases) = (seat, purchases + 1);
            } else {
                assert_eq!(seat, buyer);
                assert!(!table.allows("buy 0"));
            }
            table.play_any(&mut rng);
        }
        assert_eq!(purchases, 12);
    }
}

#[test]
fn b2_any_price_up_to_gold_and_glory() {
    assert_eq!(prices(&purse(5, 3)), [1, 2, 3, 4, 5, 6, 7, 8]);
    assert_eq!(prices(&purse(1, 0)), [1]);
    assert_eq!(prices(&purse(0, 2)), [0, 1, 2]);
    assert_eq!(prices(&purse(11, 0)), (1..12).collect::<Vec<_>>());
    assert_eq!(prices(&purse(1000, 1000)), (1..12).collect::<Vec<_>>());
}

#[test]
fn b2_gold_pays_first_and_glory_the_shortfall() {
    for (gold, glory, price, left) in [
        (30, 10, 11, (19, 10)),
        (11, 10, 11, (0, 10)),
        (4, 10, 11, (0, 3)),
        (0, 10, 9, (0, 1)),
        (1, 10, 11, (0, 0)),
    ] {
        let mut table = purse(gold, glory);
        table.play(&format!("buy {price}"));
        assert_eq!(table.purse(0), left, "{gold} {glory} {price}");
        assert_eq!(table.fact(0, Fact::GoldSpent), gold.min(price) as i32);
        let exchanged = price.saturating_sub(gold) as i32;
        assert_eq!(table.fact(0, Fact::GloryExchanged), -exchanged);
        // Nobody else pays.
        assert_eq!(table.purse(1), (gold as i32, glory as i32));
    }
    // Glory never goes below 0: one more than gold and glory is too dear.
    assert!(!purse(3, 4).allows("buy 8") && purse(3, 4).allows("buy 7"));
}

#[test]
fn b3_the_lot_priced_0_waits_for_the_last_of_its_colour() {
    let mut table = purse(30, 10);
    assert!(!table.allows("buy 0"));
    for price in [2, 1] {
        table.buy(price);
        assert!(!table.allows("buy 0"), "another fisherman is still on the wheel");
    }
    table.buy(3);
    // The last fisherman; the other lots are for sale all the same.
    assert_eq!(prices(&table), [0, 4, 5, 6, 7, 8, 9, 10, 11]);
}

#[test]
fn b3_gold_alone_decides_whether_someone_is_too_poor() {
    // Another fisherman stands at price 1, and 0 gold is less than that, whatever the glory.
    assert!(purse(0, 10).allows("buy 0"));
    assert!(purse(0, 0).allows("buy 0"));
    assert!(!purse(1, 10).allows("buy 0"));
    assert!(!purse(1, 0).allows("buy 0"));
    // With price 1 sold the lowest price above 0 is 2: now 1 gold is too little, 2 are not.
    for (gold, free) in [(0, true), (1, true), (2, false), (3, false)] {
        let mut table = purse(30, 10);
        table.buy(1);
        table.state.tableaus.seat_mut(1).gold = gold;
        assert_eq!(table.allows("buy 0"), free, "{gold}");
        // Nobody is obliged to exchange glory, but everybody may.
        assert!(table.allows("buy 2") && table.allows("buy 3"));
    }
}

#[test]
fn b3_a_lone_colour_at_price_0_is_free_for_all() {
    let deal = opening("[[[[[[]]]]]]", "FGGSSNNWWBBB");
    let table = Table::dealt(game(2, &[]).unwrap(), &deal);
    assert_eq!(prices(&table), (0..12).collect::<Vec<_>>());
}

/// Everything sorted: single-coloured draws, and rounds of one kind of tile.
const SORTED: &str = r#"{
    "stacks":["[[[[[[[[[[[[","[[[[[]]]]]]]","]]]]]]]]]]]]","]]aaaaabbbbb","cccccdddddNN","NSSSSGGGGFFF"],
    "bag":["FFFFFFFFFFFF","GGGGGGGGGGGG","SSSSSSSSSSSS","NNNNNNNNNNNN","WWWWWWWWWWWW","BBBBBBBBBBBB"],
    "bonus":[]
}"#;

#[test]
fn b4_there_is_always_a_purchase_and_a_round_has_twelve() {
    for (players, changes) in [
        (2, vec![]),
        (3, vec!["setup.gold.3=0", "setup.glory=0"]),
        (4, vec!["setup.gold.4=3", "setup.glory=1"]),
    ] {
        let game = game(players, &changes).unwrap();
        let sorted = serde_json::from_str(SORTED).unwrap();
        game.check_deal(&sorted).unwrap();
        for number in 0..200 {
            let dealt = if number % 4 == 0 { sorted.clone() } else { deal(&game, number) };
            let mut table = Table::dealt(game.clone(), &dealt);
            let mut rng = Rng::from_seed(number);
            let mut purchases = [0; 6];
            while table.mover().is_some() {
                assert!(table.game.count_legal(&table.state) >= 1);
                let (round, made) = (table.state.round() - 1, table.state.purchases());
                if table.play_any(&mut rng).starts_with("buy") {
                    assert_eq!(made, purchases[round]);
                    purchases[round] += 1;
                }
            }
            assert_eq!(purchases, [12; 6]);
        }
    }
}

#[test]
fn e7_fishermen_on_prices_0_1_and_2() {
    let deal = opening("[[[[[[]]]]]]", "FFFGGSSNNWWB");
    let mut table = Table::dealt(game(3, &[]).unwrap(), &deal);
    for (seat, price) in [(0, 1), (1, 2)] {
        table.state.tableaus.seat_mut(seat).gold = price;
        assert!(!table.allows("buy 0"), "not for sale to a player with gold");
        table.buy(price as u32);
    }
    assert_eq!(table.lots().split(' ').next(), Some("0:[F"));
    assert!(table.allows("buy 0"), "the two others are bought");
    table.play("buy 0");
    // The wheel turns on to the next lot.
    assert_eq!(table.lots(), "0:[G 1:[G 2:[S 3:]S 4:]N 5:]N 6:]W 7:]W 8:]B");
}
