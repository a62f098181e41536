//! A file system that is too small.

use std::fs;
use std::process::Command;

use crate::call::{Place, program};

const GAMES: &str = "--game connect-four --agents random greedy --games 3000 --chunk 50 --per-game";

/// What happens in `$PLACE/small`, a file system of its own: it fills up, is made larger, and the run
/// goes on.
const SCRIPT: &str = "
set -eu
mkdir small
mount -t tmpfs -o size=150k tmpfs small
code=0
\"$DRAKKAR\" work planned --parts small/parts --quiet 2> full.txt || code=$?
echo $code > code.txt
cat small/parts/done/*.ndjson | wc -l > done.txt
\"$DRAKKAR\" missing planned small/parts > missing.txt
mount -o remount,size=100m small
\"$DRAKKAR\" work planned --parts small/parts --quiet
\"$DRAKKAR\" merge planned small/parts --per-game > merged.txt
";

#[test]
fn a_full_file_system_stops_a_run_that_goes_on_when_there_is_room() {
    let place = Place::new();
    place.ok(&format!("run {GAMES} --quiet --out whole"));
    place.ok(&format!("plan planned run {GAMES}"));
    // A name space of its own: what is mounted there is seen nowhere else and goes with the process.
    let mut command = Command::new("unshare");
    command.args(["--user", "--map-root-user", "--mount", "sh", "-c", SCRIPT]);
    command.current_dir(place.path(".")).env("DRAKKAR", program());
    let output = command.output().expect("unshare of util-linux");
    let told = String::from_utf8_lossy(&output.stderr);
    if told.contains("Operation not permitted") || told.contains("must be superuser") {
        assert!(std::env::var_os("CI").is_none(), "no right to mount anything: {told}");
        eprintln!("not tested: no right to mount anything: {told}");
        return;
    }
    assert!(output.status.success(), "{told}");
    let read = |name: &str| fs::read_to_string(place.path(name)).unwrap();
    assert_eq!(read("code.txt"), "75\n");
    let error = read("full.txt");
    assert!(
        error.starts_with("drakkar: cannot write ") && error.contains("small/parts/"),
        "{error}"
    );
    let done: u64 = read("done.txt").trim().parse().unwrap();
    assert!((1..30).contains(&done), "{done} chunks fit");
    // What was there counts, and nothing else.
    let missing: u64 = read("missing.txt")
        .lines()
        .map(|line| {
            let (first, last) = line.split_once('-').unwrap_or((line, line));
            1 + last.parse::<u64>().unwrap() - first.parse::<u64>().unwrap()
        })
        .sum();
    assert_eq!(missing, 30 - done);
    assert_eq!(place.files("whole"), place.files("planned"));
}

/// Neither a note nor a command ends because nobody can be told.
#[test]
fn a_full_standard_error_ends_nothing() {
    let full = || std::fs::OpenOptions::new().write(true).open("/dev/full");
    let Ok(_) = full() else { return };
    let place = Place::new();
    let line = "run --game connect-four --agents random greedy --games 41 --out";
    let output = place.command(&format!("{line} o")).stderr(full().unwrap()).output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    place.ok(&format!("{line} p"));
    assert_eq!(place.files("o"), place.files("p"));
    let mut wrong = place.command("run --game nobody");
    assert_eq!(wrong.stderr(full().unwrap()).status().unwrap().code(), Some(2));
}

/// Devices, pipes, links and folders stay what they are; standard output is written through.
#[cfg(unix)]
#[test]
fn only_ordinary_files_are_replaced() {
    let place = Place::new();
    place.ok("run --game connect-four --agents random --games 2 --quiet --out r --record r.jsonl");
    let made = std::process::Command::new("mkfifo").arg(place.path("pipe")).status().unwrap();
    assert!(made.success());
    std::fs::write(place.path("mine"), "mine").unwrap();
    std::os::unix::fs::symlink(place.path("mine"), place.path("link")).unwrap();
    std::os::unix::fs::symlink(place.path("nowhere"), place.path("broken")).unwrap();
    std::fs::create_dir(place.path("folder")).unwrap();
    let mut commands = vec!["view r.jsonl --force --out", "report r --force --out"];
    let run = "run --game connect-four --agents random --games 2 --quiet --force --out s --record";
    commands.push(run);
    for command in commands {
        for (name, kind) in [
            ("pipe", "a device or a pipe"),
            ("/dev/null", "a device or a pipe"),
            ("link", "a link"),
            ("broken", "a link"),
            ("folder", "a folder"),
        ] {
            let error = place.fails(&format!("{command} {name}"), 2);
            assert!(
                error.contains(&format!("{name}: is {kind}; only an ordinary file")),
                "{error}"
            );
        }
    }
    assert_eq!(std::fs::read_to_string(place.path("mine")).unwrap(), "mine");
    assert!(place.path("link").is_symlink() && place.path("broken").is_symlink());
    place.ok("view r.jsonl --out mine --force");
}

/// What goes to standard output is all that a file gets that it is redirected to.
#[cfg(unix)]
#[test]
fn standard_output_may_be_a_file() {
    let place = Place::new();
    let run = "run --game connect-four --agents random --games 2 --quiet --force --out r --record";
    place.ok(&format!("{run} r.jsonl"));
    place.ok("view r.jsonl");
    for (line, whole) in
        [(&*format!("{run} /dev/fd/1"), "r.jsonl"), ("view r.jsonl --out /dev/stdout", "game.html")]
    {
        let file = fs::File::create(place.path("all")).unwrap();
        let output = place.command(line).stdout(file).output().unwrap();
        assert!(output.status.success() && !output.stderr.is_empty(), "{line}");
        let [all, whole] = ["all", whole].map(|name| fs::read_to_string(place.path(name)).unwrap());
        assert_eq!(all, whole, "{line}");
    }
}

#[test]
fn a_file_replaces_neither_what_is_read_nor_results() {
    let place = Place::new();
    place.ok("run --game connect-four --agents random --games 2 --quiet --out r --record r.jsonl");
    for (line, told) in [
        ("view r.jsonl --force --out r.jsonl", "r.jsonl: is what is read; choose another"),
        ("features r.jsonl --force --out ./r.jsonl", "r.jsonl: is what is read; choose another"),
        (
            "features r.jsonl --force --out r/pace.csv",
            "r/pace.csv: is for the results in r; choose",
        ),
        (
            "features r.jsonl --out r/new.csv",
            "r/new.csv: is for the results in r; choose another folder",
        ),
        (
            "view r.jsonl --index 0 --force --out r/games.jsonl",
            "choose another folder, or another name that ends in .html",
        ),
        (
            "play --game connect-four --record r/report.html --players 2",
            "another name that ends in .jsonl",
        ),
        ("report r --force --out r/win_rates.csv", "r/win_rates.csv: is for the results in r;"),
    ] {
        let error = place.fails(line, 2);
        assert!(error.contains(told), "{error}");
    }
}
