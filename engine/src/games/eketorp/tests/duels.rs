//! Amulets (A1 to A4) and cards (D1 to D4), and the questions about them (E5, E8, E14, E16).

use super::table::{HANDS, Table, game, hand};
use crate::game::Game;
use crate::games::eketorp::fact::EketorpFact;
use crate::games::eketorp::state::Phase;
use crate::seat::Seat;
use crate::seed::Rng;

/// Seat 0 attacks seat 1 on D; some cards lie on top of the talon.
fn duel(top: &str, changes: &[&str]) -> Table {
    Table::with(game(3, changes).unwrap(), &HANDS[..3], top).sent(&["D D", "D D", ""])
}

#[test]
fn a1_a_whole_hand_for_amulets_again_and_again() {
    let mut table = duel("6654123451", &["setup.amulets=9"]);
    assert_eq!((table.mover(), table.legal()), (Some(0), vec!["swap".into(), "keep".into()]));
    table.play("swap");
    assert_eq!((table.cards(0), table.amulets_left(0)), (("4566".into(), "-".into()), 5));
    assert_eq!((table.mover(), table.phase()), (Some(0), Phase::AttackerSwap));
    table.play("swap");
    assert_eq!((table.cards(0), table.amulets_left(0)), (("1234".into(), "-".into()), 1));
    assert_eq!(table.state.players[0].discarded, hand("12564566"));
    assert_eq!((table.mover(), table.talon(2)), (Some(1), "51".into()));
    assert_eq!(
        [EketorpFact::Swaps, EketorpFact::AmuletsUsed].map(|fact| table.fact(0, fact)),
        [2, 8]
    );
    // They do not come back.
    table.duel(4, 2);
    assert_eq!(table.amulets_left(0), 1);
}

#[test]
fn a2_e5_n6_the_attacker_swaps_first_and_cannot_answer() {
    let mut table = duel("6666", &["setup.amulets=20"]);
    table.play("keep");
    assert_eq!((table.mover(), table.phase()), (Some(1), Phase::DefenderSwap));
    table.play("swap; swap; keep");
    assert_eq!((table.mover(), table.phase()), (Some(0), Phase::AttackerCard));
    assert_eq!(table.legal(), ["card 1", "card 2", "card 5", "card 6"]);
    table.play("card 5");
    assert_eq!((table.mover(), table.phase()), (Some(1), Phase::DefenderCard));
}

#[test]
fn a3_as_many_amulets_as_cards_in_hand() {
    for (amulets, asked) in [(3, false), (4, true)] {
        let mut table = Table::new(3, &[]).amulets(0, amulets);
        table.send(&["D", "D", ""]);
        let expected = if asked { Phase::AttackerSwap } else { Phase::DefenderSwap };
        assert_eq!(table.phase(), expected, "{amulets}");
    }
    // With three cards left, three amulets suffice.
    let mut table = Table::new(3, &[]).amulets(0, 3).amulets(1, 0).sent(&["D D", "D D", ""]);
    table.duel(6, 2);
    assert_eq!((table.mover(), table.phase()), (Some(0), Phase::DefenderSwap));
}

#[test]
fn a3_as_many_cards_in_the_talon_as_in_hand() {
    // 15 cards, hands of four: three are left in the talon.
    let changes = ["cards.highest=5", "cards.copies=3", "setup.amulets=9"];
    let game = game(3, &changes).unwrap();
    let mut table = Table::with(game, &["1145", "1235", "2344"], "");
    table.send(&["D D", "D D", ""]);
    assert_eq!((table.talon(9), table.phase()), ("532".into(), Phase::AttackerCard));
    table.duel(5, 1);
    assert_eq!(table.phase(), Phase::AttackerSwap, "three cards in hand");
    table.play("swap");
    assert_eq!((table.cards(1).0, table.talon(9)), ("235".into(), String::new()));
    assert_eq!(table.phase(), Phase::AttackerCard, "and none is left for seat 0");
}

#[test]
fn a4_e14_the_owner_of_an_empty_village_may_swap() {
    let mut table = Table::new(3, &[]).sent(&["1C", "A A A A A A A A", ""]);
    table.play("keep");
    assert_eq!((table.mover(), table.phase()), (Some(1), Phase::DefenderSwap));
    table.play("swap").duel(1, 6);
    assert_eq!((table.amulets_left(1), table.fact(1, EketorpFact::Undefended)), (1, 1));
    assert_eq!(table.cards(0).1, "6", "the card is exchanged although it counts 0");
}

/// Hands of two cards, of which seats 0 and 1 have played both: seat 0 attacks with `25` against `16`.
fn known_hands(top: &str) -> Table {
    let mut table = Table::with(game(3, &["setup.hand=2"]).unwrap(), &["16", "25", "34"], top);
    table.send(&["D D D", "D D D", ""]).duel(6, 5);
    // The last cards are played without asking (N2).
    table.play("keep; keep");
    table
}

#[test]
fn d1_e16_a_card_is_chosen_in_secret_even_from_a_known_hand() {
    let table = known_hands("").after("keep; keep");
    assert_eq!(
        (table.phase(), table.legal()),
        (Phase::AttackerCard, vec!["card 2".into(), "card 5".into()])
    );
    assert!(table.state.is_known(Seat::new(0)) && table.game.is_secret(&table.state));
    // Nobody sees which one it is before the other seat has chosen, too (U5).
    let [one, two] = ["card 2", "card 5"].map(|text| table.clone().after(text));
    for seat in [1, 2] {
        let [one, two] = [&one, &two].map(|table| {
            let view = table.game.view(&table.state, Seat::new(seat));
            (view.text(), view.fields())
        });
        assert_eq!(one, two);
    }
    assert_eq!(one.phase(), Phase::DefenderCard);
}

#[test]
fn d2_the_lower_card_loses_and_equal_ones_both() {
    for (own, other, lost) in [(6, 2, [0, 1]), (2, 4, [1, 0]), (2, 2, [1, 1])] {
        let mut table = duel("", &[]);
        table.duel(own, other);
        let total = |seat: usize| table.hospital(seat).iter().sum::<u32>();
        assert_eq!([total(0), total(1)], lost);
    }
}

#[test]
fn d3_cards_are_exchanged_in_sieges_too() {
    for defenders in ["", "A A A A A A A A"] {
        let mut table = Table::new(3, &[]).sent(&["1C", defenders, ""]);
        table.duel(6, 3);
        assert_eq!(table.cards(0), ("125".into(), "3".into()));
        assert_eq!(table.cards(1), ("244".into(), "6".into()));
    }
}

#[test]
fn d3_a_hand_and_its_pile_are_four_cards() {
    let mut rng = Rng::from_seed(3);
    let mut table = Table::new(6, &[]);
    while table.mover().is_some() {
        for seat in 0..6 {
            let player = &table.state.players[seat];
            assert_eq!(player.hand.total() + player.pile.total(), 4);
            assert_eq!(u32::from(player.cards), player.hand.total());
        }
        table.play_any(&mut rng);
    }
}

#[test]
fn d4_an_empty_hand_is_replaced_at_once_and_known() {
    let known = |table: &Table| [0, 1, 2].map(|seat| table.state.is_known(Seat::new(seat)));
    let mut table = known_hands("66");
    assert_eq!(table.cards(0), ("25".into(), "-".into()));
    assert_eq!(table.cards(1), ("16".into(), "-".into()));
    assert_eq!((known(&table), table.conflict()), ([true, true, false], ("D".into(), 0, 1)));
    // A swap hides it again; the known cards are out of play (E8), as everybody sees.
    table.play("swap");
    assert_eq!((known(&table), table.cards(0).0.as_str()), ([false, true, false], "66"));
    assert_eq!((table.state.discarded, table.state.players[0].discarded), (hand("25"), hand("")));
}
