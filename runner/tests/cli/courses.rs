//! `drakkar learn`, from one net to the next.

use std::fs;

use crate::call::{Place, rows};
use crate::learn::{LEARN, files};

/// A course with this flag that says how long.
fn of(generations: &str) -> String {
    let few =
        "--test-iterations 20 --self-play-iterations 8 --next-games 60 --test-games 40 --out a";
    LEARN.replace("--generations 1", generations) + " " + few
}

/// The table of a course without what the clock has a part in.
fn course(place: &Place) -> String {
    let table = fs::read_to_string(place.path("a/generations.csv")).unwrap();
    let mut text = String::new();
    for row in rows(&table) {
        let kept = row.iter().filter(|(column, _)| !column.starts_with("equal_time"));
        text += &format!("{:?}\n", kept.collect::<Vec<_>>());
    }
    text
}

#[test]
fn generations_are_the_same_for_any_threads_and_after_a_stop() {
    let place = Place::new();
    let line = of("--generations 3");
    // No time for any game.
    let stopped = place.call(&format!("{line} --deadline 0s"));
    assert_eq!(stopped.code, Some(75));
    assert!(stopped.err.contains("a/generation-1 holds 0 of 4 chunks"), "{}", stopped.err);
    let said = place.ok(&format!("{line} --threads 1"));
    let (table, net) = (course(&place), |number: u32| {
        fs::read(place.path(&format!("a/generation-{number}/net.json"))).unwrap()
    });
    let nets = [net(1), net(2)];
    assert_ne!(nets[0], nets[1]);
    // The first lesson is that of the command without generations.
    let other = Place::new();
    other.ok(&format!("{LEARN} --out a"));
    assert_eq!(files(&other, "a"), files(&place, "a/generation-1"));
    let again = place.ok(&line);
    assert!(again.starts_with("a holds these nets already. Nothing to do.\n"), "{again}");
    assert!(again.ends_with(&said), "{again}");
    // Elsewhere, with other threads.
    other.ok(&format!("{line} --force --threads 2"));
    assert_eq!(course(&other), table);
    for (number, net) in (1..).zip(&nets) {
        let path = other.path(&format!("a/generation-{number}/net.json"));
        assert_eq!(fs::read(path).unwrap(), *net);
    }
    // What is lost is made again, except that nobody measures times twice.
    let plan = fs::read(place.path("a/generation-1/equal-time/run.json")).unwrap();
    for folder in ["generation-1/equal-iterations", "generation-1/reference-uct", "generation-2"] {
        fs::remove_dir_all(place.path(&format!("a/{folder}"))).unwrap();
    }
    let lost = ["manifest.json", "generations.csv", "generation-1/net.json"];
    lost.iter().for_each(|file| fs::remove_file(place.path(&format!("a/{file}"))).unwrap());
    place.ok(&line);
    assert_eq!((course(&place), net(1), net(2)), (table, nets[0].clone(), nets[1].clone()));
    assert_eq!(fs::read(place.path("a/generation-1/equal-time/run.json")).unwrap(), plan);
}

/// A net that estimates what random rollouts cannot: the first one is accepted, and the next learns from it. If
/// results change, another seed may be needed.
#[test]
fn a_better_net_becomes_the_best_and_teaches() {
    let place = Place::new();
    let said = place.ok(
        "learn --game goofspiel --set deck.cards=8 --set scoring.tied=carry --players 2 --games 1500 --positions 12 --generations 2 \
         --test-iterations 40 --self-play-iterations 10 --next-games 30 --test-games 200 --quiet --out a",
    );
    let read = |name: &str| fs::read_to_string(place.path("a").join(name)).unwrap();
    let table = rows(&read("generations.csv"));
    let column = |name: &str| table.iter().map(|row| row[name].clone()).collect::<Vec<_>>();
    assert_eq!(column("best_before"), ["mcts:iterations=40", "generation 1"]);
    assert_eq!(column("equal_iterations_verdict"), ["better", "undecided"]);
    assert_eq!(column("became_best"), ["true", "false"]);
    assert!(said.contains("Generation 1 is the best: at 40 iterations against mcts"), "{said}");
    assert_eq!(read("net.json"), read("generation-1/net.json"));
    // The second learns from games with the first, from what that expects, and goes on with it.
    let plan: serde_json::Value = serde_json::from_str(&read("generation-2/learn.json")).unwrap();
    let learn = &plan["learn"];
    let data_agent = learn["data_agents"][0]["spec"].as_str().unwrap();
    assert!(data_agent.starts_with("mcts:plain,iterations=10,"), "{data_agent}");
    assert!(data_agent.contains("value=a/generation-1/net.json"), "{data_agent}");
    assert_eq!(learn["start"]["file"], "a/generation-1/net.json");
    assert_eq!(learn["net"]["search_value_weight"], 0.5);
    assert_eq!(learn["positions"], 20);
    // Nets of one size take the same time.
    assert!(place.path("a/generation-1/equal-time/effects.csv").is_file());
    assert!(!place.path("a/generation-2/equal-time").exists());
    assert_eq!(column("equal_time_verdict")[1], "");
}

#[test]
fn generations_replace_nothing_but_their_own() {
    let place = Place::new();
    let line = of("--generations 2");
    place.ok(&line);
    let before = course(&place);
    for flag in ["--test-iterations 19", "--test-games 60", "--search-value 0.25", "--seed 4"] {
        let other = match flag {
            "--seed 4" => line.replace("--seed 3", flag),
            "--test-iterations 19" => line.replace("--test-iterations 20", flag),
            "--test-games 60" => line.replace("--test-games 40", flag),
            _ => format!("{line} {flag}"),
        };
        let error = place.fails(&other, 2);
        assert!(error.contains("a: holds another net"), "{flag}: {error}");
    }
    // The plan has flags of a course, and names the plan of its first lesson.
    let error = place.fails("learn --config a/learn.json --generations 1 --quiet --out c", 2);
    let first = "a/generation-1/learn.json";
    assert!(error.contains(&format!("first net alone: --config {first}")), "{error}");
    fs::copy(place.path("a/learn.json"), place.path("alone.json")).unwrap();
    let error = place.fails("learn --config alone.json --generations 1 --quiet --out c", 2);
    assert!(
        error.ends_with("--generations 1: the plan is that of a self-play training\n"),
        "{error}"
    );
    place.ok(&format!("learn --config {first} --quiet --out c"));
    let net = |folder: &str| fs::read(place.path(folder).join("net.json")).unwrap();
    assert_eq!(net("c"), net("a/generation-1"));
    // A lesson without generations replaces no course.
    let error = place.fails(&format!("{LEARN} --out a"), 2);
    assert!(error.contains("a: holds a learn.json that cannot be used"), "{error}");
    assert_eq!(course(&place), before);
    fs::write(place.path("a/generation-2/letter.txt"), "").unwrap();
    place.ok(&format!("{LEARN} --out a --force"));
    let kept: Vec<_> = fs::read_dir(place.path("a/generation-2")).unwrap().flatten().collect();
    assert_eq!(kept.len(), 1, "{kept:?}");
    assert!(!place.path("a/generation-1").exists() && !place.path("a/generations.csv").exists());
    // Somebody else's folder is in the way.
    fs::create_dir_all(place.path("b/generation-1")).unwrap();
    fs::write(place.path("b/generation-1/letter.txt"), "").unwrap();
    let error = place.fails(&line.replace("--out a", "--out b --force"), 2);
    assert!(error.contains("b: is not empty and holds no net of drakkar"), "{error}");
}

/// In forty games no test can find a difference of 20 Elo, so nobody need say when to end.
#[test]
fn two_generations_in_vain_end_a_course() {
    let place = Place::new();
    let said = place.ok(&of(""));
    let read = |name: &str| fs::read_to_string(place.path("a").join(name)).unwrap();
    let plan: serde_json::Value = serde_json::from_str(&read("learn.json")).unwrap();
    assert_eq!(plan["learn"]["generations"], 20);
    let table = rows(&read("generations.csv"));
    let column = |name: &str| table.iter().map(|row| row[name].clone()).collect::<Vec<_>>();
    assert_eq!(column("became_best"), ["false", "false"]);
    assert_eq!(column("best_before"), ["mcts:iterations=20", "mcts:iterations=20"]);
    assert!(place.path("a/generation-2/reference-uct").is_dir());
    assert!(!place.path("a/generation-3").exists() && !place.path("a/net.json").exists());
    let said = said.replace('\n', " ");
    let ended = "Two generations in a row were not better, which ended the training.";
    assert!(said.contains(ended), "{said}");
}

/// A finished course looks at its generations: what is missing is made anew, what was changed is told.
#[test]
fn a_course_misses_its_generations() {
    let place = Place::new();
    let line = of("--generations 2");
    place.ok(&line);
    let (net, before) = (fs::read(place.path("a/generation-1/net.json")).unwrap(), course(&place));
    fs::remove_dir_all(place.path("a/generation-1")).unwrap();
    let said = place.ok(&line);
    assert!(!said.contains("Nothing to do"), "{said}");
    assert_eq!(fs::read(place.path("a/generation-1/net.json")).unwrap(), net);
    assert_eq!(course(&place), before);
    for file in ["net.json", "reference-uct/effects.csv"] {
        let path = place.path("a/generation-1").join(file);
        let mut bytes = fs::read(&path).unwrap();
        let digit = bytes.iter().rposition(u8::is_ascii_digit).unwrap();
        bytes[digit] ^= 1;
        fs::write(&path, &bytes).unwrap();
        let error = place.fails(&line, 2);
        let told = format!("holds this net, but generation-1/{file} is not as it was written");
        assert!(error.contains(&told), "{error}");
        bytes[digit] ^= 1;
        fs::write(&path, &bytes).unwrap();
    }
    assert!(place.ok(&line).contains("Nothing to do"));
}
