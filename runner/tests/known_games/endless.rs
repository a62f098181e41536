//! A game that does not end fails, in every command.

use std::path::Path;
use std::process::Stdio;

use super::command;

const REASON: &str =
    "the game is not over after 10000 decisions, the most it may have (`Game::MOST_DECISIONS`)";

/// The exit code, and what was printed.
fn called(place: &Path, line: &str) -> (Option<i32>, String) {
    let mut command = command(line);
    let output = command.current_dir(place).stdin(Stdio::null()).output().unwrap();
    let text = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
    (output.status.code(), text.concat())
}

pub(crate) fn every_command_ends() {
    let place = tempfile::tempdir().unwrap();
    let never = "--game turns --rules never";
    for (line, code) in [
        ("run NEVER --agents greedy --players 2 --games 20 --threads 1 --out run", 1),
        ("run NEVER --agents random greedy --games 4 --out few", 1),
        ("run NEVER --agents random --players 2 --games 20 --keep-going --out kept", 1),
        ("tournament NEVER --players 2 --agents random greedy --games 20 --out tournament", 1),
        ("compare NEVER --players 2 --agents greedy random --games 20 --out compare", 1),
        ("balance NEVER --players 2 --at add --against * --games 20 --out balance", 2),
        ("tune NEVER --players 2 --games 20 --generations 1 --population 4 --out tune", 1),
        ("profile NEVER --players 2 --games 20 --levels 1 2 --out profile", 1),
        ("run NEVER --agents mcts:iterations=1 --players 2 --games 1 --out search", 1),
    ] {
        let line = line.replace("NEVER", never);
        let (found, text) = called(place.path(), &line);
        assert_eq!(found, Some(code), "{line}: {text}");
        assert!(text.contains(REASON), "{line}: {text}");
    }
    // What happened is kept, and can be seen.
    let (code, text) = called(place.path(), "replay run/failures.jsonl --game 0");
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains("9999") && text.contains(REASON), "{text}");
    let (code, text) = called(place.path(), &format!("perft {never} --players 2 --depth 3"));
    assert_eq!((code, text.as_str()), (Some(0), "1 2\n2 4\n3 8\n"));
}
