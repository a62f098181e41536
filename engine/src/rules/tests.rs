//! The table of keys, with a rule set that has every kind of key.

use serde_json::{Value, json};

use super::{Key, Kind, RuleTable, at_line};
use crate::data::from_toml;
use crate::error::KeyError;
use crate::rules::Preset;

const BASE: &str = "\
# A game.
[setup]                     # S1
gold = { 2 = 30, 3 = 25 }   # by players
row = \"AB\"

[scoring]
penalty = 1                 # each
mode = \"all\"              # or none
floor = true
values = [1, 2, 3]
weight = 0.5
turns = 9
late = \"no\"                 # added later
";

const KEYS: &[Key] = &[
    Key::whole("setup.gold.*", 0, 1000, "S1"),
    Key::whole("scoring.penalty", 0, 100, "F7"),
    Key::words("scoring.mode", &["all", "none"], "F9"),
    Key::whole("scoring.values", 1, 9, "F10"),
    Key::words("scoring.late", &["no", "yes"], "F11").omitted(),
    Key::extra("grants"),
];

static RULES: RuleTable = RuleTable::new(
    "toy",
    &[
        Preset { name: "base", about: "", toml: BASE },
        Preset { name: "poor", about: "", toml: POOR },
    ],
    KEYS,
);

const POOR: &str = "\
[setup]
gold = { 2 = 3, 3 = 2 }     # less
row = \"BA\"
[scoring]
penalty = 1
mode = \"none\"
floor = false
values = [3, 2, 1]
weight = 1
turns = 9
late = \"no\"
";

/// The values of `BASE` as records hold them.
fn recorded() -> Value {
    let mut rule_set = from_toml(BASE).unwrap();
    rule_set["scoring"].as_object_mut().unwrap().shift_remove("late");
    rule_set
}

fn refused(pointer: &str, value: Value) -> String {
    let mut rule_set = recorded();
    *rule_set.pointer_mut(pointer).unwrap() = value;
    RULES.check(&rule_set).map_or_else(|error| error.to_string(), |()| "accepted".to_owned())
}

#[test]
fn the_presets_say_which_keys_there_are() {
    let leaves = RULES.leaves().unwrap();
    let found = leaves
        .iter()
        .map(|leaf| (leaf.key.as_str(), leaf.declared.rule))
        .zip(leaves.iter().map(|leaf| leaf.values()));
    let expected = [
        (("setup.gold.2", "S1"), "0 to 1000"),
        (("setup.gold.3", "S1"), "0 to 1000"),
        (("setup.row", ""), "text"),
        (("scoring.penalty", "F7"), "0 to 100"),
        (("scoring.mode", "F9"), "`all` or `none`"),
        (("scoring.floor", ""), "true or false"),
        (("scoring.values", "F10"), "3 values, each 1 to 9"),
        (("scoring.weight", ""), "a number"),
        (("scoring.turns", ""), "a whole number"),
        (("scoring.late", "F11"), "`no` or `yes`"),
    ];
    assert!(found.eq(expected.map(|(key, values)| (key, values.to_owned()))));
    assert_eq!(leaves[2].declared.kind, Kind::Text);
}

#[test]
fn values_are_checked_and_errors_are_plain() {
    for (pointer, value, message) in [
        ("/scoring/penalty", json!(0), "accepted"),
        ("/scoring/penalty", json!(-3), "scoring.penalty=-3: must be 0 to 100"),
        ("/scoring/penalty", json!(101), "scoring.penalty=101: must be 0 to 100"),
        ("/scoring/penalty", json!(1.5), "scoring.penalty=1.5: must be 0 to 100"),
        ("/scoring/penalty", json!("x"), r#"scoring.penalty="x": must be 0 to 100"#),
        ("/scoring/penalty", json!("4"), r#"scoring.penalty="4": must be 0 to 100"#),
        ("/scoring/values/1", json!("4"), r#"scoring.values[1]="4": must be 1 to 9"#),
        ("/scoring/values", json!("4"), r#"scoring.values="4": must be 3 values, each 1 to 9"#),
        ("/scoring/floor", json!("true"), r#"scoring.floor="true": must be true or false"#),
        ("/scoring", json!("all"), r#"scoring="all": must be a table of keys"#),
        ("/scoring/weight", json!(3.5), "accepted"),
        ("/scoring/mode", json!("some"), "scoring.mode=some: must be `all` or `none`"),
        ("/scoring/floor", json!(1), "scoring.floor=1: must be true or false"),
        ("/scoring/values", json!([1, 2]), "scoring.values=[1,2]: must be 3 values, each 1 to 9"),
        ("/scoring/values", json!(1), "scoring.values=1: must be 3 values, each 1 to 9"),
        ("/scoring/values/2", json!(10), "scoring.values[2]=10: must be 1 to 9"),
        ("/scoring/turns", json!(null), "scoring.turns=null: must be a whole number"),
        ("/scoring", json!(1), "scoring=1: must be a table of keys"),
        ("", json!([]), "a rule set is a table of keys"),
        ("/setup/gold", json!({ "2": 1 }), "key `setup.gold.3`: is missing"),
        (
            "/setup/gold",
            json!({ "2": 1, "3": 1, "4": 1 }),
            "key `setup.gold.4`: there is no such key; there are: 2, 3",
        ),
        ("/setup", json!({}), "key `setup.gold`: is missing"),
    ] {
        assert_eq!(refused(pointer, value), message);
    }
    let mut granted = from_toml(BASE).unwrap();
    granted["grants"] = json!([{ "seat": 1 }]);
    RULES.check(&granted).unwrap();
}

#[test]
fn rule_sets_are_called_by_the_preset_with_their_values() {
    let mut rule_set = recorded();
    assert_eq!(RULES.name_of(&rule_set), "base");
    assert_eq!(**RULES.values_of("base").unwrap(), rule_set);
    assert_eq!(RULES.values_of("poor").unwrap()["scoring"]["weight"], json!(1.0));
    rule_set["grants"] = json!([]);
    assert_eq!(RULES.name_of(&rule_set), "custom");
    let error = RULES.preset("rich").unwrap_err().to_string();
    assert_eq!(error, "toy has no preset `rich`; there are: base, poor");
}

/// A table of such keys, and one in a table of other ones, are left out as a whole.
#[test]
fn a_table_of_keys_that_are_left_out_is_left_out() {
    const WHOLE: &str = "[a]\nx = 1\nmore = { 0 = 0, 1 = 0 }\n[b]\ny = 2\n[b.c]\nz = 3\n";
    static LATER: RuleTable = RuleTable::new(
        "later",
        &[Preset { name: "base", about: "", toml: WHOLE }],
        &[
            Key::whole("a.x", 0, 9, ""),
            Key::whole("a.more.*", 0, 9, "").omitted(),
            Key::whole("b.*", 0, 9, "").omitted(),
            Key::whole("b.c.z", 0, 9, "").omitted(),
        ],
    );
    let recorded = json!({ "a": { "x": 1 } });
    assert_eq!(**LATER.values_of("base").unwrap(), recorded);
    LATER.check(&recorded).unwrap();
    assert_eq!(LATER.name_of(&recorded), "base");
    let filled = |data: Value| Value::Object(LATER.filled(data.as_object().unwrap()));
    let whole = from_toml(WHOLE).unwrap();
    assert_eq!(filled(recorded), whole);
    let some = json!({ "a": { "x": 1, "more": { "1": 5 } }, "b": { "c": {} } });
    LATER.check(&some).unwrap();
    let mut expected = whole.clone();
    expected["a"]["more"]["1"] = json!(5);
    assert_eq!(filled(some), expected);
    // A table with other keys must be there, and is not made up.
    let error = LATER.check(&json!({ "b": {} })).unwrap_err().to_string();
    assert_eq!(error, "key `a`: is missing");
    assert_eq!(filled(json!({}))["b"], whole["b"]);
    assert_eq!(filled(json!({})).get("a"), None);
    assert_eq!(filled(json!({ "a": 1 }))["a"], 1);
}

/// A key that came later: old records have it no more than new ones with its usual value.
#[test]
fn a_key_can_be_left_out_of_records_but_not_of_texts() {
    RULES.check(&recorded()).unwrap();
    RULES.check(&from_toml(BASE).unwrap()).unwrap();
    let mut other = recorded();
    other["scoring"]["late"] = json!("yes");
    RULES.check(&other).unwrap();
    assert_eq!(RULES.name_of(&other), "custom");
    assert_eq!(RULES.values_of("poor").unwrap()["scoring"].get("late"), None);
    let error = RULES.check(&json!({ "scoring": { "late": "soon" } })).unwrap_err();
    assert_eq!(error.to_string(), "scoring.late=soon: must be `no` or `yes`");
    for (rule_set, late) in [(recorded(), "no"), (other, "yes")] {
        let filled = RULES.filled(rule_set.as_object().unwrap());
        assert_eq!(filled["scoring"]["late"], late);
        assert_eq!(filled["scoring"]["turns"], 9);
    }
    // A file without it is completed, so that `--set` can change it.
    let text = BASE.replace("late = \"no\"                 # added later\n", "");
    assert_eq!(RULES.complete(&text).unwrap(), BASE);
}

#[test]
fn a_file_with_all_keys_stays_as_it_is() {
    let own = BASE.replace("# each", "# my own comment").replace("penalty = 1", "penalty=7");
    assert_eq!(RULES.complete(&own).unwrap(), own);
    let named = format!("preset = \"poor\"\n{own}");
    assert_eq!(RULES.complete(&named).unwrap(), own);
}

#[test]
fn missing_keys_are_those_of_a_preset() {
    assert_eq!(RULES.complete("").unwrap(), BASE);
    assert_eq!(RULES.complete("preset = \"poor\"  # the other one\n").unwrap(), POOR);
    let text = "[scoring]\npenalty = 7  # more\nvalues = [4, 5, 6]\n[setup.gold]\n3 = 5\n";
    let expected = BASE
        .replace("penalty = 1 ", "penalty = 7 ")
        .replace("[1, 2, 3]", "[4, 5, 6]")
        .replace("3 = 25", "3 = 5");
    assert_eq!(RULES.complete(text).unwrap(), expected);
    let text =
        "preset = \"poor\"\nscoring.mode = \"all\"\n[[grants]]\nseat = 1\n[[grants]]\nseat = 0\n";
    let whole = RULES.complete(text).unwrap();
    assert!(whole.starts_with(&POOR.replace("\"none\"", "\"all\"")), "{whole}");
    let expected = json!([{ "seat": 1 }, { "seat": 0 }]);
    assert_eq!(from_toml(&whole).unwrap()["grants"], expected);
}

#[test]
fn errors_within_lists_of_tables_name_the_line_of_the_key() {
    let tables = "# x\n[[list]]\nkind = 1\n\n[[list]]\n# y\nkind = 2\nparts = [\n1,\n2]\nneed = { a = 1,\nb = 2 }\n";
    let inline = "list = [\n{ kind = 1 },\n{ kind = 2,\nparts = [1,\n2], deep = [[1], [\n2]] }]\nlist2 = 3\n";
    for (text, key, line) in [
        (tables, "list", Some(2)),
        (tables, "list[0].kind", Some(3)),
        (tables, "list[1].kind", Some(7)),
        (tables, "list[1].parts[1]", Some(8)),
        (tables, "list[1].need.b", Some(12)),
        // The table itself if it lacks the key.
        (tables, "list[0]", Some(2)),
        (tables, "list[1].name", Some(5)),
        (tables, "list[1].need.c", Some(5)),
        (tables, "other[0].kind", None),
        (tables, "other", None),
        (inline, "list[0].kind", Some(2)),
        (inline, "list[1].parts[0]", Some(4)),
        (inline, "list[1].deep[1][0]", Some(5)),
        (inline, "list[7]", Some(1)),
        (inline, "list2[0]", Some(7)),
        (inline, "list[x].y", None),
        ("no toml", "no", None),
    ] {
        let told = at_line(text, KeyError::new(key, "is wrong")).to_string();
        let line = line.map_or_else(String::new, |line| format!("line {line}: "));
        assert_eq!(told, format!("{line}key `{key}`: is wrong"));
    }
}

#[test]
fn what_is_wrong_with_a_file_names_its_line() {
    for (text, message) in [
        ("# x\nscoring\n", "line 2: "),
        ("# x\npreset = \"rich\"\n", "line 2: key `preset`: toy has no preset `rich`"),
        ("preset = 1\n", "line 1: preset=1: must be the name of a preset"),
        ("[scoring]\npenalty = -3\n", "line 2: scoring.penalty=-3: must be 0 to 100"),
        ("[scoring]\nvalues = [\n1,\n2,\n10]\n", "line 2: scoring.values[2]=10: must be 1 to 9"),
        ("[setup]\n[scoring]\npenal = 3\n", "line 3: key `scoring.penal`: there is no such key"),
        ("[gems]\n", "line 1: key `gems`: there is no such key; there are: setup, scoring"),
        ("[set]\n", "line 1: key `set`: there is no such key; did you mean `setup`?"),
        ("setup.gold.2 = 3\nsetup.gold.4 = 3\n", "line 2: key `setup.gold.4`: there is no"),
    ] {
        let error = RULES.complete(text).unwrap_err().to_string();
        assert!(error.starts_with(message), "{error}");
    }
}
