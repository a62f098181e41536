//! The user's own defaults.

use std::fs;
use std::path::PathBuf;

use crate::call::{Called, Place};

fn call(place: &Place, line: &str) -> Called {
    let mut command = place.command(line);
    Called::of(command.env("DRAKKAR_DEFAULTS", place.path("d.toml")).output().unwrap())
}

#[test]
fn defaults_are_for_flags_that_are_not_given() {
    let place = Place::new();
    let there = place.path("there");
    let text = format!("threads = 1\nout_root = {:?}\ncolour = \"never\"\n", there.display());
    fs::write(place.path("d.toml"), text).unwrap();
    let line = "run --game connect-four --agents random --games 4 --quiet --out";
    let threads = |folder: &str| {
        let text = fs::read_to_string(there.join(folder).join("manifest.json")).unwrap();
        text.lines()
            .find(|line| line.contains("\"threads\""))
            .unwrap()
            .trim()
            .trim_end_matches(',')
            .to_owned()
    };
    let called = call(&place, &format!("{line} one"));
    assert_eq!(called.code, Some(0), "{called:?}");
    assert_eq!(threads("one"), "\"threads\": 1");
    assert_eq!(call(&place, &format!("{line}=two --threads 2")).code, Some(0));
    assert_eq!(threads("two"), "\"threads\": 2");
    // Without a value, the flag stays as it is.
    assert_eq!(call(&place, &format!("{line} --threads=1")).code, Some(2));
    // The same bytes as without defaults.
    place.ok(&format!("{line} plain"));
    let rates = |folder: PathBuf| fs::read(folder.join("win_rates.csv")).unwrap();
    assert_eq!(rates(there.join("one")), rates(place.path("plain")));
    // Commands without these flags do not mind.
    assert_eq!(call(&place, "list games").code, Some(0));
}

#[test]
fn mistakes_in_defaults_are_named() {
    let place = Place::new();
    for (text, named) in [
        ("thread = 1\n", "did you mean `threads`"),
        ("threads = \"many\"\n", "key `threads`"),
        ("threads = 0\n", "key `threads`: must be a whole number from 1 to 1024"),
        ("colour = \"blue\"\n", "`blue`"),
        ("threads = \n", "line 1"),
    ] {
        fs::write(place.path("d.toml"), text).unwrap();
        let called = call(&place, "list games");
        assert_eq!(called.code, Some(2), "{text}: {called:?}");
        assert!(called.err.contains("d.toml") && called.err.contains(named), "{text}: {called:?}");
    }
    fs::remove_file(place.path("d.toml")).unwrap();
    let called = call(&place, "list games");
    assert!(called.code == Some(2) && called.err.contains("d.toml"), "{called:?}");
}

#[test]
fn verdicts_have_a_colour_where_it_is_wanted() {
    let place = Place::new();
    let line = "compare --game connect-four --agents greedy random --games 400 --quiet --out c";
    for (text, coloured) in
        [("colour = \"always\"", true), ("colour = \"never\"", false), ("", false)]
    {
        fs::write(place.path("d.toml"), text).unwrap();
        // Also when the answer is printed again.
        let called = call(&place, line);
        assert_eq!(
            called.out.contains("\u{1b}[38;5;166mbetter\u{1b}[0m than"),
            coloured,
            "{called:?}"
        );
        assert_eq!(called.out.contains('\u{1b}'), coloured, "{called:?}");
        let table = call(&place, &format!("{line} --format md"));
        assert!(!table.out.contains('\u{1b}'), "{table:?}");
    }
}
