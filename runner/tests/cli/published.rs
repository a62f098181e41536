//! What the repository publishes in `results` and ships with the program.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::call::Place;

/// All files under a folder of the repository whose names end so.
fn files(folder: &str, ending: &str) -> Vec<PathBuf> {
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(folder)];
    let mut found = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.to_string_lossy().ends_with(ending) {
                found.push(path);
            }
        }
    }
    found
}

/// Every row has as many cells as the head.
#[test]
fn published_tables_are_tables() {
    let tables = files("results", ".csv");
    assert!(tables.len() > 100, "{}", tables.len());
    for path in tables {
        let mut reader = csv::Reader::from_path(&path).unwrap();
        for record in reader.records() {
            record.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        }
    }
}

/// A net names the plan that it was learned by, so whoever doubts it can learn it again.
#[test]
fn the_plan_of_every_net_is_published() {
    let place = Place::new();
    let read = |path: &PathBuf| -> Value {
        let text = fs::read(path).unwrap();
        serde_json::from_slice(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    };
    let digests: Vec<Value> = files("results/nets", "learn.json")
        .iter()
        .enumerate()
        .map(|(number, plan)| {
            // A plan is checked against its hash before the nets that it names, which are not all published.
            let line = format!("learn --config {} --deadline 0s --out {number}", plan.display());
            let called = place.call(&line);
            let intact = match called.code {
                Some(75) => called.err.contains("deadline reached"),
                Some(2) => called.err.contains("there is no such file or folder"),
                _ => false,
            };
            assert!(intact, "{}: {:?} {}", plan.display(), called.code, called.err);
            let changed =
                fs::read_to_string(plan).unwrap().replacen("\"games\": ", "\"games\": 1", 1);
            fs::write(place.path("changed.json"), changed).unwrap();
            let line = "learn --config changed.json --deadline 0s --out changed";
            assert!(place.fails(line, 2).contains("changed by hand"), "{}", plan.display());
            read(plan)["digest"].clone()
        })
        .collect();
    let nets: Vec<PathBuf> = files("agents/src/heuristic", ".json")
        .into_iter()
        .filter(|path| {
            path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("net-"))
        })
        .collect();
    assert!(nets.len() >= 12, "{nets:?}");
    for net in nets {
        let plan = read(&net)["training"]["plan"].clone();
        assert!(digests.contains(&plan), "{}: {plan}", net.display());
    }
}
