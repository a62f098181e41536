//! What programs may ask while they decide.

use std::time::{Duration, Instant};

use drakkar::Labs;

use crate::call::{Called, Place};
use crate::programs::{call, has_python};

/// What every program here begins with: `ask` gives the reply to a request, `choose` is what it is about.
const FRAME: &str = r#"
import json, random, sys

def tell(message):
    print(json.dumps(message), flush=True)

def hear():
    return json.loads(sys.stdin.readline())

def ask(seed, *path, **more):
    tell({"draw": str(seed), "path": path, **more})
    return hear()

CHOOSE

for line in iter(sys.stdin.readline, ""):
    message = json.loads(line)
    if message["type"] == "decide":
        tell({"action": choose(message, message["legal"])})
"#;

/// A place with a program that chooses in this way.
fn place(choose: &str) -> Place {
    let place = Place::new();
    std::fs::write(place.path("bot.py"), FRAME.replace("CHOOSE", choose)).unwrap();
    place
}

/// Plays with a program that fails where it finds something wrong.
fn played(choose: &str, line: &str) -> Option<(Place, Called)> {
    has_python().then(|| {
        let place = place(choose);
        let called = call(&place, line, "exec:python3 bot.py");
        (place, called)
    })
}

/// What it draws looks to the seat like the truth, whatever lies face down; the same request has the same reply.
#[test]
fn a_drawn_state_agrees_with_the_view() {
    if !has_python() {
        return;
    }
    let place = place(
        r#"
def choose(message, legal):
    seat, own = message["seat"], random.Random(message["seed"])
    for seed in [own.getrandbits(64) for _ in range(3)]:
        state = ask(seed, view=seat)
        assert state["to_move"] == seat and state["legal"] == legal, state
        assert state["text"] == message["text"] and state["view"] == message["view"], state
        assert state == ask(seed, view=seat)
        action = own.choice(legal)
        after = ask(seed, action)
        if after["to_move"] is not None:
            assert ask(seed, action, after["legal"][0])["type"] == "state"
        end = ask(seed, action, playout={"agent": "random", "seed": str(seed)})
        assert end["to_move"] is None and end["legal"] == [], end
        assert abs(sum(end["win_shares"]) - 1) < 1e-9 and len(end["scores"]) == len(end["win_shares"]), end
    return legal[0]
"#,
    );
    for lab in Labs::standard().iter() {
        let id = lab.info().id;
        let others = vec!["random"; lab.info().players.0 - 2].join(" ");
        let line =
            format!("run --game {id} --games 2 --quiet --threads 2 --out {id} --agents {others}");
        let called = call(&place, &line, "exec:python3 bot.py");
        assert_eq!(called.code, Some(0), "{id}: {}", called.err);
    }
}

/// Rollouts by requests alone make a player, whose games are the same for any number of threads.
#[test]
fn a_program_can_look_ahead() {
    let choose = r#"
def choose(message, legal):
    own, seat = random.Random(message["seed"]), message["seat"]
    def value(action):
        playouts = [{"agent": "random", "seed": str(own.getrandbits(64))} for _ in range(8)]
        return sum(ask(1, action, playout=one)["win_shares"][seat] for one in playouts)
    return max(legal, key=value)
"#;
    let line = "run --game connect-four --games 20 --per-game --quiet --threads";
    let Some((place, one)) = played(choose, &format!("{line} 1 --out a --agents")) else { return };
    assert_eq!(one.code, Some(0), "{}", one.err);
    let two = call(&place, &format!("{line} 2 --out b --agents"), "exec:python3 bot.py");
    assert_eq!(two.code, Some(0), "{}", two.err);
    assert_eq!(place.files("a"), place.files("b"));
    let rates = place.files("a")["win_rates.csv"].clone();
    let mut reader = csv::Reader::from_reader(rates.as_bytes());
    let column = reader.headers().unwrap().iter().position(|name| name == "win_share").unwrap();
    let first = reader.records().next().unwrap().unwrap();
    assert!(first[column].parse::<f64>().unwrap() > 0.8, "{rates}");
}

/// Secret choices of others are drawn as they may have been, and never what they are.
#[test]
fn what_lies_face_down_stays_hidden() {
    let choose = r#"
def choose(message, legal):
    if message["seat"] == 1 and len(legal) > 6:
        others = [ask(seed, view=0)["view"] for seed in range(40)]
        assert len({json.dumps(other) for other in others}) > 3, others
    return legal[0]
"#;
    let line = "run --game goofspiel --games 2 --quiet --out r --agents";
    let Some((_, called)) = played(choose, line) else { return };
    assert_eq!(called.code, Some(0), "{}", called.err);
}

/// A mistake is told with its key, and the program goes on.
#[test]
fn mistakes_are_told_and_end_nothing() {
    let choose = r#"
def choose(message, legal):
    # Once is enough.
    if message["clock"] > 1:
        return legal[0]

    def told(text, **request):
        tell(request)
        reply = hear()
        assert reply["type"] == "error" and reply["error"] == text, reply
    greedy = {"agent": "greedy", "seed": "1"}
    told("draw=1: must be a text", draw=1)
    told("draw=\"x\": must be a 64-bit number as text", draw="x")
    told("key `vew`: there is no such key; did you mean `view`?", draw="1", vew=0)
    told("key `view`: there is no seat 2: the game has seats 0 to 1", draw="1", view=2)
    assert ask(1, *["drop 1"] * 7)["error"].endswith("`: `drop 1` is not legal")
    told("key `path[1]`: cannot read action `drop 9`: expected `drop 1` to `drop 7`",
        draw="1", path=[legal[0], "drop 9"])
    told("key `playout.seed`: is missing", draw="1", playout={"agent": "greedy"})
    for agent in ["exec:cat", "mcts:milliseconds=5"]:
        told(f"key `playout.agent`: `{agent}` does not choose by its seed alone",
            draw="1", playout={**greedy, "agent": agent})
    tell({"draw": "1", "playout": {**greedy, "agent": "gredy"}})
    assert "did you mean `greedy`?" in hear()["error"]
    # Requests may be made before the replies are read.
    for seed in range(500):
        tell({"draw": str(seed), "playout": greedy})
    assert all(hear()["to_move"] is None for _ in range(500))
    return legal[0]
"#;
    let line = "run --game connect-four --games 2 --quiet --out r --agents";
    let Some((_, called)) = played(choose, line) else { return };
    assert_eq!(called.code, Some(0), "{}", called.err);
}

/// Requests do not prolong the time for an answer.
#[test]
fn requests_have_the_time_of_the_answer() {
    if !has_python() {
        return;
    }
    for choose in [
        "def choose(message, legal):\n    while True: ask(1)",
        "def choose(message, legal):\n    while True: tell({'draw': '1'})",
        "def choose(message, legal):\n    \
         ask(1, playout={'agent': 'mcts:iterations=10000000', 'seed': '1'})\n    return legal[0]",
    ] {
        let place = place(choose);
        let line = "run --game connect-four --games 2 --quiet --out r --agents";
        let begin = Instant::now();
        let called = call(&place, line, "exec:python3 bot.py,milliseconds=700");
        assert!(begin.elapsed() < Duration::from_secs(20), "{choose}");
        assert_eq!(called.code, Some(1), "{choose}: {}", called.err);
        let failures = place.files("r")["failures.jsonl"].clone();
        let told = [
            "made requests for 700 ms, and gave no answer",
            "gave no answer in 700 ms",
            "does not read what it is told",
        ];
        assert!(told.iter().any(|told| failures.contains(told)), "{choose}: {failures}");
        assert!(!failures.contains("flush"), "{failures}");
    }
}

#[test]
fn requests_are_shown_where_a_program_is_tried() {
    let choose = "def choose(message, legal):\n    ask(5, view=0)\n    return legal[0]";
    let line = "test-bot --game=connect-four --games=1 --full";
    let Some((_, called)) = has_python().then(|| {
        let place = place(choose);
        let called = Called::of(place.command(line).arg("exec:python3 bot.py").output().unwrap());
        (place, called)
    }) else {
        return;
    };
    assert_eq!(called.code, Some(0), "{}", called.err);
    let lines: Vec<&str> = called.out.lines().collect();
    let begin = |number: usize, text| assert!(lines[number].starts_with(text), "{}", lines[number]);
    begin(4, "  requested {\"draw\": \"5\", \"path\": [], \"view\": 0}");
    begin(5, "  replied   {\"type\":\"state\",\"to_move\":0,\"legal\":[\"drop 1\",");
    begin(6, "  answered  {\"action\": \"drop 1\"}  (");
}
