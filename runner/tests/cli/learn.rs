//! `drakkar learn` and what comes of it: nets, and agents that use them.

use std::collections::BTreeMap;
use std::fs;

use drakkar_learn::positions::Positions;

use crate::call::{Place, rows};

pub(crate) const LEARN: &str = "learn --generations 1 --game goofspiel --set deck.cards=4 --players 2 --agents random \
                                greedy --games 320 --epochs 1 --seed 3 --quiet";

/// The files of a folder, without what the clock has a part in.
pub(crate) fn files(place: &Place, folder: &str) -> Vec<(String, Vec<u8>)> {
    let mut files: Vec<(String, Vec<u8>)> = fs::read_dir(place.path(folder))
        .unwrap()
        .map(|entry| entry.unwrap())
        .filter(|entry| entry.path().is_file())
        .map(|entry| (entry.file_name().into_string().unwrap(), fs::read(entry.path()).unwrap()))
        .filter(|(name, _)| name != "printed.json")
        .collect();
    files.sort();
    files
}

#[test]
fn a_net_is_the_same_for_any_threads_and_after_a_stop() {
    let place = Place::new();
    let said = place.ok(&format!("{LEARN} --threads 1 --out a"));
    assert!(said.contains("The net predicts who wins"), "{said}");
    let names: Vec<String> = files(&place, "a").into_iter().map(|(name, _)| name).collect();
    let expected = ["calibration.csv", "learn.json", "losses.csv", "manifest.json", "net.json"];
    assert_eq!(names, expected);
    for threads in [2, 8] {
        place.ok(&format!("{LEARN} --threads {threads} --out b{threads}"));
        assert_eq!(files(&place, &format!("b{threads}")), files(&place, "a"));
    }
    // No time for any game: nothing is there yet, and the same command goes on.
    let stopped = place.call(&format!("{LEARN} --deadline 0s --out c"));
    assert_eq!(stopped.code, Some(75));
    let holds = "c holds 0 of 4 chunks of games; run the same command to resume";
    assert!(stopped.err.contains(holds), "{}", stopped.err);
    place.ok(&format!("{LEARN} --out c"));
    assert_eq!(files(&place, "c"), files(&place, "a"));
    // Again: the same answer, below a line that says that all is there.
    let again = place.ok(&format!("{LEARN} --out c"));
    assert!(again.starts_with("c holds this net already. Nothing to do.\n"), "{again}");
    assert!(again.contains("The net predicts who wins"), "{again}");
}

/// Forty games teach nothing that equal shares do not know.
#[test]
fn a_net_that_learned_nothing_says_so() {
    let place = Place::new();
    let line = "learn --generations 1 --game goofspiel --set deck.cards=4 --players 2 --agents random --games 40 \
                --quiet --out a";
    let said = place.ok(line).replace('\n', " ");
    let blind =
        "It is neither significantly better nor significantly worse than equal shares (log loss 0.";
    assert!(said.contains(blind), "{said}");
}

/// What a killed process left, even damaged, ends in the same net.
#[test]
fn damaged_chunks_are_played_again() {
    let place = Place::new();
    place.ok(&format!("{LEARN} --out a"));
    place.ok(&format!("{LEARN} --out b"));
    // Chunks as another process would have left them, all of them damaged.
    for file in ["manifest.json", "net.json"] {
        fs::remove_file(place.path("b").join(file)).unwrap();
    }
    fs::create_dir(place.path("b/positions")).unwrap();
    for (chunk, text) in ["", "no hash\n", &format!("{:064}\nxx", 0), "\u{1}"].iter().enumerate() {
        fs::write(place.path(&format!("b/positions/chunk-{chunk:08}.bin")), text).unwrap();
    }
    place.ok(&format!("{LEARN} --out b"));
    assert_eq!(files(&place, "b"), files(&place, "a"));
    assert!(!place.path("b/positions").exists());
}

/// The first chunk of positions of a training that is killed when it is there: SHA-256, a line break, the positions.
fn first_chunk(place: &Place, line: &str) -> Vec<u8> {
    let chunk = place.path("killed/positions/chunk-00000000.bin");
    let mut training = place.command(&format!("{line} --out killed")).spawn().unwrap();
    while !chunk.exists() {
        assert_eq!(training.try_wait().unwrap(), None, "{line}");
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    training.kill().unwrap();
    training.wait().unwrap();
    fs::read(chunk).unwrap()
}

/// Chunks that are there as they were written are not played again: those of other games stay.
#[test]
fn finished_chunks_are_used() {
    let place = Place::new();
    let other = LEARN.replace("--seed 3", "--seed 4").replace("--epochs 1", "--epochs 1000");
    let chunk = first_chunk(&place, &other);
    place.ok(&format!("{LEARN} --out a"));
    let net = || fs::read(place.path("a/net.json")).unwrap();
    let undisturbed = net();
    fs::create_dir_all(place.path("a/positions")).unwrap();
    fs::write(place.path("a/positions/chunk-00000000.bin"), chunk).unwrap();
    for file in ["manifest.json", "net.json"] {
        fs::remove_file(place.path("a").join(file)).unwrap();
    }
    place.ok(&format!("{LEARN} --out a"));
    assert_ne!(net(), undisturbed);
}

#[test]
fn a_net_goes_on_where_another_ends() {
    let place = Place::new();
    place.ok(&format!("{LEARN} --out a"));
    place.ok(&format!("{LEARN} --start a/net.json --out b"));
    place.ok(&format!("{LEARN} --start a/net.json --threads 1 --out c"));
    assert_eq!(files(&place, "b"), files(&place, "c"));
    let text = |folder: &str| fs::read_to_string(place.path(folder).join("net.json")).unwrap();
    assert_ne!(text("a"), text("b"));
    assert!(text("b").contains("\"start\":\"") && text("a").contains("\"start\":null"));
    let three = LEARN.replace("--players 2", "--players 3");
    for (line, expected) in [
        (format!("{three} --start a/net.json"), "a/net.json: is a net for other inputs or seats"),
        (format!("{LEARN} --start none.json"), "none.json: "),
        (format!("{LEARN} --start a/learn.json"), "a/learn.json: "),
    ] {
        let error = place.fails(&format!("{line} --out x"), 2);
        assert!(error.contains(expected), "{line}: {error}");
    }
    // A lesson that was begun keeps to its net.
    fs::copy(place.path("a/net.json"), place.path("first.json")).unwrap();
    let stopped = place.call(&format!("{LEARN} --start first.json --deadline 0s --out d"));
    assert_eq!(stopped.code, Some(75));
    fs::write(place.path("first.json"), text("b")).unwrap();
    let error = place.fails(&format!("{LEARN} --start first.json --out d"), 2);
    assert!(error.contains("d: holds another net"), "{error}");
}

#[test]
fn other_folders_are_left_alone() {
    let place = Place::new();
    place.ok(&format!("{LEARN} --out a"));
    let before = files(&place, "a");
    let other = LEARN.replace("--seed 3", "--seed 4");
    let error = place.fails(&format!("{other} --out a"), 2);
    assert!(error.contains("a: holds another net"), "{error}");
    assert_eq!(files(&place, "a"), before);
    place.ok(&format!("{other} --out a --force"));
    assert_ne!(files(&place, "a"), before);
    // Changed by hand.
    let net = place.path("a/net.json");
    let text = fs::read_to_string(&net).unwrap();
    fs::write(&net, text.replacen("\"shift\": ", "\"shift\": 1", 1)).unwrap();
    let error = place.fails(&format!("{other} --out a"), 2);
    assert!(error.contains("a: holds this net, but net.json"), "{error}");
    fs::create_dir(place.path("mine")).unwrap();
    fs::write(place.path("mine/letter.txt"), "").unwrap();
    let error = place.fails(&format!("{LEARN} --out mine --force"), 2);
    assert!(error.contains("mine: is not empty and holds no net of drakkar"), "{error}");
    assert_eq!(fs::read_dir(place.path("mine")).unwrap().count(), 1);
}

#[test]
fn what_cannot_be_learned_is_refused() {
    let place = Place::new();
    for (line, expected) in [
        ("learn --game goofspiel --epsilon 2 --out x", "must be a number from 0 to 1"),
        (
            "learn --game goofspiel --agents mcts:milliseconds=5 --out x",
            "does not give the same net again",
        ),
        (
            "learn --game goofspiel --games 1 --quiet --out x",
            "--games 1: too few to learn from and to test",
        ),
        ("learn --game goofspiel --games 1e12 --out x", "makes more than 100000000 positions"),
        // A game that fails ends it.
        ("learn --game goofspiel --keep-going --out x", "unexpected argument '--keep-going'"),
    ] {
        let error = place.fails(line, 2);
        assert!(error.contains(expected), "{line}: {error}");
    }
    assert!(!place.path("x").exists());
}

#[test]
fn agents_play_by_a_net_that_must_stay_what_it_was() {
    let place = Place::new();
    place.ok(&format!("{LEARN} --out n"));
    let rules = "--game goofspiel --set deck.cards=4 --players 2";
    let agents = "greedy:value=n/net.json mcts:iterations=20,value=n/net.json";
    let run = format!("{rules} --agents {agents} --games 60 --chunk 5");
    place.ok(&format!("run {run} --quiet --out a"));
    place.ok(&format!("run {run} --quiet --threads 1 --out b"));
    assert_eq!(place.files("a"), place.files("b"));
    let plan = fs::read_to_string(place.path("a/run.json")).unwrap();
    assert_eq!(plan.matches("\"net\": \"").count(), 2);
    // A planned run keeps its net.
    place.ok(&format!("plan p run {run}"));
    place.ok("work p --shard 0/2 --quiet");
    let net = place.path("n/net.json");
    let text = fs::read_to_string(&net).unwrap();
    fs::write(&net, text.replacen("\"rules\": \"", "\"rules\": \"x", 1)).unwrap();
    let error = place.fails("work p --shard 1/2 --quiet", 2);
    assert!(error.contains("net file `n/net.json` has SHA-256 "), "{error}");
    fs::write(&net, &text).unwrap();
    place.ok("work p --shard 1/2 --quiet");
    place.ok("merge p");
    assert_eq!(place.files("p"), place.files("a"));
    for (agent, expected) in [
        ("greedy:value=none.json", "net file `none.json` cannot be read: "),
        (
            "greedy:lookahead=turn,value=n/net.json",
            "option `value`: with these options no win share is estimated",
        ),
        ("uct:value=n/net.json", "there is no option `value`"),
        ("mcts:truncation=none,value=n/net.json", "option `value`: with these options"),
    ] {
        let line = format!("run {rules} --agents {agent} random --games 2 --quiet --out x");
        let error = place.fails(&line, 2);
        assert!(error.contains(expected), "{agent}: {error}");
    }
    let line = "run --game goofspiel --players 3 --agents greedy:value=n/net.json random random --games 6 --out x";
    let error = place.fails(line, 2);
    assert!(
        error.contains("net file `n/net.json`: key `players`: it is for 2 seats, and 3 play"),
        "{error}"
    );
    assert!(!place.path("x").exists());
}

#[test]
fn inputs_are_listed_and_exported() {
    let place = Place::new();
    let said = place.ok("features --game goofspiel --players 2 --format csv");
    assert!(said.contains("\n0,prize.1,1 if prize 1 is bid for now\n"), "{said}");
    let record = "run --game goofspiel --set deck.cards=3 --players 2 --agents random greedy --games 4 --quiet";
    place.ok(&format!("{record} --out r --record games.jsonl"));
    let said = place.ok("features games.jsonl --out positions.csv");
    assert_eq!(said, "positions.csv: 24 positions\n");
    let text = fs::read_to_string(place.path("positions.csv")).unwrap();
    let mut lines = text.lines();
    let head: Vec<&str> = lines.next().unwrap().split(',').collect();
    assert_eq!(
        head[..8],
        [
            "record",
            "decision",
            "seat",
            "win_share_0",
            "win_share_1",
            "score_0",
            "score_1",
            "prize.1"
        ]
    );
    let rows: Vec<Vec<&str>> = lines.map(|line| line.split(',').collect()).collect();
    assert_eq!(rows.len(), 24);
    let column = |name: &str| head.iter().position(|column| *column == name).unwrap();
    for game in rows.chunks(6) {
        let points: i32 = [column("score_0"), column("score_1")]
            .iter()
            .map(|&at| game[0][at].parse::<i32>().unwrap())
            .sum();
        assert!(points <= 6);
        for (decision, row) in game.iter().enumerate() {
            assert_eq!(row.len(), head.len());
            assert_eq!(row[1], decision.to_string());
            assert_eq!(row[2], (decision % 2).to_string());
            assert_eq!(row[column("1.has_bid")], (decision % 2).to_string());
            // The final result, from the seat that decides on.
            let first = usize::from(decision % 2 == 1);
            assert_eq!(row[column("score_0")], game[0][column("score_0") + first]);
        }
    }
    let error = place.fails("features games.jsonl --out positions.csv", 2);
    assert!(error.contains("positions.csv: exists"), "{error}");
    place.ok("features games.jsonl --out positions.csv --force");
    fs::write(place.path("bad.jsonl"), "{}\n").unwrap();
    let error = place.fails("features bad.jsonl --out bad.csv", 2);
    assert!(error.contains("bad.jsonl: line 1: "), "{error}");
    assert!(!place.path("bad.csv").exists());
}

/// A flag that could do nothing is refused before anything is played.
#[test]
fn what_would_do_nothing_is_refused() {
    let place = Place::new();
    for (flags, told) in [
        ("--search-value 0.5", "--search-value: no agent that plays the data has an expectation"),
        (
            "--search-value 0.5 --agents greedy random",
            "--search-value: no agent that plays the data has an expectation",
        ),
        ("--test-games 9", "--test-games: only with --generations 2 or more"),
        ("--test-iterations 9", "--test-iterations: only with --generations 2 or more"),
    ] {
        let error = place.fails(&format!("{LEARN} {flags} --out r"), 2);
        assert!(error.contains(told), "{flags}: {error}");
    }
    assert!(!place.path("r").exists());
}

/// Whatever the number, the plan is read as it was written.
#[test]
fn a_small_weight_is_no_change() {
    let place = Place::new();
    let line = "learn --generations 1 --game goofspiel --players 2 --set deck.cards=4 --agents mcts:iterations=5 \
                --games 40 --epochs 1 --search-value 0.000003 --quiet --out a";
    place.ok(line);
    place.ok("report a");
    assert!(place.ok(line).contains("Nothing to do"));
}

/// Twelve million of the largest positions fit in four gibibytes, with the eight bytes that say where each begins.
#[test]
fn positions_take_few_bytes() {
    let place = Place::new();
    let chunk = first_chunk(
        &place,
        "learn --generations 1 --game vikings --rules advanced --players 4 --agents greedy mcts:iterations=2 \
         --search-value 0.5 --games 20 --positions 1000 --epochs 1000 --quiet",
    );
    let start = chunk.iter().position(|&byte| byte == b'\n').unwrap() + 1;
    let bytes = chunk[start..].to_vec();
    let size = bytes.len();
    let positions = Positions::from_bytes(4, bytes).unwrap();
    let mean = size as f64 / positions.len() as f64;
    assert!(
        positions.len() > 1000 && mean < 300.0,
        "{} positions of {mean} bytes",
        positions.len()
    );
}

/// Forecasts are sorted by round, too, and those of all rounds are all of them.
#[test]
fn calibration_is_by_round() {
    let place = Place::new();
    place.ok(
        "learn --generations 1 --game vikings --rules base --players 2 --agents greedy random --games 40 \
         --epochs 1 --quiet --out a",
    );
    let read = |name: &str| rows(&fs::read_to_string(place.path("a").join(name)).unwrap());
    let (losses, calibration) = (read("losses.csv"), read("calibration.csv"));
    let mut rounds = 0;
    for loss in &losses {
        let same = |row: &&BTreeMap<String, String>| {
            row["model"] == loss["model"] && row["round"] == loss["round"]
        };
        let forecasts = calibration.iter().filter(same);
        let count: u64 = forecasts.map(|row| row["forecasts"].parse::<u64>().unwrap()).sum();
        // One for each seat.
        assert_eq!(count, 2 * loss["positions"].parse::<u64>().unwrap(), "{loss:?}");
        rounds += usize::from(loss["model"] == "net" && !loss["round"].is_empty());
    }
    assert!(rounds > 3, "{rounds}");
    assert!(calibration.iter().all(|row| losses.iter().any(|loss| loss["round"] == row["round"])));
}
