//! What the program prints, word by word.

use crate::call::Place;

/// Without speed, and without the name of the folder, which changes with the version.
fn steady(text: &str) -> String {
    let steady = |line: &str| {
        if line.contains(" games/s on ") { "(speed)".to_owned() } else { line.to_owned() }
    };
    text.lines().map(|line| steady(line).trim_end().to_owned() + "\n").collect()
}

#[test]
fn help() {
    let place = Place::new();
    let mut told = String::new();
    for line in [
        "--help",
        "run --help",
        "tournament --help",
        "compare --help",
        "balance --help",
        "tune --help",
        "learn --help",
        "profile --help",
        "plan --help",
        "work --help",
        "merge --help",
        "missing --help",
        "audit --help",
        "rules --help",
        "weights --help",
        "list --help",
        "perft --help",
        "verify --help",
        "replay --help",
        "view --help",
        "report --help",
        "analyse --help",
        "play --help",
        "test-bot --help",
    ] {
        let text = place.ok(line);
        told += &format!("> drakkar {line}\n{}\n", steady(&text));
    }
    insta::assert_snapshot!("help", told);
}

/// What a tournament and a comparison print.
#[test]
fn studies() {
    let place = Place::new();
    let mut told = String::new();
    for line in [
        "tournament --game goofspiel --agents random greedy --players 3 --games 120 --out t",
        "compare --game goofspiel --agents random greedy --players 2 --sprt elo1=40 --chunk 16 \
         --confirm 200 --out c --format md",
        "compare --game goofspiel --agents random --players 2 --games 80 --vs-set scoring.tied=carry --out v",
        "run --game goofspiel --agents random --games 40 --out r --format latex",
    ] {
        let called = place.call(line);
        assert_eq!(called.code, Some(0), "{}", called.err);
        told += &format!("> drakkar {line}\n{}{}\n", called.err, steady(&called.out));
    }
    insta::assert_snapshot!("studies", told);
}

#[test]
fn a_tiny_run() {
    let place = Place::new();
    let line = "run --game goofspiel --agents greedy random --games 9 --seed 4 --per-game";
    let called = place.call(&format!("{line} --out a --threads 1"));
    assert_eq!(called.code, Some(0));
    let mut told = format!("{}---\n{}", called.err, steady(&called.out));
    for (name, text) in place.files("a") {
        told += &format!("--- {name}\n{text}");
    }
    insta::assert_snapshot!("tiny_run", told);
}

/// The tiny run is too small for intervals of what goes with winning; this one is not.
#[test]
fn a_summary_names_what_goes_with_winning() {
    let place = Place::new();
    let line = "run --game goofspiel --agents greedy random --games 400 --seed 4 --quiet";
    insta::assert_snapshot!("summary", steady(&place.ok(&format!("{line} --out a"))));
}

#[test]
fn one_block_has_no_intervals() {
    let place = Place::new();
    place.ok("run --agents random --games 1 --out a");
    let files = place.files("a");
    assert!(files["win_rates.csv"].contains("random,0,0.250000,1,1,"));
    insta::assert_snapshot!("one_game", files["win_rates.csv"]);
}

#[test]
fn notes_can_be_silenced() {
    let place = Place::new();
    let line = "run --agents random greedy greedy:weights=w.toml --games 5 --seating rotations";
    std::fs::write(place.path("w.toml"), "").unwrap();
    let called = place.call(&format!("{line} --out a"));
    insta::assert_snapshot!("notes", called.err);
    assert_eq!(place.call(&format!("{line} --out b --quiet")).err, "");
}

#[test]
fn rules_print_the_preset_with_comments() {
    let place = Place::new();
    let text = place.ok("rules base");
    assert!(text.starts_with("# Vikings") && text.contains("glory = 10\n"));
    assert_eq!(place.ok("rules"), text);
    let changed = place.ok("rules --set setup.glory=12");
    assert_eq!(changed, text.replace("glory = 10\n", "glory = 12\n"));
    std::fs::write(place.path("mine.toml"), &changed).unwrap();
    assert_eq!(place.ok("rules mine.toml"), changed);
}

/// What is wrong with a file is told of the file.
#[test]
fn a_rule_file_that_is_no_toml_is_named_with_its_line() {
    let place = Place::new();
    std::fs::write(place.path("bad.toml"), "[setup]\nglory 10\n").unwrap();
    for line in ["rules bad.toml", "run --games 4 --rules bad.toml --set setup.glory=3 --out x"] {
        let error = place.fails(line, 2);
        assert!(error.starts_with("drakkar: bad.toml: line 2: "), "{error}");
    }
}

/// A file needs the keys that it changes, and no others.
#[test]
fn a_rule_file_may_lack_keys() {
    let place = Place::new();
    let text = place.ok("rules advanced");
    std::fs::write(place.path("mine.toml"), "preset = \"advanced\"\nsetup.glory = 12\n").unwrap();
    let changed = text.replace("glory = 10\n", "glory = 12\n");
    assert_eq!(place.ok("rules mine.toml"), changed);
    let twice = place.ok("rules mine.toml --set setup.gold.2=31");
    assert_eq!(twice, changed.replace("2 = 30", "2 = 31"));
    std::fs::write(place.path("bad.toml"), "[scoring]\nunfed_penalty = -3\n").unwrap();
    let error = place.fails("rules bad.toml", 2);
    let told = "drakkar: bad.toml: line 2: scoring.unfed_penalty=-3: must be 0 to 1000";
    assert!(error.starts_with(told), "{error}");
}

/// Whoever changes a rule reads in the first line what was changed, and so does whoever finds the folder.
#[test]
fn a_changed_rule_set_is_called_by_its_preset_and_its_changes() {
    let place = Place::new();
    std::fs::write(place.path("mine.toml"), "[scoring]\ntied = \"carry\"\n").unwrap();
    let line = "run --game goofspiel --agents random --games 2 --quiet --out";
    let out = place.ok(&format!("{line} a --rules mine.toml"));
    assert!(out.starts_with("goofspiel (base with scoring.tied=carry), "), "{out}");
    let manifest = place.manifest("a");
    assert_eq!(manifest["rules"], "base with scoring.tied=carry");
    assert_eq!(manifest["run"]["rules"], "custom", "as records have it");
    let out = place.ok(&format!("{line} b"));
    assert!(out.starts_with("goofspiel (base), "), "{out}");
    assert!(place.manifest("b").get("rules").is_none());
}

#[test]
fn weights_are_listed_and_printed_as_files_that_play() {
    let place = Place::new();
    let names = place.ok("weights");
    assert!(
        names.starts_with("manual-1  (where none is tuned for the rules and seats)\nselfplay-1\n"),
        "{names}"
    );
    for name in names.lines().map(|line| line.split(' ').next().unwrap()) {
        std::fs::write(place.path("mine.toml"), place.ok(&format!("weights {name}"))).unwrap();
        place.ok("run --agents greedy:weights=mine.toml random --games 4 --out r --force --quiet");
        let agents = &place.manifest("r")["run"]["agents"];
        place.ok(&format!(
            "run --agents greedy:weights={name} random --games 4 --out n --force --quiet"
        ));
        assert_eq!(agents[0]["weights"], place.manifest("n")["run"]["agents"][0]["weights"]);
    }
    let error = place.fails("weights nobody", 2);
    assert!(error.contains("vikings has no set `nobody`; there are: manual-1, "), "{error}");
}

#[test]
fn lists_hold_every_game_and_agent() {
    let place = Place::new();
    let all = place.ok("list");
    for name in ["vikings", "goofspiel", "connect-four", "mcts", "bsw", "glory_longest"] {
        assert!(all.contains(name), "{name}");
    }
    for id in drakkar_engine::games::IDS {
        assert!(place.ok("list games").contains(id), "{id} is no game of the command");
    }
    assert!(!place.ok("list counters --game goofspiel").contains("glory"));
}

/// Published counts: connect four from the empty board.
#[test]
fn perft_of_connect_four() {
    let place = Place::new();
    let counts = place.ok("perft --game connect-four --depth 6");
    assert_eq!(counts, "1 7\n2 49\n3 343\n4 2401\n5 16807\n6 117649\n");
    let by_hand = place.ok("perft --game connect-four --depth 1 --deal {}");
    assert_eq!(by_hand, "1 7\n");
}
