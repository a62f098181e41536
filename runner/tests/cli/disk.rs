//! A file system that is too small.

use std::fs;
use std::process::Command;

use crate::call::Place;

const GAMES: &str = "--game connect-four --agents random greedy --games 3000 --chunk 50 --per-game";

/// What happens in `$PLACE/small`, a file system of its own: it fills up, is made larger, and the run
/// goes on.
const SCRIPT: &str = "
set -eu
mkdir small
mount -t tmpfs -o size=300k tmpfs small
code=0
\"$DRAKKAR\" work planned --parts small/parts --quiet 2> full.txt || code=$?
echo $code > code.txt
ls small/parts/done > done.txt
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
    command.current_dir(place.path(".")).env("DRAKKAR", env!("CARGO_BIN_EXE_drakkar"));
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
    let done = read("done.txt").lines().count();
    assert!((1..30).contains(&done), "{done} chunks fit");
    // What was there counts, and nothing else.
    let missing: u64 = read("missing.txt")
        .lines()
        .map(|line| {
            let (first, end) = line.split_once("..").unwrap();
            end.parse::<u64>().unwrap() - first.parse::<u64>().unwrap()
        })
        .sum();
    assert_eq!(missing, 30 - done as u64);
    assert_eq!(place.files("whole"), place.files("planned"));
}
