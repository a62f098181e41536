//! `drakkar learn --config learn.json`: the same net from its plan.

use std::fs;

use crate::call::Place;
use crate::learn::LEARN;

/// The plan of a finished folder is enough to learn its net again, wherever its flags came from.
#[test]
fn a_plan_gives_its_net_again() {
    let place = Place::new();
    let read = |name: &str| fs::read(place.path(name)).unwrap();
    fs::write(place.path("w.toml"), "").unwrap();
    let rich = "learn --generations 1 --game goofspiel --set deck.cards=4 --players 2 --agents greedy:weights=w.toml \
                mcts:iterations=3 --games 60 --positions 3 --epsilon 0.123456789 --epochs 2 --search-value 0.3 \
                --start first.json --seed 18446744073709551615 --quiet";
    place.ok(&format!("{LEARN} --out a"));
    fs::copy(place.path("a/net.json"), place.path("first.json")).unwrap();
    place.ok(&format!("{rich} --out b"));
    // The weights of the plan count, not what their file has become.
    fs::remove_file(place.path("w.toml")).unwrap();
    for (folder, file) in
        [("a", "learn.json"), ("a", "manifest.json"), ("b", "learn.json"), ("b", "manifest.json")]
    {
        place.ok(&format!("learn --config {folder}/{file} --quiet --force --out again"));
        for name in ["net.json", "learn.json", "losses.csv", "calibration.csv"] {
            let same = read(&format!("again/{name}")) == read(&format!("{folder}/{name}"));
            assert!(same, "{folder}/{file}: {name}");
        }
    }
    // With changes.
    place.ok("learn --config a/learn.json --seed 4 --quiet --out c");
    place.ok(&format!("{} --out d", LEARN.replace("--seed 3", "--seed 4")));
    assert_eq!(read("c/net.json"), read("d/net.json"));
    let change = |from: &str, file: &str, old: &str, new: &str| {
        let text = fs::read_to_string(place.path(from)).unwrap();
        fs::write(place.path(file), text.replacen(old, new, 1)).unwrap();
    };
    fs::create_dir(place.path("x")).unwrap();
    change("a/learn.json", "x/games.json", "\"games\": 320", "\"games\": 330");
    change("a/learn.json", "x/key.json", "\"epsilon\"", "\"epsilons\"");
    change("a/learn.json", "x/version.json", "\"version\": \"", "\"version\": \"0");
    for (from, to) in [
        ("a/manifest.json", "x/manifest.json"),
        ("b/learn.json", "x/learn.json"),
        ("d/net.json", "first.json"),
    ] {
        fs::copy(place.path(from), place.path(to)).unwrap();
    }
    for (line, told) in [
        ("learn --config x/games.json", "x/games.json: key `digest`: does not fit `learn`"),
        ("learn --config x/key.json", "x/key.json: key `learn.epsilon`: is missing"),
        ("learn --config x/version.json", "x/version.json: key `learn.version`: was made by"),
        (
            "learn --config x/manifest.json",
            "x/manifest.json: key `digest`: is not that of x/learn.json",
        ),
        (
            "learn --config b/learn.json",
            "b/learn.json: key `learn.start.sha256`: `first.json` is another net",
        ),
        ("learn --config a/net.json", "a/net.json: key `format`: is not `drakkar-plan`"),
        ("compare --config a/learn.json", "a/learn.json: is the plan of `drakkar learn`"),
        ("learn --config none.json", "none.json: "),
    ] {
        let error = place.fails(&format!("{line} --out y"), 2);
        assert!(error.contains(told), "{line}: {error}");
    }
    assert!(!place.path("y").exists());
}

/// The nets of a course name those before by their paths, so the folder must be called the same.
#[test]
fn a_course_gives_its_nets_again() {
    let (place, other) = (Place::new(), Place::new());
    let course = "--test-iterations 9 --self-play-iterations 7 --next-games 50 --test-games 20";
    let line = LEARN.replace("--generations 1", "--generations 2");
    // Plans alone, and with other weights of expectations.
    for (number, expected) in
        ["--search-value 0", "--search-value 0.25", ""].into_iter().enumerate()
    {
        place.ok(&format!("{line} {course} {expected} --out {number}"));
        let plan = place.path(&format!("{number}/learn.json"));
        other.ok(&format!("learn --config {} --quiet --out {number}", plan.display()));
        let [one, two] =
            [&place, &other].map(|at| fs::read(at.path(&format!("{number}/learn.json"))));
        assert!(one.unwrap() == two.unwrap(), "{expected}");
    }
    place.ok(&format!("{line} {course} --out a"));
    let plan = place.path("a/learn.json");
    other.ok(&format!("learn --config {} --quiet --out a", plan.display()));
    for file in ["learn.json", "generation-1/net.json", "generation-2/net.json"] {
        let [one, two] = [&place, &other].map(|at| fs::read(at.path("a").join(file)).unwrap());
        assert!(one == two, "{file}");
    }
}
