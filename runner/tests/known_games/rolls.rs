//! Pig, the example of chance during play: its rolls stand in facts and records and are told to people, those before
//! the first decision too.

use std::io::Write;
use std::path::Path;
use std::process::Stdio;

use drakkar::engine::record::{Record, RuleSets};
use serde_json::Value;

use crate::command;

#[allow(unused)]
#[path = "../../examples/own_game/src/bin/pig/main.rs"]
pub(crate) mod pig;

/// What the command says, which must succeed.
pub(crate) fn said(line: &str, folder: &Path, input: &str) -> String {
    let mut command = command(line);
    command.current_dir(folder).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success() || !input.is_empty(), "{line}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// The data of a page.
pub(crate) fn page_data(path: &Path) -> Value {
    let page = std::fs::read_to_string(path).unwrap();
    let data = page.split(r#"id="data">"#).nth(1).unwrap().split("</script>").next().unwrap();
    serde_json::from_str(data).unwrap()
}

fn rolled(scoring: &Value) -> String {
    format!("seat {} rolls {}", scoring["seat"], scoring["die"])
}

pub(crate) fn are_counted_and_told() {
    let place = tempfile::tempdir().unwrap();
    let folder = place.path();
    let run =
        "run --game pig --agents random greedy --games 12 --threads 1 --quiet --out r --per-game";
    said(&format!("{run} --record r.jsonl"), folder, "");
    let text = std::fs::read_to_string(folder.join("r.jsonl")).unwrap();
    let mut rule_sets = RuleSets::default();
    let records: Vec<Record> =
        text.lines().filter_map(|line| rule_sets.read(line).unwrap()).collect();

    // Every roll is in the facts of its seat, in the files of the run, and is told in the record, which verifies.
    let mut counted = vec![0; records.len()];
    for row in csv::Reader::from_path(folder.join("r/games.csv")).unwrap().into_deserialize() {
        let row: std::collections::BTreeMap<String, String> = row.unwrap();
        counted[row["game"].parse::<usize>().unwrap()] += row["rolls"].parse::<usize>().unwrap();
    }
    for (record, counted) in records.iter().zip(counted) {
        assert_eq!(counted, record.scorings.len());
        let rolls = record.decisions.iter().filter(|it| it.action == "roll").count();
        assert!(rolls < record.scorings.len());
    }
    said("verify r.jsonl", folder, "");

    // They are told where they happen.
    let rolls: Vec<String> = records[0].scorings.iter().map(rolled).collect();
    let replay = said("replay r.jsonl --index 0", folder, "");
    let told: Vec<&str> = replay.lines().filter(|line| line.contains(" rolls ")).collect();
    assert_eq!(told.iter().map(|line| line.trim()).collect::<Vec<_>>(), rolls);
    assert!(replay.find(&rolls[0]) < replay.find("   0  seat "), "{replay}");
    said("view r.jsonl --index 0 --out game.html", folder, "");
    let data = page_data(&folder.join("game.html"));
    let announced = std::iter::once(&data["start"]).chain(data["decisions"].as_array().unwrap());
    let announced = announced.flat_map(|it| it["announced"].as_array().into_iter().flatten());
    let announced: Vec<&str> = announced.filter_map(Value::as_str).collect();
    assert_eq!(announced, rolls);
    let play = said("play --game pig --agents human random --seed 1", folder, "roll\nq\n");
    let (start, rest) = play.split_once("seat 0>").unwrap();
    // The first roll is told once, the next ones below the decision that led to them.
    assert!(start.contains(&format!("\n  {}\n", rolls[0])), "{play}");
    assert!(rest.contains("\n  seat 0 (you): roll\n    seat 0 rolls "), "{play}");
    assert!(!rest.contains("\n  seat 0 rolls "), "{play}");
}
