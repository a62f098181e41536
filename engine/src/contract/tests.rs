//! The contract on the small games, and on a game that breaks it in one way after another.

mod broken;

use super::*;
use crate::games::connect_four::ConnectFour;
use crate::games::goofspiel::{Deck, Goofspiel, RuleSet, ScoringRules, Tied};
use broken::{Broken, Fault};

const SAID: &str = "the others see of a secret choice what is said \
    (see `Game::indistinguishable`, `Game::lays_face_down`)";

fn goofspiel(players: usize, cards: u8, tied: Tied) -> Goofspiel {
    let rule_set = RuleSet { deck: Deck { cards }, scoring: ScoringRules { tied } };
    Goofspiel::new(rule_set, players).unwrap()
}

#[test]
fn connect_four_keeps_the_contract() {
    check(&ConnectFour::default(), 100, 7).unwrap();
}

#[test]
fn goofspiel_keeps_the_contract() {
    for players in 2..=4 {
        for tied in [Tied::Discard, Tied::Carry] {
            for cards in [3, 4, 13] {
                check(&goofspiel(players, cards, tied), 40, 7).unwrap();
            }
        }
    }
}

#[test]
fn a_broken_promise_is_found_and_named() {
    check(&Broken::of(Fault::None), 40, 7).unwrap();
    for (fault, promise) in [
        (Fault::NeverEnds, "random games end (see `Game::MOST_DECISIONS`, `Game::to_move`)"),
        (Fault::MovingDeal, "the same seed gives the same deal (see `Game::deal`)"),
        (Fault::ListsTwice, "no action is listed twice (see `Game::legal`)"),
        (
            Fault::FirstIsDeaf,
            "different actions lead to different states, unless something is revealed (see `Game::apply_unchecked`)",
        ),
        (
            Fault::LastIsDeaf,
            "a record verifies (see `Recorded::check_deal`, `Recorded::result`, `Game::opening`)",
        ),
        (
            Fault::LegalForgets,
            "`legal` fills in what is counted (see `Game::count_legal`, `Game::nth_legal`)",
        ),
        (Fault::ActionsMiss, "every legal action is among all (see `Recorded::actions`)"),
        (
            Fault::ActionsTwice,
            "among all actions each has a text of its own that reads back (see `Recorded::actions`)",
        ),
        (Fault::AcceptsAll, "an illegal action is refused (see `Game::apply`)"),
        (
            Fault::ClockStands,
            "the clock differs between any two decisions of one seat (see `Game::clock`)",
        ),
        (Fault::EpochFalls, "the epoch never falls (see `Game::epoch`)"),
        (
            Fault::SourcesMiss,
            "the sources add up to the final score (see `Game::apply_unchecked`, `Game::opening`)",
        ),
        (
            Fault::PlayOnForgets,
            "a game played on is the one played step by step (see `Game::play_on`)",
        ),
        (Fault::SharesMiss, "win shares add up to a whole win (see `Game::outcome`)"),
        (Fault::SecretShown, SAID),
        (Fault::FaceDownDenied, SAID),
        (Fault::SecretForgotten, "a seat knows its own secret choice (see `Game::draw`)"),
        (
            Fault::SecretTold,
            "the others are told of a secret choice what they see (see `Recorded::public_text`)",
        ),
        (
            Fault::PrizesShown,
            "while the epoch stays, nothing hidden becomes visible (see `Game::epoch`)",
        ),
        (Fault::PrizesKept, "what a seat cannot know is drawn anew (see `Game::draw`)"),
        (Fault::AllShown, "what a seat cannot know is drawn anew (see `Game::draw`)"),
        (
            Fault::HiddenOrder,
            "a drawn state keeps the actions that are no secret (see `Game::draw`)",
        ),
        (
            Fault::TextTells,
            "what a view tells depends on nothing hidden (see `Recorded::text`, `Recorded::fields`)",
        ),
        (
            Fault::FieldsTell,
            "what a view tells depends on nothing hidden (see `Recorded::text`, `Recorded::fields`)",
        ),
        (Fault::FactsMatter, "collecting facts changes no state (see `Game::apply_unchecked`)"),
        (Fault::PlayoutBiased, "random games draw all actions evenly (see `Game::playout`)"),
        (
            Fault::OpenGameDraws,
            "a drawn state keeps seat to move, epoch, secrecy (see `Game::draw`)",
        ),
        (
            Fault::PerfectInSecret,
            "with perfect information nothing is drawn anew (see `Game::has_perfect_information`)",
        ),
        (
            Fault::PerfectForAWhile,
            "perfect information stays so to the end (see `Game::has_perfect_information`)",
        ),
        (Fault::BidsRedealt, "dealing anew keeps what every seat knows (see `Game::redeal`)"),
        (
            Fault::PrizesNotRedealt,
            "states that differ only in what no seat knows are dealt alike (see `Game::redeal`)",
        ),
        (
            Fault::LastPrizeNotRedealt,
            "states that differ only in what no seat knows are dealt alike (see `Game::redeal`)",
        ),
    ] {
        let breach = check(&Broken::of(fault), 40, 7).expect_err(promise);
        assert_eq!(breach.promise, promise, "{fault:?}: {breach}");
    }
}

/// Not two whole states.
#[test]
fn a_breach_tells_what_differs() {
    for (fault, told) in [
        (Fault::MovingDeal, "found: prizes.0: "),
        (Fault::FactsMatter, "without facts or with them: "),
        (Fault::TextTells, "line of the text or field: 0.0: \""),
        (Fault::PrizesShown, " draws "),
        (Fault::HiddenOrder, ", actions 1.0: \"bid "),
    ] {
        let text = check(&Broken::of(fault), 40, 7).unwrap_err().to_string();
        let found = text.split_once("; deal").unwrap().0;
        assert!(found.contains(told) && found.len() < 400, "{fault:?}: {text}");
        assert!(!found.contains("State {"), "{fault:?}: {text}");
    }
}

#[test]
fn a_breach_tells_where_it_was_seen() {
    let breach = check(&Broken::of(Fault::ClockStands), 1, 7).unwrap_err();
    assert_eq!((breach.deal, breach.actions.len()), (Some(0), 2));
    let text = breach.to_string();
    assert!(text.starts_with("broken promise: the clock differs"), "{text}");
    assert!(text.contains("clock 0 again for seat 0; deal 0 after [bid "), "{text}");
}

/// The prize on show is an open part, and the deck is dealt anew in all others.
#[test]
fn parts_that_draws_keep_are_listed() {
    let breach = check(&Broken::of(Fault::PrizesKept), 3, 7).unwrap_err();
    let found = breach.to_string();
    assert!(found.contains("`prizes` (5 elements), drawn by seats 0, 1"), "{found}");
    assert!(found.contains("`draw`") && found.contains("`Recorded::OPEN_PARTS`"), "{found}");
}

/// There is nobody else who could know what it draws as it is.
#[test]
fn a_single_seat_is_asked_as_well() {
    let found = kept::check(&Broken::of(Fault::PrizesKeptAlone), 7).unwrap_err().to_string();
    assert!(found.contains("`prizes` (5 elements), drawn by seats 0"), "{found}");
}
