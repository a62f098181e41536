//! Records that an independent implementation has played, and damaged copies of them.
//!
//! Every line in `tests/data/records` is one game in the format of [`drakkar_engine::record`].

mod advanced;

use std::fs;
use std::path::{Path, PathBuf};

use drakkar_engine::games::vikings::{AdvancedVikings, Vikings};
use drakkar_engine::record::{Record, RecordError, Verified, verify};
use drakkar_engine::recorded::Recorded;
use serde_json::{Value, json};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/records")
}

fn check(line: &str) -> Result<Verified, RecordError> {
    let record: Record = line.parse()?;
    macro_rules! verified {
        ($([$id:literal $module:ident: $($variant:ident)+])*) => {
            match record.game.as_str() {
                $(
                    #[cfg(feature = $id)]
                    $id => verify_as_played(&record, &[
                        $(part::<drakkar_engine::games::$module::$variant>()),+
                    ]),
                )*
                other => Err(RecordError::new("game", format!("there is no game `{other}`"))),
            }
        };
    }
    drakkar_engine::for_each_game!(verified)
}

/// One variant of a game: whether it plays by the rules of a record, and its verdict on it.
type Part = (fn(&Record) -> bool, fn(&Record) -> Result<Verified, RecordError>);

fn part<G: Recorded>() -> Part {
    let covers = |record: &Record| {
        let rules = Value::Object((*record.rule_set).clone());
        G::read_rules(&rules).is_ok_and(|rule_set| G::covers(&rule_set))
    };
    (covers, verify::<G>)
}

/// By the smallest variant that plays by the rules of a record, or else by the first.
fn verify_as_played(record: &Record, parts: &[Part]) -> Result<Verified, RecordError> {
    let fitting = parts.iter().rev().find(|(covers, _)| covers(record));
    (fitting.unwrap_or(&parts[0]).1)(record)
}

#[test]
fn games_of_an_independent_implementation_are_accepted() {
    let mut games = 0;
    for entry in fs::read_dir(folder()).unwrap() {
        let path = entry.unwrap().path();
        let text = fs::read_to_string(&path).unwrap();
        for (number, line) in (1..).zip(text.lines()) {
            let place = format!("{}, line {number}", path.display());
            let verified = check(line).unwrap_or_else(|error| panic!("{place}: {error}"));
            // A record is written again as it was read, except for the notation of numbers.
            let record: Record = line.parse().unwrap();
            assert_eq!(record.to_line().parse::<Record>().unwrap(), record, "{place}");
            games += 1;
            if record.game != Vikings::ID {
                continue;
            }
            assert_eq!(verified.scorings, 7, "{place}");
            assert!(verified.decisions >= 72 + 58, "{place}");
            // The variant with all rules plays the base game too.
            verify::<AdvancedVikings>(&record).unwrap_or_else(|error| panic!("{place}: {error}"));
        }
    }
    assert!(games >= 30, "{games}");
}

/// A game of three seats by the base rules.
fn line() -> String {
    let text = fs::read_to_string(folder().join("vikings-base-3p.jsonl")).unwrap();
    text.lines().next().unwrap().to_owned()
}

fn value() -> Value {
    serde_json::from_str(&line()).unwrap()
}

/// Why the record is refused after `edit`.
fn refused(edit: impl FnOnce(&mut Value)) -> String {
    let mut damaged = value();
    edit(&mut damaged);
    assert_ne!(damaged, value(), "the edit changes something");
    check(&damaged.to_string()).unwrap_err().to_string()
}

/// Why the record is refused with another value at a JSON pointer.
fn refused_with(pointer: &str, value: Value) -> String {
    refused(|damaged| *damaged.pointer_mut(pointer).unwrap() = value)
}

fn list<'a>(value: &'a mut Value, key: &str) -> &'a mut Vec<Value> {
    value[key].as_array_mut().unwrap()
}

#[test]
fn another_decision_is_refused() {
    let first = value()["decisions"][0].clone();
    assert_eq!(first[0], 0);
    // Wrong seat.
    let found = refused_with("/decisions/0/0", json!(1));
    assert_eq!(found, "key `decisions[0][0]`: expected seat 0, found seat 1");
    let found = refused_with("/decisions/0/0", json!(3));
    assert!(
        found.starts_with("key `decisions[0]`: expected [seat, \"action\", legal, ...]"),
        "{found}"
    );
    // Illegal actions, at the start and later; texts that are none.
    let found = refused_with("/decisions/0/1", json!("tile W1"));
    assert_eq!(found, "key `decisions[0][1]`: action `tile W1` is not legal here");
    let found = refused_with("/decisions/1/1", json!("buy 0"));
    assert_eq!(found, "key `decisions[1][1]`: action `buy 0` is not legal here");
    let found = refused_with("/decisions/0/1", json!("buy 12"));
    let reason = "cannot read action `buy 12`: expected a price from 0 to 11";
    assert_eq!(found, format!("key `decisions[0][1]`: {reason}"));
    // Wrong number of legal actions, anywhere.
    let decisions = value()["decisions"].as_array().unwrap().len();
    for index in [0, 1, 40, decisions - 1] {
        let legal = value()["decisions"][index][2].as_u64().unwrap();
        let found = refused_with(&format!("/decisions/{index}/2"), json!(legal + 1));
        let reason = format!("expected {legal} legal actions, found {}", legal + 1);
        assert_eq!(found, format!("key `decisions[{index}][2]`: {reason}"));
    }
    // One too few, one too many, one left out on the way.
    let found = refused(|damaged| drop(list(damaged, "decisions").pop()));
    let reason = format!("the game is not over after {}: seat ", decisions - 1);
    assert!(found.starts_with(&format!("key `decisions`: {reason}")), "{found}");
    let found = refused(|damaged| list(damaged, "decisions").push(first.clone()));
    assert!(found.starts_with(&format!("key `decisions[{decisions}]`: `buy ")), "{found}");
    assert!(found.ends_with("comes after the end"));
    let found = refused(|damaged| drop(list(damaged, "decisions").remove(1)));
    assert!(found.starts_with("key `decisions[1]["), "{found}");
    let found = refused(|damaged| list(damaged, "decisions").clear());
    assert_eq!(found, "key `decisions`: the game is not over after 0: seat 0 is to move");
}

#[test]
fn another_scoring_is_refused() {
    for scoring in 0..7 {
        for key in ["gold", "glory"] {
            let seat = scoring % 3;
            let told = value()["scorings"][scoring][key][seat].as_i64().unwrap();
            let found = refused_with(&format!("/scorings/{scoring}/{key}/{seat}"), json!(told + 1));
            let reason = format!("expected {told}, found {}", told + 1);
            assert_eq!(found, format!("key `scorings[{scoring}].{key}[{seat}]`: {reason}"));
        }
    }
    let found = refused_with("/scorings/1/kind", json!("small"));
    assert_eq!(found, "key `scorings[1].kind`: expected \"large\", found \"small\"");
    let found = refused_with("/scorings/6/round", json!(7));
    assert_eq!(found, "key `scorings[6].round`: expected 6, found 7");
    let found = refused(|damaged| drop(list(damaged, "scorings").pop()));
    assert_eq!(found, "key `scorings[6]`: is missing");
    let found = refused(|damaged| list(damaged, "scorings").push(json!({})));
    assert_eq!(found, "key `scorings[7]`: expected 7 scorings, found {}");
}

#[test]
fn another_result_is_refused() {
    for (key, wrong) in [("glory", json!(99)), ("gold", json!(-1)), ("place", json!(4))] {
        for seat in 0..3 {
            let found = refused_with(&format!("/result/{key}/{seat}"), wrong.clone());
            let told = &value()["result"][key][seat];
            let reason = format!("expected {told}, found {wrong}");
            assert_eq!(found, format!("key `result.{key}[{seat}]`: {reason}"));
        }
    }
    // Win shares are compared to within 1e-6.
    let winner = (0..3).find(|&seat| value()["result"]["place"][seat] == 1).unwrap();
    let share = format!("/result/win_share/{winner}");
    assert!(refused_with(&share, json!(0.999)).starts_with("key `result.win_share["));
    let mut close = value();
    *close.pointer_mut(&share).unwrap() = json!(1.0 - 5e-7);
    check(&close.to_string()).unwrap();
    for key in ["glory", "gold", "place", "win_share"] {
        let found = refused(|damaged| {
            damaged["result"].as_object_mut().unwrap().remove(key).unwrap();
        });
        assert_eq!(found, format!("key `result.{key}`: is missing"));
    }
    let found = refused(|damaged| damaged["result"]["lots"] = json!([1, 2, 3]));
    assert_eq!(found, "key `result.lots`: is not known here");
}

#[test]
fn another_breakdown_is_refused() {
    let with = |name: &str, amount: i32| {
        let mut edited = value();
        edited["breakdown"][1] = json!({ name: amount });
        check(&edited.to_string()).map(|_| ()).map_err(|error| error.to_string())
    };
    assert_eq!(with("glory_start", 10), Ok(()));
    let reason = "key `breakdown[1].glory_start`: expected 10, found 11";
    assert_eq!(with("glory_start", 11), Err(reason.to_owned()));
    let reason = "key `breakdown[1].glory_of_all`: vikings has no such counter";
    assert_eq!(with("glory_of_all", 0), Err(reason.to_owned()));
    assert!(with("lots_price_0", 25).is_err());
}

#[test]
fn a_missing_key_or_another_version_is_refused() {
    let keys: Vec<String> = value().as_object().unwrap().keys().cloned().collect();
    assert_eq!(keys.len(), 14);
    for key in keys {
        let found = refused(|damaged| {
            damaged.as_object_mut().unwrap().remove(&key).unwrap();
        });
        assert_eq!(found, format!("key `{key}`: is missing"));
    }
    assert_eq!(refused_with("/version", json!(3)), "key `version`: expected 1 or 2, found 3");
    let found = refused_with("/format", json!("sgf"));
    assert_eq!(found, "key `format`: expected `drakkar-record`, found \"sgf\"");
    assert_eq!(refused_with("/game", json!("tablut")), "key `game`: there is no game `tablut`");
    assert_eq!(
        refused_with("/game", json!("goofspiel")),
        "key `rule_set.setup`: there is no such key; there are: deck, scoring"
    );
}

#[test]
fn other_rules_are_refused() {
    let found = refused_with("/rules", json!("saga"));
    assert!(found.starts_with("key `rules`: vikings has no preset `saga`; there are: base, bsw"));
    // Another rule set is not `base`, whether it changes this game or not.
    let found = refused_with("/rule_set/scoring/unfed_penalty", json!(5));
    let reason = "the rule set is not `base`: key `scoring.unfed_penalty`: expected 1, found 5";
    assert_eq!(found, format!("key `rules`: {reason}"));
    let mut custom = value();
    custom["rules"] = json!("custom");
    custom["rule_set"]["bonus"]["building_cap"] = json!(3);
    check(&custom.to_string()).unwrap();
    custom["rule_set"]["setup"]["glory"] = json!(11);
    let found = check(&custom.to_string()).unwrap_err().key;
    assert_eq!(found, "scorings[0].glory[0]");
    // The preset of the same values under its other name is fine.
    let mut other = value();
    other["rules"] = json!("bsw");
    check(&other.to_string()).unwrap();
    let found = refused_with("/rule_set/tiles/left_ends", json!(22));
    assert!(found.starts_with("key `rule_set.tiles`: 22 left ends less 4"), "{found}");
    let found = refused_with("/rule_set/scoring/glory_floor", json!(1));
    assert_eq!(found, "rule_set.scoring.glory_floor=1: must be true or false");
    let found = refused(|damaged| {
        damaged["rule_set"]["scoring"].as_object_mut().unwrap().remove("noble_glory").unwrap();
    });
    assert_eq!(found, "key `rule_set.scoring.noble_glory`: is missing");
}

#[test]
fn a_damaged_deal_is_refused() {
    let text = |pointer: &str| value().pointer(pointer).unwrap().as_str().unwrap().to_owned();
    let (stack, bag) = (text("/deal/stacks/0"), text("/deal/bag/5"));
    for (pointer, damaged, reason) in [
        ("/deal/stacks/0", format!("X{}", &stack[1..]), "key `deal.stacks[0]`: cannot read tile"),
        ("/deal/stacks/0", stack[1..].to_owned(), "key `deal.stacks[0]`: stack `"),
        ("/deal/stacks/0", format!("{stack}a"), "key `deal.stacks[0]`: stack `"),
        ("/deal/stacks/0", stack.replacen('[', "]", 1), "key `deal.stacks`: 16 tiles `["),
        ("/deal/bag/5", bag.chars().rev().collect(), "key `deal.bag[5]`: vikings `"),
        ("/deal/bag/5", bag[1..].to_owned(), "key `deal.bag`: round 6 has 11 vikings"),
        ("/deal/bag/5", format!("{bag}B"), "key `deal.bag`: round 6 has 13 vikings"),
    ] {
        let found = refused_with(pointer, json!(damaged));
        assert!(found.starts_with(reason), "{found}");
    }
    let found = refused_with("/deal/bonus", json!(["longboat"]));
    assert_eq!(found, "key `deal.bonus`: must be empty without bonus tiles");
    // Another deal of the same components: sooner or later, the decisions do not match it.
    let swapped = refused(|damaged| list(&mut damaged["deal"], "stacks").swap(0, 5));
    assert!(swapped.starts_with("key `decisions["), "{swapped}");
    let swapped = refused(|damaged| list(&mut damaged["deal"], "bag").swap(4, 5));
    assert!(swapped.starts_with("key `decisions[") || swapped.starts_with("key `scorings["));
}

#[test]
fn a_truncated_line_is_refused() {
    let line = line();
    for end in (0..line.len()).step_by(97).chain([line.len() - 1]) {
        let error = check(&line[..end]).unwrap_err().to_string();
        assert!(error.starts_with("is not complete JSON: it ends at column "), "{end}: {error}");
    }
    let doubled = format!("{line}{line}");
    let error = check(&doubled).unwrap_err().to_string();
    assert_eq!(error, format!("is not JSON at column {}", line.len() + 1));
}
