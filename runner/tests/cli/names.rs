//! What agents are called: aliases, short names, and tables that hold them.

use std::fs;

use serde_json::Value;

use crate::call::Place;

impl Place {
    fn plan(&self, folder: &str) -> Value {
        let text = fs::read_to_string(self.path(folder).join("run.json")).unwrap();
        serde_json::from_str(&text).unwrap()
    }
}

/// Every agent of a plan with its alias.
fn aliases(plan: &Value) -> Vec<(&str, Option<&str>)> {
    let agents = plan["run"]["agents"].as_array().unwrap().iter();
    agents.map(|agent| (agent["spec"].as_str().unwrap(), agent["alias"].as_str())).collect()
}

#[test]
fn an_alias_is_good_wherever_an_agent_is_named() {
    let place = Place::new();
    place.ok("plan a run --game connect-four --agents weak=random greedy --games 4");
    let plan = place.plan("a");
    assert_eq!(aliases(&plan), [("random", Some("weak")), ("greedy:weights=hand-1", None)]);
    // Said once, it stands for the agent in all flags that follow, and names the same agent in them.
    place.ok("plan b run --game goofspiel --agents weak=random greedy weak --games 6");
    let plan = place.plan("b");
    assert_eq!(aliases(&plan)[0], aliases(&plan)[2]);
    place.ok(
        "plan c tournament --game connect-four --agents greedy weak=random --anchor weak --games 4",
    );
    assert_eq!(place.plan("c")["run"]["purpose"]["anchor"], 1);
    place.ok("plan d compare --game goofspiel --agents greedy uct:iterations=1 --field weak=random --games 4");
    assert_eq!(aliases(&place.plan("d"))[2], ("random", Some("weak")));
    place.ok("plan e balance --players 2 --games 60 --judge taken --agents x=random --roll-in x");
    assert_eq!(aliases(&place.plan("e")), [("random", Some("x"))]);
    // The plan is a file of flags too, and the same run then.
    place.ok("plan f tournament --config c/run.json");
    assert_eq!(place.plan("f"), place.plan("c"));
    place.ok("plan g tournament --config c/run.json --agents greedy strong=random");
    assert_eq!(aliases(&place.plan("g"))[1], ("random", Some("strong")));
}

#[test]
fn an_alias_that_would_mislead_is_refused() {
    let place = Place::new();
    for (agents, told) in [
        ("greedy=random", "--agents: `greedy=`: there is an agent `greedy`"),
        ("a=random a=greedy", "--agents: `a` cannot be both `random` and `greedy:weights=hand-1`"),
        ("a=random b=random", "--agents: `random` has two aliases, `a` and `b`"),
        ("5=random", "--agents: `5=`: an alias has letters"),
        ("a=nobody", "--agents: agent `nobody`: there is no agent `nobody`"),
    ] {
        let line = format!("run --game connect-four --agents {agents} --players 2 --games 4");
        let error = place.fails(&line, 2);
        assert!(error.contains(told), "{agents}: {error}");
    }
}

#[test]
fn a_weight_file_is_an_agent() {
    let place = Place::new();
    fs::write(place.path("mine.toml"), place.ok("weights hand-1")).unwrap();
    let flags = "--players 2 --games 4";
    place.ok(&format!("plan a run {flags} --agents mine.toml random"));
    place.ok(&format!("plan b run {flags} --agents greedy:weights=mine.toml random"));
    assert_eq!(place.plan("a"), place.plan("b"));
    place.ok(&format!("plan c run {flags} --agents m=mine.toml random"));
    assert_eq!(aliases(&place.plan("c"))[0], ("greedy:weights=mine.toml", Some("m")));
}
