//! The plain twin of *Eketorp* against games that an independent implementation has played, and
//! against its counts of the move tree: this checks the reference for the fast engine.
//!
//! `DRAKKAR_TWIN_RECORDS` names another folder of records to read instead of the one beside this
//! file.

use std::fs;
use std::path::{Path, PathBuf};

use super::identities;
use super::twin::{Rules, Twin};
use serde_json::Value;

fn own_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/records")
}

/// The game of a record before its first decision.
fn start(record: &Value) -> Twin {
    let rules = Rules::read(&record["rule_set"]).unwrap();
    let players = record["players"].as_u64().unwrap() as usize;
    Twin::new(rules, players, &record["deal"]).unwrap()
}

/// Replays one game and compares seats, legal actions, scorings, result and facts. Returns the
/// number of decisions.
fn replay(record: &Value, place: &str) -> usize {
    let mut twin = start(record);
    let preset = match record["rules"].as_str().unwrap() {
        "queen2007" => Rules::queen2007(),
        "db2003" => Rules::db2003(),
        other => panic!("{place}: `{other}`"),
    };
    assert_eq!(twin.rules, preset, "{place}");
    assert_eq!(serde_json::to_value(&preset).unwrap(), record["rule_set"], "{place}");
    let decisions = record["decisions"].as_array().unwrap();
    for (index, decision) in decisions.iter().enumerate() {
        let action = decision[1].as_str().unwrap();
        let place = format!("{place}, decision {index}: {action}");
        assert_eq!(Some(decision[0].as_u64().unwrap() as usize), twin.to_move(), "{place}");
        let legal = twin.legal();
        assert_eq!(decision[2], legal.len(), "{place}: {legal:?}");
        twin.play(action).unwrap_or_else(|error| panic!("{place}: {error}"));
    }
    assert_eq!(twin.to_move(), None, "{place}");
    assert_eq!(record["scorings"], Value::from(twin.scorings.clone()), "{place}");
    // As texts, because the names have an order.
    assert_eq!(record["breakdown"].to_string(), twin.breakdown().to_string(), "{place}");
    let (told, own) = (&record["result"], twin.result().unwrap());
    for key in ["points", "stones", "place"] {
        assert_eq!(told[key], own[key], "{place}: {key}");
    }
    for seat in 0..twin.players.len() {
        let shares = [told, &own].map(|result| result["win_share"][seat].as_f64().unwrap());
        assert!((shares[0] - shares[1]).abs() < 1e-6, "{place}: win shares {shares:?}");
    }
    identities::check(&twin, place);
    decisions.len()
}

#[test]
fn twin_replays_games_of_an_independent_implementation() {
    let named = std::env::var_os("DRAKKAR_TWIN_RECORDS").map(PathBuf::from);
    let folder = named.unwrap_or_else(own_folder);
    let mut paths: Vec<PathBuf> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let mut files = 0;
    for path in paths {
        let text = fs::read_to_string(&path).unwrap();
        let (mut games, mut decisions) = (0, 0);
        for (number, line) in (1..).zip(text.lines()) {
            let place = format!("{}, line {number}", path.display());
            let record: Value = serde_json::from_str(line).unwrap();
            if record["game"] == "eketorp" {
                decisions += replay(&record, &place);
                games += 1;
            }
        }
        println!("{}: {games} games, {decisions} decisions", path.display());
        files += usize::from(games > 0);
    }
    assert!(files >= 8, "{files}");
}

/// Sequences of that many decisions; those that end the game earlier are not counted.
fn leaves(twin: &Twin, depth: usize) -> usize {
    let legal = twin.legal();
    if depth == 1 {
        return legal.len();
    }
    let mut sum = 0;
    for action in legal {
        let mut next = twin.clone();
        next.play(&action).unwrap();
        sum += leaves(&next, depth - 1);
    }
    sum
}

/// The numbers come from that implementation.
#[test]
fn twin_counts_the_leaves_of_the_move_tree() {
    let path = own_folder().join("eketorp-queen2007-4p.jsonl");
    let text = fs::read_to_string(path).unwrap();
    let record: Value = serde_json::from_str(text.lines().next().unwrap()).unwrap();
    for (decisions, counts) in
        [(0, [17, 176, 1646, 15628]), (60, [4, 8, 16, 48]), (150, [16, 159, 1470, 13872])]
    {
        let mut twin = start(&record);
        for decision in &record["decisions"].as_array().unwrap()[..decisions] {
            twin.play(decision[1].as_str().unwrap()).unwrap();
        }
        for (depth, count) in (1..).zip(counts) {
            assert_eq!(leaves(&twin, depth), count, "after {decisions}, depth {depth}");
        }
    }
}
