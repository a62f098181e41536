//! Texts of actions, both ways (N1, N2), the order of decisions and of choices (N3, N4, N6), and what a
//! record tells (N7, N8).

use serde_json::json;

use super::agreement::each_table;
use super::table::Table;
use crate::games::vikings_on_board::VikingsOnBoard;
use crate::games::vikings_on_board::action::Action;
use crate::record::{Origin, PlayedGame};
use crate::recorded::Recorded;

#[test]
fn n1_n2_every_text_reads_back() {
    let texts = [
        "go 1",
        "go 11",
        "promote 3.2",
        "switch 3.2 5",
        "bet 4 3.R",
        "bet 0 8.Y",
        "load h 5",
        "raise h",
        "raise g",
        "raise m",
        "move 3.2 5",
        "move 1.24 8",
        "shift 3.R 5.B",
        "shift 1.G 1.Y",
        "under hm",
        "under ghm",
        "crew 3.2",
        "swap 3.2 5.1",
        "stay",
        "sail 4",
        "take h",
        "box m",
    ];
    for text in texts {
        let action: Action = text.parse().unwrap();
        assert_eq!(action.to_string(), text);
    }
    each_table(3, |table, _| {
        for text in table.legal() {
            assert_eq!(text.parse::<Action>().unwrap().to_string(), text);
        }
    });
}

#[test]
fn n1_n2_other_texts_are_refused() {
    let refused = [
        ("go", "an action space from 1 to 11"),
        ("go 0", "an action space from 1 to 11"),
        ("go 12", "an action space from 1 to 11"),
        ("go 07", "an action space from 1 to 11"),
        ("go +7", "an action space from 1 to 11"),
        ("go 7 ", "an action space from 1 to 11"),
        ("go  7", "an action space from 1 to 11"),
        ("go 263", "an action space from 1 to 11"),
        ("promote 3", "a body such as 3.2"),
        ("promote 9.1", "a body such as 3.2"),
        ("promote 0.1", "a body such as 3.2"),
        ("promote 1.0", "a body such as 3.2"),
        ("promote 1.25", "a body such as 3.2"),
        ("promote 1.1.1", "a body such as 3.2"),
        ("crew R3", "a body such as 3.2"),
        ("switch 3.2", "a body and a ship, such as 3.2 5"),
        ("switch 3.2 9", "a body and a ship, such as 3.2 5"),
        ("move 3.2 5 1", "a body and a ship, such as 3.2 5"),
        ("bet 3.R", "a value and a zone, such as 4 3.R"),
        ("bet ? 3.R", "a value and a zone, such as 4 3.R"),
        ("bet 10 3.R", "a value and a zone, such as 4 3.R"),
        ("bet -1 3.R", "a value and a zone, such as 4 3.R"),
        ("bet 4 3.r", "a value and a zone, such as 4 3.R"),
        ("bet 4 3.RB", "a value and a zone, such as 4 3.R"),
        ("bet 4 3.", "a value and a zone, such as 4 3.R"),
        ("load 5 h", "a supply and a ship, such as h 5"),
        ("load hh 5", "a supply and a ship, such as h 5"),
        ("raise", "one of h g m"),
        ("raise H", "one of h g m"),
        ("raise hm", "one of h g m"),
        ("take x", "one of h g m"),
        ("box", "one of h g m"),
        ("shift 3.R", "two zones, such as 3.R 5.B"),
        ("shift 3.R 3.2", "two zones, such as 3.R 5.B"),
        ("under", "letters of supplies, such as hm"),
        ("under hx", "letters of supplies, such as hm"),
        ("under hhhhhhhhhhhhhhhhhhhhhhhhhhhhhhh", "letters of supplies, such as hm"),
        ("swap 5.1 3.2", "two bodies, that of the lower ship first, such as 3.2 5.1"),
        ("swap 3.1 3.2", "two bodies, that of the lower ship first, such as 3.2 5.1"),
        ("stay 1", "nothing behind it"),
        ("stay ", "nothing behind it"),
        ("sail", "a ship from 1 to 8"),
        ("sail 9", "a ship from 1 to 8"),
        ("sail é", "a ship from 1 to 8"),
    ];
    for (text, reason) in refused {
        let error = text.parse::<Action>().unwrap_err().to_string();
        assert_eq!(error, format!("cannot read action `{text}`: expected {reason}"));
    }
    for text in ["", " ", "Go 7", "sails 4", "é", " go 7", "pass"] {
        let error = text.parse::<Action>().unwrap_err().to_string();
        assert!(error.contains("expected one of go, promote, switch, bet, load"), "{error}");
    }
}

#[test]
fn an_action_made_by_hand_is_refused_like_any_other() {
    use crate::game::Game;
    let table = Table::new(2, &[]);
    for space in [0, 12, 40, 255] {
        assert!(!table.game.is_legal(&table.state, Action::Go { space }), "{space}");
    }
}

#[test]
fn n3_decisions_come_in_their_order() {
    let mut table = Table::new(2, &["warehouse_2.return=choice"]).row("01");
    let mut seen = Vec::new();
    let verbs = |table: &Table| table.legal()[0].split(' ').next().unwrap().to_owned();
    for text in ["go 9", "load h 6", "under gm", "go 10", "crew 1.1", "sail 6", "take"] {
        seen.push((table.mover().unwrap(), verbs(&table)));
        if text != "take" {
            table.play(text);
        }
        table = if text == "go 10" { table.load(6, "hm") } else { table };
    }
    let expected =
        [(0, "go"), (0, "load"), (0, "under"), (1, "go"), (0, "crew"), (1, "sail"), (0, "take")];
    assert_eq!(seen, expected.map(|(seat, verb)| (seat, verb.to_owned())));
    table.play("take h");
    // Blue gets the metal unasked, and the next round begins.
    assert_eq!((table.mover(), verbs(&table)), (Some(0), "go".to_owned()));
}

#[test]
fn n4_a_decision_with_one_choice_is_still_asked() {
    let bare = Table::new(3, &[]).ships("R1 B1R2").stacks("h", "g");
    assert_eq!(bare.clone().row("0").after("go 2").legal(), ["promote 2.2"]);
    assert_eq!(bare.clone().row("0").moved(".1111111111").legal(), ["go 1"]);
    assert_eq!(bare.clone().load(1, "h").sailing(0).legal(), ["sail 1"]);
    assert_eq!(bare.clone().market([4, 3, 4]).row("0").after("go 6").legal(), ["raise g"]);
    let table = Table::new(3, &[]).ships("R1").stacks("h", "g").row("0");
    assert_eq!(table.after("go 5").legal(), ["load h 1"]);
    let crew = Table::new(2, &[]).ships("R1 B1").row("00").after("go 10");
    assert_eq!((crew.mover(), crew.legal()), (Some(1), vec!["crew 2.1".to_owned()]));
}

#[test]
fn n6_choices_are_listed_in_order() {
    let zones = ["1.R", "1.B", "1.G", "1.Y", "2.R", "2.B", "2.G", "2.Y"];
    let table = Table::new(3, &[]).ships("R1G2 B1Y1").stacks("", "mghm").row("0");
    let tavern = table.clone().bet(0, 3, "2.Y").bet(0, 2, "1.G").after("go 8").legal();
    let empty: Vec<&str> =
        zones.into_iter().filter(|zone| !["2.Y", "1.G"].contains(zone)).collect();
    let bets = ["1", "4"]
        .iter()
        .flat_map(|value| empty.iter().map(move |zone| format!("bet {value} {zone}")));
    let shifts = ["1.G", "2.Y"]
        .iter()
        .flat_map(|from| empty.iter().map(move |zone| format!("shift {from} {zone}")));
    assert_eq!(tavern, bets.chain(shifts).collect::<Vec<_>>());
    let loads = ["h 1", "h 2", "g 1", "g 2", "m 1", "m 2"];
    assert_eq!(table.clone().after("go 9").targets("load"), loads);
    assert_eq!(table.clone().after("go 6").targets("raise"), ["h", "g", "m"]);
    assert_eq!(table.clone().after("go 7").targets("move"), ["1.1 2", "1.2 2", "2.1 1", "2.2 1"]);
    let swaps = ["1.1 2.1", "1.1 2.2", "1.2 2.1", "1.2 2.2"];
    assert_eq!(table.clone().after("go 11").targets("swap"), swaps);
    assert_eq!(
        table.legal(),
        ["go 1", "go 3", "go 4", "go 6", "go 7", "go 8", "go 9", "go 10", "go 11"]
    );
}

#[test]
fn n7_n8_what_a_record_tells() {
    let mut table = Table::new(3, &["ships.departures=1"]).row("012");
    let deal = super::table::plain_deal(3);
    table = table.bet(2, 3, "6.R").load(6, "hgm");
    table.play("go 10; go 6; raise m; go 1; sail 6; take m; take h");
    let told: Vec<_> =
        table.ledger.scorings().iter().map(|told| serde_json::to_string(told).unwrap()).collect();
    // R3 B3 Y2: red a metal, blue a hide; yellow is unplayed and nobody picks after it.
    assert_eq!(
        told,
        [
            concat!(
                r#"{"round":1,"kind":"sail","ship":6,"influence":"RBY","won":[0,0,3],"#,
                r#""taken":["m","h",""],"box":"g"}"#
            ),
            concat!(
                r#"{"round":1,"kind":"final","market":[1,1,2],"goods":[2,1,0],"barrels":[0,0,3],"#,
                r#""score":[2,1,3]}"#
            ),
        ]
    );
    let agents = vec!["a".to_owned(), "b".to_owned(), "c".to_owned()];
    let origin = Origin { rules: "custom", agents: &agents, names: &[], seed: 1, game_index: 0 };
    let Table { game, ledger, state, .. } = &table;
    let record =
        PlayedGame { game, deal: &deal, decisions: &[], ledger, end: state }.record(origin);
    let result = json!({
        "score": [2, 1, 3], "supplies": [1, 1, 0], "place": [2, 3, 1], "win_share": [0.0, 0.0, 1.0],
    });
    let line: serde_json::Value = serde_json::from_str(&record.to_line()).unwrap();
    assert_eq!(line["result"], result);
    assert_eq!(line["breakdown"][2]["barrel_points"], 3);
    assert_eq!(line["rule_set"]["ships"]["departures"], 1);
    assert_eq!(
        (&line["game"], VikingsOnBoard::ID),
        (&json!("vikings-on-board"), "vikings-on-board")
    );
}
