//! The plain twin of *No More Vikings!* against games that an independent implementation has
//! played, and against its counts of the move tree: this checks the reference for the fast engine.

use std::fs;
use std::path::Path;

use super::data::RECORDS;
use super::identities;
use super::twin::variation::plain;
use super::twin::{Rules, Twin};
use serde_json::Value;

/// The game of a record before its first decision.
fn start(record: &Value) -> Twin {
    let rules = Rules::read(&record["rule_set"]).unwrap();
    let players = record["players"].as_u64().unwrap() as usize;
    Twin::new(rules, players, &record["deal"]).unwrap()
}

/// The records of a number of players.
fn records(players: usize) -> Vec<Value> {
    let path = Path::new(RECORDS).join(format!("no-more-vikings-{players}p.jsonl"));
    let text = fs::read_to_string(path).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Replays one game and compares seats, legal actions, scorings, result and facts. Returns the
/// number of decisions.
fn replay(record: &Value, place: &str) -> usize {
    let mut twin = start(record);
    assert_eq!(record["rules"], "base", "{place}");
    assert_eq!(twin.rules, Rules::base(), "{place}");
    assert_eq!(
        serde_json::to_string(&twin.rules).unwrap(),
        record["rule_set"].to_string(),
        "{place}"
    );
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
    // As texts, because the names have an order.
    let scorings = Value::from(twin.scorings.clone()).to_string();
    assert_eq!(record["scorings"].to_string(), scorings, "{place}");
    assert_eq!(record["breakdown"].to_string(), twin.breakdown().to_string(), "{place}");
    let (told, own) = (&record["result"], twin.result().unwrap());
    for key in ["score", "place"] {
        assert_eq!(told[key], own[key], "{place}: {key}");
    }
    assert_eq!(told.as_object().unwrap().len(), own.as_object().unwrap().len());
    for seat in 0..twin.players.len() {
        let shares = [told, &own].map(|result| result["win_share"][seat].as_f64().unwrap());
        assert!((shares[0] - shares[1]).abs() < 1e-6, "{place}: win shares {shares:?}");
    }
    identities::check(&twin, place);
    decisions.len()
}

#[test]
fn twin_replays_games_of_an_independent_implementation() {
    for players in 2..=4 {
        let (mut games, mut decisions) = (0, 0);
        for (number, record) in (1..).zip(records(players)) {
            assert_eq!(record["game"], "no-more-vikings");
            decisions += replay(&record, &format!("{players} players, line {number}"));
            games += 1;
        }
        println!("{players} players: {games} games, {decisions} decisions");
        assert!(games >= 6);
    }
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
    let record = &records(3)[0];
    for (decisions, counts) in
        [(0, [2, 4, 8, 128]), (60, [2, 30, 702, 18280]), (120, [12, 420, 840, 13920])]
    {
        let mut twin = start(record);
        for decision in &record["decisions"].as_array().unwrap()[..decisions] {
            twin.play(decision[1].as_str().unwrap()).unwrap();
        }
        for (depth, count) in (1..).zip(counts) {
            assert_eq!(leaves(&twin, depth), count, "after {decisions}, depth {depth}");
        }
    }
}

#[test]
fn twin_counts_the_sequences_of_the_plain_deal_x15() {
    let rules = Rules::base();
    let twin = Twin::new(rules.clone(), 2, &plain(&rules)).unwrap();
    // The last one takes as long as most tests of the game.
    let depths = if std::env::var_os("DRAKKAR_TWIN_GAMES").is_some() { 8 } else { 7 };
    let counts = [2, 4, 64, 1024, 3072, 9216, 138_240, 2_998_272];
    for (depth, count) in (1..=depths).zip(counts) {
        assert_eq!(leaves(&twin, depth), count, "depth {depth}");
    }
}

#[test]
fn twin_plays_whole_games_of_the_plain_deal_x15() {
    let rules = Rules::base();
    for (players, largest, decisions, sum, scores) in [
        (2, false, 129, 887, vec![0, 0]),
        (2, true, 152, 4274, vec![-6, -5]),
        (3, false, 241, 1772, vec![-1, -1, -1]),
        (3, true, 238, 5023, vec![-3, -1, 3]),
        (4, false, 396, 3037, vec![-1, -1, -1, -1]),
        (4, true, 328, 5325, vec![0, 0, 3, 8]),
    ] {
        let mut twin = Twin::new(rules.clone(), players, &plain(&rules)).unwrap();
        let (mut taken, mut legal_sum) = (0, 0);
        while twin.to_move().is_some() {
            let legal = twin.legal();
            legal_sum += legal.len();
            taken += 1;
            // Texts are compared byte by byte.
            let action = if largest { legal.iter().max() } else { legal.iter().min() };
            twin.play(action.unwrap()).unwrap();
        }
        let place = format!("{players} players, largest: {largest}");
        assert_eq!((taken, legal_sum), (decisions, sum), "{place}");
        assert_eq!(twin.result().unwrap()["score"], Value::from(scores), "{place}");
    }
}
