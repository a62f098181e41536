//! Kinds of cards as items, and cards given from outside the game.

use super::agreement::{each_game, each_table};
use super::table::Table;
use crate::game::Game;
use crate::games::no_more_vikings::component::Kind;
use crate::games::no_more_vikings::items::CARDS;
use crate::games::no_more_vikings::state::{Phase, State};
use crate::recorded::{Interventions, Recorded};
use crate::seat::Seat;
use crate::seed::Rng;

/// Every card of a deck, the discard, the hands and those laid aside.
fn cards(state: &State) -> Vec<u8> {
    let sets = [state.discard, state.aside].into_iter();
    let sets = sets.chain(state.players.iter().map(|player| player.hand));
    let mut all: Vec<u8> =
        sets.flat_map(|set| (0..64).filter(move |card| set >> card & 1 == 1)).collect();
    all.extend(state.deck.cards());
    all.sort_unstable();
    all
}

#[test]
fn items_are_the_kinds_of_action_cards() {
    let table = Table::new(2, &[]);
    let names: Vec<&str> = table.game.items().unwrap().items.iter().map(|item| item.name).collect();
    let kinds = Kind::ALL.into_iter().filter(|kind| !kind.is_event());
    assert_eq!(names, kinds.map(Kind::name).collect::<Vec<_>>());
    let copies: Vec<u64> = (0..14).map(|item| table.game.copies(item)).collect();
    assert_eq!(copies, [5, 4, 3, 5, 2, 4, 3, 2, 2, 2, 2, 2, 4, 0]);
    assert!(!CARDS.has_facts());
}

#[test]
fn a_card_given_is_one_of_the_deck_or_else_of_the_discard() {
    let [mut deck, mut discard, mut none] = [0; 3];
    each_table(2, |table, seen| {
        if !seen.is_multiple_of(3) {
            return;
        }
        let (game, before) = (&table.game, &table.state);
        for (item, kind) in (0..Kind::ACTIONS).zip(Kind::ALL) {
            let seat = (seen as usize + item) % game.players();
            let mut after = *before;
            let of_kind = game.numbers.of_kind[item];
            let in_deck = before.deck.cards().iter().any(|&card| of_kind >> card & 1 == 1);
            let given = game.grant(&mut after, Seat::new(seat), item);
            assert_eq!(given, in_deck || before.discard & of_kind != 0);
            if !given {
                assert_eq!(after, *before);
                none += 1;
                continue;
            }
            *(if in_deck { &mut deck } else { &mut discard }) += 1;
            let new = after.players[seat].hand & !before.players[seat].hand;
            assert_eq!((new.count_ones(), new & of_kind), (1, new), "{kind}");
            assert_eq!(cards(&after), cards(before));
            assert_eq!(after.epoch, before.epoch + 1);
            // Nothing else is different, and the next cards of the deck are the same.
            let mut rest = after;
            rest.players[seat].hand ^= new;
            assert_eq!(rest.players[seat].kinds, game.numbers.kinds_of(after.players[seat].hand));
            (rest.players[seat].kinds, rest.epoch) = (before.players[seat].kinds, before.epoch);
            (rest.deck, rest.discard) = (before.deck, before.discard);
            assert_eq!(rest, *before);
            let [old, left] = [before, &after]
                .map(|state| state.deck.cards().iter().rev().copied().collect::<Vec<u8>>());
            let last = old.iter().rposition(|&card| of_kind >> card & 1 == 1);
            let mut old = old.clone();
            last.map(|last| old.remove(last));
            assert_eq!(left, old);
        }
    });
    assert!(deck > 500 && discard > 50 && none > 50, "{deck} {discard} {none}");
}

#[test]
fn a_state_with_a_card_given_is_as_good_as_any() {
    each_table(1, |table, seen| {
        if !seen.is_multiple_of(7) {
            return;
        }
        let mut rng = Rng::from_seed(seen.into());
        let (game, mut state) = (&table.game, table.state);
        let seat = rng.below(game.players() as u32) as usize;
        if !game.grant(&mut state, Seat::new(seat), rng.below(Kind::ACTIONS as u32) as usize) {
            return;
        }
        let mut legal = Vec::new();
        game.legal(&state, &mut legal);
        assert_eq!(game.count_legal(&state) as usize, legal.len());
        for viewer in Seat::all(game.players()) {
            let drawn = game.view(&state, viewer).draw(&mut rng);
            assert_eq!(cards(&drawn), cards(&state));
            assert_eq!(drawn.deck.len(), state.deck.len());
            let hands = |state: &State| state.players.map(|player| player.hand.count_ones());
            assert_eq!(hands(&drawn), hands(&state));
            let own = viewer.index();
            assert_eq!(drawn.players[own].hand, state.players[own].hand);
            // What is seen of it is the size of the hand.
            let (view, drawn) = (game.view(&state, viewer), game.view(&drawn, viewer));
            assert_eq!(view.text(), drawn.text());
            assert_eq!(view.fields(), drawn.fields());
        }
        game.playout(&mut state, &mut rng);
        assert_eq!((state.phase, cards(&state)), (Phase::Over, cards(&table.state)));
    });
}

#[test]
fn nothing_is_given_when_all_are_in_hands_or_the_game_is_over() {
    let table = Table::turn(3, "").hand(0, "beacon").hand(1, "beacon bow");
    let given = |state: &mut State, item| table.game.grant(state, Seat::new(2), item);
    let (beacon, bow) = (Kind::Beacon as usize, Kind::Bow as usize);
    let mut state = table.state;
    assert!(!given(&mut state, beacon) && !given(&mut state, Kind::Plague as usize));
    assert_eq!(state, table.state);
    for number in 1..=5 {
        assert_eq!(given(&mut state, bow), number < 5);
    }
    state.phase = Phase::Over;
    assert!(!given(&mut state, Kind::Settler as usize));
    let small = Table::new(2, &["cards=[{kind='bow',landing=['a','b','c','d','a','b']}]"]);
    assert_eq!((small.game.copies(bow), small.game.copies(beacon)), (6, 0));
}

#[test]
fn a_turn_is_that_of_one_seat_from_its_begin_to_its_end() {
    each_game(4, |mut table, number| {
        let mut rng = Rng::from_seed(number);
        let mut last = (0, None);
        while table.mover().is_some() {
            let state = &table.state;
            let turn = table.game.turn(state).unwrap();
            let whose = state.phase.in_turn().then(|| (state.round, table.game.current(state)));
            if whose.is_some() {
                assert_eq!(turn == last.0, whose == last.1, "{}", table.text());
            }
            assert!(turn >= last.0);
            last = (turn, whose);
            table.play_any(&mut rng);
        }
    });
}
