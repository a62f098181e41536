//! Tuning: what it finds, how it goes on, and what it refuses.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde_json::Value;
use sha2::Digest;

use crate::call::Place;

/// A tune of a weight on which much depends and that is set wrong, small enough for a test.
const SMALL: &str = "tune --rules base --players 2 --agent greedy:weights=bad.toml --params hand \
                     --sigma 0.7 --games 40 --generations 4 --elo 100 --references --quiet";

fn place() -> Place {
    let place = Place::new();
    fs::write(place.path("bad.toml"), "hand = -0.9\n").unwrap();
    place
}

/// The verdict of a test.
fn verdict(place: &Place, folder: &str, test: &str) -> String {
    let files = place.files(folder);
    let mut rows = csv::Reader::from_reader(files["verdict.csv"].as_bytes());
    let found = rows.records().map(Result::unwrap).find(|row| &row[0] == test).unwrap();
    found.iter().next_back().unwrap().to_owned()
}

/// All files, those of the tests too, but for times, and for chunks: how many are played behind the end of
/// a test depends on the threads.
fn files(folder: &Path) -> BTreeMap<String, String> {
    let mut all = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if ["timing.csv", "printed.json", "timing", "done", "tmp"].contains(&name.as_str()) {
            continue;
        }
        if path.is_dir() {
            all.extend(files(&path).into_iter().map(|(one, text)| (format!("{name}/{one}"), text)));
        } else {
            all.insert(name, fs::read_to_string(&path).unwrap());
        }
    }
    all
}

/// Whether two folders hold the same files.
fn same(place: &Place, one: &str, two: &str) {
    let (one, two) = (files(&place.path(one)), files(&place.path(two)));
    assert!(one.keys().eq(two.keys()), "{:?}\n{:?}", one.keys(), two.keys());
    for (name, text) in &one {
        assert!(*text == two[name], "{name}:\n{:.2000}\n---\n{:.2000}", text, two[name]);
    }
}

#[test]
fn a_wrong_weight_is_set_right_and_the_verdict_says_so() {
    let place = place();
    let told = place.ok(&format!("{SMALL} --out a --threads 1"));
    assert!(told.contains("better") && !told.contains("not better"), "{told}");
    assert_eq!(verdict(&place, "a", "start"), "better");
    let files = place.files("a");
    let found: toml::Table = files["best.toml"].parse().unwrap();
    assert!(found["hand"].as_float().unwrap() > -0.5, "{}", files["best.toml"]);
    // Without the change, it loses as before.
    let mut effects = csv::Reader::from_reader(files["effects.csv"].as_bytes());
    let effects: Vec<csv::StringRecord> = effects.records().map(Result::unwrap).collect();
    assert_eq!((effects.len(), &effects[0][0], &effects[0][1]), (1, "hand", "-0.9"));
    assert!(effects[0][5].parse::<f64>().unwrap() > 0.0, "{effects:?}");
    assert!(
        told.contains("Changed weights with a significant effect by themselves: 1 of 1, hand most"),
        "{told}"
    );
    // The page opens with the answer, and then with the weights.
    place.ok("report a --out a.html");
    let page = fs::read_to_string(place.path("a.html")).unwrap();
    let result = found["hand"].as_float().unwrap();
    let row = format!(
        "<tr><td>hand</td><td class=\"number\">-0.9</td><td class=\"number\">{result}</td>"
    );
    for words in [
        "<p class=\"answer\">The result is better than",
        row.as_str(),
        "From <a href=\"./a/tune.json\">tune.json</a> and <a href=\"./a/best.toml\">best.toml</a>.",
        "<li>Master seed 1; drakkar 0.1.0; folder <code>a</code>.</li>",
    ] {
        assert!(page.contains(words), "{words}");
    }
    assert!(!page.contains("Comparison of agents"), "its effects are those of weights");
    // What was not tuned is as it was, and the file loads.
    assert_eq!(found["scoring"].as_float(), Some(0.9));
    let line = "compare --rules base --players 2 --games 200 --out c --quiet --agents";
    let told = place.ok(&format!("{line} greedy:weights=a/best.toml greedy:weights=bad.toml"));
    assert!(told.contains("is better than"), "{told}");
    // The result is the mean behind the last generation and none of the candidates.
    let rows: Vec<&str> = files["tune.csv"].lines().collect();
    assert_eq!(rows.len(), 1 + 4 * 5);
    let hand = found["hand"].as_float().unwrap().to_string();
    assert!(rows.iter().all(|row| row.rsplit(',').next() != Some(&hand)), "{hand}");
    // The tests can be played again.
    let told = place.ok("audit a/confirm/start --every 7 --quiet");
    assert!(told.contains("the same"), "{told}");
    let manifest = place.manifest("a");
    assert_eq!(manifest["format"], "drakkar-tune");
    for name in ["tune.csv", "search.json", "best.toml", "verdict.csv"] {
        assert!(manifest["files"][name].is_string(), "{name}");
    }
}

#[test]
fn threads_and_interruptions_change_no_byte() {
    let place = place();
    place.ok(&format!("{SMALL} --out a --threads 1"));
    assert!(files(&place.path("a")).contains_key("confirm/start/run.json"));
    place.ok(&format!("{SMALL} --out b --threads 2"));
    same(&place, "a", "b");
    // As a process leaves it that ends in the middle of a line of the third generation.
    let trace = fs::read_to_string(place.path("a/tune.csv")).unwrap();
    let cut = trace.find("\n2,1,").unwrap() + 7;
    fs::create_dir(place.path("c")).unwrap();
    fs::copy(place.path("a/tune.json"), place.path("c/tune.json")).unwrap();
    note_hash(&place.path("c"), &trace[..=trace.find("\n2,0,").unwrap()]);
    fs::write(place.path("c/tune.csv"), &trace[..cut]).unwrap();
    let told = place.fails(&format!("{SMALL} --out c --deadline 0s"), 75);
    assert!(told.contains("c holds 2 of 4 generations; run the same command to resume"), "{told}");
    place.ok(&format!("{SMALL} --out c --threads 2"));
    same(&place, "a", "c");
    // In the middle of a test.
    fs::remove_file(place.path("c/confirm/start/manifest.json")).unwrap();
    place.change_receipt("c/confirm/start", 0, |_| String::new());
    fs::remove_file(place.path("c/verdict.csv")).unwrap();
    place.ok(&format!("{SMALL} --out c"));
    same(&place, "a", "c");
    // Nothing is left to be done.
    let called = place.call(&format!("{SMALL} --out c"));
    assert_eq!(called.code, Some(0));
    assert!(
        called.out.starts_with("c holds this tune already. Nothing to do.\n"),
        "{}",
        called.out
    );
    assert!(called.out.contains("better"));
}

#[test]
fn other_candidates_in_the_file_are_seen() {
    let place = place();
    place.ok(&format!("{SMALL} --out a"));
    let trace = fs::read_to_string(place.path("a/tune.csv")).unwrap();
    let second = trace.lines().nth(2).unwrap();
    let changed = trace.replacen(second, &format!("{second}1"), 1);
    fs::write(place.path("a/tune.csv"), &changed).unwrap();
    let told = place.fails(&format!("{SMALL} --out a"), 2);
    assert!(told.contains("a: holds this tune, but tune.csv is not as it was written"), "{told}");
    // As another version would have written it.
    fs::remove_file(place.path("a/manifest.json")).unwrap();
    note_hash(&place.path("a"), &changed);
    let told = place.fails(&format!("{SMALL} --out a"), 2);
    assert!(told.contains("line 3: holds other candidates"), "{told}");
}

/// A search goes on from its file; where that was changed, from the values of all generations.
#[test]
fn a_changed_search_is_made_anew() {
    let place = place();
    for folder in ["a", "b"] {
        place.ok(&format!("{SMALL} --out {folder}"));
    }
    let path = place.path("a/search.json");
    let search = fs::read_to_string(&path).unwrap();
    fs::write(&path, search.replacen("\"sigma\":0", "\"sigma\":1", 1)).unwrap();
    let told = place.fails(&format!("{SMALL} --out a"), 2);
    assert!(
        told.contains("a: holds this tune, but search.json is not as it was written"),
        "{told}"
    );
    // In a tune that is not finished.
    fs::remove_file(place.path("a/manifest.json")).unwrap();
    note_hash(&place.path("a"), &fs::read_to_string(place.path("a/tune.csv")).unwrap());
    let called = place.call(&format!("{SMALL} --out a"));
    let told = "a/search.json: its bytes are not those that were written; the search is made anew from tune.csv";
    assert!(called.code == Some(0) && called.err.contains(told), "{}", called.err);
    assert_eq!(fs::read_to_string(&path).unwrap(), search);
    same(&place, "a", "b");
}

/// As a tune that is not finished does when it has written so much of `tune.csv`.
fn note_hash(folder: &Path, text: &str) {
    let hash: String =
        sha2::Sha256::digest(text).iter().map(|byte| format!("{byte:02x}")).collect();
    fs::create_dir_all(folder.join("tmp")).unwrap();
    fs::write(folder.join("tmp/tune.csv.sha256"), format!("{} {hash}\n", text.len())).unwrap();
}

/// Weights of the advanced rules change nothing in the base game, and candidates that differ by nothing are alike.
#[test]
fn weights_without_influence_are_not_tuned() {
    let place = Place::new();
    let line =
        "tune --rules base --players 2 --generations 2 --population 4 --references --out n --quiet";
    let told = place.fails(&format!("{line} --params advanced.*"), 2);
    assert!(told.contains("--params advanced.*: these weights have no influence"), "{told}");
    assert!(!place.path("n").exists());
    let line = "tune --game goofspiel --players 2 --generations 2 --population 2 --references --out n --quiet";
    let told = place.fails(&format!("{line} --sigma 0.000001 --games 400"), 2);
    assert!(told.contains("all candidates of the first generation played alike"), "{told}");
}

/// What loses is not kept.
#[test]
fn a_result_that_is_worse_is_replaced_by_the_start() {
    let place = Place::new();
    let line = "tune --rules base --players 2 --games 4 --population 2 --generations 1 --sigma 100 --references random";
    let told = place.ok(&format!("{line} --out w --quiet"));
    assert_eq!(verdict(&place, "w", "start"), "worse");
    assert!(told.contains("is worse than") && told.contains("which is kept"), "{told}");
    assert!(told.contains("Against random it does worse"), "{told}");
    let plan: Value = serde_json::from_str(&place.files("w")["tune.json"]).unwrap();
    let start = &plan["tune"]["start"]["weights"];
    assert_eq!(start.as_str().unwrap(), place.files("w")["best.toml"]);
    assert_eq!(&place.manifest("w")["agent"]["weights"], start);
    assert!(!place.files("w").contains_key("effects.csv"));
}

#[test]
fn choices_are_halved_and_tunes_play_off() {
    let place = Place::new();
    let tune = "tune --game goofspiel --set deck.cards=5 --players 2 --agent mcts:iterations=4 --games 40 --references greedy \
                --confirm 60 --quiet";
    let choices = "--choices rollout=greedy|random truncation=4|none";
    place.ok(&format!("{tune} {choices} --generations 2 --out a --threads 1"));
    let halved = place.files("a");
    let mut rows = csv::Reader::from_reader(halved["halving.csv"].as_bytes());
    let rows: Vec<csv::StringRecord> = rows.records().map(Result::unwrap).collect();
    let kept: Vec<[&str; 3]> = rows.iter().map(|row| [&row[0], &row[6], &row[7]]).collect();
    let (no, yes) = (["0", "4", "no"], ["0", "4", "yes"]);
    assert_eq!(kept.iter().filter(|&&row| row == no).count(), 2, "{kept:?}");
    assert_eq!(kept.iter().filter(|&&row| row == yes).count(), 2, "{kept:?}");
    // Half of them, twice the games.
    assert_eq!(kept[4..].iter().filter(|row| row[1] == "8").count(), 2, "{kept:?}");
    assert!(kept[4..].contains(&["1", "8", "yes"]) && kept[4..].contains(&["1", "8", "no"]));
    let found = place.manifest("a")["agent"]["spec"].as_str().unwrap().to_owned();
    assert!(found.ends_with(",weights=best.toml"), "{found}");
    // After the first rung.
    let first: Vec<&str> = halved["halving.csv"].split_inclusive('\n').take(5).collect();
    fs::create_dir(place.path("b")).unwrap();
    fs::copy(place.path("a/tune.json"), place.path("b/tune.json")).unwrap();
    fs::write(place.path("b/halving.csv"), first.concat()).unwrap();
    let told = place.fails(&format!("{tune} {choices} --generations 2 --out b --deadline 0s"), 75);
    assert!(told.contains("first steps of the choices"), "{told}");
    place.ok(&format!("{tune} {choices} --generations 2 --out b"));
    same(&place, "a", "b");

    place.ok(&format!("{tune} --generations 1 --seed 2 --out c"));
    let told = place.ok("tune --final a c --out f --games 60 --confirm 60 --quiet");
    assert!(told.contains("won") && told.contains("\nResult: mcts:iterations=4,"), "{told}");
    let agents = place.manifest("f/playoff")["run"]["agents"].as_array().unwrap().len();
    assert_eq!(agents, 3);
    let spread = place.files("f")["spread.csv"].clone();
    assert!(spread.starts_with("weight,start,tunes,mean,sd,least,most\nedge,1.0,2,"), "{spread}");
    assert_eq!(spread.lines().count(), 4);
    let winner: Value = place.manifest("f")["agent"]["weights"].clone();
    assert_eq!(winner.as_str().unwrap(), place.files("f")["best.toml"]);
    let again = place.ok("tune --final a c --out f --games 60 --confirm 60 --quiet");
    assert_eq!(again, format!("f holds this tune already. Nothing to do.\n\n{told}"));
    // What is played off is never replaced.
    let before = files(&place.path("a"));
    for out in ["a", "./c/../a"] {
        let told = place.fails(&format!("tune --final a c --out {out} --force --games 60"), 2);
        assert!(told.contains("--out: a is one of those that are played off"), "{told}");
    }
    assert!(files(&place.path("a")) == before);
    let told = place.fails("tune --final a missing --out g", 2);
    assert!(told.contains("missing: holds no finished tune"), "{told}");
}

/// Without flags nothing is tuned that the rules leave idle, and candidates do not only meet their start.
#[test]
fn defaults_fit_the_rules() {
    let place = Place::new();
    let tune = "tune --players 2 --games 12 --population 2 --generations 1 --references --confirm 4 --quiet";
    for (rules, advanced) in [("base", false), ("advanced", true)] {
        let agent = "greedy:weights=selfplay-1";
        place.ok(&format!("{tune} --rules {rules} --agent {agent} --out {rules}"));
        let files = place.files(rules);
        let head = files["tune.csv"].lines().next().unwrap();
        assert!(head.contains(",island,"), "{head}");
        assert_eq!(head.contains(",advanced."), advanced, "{head}");
        let plan = fs::read_to_string(place.path(rules).join("tune.json")).unwrap();
        let plan: Value = serde_json::from_str(&plan).unwrap();
        let field = plan["tune"]["opponents"].as_array().unwrap().iter();
        let field: Vec<&str> = field.map(|agent| agent["spec"].as_str().unwrap()).collect();
        assert_eq!(field, [agent, "greedy:weights=manual-1"]);
    }
}

#[test]
fn wrong_calls_are_refused() {
    let place = place();
    let tune = "tune --game goofspiel --games 4 --generations 1 --references --confirm 4 --quiet";
    for (flags, told) in [
        ("--params gild", "--params: there is no weight `gild`; there are: edge, half, spread"),
        ("--agent random", "--agent: `random` has no weights that could be tuned"),
        ("--agent nobody", "--agent nobody: there is no agent"),
        ("--choices look", "--choices: `look` is not KEY=a|b|c"),
        ("--choices lookahead=turn|never", "--choices greedy:lookahead=never"),
        ("--opponents greedy:weights=no.toml", "--opponents: "),
        ("--players 9", "--players: "),
        ("--sigma 0", "--sigma"),
        ("--rules none", "--rules: "),
    ] {
        let err = place.fails(&format!("{tune} {flags} --out a"), 2);
        assert!(err.contains(told), "{flags}: {err}");
        assert!(!place.path("a").exists(), "{flags}");
    }
    let tune = &format!("{tune} --players 2");
    place.ok(&format!("{tune} --out a"));
    let before = files(&place.path("a"));
    for flags in ["--seed 2", "--sigma 0.2", "--params edge", "--objective share", "--games 8"] {
        let line = tune.replace("--games 4", if flags == "--games 8" { "" } else { "--games 4" });
        let err = place.fails(&format!("{line} {flags} --out a"), 2);
        assert!(err.contains("a: holds another tune; choose another folder"), "{flags}: {err}");
        assert!(files(&place.path("a")) == before, "{flags}");
    }
    place.ok(&format!("{tune} --seed 2 --out a --force"));
    assert!(files(&place.path("a")) != before);
    place.ok(&format!("{tune} --out a --force"));
    assert!(files(&place.path("a")) == before);
    // Neither what is not ours is touched, nor does a run take the folder of a tune.
    fs::create_dir(place.path("mine")).unwrap();
    fs::write(place.path("mine/letter"), "").unwrap();
    let err = place.fails(&format!("{tune} --out mine --force"), 2);
    assert!(err.contains("holds no tune of drakkar"), "{err}");
    place.fails("run --game goofspiel --games 4 --out a --force", 2);
    fs::write(place.path("a/tune.json"), "{}").unwrap();
    let err = place.fails(&format!("{tune} --out a"), 2);
    assert!(err.contains("key `format`"), "{err}");
}

#[test]
fn a_killed_tune_goes_on() {
    let place = place();
    let line = SMALL.replace("--generations 4", "--generations 10");
    let mut child = place.command(&format!("{line} --out a")).spawn().unwrap();
    let trace = place.path("a/tune.csv");
    let rows = || fs::read_to_string(&trace).map_or(0, |text| text.lines().count());
    while rows() < 1 + 2 * 5 {
        assert!(child.try_wait().unwrap().is_none(), "it is done already");
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let left = rows();
    assert!(left < 1 + 10 * 5, "{left}");
    // A digit of a value that the optimiser goes on with, in the second generation.
    let text = fs::read_to_string(&trace).unwrap();
    let row = text.lines().nth(1 + 5).unwrap();
    let value = row.split(',').nth(2).unwrap();
    let other = if value.ends_with('1') { "2" } else { "1" };
    let changed = row.replacen(value, &format!("{}{other}", &value[..value.len() - 1]), 1);
    fs::write(&trace, text.replacen(row, &changed, 1)).unwrap();
    // Whoever plays it in one go finds the same.
    let called = place.call(&format!("{line} --out a"));
    assert_eq!(called.code, Some(0), "{}", called.err);
    let told = "a/tune.csv is not as it was written; line 7 and those below are made anew";
    assert!(called.err.contains(told), "{}", called.err);
    assert!(!place.path("a/tmp").exists());
    place.ok(&format!("{line} --out b"));
    same(&place, "a", "b");
}

/// The rows of a generation, without the weights.
fn generation(text: &str, number: usize) -> Vec<csv::StringRecord> {
    let mut rows = csv::Reader::from_reader(text.as_bytes());
    let rows = rows.records().map(Result::unwrap);
    rows.filter(|row| row[0] == number.to_string()).collect()
}

/// The current best is the start in the first generation, and then plays only if the field does not.
#[test]
fn candidates_meet_the_field_and_the_current_best() {
    let place = Place::new();
    let tune = "tune --game goofspiel --set deck.cards=5 --players 3 --games 12 --generations 2 --population 2 --references \
                --confirm 4 --quiet";
    place.ok(&format!("{tune} --out a"));
    place.ok(&format!("{tune} --opponents random greedy --out b"));
    place.ok(&format!("{tune} --opponents random --objective share --out c"));
    let games = |folder: &str, number: usize| -> Vec<(String, bool)> {
        let rows = generation(&place.files(folder)["tune.csv"], number);
        rows.iter().map(|row| (row[8].to_owned(), row[6].is_empty())).collect()
    };
    let told = |rows: &[(&str, bool)]| -> Vec<(String, bool)> {
        rows.iter().map(|&(games, empty)| (games.to_owned(), empty)).collect()
    };
    assert_eq!(games("a", 0), told(&[("6", true), ("6", true), ("6", true)]));
    assert_eq!(games("a", 1), told(&[("12", false), ("12", false), ("6", true)]));
    // Two agents in the field, and the best: two deals of three seatings against each.
    assert_eq!(games("b", 0), told(&[("12", true), ("12", true), ("12", true)]));
    assert_eq!(games("b", 1), told(&[("18", false), ("18", false), ("12", true)]));
    assert_eq!(games("c", 0), told(&[("12", false), ("12", false), ("6", true)]));
    // The value of a share is the mean over both opponents.
    for row in &generation(&place.files("c")["tune.csv"], 1)[..2] {
        let cell = |column: usize| row[column].parse::<f64>().unwrap();
        assert!((cell(2) - 0.5 * (cell(4) + cell(6))).abs() < 1e-6, "{row:?}");
    }
}

/// A tune that goes on takes no verdict from a part of the chunks of a test that was played.
#[test]
fn a_damaged_test_has_no_verdict() {
    let place = place();
    let line = format!("{SMALL} --out a");
    place.ok(&line);
    let verdict = fs::read_to_string(place.path("a/verdict.csv")).unwrap();
    fs::remove_file(place.path("a/manifest.json")).unwrap();
    let (log, _) = place.receipts("a/confirm/start")[&0].clone();
    let good = fs::read_to_string(&log).unwrap();
    place.change_receipt("a/confirm/start", 0, |line| line.replacen(":1", ":2", 1));
    let error = place.fails(&line, 3);
    assert!(error.contains("confirm/start is not as it was written"), "{error}");
    assert!(error.contains(".ndjson, line 1: its bytes are not"), "{error}");
    fs::write(&log, good).unwrap();
    place.ok(&line);
    assert_eq!(fs::read_to_string(place.path("a/verdict.csv")).unwrap(), verdict);
}
