//! What killed processes leave behind, and two at once: the next command clears up, and takes nothing that
//! is not its own.

use std::fs::{self, File};
use std::path::Path;

use crate::call::Place;

const RUN: &str =
    "run --game connect-four --agents random greedy --games 40 --chunk 5 --per-game --quiet";
const TUNE: &str = "tune --game connect-four --games 4 --generations 1 --population 2 --references --confirm 8 --quiet";

/// Names in a folder, sorted.
fn names(place: &Place, folder: &str) -> Vec<String> {
    let entries = fs::read_dir(place.path(folder)).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let (from, to) = (entry.as_ref().unwrap().path(), to.join(entry.unwrap().file_name()));
        if from.is_dir() {
            copy(&from, &to);
        } else {
            fs::copy(&from, &to).unwrap();
        }
    }
}

/// The folder of a run that was killed when its manifest was there: with all chunks, and the note that
/// they go.
fn killed(place: &Place, folder: &str) {
    place.ok(&format!("{RUN} --out {folder} --keep-chunks"));
    note_that_chunks_go(place, folder);
}

fn note_that_chunks_go(place: &Place, folder: &str) {
    fs::create_dir_all(place.path(folder).join("tmp")).unwrap();
    fs::write(place.path(folder).join("tmp/clearing"), "").unwrap();
}

#[test]
fn chunks_that_were_going_go() {
    let place = Place::new();
    place.ok(&format!("{RUN} --out whole"));
    let whole = names(&place, "whole");
    killed(&place, "a");
    assert!(names(&place, "a").contains(&"done".to_owned()));
    // In the middle of it, some are left; and one thing is not ours.
    fs::remove_file(place.path("a/parts/chunk-00000002.csv")).unwrap();
    let log = place.receipts("a")[&0].0.clone();
    fs::rename(log, place.path("a/done/chunk-receipts-second.ndjson")).unwrap();
    fs::write(place.path("a/done/chunk-receipts-killed.ndjson"), "{\"run\":").unwrap();
    copy(&place.path("a"), &place.path("b"));
    fs::write(place.path("b/parts/notes.txt"), "mine").unwrap();
    copy(&place.path("a"), &place.path("c"));
    assert_eq!(place.ok("missing a"), "", "it is finished");
    assert!(place.ok(&format!("{RUN} --out a")).contains("Nothing to do"));
    assert_eq!(names(&place, "a"), whole);
    place.ok(&format!("{RUN} --out b"));
    assert_eq!(names(&place, "b/parts"), ["notes.txt"]);
    assert!(!place.path("b/done").exists() && !place.path("b/tmp").exists());
    assert!(place.ok("merge c").contains("is finished"));
    assert_eq!(names(&place, "c"), whole);
    assert_eq!(place.files("a"), place.files("whole"));
    // Chunks that nobody was removing stay.
    place.ok(&format!("{RUN} --out kept --keep-chunks"));
    place.ok(&format!("{RUN} --out kept"));
    assert_eq!(place.receipts("kept").len(), 4);
    place.ok("merge kept");
    assert_eq!(place.receipts("kept").len(), 4);
}

/// A run that ends between its results and its end, because its records cannot be put where they should go.
#[test]
fn a_run_notes_that_its_chunks_go_before_it_is_finished() {
    let place = Place::new();
    place.ok(&format!("{RUN} --out whole --record whole.jsonl"));
    // It becomes a folder while games are played; again, if they were over before.
    let mut child = loop {
        let line = format!("{RUN} --out a --record folder --force");
        let mut child = place.command(&line).spawn().unwrap();
        while !place.path("a/run.json").exists() {}
        if fs::create_dir_all(place.path("folder/with")).is_ok() {
            break child;
        }
        assert!(child.wait().unwrap().success());
        fs::remove_file(place.path("folder")).unwrap();
        fs::remove_dir_all(place.path("a")).unwrap();
    };
    assert_eq!(child.wait().unwrap().code(), Some(2));
    assert!(place.path("a/manifest.json").exists());
    assert_eq!(place.receipts("a").len(), 4);
    copy(&place.path("a"), &place.path("b"));
    let again = format!("{} --out a --record a.jsonl", RUN.replace(" --quiet", ""));
    assert!(place.call(&again).err.contains("4 of 4 chunks are there"));
    place.ok("merge b");
    for folder in ["a", "b"] {
        assert_eq!(names(&place, folder), names(&place, "whole"), "{folder}");
    }
    let read = |name: &str| fs::read(place.path(name)).unwrap();
    assert_eq!(read("a.jsonl"), read("whole.jsonl"));
}

/// Whoever finds the manifest of a run finds its answer.
#[test]
fn the_answer_is_there_before_the_run_is_complete() {
    let place = Place::new();
    place.fails(&format!("{RUN} --out a --keep-chunks --deadline 0s"), 75);
    fs::create_dir_all(place.path("a/printed.json/in-its-way")).unwrap();
    let error = place.fails(&format!("{RUN} --out a --keep-chunks"), 2);
    assert!(error.contains("cannot write a/printed.json"), "{error}");
    assert!(!place.path("a/manifest.json").exists());
    fs::remove_dir_all(place.path("a/printed.json")).unwrap();
    let told = place.ok(&format!("{RUN} --out a --keep-chunks"));
    let again = place.ok(&format!("{RUN} --out a --keep-chunks"));
    let answer = told.lines().last().unwrap();
    assert!(again.contains("Nothing to do") && again.ends_with(&format!("{answer}\n")), "{again}");
}

/// What is lost of such a run is played again.
#[test]
fn the_only_chunk_of_a_run_is_no_file() {
    let place = Place::new();
    let line = RUN.replace("--chunk 5", "--chunk 20");
    place.ok(&format!("{line} --out kept --record kept.jsonl --keep-chunks"));
    assert_eq!((names(&place, "kept/done").len(), place.receipts("kept").len()), (1, 1));
    for lost in ["manifest.json", "games.csv", "printed.json"] {
        place.ok(&format!("{line} --out a --record a.jsonl"));
        assert!(!place.path("a/done").exists() && !place.path("a/tmp").exists());
        assert_eq!(place.files("a"), place.files("kept"));
        let read = |name: &str| fs::read(place.path(name)).unwrap();
        assert_eq!(read("a.jsonl"), read("kept.jsonl"));
        fs::remove_file(place.path("a.jsonl")).unwrap();
        fs::remove_file(place.path("a").join(lost)).unwrap();
        let force = if lost == "manifest.json" { "" } else { "--force" };
        place.ok(&format!("{line} --out a --record a.jsonl {force}"));
    }
}

/// Killed after the manifest and before the records or the answer: no chunk is gone yet, and no game is
/// played twice.
#[test]
fn what_was_not_written_is_written() {
    let place = Place::new();
    place.ok(&format!("{RUN} --out whole --record whole.jsonl"));
    place.ok(&format!("{RUN} --out a --record a.jsonl --keep-chunks"));
    note_that_chunks_go(&place, "a");
    fs::remove_file(place.path("a/printed.json")).unwrap();
    fs::remove_file(place.path("a.jsonl")).unwrap();
    // As a killed process leaves it; another one is writing the second.
    fs::write(place.path(".drakkar-a.jsonl-Ab12Cd"), "half").unwrap();
    let other = File::create(place.path(".drakkar-a.jsonl-Ef34Gh")).unwrap();
    other.try_lock().unwrap();
    fs::write(place.path(".drakkar-a.jsonl-mine"), "no draft of ours").unwrap();
    let called = place.call(&format!("{} --out a --record a.jsonl", RUN.replace(" --quiet", "")));
    assert_eq!(called.code, Some(0), "{}", called.err);
    assert!(called.err.contains("4 of 4 chunks are there"), "{}", called.err);
    assert_eq!(names(&place, "a"), names(&place, "whole"));
    let read = |name: &str| fs::read(place.path(name)).unwrap();
    assert_eq!(read("a.jsonl"), read("whole.jsonl"));
    assert!(!place.path(".drakkar-a.jsonl-Ab12Cd").exists());
    assert!(place.path(".drakkar-a.jsonl-Ef34Gh").exists());
    assert!(place.path(".drakkar-a.jsonl-mine").exists());
}

#[test]
fn drafts_of_results_go() {
    let place = Place::new();
    place.ok(&format!("{RUN} --out whole"));
    let left = |folder: &str| {
        fs::create_dir_all(place.path(folder).join("tmp")).unwrap();
        fs::write(place.path(folder).join("tmp/chunk-Ab12Cd"), "half").unwrap();
        fs::create_dir_all(place.path(folder).join(".drakkar-backup-of-mine")).unwrap();
        fs::write(place.path(folder).join(".drakkar-lock"), "").unwrap();
    };
    let gone = |folder: &str| {
        let names = names(&place, folder);
        let hidden: Vec<&String> = names.iter().filter(|name| name.starts_with('.')).collect();
        assert_eq!(hidden, [".drakkar-backup-of-mine"], "{folder}");
        assert!(!place.path(folder).join("tmp").exists(), "{folder}");
    };
    // Of a run that is to be played, one that is finished, and one that is merged.
    left("a");
    place.ok(&format!("{RUN} --out a"));
    gone("a");
    left("a");
    place.ok(&format!("{RUN} --out a"));
    gone("a");
    assert_eq!(place.files("a"), place.files("whole"));
    place.ok(&format!("plan p {}", RUN.replace(" --quiet", "")));
    place.ok("work p --quiet");
    left("p");
    place.ok("merge p --per-game");
    gone("p");
    place.ok(&format!("{TUNE} --out t"));
    left("t");
    place.ok(&format!("{TUNE} --out t"));
    gone("t");
    // Its runs are looked at until it is finished.
    fs::remove_file(place.path("t/manifest.json")).unwrap();
    left("t/confirm/start");
    place.ok(&format!("{TUNE} --out t"));
    gone("t/confirm/start");
}

/// A worker that was killed leaves a half-written file in the folder of its own chunks. The next
/// worker removes it there, and if there is none, whoever merges.
#[test]
fn what_killed_workers_leave_elsewhere_goes() {
    let place = Place::new();
    place.ok(&format!("plan p {}", RUN.replace(" --quiet", "")));
    let leave = || {
        fs::create_dir_all(place.path("q/tmp")).unwrap();
        fs::write(place.path("q/tmp/chunk-Ab12Cd"), "half").unwrap();
        fs::write(place.path("q/.drakkar-lock"), "").unwrap();
    };
    let gone = || !place.path("q/tmp").exists() && !place.path("q/.drakkar-lock").exists();
    for line in [
        "work p --chunks 0 --parts q --quiet",
        "work p --parts q --quiet",
        "merge p q --per-game",
        "merge p q --per-game",
    ] {
        leave();
        place.ok(line);
        assert!(gone(), "{line}");
    }
    // Killed when everything was played: nothing but the mark of its work is left.
    fs::write(place.path("q/.drakkar-lock"), "").unwrap();
    place.ok("merge p q --per-game");
    assert!(gone());
}

/// What commands need while they write is gone when they end.
#[test]
fn nothing_empty_is_left() {
    let place = Place::new();
    let none = |folder: &str, after: &str| {
        let names = names(&place, folder);
        let empty = |name: &String| {
            let path = place.path(folder).join(name);
            path.is_dir() && fs::read_dir(path).unwrap().next().is_none()
        };
        assert!(!names.iter().any(empty), "{folder} after {after}: {names:?}");
    };
    for line in [
        &*format!("plan p {}", RUN.replace(" --quiet", "")),
        "work p --chunks 0-1 --quiet",
        "work p --shard 0/1 --parts q --quiet",
        "merge p q --per-game",
    ] {
        place.ok(line);
        none("p", line);
    }
    none("q", "work");
    place.ok(&format!("{RUN} --out k --keep-chunks"));
    none("k", "run --keep-chunks");
    place.ok(&format!("{TUNE} --out t"));
    for folder in ["t", "t/confirm", "t/confirm/start"] {
        none(folder, "tune");
    }
    // Killed when its answer was there, and hashes of files that had grown were about to go.
    fs::create_dir(place.path("t/tmp")).unwrap();
    fs::write(place.path("t/tmp/effects.csv.sha256"), "").unwrap();
    place.ok(&format!("{TUNE} --out t"));
    none("t", "tune again");
    assert!(!place.path("t/tmp").exists());
}

/// Who comes late finds nothing to do, and leaves nothing.
#[test]
fn nobody_works_on_a_finished_run() {
    let place = Place::new();
    place.ok(&format!("{RUN} --out a"));
    let whole = names(&place, "a");
    assert_eq!(place.ok("missing a"), "");
    for line in ["work a --quiet", "work a --chunks 0-1 --quiet", "work a --parts p --quiet"] {
        place.ok(line);
        assert_eq!(names(&place, "a"), whole, "{line}");
    }
    assert!(!place.path("p").exists());
    let nothing = "nothing to do: the chunks asked for are there, or in the results";
    assert!(place.call("work a").err.contains(nothing));
    assert!(place.ok("work a --dry-run --format json --quiet").contains("\"chunks\": 0,"));
    assert!(place.ok("merge a").contains("is finished: 40 games"));
    // Where chunks are kept elsewhere, what is damaged of them is played again.
    place.ok(&format!("plan b {}", RUN.replace(" --quiet", "")));
    place.ok("work b --parts q --quiet");
    place.ok("merge b q --per-game");
    let before = place.receipts("q")[&1].clone();
    place.change_receipt("q", 1, |_| "bad\n".to_owned());
    assert_eq!(place.ok("missing b q"), "1\n");
    fs::rename(&before.0, place.path("q/damaged")).unwrap();
    assert_eq!(place.ok("missing b q"), "0-3\n");
    fs::rename(place.path("q/damaged"), &before.0).unwrap();
    place.ok("work b --parts q --chunks 1 --quiet");
    let bad = fs::read_to_string(&before.0).unwrap().replace("bad\n", "");
    fs::write(&before.0, bad).unwrap();
    assert_eq!(place.receipts("q")[&1].1, before.1);
    assert_eq!(place.ok("missing b q"), "");
}

/// A process that is at work holds a lock, one that died holds none.
#[test]
fn the_second_of_two_says_that_the_first_is_at_it() {
    let place = Place::new();
    place.ok(&format!("plan p {}", RUN.replace(" --quiet", "")));
    place.ok("work p --chunks 0-1 --quiet");
    fs::create_dir_all(place.path("p/tmp")).unwrap();
    fs::write(place.path("p/tmp/chunk-Ab12Cd"), "half").unwrap();
    let lock = File::create(place.path("p/.drakkar-lock")).unwrap();
    let told = "p: another drakkar is at work here; try again when it is done";
    lock.try_lock().unwrap();
    for line in [&format!("{RUN} --out p"), "work p --quiet", "merge p"] {
        let error = place.fails(line, 75);
        assert!(error.contains(told), "{line}: {error}");
    }
    // Workers share a folder with workers, but not with a run that would remove their chunks.
    lock.unlock().unwrap();
    lock.try_lock_shared().unwrap();
    assert!(place.fails(&format!("{RUN} --out p"), 75).contains(told));
    assert!(place.fails(&format!("{TUNE} --out p"), 2).contains("holds no tune"));
    place.ok("work p --quiet");
    place.ok("merge p --per-game");
    // Whoever holds the lock may be writing there.
    assert!(place.path("p/tmp/chunk-Ab12Cd").exists() && place.path("p/.drakkar-lock").exists());
    drop(lock);
    place.ok(&format!("{RUN} --out p"));
    assert!(!place.path("p/tmp").exists() && !place.path("p/.drakkar-lock").exists());
}

/// NFS keeps what a process has open under another name, so its folder stays; it goes when the next command comes.
#[test]
fn what_cannot_be_removed_is_told_and_goes_later() {
    let place = Place::new();
    killed(&place, "a");
    fs::write(place.path("a/done/.nfs000012"), "open").unwrap();
    let told = "cannot remove a/done: directory not empty; the next command here removes it";
    let line = format!("{RUN} --out a");
    let called = place.call(&line);
    assert_eq!((called.code, called.err.matches(told).count()), (Some(0), 1), "{}", called.err);
    assert!(!place.path("a/parts").exists());
    fs::remove_file(place.path("a/done/.nfs000012")).unwrap();
    assert_eq!(place.call(&line).err, "");
    assert!(!place.path("a/done").exists() && !place.path("a/tmp").exists());
    // Of a run that nothing stopped, too.
    let line = "run --game connect-four --agents random greedy --games 4000 --chunk 10 --threads 1 --out b";
    let mut command = place.command(line);
    let child = command.stderr(std::process::Stdio::piped()).spawn().unwrap();
    place.wait_for("b/done");
    fs::write(place.path("b/done/.nfs000012"), "open").unwrap();
    let output = child.wait_with_output().unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(error.matches("cannot remove b/done: ").count(), 1, "{error}");
    // What is replaced is tried at the beginning and at the end.
    let called = place.call(&format!("{line} --force"));
    assert_eq!(called.err.matches("cannot remove b/done: ").count(), 1, "{}", called.err);
}

/// The folder of a study is taken away while it is played: nothing is made in its place, and the next command starts.
#[test]
fn a_folder_that_is_taken_away_is_told() {
    let place = Place::new();
    let compare = "compare --game connect-four --agents random greedy --players 2 --games 400000 --chunk 10 --threads 1 --quiet --out";
    let profile = "profile --game goofspiel --set deck.cards=4 --players 2 --games 4000 --levels 1 2 --analysis-iterations 5 --threads 1 --quiet --out";
    for (name, begun, line) in [("a", "a/done", compare), ("b", "b/ladder/done", profile)] {
        let mut command = place.command(&format!("{line} {name}"));
        let child = command.stderr(std::process::Stdio::piped()).spawn().unwrap();
        place.wait_for(begun);
        // What is made meanwhile may be in the way.
        while fs::remove_dir_all(place.path(name)).is_err() {}
        let output = child.wait_with_output().unwrap();
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(75), "{error}");
        let named = [format!(" {name}/"), format!(" {name}: ")].iter().any(|at| error.contains(at));
        assert!(named && error.contains("no such file"), "{error}");
        assert!(!place.path(name).exists());
        let stopped = place.call(&format!("{line} {name} --deadline 0s"));
        assert_eq!(stopped.code, Some(75));
        assert!(stopped.err.contains("run the same command to resume"), "{}", stopped.err);
    }
}

/// A part that was killed while its results were published has a draft of them, manifest included.
#[test]
fn drafts_of_a_part_are_not_its_results() {
    let place = Place::new();
    let profile = "profile --game goofspiel --set deck.cards=4 --players 2 --quick --games 20 --levels 1 2 --analysis-iterations 5 --quiet --out o";
    place.ok(profile);
    let whole = place.files("o");
    fs::create_dir(place.path("o/self-play/tmp")).unwrap();
    fs::write(place.path("o/self-play/tmp/chunk-AbC123"), "{").unwrap();
    assert!(place.ok(profile).contains("Nothing to do"), "a draft changes nothing");
    fs::remove_file(place.path("o/manifest.json")).unwrap();
    place.ok(profile);
    assert_eq!(whole, place.files("o"));
}
