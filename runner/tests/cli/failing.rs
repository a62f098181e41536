//! Agents that fail: their seats lose, or the whole game is left out.

use std::fs;

use serde_json::Value;

use crate::call::{Called, Place};

/// Writes the program `name` in sh. At each decision it does `first`; then it bids the prize, which is a legal card as
/// each prize comes once. The message is `$line`.
pub fn program(place: &Place, name: &str, first: &str) -> String {
    let text = format!(
        "while read -r line; do\n    case $line in *'\"type\":\"decide\"'*)\n        {first}\n        \
         prize=${{line##*'\"prize\":'}}\n        \
         echo \"{{\\\"action\\\":\\\"bid ${{prize%%[!0-9]*}}\\\"}}\"\n    esac\ndone\n"
    );
    fs::write(place.path(name), text).unwrap();
    format!("{name}=exec:sh {name},milliseconds=120000")
}

/// What it does in the sixth turn of some games: those in which the number for its decision ends with one of these
/// digits. So it fails in the same games whenever they are played.
pub fn sometimes(digits: &str, how: &str) -> String {
    format!("case $line in *'\"clock\":5,\"seed\":\"'*[{digits}]'\",\"text\"'*) {how};; esac")
}

pub fn call(place: &Place, line: &str, agents: &[&str]) -> Called {
    let mut command = place.command(line);
    Called::of(command.args(["--quiet", "--agents"]).args(agents).output().unwrap())
}

/// The rows of a CSV file, by the names of its columns.
pub fn rows(place: &Place, folder: &str, file: &str) -> Vec<Value> {
    let text = place.files(folder)[file].clone();
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    reader.deserialize::<serde_json::Map<String, Value>>().map(|row| row.unwrap().into()).collect()
}

/// A number of a row; 0 for an empty cell.
pub fn number(row: &Value, column: &str) -> f64 {
    let cell = row.get(column).unwrap_or_else(|| panic!("{column} of {row}"));
    cell.as_f64().or_else(|| cell.as_str()?.parse().ok()).unwrap_or_default()
}

pub fn text(row: &Value, column: &str) -> String {
    let cell = &row[column];
    cell.as_str().map_or_else(|| cell.to_string(), str::to_owned)
}

const KINDS: [(&str, &str, &str); 4] = [
    ("ends", "exit 3", "ended (exit status: 3)"),
    ("is silent", "exec sleep 1000", "gave no answer in 2000 ms"),
    (
        "is illegal",
        "echo '{\"action\":\"bid 99\"}'; continue",
        "chose `bid 99`, which is not legal",
    ),
    ("is unreadable", "echo what; continue", "answered `what`"),
];

/// Whatever goes wrong, its seat loses: last place, no share of the win, no score; the other seat has a score.
#[test]
fn every_failure_is_a_loss_of_its_seat() {
    let mut told: Vec<[String; 2]> = Vec::new();
    for (what, how, reason) in KINDS {
        let place = Place::new();
        let mut bot = program(&place, "bot", &sometimes("0-4", how));
        if what == "is silent" {
            bot = bot.replace("=120000", "=2000");
        }
        let line = "run --game goofspiel --games 12 --seed 3 --per-game --out r";
        let called = call(&place, line, &[&bot, "random"]);
        assert_eq!(called.code, Some(1), "{what}: {}", called.err);
        let failed = rows(&place, "r", "failures.csv");
        let [agent] = &failed[..] else { panic!("{what}: {failed:?}") };
        let games = number(agent, "failed_games");
        assert!((3.0..=9.0).contains(&games), "{what}: {agent}");
        assert_eq!((number(agent, "lost"), number(agent, "left_out")), (games, 0.0), "{what}");
        let sentence = format!("bot failed in {games} of 12 games, which count as lost.");
        assert!(called.out.contains(&sentence), "{what}: {}", called.out);
        assert!(called.err.contains(&format!("agents failed in {games} of 12 games")), "{what}");
        assert!(called.out.starts_with("goofspiel (base), 2 seats, seed 3: 12 games on 6 deals"));
        let all = rows(&place, "r", "games.csv");
        let lost: Vec<&Value> = all.iter().filter(|row| text(row, "score").is_empty()).collect();
        assert_eq!(lost.len() as f64, games, "{what}");
        for row in &lost {
            assert_eq!((text(row, "agent"), number(row, "place")), ("bot".to_owned(), 2.0));
            assert_eq!(number(row, "win_share"), 0.0);
            let other = |other: &&Value| other["game"] == row["game"] && other["agent"] == "random";
            let other = all.iter().find(other).unwrap();
            assert_eq!((number(other, "place"), number(other, "win_share")), (1.0, 1.0), "{what}");
            assert!(!text(other, "score").is_empty(), "{what}");
        }
        for row in rows(&place, "r", "win_rates.csv").iter().filter(|row| row["seat"] == "all") {
            let own = if row["agent"] == "bot" { games } else { 0.0 };
            assert_eq!(number(row, "lost_by_failure"), own, "{what}: {row}");
            assert_eq!((number(row, "games"), number(row, "failed")), (12.0, 0.0), "{what}");
        }
        for row in rows(&place, "r", "strategy.csv").iter().filter(|row| row["counter"] == "score")
        {
            let counted = if row["agent"] == "bot" { 12.0 - games } else { 12.0 };
            assert_eq!(number(row, "games"), counted, "{what}: {row}");
        }
        for row in rows(&place, "r", "pace.csv") {
            assert!(number(&row, "games") <= 12.0 - games, "{what}: {row}");
            assert_eq!(number(&row, "lost_by_failure"), games, "{what}: {row}");
        }
        let failures = place.files("r")["failures.jsonl"].clone();
        assert_eq!(failures.matches(reason).count() as f64, games, "{what}: {failures}");
        let first: Value = serde_json::from_str(failures.lines().next().unwrap()).unwrap();
        let game = &first["game_index"];
        let shown = place.ok(&format!("replay r/failures.jsonl --index {game}"));
        assert!(shown.contains(reason), "{what}: {shown}");
        // Ten decisions before the sixth turn, and at most one in it.
        assert!((10..=11).contains(&first["decisions"].as_array().unwrap().len()), "{first}");
        let agent = &first["agents"][first["seat"].as_u64().unwrap() as usize];
        assert!(agent.as_str().unwrap().starts_with("exec:sh bot"), "{first}");
        let files = place.files("r");
        told.push(["games.csv", "win_rates.csv"].map(|file| files[file].clone()));
        place.ok("report r --out p.html");
        let page = fs::read_to_string(place.path("p.html")).unwrap();
        assert!(page.contains(&format!("Agents failed in {games} games")), "{what}");
    }
    // What it does after it failed is drawn, whatever the failure was.
    assert!(told.windows(2).all(|pair| pair[0] == pair[1]), "{told:?}");
}

/// Figures for programs.
#[test]
fn failures_are_told_to_programs() {
    let place = Place::new();
    let bot = program(&place, "bot", &sometimes("0-4", "exit 3"));
    let called =
        call(&place, "run --game goofspiel --games 12 --format json --out r", &[&bot, "random"]);
    let told: Value = serde_json::from_str(&called.out).unwrap();
    let tables = told["tables"].as_array().unwrap();
    let table = tables.iter().find(|table| table["name"] == "failures").unwrap();
    let row = &table["rows"][0];
    assert_eq!((&row["agent"], &row["games"]), (&"bot".into(), &12.into()), "{row}");
    assert_eq!((&row["lost"], &row["left_out"]), (&row["failed_games"], &0.into()), "{row}");
    let sentence = format!("bot failed in {} of 12 games, which count as lost.", row["lost"]);
    assert!(told["sentences"].as_array().unwrap().contains(&sentence.into()), "{told}");
}

/// The files whose bytes say what was counted.
fn counted(place: &Place, folder: &str) -> Vec<(String, String)> {
    let files = place.files(folder).into_iter();
    let names = ["games.csv", "win_rates.csv", "strategy.csv", "pace.csv", "failures.csv"];
    files.filter(|(name, _)| names.contains(&name.as_str())).collect()
}

/// What is played at random after a failure depends on nothing but the run.
#[test]
fn failures_are_the_same_for_any_threads_chunks_and_shards() {
    let place = Place::new();
    let one = program(&place, "one", &sometimes("0-2", "exit 3"));
    let two = program(&place, "two", &sometimes("3-5", "echo; continue"));
    let agents = [one.as_str(), &two, "random"];
    let line = "run --game goofspiel --games 36 --per-game";
    for (out, more) in [("a", "--threads 1"), ("b", "--threads 3"), ("c", "--chunk 1")] {
        let called = call(&place, &format!("{line} --out {out} {more}"), &agents);
        assert_eq!(called.code, Some(1), "{}", called.err);
    }
    let planned = Called::of(
        (place.command(&format!("plan p {line} --chunk 2 --agents")).args(agents).output())
            .unwrap(),
    );
    assert_eq!(planned.code, Some(0), "{}", planned.err);
    for shard in ["0/2", "1/2"] {
        place.fails(&format!("work p --quiet --shard {shard}"), 1);
    }
    place.fails("merge p --per-game", 1);
    let first = counted(&place, "a");
    assert_eq!(first.len(), 5);
    for other in ["b", "c", "p"] {
        assert_eq!(counted(&place, other), first, "{other}");
    }
}

/// Two that fail in one game share the last places; if all do, the game is left out.
#[test]
fn seats_that_fail_together_share_the_last_places() {
    let place = Place::new();
    let always =
        |seats: &str| format!("case $line in *'\"seat\":'[{seats}]',\"clock\":5,'*) exit 3;; esac");
    let one = program(&place, "one", &always("02"));
    let two = program(&place, "two", &always("02"));
    let line = "run --game goofspiel --games 6 --per-game";
    call(&place, &format!("{line} --out a"), &[&one, &two, "random"]);
    let games = rows(&place, "a", "games.csv");
    assert_eq!(games.len(), 18);
    for game in games.chunks(3) {
        let places: Vec<f64> = game.iter().map(|row| number(row, "place")).collect();
        let fails = |row: &Value| row["agent"] != "random" && number(row, "seat") != 1.0;
        let last = 4.0 - game.iter().filter(|row| fails(row)).count() as f64;
        for row in game {
            assert_eq!(fails(row), text(row, "score").is_empty(), "{row}");
            assert_eq!(fails(row), number(row, "place") == last, "{places:?}: {row}");
        }
        assert!((game.iter().map(|row| number(row, "win_share")).sum::<f64>() - 1.0).abs() < 1e-5);
    }
    let all = program(&place, "all", &always("012"));
    let called = call(&place, &format!("{line} --players 3 --out b"), &[&all]);
    assert_eq!(called.code, Some(1));
    assert!(called.err.contains("6 of 6 games failed and are left out"), "{}", called.err);
    assert!(called.out.contains("0 games on 0 deals"), "{}", called.out);
    assert!(
        called.out.contains("all failed in 6 of 6 games, which are left out."),
        "{}",
        called.out
    );
    let row = &rows(&place, "b", "failures.csv")[0];
    assert_eq!((number(row, "lost"), number(row, "left_out")), (0.0, 6.0));
}

/// A test that ends early has played fewer games than are planned.
#[test]
fn games_are_those_that_were_played() {
    let place = Place::new();
    let seldom = program(&place, "seldom", &sometimes("0", "exit 3"));
    let line = "plan p compare --game goofspiel --players 2 --games 400 --chunk 1 --sprt elo0=0,elo1=200 --agents";
    let planned = Called::of(place.command(line).args([&seldom, "random"]).output().unwrap());
    assert_eq!(planned.code, Some(0), "{}", planned.err);
    let worked = place.call("work p --threads 1 --keep-going --quiet");
    let games = worked.err.split_once(" of ").unwrap().1.split_once(" games").unwrap().0;
    assert!((4..200).contains(&games.parse::<u32>().unwrap()), "{}", worked.err);
    assert_eq!(worked.code, Some(1));
}

/// Nothing about failures is in plans and files of agents that cannot fail.
#[test]
fn where_nobody_can_fail_nothing_is_said_of_it() {
    let place = Place::new();
    let line = "run --game goofspiel --players 2 --games 4 --agents random --quiet";
    place.ok(&format!("{line} --out a"));
    place.ok(&format!("{line} --on-failure leave-out --out b"));
    assert_eq!(place.files("a"), place.files("b"));
    let plan = fs::read_to_string(place.path("a/run.json")).unwrap();
    assert!(!plan.contains("on_failure"), "{plan}");
    assert!(place.files("a").values().all(|text| !text.contains("lost_by_failure")));
    // A plan whose agents can says what happens then.
    place.ok("plan p run --game goofspiel --games 4 --agents exec:sh random");
    let plan = fs::read_to_string(place.path("p/run.json")).unwrap();
    assert!(plan.contains("\"on_failure\": \"lose\""), "{plan}");
}

/// A program that is gone in the middle of a run has not failed: the run ends.
#[test]
fn a_program_that_cannot_be_started_any_more_ends_the_run() {
    let place = Place::on_disk();
    program(&place, "bot", "case $line in *'\"clock\":5,'*) rm -f bot; exit 3;; esac");
    let body = fs::read_to_string(place.path("bot")).unwrap();
    fs::write(place.path("bot"), format!("#!/bin/sh\n{body}")).unwrap();
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    fs::set_permissions(place.path("bot"), mode).unwrap();
    let called = call(
        &place,
        "run --game goofspiel --games 12 --threads 1 --out r",
        &["exec:./bot", "random"],
    );
    assert_eq!(called.code, Some(2), "{}", called.err);
    let told = "drakkar: agent `exec:./bot`: has no program: program `./bot` cannot be started: ";
    assert!(called.err.starts_with(told), "{}", called.err);
    assert!(!place.path("r/manifest.json").exists());
}

/// A signal to all processes of a job ends programs with Drakkar, some of them before it knows. They have
/// not failed: their games are played again.
#[test]
fn a_program_that_ends_with_drakkar_has_not_failed() {
    let undisturbed = {
        let place = Place::new();
        let bot = program(&place, "bot", "");
        call(
            &place,
            "run --game goofspiel --games 60 --chunk 5 --per-game --out r",
            &[&bot, "random"],
        );
        place.files("r")
    };
    for signal in ["INT", "TERM"] {
        let place = Place::new();
        // In the fourth chunk, once, as if both had got the signal.
        let end = format!(
            "case $line in *'\"clock\":5,'*) echo >> count; if [ $(wc -l < count) = 36 ]; then \
             kill -{signal} $PPID; exit 143; fi;; esac"
        );
        let bot = program(&place, "bot", &end);
        let line = "run --game goofspiel --games 60 --chunk 5 --per-game --threads 1 --out r";
        let called = call(&place, line, &[&bot, "random"]);
        assert_eq!(called.code, Some(130), "{signal}: {}", called.err);
        assert!(called.err.contains("interrupted; r holds 3 of 6 chunks"), "{}", called.err);
        assert!(!place.path("r/failures.jsonl").exists());
        let called = call(&place, line, &[&bot, "random"]);
        assert_eq!(called.code, Some(0), "{signal}: {}", called.err);
        assert_eq!(place.files("r"), undisturbed, "{signal}");
    }
}
