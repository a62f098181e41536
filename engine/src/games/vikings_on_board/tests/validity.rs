//! Which rule sets are accepted (section 12), and what is said of the others.

use super::table::{Table, game, seeded};
use crate::games::vikings_on_board::VikingsOnBoard;
use crate::games::vikings_on_board::rule_set::{PRESETS, RuleSet};
use crate::recorded::Recorded;
use crate::rules;
use crate::seed::Rng;

fn error(changes: &[&str]) -> String {
    game(2, changes).map_or_else(|error| error.to_string(), |_| "accepted".to_owned())
}

#[test]
fn the_preset_has_the_values_of_the_rules() {
    let rules = rules::read::<VikingsOnBoard>(PRESETS[0].toml).unwrap();
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
    assert_eq!(serde_json::to_value(&rules).unwrap(), expected);
    let back: RuleSet = serde_json::from_value(expected).unwrap();
    assert_eq!(back, rules);
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
        ("ships.max_bodies=2", "key `ships.max_bodies`: expected 3 to 24, not 2".into()),
        ("ships.max_bodies=25", "key `ships.max_bodies`: expected 3 to 24, not 25".into()),
        ("ships.departures=0", "key `ships.departures`: expected 1 to 7, not 0".into()),
        ("ships.departures=8", "key `ships.departures`: expected 1 to 7, not 8".into()),
        (
            "bodies.shields=[0, 1, 1, 1, 1, 1]",
            "key `bodies.shields`: expected 1 to 9, not 0".into(),
        ),
        (
            "bodies.shields=[1, 1, 1, 1, 1, 10]",
            "key `bodies.shields`: expected 1 to 9, not 10".into(),
        ),
        ("barrels.values=[1, 2, 3, 10]", "key `barrels.values`: expected 0 to 9, not 10".into()),
        ("barrels.max_per_ship=0", "key `barrels.max_per_ship`: expected 1 to 4, not 0".into()),
        ("barrels.max_per_ship=5", "key `barrels.max_per_ship`: expected 1 to 4, not 5".into()),
        ("supplies.hide=21", "key `supplies`: 31 tokens, but there must be 1 to 30 in all".into()),
        ("supplies.metal=31", "key `supplies.metal`: expected 0 to 30, not 31".into()),
        (
            "supplies.grain=4294967295",
            "key `supplies.grain`: expected 0 to 30, not 4294967295".into(),
        ),
        ("supplies.warehouse_1=16", "key `supplies.warehouse_1`: expected 0 to 15, not 16".into()),
        ("warehouse_2.draw=0", "key `warehouse_2.draw`: expected 1 to 4294967295, not 0".into()),
        ("market.start=5", "key `market.start`: expected 0 to 4, not 5".into()),
        ("market.max=0", "key `market.start`: expected 0 to 0, not 1".into()),
        ("options.max_rounds=0", "key `options.max_rounds`: expected 1 to 1000000, not 0".into()),
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
        (
            &["bodies.crew_shields=1001"][..],
            "key `bodies.crew_shields`: expected 0 to 1000, not 1001",
        ),
        (&["market.max=1001"], "key `market.max`: expected 0 to 1000, not 1001"),
        (&["options.max_rounds=1000001"], "key `options.max_rounds`: expected 1 to 1000000, not"),
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
        (rules::read::<VikingsOnBoard>(&text).unwrap_err().to_string(), line)
    };
    for (from, to, reason) in [
        (
            "[1, 1, 2, 2, 3, 3]",
            "[1, 1, 2, 2, 3]",
            "invalid length 5, expected an array of length 6",
        ),
        ("[1, 2, 3, 4]", "[1, 2, 3, 4, 5]", "array of length 4"),
        ("crew_shields = 1 ", "crew_shields = -1 ", "invalid value: integer `-1`, expected u32"),
        ("departures = 7", "departures = \"7\"", "invalid type: string \"7\", expected u32"),
        (
            "\"drawn_order\"",
            "\"random\"",
            "unknown variant `random`, expected `drawn_order` or `choice`",
        ),
        ("null_moves = false", "null_move = false", "unknown field `null_move`"),
        ("max_rounds = 40", "max_rounds = 40.5", "invalid type: floating point `40.5`"),
        (
            "4 = \"ABCDDCBA\"",
            "5 = \"ABCDDCBA\"",
            "unknown field `5`, expected one of `2`, `3`, `4`",
        ),
    ] {
        let (error, line) = edited(from, to);
        assert!(error.contains(reason), "{error}");
        assert!(error.starts_with(&format!("line {line}: ")), "{error}, line {line}");
    }
    let (error, _) = edited("max = 4", "");
    assert!(error.contains("missing field `max`"), "{error}");
}

#[test]
fn changes_of_single_values_name_their_key() {
    assert_eq!(error(&["barrels.value=1"]), "key `barrels.value`: the rule set has no such key");
    assert_eq!(
        error(&["barrels.max_per_ship=x"]),
        "key `barrels.max_per_ship`: expected integer, found string `x`"
    );
}
