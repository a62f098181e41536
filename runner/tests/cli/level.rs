//! `drakkar balance --equalize`: values at which all kinds, or all seats, are worth the same.

use std::collections::BTreeMap;
use std::fs;

use crate::call::{Called, Place, number, rows, signal};

/// *Vikings* with four kinds of tiles that do nothing but give glory: equal glory is equal worth, and whoever plays at
/// random, with enough glory to lose, shows it exactly.
fn tiles(glory: [u32; 4]) -> String {
    let none = ["goldsmith1", "goldsmith2", "longboat", "noble1", "fisher1", "boatswain", "gold3"];
    let none = none.iter().chain(&["building-a", "building-b", "building-c"]);
    let none: Vec<String> = none.map(|kind| format!("--set bonus.{kind}.count=0")).collect();
    let some = ["gold5", "scout1", "food3", "building-d"].iter().zip(glory).map(|(kind, glory)| {
        // Without a meal left over, food3 changes nothing.
        let value = if *kind == "food3" { 2 } else { 0 };
        format!(
            "--set bonus.{kind}.count=6 --set bonus.{kind}.value={value} --set bonus.{kind}.glory={glory}"
        )
    });
    let some: Vec<String> = some.collect();
    format!("{} {}", none.join(" "), some.join(" "))
}

/// The command with a seed.
fn level(glory: [u32; 4], seed: u32) -> String {
    format!(
        "balance --rules advanced-no-auction --set setup.glory=500 {} --equalize bonus.gold5.glory=0..9 bonus.scout1.glory=0..9 bonus.food3.glory=0..9 \
         bonus.building-d.glory=0..9 --players 2 --agents random --sampling-policy random --retune 0 --tolerance 0.5 --decisions 480 --seed {seed} --quiet",
        tiles(glory)
    )
}

/// The files of a folder, without what the clock has a part in.
fn files(place: &Place, folder: &str) -> BTreeMap<String, String> {
    fs::read_dir(place.path(folder))
        .unwrap()
        .map(|entry| entry.unwrap())
        .filter(|entry| entry.path().is_file())
        .map(|entry| {
            (entry.file_name().into_string().unwrap(), fs::read_to_string(entry.path()).unwrap())
        })
        .filter(|(name, _)| name != "printed.json")
        .collect()
}

/// The glory of the four kinds in a rules file that was found.
fn found(place: &Place, folder: &str) -> Vec<f64> {
    let text = fs::read_to_string(place.path(folder).join("equalized.toml")).unwrap();
    let rules: toml::Table = text.parse().unwrap();
    ["gold5", "scout1", "food3", "building-d"]
        .iter()
        .map(|kind| rules["bonus"][kind]["glory"].as_integer().unwrap() as f64)
        .collect()
}

#[test]
fn disturbed_values_are_made_equal_again_and_equal_ones_stay() {
    let place = Place::new();
    place.ok(&format!("{} --out d1", level([4, 4, 1, 7], 1)));
    let glory = found(&place, "d1");
    assert!(glory.iter().all(|one| *one == glory[0]), "{glory:?}");
    place.ok(&format!("{} --out e1", level([4; 4], 1)));
    assert_eq!(found(&place, "e1"), [4.0; 4]);
    // Two changes are enough, and the file of the set says so.
    let text = fs::read_to_string(place.path("d1").join("equalized.toml")).unwrap();
    let head = "# Values that drakkar balance --equalize found: vikings (custom), 2 seats, seed 1; changed: \
                bonus.food3.glory=4, bonus.building-d.glory=4.\n";
    assert!(text.starts_with(head), "{}", text.lines().next().unwrap_or_default());
    let worths = rows(&files(&place, "d1")["equalized_effect.csv"]);
    assert_eq!(worths.len(), 2 * 4);
    for row in &worths {
        let verdict = row["verdict"].as_str();
        let expected = match (row["rules"].as_str(), row["item"].as_str()) {
            ("printed", "food3") => ["weak"; 2],
            ("printed", "building-d") => ["strong"; 2],
            ("printed", _) => ["undecided", "fair"],
            _ => ["fair"; 2],
        };
        assert!(expected.contains(&verdict), "{row:?}");
        assert!(number(&row["low"]) <= number(&row["effect"]), "{row:?}");
        // With equal glory, worths differ by chance alone.
        if row["rules"] == "equalized" {
            assert!((number(&row["effect"]) - 4.0).abs() < 0.5, "{row:?}");
        }
    }
    let said = place.ok(&format!("{} --out e1", level([4; 4], 1)));
    assert!(said.starts_with("e1 holds this equalized set already. Nothing to do.\n"), "{said}");
    assert!(said.contains("Nothing is changed:"), "{said}");
    place.ok("report d1 --out d1.html");
    // The values come first, what is changed above what is not.
    let page = fs::read_to_string(place.path("d1.html")).unwrap();
    assert!(page.contains(
        "<th>item type</th><th>printed</th><th>new</th><th class=\"number\">effect before</th>"
    ));
    let row = |item: &str| page.find(&format!("<tr><td>{item}</td><td>")).expect(item);
    assert!(row("building-d") < row("food3") && row("food3") < row("gold5"));
    assert!(row("scout1") < page.find("<svg class=\"chart").unwrap());
    let changes = rows(&files(&place, "d1")["changes.csv"]);
    let change = changes.iter().find(|row| row["item"] == "food3").unwrap();
    let cells = format!(
        "<td>{}</td><td>{}</td><td class=\"number\" title=\"{}\">",
        change["printed"], change["new"], change["effect_before"]
    );
    assert!(page.contains(&cells), "{cells}");
}

/// A kind that is meant to be better keeps its values, and the others are equal without it.
#[test]
fn kinds_may_be_left_out() {
    let place = Place::new();
    let asked = level([4, 4, 4, 9], 1).replace(" bonus.building-d.glory=0..9", "");
    let said = place.ok(&format!("{asked} --exclude building-d --out w"));
    assert!(said.contains("\nNothing is changed:"), "{said}");
    assert!(said.contains("Excluded, with the values that they have: building-d."), "{said}");
    assert_eq!(found(&place, "w"), [4.0, 4.0, 4.0, 9.0]);
    let deviations = rows(&files(&place, "w")["equalized_deviation.csv"]);
    assert!(number(&deviations[0]["deviation_high"]) < 0.5, "{deviations:?}");
    let error = place.fails(&format!("{asked} --exclude building-e --out x"), 2);
    assert!(
        error.contains("--exclude: there is no item type `building-e`; did you mean"),
        "{error}"
    );
    assert_eq!(fs::read_dir(place.path("x")).unwrap().count(), 0);
    let error = place.fails(&format!("{} --exclude gold5 --out y", level([4; 4], 1)), 2);
    assert!(error.contains("`bonus.gold5.glory` is about gold5, which is excluded"), "{error}");
}

/// What is printed and what should be; and a study that its limit ended says so first.
#[test]
fn changes_are_told_in_words() {
    let place = Place::new();
    let level = |glory| level(glory, 1).replace("480", "240");
    let called = place.call(&format!("{} --out a", level([4, 4, 1, 7])).replace(" --quiet", ""));
    let (said, progress) = (called.out, called.err);
    for step in [
        "step 1 of at most 3, 2 seats: measurement 1 of at most 16: as they are\n",
        "step 2 of at most 3, 2 seats: 1 change of 2\n",
        "step 3 of at most 3, 2 seats: final validation of the equalized values, random\n",
    ] {
        assert!(progress.contains(step), "{step}{progress}");
    }
    assert!(said.contains("\n2 changes bring the item types closer together: "), "{said}");
    let changes = rows(&files(&place, "a")["changes.csv"]);
    let words: Vec<[&str; 4]> = changes
        .iter()
        .map(|row| ["item", "printed", "new", "change"].map(|column| row[column].as_str()))
        .collect();
    assert!(words.contains(&["food3", "1 glory with it", "4 glory with it", "buff"]), "{words:?}");
    assert!(!said.contains("No larger values"), "{said}");
    // Only `food3` may change in the way that it should, and not as far.
    let narrow = level([4, 4, 1, 4]).replace("=0..9", "=4..9");
    let narrow = narrow.replace("bonus.food3.glory=4..9", "bonus.food3.glory=1,2");
    let narrow = place.ok(&format!("{narrow} --out narrow"));
    let told = "No larger values were tried than bonus.food3.glory=2: name a wider range.";
    let narrow = narrow.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(narrow.contains(told), "{narrow}");
    let less = ["building-d", "7 glory with it", "4 glory with it", "nerf"];
    assert!(words.contains(&less) && words.contains(&["gold5", "4 glory with it", "", ""]));
    // What becomes nothing is told, too, beside what stays.
    let both = "bonus.gold5.value=0,1 bonus.gold5.glory";
    let nothing = level([3, 0, 0, 0]).replace("bonus.gold5.glory=0..9", &format!("{both}=0..9"));
    place.ok(&format!("{nothing} --out n"));
    let changes = rows(&files(&place, "n")["changes.csv"]);
    let told = changes.iter().find(|row| row["item"] == "gold5").unwrap();
    let [printed, new] = ["printed", "new"].map(|column| told[column].as_str());
    assert_eq!([printed, new], ["0 gold, 3 glory with it", "0 gold, 0 glory with it"]);
    let less = place.ok(&format!("{} --measurements 1 --out b", level([4, 4, 1, 7])));
    assert!(less.contains("\nNot finished, as --measurements 1 ended it: nothing is"), "{less}");
    let timed = place.ok(&format!("{} --dry-run --out c", level([4, 4, 1, 7])));
    assert!(timed.contains("Expected time of the whole study: at most "), "{timed}");
    assert!(!place.path("c").exists());
}

#[test]
fn a_levelled_set_is_the_same_for_any_threads_and_after_a_stop() {
    let place = Place::new();
    // Players adapt too, and a search has the last word.
    let asked = |more: &str| {
        let asked = level([4, 4, 1, 7], 6).replace("--retune 0", "--retune 1 --measurements 3");
        let asked = asked.replace("--decisions 480", "--decisions 60");
        asked.replace("--agents random", "--agents greedy uct:iterations=2") + more
    };
    place.ok(&asked(" --threads 1 --out a"));
    let whole = files(&place, "a");
    let names: Vec<&str> = whole.keys().map(String::as_str).collect();
    let expected = [
        "changes.csv",
        "equalize.json",
        "equalized.csv",
        "equalized.toml",
        "equalized_deviation.csv",
        "equalized_effect.csv",
        "front.csv",
        "manifest.json",
        "retuned.csv",
    ];
    assert_eq!(names, expected);
    let stopped = place.call(&asked(" --threads 2 --deadline 0s --out b"));
    assert_eq!(stopped.code, Some(75), "{}", stopped.err);
    assert!(stopped.err.contains("run the same command to resume"), "{}", stopped.err);
    place.ok(&asked(" --threads 2 --out b"));
    assert_eq!(whole, files(&place, "b"));
    // Before the end, its chunks are kept, too.
    let cheap = level([4, 4, 1, 7], 6).replace("480", "60");
    let go_on = || place.call(&format!("{cheap} --threads 2 --deadline 0s --out c"));
    assert_eq!(go_on().code, Some(75));
    place.call("work c --quiet");
    assert_eq!(go_on().code, Some(75));
    let first = place.path("c/played/first-0-2p");
    let chunks = || place.receipts("c/played/first-0-2p").len();
    let before = chunks();
    assert!(before > 0 && first.join("manifest.json").is_file());
    fs::remove_file(first.join("what_if.csv")).unwrap();
    assert_eq!(go_on().code, Some(75));
    assert!(chunks() == before && first.join("what_if.csv").is_file());
    // A part that lost a file is made anew.
    let mut parts: Vec<_> =
        fs::read_dir(place.path("b/played")).unwrap().map(|entry| entry.unwrap().path()).collect();
    parts.sort();
    let lost = parts.iter().find_map(|part| {
        fs::read_dir(part)
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .find(|path| path.extension().is_some_and(|end| end == "csv"))
    });
    fs::remove_file(lost.unwrap()).unwrap();
    place.ok(&asked(" --threads 2 --out b"));
    assert_eq!(whole, files(&place, "b"));
    assert!(parts.iter().all(|part| !part.join("done").exists()));
    // Both agents have the last word on both sets.
    let worths = rows(&whole["equalized_effect.csv"]);
    assert_eq!(worths.len(), 2 * 2 * 4);
    let other = place.fails(&(level([4; 4], 6) + " --out b"), 2);
    assert!(other.contains("holds another equalized set"), "{other}");
    place.ok(&(level([4; 4], 6) + " --out b --force"));
    assert_eq!(found(&place, "b"), [4.0; 4]);
    // What was changed since is told.
    fs::write(place.path("a/equalized_effect.csv"), "x\n").unwrap();
    let called = place.call("report a --out a.html");
    assert_eq!(called.code, Some(3), "{}", called.err);
    assert!(called.err.contains("equalized_effect.csv is not as it was written"), "{}", called.err);
}

#[test]
fn others_may_play_a_part_of_the_measurements() {
    let place = Place::new();
    let asked = format!("{} --chunk 30 --out", level([4, 4, 1, 7], 2).replace("480", "120"));
    place.ok(&format!("{asked} a"));
    // Alone, a helper plays what the first measurement needs, and then says who must go on.
    assert_eq!(place.call(&format!("{asked} b --deadline 0s")).code, Some(75));
    let [nothing, all] = ["--deadline 0s", ""].map(|more| place.call(&format!("work b {more}")));
    assert_eq!(nothing.code, Some(75), "{}", nothing.err);
    assert!(nothing.err.contains("0 chunks played; b is not finished"), "{}", nothing.err);
    assert_eq!(all.code, Some(75), "{}", all.err);
    let receipts = place.receipts("b/played/first-0-2p").len();
    assert!(receipts > 6, "{receipts}");
    let told = format!(
        "{receipts} chunks played; b has nothing to play; start the command again that began it"
    );
    assert!(all.err.contains(&told), "{}", all.err);
    // And while the command is at work, which is halted here; then a third process joins in.
    let mut command = place.command(&format!("{asked} c --threads 1")).spawn().unwrap();
    place.wait_for("c/played/first-0-2p/run.json");
    signal(&command, "STOP");
    let helper = place.call("work c --deadline 2s");
    signal(&command, "CONT");
    assert_eq!(helper.code, Some(75), "{}", helper.err);
    assert!(helper.err.contains("; c is not finished"), "{}", helper.err);
    assert!(!helper.err.contains(" 0 chunks played"), "{}", helper.err);
    let shared = place.call("work c --quiet --shard 1/2");
    assert!([0, 75].contains(&shared.code.unwrap()), "{}", shared.err);
    assert!(command.wait().unwrap().success());
    assert_eq!(files(&place, "a"), files(&place, "c"));
    place.ok(&format!("{asked} b"));
    assert_eq!(files(&place, "a"), files(&place, "b"));
    for part in ["first-0-2p", "last-printed-0-2p"] {
        let of = |folder: &str| place.files(&format!("{folder}/played/{part}"));
        assert_eq!(of("a"), of("b"), "{part}");
        // Nobody needs them any more.
        assert!(!place.path("b/played").join(part).join("done").exists(), "{part}");
    }
    place.ok("work b --quiet");
    // Parts are looked after as well.
    fs::write(place.path("b/played/first-0-2p/bonus_effect.csv"), "x").unwrap();
    let error = place.fails(&format!("{asked} b"), 2);
    assert!(
        error.contains(
            "b: holds this equalized set, but played/first-0-2p/bonus_effect.csv is not as"
        ),
        "{error}"
    );
    // The first part would not tell what later ones hold.
    fs::write(place.path("c/played/last-printed-0-2p/bonus_effect.csv"), "x").unwrap();
    let error = place.fails(&format!("{asked} c"), 2);
    let told =
        "c: holds this equalized set, but played/last-printed-0-2p/bonus_effect.csv is not as";
    assert!(error.contains(told), "{error}");
    assert!(!place.path("c/played/first-0-2p/done").exists());
    let error = place.fails("work b --chunks 0-1", 2);
    assert!(error.contains("--chunks: is for the folder of a run"), "{error}");
}

/// Each player at each number of seats has a picture, with its worths before and after: also under another name, if it got
/// used to the values.
#[test]
fn players_before_and_after_are_in_one_picture() {
    let place = Place::new();
    let pages = [("tiles-2p", &["2"][..], 1), ("tiles-2-3-4p", &["2", "3", "4"], 2)];
    for (study, seats, players) in pages {
        let folder = format!("{}/../results/fair-set/{study}", env!("CARGO_MANIFEST_DIR"));
        place.ok(&format!("report {folder} --out {study}.html"));
        let page = fs::read_to_string(place.path(&format!("{study}.html"))).unwrap();
        assert!(page.contains("2 seats, greedy, after it greedy:weights=retuned-"), "the caption");
        // All pictures are there for wide and for narrow screens.
        for seats in seats {
            let label = format!("aria-label=\"{seats} seats, ");
            assert_eq!(page.matches(&label).count(), 2 * players, "{study}: {seats} seats");
        }
        let points = |which: &str| page.matches(&format!(", {which}: ")).count();
        assert_eq!(points("before"), 2 * 14 * seats.len() * players, "each kind has a point");
        assert_eq!(points("before"), points("after"));
    }
}

/// Glory for one seat at the start makes it win more than its share; glory for the other evens that out.
#[test]
fn seats_are_levelled_by_what_they_begin_with() {
    let place = Place::new();
    let asked = "balance --rules base --players 2 --equalize-seats setup.seat_glory.*=0..30 --agents greedy \
                 --tolerance 0.02 --games 1000 --retune 0 --seed 4 --quiet --set setup.seat_glory.0=20 --measurements 4";
    place.ok(&format!("{asked} --out s"));
    let worths = rows(&place.files("s")["equalized_effect.csv"]);
    let apart = |rules: &str| {
        let shares =
            worths.iter().filter(|row| row["rules"] == rules).map(|row| number(&row["effect"]));
        let shares: Vec<f64> = shares.collect();
        assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-5, "{shares:?}");
        (shares[0] - shares[1]).abs()
    };
    assert!(apart("printed") > 0.3 && apart("equalized") < 0.06, "{worths:?}");
    // An interval of a win share alone is that of a share of so many games, not the wider one of differences.
    for row in &worths {
        let [samples, share, low, high] =
            ["samples", "effect", "low", "high"].map(|column| number(&row[column]));
        let binomial = 1.97 * (share * (1.0 - share) / samples).sqrt();
        let half = (high - low) / 2.0;
        assert!(half < 1.02 * binomial && half > 0.8 * binomial, "{half} of {binomial}: {row:?}");
    }
    // The final validation has twice as many games as were asked for.
    assert!(worths.iter().all(|row| row["samples"] == "2000"), "{worths:?}");
}

#[test]
fn what_cannot_be_levelled_is_refused() {
    let place = Place::new();
    for (asked, told) in [
        ("--equalize bonus.gold5.count=1..3 --rules advanced", "changes deals or the first state"),
        ("--equalize bonus.gold6.value --rules advanced", "there is no key `bonus.gold6.value`"),
        ("--equalize --game connect-four", "--equalize: with these rules there are no items"),
        ("--equalize-seats setup.seat_gold.*=0..3 --players 2,3", "--players: is one number"),
        (
            "--equalize-seats setup.seat_gold.*=0..3 --rules base --games 9",
            "--games: must be at least 120",
        ),
        ("--equalize --players 2,2", "--players: 2 is given twice"),
        ("--players 2,3", "--players: is one number, except with --equalize"),
        ("--equalize --vary bonus.gold5.value=1..3", "cannot be used with"),
        ("--equalize --tolerance 0", "must be a number above 0"),
        // A tolerance that is given answers no other question.
        ("--equalize --tolerance 1 --sampling-policy nobody", "--sampling-policy"),
        ("--equalize --tolerance 1 --decisions 20", "--decisions: must be at least 60"),
        ("--goal win-share", "--equalize"),
        ("--equalize --keep-chunks", "--keep-chunks: is for runs"),
    ] {
        let error = place.fails(&format!("balance {asked} --out x --quiet"), 2);
        assert!(error.contains(told), "{asked}: {error}");
        assert!(!place.path("x").exists(), "{asked}");
    }
}

/// Seats differ in their actions: what one of the tables has may be asked for.
#[test]
fn a_pattern_fits_an_action_of_one_of_the_tables_at_least() {
    let place = Place::new();
    for (players, at, told) in [
        ("2,4", "play burn 3", "there is no key `whim.x`"),
        ("2,3", "play burn 3", "--at: no action of the game fits `play burn 3`"),
        ("2,4", "play burn * | !burn", "--at: no action of the game fits `burn`"),
    ] {
        let asked = format!("balance --game no-more-vikings --equalize whim.x --players {players}");
        let mut command = place.command(&format!("{asked} --against end --out x --quiet"));
        let called = Called::of(command.args(["--at", at]).output().unwrap());
        assert_eq!(called.code, Some(2), "{}", called.err);
        assert!(called.err.contains(told), "{players}, {at}: {}", called.err);
    }
}

/// What is refused after the folder was taken leaves nothing in it.
#[test]
fn what_turns_out_not_to_be_levelled_leaves_an_empty_folder() {
    let place = Place::new();
    let asked = "balance --rules advanced --players 2 --agents random --equalize bonus.gold5.value --quiet --out x";
    let error = place.fails(&format!("{asked} --decisions 20"), 2);
    assert!(error.contains("--decisions: must be at least 60"), "{error}");
    assert!(!place.path("x").exists());
    let mut one =
        place.command(&format!("{asked} --decisions 60 --tolerance 0.5 --against decline --at"));
    let output = one.arg("take gold5").output().unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert!(error.contains("--equalize: needs two item types or more"), "{error}");
    assert_eq!(fs::read_dir(place.path("x")).unwrap().count(), 0);
}
