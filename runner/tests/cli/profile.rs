//! `drakkar profile`: what kind of game it is.

use std::fs;
use std::path::Path;

use crate::call::{Place, number, rows};

const PROFILE: &str = "profile --game goofspiel --players 2 --set deck.cards=4 --games 40 --levels 1 8 --analysis-iterations 20 --quiet";

fn csv(place: &Place, folder: &str) -> String {
    fs::read_to_string(place.path(folder).join("profile.csv")).unwrap()
}

/// Every file below a folder but those in which the clock has a part, with its path.
fn files(place: &Place, folder: &str) -> Vec<(String, Vec<u8>)> {
    fn below(folder: &Path, name: &str, found: &mut Vec<(String, Vec<u8>)>) {
        for entry in fs::read_dir(folder).unwrap() {
            let (path, file) = entry.map(|one| (one.path(), one.file_name())).unwrap();
            let name = format!("{name}/{}", file.to_string_lossy());
            let timed = ["printed.json", "timing.csv"].iter().any(|end| name.ends_with(end));
            // The manifest of a run tells the time that it took.
            let timed = timed || name.ends_with("ladder/manifest.json");
            match path.is_dir() {
                true => below(&path, &name, found),
                false if timed || name.ends_with("self-play/manifest.json") => {}
                false => found.push((name, fs::read(&path).unwrap())),
            }
        }
    }
    let mut found = Vec::new();
    below(&place.path(folder), "", &mut found);
    found.sort();
    found
}

#[test]
fn a_profile_is_the_same_for_any_threads_and_after_a_stop() {
    let place = Place::new();
    let said = place.ok(&format!("{PROFILE} --threads 1 --out a"));
    let sentence = said.replace('\n', " ");
    assert!(
        sentence.contains("With level-8 in all seats, ") && sentence.contains("is luck"),
        "{said}"
    );
    assert!(said.contains("what kind of game it is"), "{said}");
    assert!(said.lines().all(|line| line.chars().count() <= 80), "{said}");
    place.ok(&format!("{PROFILE} --threads 2 --out b"));
    assert_eq!(files(&place, "a"), files(&place, "b"));
    // No part plays the deals of another.
    let seed = |part: &str| {
        let plan = fs::read_to_string(place.path(&format!("a/{part}/run.json"))).unwrap();
        let plan: serde_json::Value = serde_json::from_str(&plan).unwrap();
        plan["run"]["seed"].as_str().unwrap().to_owned()
    };
    assert_ne!(seed("ladder"), seed("self-play"));
    // No time for any game: nothing is there yet, and the same command goes on.
    assert_eq!(place.call(&format!("{PROFILE} --deadline 0s --out c")).code, Some(75));
    place.ok(&format!("{PROFILE} --out c"));
    assert_eq!(files(&place, "c"), files(&place, "a"));
    let again = place.ok(&format!("{PROFILE} --out c"));
    assert!(again.starts_with("c holds this profile already. Nothing to do.\n"), "{again}");
    assert!(again.contains("of the variance of win shares"), "{again}");
}

/// A part that lost files is made anew.
#[test]
fn what_a_part_lacks_is_made_again() {
    let place = Place::new();
    place.ok(&format!("{PROFILE} --out a"));
    place.ok(&format!("{PROFILE} --out b"));
    for lost in ["ladder/pace.csv", "ladder/run.json", "self-play/manifest.json", "games.jsonl"] {
        fs::remove_file(place.path("b").join(lost)).unwrap();
        place.ok(&format!("{PROFILE} --out b"));
        assert_eq!(files(&place, "b"), files(&place, "a"), "{lost}");
        place.ok("report b --out b.html --force");
    }
}

/// Games that are there are not played again, nor are analyses made again that are as they were written.
#[test]
fn what_is_there_is_used() {
    let place = Place::new();
    place.ok(&format!("{PROFILE} --out a"));
    place.ok(&format!("{PROFILE} --out b"));
    fs::remove_file(place.path("b/manifest.json")).unwrap();
    fs::remove_file(place.path("b/profile.csv")).unwrap();
    let before = fs::metadata(place.path("b/games.jsonl")).unwrap().modified().unwrap();
    fs::create_dir(place.path("b/thoughts")).unwrap();
    for (game, text) in ["", "no hash\n[]", "\u{1}"].iter().enumerate() {
        fs::write(place.path(&format!("b/thoughts/chunk-{game:08}.json")), text).unwrap();
    }
    // No time is needed for games, but for analyses.
    let stopped = place.call(&format!("{PROFILE} --deadline 0s --out b"));
    assert_eq!(stopped.code, Some(75));
    let holds = "b holds all games and 0 of 20 analyses; run the same command to resume";
    assert!(stopped.err.contains(holds), "{}", stopped.err);
    place.ok(&format!("{PROFILE} --out b"));
    assert_eq!(files(&place, "a"), files(&place, "b"));
    let after = fs::metadata(place.path("b/games.jsonl")).unwrap().modified().unwrap();
    assert_eq!(before, after);
}

#[test]
fn other_folders_are_left_alone() {
    let place = Place::new();
    place.ok(&format!("{PROFILE} --out a"));
    let other = format!("{PROFILE} --seed 4");
    let error = place.fails(&format!("{other} --out a"), 2);
    assert!(error.contains("a: holds another profile"), "{error}");
    place.ok(&format!("{other} --out a --force"));
    place.ok(&format!("{other} --out b"));
    assert_eq!(files(&place, "a"), files(&place, "b"));
    fs::create_dir(place.path("mine")).unwrap();
    fs::write(place.path("mine/letter.txt"), "").unwrap();
    let error = place.fails(&format!("{PROFILE} --out mine --force"), 2);
    assert!(error.contains("mine: is not empty and holds no profile of drakkar"), "{error}");
    for (flags, expected) in [
        ("--levels 3 3", "--levels: a rating ladder has at least two levels"),
        ("--levels 0 3", "must be a whole number from 1 to 8"),
        ("--games 19", "must be a whole number from 20 to 1_000_000"),
        ("--players 9", "--players: goofspiel has 2 to 4 seats, not 9"),
    ] {
        let line = format!("profile --game goofspiel {flags} --out x");
        let error = place.fails(&line, 2);
        assert!(error.contains(expected), "{flags}: {error}");
    }
}

/// In connect four nothing is dealt and nothing hidden: the deal explains nothing.
#[test]
fn connect_four_has_no_luck_of_the_deal() {
    let place = Place::new();
    let line = "profile --game connect-four --quick --games 50 --levels 1 5 8 --analysis-iterations 20 --quiet";
    let said = place.ok(&format!("{line} --out a"));
    assert!(said.contains("There is no score during play"), "{said}");
    assert!(!said.contains("The lead changes"), "{said}");
    let rows = rows(&csv(&place, "a"));
    let find = |figure: &str, at: &str| {
        let found = rows.iter().find(|row| row["metric"] == figure && row["at"] == at);
        found.unwrap_or_else(|| panic!("{figure} {at}"))
    };
    let deal = find("win_share_explained", "deal");
    assert!(number(&deal["low"]) <= 0.0 && number(&deal["high"]) >= 0.0, "{deal:?}");
    assert!(number(&find("win_share_explained", "players")["low"]) > 0.5);
    for who in ["level-1", "level-5", "ladder"] {
        let luck = find("luck_part", who);
        assert_eq!([&luck["value"], &luck["low"], &luck["high"]], ["0.000000"; 3], "{who}");
    }
    // Each pair of levels meets once in both seatings of a deal; the levels 5 and 1 and the levels 8 and 5 are
    // neighbours.
    let meetings = 2.0 * number(&deal["count"]);
    assert_eq!(number(&find("ahead", "level-8 level-1")["count"]), meetings);
    assert_eq!(number(&find("neighbours_ahead", "")["count"]), 2.0 * meetings);
    let sum: f64 = rows
        .iter()
        .filter(|row| row["metric"] == "win_share_explained")
        .map(|row| number(&row["value"]))
        .sum();
    assert!((sum - 1.0).abs() < 1e-5, "{sum}");
    assert_eq!(find("reveals", "")["value"], "0.000000");
    let median = number(&find("actions_median", "")["value"]);
    assert!((4.0..=7.0).contains(&median), "{median}");
    // The page has the figures, the levels and the pictures.
    place.ok("report a --out a.html");
    let page = fs::read_to_string(place.path("a.html")).unwrap();
    for part in [
        "What kind of game it is",
        "who sits where",
        "greedy error rate",
        "level-5",
        "the even share",
    ] {
        assert!(page.contains(part), "{part}");
    }
}
