//! Damaged records of the advanced rules.

use std::fs;

use serde_json::{Value, json};

use super::{check, folder, list};

/// A game of three seats with all advanced rules: an auction with two passes, `take longboat` at
/// decision 34, `upgrade S2` at 70, `longboat W` at 74.
fn advanced() -> Value {
    let text = fs::read_to_string(folder().join("vikings-advanced-3p.jsonl")).unwrap();
    serde_json::from_str(text.lines().next().unwrap()).unwrap()
}

/// Why that game is refused with another value at a JSON pointer.
fn advanced_refused(pointer: &str, value: Value) -> String {
    let mut damaged = advanced();
    let place = damaged.pointer_mut(pointer).unwrap();
    assert_ne!(*place, value, "the edit changes something");
    *place = value;
    check(&damaged.to_string()).unwrap_err().to_string()
}

#[test]
fn another_decision_of_the_advanced_rules_is_refused() {
    let decisions = advanced()["decisions"].clone();
    for (index, told, wrong) in [
        // The seat has 25 gold and 10 glory; nobody passes before the first bid.
        (0, "bid 1", "bid 36"),
        (0, "bid 1", "pass"),
        // A raise is above the standing bid; a colour set or a bonus tile taken has to be there.
        (1, "pass", "bid 1"),
        (3, "remove N", "set N"),
        (5, "set B", "set N"),
        (34, "take longboat", "take gold5"),
        (70, "upgrade S2", "upgrade S1"),
        (70, "upgrade S2", "decline"),
        (74, "longboat W", "longboat B"),
        (74, "longboat W", "ferry each"),
    ] {
        assert_eq!(decisions[index][1], told);
        let found = advanced_refused(&format!("/decisions/{index}/1"), json!(wrong));
        let place = format!("key `decisions[{index}][1]`: ");
        let reason = match wrong {
            "longboat B" => {
                "cannot read action `longboat B`: expected one of the rows W N S G F, or each"
                    .to_owned()
            }
            _ => format!("action `{wrong}` is not legal here"),
        };
        assert_eq!(found, place + &reason);
    }
    // Legal actions with another outcome: found by the numbers of legal actions, or the scorings.
    for (index, other) in [(0, "bid 2"), (3, "remove W"), (4, "set W"), (34, "decline")] {
        let found = advanced_refused(&format!("/decisions/{index}/1"), json!(other));
        assert!(found.starts_with("key `decisions["), "{other}: {found}");
    }
    // Invalid texts.
    for (wrong, reason) in [
        ("bid -1", "cannot read action `bid -1`: expected a number"),
        ("take gold7", "cannot read action `take gold7`: expected the name of a bonus tile"),
        ("remove X", "cannot read action `remove X`: expected one of the vikings F G S N W B"),
    ] {
        let found = advanced_refused("/decisions/0/1", json!(wrong));
        assert_eq!(found, format!("key `decisions[0][1]`: {reason}"));
    }
    let found = advanced_refused("/decisions/1/2", json!(34));
    assert_eq!(found, "key `decisions[1][2]`: expected 35 legal actions, found 34");
}

#[test]
fn a_damaged_deal_of_the_advanced_rules_is_refused() {
    for (pointer, wrong, reason) in [
        (
            "/deal/bonus/0",
            json!("gold5"),
            "key `deal.bonus`: 2 tiles `gold5`, but the rules have 1",
        ),
        (
            "/deal/bonus/6",
            json!("gold3"),
            "key `deal.bonus`: 0 tiles `gold5`, but the rules have 1",
        ),
        ("/deal/bonus", json!([]), "key `deal.bonus`: 0 tiles `gold5`, but the rules have 1"),
        (
            "/deal/bonus/3",
            json!("gold7"),
            "key `deal.bonus[3]`: cannot read bonus tile `gold7`: expected one of gold5, ",
        ),
        ("/deal/bonus/3", json!(7), "deal.bonus[3]=7: must be a text"),
        (
            "/deal/bag/0",
            json!("FFSSSNNNNWWB"),
            "key `deal.bag`: round 1 has 12 vikings instead of 13",
        ),
        (
            "/deal/bag/5",
            json!("FGGNNNWWWWWBBB"),
            "key `deal.bag`: round 6 has 14 vikings instead of 13",
        ),
        ("/deal/bag/0", json!("FFFSSNNNNWWBB"), "key `deal.bag`: 14 vikings `F`"),
    ] {
        let found = advanced_refused(pointer, wrong);
        assert!(found.starts_with(reason), "{found}");
    }
    // Another order of face-up and face-down tiles does not match the decisions.
    let mut swapped = advanced();
    list(&mut swapped["deal"], "bonus").swap(0, 24 - 1);
    let found = check(&swapped.to_string()).unwrap_err().to_string();
    assert!(found.starts_with("key `decisions["), "{found}");
}

#[test]
fn other_advanced_rules_are_refused() {
    let found = advanced_refused("/rule_set/advanced/auction", json!(false));
    assert!(found.starts_with("key `deal.bag`") || found.starts_with("key `rules`"), "{found}");
    let found = advanced_refused("/rule_set/bonus/food3/value", json!(4));
    let reason = "the rule set is not `advanced`: key `bonus.food3.value`: expected 3, found 4";
    assert_eq!(found, format!("key `rules`: {reason}"));
    let found = advanced_refused("/rule_set/advanced/opening_zero", json!("falls"));
    let words = "must be `stands` or `out`";
    assert_eq!(found, format!("rule_set.advanced.opening_zero=falls: {words}"));
    let found = advanced_refused("/rule_set/bonus/longboat/count", json!(16));
    assert_eq!(found, "rule_set.bonus.longboat.count=16: must be 0 to 15");
}

#[test]
fn another_breakdown_of_the_advanced_rules_is_refused() {
    let with = |name: &str, amount: i32| {
        let mut edited = advanced();
        edited["breakdown"][0] = json!({ name: amount });
        check(&edited.to_string()).map(|_| ()).map_err(|error| error.to_string())
    };
    // Seat 0 won the auctions of rounds 1 and 6, each with a bid of 1, and took two tiles.
    assert_eq!(with("auctions_won", 2), Ok(()));
    assert_eq!(with("bonus_taken_building_d", 1), Ok(()));
    let reason = "key `breakdown[0].auctions_won`: expected 2, found 3";
    assert_eq!(with("auctions_won", 3), Err(reason.to_owned()));
    assert!(with("bonus_taken_gold7", 0).is_err());
}
