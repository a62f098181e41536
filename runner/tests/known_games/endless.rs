//! A game that does not end fails, in every command; and a command ends within a game that takes long.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use super::command;

const REASON: &str =
    "the game is not over after 4000 decisions, the most it may have (`Game::MOST_DECISIONS`)";

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
        ("balance NEVER --players 2 --at add --against * --decisions 20 --out balance", 2),
        ("tune NEVER --players 2 --games 20 --generations 1 --population 4 --out tune", 1),
        ("profile NEVER --players 2 --games 20 --levels 1 2 --out profile", 1),
        ("run NEVER --agents mcts:iterations=1 --players 2 --games 1 --out search", 1),
    ] {
        let line = line.replace("NEVER", never);
        let (found, text) = called(place.path(), &line);
        assert_eq!(found, Some(code), "{line}: {text}");
        assert!(text.contains(REASON), "{line}: {text}");
    }
    // A person can stop; without one, the game fails.
    let mut play = command(&format!("play {never} --agents human random --seed 1"));
    play.current_dir(place.path()).stdin(Stdio::piped());
    let mut child = play.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let many = "add 1\n".repeat(4000);
    // It may not read all of it.
    let _ = child.stdin.take().unwrap().write_all(many.as_bytes());
    let output = child.wait_with_output().unwrap();
    let text = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
    assert!(text.concat().contains(REASON), "{:?}", output.status);
    // What happened is kept, and can be seen.
    let (code, text) = called(place.path(), "replay run/failures.jsonl --index 0");
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains("3999") && text.contains(REASON), "{text}");
    let (code, text) = called(place.path(), &format!("perft {never} --players 2 --depth 3"));
    assert_eq!((code, text.as_str()), (Some(0), "1 2\n2 4\n3 8\n"));
}

/// A program that takes three seconds for each decision as long as there is a file `slow`.
const BOT: &str = r#"while read -r line; do
    case $line in *'"type":"decide"'*)
        if [ -e slow ]; then touch decides; sleep 3; fi
        echo '{"action":"add 1"}';;
    esac
done"#;

const LONG: &str = "run --game turns --rules six --agents exec:./bot random --games 4 --chunk 1 \
                    --threads 1 --quiet --per-game --out r";

/// Begins the run in which the first chunk takes 18 seconds.
fn begin(place: &Path, more: &str) -> Child {
    let bot = place.join("bot");
    fs::write(&bot, format!("#!/bin/sh\n{BOT}\n")).unwrap();
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    fs::set_permissions(bot, mode).unwrap();
    fs::write(place.join("slow"), "").unwrap();
    let mut command = command(&format!("{LONG} {more}"));
    command.current_dir(place).stdin(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap()
}

/// A deadline and Ctrl-C within a game: its chunk is dropped and played again, with the bytes of an undisturbed run.
pub(crate) fn long_games_are_given_up() {
    let places = [(); 3].map(|()| tempfile::tempdir().unwrap());
    let [deadline, signal, undisturbed] = &places;
    let late = begin(deadline.path(), "--deadline 1s");
    let stopped = begin(signal.path(), "");
    while !signal.path().join("decides").exists() {
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    let sent = Command::new("kill").args(["-INT", &stopped.id().to_string()]).status().unwrap();
    assert!(sent.success());
    begin(undisturbed.path(), "--deadline 0s").wait().unwrap();
    for (place, child, code, told) in [
        (deadline, late, 75, "deadline reached; r holds 0 of 2 chunks"),
        // The program takes longer for an answer than it is waited for.
        (signal, stopped, 130, "chunks in flight are dropped; run the same command to resume"),
    ] {
        let output = child.wait_with_output().unwrap();
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(code), "{error}");
        assert!(error.contains(told), "{error}");
        assert!(!place.path().join("r/failures.jsonl").exists());
    }
    let games = places.each_ref().map(|place| {
        fs::remove_file(place.path().join("slow")).unwrap();
        let (code, text) = called(place.path(), LONG);
        assert_eq!(code, Some(0), "{text}");
        fs::read(place.path().join("r/games.csv")).unwrap()
    });
    assert!(games[0].len() > 100);
    assert_eq!(games[0], games[2], "after a deadline");
    assert_eq!(games[1], games[2], "after a signal");
}
