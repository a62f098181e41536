//! What views tell people and programs of the decision that is under way.

use serde_json::{Value, json};

use super::table::{Table, advanced, opening_with};
use crate::game::Game;
use crate::games::vikings::state::Phase;
use crate::games::vikings::variant::Variant;
use crate::seat::Seat;

/// The first line of the text and the fields, which must be the same for every seat.
fn told<V: Variant>(table: &Table<V>) -> (String, Value) {
    let mut views = Seat::all(table.game.players()).map(|seat| {
        let view = table.game.view(&table.state, seat);
        (view.text(), Value::Object(view.fields()))
    });
    let first = views.next().unwrap();
    assert!(views.all(|view| view == first));
    (first.0.lines().next().unwrap().to_owned(), first.1)
}

#[test]
fn p7_the_lot_is_told_while_the_start_tile_is_placed() {
    let mut table = Table::base(2);
    let lot = table.lots().split(' ').next_back().unwrap().to_owned();
    let (tile, viking) = (lot[3..4].to_owned(), lot[4..5].to_owned());
    assert_eq!(told(&table).1.get("bought"), None);
    table.play("buy 11");
    let bought = json!({ "tile": tile, "viking": viking });
    let (text, fields) = told(&table);
    assert_eq!((&fields["phase"], &fields["bought"]), (&json!("start"), &bought));
    let lot = format!("tile {tile} with viking {viking}");
    assert_eq!(text, format!("round 1: seat 0 places the start tile, then {lot}"));
    table.play("start F");
    let (text, fields) = told(&table);
    assert_eq!((&fields["phase"], &fields["bought"]), (&json!("place"), &bought));
    assert_eq!(text, format!("round 1: seat 0 places {lot}"));
}

#[test]
fn a2_who_has_passed_is_told() {
    let mut table = Table::preset(4, "advanced", &[]);
    let mut passed = Vec::new();
    for (action, who) in [("bid 2", None), ("pass", Some(1)), ("bid 3", None), ("pass", Some(3))] {
        let (seat, phase) = (table.mover().unwrap(), table.state.phase);
        table.play(action);
        assert_eq!((phase, who.is_none_or(|who| who == seat)), (Phase::Bid, true));
        passed.extend(who);
        assert_eq!(told(&table).1["passed"], json!(passed));
        let text = table.game.view(&table.state, Seat::new(0)).text();
        let line = text.lines().find_map(|line| line.strip_prefix("passed  seat "));
        let names: Vec<String> = passed.iter().map(usize::to_string).collect();
        assert_eq!(line.unwrap_or_default(), names.join(", "));
    }
    // Whoever is out by an opening zero is among them; after the auction nobody is.
    let mut table = Table::preset(2, "advanced", &["advanced.opening_zero=out"]);
    table.play("bid 0");
    assert_eq!(told(&table).1["passed"], json!([0]));
    table.play("pass");
    assert_eq!(told(&table).1.get("passed"), None);
}

#[test]
fn a9_the_building_tile_that_is_placed_is_told() {
    let game = advanced(2, "advanced-no-auction", &[]);
    let deal = opening_with("[[[[[]]]]]]b", "FFGGSSNNNWWB", "building-b building-c gold5 noble1");
    let mut table = Table::dealt(game, &deal);
    table = table.tableau(0, "W [b+ | N [b");
    table.play("buy 11");
    let tile = table.legal().swap_remove(0);
    table.play(&tile);
    assert_eq!(told(&table).1.get("taken"), None);
    table.play("take building-b");
    let (text, fields) = told(&table);
    assert_eq!((&fields["phase"], &fields["taken"]), (&json!("upgrade"), &json!("building-b")));
    assert_eq!(text, "round 1: seat 0 places the building tile building-b");
}

#[test]
fn g3_the_vikings_of_a_ferry_are_told() {
    let tableau = "W [ | S [=== | G [= | F [=== | ashore SSGFBB";
    let mut table = Table::base(2).tableau(0, tableau).end_of_round(2, 0);
    assert_eq!(told(&table).1.get("ferry"), None);
    table.play("ferry S");
    let (text, fields) = told(&table);
    assert_eq!(fields["ferry"], json!({ "row": "S", "left": 2, "then": "" }));
    assert_eq!(text, "round 2: large scoring, seat 0 lands 2 in row S");
    table.play("land S1");
    assert_eq!(told(&table).1["ferry"], json!({ "row": "S", "left": 1, "then": "" }));
    let mut table = Table::base(2).tableau(0, tableau).end_of_round(2, 0);
    table.play("ferry each");
    let (text, fields) = told(&table);
    assert_eq!(fields["ferry"], json!({ "row": "S", "left": 1, "then": "GF" }));
    assert_eq!(text, "round 2: large scoring, seat 0 lands 1 in row S, then in G, then in F");
}
