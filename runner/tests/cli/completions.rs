//! What the script of `drakkar completions` asks for when Tab is pressed.

use crate::call::{Called, Place};

/// What is offered for the last word of a line.
fn offered(line: &str) -> Vec<String> {
    let place = Place::new();
    let words: Vec<&str> = line.split(' ').collect();
    let mut command = place.command("");
    command.arg("--").args(&words);
    command.env("DRAKKAR_COMPLETE", "bash").env("_CLAP_IFS", "\n");
    command.env("_CLAP_COMPLETE_INDEX", (words.len() - 1).to_string());
    let called = Called::of(command.output().unwrap());
    assert_eq!(called.code, Some(0), "{called:?}");
    called.out.lines().map(str::to_owned).collect()
}

#[test]
fn commands_flags_games_presets_agents_and_keys_are_offered() {
    assert_eq!(offered("drakkar tourn"), ["tournament"]);
    assert!(offered("drakkar run --per").contains(&"--per-game".to_owned()));
    assert_eq!(offered("drakkar run --game v"), ["vikings", "vikings-on-board"]);
    assert_eq!(offered("drakkar run --rules adv"), ["advanced", "advanced-no-auction"]);
    assert_eq!(offered("drakkar run --game eketorp --rules d"), ["db2003"]);
    assert_eq!(offered("drakkar run --agents level-3"), ["level-3"]);
    assert_eq!(offered("drakkar run --agents greedy:weights=x,plai"), ["greedy:weights=x,plain"]);
    let key = "drakkar run --game=goofspiel --set scoring.";
    assert!(offered(key).contains(&"scoring.tied=".to_owned()));
    // What is given already is not offered again.
    assert!(
        !offered("drakkar run --agents mcts:reuse=yes,")
            .contains(&"mcts:reuse=yes,reuse=".to_owned())
    );
}

#[test]
fn every_shell_has_a_script() {
    let place = Place::new();
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = place.ok(&format!("completions {shell}"));
        assert!(script.contains("DRAKKAR_COMPLETE"), "{shell}: {script}");
    }
    place.fails("completions tcsh", 2);
}
