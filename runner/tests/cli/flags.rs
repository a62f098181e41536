//! Wrong calls: exit code 2 and a message that names the flag, file or key.

use crate::call::Place;

#[test]
fn wrong_calls_name_what_is_wrong() {
    let place = Place::new();
    std::fs::write(place.path("no.toml"), "[setup]\nglory = \"ten\"\n").unwrap();
    std::fs::write(place.path("weights.toml"), "no_such_weight = 1\n").unwrap();
    let mut told = String::new();
    for line in [
        "run --game chess",
        "run --agents grady",
        "run --agents mcts:iterations=0",
        "run --agents greedy:weights=missing.toml",
        "run --game connect-four --agents greedy:weights=weights.toml",
        "run --agents random random random random random",
        "run --agents random random --players 3",
        "run --players 5",
        "run --players 1",
        "run --rules advanced-maybe",
        "run --rules missing.toml",
        "run --rules ./no.toml",
        "run --set setup.glory",
        "run --set setup.luck=1",
        "run --set setup.glory=ten",
        "run --set tiles.left_ends=20",
        "run --rules advanced --set bonus.longboat.count=16",
        "run --games 0",
        "run --games many",
        "run --threads 0",
        "run --chunk 0",
        "run --seating random",
        "run --record-every 5",
        "run --fast",
        "rules advanced-maybe",
        "rules --set tiles.left_ends=20",
        "list agent",
        "list facts --game chess",
        "perft --players 7",
        "perft --deal {}",
        "perft --deal missing.json",
        "verify",
        "verify missing.jsonl",
        "replay missing.jsonl",
        "pla",
    ] {
        let error = place.fails(line, 2);
        assert!(error.starts_with("drakkar: "), "{line}: {error}");
        told += &format!("> drakkar {line}\n{error}\n");
    }
    // What the operating system says differs from one to the other.
    let told = told.replace("No such file or directory (os error 2)", "(no such file)");
    if cfg!(unix) {
        insta::assert_snapshot!("wrong_calls", told);
    }
    assert!(!place.path("runs").exists(), "a wrong call leaves nothing");
}
