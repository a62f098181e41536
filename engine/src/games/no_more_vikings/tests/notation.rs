//! Texts of actions (3.5).

use crate::games::no_more_vikings::action::Action;

#[test]
fn every_kind_of_action_round_trips() {
    for text in [
        "whim square",
        "aggressive",
        "balanced",
        "development",
        "populate b2",
        "enlist h8",
        "cultivate a1",
        "marry a1 a2",
        "marry a2 a1",
        "fortress b2 c2",
        "tower b2 b1",
        "move c2 c3",
        "draw",
        "drop counter",
        "drop bow",
        "play settler",
        "play beacon 0",
        "play divert 3",
        "play abduct 1",
        "play burn 2",
        "play duel 1",
        "play steal 1",
        "play favour",
        "end",
        "pass",
        "edict",
        "counter",
        "at h1",
        "sink c",
        "divert a c",
    ] {
        let action: Action = text.parse().unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(action.to_string(), text);
    }
}

#[test]
fn everything_else_is_refused_with_a_reason() {
    for (text, reason) in [
        ("", "expected one of whim, "),
        ("populate", "expected a parcel"),
        ("populate i1", "expected a parcel"),
        ("populate a9", "expected a parcel"),
        ("populate  a1", "expected a parcel"),
        ("marry a1 b2", "expected two adjacent parcels"),
        ("move a1 a1", "expected two adjacent parcels"),
        ("tower h1 a2", "expected two adjacent parcels"),
        ("play plague", "expected a kind of action card"),
        ("play counter", "expected a kind of action card"),
        ("play bow 1", "expected a kind of action card"),
        ("play beacon", "expected a kind of action card"),
        ("play beacon 4", "expected a kind of action card"),
        ("play beacon 01", "expected a kind of action card"),
        ("drop fog", "expected a kind of action card"),
        ("whim", "expected the name of a whim"),
        ("whim a b", "expected the name of a whim"),
        ("sink cd", "expected a column"),
        ("divert a", "expected two columns"),
        ("pass 1", "expected nothing behind it"),
        ("Pass", "expected one of"),
        ("end ", "expected nothing behind it"),
        ("token", "expected aggressive, "),
        ("token x", "expected aggressive, "),
        ("balanced x", "expected nothing behind it"),
    ] {
        let error = text.parse::<Action>().unwrap_err();
        assert!(error.reason.starts_with(reason), "`{text}`: {error}");
    }
}

#[test]
fn a_token_may_be_called_one() {
    let action: Action = "token balanced".parse().unwrap();
    assert_eq!(action.to_string(), "balanced");
}

#[test]
fn an_action_is_small() {
    assert!(std::mem::size_of::<Action>() <= 16);
}
