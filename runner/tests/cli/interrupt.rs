//! Ctrl-C keeps the longest complete beginning.

use std::process::{Command, Stdio};
use std::time::Duration;

use crate::call::Place;

#[test]
fn ctrl_c_keeps_what_is_complete() {
    let place = Place::new();
    let line = "run --game connect-four --agents random greedy --per-game --quiet";
    let mut child = place
        .command(&format!("{line} --games 1000000000 --out a --chunk 10"))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The folder appears after Ctrl-C is in our hands; a little later there are games in it.
    while !place.path("a").exists() {
        std::thread::sleep(Duration::from_millis(5));
        assert!(child.try_wait().unwrap().is_none(), "the run is over before it was interrupted");
    }
    std::thread::sleep(Duration::from_millis(300));
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(killed.success());
    let output = child.wait_with_output().unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(130), "{error}");
    let manifest = place.manifest("a");
    let games = manifest["games_played"].as_u64().unwrap();
    assert_eq!((manifest["complete"].as_bool(), games % 20), (Some(false), 0));
    assert!(error.contains(&format!("interrupted; a holds the first {games} of 1000000000 games")));
    // What is there is what a run of that length gives.
    place.ok(&format!("{line} --games {games} --out b"));
    assert_eq!(place.files("a"), place.files("b"));
}
