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
    while place.receipts(folder).len() < count {
        std::thread::sleep(Duration::from_millis(2));
        assert!(child.try_wait().unwrap().is_none(), "the run is over before it was interrupted");
    }
}

fn signal(child: &Child, name: &str) {
    let sent = Command::new("kill").args([name, &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
}

#[test]
fn ctrl_c_keeps_chunks_and_the_same_command_goes_on() {
    let place = Place::new();
    let line = format!("{LINE} --games 40000 --chunk 20");
    let mut child = start(&place, &format!("{line} --out a"));
    wait_for_chunks(&place, &mut child, "a", 3);
    signal(&child, "-INT");
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

/// Whether these tests were started by `nohup` or the like: their children then ignore SIGHUP, too.
fn ignores_hangups() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.is_some_and(|mask| u64::from_str_radix(mask.trim(), 16).is_ok_and(|mask| mask & 1 == 1))
}

/// The terminal is gone: the chunks in progress are finished, but a run that `nohup` started goes on.
#[test]
fn a_run_ignores_what_it_was_started_to_ignore() {
    let place = Place::new();
    let line = format!("{LINE} --games 8000 --chunk 20 --out");
    let mut child = start(&place, &format!("{line} a"));
    wait_for_chunks(&place, &mut child, "a", 3);
    signal(&child, "-HUP");
    let output = child.wait_with_output().unwrap();
    // Elsewhere it is not known what is ignored, and SIGHUP ends the process at once.
    let asked = cfg!(target_os = "linux").then_some(if ignores_hangups() { 0 } else { 130 });
    assert_eq!(output.status.code(), asked, "{}", String::from_utf8_lossy(&output.stderr));
    let drakkar = place.command(&format!("{line} b"));
    let mut shell = Command::new("sh");
    shell.args(["-c", "trap '' HUP; exec \"$0\" \"$@\""]).arg(drakkar.get_program());
    shell.args(drakkar.get_args()).current_dir(place.path(""));
    let mut child = shell.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    for chunks in [3, 6] {
        wait_for_chunks(&place, &mut child, "b", chunks);
        signal(&child, "-HUP");
    }
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    place.ok(&format!("{line} a"));
    assert_eq!(place.files("a"), place.files("b"));
}

#[test]
fn a_deadline_ends_a_run_that_goes_on_later() {
    let place = Place::new();
    let line = format!("{LINE} --games 4000 --chunk 20 --out a");
    let error = place.fails(&format!("{line} --deadline 0s"), 75);
    assert_eq!(
        error,
        "drakkar: deadline reached; a holds 0 of 100 chunks; run the same command to resume; if no chunk can be \
         finished in the time given, start anew with smaller ones (`--chunk`)\n"
    );
    place.ok(&format!("{line} --deadline 10m"));
    let error = place.fails(&format!("{line} --deadline soon"), 2);
    assert!(error.contains("--deadline"), "{error}");
}

/// Files of a folder, if it is there.
fn count(place: &Place, folder: &str) -> usize {
    std::fs::read_dir(place.path(folder)).map_or(0, Iterator::count)
}

/// Killed without a chance to say goodbye at least thirty times, once or more between the rows of a chunk and its
/// receipt; in the end the bytes are those of a run that nobody disturbed.
#[test]
fn killed_runs_lose_nothing_that_was_done() {
    let place = Place::new();
    let line = format!("{LINE} --games 24000 --chunk 20 --record-every 500");
    let begin = Instant::now();
    place.ok(&format!("{line} --out whole --record whole.jsonl"));
    let whole = begin.elapsed();
    let again = format!("{line} --out a --record a.jsonl");
    let mut rng = drakkar_engine::seed::Rng::from_seed(7);
    let (mut kills, mut in_commit) = (0, 0);
    while kills < 30 || in_commit == 0 {
        let mut child = start(&place, &again);
        if kills % 3 == 0 || kills >= 30 {
            // Rows are there: the receipt is on its way.
            let before = count(&place, "a/parts");
            while count(&place, "a/parts") == before && child.try_wait().unwrap().is_none() {}
        } else {
            let part = f64::from(rng.below(1000)) / 1000.0;
            std::thread::sleep(whole.mul_f64(part / 20.0));
        }
        if child.try_wait().unwrap().is_some() {
            // It was faster than its killer; it begins anew.
            std::fs::remove_dir_all(place.path("a")).unwrap();
            let _ = std::fs::remove_file(place.path("a.jsonl"));
            continue;
        }
        child.kill().unwrap();
        child.wait().unwrap();
        kills += 1;
        in_commit += usize::from(count(&place, "a/parts") > place.receipts("a").len());
        assert!(begin.elapsed() < Duration::from_secs(600), "{kills} kills");
    }
    place.ok(&again);
    assert_eq!(place.files("a"), place.files("whole"));
    let read = |name: &str| std::fs::read(place.path(name)).unwrap();
    assert_eq!(read("a.jsonl"), read("whole.jsonl"));
}
