//! The table as data for a picture.

use serde_json::{Value, json};

use super::agreement::each_table;
use super::table::Table;
use crate::game::Game;
use crate::recorded::Recorded;

fn scene(table: &Table) -> Value {
    table.game.scene(&table.state).unwrap()
}

#[test]
fn a_scene_has_what_is_on_the_table() {
    let table = Table::turn(2, "balanced")
        .village(0, "villager a2, soldier b1, field c3")
        .longships(0, "abc");
    let table = table.hand(0, "bow").hand(1, "counter").edicts(1, 1);
    let told = scene(&table);
    assert_eq!(told["drawing"], "no-more-vikings");
    assert!(
        told["note"].as_str().unwrap().contains("stand-ins") && table.text().contains("stand-ins")
    );
    assert_eq!(told["heading"], "round 1 of 12: seat 0 has its turn (actions left: 2, draw owed)");
    assert_eq!(
        (&told["rows"], &told["columns"], &told["window"]),
        (&json!(4), &json!(["a", "b", "c", "d"]), &Value::Null)
    );
    assert_eq!((&told["months"][1], &told["official"]["points"]), (&json!("villager"), &json!(6)));
    let seat = &told["seats"][0];
    assert_eq!(seat["village"][0], json!([null, "soldier", null, null]));
    assert_eq!(seat["village"][1], json!(["villager", null, null, null]));
    assert_eq!(
        seat["longships"],
        json!([
            { "column": "a", "soldiers": 0, "raid": "a2" },
            { "column": "b", "soldiers": 1, "raid": null },
            { "column": "c", "soldiers": 0, "raid": null },
        ])
    );
    assert_eq!((&seat["score"], &seat["parts"]["points_villagers"]), (&json!(0), &json!(-1)));
    assert_eq!(seat["hand"], json!([{ "card": 13, "kind": "bow", "known_by": [] }]));
    let told = scene(&table.after("play bow"));
    assert_eq!((&told["window"]["kind"], &told["to_move"]), (&json!("bow"), &json!(1)));
}

#[test]
fn h3_a_stolen_card_is_shown_as_known_to_its_former_holder() {
    let mut table = Table::turn(2, "").hand(0, "steal").hand(1, "bow");
    table.play("play steal 1").passed();
    let expected = json!([{ "card": 13, "kind": "bow", "known_by": [1] }]);
    assert_eq!(scene(&table)["seats"][0]["hand"], expected);
}

#[test]
fn every_state_has_a_scene() {
    each_table(1, |table, seen| {
        if seen.is_multiple_of(11) {
            let told = scene(table);
            assert_eq!(told["seats"].as_array().unwrap().len(), table.game.players());
            assert!(told["heading"].as_str().unwrap().contains("seat"));
        }
    });
}
