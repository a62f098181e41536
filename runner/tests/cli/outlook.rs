//! Pages of games with the win shares that an agent expects.

use std::fs;

use serde_json::Value;

use crate::call::Place;
use crate::pages::data;

#[test]
fn an_analysis_adds_what_analyse_says_and_nothing_else() {
    let place = Place::new();
    place.ok("run --game connect-four --agents random --games 2 --out a --record r.jsonl");
    place.ok("view r.jsonl --index 1 --out plain.html");
    let search = "mcts:iterations=80";
    let view = |options: &str, out: &str| {
        place.ok(&format!("view r.jsonl --index 1 {options} --out {out}"));
        data(&place, out)
    };
    let mut told = view(&format!("--analyse {search}"), "one.html");
    let text = place.ok(&format!("analyse r.jsonl --index 1 --agent {search} --format csv"));
    let (mut asked, mut differing) = (0, 0);
    for decision in told["decisions"].as_array_mut().unwrap() {
        let parts = ["share", "choice", "share_played"];
        let [share, choice, played] =
            parts.map(|part| decision.as_object_mut().unwrap().remove(part));
        let Some(share) = share else {
            assert_eq!(decision["legal"], 1);
            continue;
        };
        asked += 1;
        differing += usize::from(choice.is_some());
        let known = |share: &Value| (0.0..=1.0).contains(&share.as_f64().unwrap());
        // What was played may be an action that the search never tried.
        let played_known = |share: &Value| share.is_null() || known(share);
        assert!(known(&share) && played.as_ref().is_none_or(played_known), "{share} {played:?}");
        assert_eq!(choice.is_some(), played.is_some());
        assert_ne!(choice.as_ref(), Some(&decision["action"]));
    }
    let agreed = asked - differing;
    let remark = format!("In {agreed} of {asked} decisions the agent would do what was played.");
    assert!(differing > 0 && text.contains(&remark), "{remark} {text}");
    assert!(told["analysis"]["agent"].as_str().unwrap().starts_with("mcts:plain,iterations=80,"));
    told.as_object_mut().unwrap().remove("analysis");
    assert_eq!(told, data(&place, "plain.html"));
    // The same bytes again, and other draws with another seed.
    view(&format!("--analyse {search}"), "two.html");
    let bytes = |name| fs::read(place.path(name)).unwrap();
    assert_eq!(bytes("one.html"), bytes("two.html"));
    assert_ne!(
        view(&format!("--analyse {search} --seed 2"), "three.html"),
        data(&place, "one.html")
    );
    let named = view("--analyse wise=mcts:iterations=20", "four.html");
    assert_eq!(named["analysis"]["name"], "wise");
    assert_eq!(view("--analyse", "five.html")["analysis"]["name"], "mcts");
}

#[test]
fn an_agent_that_expects_nothing_is_refused() {
    let place = Place::new();
    place.ok("run --game connect-four --agents random --games 1 --out a --record r.jsonl");
    for agent in ["greedy", "random"] {
        let error = place.fails(&format!("view r.jsonl --analyse {agent} --out x.html"), 2);
        let told =
            format!("--analyse {agent}: does not say what win share it expects; a search does");
        assert!(error.contains(&told), "{error}");
    }
    let error = place.fails("view r.jsonl --analyse clever --out x.html", 2);
    assert!(error.contains("--analyse clever: there is no agent `clever`"), "{error}");
    assert!(!place.path("x.html").exists());
    // Of a record that cannot be, what can be played is judged.
    let good = fs::read_to_string(place.path("r.jsonl")).unwrap();
    let (begin, _) = good.split_once("],[1,").unwrap();
    let bad = good.replacen(&format!("{begin}],[1,"), &format!("{begin}],[0,"), 1);
    fs::write(place.path("bad.jsonl"), bad).unwrap();
    let error = place.fails("view bad.jsonl --analyse mcts:iterations=20 --out x.html", 2);
    assert!(error.contains("x.html shows the game as far as it can be played"), "{error}");
    let data = data(&place, "x.html");
    assert_eq!(data["decisions"].as_array().unwrap().len(), 1);
    assert!(data["decisions"][0]["share"].is_f64());
}
