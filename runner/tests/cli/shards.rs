//! Planned runs: any number of workers, one result.

use std::fs;
use std::path::PathBuf;

use crate::call::{Called, Place, signal};

const GAMES: &str = "--game connect-four --agents random greedy --games 960 --chunk 10 --seed 9";

/// A place with the run in one piece in `whole` and its plan in `p`: 48 chunks.
fn planned() -> Place {
    let place = Place::new();
    place.ok(&format!("run {GAMES} --per-game --quiet --out whole"));
    let said = place.ok(&format!("plan p run {GAMES} --per-game"));
    assert_eq!(said.lines().nth(1), Some("960 games in 48 chunks"));
    place
}

fn assert_whole(place: &Place, folder: &str) {
    assert_eq!(place.files(folder), place.files("whole"));
}

fn part(place: &Place, folder: &str, number: u64) -> PathBuf {
    place.path(folder).join(format!("parts/chunk-{number:08}.csv"))
}

#[test]
fn sixteen_shards_overlapping_cut_anew_and_in_two_folders() {
    let place = planned();
    for shard in [3, 15, 0, 7, 3, 9, 12, 1] {
        place.ok(&format!("work p --shard {shard}/16 --quiet"));
    }
    // The rest is cut otherwise, part of it goes elsewhere, some of it is played twice.
    place.ok("work p --chunks 10-19 --parts elsewhere --quiet");
    let missing = place.ok("missing p elsewhere --batch 5");
    assert!(missing.lines().all(|line| {
        let (first, last) = line.split_once('-').unwrap_or((line, line));
        (0..5).contains(&(last.parse::<u64>().unwrap() - first.parse::<u64>().unwrap()))
    }));
    let error = place.fails("merge p elsewhere --per-game", 3);
    assert!(error.starts_with("drakkar: p is not complete:\n  chunk"), "{error}");
    for line in missing.lines() {
        place.ok(&format!("work p --chunks {line} --parts elsewhere --quiet"));
    }
    place.ok("work p --chunks 30-39 --parts third --quiet");
    assert_eq!(place.ok("missing p elsewhere"), "");
    place.ok("merge p elsewhere third --per-game");
    assert_whole(&place, "p");
    assert_eq!(
        place.ok("audit p elsewhere third --every 7 --quiet"),
        "7 of 48 chunks played again: the same\n"
    );
    // It writes nothing, so nothing of it can be left behind, and no disk is full.
    let mut audit = place.command("audit p elsewhere third --every 20 --quiet");
    let audit = Called::of(audit.env("TMPDIR", place.path("nowhere")).output().unwrap());
    assert_eq!(audit.out, "3 of 48 chunks played again: the same\n", "{}", audit.err);
}

/// Workers that share a folder do not play each other's chunks again.
#[test]
fn what_others_have_played_meanwhile_is_left_alone() {
    let place = Place::new();
    let games = "--game connect-four --agents mcts:iterations=300 random --games 240 --chunk 2";
    place.ok(&format!("plan p run {games}"));
    let mut worker = place.command("work p --threads 1");
    let worker = worker.stderr(std::process::Stdio::piped()).spawn().unwrap();
    place.wait_for("p/done");
    signal(&worker, "STOP");
    place.ok("work p --quiet");
    signal(&worker, "CONT");
    let worker = Called::of(worker.wait_with_output().unwrap());
    assert_eq!(worker.code, Some(0), "{}", worker.err);
    // It was in the middle of a few when it was halted.
    let played = worker.err.strip_prefix("drakkar: ").unwrap().split(' ').next().unwrap();
    assert!(played.parse::<usize>().unwrap() < 30, "of 60: {}", worker.err);
    place.ok("merge p");
}

#[test]
fn damage_is_found_and_named_and_played_again() {
    let place = planned();
    place.ok("work p --quiet");
    let log = place.receipts("p")[&0].0.strip_prefix(place.path("")).unwrap().display().to_string();
    let changed = part(&place, "p", 3);
    let mut bytes = fs::read(&changed).unwrap();
    let middle = bytes.len() / 3;
    bytes[middle] ^= 1;
    fs::write(&changed, bytes).unwrap();
    place.change_receipt("p", 5, |line| line.replacen("\"games\":20", "\"games\":21", 1));
    fs::remove_file(part(&place, "p", 11)).unwrap();
    let shorter = part(&place, "p", 12);
    let bytes = fs::read(&shorter).unwrap();
    fs::write(&shorter, &bytes[..bytes.len() - 1]).unwrap();
    // Somebody edits the log: half of a line is gone, one has other words, one is another chunk's, two are not there.
    place.change_receipt("p", 7, |line| line[..line.len() / 2].to_owned() + "\n");
    place.change_receipt("p", 9, |_| "words\n".to_owned());
    place.change_receipt("p", 20, |line| line.replacen("\"chunk\":20,", "\"chunk\":1,", 1));
    for number in [30, 31] {
        place.change_receipt("p", number, |_| String::new());
    }
    let expected = [
        "chunk 3: p/parts/chunk-00000003.csv: its bytes are not those that were written",
        &format!("chunk 5: {log}, line 6: its bytes are not those that were written"),
        &format!("chunk 7: {log}, line 8: is not complete JSON: it ends at column "),
        "chunk 11: p/parts/chunk-00000011.csv: is not there",
        "chunk 12: p/parts/chunk-00000012.csv: has ",
        "chunk 9 is missing",
        "chunk 20 is missing",
        "chunks 30-31 are missing",
    ];
    let error = place.fails("merge p --per-game", 3);
    let lines: Vec<&str> = error.lines().collect();
    assert_eq!(lines.len(), 1 + expected.len(), "{error}");
    for (line, expected) in lines[1..].iter().zip(expected) {
        assert!(line.trim_start().starts_with(expected), "{line} {expected}");
    }
    assert!(!place.path("p/win_rates.csv").exists(), "nothing is written of a refused run");
    assert_eq!(place.ok("missing p"), "3\n5\n7\n9\n11-12\n20\n30-31\n");
    assert_eq!(place.call("audit p --every 1 --quiet").code, Some(3));
    place.ok("work p --quiet");
    for number in 0..48 {
        fs::write(part(&place, "p", number), "x").unwrap();
    }
    for command in ["merge p --per-game", "audit p --every 1 --quiet"] {
        let error = place.fails(command, 3);
        assert_eq!(error.lines().count(), 22, "{error}");
        assert!(error.trim_end().ends_with("\n  and 28 more"), "{error}");
    }
    // An incomplete line is that of a process that was killed: nothing that anybody has to know.
    fs::write(place.path("p/done/chunk-receipts-killed.ndjson"), "{\"run\":\"").unwrap();
    place.ok("work p --quiet");
    place.ok("merge p --per-game");
    assert_whole(&place, "p");
}

#[test]
fn chunks_of_another_run_are_refused() {
    let place = planned();
    place.ok(&format!("plan q run {GAMES} --per-game --seating fixed"));
    place.ok("work p --quiet");
    place.ok("work q --chunks 4-5 --quiet");
    let error = place.fails("merge p q", 3);
    let log = place.receipts("q")[&4].0.clone();
    let name = log.file_name().unwrap().to_str().unwrap();
    let told = format!("chunk 4: q/done/{name} belongs to another run");
    assert!(error.contains(&told), "{error}");
    // Beside chunks of its own, that does no harm.
    fs::copy(&log, place.path("p/done").join(name)).unwrap();
    place.ok("work p --quiet");
    place.change_receipt("p", 40, |_| String::new());
    place.ok("work p --quiet");
    fs::remove_dir_all(place.path("p/done")).unwrap();
    fs::create_dir(place.path("p/done")).unwrap();
    fs::copy(&log, place.path("p/done").join(name)).unwrap();
    let error = place.fails("work p --quiet", 2);
    assert!(error.contains(&format!("p/done/{name}: belongs to another run")), "{error}");
}

/// A receipt that is whole in itself and tells other figures.
#[test]
fn chunks_that_differ_between_folders_are_refused() {
    use sha2::{Digest, Sha256};
    let place = planned();
    place.ok("work p --quiet");
    place.ok("work p --chunks 4-5 --parts q --quiet");
    fs::create_dir_all(place.path("other/done")).unwrap();
    fs::create_dir_all(place.path("other/parts")).unwrap();
    let text = place.receipts("p")[&4].1.clone();
    let (body, _) = text.rsplit_once("\"sha256\":\"").unwrap();
    let body = body.replacen("\"games\":20", "\"games\":21", 1);
    let unsealed = format!("{body}\"sha256\":\"\"}}\n");
    let hash: String =
        Sha256::digest(unsealed.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect();
    let sealed = format!("{body}\"sha256\":\"{hash}\"}}\n");
    fs::write(place.path("other/done/chunk-receipts-edited.ndjson"), sealed).unwrap();
    fs::copy(part(&place, "p", 4), part(&place, "other", 4)).unwrap();
    let error = place.fails("merge p other", 3);
    assert!(error.contains("chunk 4: p and other have different ones"), "{error}");
    let error = place.fails("audit p other --every 4 --quiet", 3);
    assert!(error.contains("chunk 4: other has another one than is played here"));
    // In the same folder, whatever comes first.
    for name in ["000000", "zzzzzz"] {
        let beside = place.path(&format!("p/done/chunk-receipts-{name}.ndjson"));
        fs::copy(place.path("other/done/chunk-receipts-edited.ndjson"), &beside).unwrap();
        for command in ["merge p q", "audit p --every 4 --quiet"] {
            let error = place.fails(command, 3);
            let told = error.lines().find(|line| line.contains("chunk 4: ")).unwrap();
            assert!(told.contains(name) && told.ends_with(" differ"), "{error}");
        }
        let error = place.fails("missing p", 3);
        assert!(error.contains(name) && error.contains("cannot both be right"), "{error}");
        fs::remove_file(beside).unwrap();
    }
    place.ok("merge p q");
}

#[test]
fn bad_plans_are_refused_by_key() {
    let place = planned();
    let error = place.fails("work nowhere", 2);
    assert!(error.contains("nowhere: holds no run.json"), "{error}");
    let text = fs::read_to_string(place.path("p/run.json")).unwrap();
    for (old, new, told) in [
        ("\"seed\": \"9\"", "\"seed\": \"10\"", "key `digest`: does not fit `run`"),
        (
            "\"format\": \"drakkar-plan\"",
            "\"format\": \"x\"",
            "key `format`: is not `drakkar-plan`",
        ),
        ("\"version\": \"", "\"version\": \"9.", "key `run.version`: was made by drakkar 9."),
        ("\"blocks\": 480", "\"blocks\": \"x\"", "run.blocks=\"x\": must be a whole number"),
        (
            "\"games_asked\": 960",
            "\"games_asked\": 968",
            "key `games_asked`: 968 games are not 480 blocks of 2",
        ),
        (
            "\"games_asked\": 960",
            "\"games_asked\": 959",
            "key `sha256`: does not fit the rest, which was changed by hand",
        ),
        ("{", "{{", "is not JSON at "),
    ] {
        let damaged = text.replacen(old, new, 1);
        assert_ne!(damaged, text, "{old}");
        fs::write(place.path("p/run.json"), damaged).unwrap();
        for command in ["work p", "missing p", "merge p", "audit p --every 1"] {
            let error = place.fails(command, 2);
            assert!(error.contains("p/run.json: ") && error.contains(told), "{command}: {error}");
        }
    }
    let error = place.fails(&format!("plan p run {GAMES}"), 2);
    assert!(error.contains("p: holds a run.json that cannot be used"), "{error}");
}

#[test]
fn flags_of_workers_are_checked() {
    let place = planned();
    for (flags, told) in [
        ("--shard 3/3", "shards count from 0/3 to 2/3"),
        ("--shard x", "must be I/N"),
        ("--chunks 5-4", "must be A-B with A not above B, or A"),
        ("--chunks 40-48", "--chunks 40-48: must be within 0-47"),
        ("--chunks 1 --shard 0/2", "cannot be used with"),
    ] {
        let error = place.fails(&format!("work p {flags}"), 2);
        assert!(error.contains(told), "{flags}: {error}");
    }
    let error = place.fails(&format!("plan p run {GAMES} --per-game --seating fixed"), 2);
    assert!(error.contains("p: holds another run, unfinished"), "{error}");
    place.ok(&format!("plan p run {GAMES} --per-game"));
}

#[cfg(target_os = "linux")]
#[test]
fn a_folder_that_cannot_be_written_is_named_and_may_be_tried_again() {
    let place = planned();
    // Files cannot be made in the pseudo file system of processes, whoever asks.
    let error = place.fails("work p --parts /proc/self/drakkar --quiet", 75);
    assert!(
        error.starts_with("drakkar: cannot ") && error.contains("/proc/self/drakkar"),
        "{error}"
    );
}

/// There is nothing left to merge, which is no gap.
#[test]
fn a_finished_run_is_called_finished() {
    let place = Place::new();
    place.ok("run --game goofspiel --agents random --games 4 --quiet --per-game --out r");
    let before = place.files("r");
    let told = place.ok("merge r");
    let (line, again) = told.split_once("\n\n").unwrap();
    assert_eq!(line, "r is finished: 4 games, all files written. Nothing to do.");
    assert!(
        again.starts_with("goofspiel (base), 4 seats") && again.contains("win share"),
        "{again}"
    );
    assert_eq!(place.ok("merge r --per-game"), told);
    assert_eq!(place.files("r"), before);
    let error = place.fails("merge r nowhere --record x", 2);
    assert!(error.contains("--record: the run was planned without records"), "{error}");
    std::fs::remove_file(place.path("r/pace.csv")).unwrap();
    assert!(place.fails("merge r", 3).contains("chunk 0 is missing"));
}

/// Chunks of the usual size take seconds, also in a game whose `greedy` is slow.
#[test]
fn games_with_a_slow_agent_have_small_chunks() {
    let place = Place::new();
    for (players, chunk) in [(2, 8000), (3, 333), (4, 111)] {
        let name = format!("p{players}");
        place.ok(&format!(
            "plan {name} run --game goofspiel --players {players} --agents greedy --games 10000"
        ));
        let plan = place.path(&format!("{name}/run.json"));
        let plan: serde_json::Value = serde_json::from_slice(&fs::read(plan).unwrap()).unwrap();
        assert_eq!(plan["run"]["chunk"].to_string().trim_matches('"'), chunk.to_string());
    }
}
