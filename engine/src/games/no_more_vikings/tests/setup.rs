//! Set-up (S1 to S5, D1).

use super::table::{Table, game, plain, seeded};
use crate::game::Game;
use crate::games::no_more_vikings::state::Phase;
use crate::recorded::Recorded;

#[test]
fn s1_seat_0_is_first_player_of_round_1() {
    let table = Table::new(3, &[]).after("whim row; whim angle; whim tee; at a1; at a1; at a1");
    assert_eq!((table.phase(), table.mover(), table.state.round), (Phase::Token, Some(0), 1));
}

#[test]
fn s2_d1_events_drawn_go_to_the_discard_without_effect() {
    let game = game(2, &[]).unwrap();
    let mut deal = plain(&game);
    // Seat 0 draws plague, settler, fog, settler, settler; seat 1 the next three.
    let mut deck: Vec<u8> = vec![41, 1, 45, 2, 3, 47, 4, 5, 6];
    deck.extend((7..=48).filter(|card| ![41, 45, 47].contains(card)));
    deal["deck"] = deck.into();
    let deal = game.read_deal(&deal).unwrap();
    let table = Table::dealt(game, &deal);
    assert_eq!(
        (table.held(0), table.held(1)),
        ("settler settler settler".into(), "settler settler recruit".into())
    );
    assert_eq!(table.kinds(table.state.discard), "plague fog storm");
    assert_eq!((table.state.deck.len(), table.state.fog), (48 - 9, false));
}

#[test]
fn s2_ends_even_if_every_action_card_is_needed() {
    let game = game(4, &["setup.cards=10"]).unwrap();
    for number in 0..20 {
        let state = game.state(&seeded(&game, number));
        assert!(state.players.iter().all(|player| player.hand.count_ones() == 10));
    }
}

#[test]
fn s5_each_seat_takes_edicts_and_places_villagers_in_seat_order() {
    let two = ["setup.villagers=2", "setup.edicts=5", "supply.edict=7"];
    let mut table = Table::new(2, &two).after("whim row; whim diagonal");
    let mut asked = Vec::new();
    for action in ["at a1", "at d4", "at b2", "at b3"] {
        assert_eq!(table.phase(), Phase::Settle);
        asked.push((table.mover().unwrap(), table.legal().len()));
        table.play(action);
    }
    assert_eq!(asked, [(0, 16), (0, 15), (1, 16), (1, 15)]);
    assert_eq!(
        (table.built(0), table.built(1)),
        ("villager a1 d4".into(), "villager b2 b3".into())
    );
    assert_eq!((table.edicts_of(0), table.edicts_of(1), table.left("edict")), (5, 2, 0));
    assert_eq!(
        (table.track(), table.beach(0), table.beach(1)),
        (vec![0, 0], String::new(), String::new())
    );
}

#[test]
fn s4_s5_nothing_to_choose_from_is_not_asked() {
    let none = ["setup.villagers=0", "setup.whims_drawn=0"];
    let table = Table::new(2, &none);
    assert_eq!((table.phase(), table.mover()), (Phase::Token, Some(0)));
    // A full board takes no further villager.
    let full =
        ["board.rows=1", "board.columns=4", "setup.villagers=5", "switches.full_board_end=round"];
    let table = Table::new(2, &full).after("whim row; whim diagonal; at a1; at b1; at c1; at d1");
    assert_eq!((table.phase(), table.mover()), (Phase::Settle, Some(1)));
}
