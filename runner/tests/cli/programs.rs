//! Programs as agents: `exec:COMMAND`.

use std::process::Command;
use std::time::{Duration, Instant};

use drakkar::Labs;
use serde_json::Value;

use crate::call::{Called, Place};

/// The Python program that comes with the laboratory.
const BOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../scripts/bot.py");

/// A game of goofspiel is 13 decisions of each seat, of which two games are a block.
const LINE: &str = "run --game goofspiel --games 4 --quiet --threads 2 --out r --agents";

/// Plays the last legal card.
const LAST_CARD: &str = "\
#!/bin/sh
n=0
while read -r line; do
    case $line in *decide*)
        n=$((n+1))
        card=${line##*bid }
        echo \"{\\\"action\\\":\\\"bid ${card%%[!0-9]*}\\\"}\"
    esac
done
";

/// `line` with one more argument, which may hold blanks.
pub fn call(place: &Place, line: &str, agent: &str) -> Called {
    Called::of(place.command(line).args([agent, "random"]).output().unwrap())
}

/// Runs games of a program against `random`, all of which must fail for a reason that holds `reason`.
fn all_fail(agent: &str, reason: &str) {
    let place = Place::new();
    let begin = Instant::now();
    let called = call(&place, LINE, agent);
    assert_eq!(called.code, Some(1), "{agent}: {}", called.err);
    assert!(called.err.contains("agents failed in 4 of 4 games"), "{agent}: {}", called.err);
    assert!(begin.elapsed() < Duration::from_secs(60), "{agent} holds everything up");
    let failures = place.files("r")["failures.jsonl"].clone();
    assert_eq!(failures.lines().count(), 4);
    for line in failures.lines() {
        let failure: Value = serde_json::from_str(line).unwrap();
        let told = failure["reason"].as_str().unwrap();
        assert!(told.contains(reason), "{agent}: {told}");
        assert!(told.starts_with("seat ") && told.contains("(agent `exec:"), "{told}");
    }
}

/// Whether there is a Python to test with.
pub fn has_python() -> bool {
    let there = Command::new("python3").arg("--version").output().is_ok();
    if !there {
        println!("skipped: there is no python3");
    }
    there
}

#[test]
fn a_program_plays_every_game_and_any_seats() {
    if !has_python() {
        return;
    }
    let place = Place::new();
    for lab in Labs::standard().iter() {
        let id = lab.info().id;
        // Besides the program and `random`.
        let others = vec!["random"; lab.info().players.0 - 2].join(" ");
        for threads in [1, 2] {
            let folder = format!("{id}{threads}");
            let line = format!(
                "run --game {id} --games 2 --per-game --out {folder} --quiet --threads {threads} \
                 --agents {others}"
            );
            let called = call(&place, &line, &format!("exec:python3 {BOT}"));
            assert_eq!(called.code, Some(0), "{}", called.err);
            let run = std::fs::read_to_string(place.path(&folder).join("run.json")).unwrap();
            assert!(run.contains("\"irreproducible\": true"), "{run}");
        }
        // It draws from the seed that it is told.
        assert_eq!(place.files(&format!("{id}1")), place.files(&format!("{id}2")), "{id}");
    }
}

#[test]
fn a_program_can_be_planned_restricted_and_is_not_audited() {
    if !has_python() {
        return;
    }
    let place = Place::new();
    let agent = format!("exec:python3 {BOT},forbid=bid 13");
    let line = "plan p run --game goofspiel --games 4 --agents";
    assert_eq!(call(&place, line, &agent).code, Some(0));
    place.ok("work p --quiet");
    place.ok("merge p");
    let rows = place.files("p")["bans.csv"].clone();
    assert!(rows.contains("forbid="), "{rows}");
    let error = place.fails("audit p --every 1", 3);
    assert!(error.contains("or it is another program"), "{error}");
}

#[test]
fn what_programs_do_wrong_fails_their_games() {
    let chooses = |action: &str| {
        format!(
            "exec:sh -c 'while read line; do echo \"{{\\\"action\\\":\\\"{action}\\\"}}\"; done'"
        )
    };
    all_fail(&chooses("bid 14"), "chose `bid 14`, which is not legal");
    // Hello and start are no questions.
    all_fail("exec:cat", "has a program that answered `{\"type\":\"hello\"");
    all_fail(
        "exec:sh -c 'read line; echo what?'",
        "has a program that answered `what?`, but that is not JSON at column 1",
    );
    all_fail(
        "exec:sh -c 'read line; echo {}'",
        "answered `{}`, but `action` is missing or not a text",
    );
    all_fail("exec:sh -c 'read line; echo [1]'", "answered `[1]`, but that cannot be used at ");
    // A comma would end the command.
    let twice = r#"{\"action\":\"bid 1\"\054\"action\":\"bid 2\"}\n"#;
    all_fail(&format!("exec:sh -c 'read line; printf \"{twice}\"'"), "duplicate field `action`");
    all_fail("exec:sh -c 'read line; printf \"\\377\\n\"'", "gave no answer: it is no UTF-8");
    all_fail(
        "exec:sh -c 'read line; head -c 100000 /dev/zero'",
        "gave no answer: a line has more than 65536 bytes",
    );
    all_fail(
        "exec:sh -c 'read line; echo bad weights >&2; exit 3'",
        "has a program that ended (exit status: 3); its last words: bad weights",
    );
    all_fail("exec:true", "has a program that ended (exit status: 0)");
    all_fail("exec:sh -c 'kill -9 $$'", "has a program that ended (signal: 9");
}

#[test]
fn a_silent_program_is_not_waited_for() {
    all_fail("exec:sleep 1000,milliseconds=30", "gave no answer in 30 ms");
    all_fail(
        "exec:sh -c 'echo thinking >&2; exec sleep 1000',milliseconds=300",
        "gave no answer in 300 ms; its last words: thinking",
    );
}

/// Why an answer does not arrive is told as what it is, also where the program still seems to run.
#[test]
fn missing_answers_are_explained() {
    let asked = "while read -r line; do case $line in *decide*)";
    // It has written all of its answer but the end of the line.
    all_fail(
        &format!(
            "exec:sh -c '{asked} printf \"{{\\\"action\\\":\\\"bid 1\\\"}}\";; esac; done',milliseconds=800"
        ),
        "gave no answer in 800 ms: it wrote `{\"action\":\"bid 1\"}` without an end of line",
    );
    // What it writes stays in its buffer for as long as it is asked.
    all_fail(
        "exec:sh -c 'cat > /dev/null; echo {}',milliseconds=300",
        "gave no answer in 300 ms, but wrote `{}` when its input ended: it seems not to flush its output",
    );
    // It ends, which a child with the same output hides.
    all_fail(
        "exec:sh -c 'read -r line; sleep 1000 & echo three >&2; exit 3',milliseconds=20000",
        "ended (exit status: 3), but a process that it started kept its output open; its last words: three",
    );
}

/// Answers at once and reads nothing; sooner or later that is found out.
#[test]
fn a_program_that_does_not_listen_stops_nothing() {
    let place = Place::new();
    let called = call(&place, LINE, "exec:yes '{\"action\":\"bid 1\"}'");
    assert_eq!(called.code, Some(1), "{}", called.err);
    assert!(called.err.contains("agents failed in 4 of 4 games"), "{}", called.err);
}

#[test]
fn a_program_that_is_not_there_is_told_before_anything_is_played() {
    let place = Place::new();
    let called = call(&place, LINE, "exec:./nobody --fast");
    assert_eq!(called.code, Some(2));
    let start = "drakkar: agent `exec:./nobody --fast,milliseconds=10000`: \
                 program `./nobody` cannot be started: ";
    assert!(called.err.starts_with(start), "{}", called.err);
    assert!(!place.path("r").exists());
    for line in ["play --agents exec:./nobody human", "analyse a --agent exec:./nobody"] {
        record(&place, "a");
        let error = place.fails(line, 2);
        assert!(error.contains("`./nobody` cannot be started"), "{error}");
    }
}

/// A record of a game.
fn record(place: &Place, name: &str) {
    let line = "run --game goofspiel --agents random --players 2 --games 1 --force --quiet";
    place.ok(&format!("{line} --out {name}-run --record {name}"));
}

/// Where a run is planned and merged the program need not be, only where it is played.
#[test]
fn a_program_need_not_be_where_a_run_is_planned() {
    let place = Place::on_disk();
    place.ok("plan p run --game goofspiel --games 2 --agents exec:./bot random");
    let error = place.fails("work p --quiet", 2);
    assert!(error.contains("`./bot` cannot be started"), "{error}");
    std::fs::write(place.path("bot"), LAST_CARD).unwrap();
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    std::fs::set_permissions(place.path("bot"), mode).unwrap();
    place.ok("work p --quiet");
    std::fs::remove_file(place.path("bot")).unwrap();
    assert!(place.ok("merge p").contains("exec:./bot"));
}

/// Programs are gone when the laboratory is, those that listen and those that do not.
#[test]
fn nothing_is_left_behind() {
    let place = Place::new();
    for (name, command) in [
        ("deaf", "exec sleep 1000"),
        ("good", "while read -r line; do case $line in *decide*) exit 1; esac; done"),
        ("stubborn", "trap '' TERM HUP; while :; do sleep 0.05; done"),
    ] {
        let program = format!("echo $$ >> {name}.pid\n{command}\n");
        std::fs::write(place.path(name), program).unwrap();
        let agent = format!("exec:sh {name},milliseconds=50");
        assert_eq!(
            call(&place, &LINE.replace("--out r", &format!("--out {name}-run")), &agent).code,
            Some(1)
        );
        let ids = std::fs::read_to_string(place.path(&format!("{name}.pid"))).unwrap();
        assert!(ids.lines().count() >= 4, "{name}: {ids}");
        for id in ids.lines() {
            let there = Command::new("kill").args(["-0", id]).output().unwrap().status.success();
            assert!(!there, "{name}: process {id} is still there");
        }
    }
}

/// A program that ends at its twentieth question plays one game and loses the next, and so again:
/// after a game that failed there is a new process.
#[test]
fn the_next_game_has_a_new_process() {
    let place = Place::new();
    let program = LAST_CARD.replace("n=$((n+1))", "n=$((n+1)); [ $n = 20 ] && exit 5");
    std::fs::write(place.path("bot.sh"), program).unwrap();
    let line = "run --game goofspiel --games 6 --quiet --threads 1 --out r --agents";
    let called = call(&place, line, "exec:sh bot.sh");
    assert!(called.err.contains("agents failed in 3 of 6 games"), "{}", called.err);
    assert!(called.err.contains("exit status: 5"), "{}", called.err);
}

/// A program that fails in all of its first ten games ends a run, after the same chunk whatever the threads.
#[test]
fn a_program_that_always_fails_ends_the_run() {
    let place = Place::new();
    let line = "run --game goofspiel --games 60 --chunk 2 --quiet";
    let mut told = Vec::new();
    for threads in [1, 2, 3] {
        let out = format!("{line} --threads {threads} --out r{threads} --agents");
        let called = call(&place, &out, "exec:true");
        assert_eq!(called.code, Some(2), "{}", called.err);
        let kept = place.receipts(&format!("r{threads}")).len();
        assert_eq!(kept, 2, "four games each; the tenth is in the third chunk");
        assert!(!place.path(&format!("r{threads}/manifest.json")).exists());
        told.push(called.err.replace(&format!("r{threads}/"), "r1/"));
    }
    assert!(told.iter().all(|text| *text == told[0]), "{told:?}");
    let expected = "drakkar: stopped, because agent exec:true failed in each of the first 10 games that this \
                    command played with it; with --keep-going the run continues\n  \
                    10 games failed, the first of them game 0: the program `exec:true` ended \
                    (exit status: 0)\n\
                    drakkar replay r1/failures.jsonl --index 0 shows how far it came\n";
    assert_eq!(told[0], expected);
    let kept_going = call(&place, &format!("{line} --keep-going --out r1 --agents"), "exec:true");
    let told = "agents failed in 60 of 60 games, which count as lost";
    assert!(kept_going.err.contains(told), "{}", kept_going.err);
    assert_eq!(kept_going.err.matches("exit status").count(), 1, "{}", kept_going.err);
    assert_eq!(place.files("r1")["failures.jsonl"].lines().count(), 60);
}

/// Games that failed are shown as far as they came: those of a run that ended because of them, and those of one
/// that did not.
#[test]
fn a_failed_game_can_be_replayed_as_far_as_it_came() {
    let place = Place::new();
    // Its sixth decision is one too many.
    let tired = LAST_CARD.replace("n=$((n+1))", "n=$((n+1)); [ $n = 6 ] && exit 7");
    std::fs::write(place.path("bot.sh"), tired).unwrap();
    let line = "run --game goofspiel --games 20 --set scoring.tied=carry --chunk 10 --quiet";
    for (out, more, code) in [("ended", "", 2), ("done", "--keep-going --record good.jsonl", 1)] {
        let called = call(&place, &format!("{line} {more} --out {out} --agents"), "exec:sh bot.sh");
        assert_eq!(called.code, Some(code), "{}", called.err);
        let command = called
            .err
            .lines()
            .find_map(|line| line.strip_prefix("drakkar ")?.strip_suffix(" shows how far it came"));
        let command = command.unwrap_or_else(|| panic!("{}", called.err));
        assert!(command.starts_with(&format!("replay {out}/failures.jsonl --index ")), "{command}");
        let told = place.ok(command);
        assert!(told.starts_with("goofspiel (custom), game 0 of seed 1\n"), "{told}");
        let reason = "The game failed here: seat 0 has a program that ended (exit status: 7)";
        assert!(told.lines().last().unwrap().starts_with(reason), "{told}");
        let seats = |seat: &str| told.lines().filter(|line| line.contains(seat)).count();
        assert_eq!(seats("  seat 0  bid "), 5, "five decisions, and then nothing: {told}");
        let json: Value =
            serde_json::from_str(&place.ok(&format!("{command} --format json"))).unwrap();
        assert!(json["sentences"][0].as_str().unwrap().starts_with(reason), "{json}");
        let page = command.replacen("replay", "view", 1);
        place.ok(&format!("{page} --out page.html --force"));
        let page = std::fs::read_to_string(place.path("page.html")).unwrap();
        assert!(page.contains("The game failed after the last decision: seat 0 has"), "no reason");
        place.ok(&format!("{} --agent random", command.replacen("replay", "analyse", 1)));
        // It is no record, and says so.
        place.fails(&format!("verify {out}/failures.jsonl"), 1);
    }
    let good = std::fs::read_to_string(place.path("good.jsonl")).unwrap();
    assert!(
        good.starts_with(r#"{"format":"drakkar-rule-set""#) && good.lines().count() == 1,
        "{good}"
    );
    // Once the program plays on, the failed games of before are gone.
    std::fs::write(place.path("bot.sh"), LAST_CARD).unwrap();
    let called = call(&place, &format!("{line} --out ended --agents"), "exec:sh bot.sh");
    assert_eq!(called.code, Some(0), "{}", called.err);
    assert!(!place.path("ended/failures.jsonl").exists());
}

#[test]
fn a_program_can_be_tried() {
    let place = Place::new();
    std::fs::write(place.path("bot.sh"), LAST_CARD).unwrap();
    let try_it =
        |agent: &str, line: &str| Called::of(place.command(line).arg(agent).output().unwrap());
    let good = try_it("exec:sh bot.sh", "test-bot --game=goofspiel");
    assert_eq!(good.code, Some(0), "{}", good.err);
    let lines: Vec<&str> = good.out.lines().collect();
    assert_eq!(lines[0], "goofspiel (base), 2 seats: 4 games, all of them to the end");
    assert!(lines[1].starts_with("  asked     {\"type\":\"hello\""), "{}", good.out);
    assert!(lines[4].starts_with("  answered  {\"action\":\"bid 13\"}  ("), "{}", good.out);
    assert!(good.out.contains("\n52 answers, in "), "{}", good.out);
    // The twentieth answer of a process is none of the actions, in its second game.
    let program =
        LAST_CARD.replace("n=$((n+1))", "n=$((n+1)); [ $n = 20 ] && echo '{}' && continue");
    std::fs::write(place.path("bad.sh"), program).unwrap();
    let bad = try_it("exec:sh bad.sh", "test-bot --game=goofspiel");
    assert_eq!(bad.code, Some(1), "{}", bad.out);
    assert_eq!(bad.err, "drakkar: the program makes mistakes: goofspiel\n");
    let (_, mistake) = bad.out.split_once("The first mistake:\n").unwrap();
    let mistake: Vec<&str> = mistake.lines().collect();
    assert!(mistake[0].starts_with("  asked     {\"type\":\"decide\""), "{}", bad.out);
    assert!(mistake[1].starts_with("  answered  {}  ("), "{}", bad.out);
    let wrong = "  wrong     the program answered `{}`, but `action` is missing or not a text";
    assert!(mistake[2].starts_with(wrong), "{}", bad.out);
    // By rules that are chosen: three turns in each game.
    let three = try_it("exec:sh bot.sh", "test-bot --game=goofspiel --set=deck.cards=3");
    assert!(three.out.starts_with("goofspiel (custom), 2 seats: 4 games, all of"), "{}", three.out);
    assert!(three.out.contains("\n12 answers, in "), "{}", three.out);
    let error = place.fails("test-bot exec:cat --game goofspiel --rules none", 2);
    assert!(error.starts_with("drakkar: --rules: "), "{error}");
    // A program that thinks that it answers.
    let silent = try_it("exec:sleep 9,milliseconds=50", "test-bot --game=goofspiel --games=1");
    assert_eq!(silent.code, Some(1));
    assert!(silent.out.contains("flush the output after every line"), "{}", silent.out);
    assert!(!bad.out.contains("flush"), "{}", bad.out);
    let error = place.fails("test-bot greedy", 2);
    assert!(error.starts_with("drakkar: test-bot greedy: is no program"), "{error}");
    let error = place.fails("test-bot exec:./nobody", 2);
    assert!(error.contains("`./nobody` cannot be started"), "{error}");
}
