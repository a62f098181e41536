//! Longships land (L1 to L4, C5).

use super::table::Table;
use crate::games::no_more_vikings::state::Phase;

/// Step 2 with a first card that shows these columns.
fn landed(changes: &[&str], shows: &str, set_up: impl Fn(Table) -> Table) -> Table {
    let mut table = set_up(Table::round(2, changes));
    let bits: u8 = shows.bytes().map(|column| 1 << (column - b'a')).sum();
    let landings = table.game.numbers.landings;
    let mut deck = table.state.deck.cards().to_vec();
    let card = deck.iter().position(|&card| landings[usize::from(card)] == bits).unwrap();
    let card = deck.remove(card);
    deck.push(card);
    table.put_deck(&deck);
    let before = table.state.discard;
    let table = table.after("development; development");
    assert_eq!(table.state.discard, before | 1 << card, "the card is discarded");
    table
}

#[test]
fn l1_the_first_player_draws_a_card_whose_effect_is_ignored() {
    let table = Table::round(2, &[]).village(0, "villager a1").village(1, "villager a1");
    let table = table.deck("plague").after("development; development");
    assert_eq!((table.phase(), table.mover()), (Phase::Turn, Some(0)));
    assert_eq!((table.beach(0), table.beach(1)), ("a".into(), "a".into()));
    assert_eq!(table.built(0), "villager a1");
}

#[test]
fn l1_k6_no_event_takes_effect_and_without_a_card_nothing_lands() {
    for event in ["fog", "fire", "storm", "grace", "newcomers"] {
        let table = Table::round(2, &[]).village(0, "cottage a4").longships(1, "c");
        let table = table.deck(event).after("development; development");
        assert_eq!((table.phase(), table.mover(), table.state.fog), (Phase::Turn, Some(0), false));
        assert_eq!((table.built(0).as_str(), table.edicts_of(0)), ("cottage a4", 0), "{event}");
        assert!(table.beach(1).contains('c') && table.kinds(table.state.discard) == event);
    }
    let mut table = Table::round(2, &[]);
    table.put_deck(&[]);
    table.play("development; development");
    assert_eq!((table.phase(), table.left("longship")), (Phase::Turn, 12));
}

#[test]
fn l2_n1_n26_one_longship_in_each_column_shown_that_has_none() {
    let table = landed(&[], "ac", |table| table.longships(0, "ab").longships(1, "d"));
    assert_eq!((table.beach(0), table.beach(1)), ("abc".into(), "acd".into()));
    assert_eq!(table.left("longship"), 12 - 6);
}

#[test]
fn l3_n2_x4_too_few_longships_for_all_mean_none_for_anybody() {
    for (supply, beaches) in [(3, ("ab", "ab")), (2, ("a", ""))] {
        let table = landed(&[], "ab", |table| table.longships(0, "a").supply("longship", supply));
        assert_eq!((table.beach(0).as_str(), table.beach(1).as_str()), beaches);
    }
}

#[test]
fn l4_the_next_column_to_the_right_is_a_switch() {
    let next = ["switches.occupied_column=next"];
    for (there, shows, then) in [
        ("a", "a", "ab"),
        ("ab", "a", "abc"),
        // Served from left to right: a gives b, so b gives c.
        ("a", "ab", "abc"),
        ("b", "ab", "abc"),
        ("c", "cd", "cd"),
        ("d", "d", "d"),
        ("abc", "ab", "abcd"),
        ("", "ab", "ab"),
    ] {
        let table = landed(&next, shows, |table| table.longships(0, there).longships(1, "abcd"));
        assert_eq!(table.beach(0), then, "{there} {shows}");
    }
    let table = landed(&[], "a", |table| table.longships(0, "a"));
    assert_eq!(table.beach(0), "a");
}
