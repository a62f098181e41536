//! Results that were changed after their run was finished: every command that reads them says so.

use std::fs;

use serde_json::Value;

use crate::call::Place;

const RUN: &str = "run --game connect-four --agents random greedy --games 40 --seed 3 --quiet";
const TUNE: &str = "tune --game connect-four --games 4 --generations 1 --population 2 --references \
                    --confirm 8 --quiet";

/// Replaces a text in a file once.
fn change(place: &Place, file: &str, old: &str, new: &str) {
    let text = fs::read_to_string(place.path(file)).unwrap();
    let changed = text.replacen(old, new, 1);
    assert_ne!(changed, text, "{file}");
    fs::write(place.path(file), changed).unwrap();
}

#[test]
fn a_report_says_what_was_changed() {
    let place = Place::new();
    place.ok(&format!("{RUN} --out a"));
    place.ok(&format!("{RUN} --out b"));
    place.ok("report a b --out good.html");
    let page = |name: &str| fs::read_to_string(place.path(name)).unwrap();
    assert!(!page("good.html").contains("Changed after"));
    let row = page("b/win_rates.csv").lines().nth(1).unwrap().to_owned();
    let share = row.split(',').nth(3).unwrap().to_owned();
    change(&place, "b/win_rates.csv", &share, "0.990000");
    fs::remove_file(place.path("b/pace.csv")).unwrap();
    let told = "win_rates.csv is not as it was written, pace.csv is missing";
    let called = place.call("report b --out bad.html");
    assert_eq!((called.code, &*called.out), (Some(3), "bad.html\n"), "{}", called.err);
    for (line, change) in called.err.lines().skip(1).zip(told.split(", ")) {
        assert_eq!(line, format!("  b: {change}"));
    }
    assert_eq!(called.err.lines().count(), 3, "{}", called.err);
    // Before anything that could be believed; the sentence of the run contradicts the table.
    let bad = page("bad.html");
    let warning = bad.find("Changed after the run was finished:</strong> ").unwrap();
    assert!(
        bad[warning..].contains(told) && bad.contains("the sentences below are those of the run")
    );
    assert!(warning < bad.find("class=\"answer\"").unwrap());
    assert!(place.fails("report a b --out both.html", 3).contains("b: pace.csv is missing"));
    assert_eq!(page("both.html").matches("Changed after").count(), 1);
    // Without a manifest, there is nothing to compare with; another one is none.
    fs::remove_file(place.path("b/manifest.json")).unwrap();
    assert!(place.fails("report b --out lost.html", 3).contains("b: manifest.json is missing"));
    assert!(page("lost.html").contains("manifest.json is missing"));
    fs::write(place.path("b/manifest.json"), "{}").unwrap();
    let told = "b: manifest.json is not as it was written";
    assert!(place.fails("report b --out other.html", 3).contains(told));
    // Tables alone are taken as they are.
    fs::remove_file(place.path("b/manifest.json")).unwrap();
    fs::remove_file(place.path("b/run.json")).unwrap();
    place.ok("report b --out tables.html");
}

#[test]
fn other_commands_say_what_was_changed() {
    let place = Place::new();
    place.ok(&format!("{RUN} --out a --keep-chunks"));
    change(&place, "a/pace.csv", ",", ";");
    let told = "pace.csv is not as it was written";
    assert!(place.fails("audit a --every 1 --quiet", 3).contains(told));
    assert!(place.fails(&format!("{RUN} --out a"), 2).contains(told));
    // From the chunks, the files are made anew.
    place.ok("merge a");
    place.ok("audit a --every 1 --quiet");
    let manifest = fs::read(place.path("a/manifest.json")).unwrap();
    for text in [&manifest[..manifest.len() / 2], b"", b"[]"] {
        fs::write(place.path("a/manifest.json"), text).unwrap();
        let error = place.fails("audit a --every 1 --quiet", 3);
        assert!(error.contains("manifest.json is not as it was written"), "{error}");
    }
    place.ok("merge a");
    fs::remove_dir_all(place.path("a/done")).unwrap();
    change(&place, "a/pace.csv", ",", ";");
    let error = place.fails("merge a", 3);
    assert!(error.contains("chunk 0 is missing") && error.contains(told), "{error}");
}

/// What a plan says is in the manifest too; without it, nobody knows whether it was this run.
#[test]
fn a_plan_that_was_changed_is_no_finished_run() {
    let place = Place::new();
    place.ok(&format!("{RUN} --out a"));
    let read = |file: &str| fs::read(place.path(file)).unwrap();
    let (plan, manifest) = (read("a/run.json"), read("a/manifest.json"));
    let refused = |told: &str| {
        for (line, code) in [(&*format!("{RUN} --out a"), 2), ("report a --force", 3)] {
            let error = place.fails(line, code);
            assert!(error.contains(told), "{told}: {error}");
        }
        fs::write(place.path("a/run.json"), &plan).unwrap();
        fs::write(place.path("a/manifest.json"), &manifest).unwrap();
    };
    fs::remove_file(place.path("a/run.json")).unwrap();
    refused("run.json is missing");
    fs::write(place.path("a/run.json"), &plan[..plan.len() / 2]).unwrap();
    refused("run.json is not as it was written");
    for (old, new) in [
        ("\"drakkar-plan\"", "\"drakkar-plam\""),
        ("\"seed\": \"3\"", "\"seed\": \"2\""),
        ("\"games_asked\": 40", "\"games_asked\": 39"),
        ("\"games_asked\"", "\"games_asket\""),
    ] {
        change(&place, "a/run.json", old, new);
        refused("run.json is not as it was written");
    }
    for (old, new) in [
        ("\"seed\": \"3\"", "\"seed\": \"2\""),
        ("\"games_played\": 40", "\"games_played\": 41"),
        ("\"greedy\": \"", "\"greedy\": \"x"),
    ] {
        change(&place, "a/manifest.json", old, new);
        refused("manifest.json is not as it was written");
    }
    // As data it is the same, but every byte counts.
    let value: Value = serde_json::from_slice(&plan).unwrap();
    fs::write(place.path("a/run.json"), value.to_string()).unwrap();
    refused("run.json is not as it was written");
}

/// It lies outside of the hashes of the manifest, as it may tell how long things took.
#[test]
fn an_answer_that_was_changed_is_not_given_again() {
    let place = Place::new();
    place.ok(&format!("{RUN} --out a"));
    let told = |called: &crate::call::Called| called.out.contains("greedy wins most");
    let again = place.call(&format!("{RUN} --out a"));
    assert!(told(&again) && again.err.is_empty(), "{again:?}");
    place.ok("report a --out good.html");
    change(&place, "a/printed.json", "greedy wins most", "greedy wins lost");
    let again = place.call(&format!("{RUN} --out a"));
    assert_eq!(again.out, "a holds this run already, complete: 40 games. Nothing to do.\n");
    assert!(again.err.contains("a/printed.json is not as it was written"), "{}", again.err);
    let told = "a: printed.json is not as it was written";
    assert!(place.fails("report a --out bad.html", 3).contains(told));
    let page = |name: &str| fs::read_to_string(place.path(name)).unwrap();
    assert!(page("good.html").contains("greedy wins most"));
    assert!(!page("bad.html").contains("greedy wins lost"));
}

/// The plan of every kind of study is covered by its manifest.
#[test]
fn plans_of_other_studies_that_were_changed_are_told() {
    let place = Place::new();
    let small = "--game goofspiel --players 2 --set deck.cards=4";
    for (study, line) in [
        ("learn", format!("learn {small} --generations 1 --agents random --games 40")),
        ("profile", format!("profile {small} --games 40 --levels 1 8 --analysis-iterations 20")),
    ] {
        place.ok(&format!("{line} --quiet --out {study}"));
        place.ok(&format!("report {study} --out good.html --force"));
        change(&place, &format!("{study}/{study}.json"), "\"players\": 2", "\"players\": 4");
        let told = format!("{study}: {study}.json is not as it was written");
        let error = place.fails(&format!("report {study} --out bad.html --force"), 3);
        assert!(error.contains(&told), "{error}");
        fs::write(place.path(&format!("{study}/manifest.json")), "{}").unwrap();
        place.fails(&format!("{line} --quiet --out {study}"), 2);
    }
}

#[test]
fn a_tune_that_was_changed_is_not_taken_for_one() {
    let place = Place::new();
    place.ok(&format!("{TUNE} --out t"));
    let again = format!("{TUNE} --out t");
    place.ok(&again);
    place.ok("report t");
    let digit = |text: &str| text.find(|c: char| c.is_ascii_digit()).unwrap();
    let part = "t/confirm/start/effects.csv";
    for (file, line) in
        [("t/best.toml", &*again), (part, &again), ("t/tune.json", "report t --force")]
    {
        let text = fs::read_to_string(place.path(file)).unwrap();
        let mut bytes = text.clone().into_bytes();
        bytes[digit(&text)] ^= 1;
        fs::write(place.path(file), bytes).unwrap();
        let told = format!("{} is not as it was written", &file[2..]);
        let error = place.fails(line, if file == "t/tune.json" { 3 } else { 2 });
        assert!(error.contains(&told), "{error}");
        if file == "t/best.toml" {
            assert!(place.fails("tune --final t --out f --quiet", 2).contains(&told));
        }
        fs::write(place.path(file), text).unwrap();
    }
}

/// What a study wrote, and somebody changed, is not taken for its own.
#[test]
fn changed_files_are_not_taken_as_input() {
    let place = Place::new();
    place.ok(&format!("{TUNE} --out t"));
    if !place.path("t/best.toml").is_file() {
        panic!("a tune has a result");
    }
    let agents =
        "run --game connect-four --agents greedy:weights=t/best.toml random --games 4 --quiet";
    place.ok(&format!("{agents} --out good"));
    let text = fs::read_to_string(place.path("t/best.toml")).unwrap();
    fs::write(place.path("t/best.toml"), format!("{text}# mine\n")).unwrap();
    let told = "t/best.toml: is not as it was written, by manifest.json beside it";
    assert!(place.fails(&format!("{agents} --out bad"), 2).contains(told));
    fs::copy(place.path("t/best.toml"), place.path("mine.toml")).unwrap();
    place.ok(&format!("{} --out mine", agents.replace("t/best", "mine")));

    let profile = "profile --game goofspiel --set deck.cards=4 --players 2 --games 20 --levels 1 2 --analysis-iterations 5";
    place.ok(&format!("{profile} --out p --quiet"));
    let records = fs::read_to_string(place.path("p/games.jsonl")).unwrap();
    place.ok("verify p/games.jsonl");
    let (rule_set, games) = records.split_once('\n').unwrap();
    let fewer = format!("{rule_set}\n{}", games.split_once('\n').unwrap().1);
    fs::write(place.path("p/games.jsonl"), fewer).unwrap();
    for line in ["verify p/games.jsonl", "replay p/games.jsonl", "analyse p/games.jsonl"] {
        let error = place.fails(line, 2);
        assert!(error.contains("p/games.jsonl: is not as it was written"), "{error}");
    }
}

/// Tables that another study wrote are not shown as those of the folder.
#[test]
fn added_tables_are_left_out_of_a_report() {
    let place = Place::new();
    place.ok(&format!("{RUN} --out a"));
    place.ok(&format!(
        "{} --out t",
        RUN.replace("run ", "tournament ").replace("--games 40", "--games 40 --players 2")
    ));
    fs::copy(place.path("t/ratings.csv"), place.path("a/ratings.csv")).unwrap();
    let called = place.call("report a --out a.html");
    assert_eq!(called.code, Some(3), "{}", called.err);
    assert!(called.err.contains("ratings.csv: manifest.json does not name it"), "{}", called.err);
    let page = fs::read_to_string(place.path("a.html")).unwrap();
    assert!(page.contains("Left out:") && !page.contains("ratings.csv</"), "the page");
}

/// A study that lost its plan says so, and can be replaced.
#[test]
fn a_study_without_its_plan_can_be_replaced() {
    let place = Place::new();
    place.ok(&format!("{TUNE} --out t"));
    fs::remove_file(place.path("t/tune.json")).unwrap();
    let error = place.fails(&format!("{TUNE} --out t"), 2);
    assert!(error.contains("t: holds a tune without its tune.json; choose another"), "{error}");
    place.ok(&format!("{TUNE} --out t --force"));
    assert!(place.path("t/tune.json").is_file());
}

/// Whoever takes the hash away from a plan or a manifest has changed it.
#[test]
fn files_without_their_own_hash_are_refused() {
    let place = Place::new();
    place.ok(&format!("{RUN} --out a"));
    let strip = |file: &str, key: &str| {
        let path = place.path(file);
        let text = fs::read_to_string(&path).unwrap();
        let mut value: serde_json::Value = serde_json::from_str(&text).unwrap();
        value.as_object_mut().unwrap().remove("sha256").unwrap();
        value[key] = 39.into();
        fs::write(&path, serde_json::to_string_pretty(&value).unwrap()).unwrap();
        text
    };
    let text = strip("a/manifest.json", "games_failed");
    let told = "manifest.json is not as it was written";
    assert!(place.fails(&format!("{RUN} --out a"), 2).contains(told));
    assert!(place.fails("report a", 3).contains(told));
    assert!(place.fails("merge a", 3).contains(told));
    fs::write(place.path("a/manifest.json"), text).unwrap();
    place.ok(&format!("{RUN} --out a"));
    strip("a/run.json", "games_asked");
    assert!(
        place.fails(&format!("{RUN} --out a"), 2).contains("run.json is not as it was written")
    );
    place.fails(&format!("{TUNE} --out t --deadline 0s"), 75);
    place.ok(&format!("{TUNE} --out t"));
    strip("t/manifest.json", "digest");
    assert!(place.fails(&format!("{TUNE} --out t"), 2).contains(told));
}

/// Parts of a study that are not there are made anew.
#[test]
fn a_profile_misses_its_parts() {
    let place = Place::new();
    let line = "profile --game goofspiel --set deck.cards=4 --players 2 --games 20 --levels 1 2 --analysis-iterations 5 --quiet --out p";
    place.ok(line);
    let read = || fs::read(place.path("p/ladder/games.csv")).unwrap();
    let games = read();
    fs::remove_dir_all(place.path("p/ladder")).unwrap();
    assert!(!place.ok(line).contains("Nothing to do"));
    assert_eq!(read(), games);
    // What could not be removed there goes.
    fs::create_dir_all(place.path("p/ladder/done")).unwrap();
    fs::create_dir_all(place.path("p/ladder/tmp")).unwrap();
    fs::write(place.path("p/ladder/tmp/clearing"), "").unwrap();
    assert!(place.ok(line).contains("Nothing to do"));
    assert!(!place.path("p/ladder/done").exists() && !place.path("p/ladder/tmp").exists());
}
