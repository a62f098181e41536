//! A person at the terminal, played by a pipe.

use std::process::Stdio;

use drakkar::engine::record::Record;

use crate::call::Place;

#[test]
fn a_game_is_played_to_its_end_and_recorded() {
    let place = Place::new();
    let line = "play --game connect-four --agents human random --seed 3 --record mine.jsonl \
                --adviser mcts:iterations=20";
    let called = place.call_with(line, &"1\n".repeat(42));
    assert_eq!(called.code, Some(0), "{}", called.err);
    assert!(called.out.starts_with("connect-four (base), deal 0 of seed 3\nseat 0: human\n"));
    assert!(called.out.contains("seat 0> "), "{}", called.out);
    assert!(called.out.contains("\n  seat 1: drop "), "{}", called.out);
    let (_, end) = called.out.split_once("\nseat  agent").unwrap();
    let (_, review) =
        end.split_once("How you played: mcts:iterations=20 would have done the same in ").unwrap();
    // The decisions that cost most, the first one above all.
    let rows: Vec<&str> = review.lines().skip_while(|line| !line.starts_with("decision")).collect();
    assert!((2..=6).contains(&rows.iter().take_while(|row| !row.is_empty()).count()), "{review}");
    assert!(place.ok("verify mine.jsonl").ends_with("1 game accepted\n"));
    assert!(place.ok("replay mine.jsonl").contains("seat 0: human"));
    let error = place.fails(line, 2);
    assert!(error.contains("mine.jsonl: exists; choose another name for --record"), "{error}");
}

#[test]
fn a_new_game_has_a_fresh_deal_which_can_be_played_again() {
    let place = Place::new();
    let begin = |line: &str| {
        let called = place.call_with(line, "q\n");
        assert_eq!(called.code, Some(1), "{}", called.err);
        called.out
    };
    let all: Vec<String> = (0..3).map(|_| begin("play --game goofspiel --players 3")).collect();
    assert!(all.iter().any(|one| *one != all[0]), "{}", all[0]);
    assert!(all[0].contains("\nseat 0: human\nseat 1: level-5 = mcts:"), "{}", all[0]);
    assert!(all[0].contains("\nseat 2: level-5 = mcts:"), "{}", all[0]);
    let (_, told) = all[0].split_once("\n--seed ").unwrap();
    let (seed, after) = told.split_once(" begins the same game again\n").unwrap();
    let again = begin(&format!("play --game goofspiel --players 3 --seed {seed}"));
    assert!(again.ends_with(after), "{again}\n{after}");
    // Without a word about seats: the fewest, one of them for a person.
    assert!(begin("play --game eketorp").contains("\nseat 2: level-5 = "));
    let error = place.fails("play --players 5", 2);
    assert_eq!(error, "drakkar: --players: vikings has 2 to 4 seats, not 5\n");
}

#[test]
fn a_person_can_ask_what_actions_do_and_what_a_search_would_do() {
    let place = Place::new();
    let line =
        "play --game connect-four --agents human random --seed 1 --adviser mcts:iterations=50";
    let called = place.call_with(line, "?\n4\n4\n4\nh\nq\n");
    let means = "drop: a disc falls to the lowest free cell of this column\n";
    assert_eq!(called.out.matches(means).count(), 1, "{}", called.out);
    // Three in a column, unless the other seat has put a disc on top.
    let (_, hint) = called.out.split_once("mcts:iterations=50 would play ").unwrap();
    let (action, share) = hint.split_once(" and expects a win share of ").unwrap();
    assert!(
        action.starts_with("drop ") && share.starts_with(|c: char| c.is_ascii_digit()),
        "{hint}"
    );
    let line = "play --game connect-four --agents human random --seed 1 --adviser greedy";
    assert!(place.call_with(line, "h\nq\n").out.contains("greedy would play drop 4\n"));
    let error = place.fails("play --adviser human", 2);
    assert!(error.starts_with("drakkar: --adviser"), "{error}");
}

/// A game that is broken off leaves no record, and nothing that is in the way of the next one.
#[test]
fn a_killed_game_leaves_no_record() {
    let place = Place::new();
    let line =
        "play --game connect-four --agents human random --record mine.jsonl --adviser random";
    let mut command = place.command(line);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
    let names = || {
        let entries = std::fs::read_dir(place.path("")).unwrap();
        entries.map(|entry| entry.unwrap().file_name()).collect::<Vec<_>>()
    };
    while names().is_empty() {
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(!place.path("mine.jsonl").exists());
    assert_eq!(place.call_with(line, &"1\n".repeat(42)).code, Some(0));
    assert_eq!(names(), ["mine.jsonl"]);
}

/// The agents answer as in a run with fixed seats, whoever does what the person does there.
#[test]
fn the_agents_are_those_of_runs() {
    let place = Place::new();
    let line = "run --game goofspiel --agents greedy random --seating fixed --games 1 --seed 8";
    place.ok(&format!("{line} --out r --quiet --record games.jsonl"));
    let games = std::fs::read_to_string(place.path("games.jsonl")).unwrap();
    let game: serde_json::Value = serde_json::from_str(games.lines().nth(1).unwrap()).unwrap();
    let decisions = game["decisions"].as_array().unwrap();
    let own = decisions.iter().filter(|decision| decision[0] == 0);
    let input: String =
        own.map(|decision| format!("{}\n", decision[1].as_str().unwrap())).collect();
    let line =
        "play --game goofspiel --agents human random --seed 8 --record mine.jsonl --adviser random";
    assert_eq!(place.call_with(line, &input).code, Some(0));
    let mine = std::fs::read_to_string(place.path("mine.jsonl")).unwrap();
    let mine: serde_json::Value = serde_json::from_str(&mine).unwrap();
    assert_eq!(mine["decisions"], game["decisions"]);
    assert_eq!(mine["result"], game["result"]);
}

#[test]
fn a_person_is_told_what_is_open_and_not_what_is_secret() {
    let place = Place::new();
    let line =
        "play --game goofspiel --agents random human random --record mine.jsonl --adviser random";
    let called = place.call_with(line, "2\nq\n");
    assert_eq!(called.code, Some(1));
    let mut asked = called.out.split("\n\n").filter(|part| part.starts_with("  seat "));
    assert_eq!(asked.next(), Some("  seat 0: (decides secretly)"));
    // All cards of a turn are turned over at its end.
    let called = place.call_with(line, &"2\n".repeat(12));
    assert_eq!(called.code, Some(1), "{}", called.err);
    let turns: Vec<&str> =
        called.out.split("\n\n").filter(|part| part.starts_with("  seat ")).collect();
    for turn in &turns[1..] {
        let lines: Vec<&str> = turn.lines().collect();
        let [first, own, last, next] = lines[..] else { panic!("{turn}") };
        assert!(first.starts_with("  seat 0 had chosen: bid "), "{turn}");
        assert!(own.starts_with("  seat 1 (you): bid "), "{turn}");
        assert!(last.starts_with("  seat 2: bid "), "{turn}");
        assert_eq!(next, "  seat 0: (decides secretly)");
    }
}

/// Of a choice that is hidden in part, the rest is told.
#[test]
fn a_person_is_told_where_a_barrel_lies_and_not_its_value() {
    let place = Place::new();
    let line =
        "play --game vikings-on-board --agents random human --record mine.jsonl --adviser random";
    let called = place.call_with(line, &"1\n".repeat(400));
    assert_eq!(called.code, Some(0), "{}", called.err);
    let game = std::fs::read_to_string(place.path("mine.jsonl")).unwrap();
    let game: Record = game.parse().unwrap();
    let own = game.decisions.iter().filter(|decision| decision.seat.index() == 0);
    let bets: Vec<&str> = own.filter_map(|decision| decision.action.strip_prefix("bet ")).collect();
    assert!(!bets.is_empty());
    for bet in bets {
        let (_, zone) = bet.split_once(' ').unwrap();
        assert!(called.out.contains(&format!("\n  seat 0: bet ? {zone}\n")), "{bet}");
        assert!(!called.out.contains(&format!("seat 0: bet {bet}")), "{bet}");
    }
    assert!(!called.out.contains("decides secretly"), "{}", called.out);
}

#[test]
fn input_that_means_nothing_is_asked_again_and_its_end_is_an_end() {
    let place = Place::new();
    let line = "play --game connect-four --agents human";
    for (input, told, end) in [
        ("", "seat 0> ", "the input has ended"),
        ("9\n", "there are actions 1 to 7", "the input has ended"),
        ("d\n?\nq\n", "7 actions begin with `d`, such as `drop 1` and `drop 2`", "you quit"),
        ("drop 3\nq\n", "seat 1> ", "you quit"),
        ("jump\n\n\u{fffd}\nq\n", "no action is or begins with `jump`", "you quit"),
    ] {
        let called = place.call_with(line, input);
        assert_eq!(called.code, Some(1), "{input}");
        assert!(called.out.contains(told), "{}", called.out);
        assert_eq!(called.err, format!("drakkar: {end}\n"));
    }
}

#[test]
fn an_agent_that_fails_ends_the_game() {
    let place = Place::new();
    let called = place.call_with("play --game connect-four --agents exec:true human", "1\n");
    assert_eq!(called.code, Some(1));
    assert_eq!(called.err, "drakkar: seat 0 has a program that ended (exit status: 0)\n");
}

#[test]
fn a_person_plays_nowhere_else() {
    let place = Place::new();
    for line in [
        "run --agents human greedy",
        "tournament --agents human greedy",
        "compare --agents human greedy",
        "plan p run --agents human greedy",
    ] {
        let error = place.fails(line, 2);
        assert!(error.contains("agent `human`: a person plays in `drakkar play` alone"), "{error}");
    }
    let error = place.fails("play --agents greedy random", 2);
    assert!(error.contains("--agents: names no human; `drakkar run` plays"), "{error}");
}
