//! What Ctrl-C, a deadline and a crash leave behind, and how a run goes on from there.

use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::call::Place;

const LINE: &str = "run --game connect-four --agents random greedy --per-game --quiet --seed 5";

/// Starts a run that is far from its end.
fn start(place: &Place, line: &str) -> Child {
    let mut command = place.command(line);
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

/// Waits until `count` chunks are done.
fn wait_for_chunks(place: &Place, child: &mut Child, folder: &str, count: usize) {
    let done = place.path(folder).join("done");
    while std::fs::read_dir(&done).map_or(0, Iterator::count) < count {
        std::thread::sleep(Duration::from_millis(2));
        assert!(child.try_wait().unwrap().is_none(), "the run is over before it was interrupted");
    }
}

#[test]
fn ctrl_c_keeps_chunks_and_the_same_command_goes_on() {
    let place = Place::new();
    let line = format!("{LINE} --games 40000 --chunk 20");
    let mut child = start(&place, &format!("{line} --out a"));
    wait_for_chunks(&place, &mut child, "a", 3);
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(killed.success());
    let output = child.wait_with_output().unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(130), "{error}");
    assert!(
        error.contains("interrupted; a holds ") && error.contains(" of 1000 chunks"),
        "{error}"
    );
    assert!(place.files("a").is_empty(), "no results of an unfinished run");
    let called = place.call(&format!("{} --out a", line.replace(" --quiet", "")));
    assert!(called.err.contains(" of 1000 chunks are there"), "{}", called.err);
    place.ok(&format!("{line} --out b"));
    assert_eq!(place.files("a"), place.files("b"));
}

#[test]
fn a_deadline_ends_a_run_that_goes_on_later() {
    let place = Place::new();
    let line = format!("{LINE} --games 4000 --chunk 20 --out a");
    let error = place.fails(&format!("{line} --deadline 0s"), 75);
    assert_eq!(
        error,
        "drakkar: deadline reached; a holds 0 of 100 chunks; the same command goes on\n"
    );
    place.ok(&format!("{line} --deadline 10m"));
    let error = place.fails(&format!("{line} --deadline soon"), 2);
    assert!(error.contains("--deadline"), "{error}");
}

/// Killed without a chance to say goodbye, again and again; in the end the bytes are those of a run
/// that nobody disturbed.
#[test]
fn killed_runs_lose_nothing_that_was_done() {
    let place = Place::new();
    let line = format!("{LINE} --games 60000 --chunk 40 --record-every 500");
    place.ok(&format!("{line} --out whole --record whole.jsonl"));
    let (mut pause, mut kills) = (8, 0);
    let begin = Instant::now();
    loop {
        let mut child = start(&place, &format!("{line} --out a --record a.jsonl"));
        std::thread::sleep(Duration::from_millis(pause));
        // Another moment each time; after a dozen of them later and later, so that the run comes to
        // its end.
        pause = if kills < 12 { 8 + kills } else { pause * 13 / 12 + 7 };
        if child.try_wait().unwrap().is_some() {
            break;
        }
        child.kill().unwrap();
        child.wait().unwrap();
        kills += 1;
        assert!(begin.elapsed() < Duration::from_secs(300), "{kills} kills");
    }
    assert!(kills >= 10, "{kills}");
    place.ok(&format!("{line} --out a --record a.jsonl"));
    assert_eq!(place.files("a"), place.files("whole"));
    let read = |name: &str| std::fs::read(place.path(name)).unwrap();
    assert_eq!(read("a.jsonl"), read("whole.jsonl"));
}
