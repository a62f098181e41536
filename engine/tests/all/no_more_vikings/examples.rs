//! The plain twin of *No More Vikings!* against the worked examples of the rules, X1 to X14; X15
//! is in `records`.

use super::table::{
    asked, asks, beach, edicts, expected, hand, on_top, play, raids, ships, supply, turn,
    turn_with, units, village,
};
use super::twin::piece::Piece::{Cottage, Fortress, Longship, Soldier, Tower, Villager};
use super::twin::{Rules, Step, Twin};

fn points(twin: &Twin, seat: usize) -> i64 {
    twin.track(seat)
}

#[test]
fn twin_marries_x1() {
    let mut twin = turn(2, "development");
    village(&mut twin, 0, "villager a1, villager a2");
    let (_, legal) = asked(&twin);
    let marriages: Vec<&String> = legal.iter().filter(|text| text.starts_with("marry")).collect();
    assert_eq!(marriages, ["marry a1 a2", "marry a2 a1"]);
    let before = twin.clone();
    play(&mut twin, &["0 marry a1 a2"]);
    assert_eq!(units(&twin, 0), "cottage a1");
    assert_eq!(twin.supply, supply(&before, &[(Villager, 2), (Cottage, -1)]));
}

#[test]
fn twin_builds_fortresses_and_towers_x1() {
    let mut twin = turn(2, "development");
    village(&mut twin, 0, "cottage b1, cottage b2, soldier c2");
    let before = twin.clone();
    play(&mut twin, &["0 fortress b2 b1"]);
    assert_eq!(units(&twin, 0), "fortress b2, soldier c2");
    assert_eq!(twin.supply, supply(&before, &[(Cottage, 1), (Fortress, -1)]));
    let before = twin.clone();
    play(&mut twin, &["0 tower b2 c2"]);
    assert_eq!(units(&twin, 0), "tower b2");
    let back = [(Soldier, 1), (Fortress, 1), (Cottage, 1), (Tower, -1)];
    assert_eq!(twin.supply, supply(&before, &back));
}

#[test]
fn twin_raids_x2() {
    let mut twin = raids(2);
    village(&mut twin, 0, "villager a1, soldier a4, fortress b1, field b2, field b3, cottage b4");
    village(&mut twin, 0, "villager c1, cottage c2");
    beach(&mut twin, 0, "abcd");
    let before = twin.clone();
    twin.settle();
    assert_eq!(units(&twin, 0), "villager a1, fortress b1, field b2, field b3, cottage c2");
    assert_eq!((ships(&twin, 0).as_str(), points(&twin, 0)), ("bcd", 1));
    let changes = [(Soldier, 1), (Cottage, 1), (Villager, 1), (Longship, 1)];
    let expected = supply(&before, &changes);
    // The landing of round 2 comes after the tokens.
    assert_eq!((twin.round, &twin.supply), (2, &expected));
    assert_eq!(twin.players[0].facts["units_raided"], 2);
}

#[test]
fn twin_sinks_by_towers_x3() {
    let mut twin = raids(2);
    village(&mut twin, 0, "tower a1, villager a2");
    beach(&mut twin, 0, "ac");
    twin.settle();
    asks(&twin, "0: sink a, sink c");
    let mut other = twin.clone();
    play(&mut twin, &["0 sink c"]);
    assert_eq!((ships(&twin, 0).as_str(), points(&twin, 0)), ("a", 1));
    assert_eq!(units(&twin, 0), "tower a1");
    play(&mut other, &["0 sink a"]);
    assert_eq!((ships(&other, 0).as_str(), points(&other, 0)), ("c", 1));
    assert_eq!(units(&other, 0), "tower a1, villager a2");

    let mut twin = raids(2);
    village(&mut twin, 0, "tower a1, tower b3");
    beach(&mut twin, 0, "d");
    twin.settle();
    asks(&twin, "0: sink d");
    play(&mut twin, &["0 sink d"]);
    assert_eq!((twin.round, points(&twin, 0)), (2, 1));
}

#[test]
fn twin_lands_nobody_without_enough_longships_x4() {
    for (left, landed) in [(3, true), (2, false)] {
        let mut twin = turn(2, "development");
        twin.agenda = vec![Step::EndRound, Step::Land];
        beach(&mut twin, 0, "a");
        twin.supply.insert(Longship, left);
        twin.deck = vec![2, 1]; // Card 2 shows a and b.
        twin.settle();
        let beaches = if landed { ["ab", "ab"] } else { ["a", ""] };
        assert_eq!([ships(&twin, 0), ships(&twin, 1)], beaches);
        let rest = if landed { 0 } else { 2 };
        assert_eq!(twin.supply[&Longship], rest);
        assert_eq!((&twin.deck, &twin.discard), (&vec![1], &vec![2]));
    }
}

#[test]
fn twin_draws_x5() {
    let mut twin = turn(3, "balanced");
    for seat in [0, 2] {
        village(&mut twin, seat, "villager b2, villager c3");
    }
    on_top(&mut twin, "plague bow");
    play(&mut twin, &["0 draw"]);
    asks(&twin, "0: at b2, at c3");
    play(&mut twin, &["0 at b2", "2 at c3"]);
    assert_eq!((twin.to_move(), twin.players[0].hand.len()), (Some(0), 1));
    assert_eq!(twin.kind(twin.players[0].hand[0]), "bow");
    assert!(asked(&twin).1.contains(&"populate a1".to_owned()));
    assert_eq!(units(&twin, 2), "villager b2");

    let mut twin = turn(2, "aggressive");
    on_top(&mut twin, "plague bow bow");
    play(&mut twin, &["0 draw"]);
    assert_eq!(twin.players[0].hand.len(), 2);
    asks(&twin, "0: end");

    let mut twin = turn(2, "aggressive");
    on_top(&mut twin, "bow bow counter");
    play(&mut twin, &["0 draw"]);
    asks(&twin, "0: drop bow, drop counter");
    play(&mut twin, &["0 drop bow"]);
    assert_eq!(twin.players[0].hand, [14, 37]);
    assert_eq!(twin.discard, [13]);
}

/// Seat 0 has a bow and a longship, seats 1 and 2 have an edict each.
fn bow(own_edicts: usize) -> Twin {
    let mut twin = turn(3, "development");
    village(&mut twin, 0, "villager a1");
    beach(&mut twin, 0, "a");
    hand(&mut twin, 0, "bow counter");
    for (seat, count) in [own_edicts, 1, 1].into_iter().enumerate() {
        edicts(&mut twin, seat, count);
    }
    play(&mut twin, &["0 play bow"]);
    twin
}

#[test]
fn twin_asks_for_responses_x6() {
    // Nobody has a card but seat 0, whose counter does not matter against an edict.
    let mut twin = bow(1);
    asks(&twin, "1: edict, pass");
    play(&mut twin, &["1 edict"]);
    asks(&twin, "2: edict, pass");
    let mut passed = twin.clone();
    play(&mut passed, &["2 pass"]);
    asks(&passed, "0: edict, pass");
    play(&mut passed, &["0 pass"]);
    assert_eq!(passed.players[0].facts["cards_cancelled"], 1);
    assert_eq!(ships(&passed, 0), "a");
    play(&mut twin, &["2 edict"]);
    asks(&twin, "0: edict, pass");
    play(&mut twin, &["0 pass"]); // Seat 1 has no edict left.
    asks(&twin, "0: sink a");
    play(&mut twin, &["0 sink a"]);
    assert_eq!((ships(&twin, 0).as_str(), points(&twin, 0)), ("", 1));

    let mut twin = bow(0);
    play(&mut twin, &["1 edict", "2 edict"]);
    asks(&twin, "0: sink a");
    let mut twin = bow(0);
    play(&mut twin, &["1 edict", "2 pass"]);
    assert_eq!(twin.players[0].facts["cards_cancelled"], 1);
    let mut twin = bow(1);
    play(&mut twin, &["1 pass", "2 pass"]);
    asks(&twin, "0: sink a");
}

#[test]
fn twin_asks_who_could_respond_x7() {
    let mut twin = turn(3, "development");
    beach(&mut twin, 0, "a");
    hand(&mut twin, 0, "bow");
    hand(&mut twin, 1, "bow bow settler");
    play(&mut twin, &["0 play bow"]);
    asks(&twin, "1: pass");
    play(&mut twin, &["1 pass"]);
    // Seat 2 has no edict and no card.
    asks(&twin, "0: sink a");
}

#[test]
fn twin_scores_fields_x8() {
    let mut twin = turn(2, "development");
    village(&mut twin, 0, "field b2, cottage b4, fortress d2, tower a2, villager b1, soldier c2");
    village(&mut twin, 0, "cottage a1");
    assert_eq!(twin.parts(0)[7], 3);
}

#[test]
fn twin_scores_x9() {
    let mut twin = turn(2, "development");
    village(&mut twin, 0, "villager a1, soldier b1, cottage c1, cottage d1, fortress c2");
    village(&mut twin, 0, "fortress d2, tower a3, field b2");
    edicts(&mut twin, 0, 1);
    twin.players[0].sunk = 4;
    twin.players[0].whim = Some("square".to_owned());
    twin.official = "watch".to_owned();
    assert_eq!(twin.parts(0), [4, -1, 1, 6, 10, 5, 1, 2, 6, 0]);
    assert_eq!(twin.score(0), 34);
}

#[test]
fn twin_fulfils_whims_x10() {
    for (whim, houses, fulfilled) in [
        ("diagonal", "cottage a1, fortress b2, cottage c3", true),
        ("diagonal", "cottage b2, fortress c3, cottage d4", true),
        ("diagonal", "cottage c1, fortress b2, cottage a3", false),
        ("diagonal", "cottage a1, tower b2, cottage c3", false),
        ("angle", "cottage a1, cottage b1, fortress a2, cottage a3", true),
        ("angle", "cottage a1, cottage b3, fortress a2, cottage a3", false),
        ("tee", "cottage b1, cottage a2, fortress b2, cottage c2", true),
        ("garden", "cottage b3, field c3, fortress d3", true),
        ("garden", "cottage b3, field c3, tower d3", false),
    ] {
        let mut twin = turn(2, "development");
        village(&mut twin, 0, houses);
        let points = if fulfilled { 4 } else { 0 };
        assert_eq!(twin.whim_points(0, whim), points, "{whim}: {houses}");
    }
}

#[test]
fn twin_reshuffles_x11() {
    let mut twin = turn(2, "balanced");
    twin.deck.clear();
    twin.discard = vec![3, 7, 20];
    let mut order = vec![20, 5, 7];
    order.extend((1..=48).filter(|card| ![20, 5, 7].contains(card)));
    twin.mixes[0] = order;
    assert_eq!(twin.draw_card(), Some(20));
    assert_eq!((twin.deck, twin.discard, twin.mixes_used), (vec![7, 3], vec![], 1));
}

#[test]
fn twin_steals_x12() {
    let mut twin = turn(2, "balanced");
    twin.players[0].hand = vec![31];
    twin.players[1].hand = vec![4, 9, 37];
    twin.deck.retain(|card| ![31, 4, 9, 37].contains(card));
    twin.mixes[0] = (1..=48).rev().collect();
    twin.mixes[0].retain(|&card| card != 9);
    twin.mixes[0].insert(5, 9);
    play(&mut twin, &["0 play steal 1", "1 pass"]);
    assert_eq!((&twin.players[0].hand, &twin.players[1].hand), (&vec![9], &vec![4, 37]));
    assert_eq!(twin.mixes_used, 1);
    assert_eq!(twin.known_cards(1, 0), [9]);
}

#[test]
fn twin_ends_with_a_full_board_x13() {
    for end in ["immediate", "round"] {
        let mut rules = Rules::base();
        rules.switches.full_board_end = end.to_owned();
        let mut twin = turn_with(rules, 2, "development");
        let parcels =
            (0..16).map(|place| format!("{}{}", char::from(b'a' + place / 4), 1 + place % 4));
        let fields: Vec<String> = parcels.map(|parcel| format!("field {parcel}")).collect();
        village(&mut twin, 0, &fields[..15].join(", "));
        village(&mut twin, 1, "villager b2");
        beach(&mut twin, 1, "b");
        asks(&twin, "0: populate d4");
        play(&mut twin, &["0 populate d4"]);
        if end == "round" {
            play(&mut twin, &["0 cultivate d4", "0 end"]);
        }
        assert_eq!(twin.to_move(), None);
        assert_eq!(twin.players[0].facts["filled"], 1);
        assert_eq!(units(&twin, 1), if end == "round" { "" } else { "villager b2" });
        assert_eq!(twin.scorings.len(), if end == "round" { 2 } else { 1 });
    }
}

#[test]
fn twin_steals_nothing_x14() {
    let mut twin = turn(2, "development");
    village(&mut twin, 0, "villager a1");
    hand(&mut twin, 0, "steal");
    hand(&mut twin, 1, "counter");
    edicts(&mut twin, 0, 1);
    play(&mut twin, &["0 play steal 1", "1 counter"]);
    assert_eq!(asked(&twin), expected("0: edict, pass"));
    play(&mut twin, &["0 edict"]);
    assert_eq!((twin.to_move(), twin.mixes_used), (Some(0), 0));
    assert!(twin.players[0].hand.is_empty());
    assert!(!twin.players[0].facts.contains_key("cards_cancelled"));
}
