//! What people and programs are shown (H1 to H3).

use serde_json::{Value, json};

use super::table::Table;
use crate::game::Game;
use crate::games::no_more_vikings::state::Phase;
use crate::seat::Seat;

fn fields(table: &Table, seat: usize) -> Value {
    Value::Object(table.game.view(&table.state, Seat::new(seat)).fields())
}

fn text(table: &Table, seat: usize) -> String {
    table.game.view(&table.state, Seat::new(seat)).text()
}

#[test]
fn h1_everything_open_is_shown() {
    let mut table = Table::turn(3, "balanced aggressive").village(0, "villager a1, fortress b2");
    table = table
        .longships(1, "ad")
        .edicts(2, 3)
        .hand(0, "bow steal")
        .hand(1, "settler")
        .supply("field", 5);
    table.state.players[1].track = 4;
    table = table.deck("fog bow").after("draw");
    let told = fields(&table, 2);
    assert_eq!(
        (&told["round"], &told["rounds"], &told["first"], &told["to_move"]),
        (&json!(1), &json!(12), &json!(0), &json!(0))
    );
    assert_eq!(
        (&told["phase"], &told["next_month"], &told["fog"]),
        (&json!("turn"), &json!("villager"), &json!(true))
    );
    assert_eq!(told["official_whim"], "square");
    assert_eq!(told["supply"]["field"], 5);
    assert_eq!(told["turn"], json!({ "seat": 0, "actions": 2, "draw": false, "to_draw": 0 }));
    assert_eq!(told["deck"], json!(table.state.deck.len()));
    let kinds: Vec<&Value> =
        told["discard"].as_array().unwrap().iter().map(|card| &card["kind"]).collect();
    assert!(kinds.contains(&&json!("fog")));
    let seats = &told["seats"];
    assert_eq!(seats[0]["village"]["fortress"], json!(["b2"]));
    assert_eq!(
        (&seats[0]["cards"], &seats[0]["hand"], &seats[0]["token"]),
        (&json!(3), &json!([]), &json!("balanced"))
    );
    assert_eq!((&seats[1]["longships"], &seats[1]["track"]), (&json!(["a", "d"]), &json!(4)));
    assert_eq!((&seats[2]["edicts"], &seats[2]["whim"]), (&json!(3), &json!("tee")));
    assert_eq!(seats[2]["whims_drawn"], json!(["tee", "corners"]));
    assert!(seats[0].get("whim").is_none() && seats[0].get("points").is_none());
    let text = text(&table, 2);
    for words in [
        "fog: no raids",
        "official whim square (6 points: from the beach HH/HH)",
        "deck 43 cards",
        "field 5",
        "seat 1: track 4",
        "cards in hand 3",
        "put away: corners",
        "token balanced",
    ] {
        assert!(text.contains(words), "{words}\n{text}");
    }
}

#[test]
fn h1_cards_laid_aside_are_counted_and_the_own_ones_shown() {
    let table = Table::turn(2, "aggressive").deck("bow settler steal").after("draw");
    assert_eq!(fields(&table, 1)["laid_aside"], 3);
    assert!(fields(&table, 1)["seats"][0].get("aside").is_none());
    let own = &fields(&table, 0)["seats"][0]["aside"];
    assert_eq!(own.as_array().unwrap().len(), 3);
    assert!(
        text(&table, 1).contains("laid aside 3,")
            && text(&table, 0).contains("laid aside 3 (settler, bow, steal)")
    );
}

#[test]
fn h3_stolen_cards_are_shown_to_both() {
    let mut table = Table::turn(3, "").hand(0, "steal settler").hand(1, "bow");
    table.play("play steal 1").passed();
    let bow = json!({ "card": 13, "kind": "bow" });
    assert_eq!(fields(&table, 1)["seats"][0]["hand"], json!([bow]));
    assert_eq!(fields(&table, 0)["seats"][0]["known_to"], json!([{ "seat": 1, "cards": [bow] }]));
    assert_eq!(fields(&table, 2)["seats"][0]["hand"], json!([]));
    assert!(text(&table, 1).contains("cards in hand 2 (known: bow)"), "{}", text(&table, 1));
}

#[test]
fn w1_the_window_is_shown() {
    let table =
        Table::turn(2, "").hand(0, "burn").village(1, "cottage a1").edicts(0, 1).edicts(1, 1);
    let table = table.after("play burn 1");
    let window = json!({ "kind": "burn", "seat": 0, "target": 1, "responses": 0, "top": "burn", "owner": 0 });
    assert_eq!(fields(&table, 1)["window"], window);
    assert!(text(&table, 1).contains("seat 1 may answer burn of seat 0"));
    let table = table.after("edict");
    let window = json!({ "kind": "burn", "seat": 0, "target": 1, "responses": 1, "top": "edict", "owner": 1 });
    assert_eq!(fields(&table, 0)["window"], window);
    assert!(
        text(&table, 0)
            .contains("window: seat 0 plays burn 1; responses 1, on top the edict of seat 1")
    );
}

#[test]
fn h2_a_token_that_is_not_revealed_is_shown_to_its_seat() {
    let table = Table::round(2, &[]).after("aggressive");
    assert_eq!(fields(&table, 0)["seats"][0]["token"], "aggressive");
    assert_eq!(fields(&table, 1)["seats"][0]["token"], Value::Null);
    assert_eq!(fields(&table, 1)["seats"][0]["token_chosen"], true);
    assert!(
        text(&table, 0).contains("token aggressive") && text(&table, 1).contains("token chosen")
    );
}

/// Everybody can see whose turn an event interrupts, and what is left of the turn.
#[test]
fn h1_e1_the_turn_is_shown_during_an_event() {
    let mut table = Table::turn(3, "balanced balanced")
        .village(0, "villager a1")
        .village(1, "villager a1")
        .village(2, "villager a1");
    table.state.actions = 0;
    table.state.owed = false;
    let table = table.after("end").deck("plague bow").after("draw; at a1");
    assert_eq!((table.phase(), table.mover()), (Phase::Event, Some(1)));
    for seat in 0..3 {
        let turn = json!({ "seat": 1, "actions": 2, "draw": false, "to_draw": 1 });
        assert_eq!(fields(&table, seat)["turn"], turn);
        let words = "turn of seat 1: actions left 2, cards still to be drawn 1\n";
        assert!(text(&table, seat).contains(words), "{}", text(&table, seat));
    }
}

#[test]
fn h1_r3_the_column_that_is_raided_is_shown() {
    let table = Table::turn(2, "").village(0, "soldier b1 b2 c1 c2").longships(0, "bc").ended();
    assert_eq!((table.phase(), &fields(&table, 1)["column"]), (Phase::Soldier, &json!("b")));
    assert_eq!(fields(&table.after("at b1"), 1)["column"], "c");
}

/// Whoever comes to a table with a board that was full for a while is told that the round is the last one.
#[test]
fn h1_f1_n8_a_board_that_has_been_filled_is_shown() {
    let full: Vec<String> = ["a", "b", "c", "d"]
        .iter()
        .map(|column| format!("{column}1 {column}2 {column}3"))
        .collect();
    let village = format!("cottage {} a4 b4 c4", full.join(" "));
    let table = Table::turn_with(2, "", &["switches.full_board_end=round"]).village(0, &village);
    let words = "a board has been filled: the last round";
    assert_eq!(fields(&table, 1)["board_filled"], false);
    assert!(!text(&table, 1).contains(words));
    assert_eq!(table.game.rounds_to_come(&table.state), 11);
    let table = table.after("populate d4").village(0, "");
    assert_eq!(fields(&table, 1)["board_filled"], true);
    assert!(text(&table, 1).contains(words), "{}", text(&table, 1));
    assert_eq!(table.game.rounds_to_come(&table.state), 0);
    assert!(table.game.next_month(&table.state).is_some(), "which the month still brings");
}
