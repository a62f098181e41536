//! The plain twin of *Vikings on Board* against games that an independent implementation has
//! played: this checks the reference for the fast engine.
//!
//! `DRAKKAR_TWIN_RECORDS` names another folder of records to read instead of the one beside this
//! file.

use std::fs;
use std::path::{Path, PathBuf};

use super::twin::{Rules, Twin};
use serde_json::Value;

/// Replays one game and compares seats, legal actions, scorings, result and facts. Returns the
/// number of decisions.
fn replay(record: &Value, place: &str) -> usize {
    let rules = Rules::read(&record["rule_set"]).unwrap();
    assert_eq!(record["rules"] == "base", rules == Rules::base(), "{place}");
    assert_eq!(serde_json::to_value(&rules).unwrap(), record["rule_set"], "{place}");
    let players = record["players"].as_u64().unwrap() as usize;
    let mut twin = Twin::new(rules, players, &record["deal"]).unwrap();
    let decisions = record["decisions"].as_array().unwrap();
    for (index, decision) in decisions.iter().enumerate() {
        let action = decision[1].as_str().unwrap();
        let place = format!("{place}, decision {index}: {action}");
        assert_eq!(Some(decision[0].as_u64().unwrap() as usize), twin.to_move(), "{place}");
        let legal = twin.legal();
        assert_eq!(decision[2], legal.len(), "{place}: {legal:?}");
        twin.apply(action).unwrap_or_else(|error| panic!("{place}: {error}"));
    }
    assert_eq!(twin.to_move(), None, "{place}");
    assert_eq!(record["scorings"], Value::from(twin.scorings.clone()), "{place}");
    let (told, own) = (&record["result"], twin.result().unwrap());
    for key in ["score", "supplies", "place"] {
        assert_eq!(told[key], own[key], "{place}: {key}");
    }
    for seat in 0..players {
        let shares = [told, &own].map(|result| result["win_share"][seat].as_f64().unwrap());
        assert!((shares[0] - shares[1]).abs() < 1e-6, "{place}: win shares {shares:?}");
        // The same names in the same order.
        let facts: Vec<(String, Value)> =
            twin.facts(seat).into_iter().map(|(name, count)| (name, count.into())).collect();
        let told = record["breakdown"][seat].as_object().unwrap();
        let told: Vec<(String, Value)> =
            told.iter().map(|(name, count)| (name.clone(), count.clone())).collect();
        assert_eq!(told, facts, "{place}: seat {seat}");
    }
    decisions.len()
}

#[test]
fn twin_replays_games_of_an_independent_implementation() {
    let named = std::env::var_os("DRAKKAR_TWIN_RECORDS").map(PathBuf::from);
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/records");
    let mut paths: Vec<PathBuf> =
        fs::read_dir(named.unwrap_or(own)).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let mut files = 0;
    for path in paths {
        let text = fs::read_to_string(&path).unwrap();
        let (mut games, mut decisions) = (0, 0);
        for (number, line) in (1..).zip(text.lines()) {
            let place = format!("{}, line {number}", path.display());
            let record: Value = serde_json::from_str(line).unwrap();
            if record["game"] == "vikings-on-board" {
                decisions += replay(&record, &place);
                games += 1;
            }
        }
        println!("{}: {games} games, {decisions} decisions", path.display());
        files += usize::from(games > 0);
    }
    assert!(files >= 3, "{files}");
}
