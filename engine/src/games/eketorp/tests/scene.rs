//! The table as data for a picture.

use serde_json::{Value, json};

use super::agreement::each_table;
use super::table::Table;
use crate::games::eketorp::state::Phase;
use crate::recorded::Recorded;

fn scene(table: &Table) -> Value {
    table.game.scene(&table.state).unwrap()
}

#[test]
fn a_scene_has_what_is_on_the_table() {
    let mut table = Table::new(3, &[]).walls(1, "gw c - - - s");
    table.send(&["A D 1C", "D", "1C"]);
    let told = scene(&table);
    assert_eq!(told["heading"], "round 1 of at most 10: seat 0 chooses a fight or a siege");
    let d = json!({ "space": "D", "stones": "c", "vikings": [1, 1, 0], "conflict": "fight" });
    assert_eq!((&told["spaces"][3], &told["card"], &told["duel"]), (&d, &json!(1), &Value::Null));
    let camp = json!({ "place": "1C", "seats": [0, 2], "held": false, "conflict": "fight" });
    let one = &told["seats"][1];
    assert_eq!((&one["besieged"][0], &one["walls"]), (&camp, &json!(["gw", "c", "", "", "", "s"])));
    assert_eq!(
        (&one["hand"], &one["pile"], &one["open"]),
        (&json!("2344"), &json!(""), &json!(false))
    );
    assert_eq!((&one["home"], &one["points"], &one["stones"]), (&json!(7), &json!(15), &json!(4)));
    // The duel: seat 0's card lies face down.
    table.play("fight D 1; keep; keep; card 5");
    let duel = json!({ "place": "D", "attacker": 0, "defender": 1, "card": 5, "points": null });
    assert_eq!(scene(&table)["duel"], duel);
    table.play("card 3");
    assert_eq!(scene(&table)["seats"][1]["hospital"], json!([0, 1, 0]));
    // Seat 2 wins the siege space, and then the siege: 6 against 4.
    table.duel(3, 2);
    assert_eq!(table.conflict(), ("1C".into(), 2, 1));
    assert_eq!(scene(&table)["seats"][1]["besieged"][0]["held"], json!(true));
    table.duel(6, 4);
    let told = scene(&table);
    assert_eq!((table.phase(), &told["duel"]["points"]), (Phase::Loot, &json!(2)));
    table.play("loot 1 0 w");
    assert_eq!(scene(&table)["seats"][2]["load"], "w");
}

#[test]
fn stones_without_room_lie_beside() {
    let table = Table::new(3, &[]).walls(0, "ggg ggg ggg ggg ggg gg").sent(&["A B", "", ""]);
    let told = scene(&table);
    assert_eq!((&told["seats"][0]["beside"], &told["to_move"]), (&json!("w"), &Value::Null));
    assert_eq!(told["heading"], "the game is over after round 1");
}

#[test]
fn a_scene_says_what_the_choices_are() {
    each_table(1, |table, _| {
        let told = scene(table);
        assert_eq!(told["to_move"], json!(table.mover()));
        let places: Vec<&Value> = told["spaces"].as_array().unwrap().iter().collect();
        let camps: Vec<&Value> = told["seats"]
            .as_array()
            .unwrap()
            .iter()
            .flat_map(|seat| seat["besieged"].as_array().unwrap())
            .collect();
        let fights: Vec<&Value> =
            places.iter().chain(&camps).copied().filter(|one| one["conflict"] == "fight").collect();
        let sieges: Vec<&&Value> = camps.iter().filter(|one| one["conflict"] == "siege").collect();
        for text in table.legal() {
            let place = text.split(' ').nth(1).unwrap_or_default();
            if text.starts_with("fight") {
                assert!(
                    fights.iter().any(|one| one["space"] == place || one["place"] == place),
                    "{text}"
                );
            }
            if text.starts_with("siege") {
                assert!(sieges.iter().any(|one| one["place"] == place), "{text}");
            }
        }
    });
}
