//! Studies in folders, with their state.

use std::fs;

use crate::call::{Called, Place, rows, signal};

/// Folder, command, state and what is left, by folder.
fn listed(place: &Place, line: &str) -> Vec<[String; 5]> {
    let text = place.ok(&format!("{line} --format csv"));
    let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
    let cells = |row: &std::collections::BTreeMap<String, String>| {
        ["folder", "command", "state", "left", "of"].map(|column| row[column].clone())
    };
    let mut found: Vec<_> = rows(&lines.join("\n")).iter().map(cells).collect();
    found.sort();
    found
}

#[test]
fn studies_have_their_state_and_others_folders_do_no_harm() {
    let place = Place::new();
    assert!(place.ok("list runs").contains("There are no studies in runs"));
    let game = "--game connect-four --agents random --games 40";
    place.ok(&format!("run {game} --quiet --out runs/whole"));
    place.ok(&format!("plan runs/begun run {game} --chunk 4"));
    place.ok("work runs/begun --chunks 3-4 --quiet");
    place.ok(&format!("plan runs/deep/er/planned run {game} --chunk 4"));
    place.ok(
        "tune --game connect-four --agent greedy --games 8 --generations 2 --confirm 64 --quiet \
         --references --out runs/tune",
    );
    let plan = fs::read_to_string(place.path("runs/begun/run.json")).unwrap();
    for (folder, file, text) in [
        ("half", "run.json", &plan[..99]),
        ("foreign", "manifest.json", "hello"),
        ("strange", "tune.json", "[[["),
        ("notes", "notes.txt", "x"),
    ] {
        fs::create_dir_all(place.path(&format!("runs/{folder}"))).unwrap();
        fs::write(place.path(&format!("runs/{folder}/{file}")), text).unwrap();
    }
    fs::create_dir_all(place.path("runs/parts/run.json")).unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink("..", place.path("runs/loop")).unwrap();
    let row = |cells: [&str; 5]| cells.map(str::to_owned);
    assert_eq!(
        listed(&place, "list runs"),
        [
            row(["runs/begun", "run", "interrupted", "8", "10"]),
            row(["runs/deep/er/planned", "run", "not begun", "10", "10"]),
            row(["runs/half", "unknown", "unreadable", "", ""]),
            row(["runs/strange", "tune", "interrupted", "", ""]),
            row(["runs/tune", "tune", "complete", "", ""]),
            row(["runs/whole", "run", "complete", "", ""]),
        ]
    );
    // What is left of a tune are its generations.
    fs::remove_file(place.path("runs/tune/manifest.json")).unwrap();
    let trace = fs::read_to_string(place.path("runs/tune/tune.csv")).unwrap();
    fs::write(place.path("runs/tune/tune.csv"), &trace[..trace.find("\n1,").unwrap() + 1]).unwrap();
    let tune = row(["runs/tune", "tune", "interrupted", "1", "2"]);
    assert_eq!(listed(&place, "list runs --root runs/tune"), [tune]);
    assert!(
        place.fails("list runs --root nowhere", 2).contains("nowhere: there is no such folder")
    );
    assert!(place.fails("list runss", 2).contains("did you mean `runs`"));
}

#[cfg(unix)]
#[test]
fn a_study_that_is_played_is_told_from_an_interrupted_one() {
    let place = Place::new();
    let line = "run --game connect-four --agents mcts:iterations=300 --games 4000 --chunk 2 --quiet --out runs/r";
    let mut player = place.command(line).spawn().unwrap();
    while place.receipts("runs/r").is_empty() {
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    signal(&player, "STOP");
    let state = |place: &Place| listed(place, "list runs")[0][2].clone();
    let played = state(&place);
    player.kill().unwrap();
    player.wait().unwrap();
    assert_eq!((played.as_str(), state(&place).as_str()), ("being played", "interrupted"));
    // Looking leaves nothing behind.
    assert!(!place.path("runs/.drakkar-lock").exists());
}

#[test]
fn the_own_root_of_results_is_listed() {
    let place = Place::new();
    let there = place.path("there");
    fs::write(place.path("d.toml"), format!("out_root = {:?}\n", there.display())).unwrap();
    let call = |line: &str| {
        let mut command = place.command(line);
        Called::of(command.env("DRAKKAR_DEFAULTS", place.path("d.toml")).output().unwrap())
    };
    call("run --game connect-four --agents random --games 4 --quiet --out one");
    let listed = call("list runs");
    assert!(listed.out.contains("one") && listed.out.contains("complete"), "{listed:?}");
    assert!(call("list runs --root d.toml").err.contains("there is no such folder"));
}

#[test]
fn one_table_of_a_finished_study_is_printed() {
    let place = Place::new();
    place.ok("run --game connect-four --agents random --games 40 --quiet --out r");
    let table = fs::read_to_string(place.path("r/win_rates.csv")).unwrap();
    assert_eq!(place.ok("report r --table win_rates"), table);
    assert_eq!(place.ok("report r --table win_rates.csv"), table);
    assert!(!place.path("r/report.html").exists());
    let error = place.fails("report r --table win_rate", 2);
    assert!(error.contains("r has no such table; did you mean `win_rates`?"), "{error}");
    assert!(place.fails("report r r --table pace", 2).contains("is of one folder"));
    assert_eq!(place.call("report r --table pace --svg charts").code, Some(2));
    fs::write(place.path("r/win_rates.csv"), table.replace('1', "2")).unwrap();
    let error = place.fails("report r --table win_rates", 3);
    assert!(error.contains("win_rates.csv is not as it was written"), "{error}");
    fs::remove_file(place.path("r/manifest.json")).unwrap();
    assert!(place.fails("report r --table pace", 2).contains("not finished"));
}
