//! The worth of cards that are drawn from a deck, of tokens and of whims in No More Vikings!.

use crate::call::{Called, Place, number, rows};

/// Three rounds, and players that take no time.
const SHORT: &str = "balance --game no-more-vikings --agents random --roll-in random --games 30 --again 0 --quiet \
                     --set months.bonus=['','villager','cottage']";
const KINDS: [&str; 13] = [
    "settler", "recruit", "builder", "bow", "beacon", "divert", "abduct", "burn", "duel", "steal",
    "harvest", "favour", "counter",
];

#[test]
fn cards_are_worth_something_when_played_given_and_forbidden() {
    let place = Place::new();
    for players in 2..=4 {
        let said = place.ok(&format!("{SHORT} --players {players} --out b{players}"));
        assert!(said.contains("taking against anything else"), "{said}");
        assert!(!said.contains("tile"), "{said}");
        let files = place.files(&format!("b{players}"));
        let kinds = |file: &str| -> Vec<String> {
            rows(&files[file]).into_iter().map(|mut row| row.remove("kind").unwrap()).collect()
        };
        assert_eq!(kinds("cards_effect.csv"), KINDS);
        assert_eq!(kinds("cards_granted.csv"), KINDS);
        let more = ["play * | counter", "aggressive", "balanced"];
        assert_eq!(kinds("restricted.csv"), [&KINDS[..], &more].concat());
        let granted = rows(&files["cards_granted.csv"]);
        assert!(granted.iter().all(|row| row["moments"] == "30" && row["failed"] == "0"));
        assert!(granted.iter().any(|row| number(&row["worth"]) != 0.0));
        let effect = rows(&files["cards_effect.csv"]);
        assert!(effect.iter().any(|row| number(&row["worth"]) != 0.0));
        // What is not played stays in the hand, so nothing is denied to others.
        assert!(effect.iter().all(|row| row["own"].is_empty() && row["failed"] == "0"));
        assert!(!files.contains_key("cards_observed.csv") && files.contains_key("seats.csv"));
        assert_eq!(rows(&files["first.csv"]).len(), 3);
    }
    let error = place.fails(&format!("{SHORT} --fair cards.bow.value --out f"), 2);
    assert!(error.contains("cards.bow.value"), "{error}");
    assert!(!place.path("f").exists());
}

/// A kind that is not in the deck is not judged; one with a single card is given when it is not in a hand.
#[test]
fn only_cards_of_the_deck_are_judged() {
    let place = Place::new();
    let cards = "cards=[{kind='bow',landing=['a','b','c','d','ab']},{kind='favour',landing=['a']},\
                 {kind='settler',landing=['a','b','c','d']}]";
    let said = place.ok(&format!(
        "{SHORT} --players 2 --set {cards} --set setup.cards=2 --judge granted --out b"
    ));
    assert!(said.contains("One more from outside"), "{said}");
    let granted = rows(&place.files("b")["cards_granted.csv"]);
    let kinds: Vec<&str> = granted.iter().map(|row| row["kind"].as_str()).collect();
    assert_eq!(kinds, ["settler", "bow", "favour"]);
    assert!(granted.iter().all(|row| row["moments"] == "30"), "{granted:?}");
}

#[test]
fn tokens_and_whims_can_be_judged() {
    let place = Place::new();
    let judged = |at: &str, against: &str, out: &str| {
        let mut command = place.command(&format!("{SHORT} --players 2 --out {out}"));
        let called = Called::of(command.args(["--at", at, "--against", against]).output().unwrap());
        assert_eq!(called.code, Some(0), "{}", called.err);
        let effect = rows(&place.files(out)["branch_effect.csv"]).into_iter();
        (called.out, effect.map(|mut row| row.remove("kind").unwrap()).collect::<Vec<_>>())
    };
    let (said, kinds) = judged("token aggressive", "token development", "long");
    assert!(said.contains("taking against `development`"), "{said}");
    assert_eq!(kinds, ["aggressive"]);
    judged("aggressive", "development", "short");
    assert_eq!(place.files("long"), place.files("short"));
    let (_, kinds) = judged("aggressive | balanced", "development", "both");
    assert_eq!(kinds, ["aggressive", "balanced"]);
    let (said, kinds) = judged("whim *", "*", "whims");
    assert!(said.contains("taking against anything else"), "{said}");
    assert_eq!(kinds.len(), 12);
    assert!(kinds.contains(&"garden".to_owned()), "{kinds:?}");
}
