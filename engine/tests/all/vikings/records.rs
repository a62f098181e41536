//! The plain twin against games that an independent implementation has played: this checks the
//! reference for the fast engine. And games of the twin alone with all combinations of the
//! switches, on the deals of these records.
//!
//! `DRAKKAR_TWIN_RECORDS` names another folder of records of *Vikings* to read instead of the one
//! beside this file.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use super::twin::{Rules, Twin};
use drakkar_engine::seed::Rng;
use serde_json::Value;

/// The records beside this file.
fn own_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/records")
}

fn strings(value: &Value) -> Vec<String> {
    value.as_array().unwrap().iter().map(|text| text.as_str().unwrap().to_owned()).collect()
}

fn numbers(value: &Value) -> Vec<i64> {
    value.as_array().unwrap().iter().map(|number| number.as_i64().unwrap()).collect()
}

/// Replays one game and compares seats, numbers of legal actions, scorings and result. Returns the
/// number of decisions.
fn replay(record: &Value, place: &str) -> usize {
    let rules = Rules::read(&record["rule_set"]);
    let players = record["players"].as_u64().unwrap() as usize;
    let deal = &record["deal"];
    let (stacks, bag) = (strings(&deal["stacks"]), strings(&deal["bag"]));
    let mut twin = Twin::new(rules, players, &stacks, &bag, &strings(&deal["bonus"]));
    let decisions = record["decisions"].as_array().unwrap();
    for (index, decision) in decisions.iter().enumerate() {
        let action = decision[1].as_str().unwrap();
        let place = format!("{place}, decision {index}: {action}");
        assert!(!twin.over(), "{place}");
        assert_eq!(decision[0], twin.seat(), "{place}");
        let legal = twin.legal();
        assert_eq!(decision[2], legal.len(), "{place}: {legal:?}");
        twin.apply(action).unwrap_or_else(|error| panic!("{place}: {error}"));
    }
    assert!(twin.over(), "{place}");
    let scorings = record["scorings"].as_array().unwrap();
    assert_eq!(scorings.len(), twin.scorings().len(), "{place}");
    for (told, own) in scorings.iter().zip(twin.scorings()) {
        assert_eq!((&told["round"], &told["kind"]), (&own.round.into(), &own.kind.into()));
        assert_eq!((&numbers(&told["gold"]), &numbers(&told["glory"])), (&own.gold, &own.glory));
    }
    let (result, end) = (&record["result"], twin.end().unwrap());
    assert_eq!(numbers(&result["glory"]), end.glory, "{place}");
    assert_eq!(numbers(&result["gold"]), end.gold, "{place}");
    let places: Vec<i64> = end.place.iter().map(|&place| place.into()).collect();
    assert_eq!(numbers(&result["place"]), places, "{place}");
    for seat in 0..players {
        let won = end.winners.contains(&seat);
        let share = if won { 1.0 / end.winners.len() as f64 } else { 0.0 };
        assert!((result["win_share"][seat].as_f64().unwrap() - share).abs() < 1e-6, "{place}");
        let sources: i64 = twin.sources(seat).iter().map(|(_, amount)| amount).sum();
        assert_eq!(sources, end.glory[seat], "{place}");
    }
    decisions.len()
}

#[test]
fn the_twin_replays_games_of_an_independent_implementation() {
    let named = std::env::var_os("DRAKKAR_TWIN_RECORDS");
    let folder = named.map_or_else(own_folder, PathBuf::from);
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
            if record["game"] == "vikings" {
                decisions += replay(&record, &place);
                games += 1;
            }
        }
        println!("{}: {games} games, {decisions} decisions", path.display());
        files += usize::from(games > 0);
    }
    assert!(files >= 12, "{files}");
}

/// Plays one game at random and adds up how often each kind of action was played and each source
/// brought or cost glory.
fn play(mut twin: Twin, players: usize, rng: &mut Rng, seen: &mut BTreeMap<String, u64>) {
    let mut purchases = 0;
    while !twin.over() {
        let legal = twin.legal();
        // B4: there is always a legal action. Section 8: no two lead to the same state.
        let index = rng.below(legal.len() as u32) as usize;
        let mut next = twin.clone();
        next.apply(&legal[index]).unwrap();
        for other in legal.iter().enumerate().filter(|&(k, _)| k != index).map(|(_, text)| text) {
            let mut instead = twin.clone();
            instead.apply(other).unwrap();
            assert!(instead != next, "{} and {other} lead to the same state", legal[index]);
        }
        let verb = legal[index].split(' ').next().unwrap();
        purchases += usize::from(verb == "buy");
        *seen.entry(verb.to_owned()).or_default() += 1;
        twin = next;
    }
    assert_eq!(purchases, 72, "B4: exactly 72 purchases");
    for seat in 0..players {
        let sources = twin.sources(seat);
        assert_eq!(sources.iter().map(|(_, amount)| amount).sum::<i64>(), twin.glory(seat));
        for (name, amount) in sources {
            *seen.entry(name.to_owned()).or_default() += u64::from(amount != 0);
        }
    }
}

#[test]
fn the_twin_plays_all_combinations_of_the_switches() {
    for combination in 0..8 {
        let mut seen = BTreeMap::new();
        for players in 2..=4 {
            let path = own_folder().join(format!("vikings-advanced-{players}p.jsonl"));
            for (number, line) in (0..).zip(fs::read_to_string(path).unwrap().lines()) {
                let record: Value = serde_json::from_str(line).unwrap();
                let mut rules = Rules::read(&record["rule_set"]);
                rules.auction = combination & 1 != 0;
                rules.weak_boatswains = combination & 2 != 0;
                rules.bonus_tiles = combination & 4 != 0;
                let [stacks, mut bag, mut bonus] =
                    ["stacks", "bag", "bonus"].map(|key| strings(&record["deal"][key]));
                if !rules.auction {
                    // Any of the 13: here one from the middle, so that all colours lose some.
                    for draw in &mut bag {
                        draw.remove(6);
                    }
                }
                if !rules.bonus_tiles {
                    bonus.clear();
                }
                for game in 0..4 {
                    rules.opening_zero_stands = game % 2 == 0;
                    rules.trigger_space_11 = game % 4 < 2;
                    let twin = Twin::new(rules.clone(), players, &stacks, &bag, &bonus);
                    play(twin, players, &mut Rng::from_seed(100 * number + game), &mut seen);
                }
            }
        }
        println!("combination {combination}: {seen:?}");
        for (verb, bit) in [("bid", 1), ("remove", 1), ("set", 1), ("take", 4), ("longboat", 4)] {
            assert_eq!(seen.contains_key(verb), combination & bit != 0, "{verb}");
        }
        for (name, count) in seen {
            if name.starts_with("glory_bonus") {
                assert!(count == 0 || combination & 4 != 0, "{name}");
            }
        }
    }
}
