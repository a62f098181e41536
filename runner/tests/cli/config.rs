//! `--config`: flags from a file.

use std::fs;

use crate::call::Place;
use crate::studies::{DUEL, TOURNAMENT};

#[test]
fn a_file_holds_the_flags() {
    let place = Place::new();
    let text = "game = \"goofspiel\"\nagents = [\"greedy\", \"random\"]\nplayers = 3\n\
                games = 60\nchunk = 4\nequivalence = 0.02\nquiet = true\nper_game = false\nset = [\"deck.cards=4\"]\n";
    fs::write(place.path("study.toml"), text).unwrap();
    place.ok("compare --config study.toml --out a");
    place.ok("compare --game goofspiel --set deck.cards=4 --agents greedy random --players 3 --games 60 --chunk 4 \
              --equivalence 0.02 --quiet --out b");
    assert_eq!(place.files("a"), place.files("b"));
    // The command line counts more; a run's own plan is as good a file.
    place.ok("compare --config=study.toml --games 30 --out c");
    assert_eq!(place.manifest("c")["games_played"], 30);
    let digest = |folder: &str| place.manifest(folder)["digest"].clone();
    place.ok("compare --config a/run.json --quiet --out d");
    assert_eq!(digest("a"), digest("d"));
    for (line, again) in [
        (format!("tournament {TOURNAMENT}"), "tournament"),
        (format!("compare {DUEL}"), "compare"),
        (
            "compare --rules advanced --vs-set bonus.noble1.value=7 --agents random --games 8"
                .into(),
            "compare",
        ),
        (
            "run --rules base --set scoring.surplus_glory=1 --agents random greedy --games 8"
                .into(),
            "run",
        ),
        (
            "compare --agents random greedy --opponents greedy --players 3 --until ci=0.2 --games 80"
                .into(),
            "compare",
        ),
    ] {
        place.ok(&format!("{line} --quiet --force --out e"));
        place.ok(&format!("{again} --config e/run.json --quiet --force --out f"));
        assert_eq!(digest("e"), digest("f"), "{line}");
        assert_eq!(place.files("e"), place.files("f"), "{line}");
    }
    // What is said of tables leaves the tournament as it is, and the other way round.
    let gauntlet =
        "tournament --game connect-four --agents random greedy mcts:iterations=3 --games 6";
    place.ok(&format!("{gauntlet} --pairings gauntlet --format md --quiet --out g"));
    let said = place.ok("tournament --config g/run.json --format csv --quiet --out h");
    assert!(said.starts_with("# Ratings"), "{said}");
    assert_eq!(digest("g"), digest("h"));
    place.ok("tournament --config g/run.json --pairings round-robin --quiet --out i");
    assert_ne!(digest("g"), digest("i"));
    for (text, told) in [
        ("games = 5\nfoo = 3\n", "bad.toml: key `foo`: `run` has no flag --foo"),
        ("games = [1, 2]\n", "bad.toml: games=[1, 2]: must be one value"),
        ("config = \"other.toml\"\n", "bad.toml: key `config`: is for the command line"),
        ("quiet = 1\n", "bad.toml: quiet=1: must be true or false"),
        ("games = {}\n", "bad.toml: games={}: must be a text, a number"),
        ("games = \n", "bad.toml: line 1: `games =` is not TOML"),
    ] {
        fs::write(place.path("bad.toml"), text).unwrap();
        let error = place.fails("run --config bad.toml", 2);
        assert!(error.contains(told), "{error}");
    }
    for (line, told) in [
        ("run --config a/run.json", "a/run.json: is the plan of `drakkar compare`"),
        ("run --config missing.toml", "missing.toml: "),
        ("run --config", "--config: names no file"),
        ("run --config a --config b", "--config: may be given once"),
    ] {
        let error = place.fails(line, 2);
        assert!(error.contains(told), "{line}: {error}");
    }
}

/// A plan keeps the weights of its agents when their file has changed.
#[test]
fn a_plan_as_configuration_keeps_its_weights() {
    let place = Place::new();
    fs::write(place.path("w.toml"), "hand = 0.01\n").unwrap();
    let line = "run --game vikings --players 2 --agents greedy:weights=w.toml --games 40 --quiet";
    place.ok(&format!("{line} --out a"));
    fs::write(place.path("w.toml"), "hand = 9\n").unwrap();
    place.ok("run --config a/run.json --quiet --out b");
    assert_eq!(place.files("a"), place.files("b"));
    place.ok(&format!("{line} --out c"));
    assert_ne!(place.manifest("a")["digest"], place.manifest("c")["digest"]);
}

/// A plan has the digest that it always had: results and records name it.
#[test]
fn digests_of_plans_do_not_change() {
    let place = Place::new();
    let lines = [
        "run --games 40",
        "run --game eketorp --players 4 --agents mcts:iterations=25 greedy level-3 random --games 24 --per-game",
        "run --rules advanced --players 2 --set bonus.noble1.value=2 --agents greedy:lookahead=turn --games 8",
        "tournament --game connect-four --agents random greedy mcts:iterations=5 --games 24",
        "compare --players 2 --agents mcts:iterations=10 greedy --games 40 --confirm 40",
        "compare --rules advanced --vs-set bonus.gold5.value=9 --agents greedy --games 40",
        "balance --players 2 --decisions 120 --method take",
        "balance --rules base --at 'buy *' --against 'buy 3' --decisions 120",
    ];
    let digests: Vec<String> = lines
        .iter()
        .enumerate()
        .map(|(number, line)| {
            let folder = format!("p{number}");
            let words = shlex(line);
            let mut command = place.command(&format!("plan {folder}"));
            let called = crate::call::Called::of(command.args(words).output().unwrap());
            assert_eq!(called.code, Some(0), "{line}: {}", called.err);
            let text = std::fs::read(place.path(&folder).join("run.json")).unwrap();
            let plan: serde_json::Value = serde_json::from_slice(&text).unwrap();
            plan["digest"].as_str().unwrap().to_owned()
        })
        .collect();
    insta::assert_snapshot!(digests.join("\n"));
}

/// Words of a command, of which some are quoted.
fn shlex(line: &str) -> Vec<String> {
    line.split('\'')
        .enumerate()
        .flat_map(|(place, part)| match place % 2 {
            0 => part.split_whitespace().map(str::to_owned).collect(),
            _ => vec![part.to_owned()],
        })
        .collect()
}
