//! Lines that are refused, by the reader or by the replay, and why.

use super::*;

/// Why the line is refused after one value, named by a JSON pointer, is replaced.
fn refusal_with(pointer: &str, value: Value) -> String {
    let mut line: Value = serde_json::from_str(LINE).unwrap();
    *line.pointer_mut(pointer).unwrap_or_else(|| panic!("{pointer}")) = value;
    refusal(&line.to_string())
}

#[test]
fn what_is_no_record_is_refused() {
    let (cut, column) = (refusal(&LINE[..LINE.len() - 1]), LINE.len() - 1);
    assert_eq!(cut, format!("is not complete JSON: it ends at column {column}"));
    for (line, reason) in [
        ("", "is not complete JSON: it ends at column 0"),
        ("{}", "key `format`: is missing"),
        ("[]", "is no record, which is an object of JSON"),
        (r#"{"format":"x"}"#, "key `format`: expected `drakkar-record`, found \"x\""),
        (r#"{"format":1,"format":1}"#, "cannot be used at column 23: key `format` is given twice"),
        (r#"{"format":"drakkar-record"}"#, "key `version`: is missing"),
    ] {
        assert_eq!(refusal(line), reason, "{line}");
    }
    let named = LINE.replace(r#","seed":"#, r#","names":["mine",null],"seed":"#);
    let values: Map<String, Value> = serde_json::from_str(&named).unwrap();
    let values = Value::from_iter(values.values().cloned());
    assert_eq!(refusal(&format!(" {values}")), "is no record, which is an object of JSON");
    assert_eq!(refusal_with("/version", json!(3)), "key `version`: expected 1 or 2, found 3");
    assert_eq!(refusal_with("/version", json!(0)), "key `version`: expected 1 or 2, found 0");
    assert_eq!(refusal_with("/version", json!("1")), "key `version`: expected 1 or 2, found \"1\"");
    let unknown = LINE.replacen("\"agents\"", "\"agent\"", 1);
    assert_eq!(refusal(&unknown), "key `agent`: a record has no such key");
    for key in read::KEYS {
        let mut line: Map<String, Value> = serde_json::from_str(LINE).unwrap();
        line.shift_remove(key).unwrap();
        assert_eq!(refusal(&json!(line).to_string()), format!("key `{key}`: is missing"));
    }
}

#[test]
fn a_line_is_read_if_no_key_has_a_fault() {
    let mut known = RuleSets::default();
    let rule_set = r#"{"format":"drakkar-rule-set","version":2,"id":"a","rule_set":{"deck":{}}}"#;
    assert_eq!(known.read(rule_set), Ok(None));
    let names = |names: &str| LINE.replace(r#","seed":"#, &format!(r#",{names},"seed":"#));
    let deep = |levels: usize| {
        let lists = "[".repeat(levels) + &"]".repeat(levels);
        LINE.replace("[3,1,2]", &lists)
    };
    for (line, is_read) in [
        (LINE.to_owned(), true),
        (LINE.replacen("game", "\\u0067ame", 1), true),
        (names(r#""names":[]"#), true),
        (names(r#""names":[null,null]"#), true),
        (names(r#""names":null"#), false),
        (names(r#""names":[null]"#), false),
        (names(r#""names":[],"names":[]"#), false),
        (LINE.replace(r#"[0,"bid 1",3]"#, r#"[0,"bid 1"]"#), true),
        (LINE.replace(r#"[0,"bid 1",3]"#, r#"[0,"bid 1",3,"bid 2"]"#), true),
        (LINE.replace(r#"[0,"bid 1",3]"#, r#"[0,"bid 1",3,3]"#), false),
        (LINE.replace(r#"[0,"bid 1",3]"#, r#"[0,"bid 1",3.0]"#), false),
        (LINE.replace(r#"[0,"bid 1",3]"#, r#"[0,"bid 1",4294967296]"#), false),
        (LINE.replace(r#"[0,"bid 1",3]"#, r#"[2,"bid 1",3]"#), false),
        (LINE.replace(r#"[0,"bid 1",3]"#, r#"[-0,"bid 1",3]"#), false),
        (LINE.replace(":12,", ":18446744073709551615,"), true),
        (LINE.replace(":12,", ":18446744073709551616,"), false),
        (LINE.replace(":12,", ":1e1,"), false),
        (LINE.replace("[2,3]", "[2,3e0]"), true),
        (LINE.replace("[2,3]", "[2]"), false),
        (LINE.replace("[2,3]", "[2,1e999]"), false),
        (LINE.replace(r#"[{"points":[0,3]}]"#, r#"{"points":[[0,3]]}"#), true),
        (second(LINE), true),
        (second(LINE).replace(r#","bid 1",3]"#, r#","bid 1",3,"bid 2","bid 3",1]"#), true),
        (second(LINE).replace(r#","bid 1",3]"#, "]"), false),
        (second(LINE).replace(r#","bid 1",3]"#, r#","bid 1",3,3]"#), false),
        (second(LINE).replace(r#"[0,"bid 1",3]"#, r#"[2,"bid 1",3]"#), false),
        (second(LINE).replace(r#""scorings":"#, r#""scorings":[],"scorings":"#), false),
        (second(LINE).replace("[[0,3]]", "[[0,3],[0,3]]"), true),
        (second(LINE).replace("[[0,3]]", "0"), false),
        (untold(LINE), true),
        (untold(LINE).replace(r#""version":2"#, r#""version":1"#), false),
        (second(LINE).replace(r#""breakdown":["#, r#""breakdown":null,"x":["#), false),
        (untold(LINE).replace("}}", r#"},"breakdown":null}"#), false),
        (untold(LINE).replace("}}", r#"},"breakdown":[]}"#), false),
        (untold(LINE).replace("}}", r#"},"breakdown":[{},{}]}"#), true),
        (after_rule_set(&untold(LINE), "a"), true),
        (after_rule_set(&untold(LINE), "b"), false),
        (after_rule_set(LINE, "a"), false),
        (second(LINE).replace(r#","players""#, r#","rule_set_id":"a","players""#), false),
        (second(LINE).replace(r#","players""#, r#","rule_set_id":null,"players""#), false),
        (untold(LINE).replace(r#""rule_set":"#, r#""rule_set":null,"deal":"#), false),
        (deep(125), true),
        (deep(126), false),
    ] {
        assert_eq!(known.read(&line).is_ok(), is_read, "{line}");
    }
}

/// As on the top level: another reader might take the other one of the two.
#[test]
fn a_key_that_stands_twice_is_refused_wherever_it_is() {
    for (key, rest) in [
        ("seed", r#""7","#),
        ("tied", r#""carry","#),
        ("cards", "13,"),
        ("prizes", "[1,2,3],"),
        ("points", "[0,3],"),
        ("win_share", "[1.0,0.0],"),
        ("bids_won", "2,"),
    ] {
        let line = LINE.replacen(&format!("\"{key}\":"), &format!("\"{key}\":{rest}\"{key}\":"), 1);
        let refused = refusal(&line);
        assert!(refused.ends_with(&format!(": key `{key}` is given twice")), "{refused}");
        assert!(refused.starts_with("cannot be used at column "), "{refused}");
    }
    let table = second(LINE).replace(r#"{"points":[[0,3]]}"#, r#"{"points":[],"points":[[0,3]]}"#);
    assert!(refusal(&table).ends_with("key `points` is given twice"));
}

#[test]
fn a_value_of_the_wrong_type_is_refused() {
    for key in read::KEYS.iter().skip(2).chain(&["breakdown"]) {
        for value in [json!(null), json!(true), json!(-1.5), json!(-1)] {
            let reason = refusal_with(&format!("/{key}"), value);
            assert!(reason.starts_with(&format!("key `{key}`: expected")), "{reason}");
        }
    }
    let entry = "expected [seat, \"action\", legal, ...], found";
    for (pointer, value, reason) in [
        ("/players", json!(7), "key `players`: expected 1 to 6, found 7".into()),
        ("/players", json!(3), "key `agents`: expected 3 entries, one per seat, found 2".into()),
        ("/agents/1", json!(1), "key `agents[1]`: expected strings, found 1".into()),
        (
            "/seed",
            json!("+1"),
            "key `seed`: expected a decimal number below 2^64, found \"+1\"".into(),
        ),
        (
            "/seed",
            json!("18446744073709551616"),
            "key `seed`: expected a decimal number below 2^64, found \"18446744073709551616\""
                .into(),
        ),
        ("/decisions/2", json!([0, 2]), format!("key `decisions[2]`: {entry} [0,2]")),
        ("/decisions/2/0", json!(2), format!("key `decisions[2]`: {entry} [2,\"bid 2\",2]")),
        ("/result/place", json!(2), "key `result.place`: expected a list, found 2".into()),
        (
            "/result/place",
            json!([1]),
            "key `result.place`: expected 2 entries, one per seat, found 1".into(),
        ),
        ("/breakdown/0", json!([]), "key `breakdown[0]`: expected objects, found []".into()),
    ] {
        let reason: String = reason;
        assert_eq!(refusal_with(pointer, value), reason);
    }
}

#[test]
fn rules_and_deal_are_checked() {
    let found = |pointer, value| refusal_with(pointer, value);
    assert_eq!(found("/game", json!("chess")), "key `game`: expected `goofspiel`, found `chess`");
    assert_eq!(
        found("/rules", json!("base")),
        "key `rules`: the rule set is not `base`: key `deck.cards`: expected 13, found 3"
    );
    assert_eq!(
        found("/rules", json!("bsae")),
        "key `rules`: goofspiel has no preset `bsae`; did you mean `base`?"
    );
    assert_eq!(found("/rule_set/deck/cards", json!(2)), "rule_set.deck.cards=2: must be 3 to 13");
    let wrong_type = found("/rule_set/deck/cards", json!("3"));
    assert_eq!(wrong_type, r#"rule_set.deck.cards="3": must be 3 to 13"#);
    let no_key = found("/rule_set/scoring", json!({}));
    assert_eq!(no_key, "key `rule_set.scoring.tied`: is missing");
    assert_eq!(
        found("/deal/prizes", json!([1, 2, 2])),
        "key `deal.prizes`: expected each card from 1 to 3 once"
    );
    let alone = LINE
        .replace(r#""players":2"#, r#""players":1"#)
        .replace(r#"["greedy","mcts:iterations=500"]"#, r#"["greedy"]"#);
    let (head, _) = alone.split_once(r#""decisions""#).unwrap();
    let alone = format!(r#"{head}"decisions":[],"scorings":[],"result":{{}},"breakdown":[{{}}]}}"#);
    assert_eq!(refusal(&alone), "key `players`: goofspiel has 2 to 4 seats, not 1");
}

#[test]
fn a_game_that_was_not_played_so_is_refused() {
    for (pointer, value, reason) in [
        ("/decisions/2/0", json!(1), "key `decisions[2][0]`: expected seat 0, found seat 1"),
        (
            "/decisions/2/1",
            json!("bid 1"),
            "key `decisions[2][1]`: action `bid 1` is not legal here",
        ),
        (
            "/decisions/2/1",
            json!("bet 2"),
            "key `decisions[2][1]`: cannot read action `bet 2`: expected `bid 1` to `bid 13`",
        ),
        ("/decisions/2/2", json!(3), "key `decisions[2][2]`: expected 2 legal actions, found 3"),
        ("/deal/prizes", json!([2, 1, 3]), "key `scorings[0].points[1]`: expected 2, found 3"),
        ("/scorings", json!([]), "key `scorings[0]`: is missing"),
        (
            "/scorings/0",
            json!({"points":[0]}),
            "key `scorings[0].points`: expected [0,3], found [0]",
        ),
        ("/scorings/0", json!({}), "key `scorings[0].points`: is missing"),
        ("/result/points/0", json!(3), "key `result.points[0]`: expected 2, found 3"),
        ("/result/points/0", json!(2.0), "key `result.points[0]`: expected 2, found 2.0"),
        ("/result/place", json!([1, 2]), "key `result.place[0]`: expected 2, found 1"),
        ("/result/win_share/0", json!(0.1), "key `result.win_share[0]`: expected 0.0, found 0.1"),
        ("/result", json!({"glory":[1, 1]}), "key `result.points`: is missing"),
        ("/breakdown/1/bids_won", json!(2), "key `breakdown[1].bids_won`: expected 1, found 2"),
        ("/breakdown/1", json!({"x":1}), "key `breakdown[1].x`: goofspiel has no such counter"),
    ] {
        assert_eq!(refusal_with(pointer, value), reason);
    }
    let mut long = record();
    long.decisions.push(long.decisions[0].clone());
    assert_eq!(refusal(&long.to_line()), "key `decisions[6]`: `bid 1` comes after the end");
    long.decisions.truncate(5);
    assert_eq!(
        refusal(&long.to_line()),
        "key `decisions`: the game is not over after 5: seat 1 is to move"
    );
    let mut scored = record();
    scored.scorings.push(json!(1));
    assert_eq!(refusal(&scored.to_line()), "key `scorings[1]`: expected 1 scorings, found 1");
    let mut told = record();
    told.result.insert("gold".into(), json!([1, 1]));
    assert_eq!(refusal(&told.to_line()), "key `result.gold`: is not known here");
}

/// Entries of `decisions` are numbered as the decisions of the game, however many a list holds.
#[test]
fn what_is_wrong_in_a_list_of_several_decisions_is_refused() {
    let joined = r#"[1,"bid 2",2,"bid 1"]"#;
    for (from, to, reason) in [
        (r#"[0,"bid 2",2]"#, r#"[0,"bid 2"]"#, "[2][2]`: expected 2 legal actions, found 1"),
        (r#"[1,"bid 1"]"#, r#"[1,"bid 1",2]"#, "[5][2]`: expected 1 legal actions, found 2"),
        (r#"[1,"bid 2",2]"#, joined, "[4][0]`: expected seat 0, found seat 1"),
        (
            r#"[1,"bid 2",2]"#,
            &format!("{joined},[0]"),
            "[5]`: expected [seat, \"action\", legal, ...], found [0]",
        ),
        (
            r#"[0,"bid 3"]"#,
            r#"[0,"bid 3",true]"#,
            "[4]`: expected [seat, \"action\", legal, ...], found [0,\"bid 3\",true]",
        ),
    ] {
        assert_eq!(refusal(&second(LINE).replace(from, to)), format!("key `decisions{reason}"));
    }
}
