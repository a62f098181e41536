//! Tournaments and comparisons: the same verdict whoever plays the chunks.

use std::fs;

use crate::call::{Place, number, rows};

pub(crate) const TOURNAMENT: &str = "--game connect-four --agents random greedy mcts:iterations=4 --games 240 \
                          --chunk 8 --seed 3 --per-game --equivalence 0.02";
/// Stops long before its last game.
pub(crate) const DUEL: &str = "--game connect-four --agents mcts:iterations=12 greedy --sprt elo0=0,elo1=60 \
                    --games 4000 --chunk 10 --confirm 100 --seed 5 --per-game";

#[test]
fn a_tournament_is_the_same_for_any_threads_and_shards() {
    let place = Place::new();
    place.ok(&format!("tournament {TOURNAMENT} --quiet --threads 1 --out one"));
    place.ok(&format!("tournament {TOURNAMENT} --quiet --threads 3 --out three"));
    let whole = place.files("one");
    assert_eq!(
        whole.keys().map(String::as_str).collect::<Vec<_>>(),
        [
            "games.csv",
            "neighbours.csv",
            "pace.csv",
            "pairings.csv",
            "ratings.csv",
            "strategy.csv",
            "win_rates.csv"
        ]
    );
    assert_eq!(whole, place.files("three"));
    place.ok(&format!("plan p tournament {TOURNAMENT}"));
    for shard in ["2/3", "0/3", "1/3 --parts elsewhere"] {
        place.ok(&format!("work p --shard {shard} --quiet"));
    }
    place.ok("merge p elsewhere --per-game");
    assert_eq!(whole, place.files("p"));
    assert_eq!(place.ok("audit p elsewhere --every 2 --quiet").lines().count(), 1);
}

#[test]
fn a_tournament_says_who_is_best() {
    let place = Place::new();
    let said = place.ok(&format!("tournament {TOURNAMENT} --quiet --out t --anchor greedy"));
    assert!(said.contains("Ratings") && said.contains("Elo relative to greedy"), "{said}");
    let files = place.files("t");
    let ratings = rows(&files["ratings.csv"]);
    assert_eq!(ratings.len(), 3);
    assert_eq!(ratings[2]["agent"], "random");
    let ranks: Vec<f64> = ratings.iter().map(|row| number(&row["alpha_rank"])).collect();
    assert!((ranks.iter().sum::<f64>() - 1.0).abs() < 3e-6 && ranks[2] == 0.0, "{ranks:?}");
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let none =
        "No intransitive cycle of three agents, each of which beats the next, is significant.";
    assert!(words(&said).contains(none), "{said}");
    // Agents of a gauntlet that never met.
    let said = place.ok(&format!("tournament {TOURNAMENT} --quiet --pairings gauntlet --out g"));
    assert!(!words(&said).contains("cycle"), "{said}");
    assert!(rows(&place.files("g")["ratings.csv"]).iter().all(|row| row["alpha_rank"].is_empty()));
    // Random play has not won a game against either: it has no number.
    for row in &ratings {
        let rated = row["status"] == "rated";
        assert_eq!(row["elo"].is_empty(), !rated, "{row:?}");
        if row["agent"] == "greedy:weights=manual-1" {
            assert_eq!(number(&row["elo"]), 0.0);
        }
    }
    let pairings = rows(&files["pairings.csv"]);
    assert_eq!(pairings.len(), 6);
    for row in &pairings {
        let other = pairings
            .iter()
            .find(|other| other["agent"] == row["opponent"] && other["opponent"] == row["agent"]);
        let sum = number(&row["score"]) + number(&other.unwrap()["score"]);
        assert!((sum - 1.0).abs() < 2e-6 && row["p"] == other.unwrap()["p"]);
        assert_eq!(row["meetings"], "80");
        if !row["p"].is_empty() {
            assert!(number(&row["p_holm"]) >= number(&row["p"]));
        }
    }
    // Every agent acts behind each other one equally often at two seats.
    let neighbours = rows(&files["neighbours.csv"]);
    assert_eq!(neighbours.len(), 6);
    assert!(neighbours.iter().all(|row| row["games"] == "80"));
    let games = rows(&files["games.csv"]);
    assert_eq!(games.len(), 480);
    assert!(games.iter().any(|row| row["arm"] == "2"));
}

/// Agents that are not in every line-up, in a game with things that seats may take.
#[test]
fn tournaments_of_games_with_items() {
    let place = Place::new();
    let line = "tournament --rules advanced --agents random greedy:weights=manual-1 greedy:weights=selfplay-1 \
         --quiet";
    place.ok(&format!("{line} --players 2 --games 24 --out two"));
    let tiles = rows(&place.files("two")["bonus_tiles.csv"]);
    assert_eq!(tiles.len(), 3 * 14);
    // Each of three agents played two of three pairings, 16 of 24 games.
    let kind = |agent: &str| {
        tiles.iter().find(|row| row["agent"] == agent && row["item"] == "longboat").unwrap()
    };
    assert!(number(&kind("greedy:weights=manual-1")["appearances"]) > 0.0);
    place.ok(&format!("{line} --players 3 --games 24 --out three"));
    // One seat against two, and two against one: games cannot be told from seats.
    let tiles = rows(&place.files("three")["bonus_tiles.csv"]);
    assert!(tiles.iter().all(|row| row["appearances"].is_empty() && !row["offered"].is_empty()));
}

#[test]
fn tables_are_printed_as_asked() {
    let place = Place::new();
    let line = "tournament --game connect-four --agents random greedy --games 20 --quiet";
    for (format, told) in [
        ("md", "| rank | agent"),
        ("latex", "\\begin{tabular}{llrrrrr}\n\\toprule\nrank & agent & Elo"),
        ("csv", "# Ratings\nrank,agent,elo,status,elo_low,elo_high,superiority_over_next,"),
        ("text --pairings gauntlet", "Ratings\nrank  agent   "),
    ] {
        let said = place.ok(&format!("{line} --force --out a --format {format}"));
        assert!(said.contains(told), "{format}: {said}");
    }
    let error = place.fails(&format!("{line} --format md --format csv"), 2);
    assert!(error.contains("cannot be used multiple times"), "{error}");
    let said = place.ok("run --game connect-four --agents random --games 20 --out b --format csv");
    assert!(said.starts_with("agent,seat,games,win_share,win_share_low,"), "{said}");
}

#[test]
fn a_sequential_test_stops_at_the_same_game_for_any_threads_and_shards() {
    let place = Place::new();
    place.ok(&format!("compare {DUEL} --quiet --threads 1 --out one"));
    for threads in [2, 5] {
        place.ok(&format!("compare {DUEL} --quiet --threads {threads} --out t{threads}"));
        assert_eq!(place.files("one"), place.files(&format!("t{threads}")));
    }
    let files = place.files("one");
    let path = rows(&files["compare.csv"]);
    let last = path.last().unwrap();
    assert_eq!(last["decision"], "upper");
    assert!(path.len() < 50, "stops early: {}", path.len());
    assert!(path[..path.len() - 1].iter().all(|row| row["decision"] == "continue"));
    assert!(number(&last["llr"]) >= number(&last["llr_upper"]));
    let effects = rows(&files["effects.csv"]);
    let phases: Vec<&str> = effects.iter().map(|row| row["phase"].as_str()).collect();
    assert_eq!(phases, ["games", "games", "fresh deals", "fresh deals"]);
    assert_eq!(effects[0]["games"], last["games"]);
    assert_eq!(effects[2]["games"], "100");
    // Where the test stopped there is no other verdict; on fresh deals there is.
    let verdicts = [&effects[0], &effects[2]].map(|row| (&row["verdict"][..], row["p"].is_empty()));
    assert_eq!(verdicts, [("", true), ("better", false)]);
    // The figures of agents are those of the fresh deals.
    assert_eq!(rows(&files["win_rates.csv"])[0]["games"], "100");

    // Shards that know nothing of each other play more than is needed; it changes nothing.
    place.ok(&format!("plan p compare {DUEL}"));
    place.ok("work p --chunks 20-23 --parts elsewhere --quiet");
    for shard in [1, 0] {
        place.ok(&format!("work p --shard {shard}/2 --quiet"));
    }
    assert_eq!(place.ok("missing p elsewhere"), "");
    let called = place.call("missing p elsewhere nowhere");
    assert!(called.err.contains("nowhere is no folder"), "{}", called.err);
    place.ok("merge p elsewhere --per-game");
    assert_eq!(place.files("one"), place.files("p"));
    let receipts = place.receipts("p").len();
    assert!(receipts < 200, "the second shard stopped when both had a verdict: {receipts} chunks");
    let said = place.ok("audit p --every 3 --quiet");
    assert!(said.ends_with("played again: the same\n"), "{said}");
    // A gap before the verdict is refused, one behind it is not asked for.
    place.change_receipt("p", 1, |_| String::new());
    // Whether the next one had been begun when the verdict came depends on the threads.
    let error = place.fails("merge p", 3);
    let gap = ["chunk 1 is missing", "chunks 1-2 are missing"];
    assert!(gap.iter().any(|gap| error.contains(gap)), "{error}");
}

#[test]
fn verdicts_are_sentences() {
    let place = Place::new();
    let line = "compare --game connect-four --quiet --seed 2";
    let said = place.ok(&format!("{line} --agents greedy random --games 200 --out a"));
    assert!(said.contains("\ngreedy is better than random: win share "), "{said}");
    let said = place.ok(&format!("{line} --agents random greedy --games 200 --out b"));
    assert!(said.contains("\nrandom is worse than greedy: win share "), "{said}");
    let twins = "--agents mcts:iterations=3 mcts:iterations=3,exploration=0.31";
    let said = place.ok(&format!("{line} {twins} --games 120 --out c --equivalence 0.01"));
    assert!(
        said.contains("\nNot decided between mcts:")
            && said
                .replace('\n', " ")
                .contains("would decide with 80 % probability if the difference is as"),
        "{said}"
    );
    assert_eq!(rows(&place.files("c")["effects.csv"])[0]["verdict"], "undecided");
    let said = place.ok(&format!("{line} {twins} --games 400 --out d --equivalence 0.2"));
    assert!(said.contains(" equals ") && said.contains(" within 20 %: "), "{said}");
    let said = place.ok(&format!("{line} {twins} --until ci=0.05 --chunk 16 --games 4000 --out e"));
    let sentence = said.replace('\n', " ");
    assert!(sentence.contains(": the interval is narrow enough after "), "{said}");
    let path = rows(&place.files("e")["compare.csv"]);
    let reach = |row: &std::collections::BTreeMap<String, String>| {
        let [value, low, high] = ["value", "low", "high"].map(|key| number(&row[key]));
        (high - value).max(value - low)
    };
    assert!(reach(path.last().unwrap()) <= 0.05);
    assert!(
        path.iter().rev().skip(1).all(|row| reach(row) > 0.05 || number(&row["blocks"]) < 100.0)
    );
}

/// Planned looks end a comparison with a verdict, and what was not decided goes on as a look that is told.
#[test]
fn looks_are_planned_or_told() {
    let place = Place::new();
    let line = "compare --game connect-four --quiet --seed 2 --agents greedy random";
    let said = place.ok(&format!("{line} --games 400 --looks 4 --out a")).replace('\n', " ");
    assert!(said.contains(" greedy is better than random: win share "), "{said}");
    assert!(said.contains("This was look 1 of 4. If the two were equal"), "{said}");
    let found = &rows(&place.files("a")["effects.csv"])[0];
    assert_eq!((&*found["verdict"], &*found["p"], &*found["games"]), ("better", "", "100"));
    let looks = rows(&place.files("a")["compare.csv"]);
    assert_eq!(looks.last().unwrap()["decision"], "verdict");
    // The file of the run has the flag.
    place.ok("compare --config a/run.json --out again --quiet");
    assert_eq!(place.files("again")["effects.csv"], place.files("a")["effects.csv"]);

    let twins = "compare --game connect-four --quiet --seed 2 \
                 --agents mcts:iterations=3 mcts:iterations=3,exploration=0.31";
    let said = place.ok(&format!("{twins} --games 40 --looks 2 --out b")).replace('\n', " ");
    assert!(said.contains("This was look 2 of 2."), "{said}");
    assert!(said.contains(" --looked 40") && !said.contains("--looks"), "{said}");
    let said = place.ok(&format!("{twins} --games 80 --looked 40 --out c")).replace('\n', " ");
    assert!(said.contains("These games were looked at before, after 40. "), "{said}");
    assert!(said.contains("in 8.31 % of runs, not in 5.00 %; in more"), "{said}");
    let error = place.fails(&format!("{twins} --games 80 --looked 80 --out d"), 2);
    assert!(error.contains("--looked: was not after fewer games than --games"), "{error}");
}

/// A tournament of two agents rates them as their comparison does, also with more than two seats.
#[test]
fn a_tournament_and_a_comparison_have_one_elo() {
    let place = Place::new();
    let agents = "--game goofspiel --set deck.cards=5 --agents random greedy --players 3 --games 120 --quiet";
    place.ok(&format!("compare {agents} --out a"));
    place.ok(&format!("tournament {agents} --anchor greedy --out b"));
    let compared = number(&rows(&place.files("a")["effects.csv"])[0]["elo"]);
    let rated = rows(&place.files("b")["ratings.csv"]);
    let rated = rated.iter().find(|row| row["agent"] == "random").unwrap();
    assert!((number(&rated["elo"]) - compared).abs() < 1e-4, "{rated:?} {compared}");
    let pairs = rows(&place.files("b")["pairings.csv"]);
    let score = &rows(&place.files("a")["effects.csv"])[0]["value"];
    assert_eq!((&pairs[0]["wins"], &pairs[0]["wins_predicted"]), (score, score));
}

/// The number of games that is suggested is larger than the number that did not suffice, and there is one.
#[test]
fn what_did_not_suffice_is_not_suggested() {
    let place = Place::new();
    let line = "tournament --agents greedy random mcts:iterations=5 --players 2 --quiet";
    let said = place.ok(&format!("{line} --games 12 --out a"));
    let next = said.split("Next: ").nth(1).unwrap_or_default().replace("\\\n   ", "");
    // With the same seed it would be a second look at the same games.
    assert!(next.contains(" --seed 2 "), "{said}");
    let next = next.split(" --games ").nth(1);
    let games = number(next.unwrap_or("0").split_whitespace().next().unwrap_or_default());
    assert!(games > 12.0 && games % 6.0 == 0.0, "{said}");
    let line = "compare --game connect-four --agents mcts:iterations=3 mcts:iterations=3,exploration=0.31 \
                --until ci=0.05 --games 200 --confirm 100 --quiet";
    let said = place.ok(&format!("{line} --out b")).replace("\\\n   ", "").replace('\n', " ");
    // Nothing is dealt.
    assert!(said.contains(" in new games: ") && !said.contains("deal"), "{said}");
    assert_eq!(said.matches("Not decided between mcts:").count(), 2, "{said}");
    assert_eq!(said.matches("would decide").count(), 1, "{said}");
    assert!(
        said.contains("Next: drakkar compare ") && said.contains(" --seed 2 --confirm "),
        "{said}"
    );
}

/// Who meets the same field is compared deal by deal: in one seat, what the deal does to both falls
/// out of the difference.
#[test]
fn a_field_saves_variance() {
    let place = Place::new();
    let line = "compare --game vikings --players 2 --agents greedy:weights=manual-1 greedy:weights=w.toml --opponents greedy:weights=selfplay-1 \
                --seating fixed";
    fs::write(place.path("w.toml"), "hand = 0.01\n").unwrap();
    let called = place.call(&format!("{line} --games 2000 --quiet --out a"));
    assert_eq!(called.code, Some(0), "{}", called.err);
    // Differences of shares are no shares.
    let told = called.out.replace('\n', " ");
    assert!(told.contains(" pp), 0 pp if they are equal;"), "{told}");
    let effects = rows(&place.files("a")["effects.csv"]);
    assert_eq!(effects[0]["metric"], "win_share_difference");
    let [one, two] = [&effects[1], &effects[2]].map(|row| number(&row["value"]));
    assert!((number(&effects[0]["value"]) - (one - two)).abs() < 2e-6);
    assert!(number(&effects[0]["variance_reduction"]) > 0.05, "{effects:?}");
}

#[test]
fn two_rule_sets_are_compared_deal_by_deal_if_they_deal_alike() {
    let place = Place::new();
    let line = "compare --rules advanced --agents greedy:weights=manual-1 random --players 2 --games 400 --quiet";
    let said = place.ok(&format!("{line} --vs-set bonus.noble1.value=12 --out a"));
    assert!(said.contains("Compared deal by deal, which takes "), "{said}");
    let differences = rows(&place.files("a")["differences.csv"]);
    let of = |figure: &str, agent: &str, seat: &str| {
        let found = differences
            .iter()
            .find(|row| row["metric"] == figure && row["agent"] == agent && row["seat"] == seat);
        found.unwrap_or_else(|| panic!("{figure} {agent} {seat}"))
    };
    let score = of("score", "greedy:weights=manual-1", "all");
    assert!(number(&score["low"]) > 0.0, "a dearer tile brings more: {score:?}");
    let difference = number(&score["second"]) - number(&score["first"]);
    assert!((difference - number(&score["difference"])).abs() < 2e-6);
    assert!(score["p"].is_empty(), "only the primary figure has p-values");
    assert!(!of("win_share", "greedy:weights=manual-1", "0")["p_holm"].is_empty());
    of("winning_margin", "", "");
    let run = place.manifest("a")["run"].clone();
    assert_eq!(
        (&run["purpose"]["paired"], &run["purpose"]["primary"]),
        (&true.into(), &"win_share".into())
    );
    // The first rule set is what `drakkar run` plays.
    place.ok(
        "run --rules advanced --agents greedy:weights=manual-1 random --games 200 --quiet --out r",
    );
    assert_eq!(place.files("r")["win_rates.csv"], place.files("a")["win_rates.csv"]);

    let said = place.ok(&format!("{line} --vs-set bonus.noble1.count=2 --out b"));
    assert!(said.contains("do not deal alike"), "{said}");
    let error = place.fails(&format!("{line} --vs-rules advanced"), 2);
    assert!(error.contains("--vs-rules: both rule sets are the same"), "{error}");
}

/// A key that the rules do not use is refused with the preset that uses it; without --rules, that preset is played.
#[test]
fn changes_without_effect_are_told() {
    let place = Place::new();
    let line = "--agents random --players 2 --games 40 --quiet";
    let idle = "bonus.noble1.value=7";
    for (command, flag) in
        [("run --rules base --set", "--set"), ("compare --rules base --vs-set", "--vs-set")]
    {
        let error = place.fails(&format!("{command} {idle} {line}"), 2);
        let told = "has no effect while `advanced.bonus_tiles` is false; --rules advanced uses it";
        assert!(error.contains(&format!("{flag} {idle}: {told}")), "{error}");
    }
    for (command, has_tiles) in [
        ("run --set bonus.noble1.value=7", true),
        ("run --set setup.glory=9", false),
        ("compare --vs-set bonus.noble1.value=7", true),
        ("compare --vs-set setup.glory=9", false),
        // What counts under one of the two rule sets has an effect.
        (
            "compare --rules base --set bonus.noble1.value=7 --vs-set advanced.bonus_tiles=true",
            false,
        ),
    ] {
        place.ok(&format!("{command} {line} --out a --force"));
        let rules = place.manifest("a")["run"]["rule_set"].clone();
        assert_eq!(rules["advanced"]["bonus_tiles"], has_tiles, "{command}");
    }
    // Each of two changes counts under one of the two.
    place.ok(&format!(
        "compare --rules advanced-no-auction --set bonus.noble1.value=7 --set advanced.opening_zero=out \
         --vs-set advanced.bonus_tiles=false --vs-set advanced.auction=true {line} --out c"
    ));
    let said = place.ok(&format!("compare --vs-set setup.seat_glory.3=2 {line} --out b"));
    assert!(
        said.contains("On every deal, every metric was the same under both rule sets."),
        "{said}"
    );
    let differences = rows(&place.files("b")["differences.csv"]);
    let share = differences.iter().find(|row| row["metric"] == "win_share").unwrap();
    assert_eq!((share["verdict"].as_str(), share["blocks_needed"].as_str()), ("same", ""));
}

#[test]
fn restricted_play_is_counted() {
    let place = Place::new();
    let mut command =
        place.command("run --game connect-four --games 200 --quiet --out a --agents random");
    let output = command.arg("random:forbid=\"drop 1 | drop 2\"").output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let bans = rows(&place.files("a")["bans.csv"]);
    assert_eq!((bans[0]["agent"].as_str(), bans[0]["banned"].as_str()), ("random", "0"));
    assert_eq!(bans[1]["agent"], "random:forbid=\"drop 1 | drop 2\"");
    assert!(number(&bans[1]["banned"]) > 500.0);
    assert!(!place.path("b").exists());
    place.ok("run --game connect-four --games 20 --quiet --out b --agents random");
    assert!(!place.files("b").contains_key("bans.csv"));
}

#[test]
fn budgets_of_time_are_marked_and_not_audited() {
    let place = Place::new();
    let line = "--game connect-four --agents mcts:milliseconds=1 random --games 8 --chunk 2";
    let called = place.call(&format!("plan p run {line}"));
    assert!(called.err.contains("irreproducible"), "{}", called.err);
    place.ok("work p --quiet");
    place.ok("work p --chunks 0-1 --parts q --quiet");
    place.ok("merge p q");
    assert_eq!(place.manifest("p")["run"]["irreproducible"], true);
    let error = place.fails("audit p --every 1 --quiet", 3);
    assert!(error.contains("p cannot be audited:\n  an agent's budget is time"), "{error}");
    place.ok("run --game connect-four --agents random --games 8 --quiet --out r");
    assert!(place.manifest("r")["run"].get("irreproducible").is_none());
}

#[test]
fn times_are_told_outside_of_all_hashes() {
    let place = Place::new();
    place
        .ok("run --game connect-four --agents mcts:iterations=5 random --games 20 --quiet --out a");
    let times = rows(&fs::read_to_string(place.path("a/timing.csv")).unwrap());
    assert_eq!(times.len(), 2);
    let decisions: f64 = times.iter().map(|row| number(&row["decisions"])).sum();
    assert!(decisions > 20.0 * 7.0);
    assert!(times.iter().all(|row| number(&row["mean_microseconds"]) > 0.0));
    assert!(number(&times[0]["iterations_per_second"]) > 0.0);
    assert_eq!(times[1]["iterations_per_second"], "");
    assert!(place.manifest("a")["files"].get("timing.csv").is_none());
    fs::write(place.path("a/timing.csv"), "anything").unwrap();
    let said =
        place.ok("run --game connect-four --agents mcts:iterations=5 random --games 20 --out a");
    assert!(said.contains("holds this run already"), "{said}");
}

#[test]
fn a_dry_run_writes_nothing() {
    let place = Place::new();
    let four = "--game connect-four --agents random greedy --games 100000";
    for line in [
        format!("run {four} --per-game --dry-run --out a"),
        format!("tournament {four} --dry-run --out a"),
        format!("compare {four} --dry-run --out a"),
    ] {
        let said = place.ok(&line);
        for told in
            ["64 blocks of ", "The run: ", "Expected time: ", "Expected disk: ", "95 % interval"]
        {
            assert!(said.contains(told), "{line}: {said}");
        }
        assert!(!place.path("a").exists(), "{line}");
    }
    place.ok(&format!("plan p run {four}"));
    let said = place.ok("work p --shard 0/4 --dry-run");
    assert!(said.contains("Expected time: ") && !place.path("p/done").exists(), "{said}");
}

#[test]
fn wrong_studies_name_what_is_wrong() {
    let place = Place::new();
    for (line, told) in [
        ("tournament --agents greedy", "--agents: a tournament has at least two agents"),
        (
            "tournament --agents greedy greedy",
            "--agents: `greedy:weights=tuned-1-base-4p` is named twice",
        ),
        ("tournament --agents greedy random --players 9", "--players: vikings has 2 to 4 seats"),
        (
            "tournament --agents greedy random --pairings free-for-all",
            "--pairings: free-for-all has different agents in all 4 seats",
        ),
        (
            "tournament --agents a=greedy random --anchor A",
            "--anchor A: is none of the agents a, random",
        ),
        (
            "tournament --agents greedy random --equivalence 0.7",
            "--equivalence 0.7: must be a share above 0 and below 0.5",
        ),
        ("tournament", "--agents"),
        ("compare --agents greedy", "--agents: two agents are compared, not 1"),
        ("compare --agents greedy random mcts", "--agents: two agents are compared, not 3"),
        (
            "compare --agents greedy random --sprt elo1=0",
            "the first hypothesis must be below the second",
        ),
        (
            "compare --agents greedy random --opponents mcts --sprt elo1=5",
            "--sprt: with --opponents hypotheses are differences",
        ),
        (
            "compare --agents greedy random --sprt share0=-0.1,share1=0.1",
            "--sprt: without --opponents hypotheses are win shares",
        ),
        ("compare --agents greedy random --sprt elo1=5 --until ci=0.1", "cannot be used with"),
        (
            "compare --agents greedy --vs-set bonus.luck=1 --rules advanced",
            "--vs-set bonus.luck=1: ",
        ),
        ("compare --agents greedy --vs-rules missing.toml", "missing.toml"),
        (
            "compare --agents greedy --vs-set bonus.noble1.value=7 --opponents random",
            "cannot be used with",
        ),
        ("plan p tournament --agents greedy", "--agents: a tournament has at least two agents"),
    ] {
        let error = place.fails(line, 2);
        assert!(error.contains(told), "{line}: {error}");
    }
}
