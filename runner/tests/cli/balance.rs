//! Branched games: the same worth whoever plays the chunks, and what wrong questions are told.

use crate::call::{Called, Place, number, rows};

/// Nobles that nobody can overlook, so that something stands out.
const STRONG: &str = "balance --players 2 --agents greedy random --sampling-policy greedy --decisions 60 --replicate 65 --chunk 24 --seed 2 \
                      --set bonus.noble1.value=30 --method take,grant,ban,start,observe";

/// Six kinds of bonus tiles in the place of 14, and enough of them: a third of the games.
pub(crate) fn few() -> String {
    let none = ["goldsmith1", "goldsmith2", "scout1", "fisher1"];
    let none = none.iter().chain(&["building-a", "building-b", "building-c", "building-d"]);
    let none: String = none.map(|kind| format!(" --set bonus.{kind}.count=0")).collect();
    format!("{none} --set bonus.noble1.count=6 --set bonus.boatswain.count=6")
}

#[test]
fn a_balance_is_the_same_for_any_threads_and_shards() {
    let place = Place::new();
    // Bids take long.
    let strong = format!("{STRONG}{} --rules advanced-no-auction", few());
    let said = place.ok(&format!("{strong} --quiet --threads 1 --out one"));
    assert!(
        said.contains("noble1") && said.contains("strong") && said.contains("replication"),
        "{said}"
    );
    place.ok(&format!("{strong} --quiet --threads 3 --out three"));
    let whole = place.files("one");
    let names: Vec<&str> = whole.keys().map(String::as_str).collect();
    let expected = [
        "banned.csv",
        "bonus_effect.csv",
        "bonus_effect_rounds.csv",
        "bonus_granted.csv",
        "bonus_observed.csv",
        "pace.csv",
        "seats.csv",
        "start.csv",
        "strategy.csv",
    ];
    assert_eq!(names, expected);
    assert_eq!(whole, place.files("three"));
    let (flags, plan) = (strong.trim_start_matches("balance "), "plan p balance");
    place.ok(&format!("{plan} {flags}"));
    for shard in ["1/2", "0/2 --parts elsewhere"] {
        place.ok(&format!("work p --shard {shard} --quiet"));
    }
    // What stands out is known only now, and is played again.
    let error = place.fails("merge p elsewhere", 3);
    assert!(error.contains("are missing"), "{error}");
    place.ok("missing p elsewhere");
    place.ok("work p --parts elsewhere --quiet");
    place.ok("merge p elsewhere");
    assert_eq!(whole, place.files("p"));
    place.ok("audit p elsewhere --every 5 --quiet");
}

/// Without data, nobody is told that nothing differs: here a program fails at all decisions.
#[test]
fn no_data_are_no_verdict() {
    let place = Place::new();
    let mut command = place.command(
        "balance --game goofspiel --set deck.cards=4 --players 2 --method take --decisions 20 --agents exec:cat --keep-going --quiet --out b",
    );
    command.args(["--at", "bid 4", "--against", "bid 1"]);
    let called = Called::of(command.output().unwrap());
    assert_eq!(called.code, Some(1), "{}", called.err);
    assert!(called.err.contains("20 of 20 games failed and are left out"), "{}", called.err);
    let said = called.out;
    assert!(said.contains("There are no data: no item type had 10 decisions in each"), "{said}");
    assert!(!said.contains("Nothing differs"), "{said}");
}

#[test]
fn what_stands_out_is_played_again_and_nothing_else() {
    let place = Place::new();
    let said = place.ok(&format!("{STRONG}{} --quiet --format json --out b", few()));
    let said: serde_json::Value = serde_json::from_str(&said).unwrap();
    let effect = rows(&place.files("b")["bonus_effect.csv"]);
    let agents = ["greedy", "random"];
    // Each rollout policy has an answer of its own, and a table from the largest effect down.
    let tables = said["tables"].as_array().unwrap().iter();
    let mut tables = tables.filter(|table| table["rows"][0]["replication"].is_number());
    for (number, agent) in agents.iter().enumerate() {
        let sentence = said["sentences"][number].as_str().unwrap();
        assert!(sentence.starts_with(&format!("{agent}: Unbalanced, in points")), "{said}");
        let rows = tables.next().unwrap()["rows"].as_array().unwrap();
        assert!(rows.iter().all(|row| row["agent"] == *agent), "{said}");
        assert!(rows.is_sorted_by_key(|row| -row["effect"].as_f64().unwrap()), "{said}");
    }
    assert_eq!(effect.len(), 2 * 6);
    for row in &effect {
        assert!(agents.contains(&row["agent"].as_str()));
        assert_eq!((row["rounds"].as_str(), row["decisions"].as_str()), ("6", "60"));
        let parts = number(&row["own"]) + number(&row["denial"]);
        assert!((number(&row["effect"]) - parts).abs() < 3e-6, "{row:?}");
        assert!(number(&row["rank_low"]) <= number(&row["rank_high"]));
        // Whatever stands out with one rollout policy is played again by both.
        let stands = |row: &std::collections::BTreeMap<String, String>| {
            ["strong", "weak"].contains(&row["verdict"].as_str())
        };
        let flagged = effect.iter().any(|other| other["item"] == row["item"] && stands(other));
        let again = if flagged { "65" } else { "" };
        assert_eq!(row["replication_decisions"], again, "{row:?}");
        assert_eq!(row["replication"].is_empty(), !flagged);
        assert_eq!(row["replication_share"].is_empty(), !flagged);
        // Confirmed is what lies on its side of 0 there as well.
        let side = match row["verdict"].as_str() {
            "strong" => number(&row["replication_against_low"]),
            "weak" => -number(&row["replication_against_high"]),
            _ => f64::NAN,
        };
        let confirmed = if side.is_nan() { "" } else { ["no", "yes"][usize::from(side > 0.0)] };
        assert_eq!(row["replicated"], confirmed, "{row:?}");
    }
    let noble = effect.iter().find(|row| row["item"] == "noble1").unwrap();
    assert_eq!((noble["verdict"].as_str(), noble["rank_high"].as_str()), ("strong", "1"));
    assert_eq!(noble["replicated"], "yes");
    let restricted = rows(&place.files("b")["banned.csv"]);
    assert_eq!(restricted.len(), 2 * 8);
    assert!(restricted.iter().any(|row| row["item"] == "bid *"));
    let granted = rows(&place.files("b")["bonus_granted.csv"]);
    let first = rows(&place.files("b")["start.csv"]);
    assert_eq!(first.len(), 2 * 6);
    // Twice as many whole games as decisions for a kind.
    let seats = rows(&place.files("b")["seats.csv"]);
    assert_eq!(seats.len(), 3);
    assert!(seats.iter().all(|row| row["agent"] == agents[0] && row["blocks"] == "120"));
    assert!(granted.iter().all(|row| row["rounds"] == "6" && row["moments"] == "60"));
}

/// How a run is cut changes nothing, neither the first time nor on fresh deals.
#[test]
fn chunks_change_no_figure_of_a_balance() {
    let place = Place::new();
    let flags = STRONG
        .replace(" --chunk 24", &(few() + " --rules advanced-no-auction"))
        .replace("greedy random", "random");
    let flags = flags
        .replace(",grant,ban,start,observe", "")
        .replace("--sampling-policy greedy", "--sampling-policy random");
    for chunk in [7, 50, 100_000] {
        place.ok(&format!("{flags} --quiet --chunk {chunk} --out c{chunk}"));
    }
    let whole = place.files("c7");
    assert!(
        rows(&whole["bonus_effect.csv"]).iter().any(|row| row["replication_decisions"] == "65")
    );
    assert_eq!(whole, place.files("c50"));
    assert_eq!(whole, place.files("c100000"));
}

#[test]
fn a_balance_goes_on_where_it_was_left() {
    let place = Place::new();
    let flags = "balance --players 2 --agents random --sampling-policy random --decisions 60 --replicate 60 --chunk 24 --method take --quiet";
    let flags = flags.to_owned() + &few();
    place.ok(&format!("{flags} --out whole"));
    place.fails(&format!("{flags} --out parts --deadline 1ms"), 75);
    place.ok(&format!("{flags} --out parts"));
    assert_eq!(place.files("whole"), place.files("parts"));
    let said = place.ok(&format!("{flags} --out parts"));
    assert!(said.contains("complete"), "{said}");
    place.fails(&format!("{flags} --seed 2 --out parts"), 2);
}

#[test]
fn other_values_are_tried_on_the_same_decisions() {
    let place = Place::new();
    let flags =
        "balance --players 2 --agents random --decisions 60 --replicate 0 --method take --quiet";
    let said = place.ok(&format!("{flags} --fair bonus.noble1.value=0..40 --target 20 --out f"));
    let told = said.replace('\n', " ");
    assert!(told.contains("brings noble1 nearest to 20 points ("), "{said}");
    let fair = &rows(&place.files("f")["fair.csv"])[0];
    let figure = |column: &str| number(&fair[column]);
    assert!(figure("low") <= figure("value") && figure("value") <= figure("high"), "{fair:?}");
    // Only whole values exist, so only these are named.
    assert_eq!(figure("value").fract(), 0.0);
    assert!((figure("below") - figure("value")).abs() <= 1.0, "{fair:?}");
    let open: Vec<f64> = fair["undecided"].split(' ').map(|value| value.parse().unwrap()).collect();
    assert_eq!([figure("low"), figure("high")], [open[0], *open.last().unwrap()]);
    assert_eq!((fair["target"].as_str(), fair["item"].as_str()), ("20", "noble1"));
    let found = rows(&place.files("f")["what_if.csv"]);
    assert_eq!(found.len(), 41);
    assert!(found.iter().all(|row| row["item"] == "noble1"));
    let worth: Vec<f64> = found.iter().map(|row| number(&row["effect"])).collect();
    // The rules' own value comes first, then the others from 0 on.
    let effect = rows(&place.files("f")["bonus_effect.csv"]);
    let own = effect.iter().find(|row| row["item"] == "noble1").unwrap();
    assert_eq!(found[0]["effect"], own["effect"]);
    assert!(worth[1] < worth[10] && worth[10] < worth[40], "{worth:?}");
    let said = place.ok(&format!("{flags} --fair bonus.noble1.value=0..2 --target 900 --out g"));
    let told = said.replace('\n', " ");
    assert!(told.contains("no value in range gives noble1 the effect of 900 points"), "{said}");
    let fair = &rows(&place.files("g")["fair.csv"])[0];
    assert_eq!((fair["value"].as_str(), fair["below"].as_str()), ("", ""));
    place
        .ok(&format!("{flags} --vary bonus.gold3.value=2..3 --vary bonus.food3.value=3,4 --out v"));
    let found = rows(&place.files("v")["what_if.csv"]);
    let kinds: Vec<&str> = found.iter().map(|row| row["item"].as_str()).collect();
    assert_eq!(kinds, ["food3", "gold3"].repeat(4));
    assert_eq!(found[2]["values"], "bonus.gold3.value=2 bonus.food3.value=3");
}

#[test]
fn values_that_are_fair_are_asked_for_one_at_a_time() {
    let place = Place::new();
    let flags = "balance --players 2 --agents random --sampling-policy random --decisions 60 --replicate 0 --method take --quiet";
    let flags = flags.to_owned() + &few();
    let (noble, food) = ("--fair bonus.noble1.value=1..3", "--fair bonus.food3.value=3,5");
    let said = place.ok(&format!("{flags} {noble} {food} --out both"));
    assert!(
        said.contains("bonus.noble1.value: ") && said.contains("bonus.food3.value: "),
        "{said}"
    );
    let fair = rows(&place.files("both")["fair.csv"]);
    let keys: Vec<&str> = fair.iter().map(|row| row["key"].as_str()).collect();
    assert_eq!(keys, ["bonus.noble1.value", "bonus.food3.value"]);
    let both = rows(&place.files("both")["what_if.csv"]);
    for (key, kind, out) in [(noble, "noble1", "one"), (food, "food3", "two")] {
        place.ok(&format!("{flags} {key} --out {out}"));
        let of_kind = both.iter().filter(|row| row["item"] == kind);
        let alone = rows(&place.files(out)["what_if.csv"]);
        assert!(of_kind.eq(alone.iter()), "{kind}");
    }
    assert_eq!(both.len(), 2 + 2 + 1);
    // Without values: those of `--vary`, or all up to twice the present one and 2.
    place.ok(&format!(
        "{flags} --vary bonus.noble1.value=1..3 --fair bonus.noble1.value --out vary"
    ));
    assert_eq!(place.files("vary")["what_if.csv"], place.files("one")["what_if.csv"]);
    place.ok(&format!("{flags} --fair bonus.noble1.value --out alone"));
    let alone = rows(&place.files("alone")["what_if.csv"]);
    let values: Vec<&str> = alone.iter().map(|row| row["values"].as_str()).collect();
    let value = |number| format!("bonus.noble1.value={number}");
    assert_eq!(values[1..], [0, 2, 3, 4].map(value));
    // A key that records leave out has its usual value, here 0.
    place.ok(&format!("{flags} --fair bonus.longboat.glory --out given"));
    let given = rows(&place.files("given")["what_if.csv"]);
    let values: Vec<&str> = given.iter().map(|row| row["values"].as_str()).collect();
    assert_eq!(values[1..], ["bonus.longboat.glory=1", "bonus.longboat.glory=2"]);
    place.ok(&format!("{flags} --vary bonus.longboat.glory=0..2 --out varied"));
    assert_eq!(place.files("varied")["what_if.csv"], place.files("given")["what_if.csv"]);
    // That a thing has no value is an answer, too, known beforehand; it stops no other question.
    let told = "longboat has no value";
    for (longboat, out) in [("longboat.value", "bare"), ("longboat.value=1..3", "with")] {
        let flags = format!("{flags} --fair bonus.{longboat} {noble} --out {out}");
        let beforehand = place.call(&flags.replace("--quiet", "--dry-run"));
        assert!(beforehand.err.contains(told), "{}", beforehand.err);
        let said = place.ok(&flags);
        assert!(said.contains(&format!("bonus.longboat.value: {told}")), "{said}");
        let [longboat, noble] = &rows(&place.files(out)["fair.csv"])[..] else { panic!("{out}") };
        let cells = ["item", "answer", "value", "low", "high", "below", "above", "undecided"];
        let cells = cells.map(|column| longboat[column].as_str());
        assert_eq!(cells, ["longboat", "no value", "", "", "", "", "", ""]);
        assert_eq!(*noble, fair[0]);
        assert_eq!(place.files(out)["what_if.csv"], place.files("one")["what_if.csv"]);
    }
    // With nothing else to ask, nothing is played.
    let error = place.fails(&format!("{flags} --fair bonus.longboat.value --out none"), 2);
    let meant = "there is no key `bonus.longboat.value`; did you mean `bonus.longboat.count`?";
    assert_eq!(error, format!("drakkar: --fair: {meant}\n"));
    assert!(!place.path("none").exists());
    place.ok("report bare --out none.html");
    let page = std::fs::read_to_string(place.path("none.html")).unwrap();
    let told = "<td>bonus.longboat.value</td><td>the others</td><td class=\"long\">the rules have no such key</td>";
    assert!(page.contains(told));
    // A question about a kind changes nothing about rules that are varied for all.
    let vary = "--vary scoring.zero_majorities=true,false";
    place.ok(&format!("{flags} {vary} --out plain"));
    place.ok(&format!("{flags} {vary} {noble} --out mixed"));
    let of_all = |out: &str| {
        let found = rows(&place.files(out)["what_if.csv"]).into_iter();
        let found = found.filter(|row| row["values"].starts_with("scoring"));
        found.collect::<Vec<_>>()
    };
    assert!(of_all("plain").len() > 5);
    assert_eq!(of_all("plain"), of_all("mixed"));
}

#[test]
fn any_action_of_any_game_can_be_judged() {
    let place = Place::new();
    let flags = "balance --game connect-four --agents mcts:iterations=30 --sampling-policy random --decisions 10 \
                 --replicate 0 --quiet --out c";
    let mut command = place.command(flags);
    let called =
        Called::of(command.args(["--at", "drop *", "--against", "drop 4"]).output().unwrap());
    assert_eq!(called.code, Some(0), "{}", called.err);
    assert!(called.out.contains("taking against \"drop 4\""), "{}", called.out);
    let effect = rows(&place.files("c")["branch_effect.csv"]);
    let kinds: Vec<&str> = effect.iter().map(|row| row["item"].as_str()).collect();
    assert_eq!(kinds, [1, 2, 3, 5, 6, 7].map(|column| format!("drop {column}")));
    assert!(effect.iter().all(|row| row["own"].is_empty()));
    // Actions are judged against that one, and not against the mean of the others.
    for row in &effect {
        assert_eq!(row["against_others"], row["effect"]);
        let side = match row["verdict"].as_str() {
            "better" => number(&row["effect"]) > 0.0,
            "worse" => number(&row["effect"]) < 0.0,
            other => other == "undecided",
        };
        assert!(side, "{row:?}");
    }
    assert!(!called.out.contains("against others"), "{}", called.out);
    assert!(!called.out.contains("Parts of the effect"), "{}", called.out);
}

/// Each action against whatever else the agent would choose, also under other rules.
#[test]
fn an_action_can_be_compared_with_all_others() {
    let place = Place::new();
    let balance = |at: &str, flags: &str| {
        let mut command = place.command(&format!("balance --replicate 0 --quiet {flags}"));
        let called = Called::of(command.args(["--at", at, "--against", "*"]).output().unwrap());
        assert_eq!(called.code, Some(0), "{}", called.err);
        called.out
    };
    let told = balance("drop *", "--game connect-four --agents greedy --decisions 400 --out c");
    assert!(told.contains("taking against anything else"), "{told}");
    let effect = rows(&place.files("c")["branch_effect.csv"]);
    let kinds: Vec<&str> = effect.iter().map(|row| row["item"].as_str()).collect();
    assert_eq!(kinds, [1, 2, 3, 4, 5, 6, 7].map(|column| format!("drop {column}")));
    // The middle is best.
    let worth = |kind: usize| number(&effect[kind]["effect"]);
    assert!(worth(3) > worth(0) && worth(3) > worth(6), "{effect:?}");
    balance("buy *", "--rules base --decisions 60 --vary scoring.unfed_penalty=1..3 --out v");
    let rules = rows(&place.files("v")["what_if.csv"]);
    assert!(rules.iter().any(|row| number(&row["effect"]) != 0.0), "{rules:?}");
}

/// A rule-set file is as good as a name, and what it will take is told beforehand.
#[test]
fn what_a_balance_takes_is_told_beforehand() {
    let place = Place::new();
    let rules = place.ok("rules advanced --set bonus.noble1.value=2");
    std::fs::write(place.path("mine.toml"), rules).unwrap();
    let flags = "balance --rules mine.toml --players 2 --decisions 60 --method take,ban --quiet";
    let told = place.ok(&format!("{flags} --out b --dry-run"));
    let told = told.split_whitespace().collect::<Vec<_>>().join(" ");
    // 14 kinds at 60 decisions with four branches, 16 bans with two, and the kinds once more at most.
    assert!(told.contains("about 5280 games, whole or from the middle"), "{told}");
    assert!(told.contains("at most 3360 more to replicate"), "{told}");
    assert!(
        told.contains("continued by greedy greedy = greedy:weights=tuned-1-advanced-2p"),
        "{told}"
    );
    assert!(!place.path("b").exists());
    // The games are as many whoever plays them.
    let flags = format!("{flags} --agents random");
    place.ok(&format!("{flags} --replicate 0 --out b"));
    assert_eq!(place.manifest("b")["games_played"], 5280);
    let called = place.call(&flags.replace("--quiet", "--replicate 60 --out c"));
    let (first, most) = called.err.split_once(" threads, with replication at most ").unwrap();
    assert!(first.starts_with("drakkar: takes ") && most.contains("second"), "{}", called.err);
}

/// The parts, and the comparison with what is taken instead, cost half of the games and do not touch the whole.
#[test]
fn a_worth_is_the_same_without_its_parts() {
    let place = Place::new();
    let flags =
        "balance --players 2 --agents random --decisions 60 --replicate 0 --method take --quiet";
    let split = place.ok(&format!("{flags} --format md --out split"));
    let whole = place.ok(&format!("{flags} --format md --out whole --no-parts"));
    assert!(split.contains("Parts of the effect") && !whole.contains("Parts of the effect"));
    let played = |out: &str| place.manifest(out)["games_played"].as_u64().unwrap();
    assert_eq!((played("split"), played("whole")), (4 * 14 * 60, 2 * 14 * 60));
    let [split, whole] = ["split", "whole"].map(|out| rows(&place.files(out)["bonus_effect.csv"]));
    for (split, whole) in split.iter().zip(&whole) {
        for (column, cell) in whole {
            let part = ["own", "denial", "next"].iter().any(|part| column.contains(part));
            assert!(if part { cell.is_empty() } else { *cell == split[column] }, "{column}");
        }
        assert!(!split["own"].is_empty() && !split["next"].is_empty());
    }
    assert_eq!(split.len(), whole.len());
}

#[test]
fn wrong_questions_are_told_what_is_wrong() {
    let place = Place::new();
    for (flags, told) in [
        ("--rules base", "--at: is needed"),
        ("--game goofspiel", "--at: is needed"),
        ("--fair bonus.longboat.valu", "--fair: there is no key `bonus.longboat.valu`"),
        ("--fair bonus.noble1", "--fair: `bonus.noble1` is not a number"),
        ("--fair longboat", "--fair: there is no key `longboat`"),
        ("--vary bonus.longboat.value=1..3", "there is no such key"),
        ("--fair=", "must be KEY, KEY=A..B or KEY=A,B,C"),
        (
            "--fair bonus.noble1.value=1 --fair bonus.food3.value=3..5",
            "--fair: bonus.noble1.value is left as it is",
        ),
        (
            "--fair bonus.food3.value=1 --fair bonus.food3.value=2",
            "--fair: `bonus.food3.value` is given twice",
        ),
        (
            "--fair scoring.noble_glory=1..3",
            "--fair: `scoring.noble_glory` is about none of the item types",
        ),
        (
            "--fair bonus.noble1.value=1..3 --target nobody",
            "--target nobody: is neither others, nor points, nor an item type",
        ),
        ("--fair bonus.noble9.value", "--fair: there is no key `bonus.noble9.value`"),
        (
            "--vary bonus.noble1.value=0,2 --vary bonus.noble1.value=3",
            "--vary: `bonus.noble1.value` is given twice",
        ),
        ("--vary bonus.noble1.count=1..3", "changes deals"),
        ("--vary setup.glory=3", "changes deals or the first state"),
        ("--vary bonus.noble1.value=1", "--vary: bonus.noble1.value is left as it is"),
        ("--vary bonus.noble1.value=", "must be KEY=A..B"),
        ("--vary bonus.noble.value=3", "bonus.noble"),
        ("--at * --against leave", "--against:"),
        ("--at pass --against decline", "with the rules `advanced` no action fitted `pass`"),
        ("--at *|leave --against decline", "--at: no action of the game fits `leave`"),
        ("--at a** --against decline", "--at: expected patterns of words or * separated by |"),
        ("--equivalence=-1", "--equivalence -1: must be a number of points"),
        (
            "--decisions 59",
            "--decisions: must be at least 60: 10 decisions for an item type in each of 6 rounds",
        ),
        ("--replicate 7", "--replicate: must be at least 60"),
        ("--replicate 18446744073709551615", "--replicate"),
        ("--no-parts --method grant,observe", "--no-parts: is about items that are taken"),
        ("--vary bonus.noble1.value=3 --method grant", "--vary: is about items that are taken"),
        ("--fair bonus.noble1.value=1..3 --target noble1", "--target: is the item type itself"),
        ("--agents greedy greedy", "is named twice"),
        ("--sampling-policy nobody", "--sampling-policy"),
    ] {
        let games = if flags.contains("--decisions") { "" } else { "--decisions 60" };
        let policy = if flags.contains("--sampling") { "" } else { "--sampling-policy random" };
        let asked = format!("balance --players 2 {policy} {games} {flags} --out x");
        let error = place.fails(&asked, 2);
        assert!(error.contains(told), "{flags}: {error}");
        assert!(!place.path("x").exists(), "{flags}");
    }
}
