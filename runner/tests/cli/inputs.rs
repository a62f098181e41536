//! `inputs.txt` has what `drakkar features` says of every game; it is the same for every seat, number of seats and preset.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::call::Place;

/// With this variable set, the test writes the file.
const WRITE: &str = "DRAKKAR_WRITE_INPUTS";

#[test]
fn inputs_are_those_of_the_file() {
    let place = Place::new();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cli/inputs.txt");
    let games = rows(&place.ok("list games --format json"));
    let found: String = games.iter().map(|game| section(&place, game)).collect();
    if std::env::var_os(WRITE).is_some() {
        fs::write(&path, &found).unwrap();
        return;
    }
    let file = fs::read_to_string(&path).unwrap();
    let differ = file.lines().zip(found.lines()).find(|(expected, found)| expected != found);
    assert!(file == found, "{WRITE}=1 writes {}; first: {differ:?}", path.display());
}

/// The rows of the first table of an answer.
fn rows(answer: &str) -> Vec<Value> {
    let answer: Value = serde_json::from_str(answer).unwrap();
    answer["tables"][0]["rows"].as_array().unwrap().clone()
}

/// A game's part of the file; empty if it has no inputs.
fn section(place: &Place, game: &Value) -> String {
    let id = game["game"].as_str().unwrap();
    let seats = ["fewest_seats", "most_seats"].map(|key| game[key].as_u64().unwrap());
    let told = |players: u64, more: &str| {
        let line = format!("features --game {id} --players {players}{more} --format json");
        let called = place.call(&line);
        match called.code {
            Some(0) => Some(lines(id, &rows(&called.out), players)),
            _ => {
                assert!(called.err.contains("has no inputs for nets"), "{id}: {}", called.err);
                None
            }
        }
    };
    let first = told(seats[0], "");
    for players in seats[0] + 1..=seats[1] {
        assert_eq!(told(players, ""), first, "{id}, {players} seats");
    }
    for preset in rows(&place.ok(&format!("list presets --game {id} --format json"))) {
        let preset = preset["preset"].as_str().unwrap();
        if first.is_some() {
            assert_eq!(told(seats[1], &format!(" --rules {preset}")), first, "{id}, {preset}");
        }
    }
    first.map_or(String::new(), |lines| format!("{id}\n{lines}\n"))
}

/// The inputs of the table and of the first seat; those of the other seats have the same meanings.
fn lines(id: &str, inputs: &[Value], players: u64) -> String {
    let of = |key: &str, input: &Value| input[key].as_str().unwrap().to_owned();
    let named = inputs.iter().map(|input| (of("input", input), of("meaning", input)));
    let named: Vec<(String, String)> = named.collect();
    let of_seat = |seat: u64| {
        let own = named.iter().filter_map(|(name, meaning)| {
            Some((name.strip_prefix(&format!("{seat}."))?.to_owned(), meaning.clone()))
        });
        own.collect::<Vec<_>>()
    };
    let first = of_seat(0);
    for seat in 1..players {
        assert_eq!(of_seat(seat), first, "{id}, seat {seat}");
    }
    let table = &named[..named.len() - first.len() * players as usize];
    let table = table.iter().map(|(name, meaning)| format!("  {name}: {meaning}\n"));
    let seat = first.iter().map(|(name, meaning)| format!("  SEAT.{name}: {meaning}\n"));
    table.chain(seat).collect()
}
