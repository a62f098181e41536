//! The plain twin of *No More Vikings!*: responses to responses (W1 to W6).

use super::table::{asks, beach, edicts, hand, on_top, play, ships, turn, village};
use super::twin::Twin;

/// Seat 0 plays a bow; hands and edicts by seat.
fn bow(hands: &[&str], counts: &[usize]) -> Twin {
    let mut twin = turn(hands.len(), "development");
    village(&mut twin, 0, "villager a1");
    beach(&mut twin, 0, "a");
    hand(&mut twin, 0, "bow");
    for (seat, kinds) in hands.iter().enumerate() {
        if !kinds.is_empty() {
            hand(&mut twin, seat, kinds);
        }
        edicts(&mut twin, seat, counts[seat]);
    }
    play(&mut twin, &["0 play bow"]);
    twin
}

fn sunk(twin: &Twin) -> bool {
    assert!(ships(twin, 0).is_empty() || twin.players[0].facts["cards_cancelled"] == 1);
    ships(twin, 0).is_empty()
}

#[test]
fn twin_counters_counters_w4() {
    let mut twin = bow(&["counter settler", "counter"], &[0, 0]);
    asks(&twin, "1: counter, pass");
    play(&mut twin, &["1 counter"]);
    asks(&twin, "0: counter, pass");
    let mut passed = twin.clone();
    play(&mut passed, &["0 pass"]);
    assert!(!sunk(&passed));
    // The hand of seat 1 is empty, so the window closes.
    play(&mut twin, &["0 counter", "0 sink a"]);
    assert!(sunk(&twin));
    assert_eq!(twin.discard, [13, 37, 38]);
    assert_eq!(twin.players[1].facts["counters_played"], 1);
    assert!(!twin.players[0].facts.contains_key("cards_cancelled"));
}

#[test]
fn twin_does_not_counter_edicts_w4() {
    let mut twin = bow(&["counter", "counter settler", "counter"], &[1, 1, 0]);
    let before = twin.supply.clone();
    asks(&twin, "1: counter, edict, pass");
    play(&mut twin, &["1 edict"]);
    assert_eq!(twin.supply.values().sum::<usize>(), before.values().sum::<usize>() + 1);
    // Seat 2 has no edict: its hand does not matter any more.
    asks(&twin, "0: edict, pass");
    play(&mut twin, &["0 edict"]);
    asks(&twin, "0: sink a");
}

/// W2: after a response the asking starts afresh with all, at the left of its owner.
#[test]
fn twin_asks_afresh_w2() {
    let mut twin = bow(&["", "settler", "counter", "settler"], &[0, 2, 1, 0]);
    play(&mut twin, &["1 pass"]);
    play(&mut twin, &["2 counter"]);
    asks(&twin, "3: pass");
    play(&mut twin, &["3 pass"]);
    // Seat 0 has neither cards nor edicts; seat 1 has passed before.
    asks(&twin, "1: edict, pass");
    play(&mut twin, &["1 edict"]);
    asks(&twin, "2: edict, pass");
    play(&mut twin, &["2 edict"]);
    asks(&twin, "1: edict, pass");
    play(&mut twin, &["1 edict"]);
    // Four responses: the card stands.
    asks(&twin, "0: sink a");
    assert_eq!(twin.players[1].facts["edicts_played"], 2);
}

/// W6: a passed seat is not asked again unless somebody responds.
#[test]
fn twin_closes_windows_w6() {
    let mut twin = bow(&["", "counter", "counter"], &[0, 1, 1]);
    play(&mut twin, &["1 pass", "2 counter"]);
    asks(&twin, "1: counter, edict, pass");
    play(&mut twin, &["1 pass"]);
    assert!(!sunk(&twin));
    assert_eq!(twin.to_move(), Some(0));
}

#[test]
fn twin_answers_no_event_w5() {
    let mut twin = turn(2, "balanced");
    edicts(&mut twin, 1, 2);
    hand(&mut twin, 1, "counter");
    village(&mut twin, 1, "villager a1");
    on_top(&mut twin, "plague bow");
    play(&mut twin, &["0 draw"]);
    asks(&twin, "1: at a1");
}
