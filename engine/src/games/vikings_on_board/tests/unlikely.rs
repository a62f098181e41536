//! Sizes that hardly ever occur: a ship of all bodies, all supplies in one stack, more drawn than there
//! is, vikings that count nothing.

use super::table::{Table, game};
use crate::game::Game;
use crate::seed::Rng;

#[test]
fn r5_a_ship_of_all_24_bodies() {
    let mut table = Table::new(4, &["ships.max_bodies=24"]);
    // One after the other, from wherever it stands, to ship 5.
    let mut expected = table.ship(5);
    for from in [8, 1, 7, 2, 6, 3, 4] {
        for _ in 0..3 {
            expected += &table.ship(from)[..2];
            table = table.row("00").moved("");
            table.play(&format!("go 7; move {from}.1 5"));
            assert_eq!(table.ship(5), expected);
        }
        assert_eq!(table.ship(from), "");
    }
    table = table.row("00").moved("").load(5, "hgmhg");
    assert_eq!(expected.len(), 48);
    // Exchange needs a second ship, which no body stands on.
    assert!(!table.allows("go 11"));
    let moves = table.clone().after("go 7").targets("move");
    assert!(
        moves.contains(&"5.24 8".to_owned()) && moves.iter().all(|text| text.starts_with("5."))
    );
    let last = table.clone().after("go 7; move 5.24 8");
    assert_eq!(
        (last.ship(5), last.ship(8)),
        (expected[..46].to_owned(), expected[46..].to_owned())
    );
    // Every clan has 12 shields: the order of the first bodies decides.
    let sailed = table.sailing(0).after("sail 5");
    let mut order: Vec<char> = Vec::new();
    for letter in expected.chars().filter(char::is_ascii_uppercase) {
        if !order.contains(&letter) {
            order.push(letter);
        }
    }
    let table = sailed.after("take h; take h; take g; take m");
    let told = table.last_scoring();
    assert_eq!(told["influence"], String::from_iter(&order));
    assert_eq!(told["taken"].as_array().unwrap().iter().filter(|goods| *goods == "gg").count(), 0);
    // No body is left on any dock.
    let after = table.row("00").moved("");
    for space in [2, 3, 7, 11] {
        assert!(!after.allows(&format!("go {space}")));
    }
}

#[test]
fn c3_all_supplies_in_one_stack() {
    for (stack, space) in [(0, 9), (30, 5)] {
        let first = format!("supplies.warehouse_1={stack}");
        let changes = [
            "supplies.hide=9",
            "supplies.grain=10",
            "supplies.metal=11",
            &first,
            "warehouse_2.draw=40",
        ];
        let tokens = "hgmgm".repeat(6);
        let tokens = tokens.replacen("hgmgmhgmgm", "hgmhhmhgmm", 1);
        let (w1, w2) = if stack == 0 { ("", tokens.as_str()) } else { (tokens.as_str(), "") };
        let mut table = Table::new(3, &changes).stacks(w1, w2);
        let mut left: Vec<char> = tokens.chars().collect();
        while !left.is_empty() {
            table = table.row("00").moved("");
            assert_eq!(table.allows("go 5"), space == 5);
            assert_eq!(table.allows("go 9"), space == 9);
            table.play(&format!("go {space}"));
            // From W2 all are drawn: the last kind that there is, of which the first is loaded.
            let load = table.legal().last().unwrap().clone();
            let good = load.chars().nth(5).unwrap();
            table.play(&load);
            let at = left.iter().position(|&other| other == good).unwrap();
            assert!(space == 9 || at == 0, "the uppermost of W1");
            left.remove(at);
            let stack = if space == 9 { table.state.w2 } else { table.state.w1 };
            assert_eq!(stack.to_string(), String::from_iter(&left));
            if space == 9 {
                // The drawer has seen them all.
                let view = table.game.view(&table.state, crate::seat::Seat::new(0));
                let drawn = view.draw(&mut Rng::from_seed(1));
                assert_eq!(drawn.w2, table.state.w2);
                assert!((0..left.len() as u32).all(|place| view.token(place).is_some()));
            }
        }
        assert_eq!(table.on_bow(8).len(), 30);
        assert!(!table.row("00").moved("").allows(&format!("go {space}")));
    }
}

#[test]
fn a9_thirty_tokens_go_through_the_hands_of_all() {
    let changes =
        ["supplies.hide=20", "supplies.metal=5", "supplies.warehouse_1=0", "warehouse_2.draw=29"];
    let game = game(4, &changes).unwrap();
    for number in 0..40 {
        let mut table = Table::dealt(game.clone(), &super::table::seeded(&game, number));
        let mut rng = Rng::from_seed(number);
        while let Some(seat) = table.mover() {
            let drawn = table.game.view(&table.state, crate::seat::Seat::new(seat)).draw(&mut rng);
            assert_eq!(drawn.w2.len(), table.state.w2.len());
            let count = |stack: crate::games::vikings_on_board::stack::Stack| {
                super::naive::sorted(&stack.to_string())
            };
            assert_eq!(count(drawn.w2), count(table.state.w2));
            table.play_any(&mut rng);
        }
    }
}

#[test]
fn a10_vikings_that_count_nothing() {
    let table = Table::new(2, &["bodies.crew_shields=0"]).ships("B1R1+ G1 -").load(1, "h");
    let table = table.bet(1, 4, "1.B").bet(0, 4, "1.R").sailing(0).after("sail 1");
    assert_eq!(table.last_scoring()["influence"], "BR");
    assert_eq!((table.won(1), table.goods(1)), (vec![4], "h".to_owned()));
}

#[test]
fn d4_thirty_supplies_on_one_bow() {
    let mut table = Table::new(3, &[]).ships("R3B2G1Y1 -").load(1, &"hgm".repeat(10)).sailing(0);
    table.play("sail 1");
    let mut rng = Rng::from_seed(5);
    let mut clocks = Vec::new();
    while table.mover().is_some() {
        clocks.push((table.mover(), table.game.clock(&table.state)));
        table.play_any(&mut rng);
    }
    let all = clocks.len();
    clocks.dedup();
    assert_eq!(clocks.len(), all, "every decision has a place of its own");
    let taken: usize = table.all_goods().iter().map(String::len).sum();
    let told = serde_json::to_value(&table.ledger.scorings()[0]).unwrap();
    let boxed = told["box"].as_str().unwrap().len();
    // Every fourth pick is yellow's, which is unplayed: 7 of 30, and the last two go to red and blue.
    assert_eq!((taken, boxed), (23, 7));
}
