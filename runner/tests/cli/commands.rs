//! Commands that are printed work when they are pasted into a shell, also where paths have spaces, apostrophes and
//! dashes at their beginning.

use std::process::Command;

use crate::call::{Called, Place, program};

/// A folder that no shell takes as one word.
const OUT: &str = "-it's here/o";

/// `words` after the folder's own flag, in a shell that knows `drakkar`.
fn shell(place: &Place, line: &str) -> Called {
    let program = program();
    let path = std::env::var("PATH").unwrap_or_default();
    let path = format!("{}:{path}", program.parent().unwrap().display());
    let mut command = Command::new("sh");
    command.current_dir(place.path("")).env("PATH", path).env_remove("COLUMNS").args(["-c", line]);
    Called::of(command.output().unwrap())
}

/// The commands that an answer names: what is sensible next, pictures, a failed game.
fn commands(said: &Called) -> Vec<String> {
    let text = format!("{}{}", said.out, said.err).replace("\\\n    ", "");
    let found = text.lines().filter_map(|line| {
        let line = line.strip_prefix("Next: ").or(line.strip_prefix("Charts: ")).unwrap_or(line);
        let line = line.split(" shows how far it came").next().unwrap_or(line);
        line.starts_with("drakkar ").then(|| line.to_owned())
    });
    found.collect()
}

/// Calls a command, and every command that it prints; gives the flags and commands that came next.
fn all_work(place: &Place, line: &str) -> Vec<String> {
    let said = shell(place, line);
    assert!([Some(0), Some(1)].contains(&said.code), "{line}: {}", said.err);
    let printed = commands(&said);
    for command in &printed {
        // What would take long is only tried.
        let size = [" --games ", " --decisions "].map(|flag| command.rsplit_once(flag));
        let size = size.into_iter().flatten().next();
        let games = size.and_then(|(_, rest)| rest.split(' ').next());
        let plays = !command.contains("drakkar re");
        let is_long = plays
            && games.and_then(|games| games.parse().ok()).is_none_or(|games: u64| games > 400);
        let tried = if is_long { format!("{command} --dry-run") } else { command.clone() };
        let called = shell(place, &tried);
        assert!([Some(0), Some(1)].contains(&called.code), "{line}: {tried}: {}", called.err);
    }
    printed
}

const QUICK: &str = "--quiet --threads 2";

/// Every study in a folder with a space, an apostrophe and a leading dash.
#[test]
fn printed_commands_can_be_pasted() {
    let c4 = "--game connect-four --agents random greedy";
    let duel = "--game connect-four --agents mcts:iterations=3 mcts:iterations=3,exploration=0.31";
    for (study, next) in [
        (format!("run {c4} --games 4 --record \"it's.jsonl\""), "--games 16"),
        ("run --game goofspiel --agents 'exec:sh -c \"exit 3\"' random --games 2".to_owned(), "replay"),
        (format!("tournament {duel} --games 24 --format text"), "--games "),
        (format!("compare {duel} --games 40 --chunk 4 --sprt elo0=0,elo1=400"), "--confirm "),
        (format!("compare {duel} --games 40"), "--looked 40"),
        (format!("compare {duel} --games 40 --looks 2"), "--looked 40"),
        ("compare --game goofspiel --agents random --players 2 --games 40 --vs-set scoring.tied=carry".to_owned(), "--games 160"),
        ("balance --game connect-four --at 'drop *' --against 'drop 3' --decisions 40 --replicate 0 --chunk 100".to_owned(), ""),
        ("balance --game connect-four --method observe --at 'drop *' --against 'drop 3' --decisions 40 --replicate 0".to_owned(), ""),
        ("tune --game connect-four --players 2 --games 8 --generations 2 --population 4 --confirm 40".to_owned(), ""),
        ("learn --generations 1 --game goofspiel --set deck.cards=4 --players 2 --agents random greedy --games 320 --epochs 1".to_owned(), ""),
        ("profile --game connect-four --players 2 --quick --games 20 --levels 1 2 --analysis-iterations 4".to_owned(), ""),
        ("balance --equalize bonus.gold5.value=3..7 --rules advanced --players 2 --agents greedy --decisions 60 --chunk 40 --measurements 1".to_owned(), ""),
    ] {
        let place = Place::new();
        let out = format!("--out=\"{OUT}\"");
        let printed = all_work(&place, &format!("drakkar {study} {QUICK} {out}"));
        let has = |text: &str| printed.iter().any(|command| command.contains(text));
        assert!(has(next), "{study}: {printed:?}");
        if !study.starts_with("tune") {
            assert!(has("report"), "{study}: {printed:?}");
            // The page is written anew, and in the folder.
            all_work(&place, &format!("drakkar report \"./{OUT}\""));
            assert!(place.path(OUT).join("report.html").is_file(), "{study}");
        }
        // The same again says the same next, and the page is in nobody's way.
        let again = all_work(&place, &format!("drakkar {study} {QUICK} {out}"));
        assert_eq!(again.iter().filter(|one| !one.contains("replay")).collect::<Vec<_>>(),
                   printed.iter().filter(|one| !one.contains("replay")).collect::<Vec<_>>(), "{study}");
    }
}

/// `merge` knows the plan alone.
#[test]
fn a_merge_names_a_command_too() {
    let place = Place::new();
    let run = "run --game connect-four --agents random greedy --games 4";
    for line in [format!("plan \"./{OUT}\" {run}"), format!("work \"./{OUT}\" {QUICK}")] {
        assert_eq!(shell(&place, &format!("drakkar {line}")).code, Some(0), "{line}");
    }
    for _ in 0..2 {
        let printed = all_work(&place, &format!("drakkar merge \"./{OUT}\""));
        assert!(printed.iter().any(|command| command.contains("--config")), "{printed:?}");
    }
    let files = place.files(&format!("{OUT}-games-16"));
    assert_eq!(files["win_rates.csv"].lines().count(), 7, "{files:?}");
}
