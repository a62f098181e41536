//! The table as data for a picture.

use serde_json::{Value, json};

use super::table::{Table, opening_with};
use crate::game::Game;
use crate::games::vikings::variant::Variant;
use crate::recorded::Recorded;
use crate::seed::Rng;

fn scene<V: Variant>(table: &Table<V>) -> Value {
    table.game.scene(&table.state).unwrap()
}

#[test]
fn threats_and_figures_of_a_tableau() {
    // The ship of column 1 reaches G and is repelled, that of column 2 reaches S.
    let text = "ships GS | W [+] | N [+] | S [] | G [+] | F [=+=+] | ashore FB";
    let table = Table::base(2).tableau(1, text);
    let scene = scene(&table);
    let seat = &scene["seats"][1];
    assert_eq!(seat["repelled"], json!([1]));
    assert_eq!(seat["threatened"], json!(["W2", "N2", "S2"]));
    assert_eq!((&seat["islands"], &seat["longest"]), (&json!(5), &json!(4)));
    // On tiles W1, N1, G1, F2, F3, and two ashore; the fishermen are safe.
    assert_eq!((&seat["meals"], &seat["food"]), (&json!(7), &json!(10)));
    assert_eq!(scene["seats"][0]["threatened"], json!([]));
    assert_eq!(scene["sails"]["S"], json!({ "gold": 5, "glory": 0 }));
    assert_eq!(scene["heading"], "round 1, purchase 1: seat 0 buys");
}

#[test]
fn spaces_keep_their_numbers_when_prices_fall() {
    let mut table = Table::base(2);
    let before = scene(&table);
    let letters = |scene: &Value| -> Vec<Value> {
        scene["spaces"].as_array().unwrap().iter().map(|lot| lot["tile"].clone()).collect()
    };
    let mut expected = letters(&before);
    assert_eq!(before["spaces"][11]["price"], 11);
    table.buy(11);
    expected[11] = Value::Null;
    let after = scene(&table);
    assert_eq!(letters(&after), expected);
    while scene(&table)["spaces"][0] != Value::Null {
        let price: u32 = table.legal()[0].strip_prefix("buy ").unwrap().parse().unwrap();
        let space = (0..12).find(|&space| scene(&table)["spaces"][space]["price"] == price);
        expected[space.unwrap()] = Value::Null;
        table.buy(price);
    }
    let after = scene(&table);
    assert_eq!(letters(&after), expected);
    assert_eq!(after["winning_price"], Value::Null);
}

#[test]
fn a3_vikings_come_onto_the_highest_spaces_first() {
    let bonus = "noble1 scout1 gold5 gold3";
    let mut table = Table::preset(2, "advanced", &[]);
    let deal = opening_with("[[[[]]]]abcd", "FFGGSSNNWWBBB", bonus);
    table.state = table.game.state(&deal);
    assert_eq!(scene(&table)["spaces"], json!(vec![Value::Null; 12]));
    for action in ["bid 0", "pass", "remove B", "set W"] {
        table.play(action);
    }
    let now = scene(&table);
    let vikings: Vec<&Value> =
        now["spaces"].as_array().unwrap().iter().map(|lot| &lot["viking"]).collect();
    assert_eq!(vikings[9..], [&Value::Null, &json!("W"), &json!("W")]);
    assert_eq!(now["spaces"][11], json!({ "tile": "d", "viking": "W" }));
    while table.state.phase == super::super::state::Phase::Set {
        let first = table.legal().swap_remove(0);
        table.play(&first);
    }
    let now = scene(&table);
    assert_eq!((&now["winning_price"], &now["bonus_row"][0]), (&json!(11), &json!("gold5")));
    assert_eq!(now["spaces"][0]["price"], 0);
}

/// Whatever happens, the picture shows the lots, at their prices, that the table has.
#[test]
fn lots_and_spaces_agree_in_random_games() {
    for game in 0..20 {
        let mut rng = Rng::from_seed(game);
        let mut table = Table::preset(2 + game as usize % 3, "advanced", &[]);
        while table.mover().is_some() {
            table.play_any(&mut rng);
            let now = scene(&table);
            let shown: Vec<Value> = now["spaces"]
                .as_array()
                .unwrap()
                .iter()
                .filter(|lot| !lot.is_null())
                .cloned()
                .collect();
            match now.get("lots") {
                Some(lots) => {
                    let prices = |lots: &[Value]| -> Vec<[Value; 3]> {
                        let key = |lot: &Value| ["price", "tile", "viking"].map(|k| lot[k].clone());
                        lots.iter().map(key).collect()
                    };
                    assert_eq!(prices(&shown), prices(lots.as_array().unwrap()));
                }
                None => assert_eq!(shown.len(), 12),
            }
        }
    }
}
