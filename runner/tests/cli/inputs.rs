//! `docs/inputs.md` says what `drakkar features` says, in fewer words.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::call::Place;

/// With this variable set, the test writes the page.
const WRITE: &str = "DRAKKAR_WRITE_PAGES";

#[test]
fn the_page_of_inputs_is_what_the_command_says() {
    let place = Place::new();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/inputs.md");
    let page = fs::read_to_string(&path).unwrap();
    // What is before the first game was written by hand.
    let (before, _) = page.split_once("\n## ").unwrap();
    let games = rows(&place.ok("list games --format json"));
    let sections: String = games.iter().map(|game| section(&place, game)).collect();
    let expected = format!("{before}{sections}");
    if std::env::var_os(WRITE).is_some() {
        fs::write(&path, &expected).unwrap();
        return;
    }
    let differ = page.lines().zip(expected.lines()).find(|(found, expected)| found != expected);
    assert!(page == expected, "{WRITE}=1 writes {}; first: {differ:?}", path.display());
}

/// The rows of the first table of an answer.
fn rows(answer: &str) -> Vec<Value> {
    let answer: Value = serde_json::from_str(answer).unwrap();
    answer["tables"][0]["rows"].as_array().unwrap().clone()
}

/// A game's part of the page; empty if it has no inputs.
fn section(place: &Place, game: &Value) -> String {
    let id = game["game"].as_str().unwrap();
    let seats = ["fewest_seats", "most_seats"].map(|key| game[key].as_u64().unwrap());
    let told = |players: u64, more: &str| {
        let line = format!("features --game {id} --players {players}{more} --format json");
        let called = place.call(&line);
        match called.code {
            Some(0) => Some(tables(id, &rows(&called.out), players)),
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
    first.map_or(String::new(), |tables| {
        format!("\n## {id}\n\nLetters and names: [{id}]({id}.md).\n{tables}")
    })
}

/// The inputs of the table and of the first seat; those of the other seats have the same meanings.
fn tables(id: &str, inputs: &[Value], players: u64) -> String {
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
    let parts = [("Of the table", table), ("Of each seat", &first[..])];
    let parts = parts.into_iter().filter(|(_, inputs)| !inputs.is_empty());
    let told = parts.map(|(title, inputs)| {
        let head = "| input | for | meaning |\n|---|---|---|";
        let rows: String = groups(inputs).iter().map(Group::row).collect();
        format!("\n{title}: {} inputs.\n\n{head}\n{rows}", inputs.len())
    });
    told.collect()
}

/// A word of a meaning: as it stands, or a segment of the name with what is around it.
#[derive(Clone, PartialEq)]
enum Word {
    Same(String),
    Segment { at: usize, around: [String; 2] },
}

/// Inputs whose names and meanings differ in the same places only.
struct Group {
    names: Vec<Vec<String>>,
    /// What each word of all meanings may be.
    words: Vec<Vec<Word>>,
}

fn groups(inputs: &[(String, String)]) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for (name, meaning) in inputs {
        let name: Vec<String> = name.split('.').map(str::to_owned).collect();
        let words: Vec<Vec<Word>> = meaning.split(' ').map(|word| readings(word, &name)).collect();
        if !groups.iter_mut().any(|group| group.joins(&name, &words)) {
            groups.push(Group { names: vec![name], words });
        }
    }
    groups
}

fn readings(word: &str, name: &[String]) -> Vec<Word> {
    let core = word.trim_matches(['`', ',']);
    let segments = name.iter().enumerate().filter(|(_, segment)| *segment == core);
    let segments = segments.map(|(at, _)| {
        let (before, behind) = word.split_once(core).unwrap();
        Word::Segment { at, around: [before, behind].map(str::to_owned) }
    });
    [Word::Same(word.to_owned())].into_iter().chain(segments).collect()
}

impl Group {
    /// Takes the input in if it belongs here.
    fn joins(&mut self, name: &[String], words: &[Vec<Word>]) -> bool {
        let first = &self.names[0];
        if (first.len(), self.words.len()) != (name.len(), words.len()) {
            return false;
        }
        // Numbers and the last word may differ, but kinds of things may not.
        let kinds = first.iter().zip(name).take(name.len() - 1);
        let number = |segment: &str| segment.parse::<u64>().is_ok();
        if name.len() == 1 || kinds.into_iter().any(|(own, other)| own != other && !number(own)) {
            return false;
        }
        let both = self.words.iter().zip(words).map(|(own, other)| {
            own.iter().filter(|word| other.contains(word)).cloned().collect::<Vec<Word>>()
        });
        let both: Vec<Vec<Word>> = both.collect();
        let fits = both.iter().all(|words| !words.is_empty());
        if fits {
            self.words = both;
            self.names.push(name.to_vec());
        }
        fits
    }

    /// The values of a segment, in the order in which they come.
    fn values(&self, at: usize) -> Vec<&str> {
        let mut seen = BTreeSet::new();
        let all = self.names.iter().map(|name| name[at].as_str());
        all.filter(|value| seen.insert(*value)).collect()
    }

    fn row(&self) -> String {
        let segments = 0..self.names[0].len();
        let varying: Vec<usize> = segments.filter(|at| self.values(*at).len() > 1).collect();
        // Every combination, or the row would promise too much.
        let combinations: usize = varying.iter().map(|at| self.values(*at).len()).product();
        assert_eq!(combinations, self.names.len(), "{:?}", self.names);
        let letter =
            |at: usize| varying.iter().position(|known| *known == at).map(|n| ["x", "y"][n]);
        let name = self.names[0].iter().enumerate();
        let name: Vec<&str> = name.map(|(at, segment)| letter(at).unwrap_or(segment)).collect();
        let of = varying
            .iter()
            .map(|at| format!("*{}* {}", letter(*at).unwrap(), listed(&self.values(*at))));
        let words = self.words.iter().map(|readings| match &readings[0] {
            Word::Same(word) => word.clone(),
            Word::Segment { at, around: [before, behind] } => {
                let letter = letter(*at).unwrap();
                let letter =
                    if before.is_empty() { format!("*{letter}*") } else { letter.to_owned() };
                format!("{before}{letter}{behind}")
            }
        });
        let [of, meaning] =
            [of.collect::<Vec<_>>().join("; "), words.collect::<Vec<_>>().join(" ")];
        format!("| `{}` | {of} | {meaning} |\n", name.join("."))
    }
}

/// `1 to 6`, or all of them.
fn listed(values: &[&str]) -> String {
    let numbers: Option<Vec<u64>> = values.iter().map(|value| value.parse().ok()).collect();
    match numbers.as_deref() {
        Some([first, .., last]) if values.len() as u64 == last - first + 1 => {
            format!("{first} to {last}")
        }
        _ => values.iter().map(|value| format!("`{value}`")).collect::<Vec<_>>().join(", "),
    }
}
