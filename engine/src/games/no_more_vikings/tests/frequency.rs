//! Whether deals and drawn states come as often as they should (D1 to D3, H5). Seeds are fixed, so that a
//! test passes always or never; bounds are 0.9999 quantiles or wider.

use std::collections::BTreeMap;

use super::table::{Table, game, seeded};
use crate::game::Game;
use crate::games::no_more_vikings::state::State;
use crate::seat::Seat;
use crate::seed::Rng;

/// Asserts that `kinds` texts come equally often: chi-square stays below its mean by 5 deviations.
fn assert_uniform(name: &str, texts: impl Iterator<Item = String>, kinds: usize) {
    let mut found: BTreeMap<String, u32> = BTreeMap::new();
    texts.for_each(|text| *found.entry(text).or_default() += 1);
    assert_eq!(found.len(), kinds, "{name}: {found:?}");
    let expected = f64::from(found.values().sum::<u32>()) / kinds as f64;
    assert!(expected > 20.0);
    let chi: f64 =
        found.values().map(|&number| (f64::from(number) - expected).powi(2) / expected).sum();
    let degrees = kinds as f64 - 1.0;
    assert!(chi < degrees + 5.0 * (2.0 * degrees).sqrt(), "{name}: {chi} {found:?}");
}

const DRAWS: u64 = 12_000;

/// Draws of seat 1 in a state of the game.
fn draws(table: &Table) -> impl Iterator<Item = State> {
    let mut rng = Rng::from_seed(1);
    (0..DRAWS).map(move |_| table.game.view(&table.state, Seat::new(1)).draw(&mut rng))
}

#[test]
fn d1_d2_d3_decks_whims_and_mixes_are_shuffled() {
    let game =
        game(2, &["cards=[{kind='bow',landing=['a','a','a','a']}]", "setup.cards=0"]).unwrap();
    let order = |list: &[u8]| format!("{list:?}");
    let deals = || (0..DRAWS).map(|number| seeded(&game, number));
    assert_uniform("decks", deals().map(|deal| order(&deal.deck)), 24);
    assert_uniform("mixes", deals().map(|deal| order(&deal.mixes[7])), 24);
    assert_uniform("whims", deals().map(|deal| deal.whims[11].to_string()), 12);
}

#[test]
fn h5_hands_and_the_deck_are_drawn_from_the_cards_that_the_seat_cannot_place() {
    // 5 unseen action cards and an event: two in the hand of seat 0, the others in the deck.
    let cards = "cards=[{kind='bow',landing=['a','a','a']},{kind='steal',landing=['a','a']},{kind='fog',landing=['a']}]";
    let table = Table::round(2, &[cards, "setup.cards=1"]).hand(0, "bow steal");
    let hand = |state: &State| format!("{:?}", state.players[0].hand);
    assert_uniform("hands", draws(&table).map(|state| hand(&state)), 10);
    let table = Table::round(2, &[cards, "setup.cards=1"]).hand(0, "bow bow bow steal steal");
    assert_eq!(table.state.deck.len(), 1);
    assert!(draws(&table).all(|state| state.deck.cards() == [5]), "events are never in a hand");
    let table = Table::round(2, &[cards, "setup.cards=1"]).hand(0, "bow bow bow");
    assert_uniform("decks", draws(&table).map(|state| format!("{:?}", state.deck.cards())), 60);
}

#[test]
fn h3_h5_a_known_card_stays_and_the_others_are_drawn() {
    let cards = "cards=[{kind='bow',landing=['a','a','a']},{kind='steal',landing=['a','a']}]";
    let mut table = Table::round(2, &[cards, "setup.cards=1"]).hand(0, "bow bow");
    table.state.players[1].known = 1;
    assert_uniform("hands", draws(&table).map(|state| format!("{}", state.players[0].hand)), 4);
    assert!(draws(&table).all(|state| state.players[0].hand & 1 == 1));
}

#[test]
fn h5_mixes_whims_and_tokens_are_drawn_anew() {
    let cards = "cards=[{kind='bow',landing=['a','a','a','a']}]";
    let table = Table::round(3, &[cards, "setup.cards=0"]).after("balanced");
    for mix in [0, 3, 7] {
        let order = |state| format!("{:?}", &table.game.mix(&State { mix, ..state })[..4]);
        assert_uniform("mixes", draws(&table).map(order), 24);
    }
    assert!(draws(&table).all(|state| state.mix == table.state.mix));
    assert_uniform("tokens", draws(&table).map(|state| state.players[0].token.to_string()), 3);
    // 12 whims less the official one and the own two.
    assert_uniform("kept", draws(&table).map(|state| state.players[2].whim.to_string()), 9);
    let both = |state: State| format!("{} {}", state.players[0].whims, state.players[0].whim);
    assert_uniform("kept and put away", draws(&table).map(both), 72);
    // Before the choice only the two that were drawn are redrawn.
    let table = Table::new(2, &[cards, "setup.cards=0"]);
    assert_uniform("drawn", draws(&table).map(|state| state.players[0].whims.to_string()), 36);
    assert!(draws(&table).all(|state| state.players[0].whim == u8::MAX));
}

#[test]
fn t2_h5_cards_laid_aside_are_drawn_with_the_hands() {
    let cards = "cards=[{kind='bow',landing=['a','a','a']},{kind='steal',landing=['a','a']}]";
    let table = Table::turn_with(
        2,
        "aggressive",
        &[cards, "setup.cards=1", "strategies.aggressive.draw=2", "strategies.aggressive.keep=1"],
    );
    let table = table.deck("bow steal").after("draw");
    let places = |state: &State| format!("{} {:?}", state.aside, state.deck.cards());
    // Two of five are laid aside, the others in any order.
    assert_eq!(table.state.deck.len(), 3);
    assert_uniform("aside", draws(&table).map(|state| places(&state)), 60);
}
