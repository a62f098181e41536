//! Profiles of games for which the figures are known: a program of its own, as the command has a game more here.
//! Called by itself with `PROGRAM` set it is the command.

mod contest;

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, ExitCode};

use drakkar::{Labs, Registry, lab, main_with};

const PROGRAM: &str = "DRAKKAR_KNOWN_GAMES";

fn main() -> ExitCode {
    if std::env::var_os(PROGRAM).is_some() {
        return main_with(Labs::standard().with(lab::<contest::Contest>()), Registry::new());
    }
    chance_alone();
    skill_alone();
    ExitCode::SUCCESS
}

/// A figure: value, low, high.
type Found = [f64; 3];

/// The profile of the game, by figure and place.
fn profile(rules: &str, more: &str) -> BTreeMap<String, Found> {
    let place = tempfile::tempdir().unwrap();
    let out = place.path().join("p");
    let line = format!("profile --game contest --rules {rules} {more} --quiet --out");
    let mut command = Command::new(std::env::current_exe().unwrap());
    let command = command.env(PROGRAM, "1").args(line.split_whitespace()).arg(&out);
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    figures(&out.join("profile.csv"))
}

fn figures(path: &Path) -> BTreeMap<String, Found> {
    let mut reader = csv::Reader::from_path(path).unwrap();
    let rows = reader.deserialize::<BTreeMap<String, String>>().map(|row| {
        let row = row.unwrap();
        let name = format!("{} {}", row["figure"], row["at"]);
        let figure = |column: &str| row[column].parse().unwrap_or(f64::NAN);
        (name.trim_end().to_owned(), ["value", "low", "high"].map(figure))
    });
    rows.collect()
}

/// The deal is all: levels win par, and no choice is better than another.
fn chance_alone() {
    let found = profile("luck", "--games 200 --levels 1 4 8 --iterations 60");
    let [skill, deal, rest] =
        ["skill", "deal", "rest"].map(|part| found[&format!("win_share_variance {part}")]);
    assert_eq!((skill, rest), ([0.0; 3], [0.0; 3]));
    assert!(deal[0] > 0.95 && deal[1] <= 1.0, "{deal:?}");
    for pair in ["neighbours_ahead", "ahead level-4 level-1", "ahead level-8 level-1"] {
        assert_eq!(found[pair][0], 0.5, "{pair}");
    }
    let share = found["seat_win_share seat 0"];
    assert!(share[1] < 0.5 && 0.5 < share[2], "{share:?}");
    assert!(found["close_choice"][0] > 0.85, "{:?}", found["close_choice"]);
    assert!(found["obvious_wrong"][0] < 0.1, "{:?}", found["obvious_wrong"]);
    let loss = found["obvious_loss"];
    assert!(loss[1] < 0.0 && 0.0 < loss[2], "{loss:?}");
    assert!(found["winner_known"][0] > 0.8, "{:?}", found["winner_known"]);
    assert_eq!(found["lead_changes"], [0.0; 3]);
    assert_eq!((found["decisions"], found["actions_median"][0]), ([8.0; 3], 3.0));
    assert_eq!(found["reveals"], [1.0; 3]);
}

/// The best call is always the best: nothing is due to the deal, and choices matter.
fn skill_alone() {
    let found = profile("skill", "--games 200 --levels 1 4 8 --iterations 60");
    let [skill, deal] = ["skill", "deal"].map(|part| found[&format!("win_share_variance {part}")]);
    assert!(deal[0] < 0.02 && deal[1] == 0.0, "{deal:?}");
    assert!(skill[1] > 0.4, "{skill:?}");
    assert!(found["ahead level-8 level-1"][1] > 0.9, "{:?}", found["ahead level-8 level-1"]);
    assert!(found["close_choice"][2] < 0.5, "{:?}", found["close_choice"]);
    assert!(found["same_choice"][1] > 0.8, "{:?}", found["same_choice"]);
    assert!(found["obvious_wrong"][0] < 0.02, "greedy calls 2: {:?}", found["obvious_wrong"]);
    // The strongest level always calls 2: no game has a winner, and no deal a favourite.
    let share = found["seat_win_share seat 0"];
    assert!((share[0] - 0.5).abs() < 0.05, "{share:?}");
}
