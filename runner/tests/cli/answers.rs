//! Answers for programs: one object, or one figure a cell.

use serde_json::Value;

use crate::call::{Place, number, rows};

fn json(place: &Place, line: &str) -> Value {
    let text = place.ok(&format!("{line} --format json"));
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{line}: {error}\n{text}"))
}

/// The table of this name.
fn table<'a>(answer: &'a Value, name: &str) -> &'a Vec<Value> {
    let tables = answer["tables"].as_array().unwrap();
    let found = tables.iter().find(|table| table["name"] == name);
    found.unwrap_or_else(|| panic!("no table {name}: {answer}"))["rows"].as_array().unwrap()
}

/// Cells of CSV that are no single figure and no name: per cents, intervals, ranks, thin words.
fn is_dressed(cell: &str) -> bool {
    ["%", " to ", "(x", "±"].iter().any(|mark| cell.contains(mark)) || cell.starts_with('+')
}

/// A program that fails at each decision leaves nothing to judge, and more games would leave nothing either.
#[test]
fn where_no_game_counts_nothing_is_judged() {
    let place = Place::new();
    for (line, said) in [
        ("run --agents exec:cat", "There are no data: no game counts."),
        (
            "compare --agents exec:cat random --on-failure leave-out",
            "There is no comparison of exec:cat and random: no game counts.",
        ),
        (
            "compare --agents exec:cat --vs-set scoring.tied=carry",
            "There is no comparison of the rule sets: no game counts.",
        ),
    ] {
        let line = format!(
            "{line} --game goofspiel --players 2 --games 6 --quiet --force --out o --format json"
        );
        let called = place.call(&line);
        let answer: Value = serde_json::from_str(&called.out).unwrap();
        assert_eq!((called.code, &answer["next"]), (Some(1), &Value::Null), "{line}");
        assert_eq!(answer["sentences"][0], said, "{line}");
    }
}

/// Every command that prints figures, tables or lists.
#[test]
fn every_command_answers_in_json_and_in_single_figures() {
    let place = Place::new();
    let duel =
        "compare --game goofspiel --set deck.cards=5 --players 2 --agents random greedy --quiet";
    let balance = "balance --players 2 --agents random --decisions 60 --replicate 60 --method take,grant,observe --quiet";
    for line in [
        "run --game goofspiel --set deck.cards=5 --agents greedy random --games 80 --record g.jsonl --keep-chunks \
         --quiet --out r",
        "run --game goofspiel --set deck.cards=5 --agents greedy random --games 80 --quiet --dry-run",
        "tournament --game goofspiel --set deck.cards=5 --agents random greedy --players 3 --games 120 --quiet --out t",
        &format!("{duel} --games 100 --out c"),
        &format!("{duel} --sprt elo1=40 --dry-run"),
        "compare --game goofspiel --set deck.cards=5 --agents random --players 2 --games 80 --vs-set scoring.tied=carry \
         --quiet --out v",
        &format!("{balance} --out b"),
        &format!("{balance} --dry-run"),
        "merge r",
        "missing r",
        "audit r --every 1 --quiet",
        "work r --dry-run --quiet",
        "list",
        "list mcts",
        "list counters --game goofspiel",
        "verify g.jsonl",
        "replay g.jsonl --index 3",
        "analyse g.jsonl --index 3 --agent mcts:iterations=10",
        "analyse g.jsonl --index 3 --agent mcts:iterations=10 --decision 2",
        "perft --game connect-four --depth 3",
        "report r --out page.html --force --svg charts",
        "view g.jsonl --index 3 --out game.html --force",
        "tune --rules base --players 2 --params hand --games 8 --generations 1 --elo 100 --references \
         --confirm 40 --quiet --out tuned",
    ] {
        let answer = json(&place, line);
        let tables = answer["tables"].as_array().unwrap();
        assert!(!tables.is_empty() && answer["sentences"].is_array(), "{line}: {answer}");
        for table in tables {
            assert!(table["name"].as_str().is_some_and(|name| !name.is_empty()), "{line}: {table}");
            for row in table["rows"].as_array().unwrap() {
                let keys: Vec<&String> = row.as_object().unwrap().keys().collect();
                assert!(keys.iter().all(|key| !key.is_empty() && !key.contains(' ')), "{keys:?}");
            }
        }
        // What was written is told once more; whoever plays a dry run plays it again.
        let csv = place.ok(&format!("{line} --format csv"));
        let cells =
            csv.lines().filter(|line| !line.starts_with('#')).flat_map(|line| line.split(','));
        // Texts about options and facts may say anything.
        if !line.starts_with("list") {
            for cell in cells {
                assert!(!is_dressed(cell), "{line}: {cell}\n{csv}");
            }
        }
    }
}

#[test]
fn an_answer_has_the_figures_of_the_files() {
    let place = Place::new();
    let answer = json(
        &place,
        "run --game goofspiel --agents greedy random --games 400 --seed 4 --quiet --out r",
    );
    for (name, file) in
        [("win_rates", "win_rates.csv"), ("strategy", "strategy.csv"), ("pace", "pace.csv")]
    {
        let file = rows(&place.files("r")[file]);
        for row in table(&answer, name) {
            let keys = match name {
                "win_rates" => ["agent", "seat"],
                "strategy" => ["agent", "counter"],
                _ => ["metric", "at"],
            };
            let is_same = |other: &&std::collections::BTreeMap<String, String>| {
                keys.iter().all(|key| row[key].to_string().trim_matches('"') == other[*key])
            };
            let of_file = file.iter().find(is_same).unwrap();
            for (key, value) in row.as_object().unwrap() {
                if let Some(value) = value.as_f64() {
                    assert_eq!(value, number(&of_file[key]), "{name}: {key}");
                }
            }
        }
    }
    assert_eq!(answer["next"], Value::Null);
    assert_eq!(answer["folder"], "r");
    assert!(answer["files"].as_array().unwrap().contains(&"manifest.json".into()));
}

/// The whole of a small one, word by word.
#[test]
fn an_answer_word_by_word() {
    let place = Place::new();
    let line = "run --game connect-four --agents random --games 20 --quiet";
    let told = [
        place.ok(&format!("{line} --out a --format json")),
        place.ok(&format!("{line} --out a --format csv")),
        place.ok("perft --game connect-four --depth 2 --format json"),
        place.ok("compare --game goofspiel --agents random greedy --players 3 --games 60 --quiet --out c --format csv"),
    ];
    insta::assert_snapshot!("answers", told.join("---\n"));
}

#[test]
fn rules_and_weights_are_objects_too() {
    let place = Place::new();
    let rules: Value =
        serde_json::from_str(&place.ok("rules base --set setup.glory=12 --format json")).unwrap();
    assert_eq!(rules["setup"]["glory"], 12);
    let weights: Value = serde_json::from_str(&place.ok("weights manual-1 --format json")).unwrap();
    assert_eq!(weights["gold_per_round"], 0.04);
    let sets: Value = serde_json::from_str(&place.ok("weights --format json")).unwrap();
    assert_eq!(table(&sets, "weights")[0]["name"], "manual-1");
    let plan: Value = serde_json::from_str(
        &place.ok("plan p --format json run --game connect-four --agents random --games 20"),
    )
    .unwrap();
    let plan = &table(&plan, "plan")[0];
    assert_eq!(
        (&plan["folder"], &plan["games"], &plan["chunks"]),
        (&"p".into(), &20.into(), &1.into())
    );
}

/// What a test will take on average lies where it ends.
#[test]
fn a_dry_run_tells_when_a_test_will_end() {
    let place = Place::new();
    let duel = "compare --game goofspiel --agents random greedy:lookahead=turn --players 2 --chunk 4 --quiet";
    let dry = json(&place, &format!("{duel} --sprt elo0=-5,elo1=80 --dry-run"));
    let ends = table(&dry, "ends");
    let told: Vec<&str> = ends.iter().map(|row| row["truth"].as_str().unwrap()).collect();
    assert_eq!(told, ["equal", "lower", "halfway", "upper", "tried"]);
    let games: Vec<u64> = ends.iter().map(|row| row["games"].as_u64().unwrap()).collect();
    assert!(games[2] > games[1] && games[2] > games[3] && games[0] > games[1], "{games:?}");
    place.ok(&format!("{duel} --sprt elo0=-5,elo1=80 --out s"));
    let played = place.manifest("s")["games_played"].as_u64().unwrap();
    assert!((games[4] / 2..=games[4] * 2).contains(&played), "{games:?} {played}");
    let alike =
        "compare --game connect-four --agents random greedy --players 2 --sprt elo1=9 --dry-run";
    let told = place.ok(alike);
    assert!(
        told.contains("When it will end is unknown: the games tried all ended alike."),
        "{told}"
    );
    let until = json(&place, &format!("{duel} --until ci=0.02 --dry-run"));
    let expected = table(&until, "ends")[0]["games"].as_u64().unwrap();
    place.ok(&format!("{duel} --until ci=0.02 --out u"));
    let played = place.manifest("u")["games_played"].as_u64().unwrap();
    assert!((0.6..1.7).contains(&(expected as f64 / played as f64)), "{expected} {played}");
}

/// The numbers by which players of chess judge a test.
#[test]
fn a_comparison_tells_elo_superiority_and_how_far_the_test_has_come() {
    let place = Place::new();
    let duel = "compare --game goofspiel --agents random greedy:lookahead=turn --players 2 --chunk 4 --quiet";
    let line = format!("{duel} --sprt elo0=-5,elo1=80 --confirm 200 --out s");
    let told = json(&place, &line);
    let rows = table(&told, "strength");
    let effects = place.files("s")["effects.csv"].clone();
    let effects = crate::call::rows(&effects);
    let effects = effects.iter().filter(|row| row["metric"] == "score");
    for (row, effect) in rows.iter().zip(effects) {
        for key in ["elo", "elo_low", "elo_high"] {
            assert_eq!(row[key].as_f64().unwrap(), number(&effect[key]), "{row} {effect:?}");
        }
        assert_eq!(row["phase"], effect["phase"].as_str());
        let superior = row["los"].as_f64().unwrap();
        assert_eq!(superior > 0.5, number(&effect["value"]) > 0.5, "{row}");
        // The other side of the p-value, where there is one.
        if let Ok(p) = effect["p"].parse::<f64>() {
            assert!((superior.min(1.0 - superior) - p / 2.0).abs() < 1e-5, "{row} {effect:?}");
        }
    }
    assert_eq!(rows.len(), 2);
    let text = place.ok(&line);
    assert!(text.contains(" (LLR -") && text.contains(", bounds -2.94 and +2.94)"), "{text}");
    assert!(text.contains("\nElo ") && text.contains(", LOS "), "{text}");
    assert!(text.contains(" %, on fresh deals\n"), "{text}");
}

#[test]
fn a_dry_run_of_several_parts_tells_the_time_of_each() {
    let place = Place::new();
    let game = "--game connect-four --out s --dry-run --quiet";
    let parts = |line: &str| {
        let told = json(&place, line);
        let rows = table(&told, "expected").clone();
        assert!(rows.iter().all(|row| row["time_of_each"].as_f64().unwrap() > 0.0), "{told}");
        rows.iter().map(|row| row["part"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(
        parts(&format!(
            "tune {game} --games 40 --generations 3 --population 5 --confirm 400 --references"
        )),
        ["a generation of 5 candidates", "the test start", "the effect of a changed weight"]
    );
    assert_eq!(
        parts(&format!("profile {game} --quick --games 20 --levels 1 2 --analysis-iterations 10")),
        ["the rating ladder", "self-play", "analyses", "luck"]
    );
    assert!(!place.path("s").exists());
}
