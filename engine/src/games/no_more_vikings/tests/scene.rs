//! The table as data for a picture.

use serde_json::{Value, json};

use super::agreement::each_table;
use super::table::Table;
use crate::game::Game;
use crate::games::no_more_vikings::NoMoreVikings;
use crate::recorded::Recorded;
use crate::seat::Seat;

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

#[test]
fn what_is_a_stand_in_and_what_was_typed_in_is_said_wherever_the_game_is_shown() {
    let board = "board.rows=5";
    let cards = "cards=[{kind='bow',landing=['a','b','c','d','a','b']}]";
    let whims = "whims=[{name='x',points=1,none='field'},{name='y',points=1,none='field'},\
                 {name='z',points=1,none='field'},{name='u',points=1,none='field'},{name='v',points=1,none='field'}]";
    for (changes, expected) in [
        (&[][..], "a reconstruction: boards, cards and whims are stand-ins"),
        (&["scoring.villager=0"][..], "a reconstruction: boards, cards and whims are stand-ins"),
        (
            &[board, cards, whims][..],
            "a reconstruction of the procedure; boards, cards and whims are those of the rules file",
        ),
        (
            &[cards, whims],
            "a reconstruction of the procedure; cards and whims are those of the rules file, boards are stand-ins",
        ),
        (
            &[cards],
            "a reconstruction of the procedure; cards are those of the rules file, boards and whims are stand-ins",
        ),
        (
            &[board],
            "a reconstruction of the procedure; boards are those of the rules file, cards and whims are stand-ins",
        ),
    ] {
        let table = Table::new(2, changes);
        assert_eq!(scene(&table)["note"], expected);
        assert_eq!(table.game.about(), format!("No More Vikings!, {expected}"));
        let line = format!("\n({expected})\n");
        let view = table.game.view(&table.state, Seat::new(1)).text();
        assert!(view.contains(&line) && table.text().contains(&line), "{view}");
    }
    assert_eq!(Table::new(2, &[]).game.about(), NoMoreVikings::ABOUT);
}
