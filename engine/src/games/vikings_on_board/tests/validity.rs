//! Which rule sets are accepted (section 12), and what is said of the others.

use super::table::{Table, game, seeded};
use crate::data::ToData;
use crate::games::vikings_on_board::VikingsOnBoard;
use crate::games::vikings_on_board::rule_set::{PRESETS, RULES};
use crate::recorded::Recorded;
use crate::seed::Rng;

fn error(changes: &[&str]) -> String {
    game(2, changes).map_or_else(|error| error.to_string(), |_| "accepted".to_owned())
}

#[test]
fn the_preset_has_the_values_of_the_rules() {
    let rules = VikingsOnBoard::read_toml(PRESETS[0].toml).unwrap();
    assert_eq!((PRESETS.len(), PRESETS[0].name), (1, "base"));
    let expected = serde_json::json!({
        "setup": { "row": { "2": "ABBAABBA", "3": "ABCBCACAB", "4": "ABCDDCBA" } },
        "ships": { "max_bodies": 5, "departures": 7 },
        "bodies": { "shields": [1, 1, 2, 2, 3, 3], "crew_shields": 1 },
        "barrels": { "values": [1, 2, 3, 4], "max_per_ship": 4 },
        "supplies": { "hide": 5, "grain": 5, "metal": 5, "warehouse_1": 7 },
        "warehouse_2": { "draw": 3, "return": "drawn_order" },
        "market": { "start": 1, "max": 4 },
        "options": { "null_moves": false, "max_rounds": 40 },
    });
    assert_eq!(rules.to_data(), expected);
    assert_eq!(VikingsOnBoard::read_rules(&expected).unwrap(), rules);
    assert_eq!(*VikingsOnBoard::base(3).rule_set(), rules);
}

#[test]
fn values_at_the_edge_are_accepted_and_can_be_played() {
    for changes in [
        &["setup.row.2=AB", "setup.row.3=CAB", "setup.row.4=ABCD"][..],
        &["setup.row.2=ABABABABAB", "setup.row.3=AAABBBCCC", "setup.row.4=AABBCCDD"],
        &["ships.max_bodies=3", "ships.departures=1"],
        &["ships.max_bodies=24", "ships.departures=7"],
        &["bodies.shields=[1, 1, 1, 1, 1, 1]", "barrels.values=[0, 0, 0, 0]"],
        &["bodies.shields=[9, 9, 9, 9, 9, 9]", "barrels.values=[9, 9, 9, 9]"],
        &["barrels.max_per_ship=1", "market.start=0", "market.max=0"],
        &["supplies.hide=0", "supplies.grain=0", "supplies.metal=1", "supplies.warehouse_1=0"],
        &["supplies.hide=0", "supplies.grain=0", "supplies.metal=1", "supplies.warehouse_1=1"],
        &["supplies.hide=30", "supplies.grain=0", "supplies.metal=0", "supplies.warehouse_1=30"],
        &["warehouse_2.draw=1", "options.max_rounds=1"],
        &["warehouse_2.draw=4294967295", "options.max_rounds=1000000"],
    ] {
        for players in 2..=4 {
            let game =
                game(players, changes).unwrap_or_else(|error| panic!("{changes:?}: {error}"));
            for number in 0..5 {
                let deal = seeded(&game, number);
                assert_eq!(game.check_deal(&deal), Ok(()));
                let mut table = Table::dealt(game.clone(), &deal);
                let mut rng = Rng::from_seed(number);
                while table.mover().is_some() {
                    table.play_any(&mut rng);
                }
            }
        }
    }
}

#[test]
fn other_values_are_refused_with_key_and_reason() {
    let row = |players: usize, row: &str| {
        let letters = &"ABCD"[..players];
        format!(
            "key `setup.row.{players}`: expected each of {letters} equally often, at most 11 letters, found `{row}`"
        )
    };
    for (change, expected) in [
        ("setup.row.2=ABA", row(2, "ABA")),
        ("setup.row.2=AC", row(2, "AC")),
        ("setup.row.2=ab", row(2, "ab")),
        ("setup.row.2=", row(2, "")),
        ("setup.row.2=ABABABABABAB", row(2, "ABABABABABAB")),
        ("setup.row.3=ABAB", row(3, "ABAB")),
        ("setup.row.3=ABCD", row(3, "ABCD")),
        ("setup.row.4=ABCDé", row(4, "ABCDé")),
        ("ships.max_bodies=2", "ships.max_bodies=2: must be 3 to 24".into()),
        ("ships.max_bodies=25", "ships.max_bodies=25: must be 3 to 24".into()),
        ("ships.departures=0", "ships.departures=0: must be 1 to 7".into()),
        ("ships.departures=8", "ships.departures=8: must be 1 to 7".into()),
        ("bodies.shields=[0, 1, 1, 1, 1, 1]", "bodies.shields[0]=0: must be 1 to 9".into()),
        ("bodies.shields=[1, 1, 1, 1, 1, 10]", "bodies.shields[5]=10: must be 1 to 9".into()),
        ("barrels.values=[1, 2, 3, 10]", "barrels.values[3]=10: must be 0 to 9".into()),
        ("barrels.max_per_ship=0", "barrels.max_per_ship=0: must be 1 to 4".into()),
        ("barrels.max_per_ship=5", "barrels.max_per_ship=5: must be 1 to 4".into()),
        ("supplies.hide=21", "key `supplies`: 31 tokens, but there must be 1 to 30 in all".into()),
        ("supplies.metal=31", "supplies.metal=31: must be 0 to 30".into()),
        ("supplies.grain=4294967295", "supplies.grain=4294967295: must be 0 to 30".into()),
        ("supplies.warehouse_1=16", "supplies.warehouse_1=16: must be 0 to 15".into()),
        ("warehouse_2.draw=0", "warehouse_2.draw=0: must be at least 1".into()),
        ("market.start=5", "market.start=5: must be 0 to 4".into()),
        ("market.max=0", "market.start=1: must be 0 to 0".into()),
        ("options.max_rounds=0", "options.max_rounds=0: must be 1 to 1000000".into()),
    ] {
        assert_eq!(error(&[change]), expected);
    }
    let none =
        ["supplies.hide=0", "supplies.grain=0", "supplies.metal=0", "supplies.warehouse_1=0"];
    assert_eq!(error(&none), "key `supplies`: 0 tokens, but there must be 1 to 30 in all");
}

#[test]
fn values_beyond_what_the_engine_can_count_are_refused() {
    for (changes, expected) in [
        (&["bodies.crew_shields=1001"][..], "bodies.crew_shields=1001: must be 0 to 1000"),
        (&["market.max=1001"], "market.max=1001: must be 0 to 1000"),
        (&["options.max_rounds=1000001"], "options.max_rounds=1000001: must be 1 to 1000000"),
        (
            &["warehouse_2.return=choice", "warehouse_2.draw=11", "supplies.warehouse_1=0"],
            "key `warehouse_2.draw`: 11 tokens drawn at once have too many orders",
        ),
    ] {
        assert!(error(changes).starts_with(expected), "{}", error(changes));
    }
    // As many as can be drawn are counted.
    let fine = ["warehouse_2.return=choice", "warehouse_2.draw=99", "supplies.warehouse_1=5"];
    assert_eq!(error(&fine), "accepted");
}

#[test]
fn texts_of_the_wrong_shape_are_refused_with_their_line() {
    let edited = |from: &str, to: &str| {
        let text = PRESETS[0].toml.replace(from, to);
        assert_ne!(text, PRESETS[0].toml, "{from}");
        let line = 1 + PRESETS[0].toml[..PRESETS[0].toml.find(from).unwrap()].matches('\n').count();
        (RULES.complete(&text).unwrap_err().to_string(), line)
    };
    for (from, to, reason) in [
        (
            "[1, 1, 2, 2, 3, 3]",
            "[1, 1, 2, 2, 3]",
            "bodies.shields=[1,1,2,2,3]: must be 6 values, each 1 to 9",
        ),
        (
            "[1, 2, 3, 4]",
            "[1, 2, 3, 4, 5]",
            "barrels.values=[1,2,3,4,5]: must be 4 values, each 0 to 9",
        ),
        ("crew_shields = 1 ", "crew_shields = -1 ", "bodies.crew_shields=-1: must be 0 to 1000"),
        ("departures = 7", "departures = \"7\"", "ships.departures=\"7\": must be 1 to 7"),
        (
            "\"drawn_order\"",
            "\"random\"",
            "warehouse_2.return=random: must be `drawn_order` or `choice`",
        ),
        (
            "null_moves = false",
            "null_move = false",
            "key `options.null_move`: there is no such key; did you mean `null_moves`?",
        ),
        ("max_rounds = 40", "max_rounds = 40.5", "options.max_rounds=40.5: must be 1 to 1000000"),
        (
            "4 = \"ABCDDCBA\"",
            "5 = \"ABCDDCBA\"",
            "key `setup.row.5`: there is no such key; there are: 2, 3, 4",
        ),
    ] {
        let (error, line) = edited(from, to);
        assert_eq!(error, format!("line {line}: {reason}"));
    }
    // A file may lack keys, a rule set may not.
    let text = PRESETS[0].toml.replace("max = 4", "");
    let error = VikingsOnBoard::read_toml(&text).unwrap_err().to_string();
    assert_eq!(error, "key `market.max`: is missing");
}

#[test]
fn changes_of_single_values_name_their_key() {
    assert_eq!(
        error(&["barrels.value=1"]),
        "key `barrels.value`: there is no such key; did you mean `barrels.values`?"
    );
    assert_eq!(error(&["barrels.max_per_ship=x"]), "barrels.max_per_ship=\"x\": must be 1 to 4");
}
