//! `results/README.md` explains what `drakkar run` writes.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use drakkar_engine::fact::FactKind;
use drakkar_engine::games::vikings::{AdvancedVikings, Vikings};
use drakkar_engine::recorded::Recorded;
use serde_json::{Value, json};

fn readme() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../results/README.md");
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The part of the page under a heading, up to the next one.
fn section<'t>(page: &'t str, heading: &str) -> &'t str {
    let start = page.find(heading).unwrap_or_else(|| panic!("no heading `{heading}`"));
    let body = &page[start + heading.len()..];
    body.split("\n## ").next().unwrap().split("\n### ").next().unwrap()
}

/// The names in backticks in the first cells of a section's table.
fn first_cells(section: &str) -> Vec<&str> {
    let rows = section.lines().filter(|line| line.starts_with("| `"));
    rows.flat_map(|row| row[1..].split(" | ").next().unwrap().split('`').skip(1).step_by(2))
        .collect()
}

/// Calls the program, which must succeed.
fn drakkar(line: &str, last: &[&str], folder: &Path) {
    let status = Command::new(env!("CARGO_BIN_EXE_drakkar"))
        .env("DRAKKAR_DEFAULTS", "")
        .args(line.split_whitespace())
        .args(last)
        .args(["--quiet", "--out"])
        .arg(folder)
        .output()
        .unwrap()
        .status;
    assert!(status.success(), "{line}: {status}");
}

/// The files of a run in `folder`, each with its heading in the page.
fn compare_columns(page: &str, folder: &Path, files: &[&str], facts: &[&str], arms: bool) {
    for file in files {
        let text = fs::read_to_string(folder.join(file)).unwrap();
        let columns: Vec<&str> = text.lines().next().unwrap().split(',').collect();
        let mut told = first_cells(section(page, &format!("### `{file}`\n")));
        if *file == "games.csv" {
            told.retain(|&column| arms || column != "arm");
            told.extend(facts);
        }
        assert_eq!(told, columns, "{file}");
    }
}

#[test]
fn every_column_of_studies_is_explained_in_order() {
    let scratch = tempfile::tempdir().unwrap();
    let folder = |name: &str| scratch.path().join(name);
    let page = readme();
    let facts: Vec<&str> = Vikings::FACTS.iter().map(|fact| fact.name).collect();
    let few = "--players 2 --games 12";
    let forbid = ["--agents", "greedy", "random", "random:forbid=\"buy 5\""];
    drakkar(&format!("tournament {few} --per-game"), &forbid, &folder("t"));
    let files = ["ratings.csv", "pairings.csv", "games.csv", "bans.csv", "timing.csv"];
    compare_columns(&page, &folder("t"), &files, &facts, true);
    let text = fs::read_to_string(folder("t").join("neighbours.csv")).unwrap();
    let columns: Vec<&str> = text.lines().next().unwrap().split(',').collect();
    let told = section(&page, "### `neighbours.csv`\n");
    let told: Vec<&str> = told.split('`').skip(1).step_by(2).skip(1).collect();
    assert_eq!(told, columns);
    drakkar(&format!("compare {few}"), &["--agents", "greedy", "random"], &folder("c"));
    compare_columns(&page, &folder("c"), &["compare.csv", "effects.csv"], &facts, false);
    let vs = ["--agents", "random", "--vs-set", "setup.glory=1"];
    drakkar(&format!("compare {few}"), &vs, &folder("r"));
    compare_columns(&page, &folder("r"), &["differences.csv"], &facts, false);
}

#[test]
fn every_column_and_key_is_explained_in_order() {
    let scratch = tempfile::tempdir().unwrap();
    let folder = scratch.path().join("run");
    // A changed rule is a key of its own.
    let records = scratch.path().join("r.jsonl");
    let record = ["--record", records.to_str().unwrap()];
    drakkar("run --games 20 --per-game --set setup.glory=9", &record, &folder);
    let page = readme();
    let facts: Vec<&str> = Vikings::FACTS.iter().map(|fact| fact.name).collect();
    let files = ["win_rates.csv", "strategy.csv", "pace.csv", "games.csv"];
    compare_columns(&page, &folder, &files, &facts, false);
    let manifest = fs::read_to_string(folder.join("manifest.json")).unwrap();
    let manifest: Value = serde_json::from_str(&manifest).unwrap();
    let told = section(&page, "### `manifest.json`\n");
    let keys: Vec<&String> = manifest.as_object().unwrap().keys().collect();
    assert_eq!(first_cells(told), keys);
    for part in ["run", "machine"] {
        for key in manifest[part].as_object().unwrap().keys() {
            assert!(told.contains(&format!("`{key}`")), "{part}.{key}");
        }
    }
}

#[test]
fn every_column_of_a_balance_is_explained_in_order() {
    let scratch = tempfile::tempdir().unwrap();
    let folder = scratch.path().join("balance");
    let flags =
        "balance --players 2 --decisions 60 --replicate 0 --agents random --sampling-policy random";
    let values = ["--vary", "bonus.noble1.value=2", "--fair", "bonus.noble1.value=0..1"];
    drakkar(flags, &values, &folder);
    let files = [
        "bonus_effect.csv",
        "bonus_effect_rounds.csv",
        "bonus_granted.csv",
        "start.csv",
        "what_if.csv",
        "fair.csv",
    ];
    compare_columns(&readme(), &folder, &files, &[], false);
    let head = |file: &str| {
        let text = fs::read_to_string(folder.join(file)).unwrap();
        text.lines().next().unwrap().to_owned()
    };
    assert_eq!(head("banned.csv"), head("bonus_granted.csv"));
    let twins = folder.join("twins");
    drakkar("run --rules advanced --players 2 --games 4", &[], &twins);
    for (own, twin) in [("seats.csv", "win_rates.csv"), ("bonus_observed.csv", "bonus_tiles.csv")] {
        let text = fs::read_to_string(twins.join(twin)).unwrap();
        assert_eq!(Some(head(own).as_str()), text.lines().next());
    }
}

#[test]
fn every_column_of_a_levelling_is_explained_in_order() {
    let scratch = tempfile::tempdir().unwrap();
    let folder = scratch.path().join("level");
    let flags = "balance --rules advanced --players 2 --decisions 60 --agents greedy --retune 0";
    drakkar(flags, &["--measurements", "1", "--equalize", "bonus.noble1.value"], &folder);
    let files = [
        "changes.csv",
        "equalized.csv",
        "front.csv",
        "equalized_deviation.csv",
        "equalized_effect.csv",
        "retuned.csv",
    ];
    compare_columns(&readme(), &folder, &files, &[], false);
}

#[test]
fn every_column_and_figure_of_a_profile_is_explained() {
    let scratch = tempfile::tempdir().unwrap();
    let folder = scratch.path().join("profile");
    let line = "profile --game goofspiel --set deck.cards=4 --players 3 --games 20 --levels 1 2 --analysis-iterations 5";
    drakkar(line, &[], &folder);
    compare_columns(&readme(), &folder, &["profile.csv"], &[], false);
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/profile.md");
    let page = fs::read_to_string(path).unwrap();
    let text = fs::read_to_string(folder.join("profile.csv")).unwrap();
    for row in text.lines().skip(1) {
        let figure = row.split(',').next().unwrap();
        assert!(page.contains(&format!("`{figure}`")), "{figure}");
    }
}

/// The columns of the file of items, whose names are in part the game's.
#[test]
fn every_column_of_items_is_explained_in_order() {
    let scratch = tempfile::tempdir().unwrap();
    let folder = scratch.path().join("run");
    drakkar("run --rules advanced --games 8", &[], &folder);
    compare_columns(&readme(), &folder, &["bonus_tiles.csv"], &[], false);
}

/// The page refers to `drakkar list counters`, which has all facts in the order of the columns, and to the page of each
/// game, which the tests of the engine compare with the code.
#[test]
fn every_fact_is_explained() {
    let output = Command::new(env!("CARGO_BIN_EXE_drakkar"))
        .env("DRAKKAR_DEFAULTS", "")
        .args(["list", "counters", "--format", "json"])
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", output.status);
    let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
    let rows = answer["tables"][0]["rows"].as_array().unwrap();
    let listed: Vec<&Value> = rows.iter().filter(|row| row["game"] == "vikings").collect();
    let expected: Vec<Value> = AdvancedVikings::FACTS
        .iter()
        .map(|fact| {
            let (name, about) = (fact.name, fact.about);
            let part = fact.kind == FactKind::Source;
            json!({ "game": "vikings", "counter": name, "part_of_score": part, "about": about })
        })
        .collect();
    assert_eq!(listed, expected.iter().collect::<Vec<_>>());
    let page = readme();
    let told = section(&page, "## Strategy counters\n");
    assert!(told.contains("`drakkar list counters`"), "{told}");
    for row in rows {
        let link = format!("(../docs/{}.md#strategy-counters)", row["game"].as_str().unwrap());
        assert!(told.contains(&link), "{link}");
    }
}

/// `docs/tuning.md` explains what `drakkar tune` writes.
#[test]
fn every_column_of_a_tune_is_explained_in_order() {
    let scratch = tempfile::tempdir().unwrap();
    let folder = scratch.path().join("tune");
    let line = "tune --game goofspiel --players 2 --games 4 --generations 1 --population 2 --references \
                --confirm 4 --params edge --choices lookahead=action|turn";
    drakkar(line, &[], &folder);
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/tuning.md");
    let page = fs::read_to_string(path).unwrap();
    for (file, more) in [("tune.csv", &["edge"][..]), ("halving.csv", &[]), ("verdict.csv", &[])] {
        let text = fs::read_to_string(folder.join(file)).unwrap();
        let columns: Vec<&str> = text.lines().next().unwrap().split(',').collect();
        let told = [&first_cells(section(&page, &format!("### `{file}`\n")))[..], more].concat();
        assert_eq!(told, columns, "{file}");
    }
}

/// The files that `docs/own-game.md` shows are those of the example; it has links to the others.
#[test]
fn the_games_of_the_page_are_the_example() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = fs::read_to_string(root.join("../docs/own-game.md")).unwrap();
    let mut shown = 0;
    let mut folders = vec![root.join("examples/own_game/src")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let name = path.strip_prefix(root.join("examples/own_game")).unwrap().display();
            let Some(file) = page.split(&format!("### `{name}`\n\n```")).nth(1) else {
                let link = format!("(../runner/examples/own_game/{name})");
                assert!(page.contains(&link), "{name} is neither shown nor linked");
                continue;
            };
            let (_, file) = file.split("\n```").next().unwrap().split_once('\n').unwrap();
            let text = fs::read_to_string(&path).unwrap();
            assert_eq!(file, text.trim_end(), "{name}");
            shown += 1;
        }
    }
    assert_eq!(page.matches("\n### `src/").count(), shown);
    assert!(shown > 3, "{shown}");
}

/// Pages written in Markdown, all but those of dependencies and runs.
fn pages(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if path.is_dir() && !name.starts_with('.') && !["target", "runs"].contains(&name.as_str()) {
            pages(&path, found);
        } else if name.ends_with(".md") {
            found.push(path);
        }
    }
}

/// Links lead somewhere, and so do paths of files in the text.
#[test]
fn what_pages_name_is_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut all = Vec::new();
    pages(&root, &mut all);
    let mut links = 0;
    for page in &all {
        let text = fs::read_to_string(page).unwrap();
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let link = link.split('#').next().unwrap();
            if !link.is_empty() && !link.contains(':') {
                assert!(page.parent().unwrap().join(link).exists(), "{}: {link}", page.display());
                links += 1;
            }
        }
        for path in text.split('`').skip(1).step_by(2) {
            let ours = ["engine/", "agents/", "runner/", "scripts/", "docs/"];
            let is_path = path.chars().all(|c| c.is_ascii_alphanumeric() || "/._-".contains(c));
            if is_path && ours.iter().any(|start| path.starts_with(start)) {
                assert!(root.join(path).exists(), "{}: {path}", page.display());
            }
        }
    }
    assert!(links > 50, "{links}");
}
