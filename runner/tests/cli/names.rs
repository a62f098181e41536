//! What agents are called: aliases, short names, and tables that hold them.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use serde_json::Value;

use crate::balance::few;
use crate::call::{Called, Place, rows};

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
    assert_eq!(aliases(&plan), [("random", Some("weak")), ("greedy:weights=manual-1", None)]);
    // Said once, it stands for the agent in all flags that follow, and names the same agent in them.
    place.ok("plan b run --game goofspiel --agents weak=random greedy weak --games 6");
    let plan = place.plan("b");
    assert_eq!(aliases(&plan)[0], aliases(&plan)[2]);
    place.ok(
        "plan c tournament --game connect-four --agents greedy weak=random --anchor weak --games 4",
    );
    assert_eq!(place.plan("c")["run"]["purpose"]["anchor"], 1);
    place.ok("plan d compare --game goofspiel --agents greedy uct:iterations=1 --opponents weak=random --games 4");
    assert_eq!(aliases(&place.plan("d"))[2], ("random", Some("weak")));
    place.ok("plan e balance --players 2 --decisions 60 --method take --agents x=random --sampling-policy x");
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
        (
            "a=random a=greedy",
            "--agents: `a` cannot be both `random` and `greedy:weights=manual-1`",
        ),
        ("a=random b=random", "--agents: `random` has two aliases, `a` and `b`"),
        ("5=random", "--agents: `5=`: an alias has letters"),
        ("a=nobody", "--agents nobody: there is no agent `nobody`"),
    ] {
        let line = format!("run --game connect-four --agents {agents} --players 2 --games 4");
        let error = place.fails(&line, 2);
        assert!(error.contains(told), "{agents}: {error}");
    }
}

#[test]
fn a_weight_file_is_an_agent() {
    let place = Place::new();
    fs::write(place.path("mine.toml"), place.ok("weights manual-1")).unwrap();
    let flags = "--players 2 --games 4";
    place.ok(&format!("plan a run {flags} --agents mine.toml random"));
    place.ok(&format!("plan b run {flags} --agents greedy:weights=mine.toml random"));
    assert_eq!(place.plan("a"), place.plan("b"));
    place.ok(&format!("plan c run {flags} --agents m=mine.toml random"));
    assert_eq!(aliases(&place.plan("c"))[0], ("greedy:weights=mine.toml", Some("m")));
}

/// The cells of a column in all files that have it.
fn cells(place: &Place, folder: &str, column: &str) -> BTreeSet<String> {
    let files = place.files(folder).into_iter().filter(|(name, _)| name.ends_with(".csv"));
    let cells = files.flat_map(|(_, text)| rows(&text)).filter_map(|mut row| row.remove(column));
    cells.collect()
}

#[test]
fn an_agent_has_one_name_in_tables_files_and_pages() {
    let place = Place::new();
    let full = "mcts:plain,iterations=2,truncation=3";
    let line = "--players 2 --rules base --games 8 --per-game --quiet --record";
    let agents = format!("--agents strong={full} greedy uct:iterations=1 greedy:weights=manual-1");
    let told = place.ok(&format!("tournament {line} a.jsonl {agents} --out a"));
    let names = ["greedy", "greedy:weights=manual-1", "strong", "uct:iterations=1"];
    let names = BTreeSet::from(names.map(str::to_owned));
    for column in ["agent", "opponent", "predecessor"] {
        assert_eq!(cells(&place, "a", column), names, "{column}");
    }
    // What a name leaves open is told once, and not where it leaves nothing open.
    assert_eq!(
        told.matches("\nstrong = mcts:plain,iterations=2,early_stop=yes,").count(),
        1,
        "{told}"
    );
    assert_eq!(told.matches("\ngreedy = greedy:weights=tuned-1-base-2p\n").count(), 1, "{told}");
    assert!(!told.contains("greedy:weights=manual-1 ="), "{told}");
    let manifest = place.manifest("a");
    let agents = manifest["run"]["agents"].as_array().unwrap();
    let specs: Vec<&Value> = agents.iter().map(|agent| &agent["spec"]).collect();
    let named = manifest["names"].as_object().unwrap();
    assert_eq!(named.values().collect::<Vec<_>>(), specs);
    assert_eq!(named.keys().cloned().collect::<BTreeSet<_>>(), names);
    // Records have the specifications, whoever reads them.
    let records = fs::read_to_string(place.path("a.jsonl")).unwrap();
    let record: Value = serde_json::from_str(records.lines().nth(1).unwrap()).unwrap();
    for agent in record["agents"].as_array().unwrap() {
        assert!(specs.contains(&agent), "{agent}");
    }
    place.ok("report a --out a.html");
    let page = fs::read_to_string(place.path("a.html")).unwrap();
    assert!(
        page.contains("<strong>strong</strong> = <code>mcts:plain,iterations=2,early_stop=yes,")
    );
}

/// The answer of a comparison, on one line.
fn compared(place: &Place, flags: &str) -> String {
    let said = place.ok(&format!("compare --quiet {flags}"));
    said.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Where a name does not say how long an agent thinks, a comparison does, if the two differ.
#[test]
fn different_budgets_are_told_where_names_hide_them() {
    let place = Place::new();
    let told = |agents: &str, out: &str| {
        compared(
            &place,
            &format!("--game goofspiel --set deck.cards=4 --games 4 --agents {agents} --out {out}"),
        )
    };
    let said = told("one=flat:iterations=2 two=mcts:iterations=3", "a");
    assert!(said.contains("one has 2 iterations for a decision, two has 3."), "{said}");
    let said = told("mcts mcts:iterations=3", "b");
    assert!(
        said.contains("mcts has 500 iterations for a decision, mcts:iterations=3 has 3."),
        "{said}"
    );
    for (agents, out) in [
        ("flat:iterations=2 mcts:iterations=3", "c"),
        ("one=flat:iterations=2 two=mcts:iterations=2", "d"),
        ("one=flat:iterations=2 two=random", "e"),
    ] {
        let said = told(agents, out);
        assert!(!said.contains("for a decision"), "{said}");
    }
}

/// The same games, whatever the agents are called.
#[test]
fn an_alias_changes_names_and_nothing_else() {
    let place = Place::new();
    let line = "run --game goofspiel --games 12 --per-game --quiet";
    place.ok(&format!("{line} --agents greedy random --out a"));
    place.ok(&format!("{line} --agents x=greedy random --out b"));
    let renamed =
        place.files("a").into_iter().map(|(name, text)| (name, text.replace("greedy", "x")));
    assert_eq!(renamed.collect::<BTreeMap<_, _>>(), place.files("b"));
    assert_ne!(place.manifest("a")["digest"], place.manifest("b")["digest"]);
}

/// An agent whose shortest name has more than 200 letters.
fn long_agent(seed: &str) -> String {
    format!("random:forbid={}", vec!["*"; 100 + seed.len()].join("|"))
}

/// The lines of text that are too wide, but for the one that names all files and those of a command, which can be
/// pasted as they are.
fn too_wide(text: &str, width: usize) -> Vec<&str> {
    let mut in_command = false;
    let lines = text.lines().filter(|line| {
        in_command = line.starts_with("Next: ") || (in_command && line.starts_with("    "));
        !in_command && !line.starts_with("Files in ")
    });
    lines.filter(|line| line.chars().count() > width).collect()
}

#[test]
fn no_table_is_wider_than_the_terminal() {
    let place = Place::new();
    let [one, two] = ["one", "three"].map(long_agent);
    assert!(one.len() > 200);
    place.ok("run --game goofspiel --set deck.cards=5 --agents random --players 2 --games 2 --record r.jsonl --out r");
    let game = "--game goofspiel --set deck.cards=5 --quiet";
    for (number, (line, figure)) in [
        (format!("run {game} --games 24 --agents {one} {two} greedy"), " % to "),
        (format!("run {game} --games 200 --agents {one} {two} greedy --dry-run"), "\u{b1} "),
        (format!("tournament {game} --games 60 --agents {one} {two} greedy uct:iterations=1"), " % to "),
        (format!("compare {game} --games 60 --agents {one} {two} --opponents greedy"), " % to "),
        (format!("compare {game} --games 60 --agents {one} --vs-set scoring.tied=carry"), " to +"),
        (format!("balance --quiet --players 2 --decisions 60 --agents {one} --sampling-policy {one} --vary bonus.noble1.value=2,3{}", few()), "+0."),
        (format!("tune {game} --players 2 --agent greedy --opponents {one} --references {two} --generations 1 --games 8 --population 2 --confirm 40"), "%"),
        (format!("analyse r.jsonl --agent {one}"), "bid"),
        ("list".to_owned(), "vikings"),
        ("list mcts".to_owned(), "iterations"),
    ]
    .into_iter()
    .enumerate()
    {
        let out = if line.contains("--quiet") { format!(" --out o{number}") } else { String::new() };
        // Every table once in the usual width, and some in another.
        for width in if number % 4 == 0 { vec![80, 100] } else { vec![80] } {
            let mut command = place.command(&format!("{line}{out}"));
            if width != 80 {
                command.env("COLUMNS", width.to_string());
            }
            if line.contains("--quiet") && !line.contains("--dry-run") {
                command.arg("--force");
            }
            let called = Called::of(command.output().unwrap());
            assert_eq!(called.code, Some(0), "{line}\n{}", called.err);
            let wide = too_wide(&called.out, width);
            assert!(wide.is_empty(), "{line}\n{wide:#?}");
            assert!(called.out.contains(figure), "{line}\n{}", called.out);
        }
    }
}

/// What `tune` found can be given to any command, and so can its file.
#[test]
fn the_result_of_a_tune_is_an_agent() {
    let place = Place::new();
    let tune = "tune --game goofspiel --set deck.cards=5 --players 2 --generations 1 --games 8 --population 2 --confirm 40";
    for (start, flags, result) in [
        ("first=greedy", "--out t", "greedy:weights=t/best.toml"),
        (
            "mcts:iterations=2,truncation=3",
            "--out t2 --references",
            "mcts:iterations=2,truncation=3,weights=t2/best.toml",
        ),
    ] {
        let told = place.ok(&format!("{tune} --agent {start} {flags} --quiet"));
        let last = told.lines().find_map(|line| line.strip_prefix("Result: ")).unwrap().to_owned();
        assert_eq!(last, result, "{told}");
        let line = "run --game goofspiel --set deck.cards=5 --players 2 --games 4 --quiet --force --out r --agents";
        place.ok(&format!("{line} {last} {start}"));
        let agents = &place.manifest("r")["run"]["agents"];
        let folder = result.split("weights=").nth(1).unwrap().trim_end_matches("/best.toml");
        assert_eq!(agents[0]["weights"], place.manifest(folder)["agent"]["weights"]);
        assert_ne!(agents[0]["weights"], agents[1]["weights"]);
    }
    // The start has its alias in all that is told of it.
    let verdict = cells(&place, "t", "against");
    assert_eq!(verdict, BTreeSet::from(["first".to_owned()]));
    let line = "run --game goofspiel --games 4 --quiet --out p";
    place.ok(&format!("{line} --agents t/best.toml found=t2/best.toml"));
    let specs = place.manifest("p")["names"].clone();
    assert_eq!(specs["found"], "greedy:weights=t2/best.toml");
    assert_eq!(specs["greedy:weights=t/best.toml"], "greedy:weights=t/best.toml");
}

/// In results a level is called by its name, whatever the best search is.
#[test]
fn levels_are_called_by_their_names() {
    let place = Place::new();
    place.ok("run --game connect-four --agents level-2 level-1 --games 4 --quiet --out r");
    let plan = place.plan("r");
    let [(second, Some("level-2")), ("random", Some("level-1"))] = aliases(&plan)[..] else {
        panic!("{plan}");
    };
    assert!(
        second.starts_with("mcts:plain,iterations=100,") && second.contains(",epsilon=0.6..1"),
        "{second}"
    );
    let table = &place.files("r")["win_rates.csv"];
    assert!(rows(table).iter().all(|row| ["level-1", "level-2"].contains(&&*row["agent"])));
    for (agents, told) in [
        ("level-2=greedy random", "--agents: `level-2=`: there is an agent `level-2`"),
        (
            "level-9 random",
            "--agents level-9: there is no agent `level-9`; levels are level-1 to level-8",
        ),
    ] {
        let line = format!("run --game connect-four --agents {agents} --games 4");
        let error = place.fails(&line, 2);
        assert!(error.contains(told), "{agents}: {error}");
    }
    let told = place.ok("list level-2");
    let own = "in eketorp: mcts:iterations=100,epsilon=0.77..1\n";
    assert_eq!(told, format!("level-2: short for mcts:iterations=100,epsilon=0.6..1\n{own}"));
    assert_eq!(place.ok("list level-1"), "level-1: short for random\n");
    place.ok("run --game eketorp --agents level-2 level-1 level-1 --games 3 --quiet --out e");
    assert!(place.plan("e").to_string().contains(",epsilon=0.77..1"));
    let all = place.ok("list levels");
    assert!(
        all.contains("level-1  random") && all.contains("level-8  mcts:iterations=100"),
        "{all}"
    );
    assert!(all.lines().all(|line| line.chars().count() <= 80), "{all}");
    // Every step that was measured has its interval; one is named in the title.
    let measured = rows(drakkar_agents::levels::MEASURED);
    let measured = measured.iter().filter(|row| !row["elo_low"].is_empty()).count();
    assert_eq!(all.matches('\u{b1}').count(), measured + 1, "{all}");
    for agent in ["mcts", "greedy"] {
        assert!(place.ok(&format!("list {agent}")).contains("drakkar list levels"), "{agent}");
    }
}

/// Naming an option changes nothing else, so that two texts of one agent are one agent.
#[test]
fn an_option_written_out_is_the_same_agent() {
    let place = Place::new();
    let compare = "compare --rules base --players 2 --games 4";
    for same in [
        "exploration=0.3",
        "truncation=4",
        "value=net",
        "weights=tuned-1-base-2p,progressive_bias=0.3",
    ] {
        let line = format!("{compare} --agents mcts:iterations=2 mcts:iterations=2,{same}");
        let error = place.fails(&line, 2);
        assert!(error.contains("is named twice"), "{same}: {error}");
    }
    let agents =
        "mcts:iterations=2 mcts:iterations=2,exploration=0.3 level-8 level-8:iterations=100";
    place.ok(&format!("plan a run --rules base --agents {agents} --games 4"));
    let plan = place.plan("a");
    assert_eq!(aliases(&plan).into_iter().collect::<BTreeSet<_>>().len(), 2, "{plan}");
}

/// People play against a level, and a study asks players of several strengths.
#[test]
fn levels_sit_at_every_table() {
    let place = Place::new();
    let line = "play --game connect-four --agents human level-2 --record mine.jsonl";
    let called = place.call_with(line, &"1\n".repeat(42));
    assert_eq!(called.code, Some(0), "{}", called.err);
    assert!(place.ok("replay mine.jsonl").contains(",epsilon=0.6..1"));
    let study = "balance --game connect-four --agents level-2 level-3 --decisions 10 --replicate 0 --quiet --out b";
    let mut command = place.command(study);
    let called =
        Called::of(command.args(["--at", "drop 1", "--against", "drop 4"]).output().unwrap());
    assert_eq!(called.code, Some(0), "{}", called.err);
    assert!(
        called.out.contains("by level-2") && called.out.contains("by level-3"),
        "{}",
        called.out
    );
}

/// Plans and results say which net the word stood for.
#[test]
fn the_net_that_ships_is_spelled_out() {
    let place = Place::new();
    let run = "run --players 2 --agents greedy:value=net mcts:iterations=5,truncation=0,value=net --games 2";
    let said = place.ok(&format!("{run} --out r"));
    assert!(said.contains("greedy:value=net-2-base-2p"), "{said}");
    let plan = fs::read_to_string(place.path("r/run.json")).unwrap();
    assert_eq!(plan.matches("value=net-2-base-2p").count(), plan.matches("value=net").count());
    let line = "run --game connect-four --agents mcts:value=net --games 2 --out x";
    let error = place.fails(line, 2);
    let told = "no net comes with connect-four for the rules base and 2 seats";
    assert!(error.contains(told), "{error}");
}
