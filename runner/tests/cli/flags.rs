//! Wrong calls: a table of command lines with the exit code and the message, which names the flag, file or
//! key, the value, and what is allowed.

use crate::call::Place;

/// Files that are wrong in one way each, beside a record, a planned run and a finished one.
fn furnished() -> Place {
    let place = Place::new();
    place.ok("run --game goofspiel --agents random --games 2 --out done --record ok.jsonl --quiet");
    place.ok("plan planned run --game goofspiel --agents random --games 64 --chunk 8");
    let record = std::fs::read_to_string(place.path("ok.jsonl")).unwrap();
    let record = record.rsplit_once("{\"format").unwrap().0;
    let half = record.find('\n').unwrap() + 100;
    for (name, text) in [
        ("word.toml", "[setup]\nglory = \"ten\"\n"),
        ("syntax.toml", "[setup]\nglory 10\n"),
        ("twice.toml", "[setup]\nglory = 1\n[setup]\ngold.2 = 5\n"),
        ("key.toml", "[scoring]\nunfed_penaly = 5\n"),
        ("table.toml", "[scorings]\nunfed_penalty = 5\n"),
        ("preset.toml", "preset = \"advancd\"\n"),
        (
            "grant.toml",
            "preset = \"advanced\"\n[[grants]]\nseat = 0\nround = 1\nkind = \"nobel1\"\n",
        ),
        (
            "round.toml",
            "preset = \"advanced\"\n[[grants]]\nseat = 0\nround = 9\nkind = \"noble1\"\n",
        ),
        ("weights.toml", "no_such_weight = 1\n"),
        ("centr.toml", "centr = 1\n"),
        ("centre.toml", "centre = \"much\"\n"),
        ("games.toml", "gmes = 5\n"),
        ("quiet.toml", "quiet = 1\n"),
        ("many.toml", "games 5\n"),
        ("deal.json", "{\"stacks\":[\n"),
        ("text.jsonl", "hello\n"),
        ("half.jsonl", &record[..half]),
        ("action.jsonl", &record.replacen("\"bid 3\"", "\"bid 33\"", 1)),
        ("seats.jsonl", &record.replacen("\"players\":4", "\"players\":\"two\"", 1)),
        ("empty.jsonl", ""),
    ] {
        std::fs::write(place.path(name), text).unwrap();
    }
    std::fs::write(place.path("bytes.toml"), [0xff, 0xfe]).unwrap();
    std::fs::create_dir(place.path("folder")).unwrap();
    std::fs::create_dir(place.path("broken")).unwrap();
    let plan = std::fs::read_to_string(place.path("planned/run.json")).unwrap();
    std::fs::write(place.path("broken/run.json"), &plan[..200]).unwrap();
    for (name, key) in [("cards.json", "\"cards\": -1"), ("card.json", "\"card\": 13")] {
        let changed = plan.replacen("\"cards\": 13", key, 1);
        assert_ne!(changed, plan);
        std::fs::write(place.path(name), changed).unwrap();
    }
    place
}

const TABLE: &[(&str, &[&str])] = &[
    (
        "Games, presets, agents and other names",
        &[
            "run --game chess",
            "run --game goofspeil",
            "run --rules advanced-maybe",
            "run --rules Base",
            "rules advancd",
            "compare --agents greedy --vs-rules advancd",
            "run --agents grady",
            "run --agents chess",
            "run --agents mcts:iteration=5",
            "run --agents mcts:iterations=0",
            "run --agents mcts:rollout=gredy",
            "run --agents mcts:",
            "run --game connect-four --agents random:forbid=drop",
            "balance --game connect-four --at * --against next --agents random:forbid=drop",
            "balance --game connect-four --at * --against next --sampling-policy random:forbid=drop",
            "balance --equalize --players 2 --agents random:forbid=drop --out level",
            "tune --rules base --agent greedy:forbid=drop --out tuned",
            "learn --game connect-four --agents random:forbid=drop --out learned",
            "play --game goofspiel --agents human random:forbid=drop",
            "play --game goofspiel --adviser random:forbid=drop",
            "analyse ok.jsonl --agent random:forbid=drop",
            "run --agents human",
            "run --agents exec:./nobody --quiet",
            "run --agents greedy:weights=missing.toml",
            "run --agents greedy:weights=manual1",
            "run --game connect-four --agents greedy:weights=weights.toml",
            "run --game connect-four --agents greedy:weights=centr.toml",
            "run --game connect-four --agents greedy:weights=centre.toml",
            "weights nobody",
            "list agent",
            "list counters --game chess",
            "pla",
            "run --fast",
            "run --gmes 5",
        ],
    ),
    (
        "Rules",
        &[
            "run --set gems=5",
            "run --set gold=5",
            "run --set setup.glory",
            "run --set setup.luck=1",
            "run --set setup.glory=ten",
            "run --set setup.gold=5",
            "run --set scoring.unfed_penalty=-3",
            "run --set scoring.unfed_penaly=3",
            "run --set tiles.left_ends=20",
            "run --rules advanced --set bonus.noble1.count=-1",
            "compare --agents greedy --vs-set setup.glory=ten",
            "balance --fair bonus.gold5.valeu",
            "balance --vary bonus.gold5.value=-1,2 --method take",
            "run --rules missing.toml",
            "run --rules ./word.toml",
            "run --game goofspiel --rules cards.json",
            "run --game goofspiel --rules card.json",
            "run --rules syntax.toml",
            "run --rules twice.toml",
            "run --rules key.toml",
            "run --rules table.toml",
            "run --rules preset.toml",
            "run --rules grant.toml",
            "run --rules round.toml",
            "run --rules bytes.toml",
            "rules folder/",
        ],
    ),
    (
        "Numbers",
        &[
            "run --games 0",
            "run --games many",
            "run --games -5",
            "run --games 1.5",
            "run --players 5",
            "run --players -1",
            "run --agents random random --players 3",
            "run --agents random random random random random",
            "run --seed -1",
            "run --threads 0",
            "run --chunk 0",
            "run --deadline 5",
            "run --record-every 5",
            "tournament --agents greedy random --equivalence -0.1",
            "compare --agents greedy random --sprt elo=20",
            "compare --agents greedy random --until 0.01",
            "balance --equivalence wide",
            "tune --out t --sigma -1",
            "perft --players 7",
            "perft --depth x",
        ],
    ),
    (
        "Words of flags",
        &[
            "run --seating random",
            "run --seating rotation",
            "run --format html",
            "balance --method taken",
            "tournament --agents greedy",
            "play --agents greedy",
        ],
    ),
    (
        "Actions and deals",
        &[
            "balance --game goofspiel",
            "balance --at tkae --against pass",
            "balance --at buy* --against pass",
            "balance --at nothing --against pass",
            "perft --deal {}",
            "perft --deal missing.json",
            "perft --deal deal.json",
        ],
    ),
    (
        "Flags from a file",
        &[
            "run --config missing.toml",
            "run --config games.toml",
            "run --config quiet.toml",
            "run --config many.toml",
            "tournament --config planned/run.json",
        ],
    ),
    (
        "Records",
        &[
            "verify",
            "verify missing.jsonl",
            "verify folder",
            "verify text.jsonl",
            "verify half.jsonl",
            "verify empty.jsonl",
            "verify action.jsonl",
            "verify seats.jsonl",
            "replay missing.jsonl",
            "replay text.jsonl",
            "replay ok.jsonl --index 99",
            "analyse ok.jsonl --decision 999",
            "view ok.jsonl --index -1",
        ],
    ),
    (
        "Runs and their folders",
        &[
            "work folder",
            "work broken",
            "work planned --shard 3/3",
            "work planned --shard -1/2",
            "work planned --chunks 5..7",
            "work planned --chunks 0-999",
            "work planned --shard 4/4",
            "merge planned",
            "merge missing",
            "missing planned --batch 0",
            "audit planned",
            "plan done run --game goofspiel",
            "report folder",
            "report missing",
            "run --out ok.jsonl",
        ],
    ),
];

/// Words of libraries, which say nothing to whoever typed something wrong.
const FOREIGN: &[&str] = &[
    "os error",
    "usize",
    "invalid digit",
    "invalid float",
    "invalid type",
    "target type",
    "EOF",
    "expected value",
    "TOML parse error",
    "18446744073709551615",
    "..=",
    "panicked",
];

#[test]
fn wrong_calls_name_what_is_wrong() {
    let place = furnished();
    let mut told = String::new();
    for (title, lines) in TABLE {
        told += &format!("{title}\n\n");
        for line in *lines {
            let called = place.call(line);
            let code = called.code.unwrap_or_default();
            assert!(code != 0, "{line}: {}", called.out);
            assert!(called.err.starts_with("drakkar: "), "{line}: {}", called.err);
            for foreign in FOREIGN {
                assert!(!called.err.contains(foreign), "{line}: {}", called.err);
            }
            told += &format!("  drakkar {line}\n");
            let text = called.err.replace("\nFor more information, try '--help'.\n", "");
            let text = text.lines().filter(|text| !text.is_empty());
            let text: Vec<&str> = text.map(|text| text.trim_start_matches("drakkar: ")).collect();
            told += &format!("    {code}  {}\n", text.join("\n       "));
        }
        told.push('\n');
    }
    if cfg!(unix) {
        insta::assert_snapshot!("wrong_calls", told);
    }
    assert!(!place.path("runs").exists(), "a wrong call leaves nothing");
}

/// Counts are typed as people write them, in flags and in agents.
#[test]
fn large_numbers_can_be_typed_in_several_ways() {
    let place = Place::new();
    let run = "run --game goofspiel --players 2 --quiet --force --out r";
    for number in ["1e2", "1_00", "100", "0.1e3"] {
        place.ok(&format!("{run} --agents random --games {number}"));
        assert_eq!(place.manifest("r")["games_asked"], 100, "{number}");
    }
    place.ok(&format!("{run} --agents random --games 1,000"));
    assert_eq!(place.manifest("r")["games_asked"], 1000);
    place.ok(&format!("{run} --agents flat:iterations=1e1 --games 2 --seed 1e3"));
    let manifest = place.manifest("r");
    assert_eq!(manifest["run"]["seed"], "1000");
    let spec = manifest["run"]["agents"][0]["spec"].as_str().unwrap();
    assert!(spec.starts_with("flat:iterations=10,"), "{spec}");
}

#[test]
fn long_names_are_cut_where_they_are_wrong() {
    let error = Place::new().fails(&format!("run --agents greedy:{}=1", "x".repeat(9000)), 2);
    assert!(error.len() < 1500 && error.contains("xxx..."), "{error}");
}
