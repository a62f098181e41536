//! The plain twin of *No More Vikings!*: what is hidden, and what a redraw may change (3.7).

use super::data::Rng;
use super::table::{beach, hand, new, on_top, play, turn};
use super::twin::Twin;

/// Seat 0 steals from seat 1, then seat 2 from seat 0.
fn stolen() -> Twin {
    let mut twin = turn(3, "aggressive");
    twin.players[0].hand = vec![31];
    twin.players[1].hand = vec![4, 13];
    twin.players[2].hand = vec![20, 32];
    twin.deck.retain(|card| ![31, 4, 13, 32, 20].contains(card));
    twin.mixes[0].swap(3, 12); // 13 comes before 4.
    play(&mut twin, &["0 play steal 1", "1 pass", "2 pass"]);
    twin
}

#[test]
fn twin_knows_stolen_cards_h3() {
    let mut twin = stolen();
    assert_eq!(twin.players[0].hand, [13]);
    assert_eq!(twin.sight(1)["players"][0]["known"], serde_json::json!([13]));
    assert_eq!(twin.sight(0)["players"][0]["known_to"], serde_json::json!([[13, 1]]));
    assert_eq!(twin.sight(2)["players"][0]["known"], serde_json::json!([]));
    // Seat 1 can place card 13, seat 2 cannot.
    assert!(!twin.unseen(1).contains(&13) && twin.unseen(2).contains(&13));
    let mut taken = twin.clone();
    taken.agenda.pop();
    taken.agenda.push(super::twin::Step::StartTurn { seat: 2 });
    taken.settle();
    play(&mut taken, &["2 play steal 0", "0 pass", "1 pass"]);
    assert_eq!(taken.players[2].hand, [13, 20]);
    // Now seat 0 knows, and seat 1 does not.
    assert_eq!((taken.known_cards(0, 2), taken.known_cards(1, 2)), (vec![13], vec![]));
    assert!(taken.unseen(1).contains(&13));
    // Played, it is in the discard.
    beach(&mut twin, 0, "a");
    play(&mut twin, &["0 play bow", "1 pass", "2 pass", "0 sink a"]);
    assert!(twin.known_cards(1, 0).is_empty() && twin.discard.contains(&13));
}

#[test]
fn twin_hides_whims_tokens_and_hands_h1_h2() {
    let mut twin = new(3);
    let hidden =
        |twin: &Twin, other: &Twin| [0, 1, 2].map(|seat| twin.sight(seat) == other.sight(seat));
    let mut other = twin.clone();
    play(&mut twin, &["0 whim row"]);
    play(&mut other, &["0 whim column"]);
    assert_eq!(hidden(&twin, &other), [false, true, true]);
    assert_eq!(twin.allows(&other, 1), Ok(()));
    assert!(twin.allows(&other, 0).is_err());
    play(&mut twin, &["1 whim angle", "2 whim corners", "0 at a1", "1 at a1", "2 at a1"]);
    let mut other = twin.clone();
    play(&mut twin, &["0 balanced"]);
    play(&mut other, &["0 aggressive"]);
    assert_eq!(hidden(&twin, &other), [false, true, true]);
    play(&mut twin, &["1 balanced", "2 balanced"]);
    play(&mut other, &["1 balanced", "2 balanced"]);
    assert_eq!(hidden(&twin, &other), [false, false, false]);
    // Laid aside cards are hidden, their number is not.
    let mut twin = turn(3, "aggressive");
    hand(&mut twin, 1, "counter");
    on_top(&mut twin, "bow steal duel");
    let mut other = twin.clone();
    other.deck.swap(2, 3);
    play(&mut twin, &["0 draw"]);
    play(&mut other, &["0 draw"]);
    assert_eq!(hidden(&twin, &other), [false, true, true]);
}

/// Games that a redraw of `stolen` must not be.
#[test]
fn twin_refuses_wrong_redraws_h5() {
    let mut twin = stolen();
    on_top(&mut twin, "bow bow duel");
    let any = &mut Rng::from_seed(7);
    let mut drawn = twin.redraw(1, &mut |most| any.below(most as u32 + 1) as usize);
    // Seat 1 knows that seat 0 holds card 13.
    assert_eq!(drawn.players[0].hand, [13]);
    assert_eq!(twin.allows(&drawn, 1), Ok(()));
    let wrong = |what: &str, change: &dyn Fn(&mut Twin)| {
        let mut drawn = drawn.clone();
        change(&mut drawn);
        assert!(twin.allows(&drawn, 1).is_err(), "{what}");
    };
    wrong("a known card", &|drawn| {
        let card = drawn.deck.iter_mut().find(|card| **card < 41).unwrap();
        drawn.players[0].hand = vec![*card];
        *card = 13;
    });
    wrong("an event in hand", &|drawn| {
        let place = drawn.deck.iter().position(|&card| card == 48).unwrap();
        std::mem::swap(&mut drawn.deck[place], &mut drawn.players[2].hand[1]);
    });
    wrong("a card twice", &|drawn| drawn.deck[0] = drawn.deck[1]);
    wrong("the own hand", &|drawn| drawn.players[1].hand = vec![5]);
    wrong("the discard", &|drawn| drawn.discard[0] = 1);
    wrong("a size", &|drawn| {
        let card = drawn.players[2].hand.pop().unwrap();
        drawn.deck.push(card);
    });
    wrong("a whim twice", &|drawn| drawn.whims_left[0] = drawn.whims_left[1].clone());
    wrong("the own whim", &|drawn| drawn.players[1].whim = Some("guard".to_owned()));
    wrong("the official whim", &|drawn| {
        std::mem::swap(&mut drawn.official, &mut drawn.whims_left[0]);
    });
    wrong("a mix", &|drawn| drawn.mixes[5][0] = drawn.mixes[5][1]);
    wrong("the number of mixes", &|drawn| drawn.mixes_used += 1);
    wrong("an open token", &|drawn| drawn.players[2].token = Some("balanced".to_owned()));
    wrong("edicts", &|drawn| drawn.players[2].edicts += 1);
    wrong("facts", &|drawn| drawn.players[2].count("did_move"));
    // Free is what the seat cannot place.
    let place = drawn.deck.iter().position(|&card| card < 41).unwrap();
    let player = &mut drawn.players[2];
    std::mem::swap(&mut drawn.deck[place], &mut player.hand[0]);
    player.hand.sort_unstable();
    assert_eq!(twin.allows(&drawn, 1), Ok(()));
}

/// H5: every card that a seat cannot place is as likely in a hidden hand as another.
#[test]
fn twin_redraws_evenly_h5() {
    let twin = stolen();
    let unseen = twin.unseen(0);
    let actions = unseen.iter().filter(|&&card| card < 41).count() as f64;
    // All cards but its own 13 and the discarded 31; events are the last eight.
    assert_eq!((unseen.len(), actions), (46, 38.0));
    let mut any = Rng::from_seed(1);
    let draws = 4_000;
    let mut held = vec![0.0; 49];
    let mut next = vec![0.0; 49];
    for _ in 0..draws {
        let drawn = twin.redraw(0, &mut |most| any.below(most as u32 + 1) as usize);
        drawn.players[2].hand.iter().for_each(|&card| held[card] += 1.0);
        next[drawn.deck[0]] += 1.0;
    }
    let draws = f64::from(draws);
    for card in unseen {
        // Seat 2 has two cards, seat 1 one.
        let share = if card < 41 { 2.0 / actions } else { 0.0 };
        assert!((held[card] / draws - share).abs() < 0.02, "{card}");
        let share = if card < 41 { (1.0 - 3.0 / actions) / 43.0 } else { 1.0 / 43.0 };
        assert!((next[card] / draws - share).abs() < 0.015, "{card}");
    }
}
