//! The same seed gives the same bytes.

use drakkar::Labs;

use crate::call::Place;

/// Runs with 1, 2 and 8 threads and chunks of several sizes; all files and records must be equal. Recorded games are played
/// step by step, others by the game's own loop.
fn same_bytes(line: &str) {
    same_bytes_of(line, 5);
}

/// The same for a run with so many files.
fn same_bytes_of(line: &str, count: usize) {
    let place = Place::new();
    let mut first = None;
    for how in [
        "--threads 1",
        "--threads 1 --chunk 1",
        "--threads 2 --chunk 7",
        "--threads 8 --chunk 1",
        "--threads 8",
    ] {
        let name = how.replace(['-', ' '], "");
        let line = format!("{line} {how} --per-game --quiet --out");
        place.ok(&format!("{line} {name} --record {name}/r.jsonl --record-every 5"));
        let files = place.files(&name);
        assert_eq!(files.len(), count, "{:?}", files.keys());
        assert!(files.values().all(|text| text.lines().count() > 1));
        let first = first.get_or_insert_with(|| files.clone());
        assert!(files == *first, "{name} differs");
    }
    let mut files = first.unwrap_or_default();
    files.remove("r.jsonl");
    for how in ["--threads 1", "--threads 2 --chunk 50"] {
        place.ok(&format!("{line} {how} --per-game --quiet --out plain --force"));
        assert!(place.files("plain") == files, "{how} without records differs");
    }
}

#[test]
fn vikings() {
    same_bytes("run --agents greedy random random --games 150 --seed 3");
}

#[test]
fn vikings_of_random_agents() {
    same_bytes("run --agents random --games 1100 --seed 18446744073709551615");
    same_bytes("run --agents random --players 2 --games 1100");
    same_bytes("run --agents random greedy --seating fixed --games 100");
}

#[test]
fn advanced_vikings() {
    same_bytes_of("run --rules advanced --agents greedy random random --games 60", 6);
    same_bytes_of("run --rules advanced-no-auction --agents random --games 60", 6);
}

/// Agents for the fewest seats.
fn mixed(lab: &drakkar::Lab) -> String {
    let seats = ["greedy", "random"].into_iter().cycle().take(lab.info().players.0);
    seats.collect::<Vec<_>>().join(" ")
}

#[test]
fn every_game() {
    for lab in Labs::standard().iter() {
        let id = lab.info().id;
        same_bytes(&format!("run --game {id} --agents {} --games 60", mixed(lab)));
        same_bytes(&format!("run --game {id} --agents random --games 100"));
    }
}

#[test]
fn goofspiel_with_search() {
    same_bytes("run --game goofspiel --agents mcts:iterations=20 random --games 30");
}

#[test]
fn connect_four_with_rotations() {
    same_bytes("run --game connect-four --agents greedy random --seating rotations --games 90");
}

/// Nobody lets a ship leave, so a game has more decisions than one may have whose rules need not end it.
#[test]
fn long_games_are_the_same_with_and_without_records() {
    let place = Place::new();
    let [plain, recorded] = ["plain", "recorded --record r.jsonl"].map(|out| {
        let line = "run --game vikings-on-board --players 2 --set setup.row.2=AB --set options.max_rounds=5000";
        let line = format!("{line} --games 2 --per-game --quiet --out {out} --agents");
        let called = place.command(&line).arg("random:forbid=go 10").output().unwrap();
        assert!(called.status.success(), "{}", String::from_utf8_lossy(&called.stderr));
        place.files(out.split(' ').next().unwrap())["games.csv"].clone()
    });
    assert_eq!(plain, recorded);
    let records = std::fs::read_to_string(place.path("r.jsonl")).unwrap();
    assert!(records.lines().skip(1).all(|record| record.matches("\"go ").count() > 10_000));
}

/// The first games of a longer run are the games of a shorter one.
#[test]
fn a_longer_run_begins_like_a_shorter_one() {
    let place = Place::new();
    place.ok("run --agents random greedy --games 20 --per-game --out short");
    place.ok("run --agents random greedy --games 40 --per-game --out long");
    let (short, long) = (&place.files("short")["games.csv"], &place.files("long")["games.csv"]);
    assert!(long.starts_with(short.as_str()));
}

#[test]
fn another_seed_gives_other_games() {
    let place = Place::new();
    for seed in [1, 2] {
        place.ok(&format!("run --agents random --games 20 --seed {seed} --out {seed}"));
    }
    assert_ne!(place.files("1")["win_rates.csv"], place.files("2")["win_rates.csv"]);
}

/// The C library computes logarithms and powers by other instructions on other processors; no result
/// may come from there.
#[cfg(target_os = "linux")]
#[test]
fn a_c_library_without_fma_and_avx2_gives_the_same_bytes() {
    let place = Place::new();
    let line = "run --agents mcts:iterations=60 greedy --games 8 --per-game --quiet --out";
    place.ok(&format!("{line} here"));
    let output = place
        .command(&format!("{line} there"))
        .env("GLIBC_TUNABLES", "glibc.cpu.hwcaps=-FMA,-AVX2_Usable,-AVX2")
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    assert_eq!(place.files("here"), place.files("there"));
}

/// What the help says of --chunk, word for word.
#[test]
fn the_size_of_chunks_changes_only_the_rows_of_looks() {
    let place = Place::new();
    let line = "compare --game connect-four --agents greedy random --games 96 --per-game --quiet";
    place.ok(&format!("{line} --chunk 8 --out a"));
    place.ok(&format!("{line} --chunk 24 --out b"));
    let [mut small, mut large] = ["a", "b"].map(|folder| place.files(folder));
    let looks = |files: &mut std::collections::BTreeMap<String, String>| {
        files.remove("compare.csv").unwrap().lines().skip(1).count()
    };
    assert_eq!((looks(&mut small), looks(&mut large)), (6, 2));
    assert_eq!(small, large);
    let help = place.ok("compare --help").split_whitespace().collect::<Vec<_>>().join(" ");
    let told = "changes no result except the rows of compare.csv, one for each chunk, where --sprt, --until and --looks";
    assert!(help.contains(told), "{help}");
}
