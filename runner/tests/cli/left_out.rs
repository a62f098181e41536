//! What is said of games that are left out since an agent failed: they could have gone either way, and others are not
//! concerned.

use std::fs;

use serde_json::Value;

use crate::call::{Called, Place};
use crate::failing::{call, number, program, rows, sometimes, text};

/// Of a tournament, no game of others is dropped, whatever becomes of those of a program that fails.
#[test]
fn a_program_that_fails_does_not_concern_others() {
    let place = Place::new();
    let bot = program(&place, "bot", &sometimes("0-3", "exit 3"));
    let line = "tournament --game goofspiel --players 2 --games 120";
    let agents = [bot.as_str(), "random", "greedy", "uct:iterations=2"];
    let lose = call(&place, &format!("{line} --out a"), &agents);
    let leave = call(&place, &format!("{line} --out b --on-failure leave-out"), &agents);
    assert_eq!((lose.code, leave.code), (Some(1), Some(1)), "{}", leave.err);
    assert!(lose.out.contains(": 120 games on 10 deals"), "{}", lose.out);
    let [lost, left] = ["a", "b"].map(|folder| rows(&place, folder, "pairings.csv"));
    assert_eq!((lost.len(), left.len()), (12, 12));
    let with_bot = |row: &Value| row["agent"] == "bot" || row["opponent"] == "bot";
    let mut counted = 0.0;
    for (one, other) in lost.iter().zip(&left) {
        assert_eq!(number(one, "meetings"), 20.0, "{one}");
        counted += number(other, "meetings") / 2.0;
        if with_bot(one) {
            assert!(number(other, "meetings") < 20.0, "{other}");
        } else {
            let same = ["meetings", "score", "low", "high"];
            assert!(same.iter().all(|column| one[column] == other[column]), "{one} {other}");
        }
    }
    let first = leave.out.lines().take(2).collect::<Vec<_>>().join(" ");
    let expected = format!(": {counted} games on 10 deals");
    assert!(first.contains(&expected), "{first}: {expected}");
    assert!(first.contains(&format!("; {} more were played", 120.0 - counted)), "{first}");
    let row = &rows(&place, "b", "failures.csv")[0];
    assert_eq!((number(row, "games"), number(row, "lost")), (60.0, 0.0), "{row}");
    assert!(number(row, "left_out") > 3.0, "{row}");
    // Which way they went is not known: nothing is said that they could turn.
    let withheld: Vec<&Value> = left.iter().filter(|row| row["verdict"] == "withheld").collect();
    assert!(!withheld.is_empty() && withheld.iter().all(|row| with_bot(row)), "{left:?}");
    assert!(leave.out.contains("the verdict is withheld"), "{}", leave.out);
    assert!(!lose.out.contains("withheld"), "{}", lose.out);
}

/// Whoever leaves games out that are going badly does not look better.
#[test]
fn a_verdict_that_games_left_out_could_turn_is_withheld() {
    let place = Place::new();
    let often = program(&place, "often", &sometimes("0-4", "exit 3"));
    let seldom = program(&place, "seldom", &sometimes("0", "exit 3"));
    let verdict = |line: &str, agent: &str, out: &str| {
        let line =
            format!("{line} --game goofspiel --players 2 --games 60 --out {out} --keep-going");
        let called = call(&place, &line, &[agent, "random"]);
        assert_eq!(called.code, Some(1), "{}", called.err);
        called.out
    };
    let left_out = "compare --on-failure leave-out";
    for (agent, out, word) in [(&often, "a", "withheld"), (&seldom, "b", "better")] {
        let told = verdict(left_out, agent, out);
        let row = &rows(&place, out, "effects.csv")[0];
        assert_eq!((text(row, "verdict"), number(row, "value") > 0.7), (word.to_owned(), true));
        assert_eq!(told.contains("the verdict is withheld"), word == "withheld", "{told}");
        assert_eq!(text(row, "p").is_empty(), word == "withheld");
    }
    let told = verdict("run --on-failure leave-out", &often, "c");
    assert!(told.contains("often, random: the verdict is withheld"), "{told}");
    let told = verdict("tournament --on-failure leave-out", &often, "g");
    let first = "often is first, but the verdict is withheld: it ends ahead of random in ";
    assert!(told.contains(first), "{told}");
    let told = verdict(&format!("{left_out} --sprt elo0=0,elo1=50 --chunk 1"), &often, "d");
    assert!(told.contains("the verdict is withheld"), "{told}");
    let told = verdict(&format!("{left_out} --vs-set scoring.tied=carry"), &often, "e");
    assert!(told.contains("Between the rule sets the verdict is withheld"), "{told}");
    // If they count as lost, there is nothing to withhold.
    let told = verdict("compare", &often, "f");
    assert!(!told.contains("withheld") && !told.contains("often is better"), "{told}");
    let config: Value =
        serde_json::from_str(&fs::read_to_string(place.path("a/run.json")).unwrap()).unwrap();
    assert_eq!(config["run"]["on_failure"], "leave-out");
    place.ok("plan p compare --config a/run.json");
    let again: Value =
        serde_json::from_str(&fs::read_to_string(place.path("p/run.json")).unwrap()).unwrap();
    assert_eq!(again["digest"], config["digest"]);
}

/// The same of a tournament: what is left out counts among the deals that are asked for.
#[test]
fn a_tournament_counts_deals_that_are_left_out() {
    let place = Place::new();
    let often = program(&place, "often", &sometimes("0-4", "exit 3"));
    let line = "tournament --on-failure leave-out --game goofspiel --players 2 --games 60 --format json --out a";
    let called = call(&place, line, &[&often, "greedy"]);
    let told: Value = serde_json::from_str(&called.out).unwrap();
    let row = &rows(&place, "a", "pairings.csv")[0];
    assert_eq!(text(row, "verdict"), "undecided", "{told}");
    let (counted, needed) = (number(row, "blocks"), number(row, "blocks_needed"));
    // By the interval of those that count.
    let [low, high, score] = ["low", "high", "score"].map(|column| number(row, column));
    let far = (1.96 + 0.84) / 1.96 * (high - low) / 2.0 / (score - 0.5);
    assert!(counted < 25.0 && (needed / (30.0 * far * far) - 1.0).abs() < 0.2, "{row}");
    let next = text(&told, "next");
    assert!(next.contains(&format!(" --games {} --keep-going", 2.0 * needed)), "{next}");
}

/// And of balance: so many times as many decisions as were asked for.
#[test]
fn a_balance_counts_decisions_that_are_left_out() {
    let place = Place::new();
    // The first legal action or the last one, by the number for its decision.
    let text = "while read -r line; do\n    case $line in *'\"type\":\"decide\"'*)\n        \
                case $line in *'\"clock\":2,\"seed\":\"'*0'\",\"text\"'*) exit 3;; esac\n        \
                legal=${line#*'\"legal\":[\"'}; legal=${legal%%'\"]'*}\n        \
                case $line in *'\"seed\":\"'*[1357]'\",\"text\"'*) legal=${legal##*'\"'};; esac\n        \
                echo \"{\\\"action\\\":\\\"${legal%%'\"'*}\\\"}\"\n    esac\ndone\n";
    fs::write(place.path("often"), text).unwrap();
    let line = "balance --game goofspiel --players 2 --set deck.cards=5 --decisions 50 --replicate 0 --method take \
                --no-parts --format json --keep-going --quiet --out a";
    let mut command = place.command(line);
    let agent = "exec:sh often,milliseconds=120000";
    let output = command.args(["--at", "bid 4", "--against", "bid 3", "--agents", agent]).output();
    let called = Called::of(output.unwrap());
    assert_eq!(called.code, Some(1), "{}", called.err);
    assert!(called.out.contains(" more were played and are left out"), "{}", called.out);
    let told: Value = serde_json::from_str(&called.out).unwrap();
    let next = told["next"].as_str().unwrap().to_owned();
    let (_, asked) = next.split_once("--decisions ").unwrap_or_else(|| panic!("{told}"));
    let asked: u32 = asked.split(' ').next().unwrap().parse().unwrap();
    assert!(asked >= 100 && asked.is_multiple_of(50), "{next}");
    assert!(next.contains("--keep-going"), "{next}");
}

/// Of more deals, as many are left out again; and without `--keep-going`, so many failures would end the next run.
#[test]
fn what_would_decide_counts_deals_that_are_left_out() {
    let place = Place::new();
    let often = program(&place, "often", &sometimes("0-4", "exit 3"));
    let line = "compare --on-failure leave-out --game goofspiel --players 2 --games 60 --format json --out a";
    let called = call(&place, line, &[&often, "greedy"]);
    let told: Value = serde_json::from_str(&called.out).unwrap();
    let (next, sentence) = (text(&told, "next"), told["sentences"][0].to_string());
    let after = |text: &str, before: &str| -> u32 {
        let (_, rest) = text.split_once(before).unwrap_or_else(|| panic!("{before} in {text}"));
        rest.split(' ').next().unwrap().parse().unwrap()
    };
    assert!(next.contains(" --looked 60 --keep-going"), "{next}");
    let more = after(&sentence, "about ");
    assert_eq!(after(&next, "--games "), 2 * (30 + more), "{told}");
}
