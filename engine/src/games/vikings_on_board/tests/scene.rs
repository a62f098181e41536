//! The table as data for a picture.

use serde_json::{Value, json};

use super::table::Table;
use crate::recorded::Recorded;
use crate::seed::Rng;

fn scene(table: &Table) -> Value {
    table.game.scene(&table.state).unwrap()
}

#[test]
fn a_scene_has_what_is_on_the_table() {
    let table = Table::new(3, &[]).ships("R1B3+R3 G2 x").load(1, "hhm").bet(2, 4, "1.B");
    let table = table.bet(0, 2, "3.Y").row(".1.2").moved("0").market([1, 2, 4]).owning(1, "gm");
    let told = scene(&table);
    assert_eq!(told["heading"], "round 1: seat 1 moves a viking");
    assert_eq!((&told["market"], &told["to_move"]), (&json!({"h":1,"g":2,"m":4}), &json!(1)));
    let space = |name: &str, waits: Value, moved: Value| json!({ "name": name, "waits": waits, "moved": moved });
    assert_eq!(told["spaces"][0], space("First Player", Value::Null, json!(0)));
    assert_eq!(told["spaces"][1], space("Promote", json!(1), Value::Null));
    assert_eq!(told["spaces"][10], space("Exchange", Value::Null, Value::Null));
    // Red has 1 + 3, and so has blue, 3 and its crew; red is nearer to the bow.
    let body = |clan: &str, shields: u8, crew: bool| json!({ "clan": clan, "shields": shields, "crew": crew });
    let one = json!({
        "ship": "1",
        "docked": true,
        "sailing": false,
        "bow": "hhm",
        "bodies": [body("R", 1, false), body("B", 3, true), body("R", 3, false)],
        "influence": [{ "clan": "R", "shields": 4 }, { "clan": "B", "shields": 4 }],
        "bets": [{ "clan": "B", "seat": 2, "value": 4 }],
    });
    assert_eq!(told["ships"][0], one);
    let sailed = &told["ships"][2];
    assert_eq!((&sailed["docked"], &sailed["bodies"]), (&json!(false), &json!([])));
    assert_eq!(sailed["bets"], json!([{ "clan": "Y", "seat": 0, "value": 2 }]));
    let own = &told["seats"][1];
    assert_eq!(
        (&own["clan"], &own["supplies"], &own["score"]),
        (&json!("B"), &json!("gm"), &json!(6))
    );
    assert_eq!(told["seats"][2]["barrels"][3], json!({ "value": 4, "place": "on 1.B" }));
}

#[test]
fn a_departure_is_seen_and_every_table_has_a_scene() {
    let table = Table::new(2, &[]).ships("R3G2 B1").load(1, "hg").sailing(0);
    let told = scene(&table.after("sail 1"));
    assert_eq!((&told["ships"][0]["sailing"], &told["picks"]), (&json!(true), &json!("RG")));
    for players in 2..=4 {
        let (mut table, mut rng) = (Table::new(players, &[]), Rng::from_seed(players as u64));
        while table.mover().is_some() {
            assert_eq!(scene(&table)["to_move"], json!(table.mover()));
            table.play_any(&mut rng);
        }
        let told = scene(&table);
        assert_eq!(told["picks"], Value::Null);
        let scores: Vec<&Value> = (0..players).map(|seat| &told["seats"][seat]["score"]).collect();
        assert_eq!(json!(scores), json!(table.score()));
    }
}
