//! Records: written by `run`, checked by `verify`, shown by `replay`.

use std::fs;

use drakkar::Labs;

use crate::call::Place;

#[test]
fn own_games_are_accepted_for_every_game_and_number_of_seats() {
    let place = Place::new();
    for lab in Labs::standard().iter() {
        let (game, (fewest, most)) = (lab.info().id, lab.info().players);
        for (players, agent) in
            (fewest..=most).flat_map(|players| ["random", "greedy"].map(|agent| (players, agent)))
        {
            let name = format!("{game}{players}{agent}");
            place.ok(&format!(
                "run --game {game} --players {players} --agents {agent} --games 24 --out {name} \
                 --record {name}.jsonl --quiet"
            ));
            let said = place.ok(&format!("verify {name}.jsonl"));
            assert_eq!(said, format!("{name}.jsonl: 24 games accepted\n"));
        }
    }
}

/// Tiles from outside the game are part of the rules, and so of the record.
#[test]
fn games_with_grants_are_recorded_verified_and_viewed() {
    let place = Place::new();
    let rules =
        place.ok("rules advanced") + "\n[[grants]]\nround = 2\nseat = 1\nkind = \"noble1\"\n";
    fs::write(place.path("mine.toml"), rules).unwrap();
    place.ok("run --rules mine.toml --players 2 --games 20 --agents greedy --out r --record r.jsonl --quiet");
    assert_eq!(place.ok("verify r.jsonl"), "r.jsonl: 20 games accepted\n");
    let records = fs::read_to_string(place.path("r.jsonl")).unwrap();
    place.ok("view r.jsonl --out game.html");
    // Without the tile the same decisions do not make the same game.
    fs::write(
        place.path("without.jsonl"),
        records.replace("\"grants\":[{", "\"grants\":[],\"x\":[{"),
    )
    .unwrap();
    place.fails("verify without.jsonl", 1);
    fs::write(
        place.path("other.jsonl"),
        records.replace("\"kind\":\"noble1\"", "\"kind\":\"gold5\""),
    )
    .unwrap();
    place.fails("verify other.jsonl", 1);
}

#[test]
fn every_nth_game_is_recorded() {
    let place = Place::new();
    let line = "run --agents greedy random --games 30 --out a --record deep/r.jsonl";
    place.ok(&format!("{line} --record-every 7 --chunk 2"));
    let text = fs::read_to_string(place.path("deep/r.jsonl")).unwrap();
    let mut records: Vec<serde_json::Value> =
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(records.remove(0)["format"], "drakkar-rule-set");
    let indices: Vec<u64> = records.iter().map(|r| r["game_index"].as_u64().unwrap()).collect();
    assert_eq!(indices, [0, 7, 14, 21, 28]);
    // The second game of a block has the other seating.
    assert_eq!(
        records[0]["agents"],
        serde_json::json!(["greedy:weights=tuned-1-base-2p", "random"])
    );
    assert_eq!(
        records[1]["agents"],
        serde_json::json!(["random", "greedy:weights=tuned-1-base-2p"])
    );
}

#[test]
fn a_record_file_is_replaced_only_by_force() {
    let place = Place::new();
    let line = "run --game connect-four --agents random --games 5 --out a";
    fs::write(place.path("r.jsonl"), "precious").unwrap();
    let error = place.fails(&format!("{line} --record r.jsonl"), 2);
    assert!(error.contains("r.jsonl: exists; choose another name"), "{error}");
    assert_eq!(fs::read_to_string(place.path("r.jsonl")).unwrap(), "precious");
    place.ok(&format!("{line} --record r.jsonl --force"));
    place.ok("verify r.jsonl");
    // The run is complete; records that are not there yet are still written.
    place.ok(&format!("{line} --record other.jsonl"));
    assert_eq!(
        fs::read(place.path("other.jsonl")).unwrap(),
        fs::read(place.path("r.jsonl")).unwrap()
    );
    assert!(place.ok(&format!("{line} --record other.jsonl")).contains("Nothing to do"));
    // A file of other bytes is not taken for them.
    let whole = fs::read(place.path("r.jsonl")).unwrap();
    let cut = whole.len() / 2;
    for bytes in [&whole[..cut], b"", b"precious\n"] {
        fs::write(place.path("r.jsonl"), bytes).unwrap();
        let error = place.fails(&format!("{line} --record r.jsonl"), 2);
        assert!(error.contains("r.jsonl: is not what this run wrote; choose another"), "{error}");
        assert_eq!(fs::read(place.path("r.jsonl")).unwrap(), bytes);
    }
    place.ok(&format!("{line} --record r.jsonl --force"));
    assert_eq!(fs::read(place.path("r.jsonl")).unwrap(), whole);
}

/// In the folder of the results, the names of results are taken.
#[test]
fn records_are_in_the_way_of_no_result() {
    let place = Place::new();
    let line = "run --game connect-four --agents random --games 5 --quiet";
    for (out, record) in [
        ("a", "a/run.json"),
        ("a", "a"),
        ("a", "a/manifest.json"),
        ("a/b", "./a/b/win_rates.csv"),
        ("a", "a/failures.jsonl"),
        ("a", "a/done/r.jsonl"),
    ] {
        let error = place.fails(&format!("{line} --out {out} --record {record} --force"), 2);
        assert!(
            error.contains(&format!("{record}: is for the results in {out}; choose")),
            "{error}"
        );
        assert!(!place.path("a").exists(), "{record}");
    }
    place.ok(&format!("{line} --out a --record a/games.jsonl"));
    place.ok("verify a/games.jsonl");
    let link = |to: &str| std::os::unix::fs::symlink(place.path(to), place.path("l.jsonl"));
    link("a/manifest.json").unwrap();
    place.fails(&format!("{line} --out a --record l.jsonl --force"), 2);
    place.ok(&format!("plan p {line} --record-every 1").replace(" --quiet", ""));
    place.ok("work p --quiet");
    let told = place.ok("merge p --record whole.jsonl");
    // Its own file is recognised.
    let again = place.ok("merge p --record whole.jsonl");
    assert_eq!(told, again);
    fs::write(place.path("whole.jsonl"), "mine").unwrap();
    let error = place.fails("merge p --record whole.jsonl", 2);
    assert!(error.contains("whole.jsonl: is not what this run wrote"), "{error}");
    let manifest = || fs::read_to_string(place.path("p/manifest.json")).unwrap();
    let hash = || manifest().contains("\"records\": \"");
    assert!(hash());
    // Also if they are added up once more without them.
    place.ok("merge p");
    assert!(hash());
    let error = place.fails("merge p --record p/win_rates.csv", 2);
    assert!(error.contains("p/win_rates.csv: is for the results in p"), "{error}");
}

#[test]
fn damaged_records_are_rejected_with_line_and_key() {
    let place = Place::new();
    place.ok("run --players 2 --games 1 --agents random --out a --record r.jsonl");
    let text = fs::read_to_string(place.path("r.jsonl")).unwrap();
    let good = text.split_once('\n').unwrap().1;
    let bad = [
        good.replace("\"version\":2", "\"version\":3"),
        good.replace("rule_set_id\":\"", "rule_set_id\":\"0"),
        good.replace("\"game\":\"vikings\"", "\"game\":\"chess\""),
        good.replace("\"players\":2", "\"players\":\"2\""),
        good.replacen("\",5,", "\",6,", 1),
        good.replacen("\"start ", "\"start X", 1),
        good.replace("\"win_share\":[", "\"win_share\":[0.5,"),
        good[..good.len() / 2].to_owned() + "\n",
        "\n".to_owned(),
    ];
    fs::write(place.path("bad.jsonl"), format!("{text}{}", bad.concat())).unwrap();
    let called = place.call("verify bad.jsonl r.jsonl");
    assert_eq!(called.code, Some(1));
    assert_eq!(called.out, "bad.jsonl: 1 game accepted, 9 rejected\nr.jsonl: 1 game accepted\n");
    let lines: Vec<&str> = called.err.lines().collect();
    assert_eq!(lines.len(), 10, "{}", called.err);
    for (index, line) in lines[..9].iter().enumerate() {
        assert!(line.starts_with(&format!("drakkar: bad.jsonl:{}: ", index + 3)), "{line}");
    }
    for (line, key) in
        lines.iter().zip(["`version`", "`rule_set_id`", "`game`", "`players`", "`decisions"])
    {
        assert!(line.contains(key), "{line}");
    }
    assert_eq!(lines[9], "drakkar: 9 of 11 records rejected");
}

/// Some programs write a byte order mark before a text.
#[test]
fn byte_order_marks_are_skipped() {
    let place = Place::new();
    let line = "run --game goofspiel --players 2 --games 2 --agents random";
    place.ok(&format!("{line} --quiet --out a --record r.jsonl"));
    let marked = |from: &str, to: &str| {
        let text = fs::read_to_string(place.path(from)).unwrap();
        fs::write(place.path(to), format!("\u{feff}{text}")).unwrap();
    };
    marked("r.jsonl", "m.jsonl");
    place.ok("verify m.jsonl");
    marked("a/run.json", "run.json");
    place.ok("run --config run.json --quiet --out b");
    assert_eq!(place.files("a")["win_rates.csv"], place.files("b")["win_rates.csv"]);
    let bot = "while read -r line; do case $line in *decide*) printf '\\357\\273\\277%s\\n' \"$(printf %s \"$line\" | \
               sed 's/.*\"legal\":\\[\\(\"[^\"]*\"\\).*/{\"action\":\\1}/')\";; esac; done";
    fs::write(place.path("bot"), bot).unwrap();
    let mut command =
        place.command("run --game goofspiel --players 2 --games 2 --quiet --out c --agents random");
    let output = command.arg("exec:sh bot").output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
}

/// However long what is wrong is, it takes no time to say so, and little room.
#[test]
fn long_and_many_mistakes_are_told_briefly() {
    const VERSION: &str = env!("CARGO_PKG_VERSION");
    let place = Place::new();
    place.ok("run --players 2 --games 1 --agents random --quiet --out a --record r.jsonl");
    let good = fs::read_to_string(place.path("r.jsonl")).unwrap();
    let name = "x".repeat(15_000_000);
    let long = good.replace("\"game\":\"vikings\"", &format!("\"game\":\"{name}\""));
    fs::write(place.path("long.jsonl"), long).unwrap();
    for (command, code) in [("verify long.jsonl", 1), ("replay long.jsonl", 2)] {
        let error = place.fails(command, code);
        assert!(error.contains("there is no game `xxx") && error.len() < 10_000, "{error:.200}");
    }
    let long = good.replacen("\"buy ", &format!("\"{}buy ", "\\n".repeat(300_000)), 1);
    fs::write(place.path("action.jsonl"), long).unwrap();
    for (command, code) in [("verify action.jsonl", 1), ("replay action.jsonl", 2)] {
        let error = place.fails(command, code);
        assert!(error.contains("cannot read action") && error.len() < 1_000, "{error:.200}");
    }
    place.ok("plan w run --game connect-four --agents random greedy --games 120 --chunk 10");
    let plan = fs::read_to_string(place.path("w/run.json")).unwrap();
    let long = plan.replace(&format!("\"{VERSION}\""), &format!("\"{}\"", "\\n".repeat(300_000)));
    fs::write(place.path("w/run.json"), long).unwrap();
    let error = place.fails("missing w", 2);
    assert!(
        error.contains("was made by drakkar") && error.ends_with(&format!("this is {VERSION}\n")),
        "{error:.200}"
    );
    assert!(error.len() < 10_000, "{}", error.len());
    fs::write(place.path("many.jsonl"), good + &"x\n".repeat(500)).unwrap();
    let called = place.call("verify many.jsonl");
    assert_eq!(called.out, "many.jsonl: 1 game accepted, 500 rejected\n");
    assert_eq!(called.err.lines().count(), 22, "{}", called.err);
    assert!(called.err.contains("many.jsonl: 480 lines more that are rejected"), "{}", called.err);
}

/// Whoever counts the lines of a file would count such a game twice.
/// Whoever reads a record checks the same.
#[test]
fn no_reader_accepts_a_false_record() {
    let place = Place::new();
    place.ok("run --rules advanced --players 2 --games 2 --agents random --quiet --out r --record r.jsonl");
    let text = fs::read_to_string(place.path("r.jsonl")).unwrap();
    let (rule_set, line) = text.split_once('\n').unwrap();
    let place_of = |places: [u8; 2]| format!("\"place\":[{},{}]", places[0], places[1]);
    let (true_place, false_place) = match line.contains(&place_of([1, 2])) {
        true => (place_of([1, 2]), place_of([2, 1])),
        false => (place_of([2, 1]), place_of([1, 2])),
    };
    for (from, to, key) in [
        ("\"rules\":\"advanced\"", "\"rules\":\"bsw\"", "key `rules`"),
        (&true_place, &false_place, "key `result.place[0]`"),
    ] {
        assert!(line.contains(from), "{line}");
        fs::write(place.path("f.jsonl"), format!("{rule_set}\n{}", line.replace(from, to)))
            .unwrap();
        for (command, code) in [
            ("verify f.jsonl", 1),
            ("replay f.jsonl", 2),
            ("view f.jsonl --out f.html", 2),
            ("analyse f.jsonl --agent random", 2),
        ] {
            let error = place.fails(command, code);
            assert!(error.contains(key), "{command}: {error}");
        }
    }
}

#[test]
fn a_game_that_is_there_twice_is_rejected_with_both_lines() {
    let place = Place::new();
    let line = "run --game connect-four --agents random greedy --quiet";
    place.ok(&format!("{line} --games 6 --out a --record r.jsonl"));
    place.ok(&format!("{line} --games 2 --seed 2 --out b --record other.jsonl"));
    let text = fs::read_to_string(place.path("r.jsonl")).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    // As text it is another one.
    let again = lines[3].replacen("\"players\":2,", "", 1).replacen('{', "{\"players\":2,", 1);
    assert_ne!(again, lines[3]);
    fs::write(place.path("twice.jsonl"), format!("{text}{}\n{again}\n", lines[1])).unwrap();
    let called = place.call("verify twice.jsonl");
    assert_eq!(called.code, Some(1));
    assert_eq!(called.out, "twice.jsonl: 6 games accepted, 2 rejected\n");
    assert_eq!(
        called.err,
        "drakkar: twice.jsonl:8: is game 0 of seed 1 once more, with the same seating: line 2 has it\n\
         drakkar: twice.jsonl:9: is game 2 of seed 1 once more, with the same seating: line 4 has it\n\
         drakkar: 2 of 8 records rejected\n"
    );
    // Games of another seed are others, and so is the same game in another file.
    let other = fs::read_to_string(place.path("other.jsonl")).unwrap();
    fs::write(place.path("both.jsonl"), text + &other).unwrap();
    let said = place.ok("verify both.jsonl r.jsonl");
    assert_eq!(said, "both.jsonl: 8 games accepted\nr.jsonl: 6 games accepted\n");
    // Connect four has no rules to change.
    for (game, file) in [("connect-four", "c"), ("goofspiel", "g")] {
        place.ok(&format!(
            "run --game {game} --players 2 --agents random --games 1 --out {file} --record {file}.jsonl"
        ));
    }
    let [four, goofspiel] =
        ["c.jsonl", "g.jsonl"].map(|file| fs::read_to_string(place.path(file)).unwrap());
    fs::write(place.path("mixed.jsonl"), [&*four, &goofspiel, &four].concat()).unwrap();
    let called = place.call("verify mixed.jsonl");
    assert_eq!(called.code, Some(1));
    assert_eq!(
        called.err,
        "drakkar: mixed.jsonl:6: is game 0 of seed 1 once more, with the same seating: line 2 has it\n\
         drakkar: 1 of 3 records rejected\n"
    );
}

#[test]
fn replay_tells_the_game() {
    let place = Place::new();
    place.ok("run --game connect-four --agents greedy random --games 4 --out a --record r.jsonl");
    let text = place.ok("replay r.jsonl --index 3");
    assert!(text.starts_with("connect-four (base), game 3 of seed 1\nseat 0: random\n"), "{text}");
    assert!(text.contains("   0  seat 0  drop "), "{text}");
    let tables = place.ok("replay r.jsonl --index 3 --tables");
    let boards = |text: &str| text.matches("1 2 3 4 5 6 7").count();
    let decisions = text.matches("  (of ").count();
    assert_eq!((boards(&text), boards(&tables)), (2, decisions + 1));
    let error = place.fails("replay r.jsonl --index 9", 2);
    assert_eq!(error, "drakkar: --index: no record has index 9; the last one has 3\n");
}
