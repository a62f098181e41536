//! Pages: `view` writes a game, `report` writes results. How they look and behave in a browser is for
//! `scripts/test_pages.sh`.

use std::fs;

use serde_json::Value;

use crate::call::Place;

/// What the scripts of a page find.
fn data(place: &Place, name: &str) -> Value {
    let page = fs::read_to_string(place.path(name)).unwrap();
    let data = page.split(r#"id="data">"#).nth(1).unwrap().split("</script>").next().unwrap();
    serde_json::from_str(data).unwrap()
}

/// Nothing is loaded from anywhere, and no script says where to.
fn loads_nothing(place: &Place, name: &str) {
    let page = fs::read_to_string(place.path(name)).unwrap();
    for load in ["src=", "http:", "https:", "@import", "fetch(", "XMLHttpRequest", "import("] {
        let found = page.replace("http://www.w3.org/2000/svg", "").contains(load);
        assert!(!found, "{name} has `{load}`");
    }
    assert!(page.contains("default-src 'none'"));
}

#[test]
fn view_shows_every_decision_of_every_game() {
    let place = Place::new();
    for (game, players) in
        [("vikings", 3), ("vikings-on-board", 3), ("connect-four", 2), ("goofspiel", 3)]
    {
        place.ok(&format!(
            "run --game {game} --players {players} --agents random --games 2 --out {game} \
             --record {game}.jsonl --quiet"
        ));
        let said = place.ok(&format!("view {game}.jsonl --game 1 --out deep/{game}.html"));
        assert_eq!(said, format!("deep/{game}.html\n"));
        let record = fs::read_to_string(place.path(&format!("{game}.jsonl"))).unwrap();
        let record: Value = serde_json::from_str(record.lines().nth(1).unwrap()).unwrap();
        let page = format!("deep/{game}.html");
        loads_nothing(&place, &page);
        let data = data(&place, &page);
        let decisions = record["decisions"].as_array().unwrap();
        assert_eq!(data["frames"].as_array().unwrap().len(), decisions.len() + 1);
        for (decision, told) in decisions.iter().zip(data["decisions"].as_array().unwrap()) {
            assert_eq!(decision[0], told["seat"]);
            assert_eq!(decision[1], told["action"]);
            assert_eq!(decision[2], told["legal"]);
        }
        assert_eq!(
            (&data["game_index"], &data["agents"]),
            (&record["game_index"], &record["agents"])
        );
        assert_eq!(data["end"][2]["place"], record["result"]["place"][2]);
        assert_eq!(data["fault"], Value::Null);
    }
}

#[test]
fn both_variants_of_vikings_have_scenes_that_agree_with_the_record() {
    let place = Place::new();
    for rules in ["base", "advanced"] {
        place.ok(&format!(
            "run --rules {rules} --agents greedy --games 1 --out {rules} --record {rules}.jsonl --quiet"
        ));
        place.ok(&format!("view {rules}.jsonl --out {rules}.html"));
        let data = data(&place, &format!("{rules}.html"));
        let end = &data["frames"].as_array().unwrap().last().unwrap()["scene"];
        for seat in 0..4 {
            assert_eq!(end["seats"][seat]["glory"], data["end"][seat]["score"]);
            let sources = data["end"][seat]["sources"].as_array().unwrap();
            let sum: i64 = sources.iter().map(|part| part["amount"].as_i64().unwrap()).sum();
            assert_eq!(sum, end["seats"][seat]["glory"].as_i64().unwrap());
        }
        assert_eq!(end.get("bonus_row").is_some(), rules == "advanced");
        let scorings = data["decisions"].as_array().unwrap().iter();
        let scorings: usize = scorings
            .filter_map(|told| told.get("scorings"))
            .map(|s| s.as_array().unwrap().len())
            .sum();
        assert_eq!(scorings, 7);
    }
}

#[test]
fn changed_rules_are_told() {
    let place = Place::new();
    place.ok(
        "run --rules base --set setup.glory=12 --games 1 --agents random --out a --record r.jsonl",
    );
    place.ok("view r.jsonl --out r.html");
    let data = data(&place, "r.html");
    assert_eq!((&data["rules"], &data["preset"]), (&"custom".into(), &"base".into()));
    assert_eq!(
        data["changes"],
        serde_json::json!([{"key": "setup.glory", "value": 12, "preset": 10}])
    );
}

#[test]
fn a_page_is_replaced_only_by_force() {
    let place = Place::new();
    place.ok("run --game connect-four --agents random --games 1 --out a --record r.jsonl");
    fs::write(place.path("r.html"), "precious").unwrap();
    let error = place.fails("view r.jsonl --out r.html", 2);
    let reason = "exists; choose another name for --out, or replace it with --force";
    assert_eq!(error, format!("drakkar: r.html: {reason}\n"));
    assert_eq!(fs::read_to_string(place.path("r.html")).unwrap(), "precious");
    place.ok("view r.jsonl --out r.html --force");
    data(&place, "r.html");
    assert!(place.fails("view r.jsonl --out a", 2).contains("a: is a folder; name a file"));
}

#[test]
fn what_cannot_be_viewed_is_told() {
    let place = Place::new();
    place.ok("run --game connect-four --agents random --games 3 --out a --record r.jsonl");
    let error = place.fails("view r.jsonl --game 9 --out x.html", 2);
    assert_eq!(error, "drakkar: --game: no record has index 9; the last one has 2\n");
    assert!(place.fails("view none.jsonl --out x.html", 2).starts_with("drakkar: none.jsonl: "));
    fs::write(place.path("bad.jsonl"), "{}\n").unwrap();
    assert!(
        place.fails("view bad.jsonl --out x.html", 2).starts_with("drakkar: bad.jsonl: line 1: ")
    );
    assert!(!place.path("x.html").exists());
    // What can be played is shown, up to the fault.
    let good = fs::read_to_string(place.path("r.jsonl")).unwrap();
    fs::write(place.path("bad.jsonl"), good.replacen("[0,\"drop ", "[1,\"drop ", 1)).unwrap();
    let error = place.fails("view bad.jsonl --out x.html", 2);
    assert!(
        error.contains("line 1: key `decisions[0][0]`: expected seat 0, found seat 1"),
        "{error}"
    );
    assert!(error.contains("x.html shows the game as far as it can be played"), "{error}");
    let data = data(&place, "x.html");
    assert_eq!(data["frames"].as_array().unwrap().len(), 1);
    assert!(data["fault"].as_str().unwrap().contains("decisions[0][0]"));
}
