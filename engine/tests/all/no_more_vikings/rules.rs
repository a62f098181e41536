//! The plain twin of *No More Vikings!*: the set-up, landings, actions and cards, where the worked
//! examples do not show them.

use super::table::{
    asked, asks, beach, edicts, hand, new, on_top, play, ships, supply, turn, turn_with, units,
    village,
};
use super::twin::piece::Piece::{
    self, Cottage, Edict, Fortress, Longship, Soldier, Tower, Villager,
};
use super::twin::variation::plain;
use super::twin::{Rules, Step, Twin};
use serde_json::{Value, json};

#[test]
fn twin_deals_hands_and_whims_s2_s3_s4_d1_d2() {
    let rules = Rules::base();
    let mut deal = plain(&rules);
    let mut deck: Vec<usize> = (1..=48).collect();
    deck.splice(..0, [41, 45]);
    deck.truncate(48 + 2);
    deck.remove(46);
    deck.remove(42);
    deal["deck"] = json!(deck);
    let twin = Twin::new(rules, 3, &deal).unwrap();
    assert_eq!(twin.discard, [41, 45]);
    for (seat, hand) in [[1, 2, 3], [4, 5, 6], [7, 8, 9]].iter().enumerate() {
        assert_eq!(twin.players[seat].hand, hand);
    }
    assert_eq!((twin.official.as_str(), twin.deck[0], twin.fog), ("square", 10, false));
    assert_eq!(twin.players[1].drawn_whims, ["diagonal", "angle"]);
    assert_eq!(twin.whims_left.len(), 12 - 1 - 6);
}

#[test]
fn twin_sets_up_in_seat_order_s4_s5_o1_o2() {
    let mut twin = new(2);
    asks(&twin, "0: whim column, whim row");
    play(&mut twin, &["0 whim row", "1 whim angle"]);
    let player = &twin.players[0];
    assert_eq!(
        (&player.whim, &player.put_away),
        (&Some("row".to_owned()), &vec!["column".to_owned()])
    );
    play(&mut twin, &["0 at b2", "1 at a1"]);
    assert_eq!((twin.players[0].edicts, twin.supply[&Edict], twin.supply[&Villager]), (1, 10, 26));
    assert!(twin.is_secret() && !twin.revealed);
    play(&mut twin, &["0 aggressive", "1 development"]);
    assert!(twin.revealed && !twin.is_secret());
    // Card 7 shows d.
    assert_eq!(
        (ships(&twin, 0), ships(&twin, 1), twin.to_move()),
        ("d".into(), "d".into(), Some(0))
    );
    assert_eq!(twin.discard, [7]);
    assert!(twin.players[0].facts.get("aggressive") == Some(&1));
}

#[test]
fn twin_ignores_the_effect_of_a_landing_l1() {
    let mut twin = turn(2, "development");
    twin.agenda = vec![Step::EndRound, Step::Raids, Step::Land];
    on_top(&mut twin, "fog");
    village(&mut twin, 0, "villager c3");
    twin.settle();
    assert_eq!((units(&twin, 0).as_str(), ships(&twin, 1).as_str()), ("", "c"));
}

#[test]
fn twin_lands_on_the_next_column_l4_n1() {
    for (switch, own, shown, served) in [
        ("none", "a", 2, "ab"),
        ("next", "a", 2, "abc"),
        ("next", "b", 2, "abc"),
        ("next", "ab", 2, "abcd"),
        ("next", "bcd", 2, "abcd"),
        ("none", "bcd", 2, "abcd"),
        ("next", "d", 7, "d"),      // Card 7 shows d alone.
        ("next", "abd", 1, "abcd"), // Card 1 shows a alone.
    ] {
        let mut rules = Rules::base();
        rules.switches.occupied_column = switch.to_owned();
        let mut twin = turn_with(rules, 2, "development");
        twin.agenda = vec![Step::EndRound, Step::Land];
        beach(&mut twin, 0, own);
        twin.deck = vec![shown];
        twin.settle();
        assert_eq!(ships(&twin, 0), served, "{switch}: {own} and card {shown}");
    }
}

#[test]
fn twin_acts_only_with_pieces_in_the_supply_a2_to_a8_c3() {
    for (missing, verb) in [
        (Villager, "populate"),
        (Cottage, "marry"),
        (Fortress, "fortress"),
        (Soldier, "enlist"),
        (Tower, "tower"),
        (Piece::Field, "cultivate"),
    ] {
        let mut twin = turn(2, "development");
        village(&mut twin, 0, "villager a1, villager a2, cottage c1, cottage c2, soldier d3");
        village(&mut twin, 0, "fortress d4");
        let offered = |twin: &Twin| twin.legal().iter().any(|text| text.starts_with(verb));
        assert!(offered(&twin));
        twin.supply.insert(missing, 0);
        assert!(!offered(&twin), "{verb}");
    }
}

#[test]
fn twin_moves_to_free_adjacent_parcels_a7() {
    let mut twin = turn(2, "development");
    village(&mut twin, 0, "villager a1, soldier b1, cottage b2, field c1");
    let (_, mut legal) = asked(&twin);
    legal.retain(|text| text.starts_with("move"));
    assert_eq!(legal, ["move a1 a2"]);
    play(&mut twin, &["0 move a1 a2"]);
    assert_eq!(units(&twin, 0), "villager a2, soldier b1, cottage b2, field c1");
}

#[test]
fn twin_ends_turns_when_nothing_is_left_or_possible_a9_o3() {
    let mut twin = turn(2, "balanced");
    let legal = twin.legal();
    assert_eq!(legal.iter().filter(|text| text.starts_with("populate")).count(), 16);
    assert!(legal.contains(&"draw".to_owned()) && !legal.contains(&"end".to_owned()));
    on_top(&mut twin, "steal bow");
    play(&mut twin, &["0 draw", "0 drop bow", "0 populate a1", "0 populate a2"]);
    asks(&twin, "0: end");
    // No villagers, nothing on the board: both actions are impossible.
    let mut twin = turn(2, "balanced");
    twin.supply.insert(Villager, 0);
    on_top(&mut twin, "counter favour");
    asks(&twin, "0: draw");
    play(&mut twin, &["0 draw", "0 drop counter"]);
    asks(&twin, "0: end, play favour");
    edicts(&mut twin, 1, 12);
    asks(&twin, "0: end");
}

#[test]
fn twin_keeps_towers_out_of_the_supply_n5() {
    let mut rules = Rules::base();
    rules.switches.tower_returns_fortress = false;
    let mut twin = turn_with(rules, 2, "development");
    village(&mut twin, 0, "fortress b2, soldier c2");
    let before = twin.clone();
    play(&mut twin, &["0 tower b2 c2"]);
    assert_eq!(twin.supply, supply(&before, &[(Soldier, 1), (Tower, -1)]));
}

#[test]
fn twin_plays_the_lowest_card_of_a_kind_k2_n19() {
    let mut twin = turn(2, "aggressive");
    beach(&mut twin, 0, "ab");
    twin.players[0].hand = vec![14, 17];
    twin.deck = vec![16, 15, 13];
    play(&mut twin, &["0 draw"]);
    asks(&twin, "0: drop bow");
    play(&mut twin, &["0 drop bow"]);
    assert_eq!((&twin.players[0].hand, &twin.discard), (&vec![14, 15, 16, 17], &vec![13]));
    play(&mut twin, &["0 play bow", "0 sink b"]);
    assert_eq!((&twin.players[0].hand, &twin.discard), (&vec![15, 16, 17], &vec![13, 14]));
}

#[test]
fn twin_plays_only_what_could_take_effect_k3_n20() {
    let plays = |twin: &Twin| {
        let mut legal = asked(twin).1;
        legal.retain(|text| text.starts_with("play"));
        legal.join(", ")
    };
    for (kind, own, ships, other, expected) in [
        ("settler", "field a1", "", "field a1", "play settler"),
        ("recruit", "field a1", "", "villager a1", ""),
        ("recruit", "villager a1", "", "field a1", "play recruit"),
        ("builder", "field a1", "", "field a1", "play builder"),
        ("bow", "field a1", "", "field a1", ""),
        ("bow", "field a1", "c", "field a1", "play bow"),
        ("beacon", "field a1", "", "field a1", "play beacon 1"),
        ("beacon", "field a1", "c", "field a1", "play beacon 0, play beacon 1"),
        ("divert", "field a1", "", "field a1", ""),
        ("divert", "field a1", "c", "field a1", "play divert 1, play divert 2"),
        ("abduct", "villager a1", "", "villager a1", "play abduct 1"),
        ("abduct", "villager a1", "", "field a1", ""),
        ("burn", "cottage a1", "", "fortress a1", ""),
        ("burn", "cottage a1", "", "cottage a1", "play burn 1"),
        ("duel", "soldier a1", "", "field a1", ""),
        ("duel", "soldier a1", "", "soldier a1", "play duel 1"),
        ("steal", "field a1", "", "field a1", "play steal 1"),
        ("harvest", "villager a1", "", "field a1", "play harvest"),
        ("harvest", "field a1", "", "villager a1", ""),
        ("favour", "field a1", "", "field a1", "play favour"),
        ("counter", "villager a1", "a", "villager a1", ""),
    ] {
        let mut twin = turn(3, "aggressive");
        village(&mut twin, 0, own);
        village(&mut twin, 1, other);
        beach(&mut twin, 0, ships);
        beach(&mut twin, 1, "b");
        hand(&mut twin, 0, kind);
        hand(&mut twin, 1, "counter");
        assert_eq!(plays(&twin), expected, "{kind}");
        let needed = match kind {
            "settler" => Villager,
            "recruit" => Soldier,
            "builder" => Cottage,
            "harvest" => Piece::Field,
            "favour" => Edict,
            _ => continue,
        };
        twin.supply.insert(needed, 0);
        assert_eq!(plays(&twin), "", "{kind}");
    }
    // All columns of the opponent have a longship.
    let mut twin = turn(2, "aggressive");
    beach(&mut twin, 0, "c");
    beach(&mut twin, 1, "abcd");
    hand(&mut twin, 0, "divert");
    assert_eq!(plays(&twin), "");
}

#[test]
fn twin_applies_cards_k5_o5_n25() {
    for (kind, own, other, seat, actions, after) in [
        ("settler", "field a1", "field a1", 0, "at b1", "field a1, villager b1"),
        ("recruit", "villager a1", "field a1", 0, "at a1", "soldier a1"),
        ("builder", "field a1", "field a1", 0, "at d4", "field a1, cottage d4"),
        ("harvest", "villager a1", "field a1", 0, "at a1", "field a1"),
        ("abduct 1", "villager a1", "villager b1, villager c2", 1, "at c2", "villager b1"),
        ("burn 1", "villager a1", "cottage b1, cottage c2", 1, "at b1", "cottage c2"),
        ("duel 1", "villager a1", "soldier b1, villager c2", 1, "at b1", "villager c2"),
    ] {
        let mut twin = turn(2, "aggressive");
        village(&mut twin, 0, own);
        village(&mut twin, 1, other);
        hand(&mut twin, 0, kind.split(' ').next().unwrap());
        play(&mut twin, &[&format!("0 play {kind}"), &format!("0 {actions}")]);
        assert_eq!(units(&twin, seat), after, "{kind}");
        asks(&twin, "0: draw");
    }
    let mut twin = turn(2, "aggressive");
    beach(&mut twin, 0, "ac");
    beach(&mut twin, 1, "ab");
    hand(&mut twin, 0, "divert beacon favour");
    play(&mut twin, &["0 play divert 1"]);
    asks(&twin, "0: divert a c, divert a d, divert c c, divert c d");
    play(&mut twin, &["0 divert c d", "0 play beacon 1"]);
    asks(&twin, "0: sink a, sink b, sink d");
    play(&mut twin, &["0 sink a"]);
    assert_eq!((ships(&twin, 0), ships(&twin, 1), twin.track(0)), ("a".into(), "bd".into(), 1));
    for (left, taken) in [(1, 1), (2, 2), (3, 2)] {
        let mut twin = twin.clone();
        twin.supply.insert(Edict, left);
        play(&mut twin, &["0 play favour"]);
        assert_eq!((twin.players[0].edicts, twin.supply[&Edict]), (taken, left - taken));
    }
    assert_eq!(twin.supply[&Longship], 12 - 3);
}

#[test]
fn twin_refuses_what_is_no_action() {
    let mut twin = turn(2, "development");
    let before = twin.clone();
    for text in
        ["", "end", "draw", "populate", "populate e1", "populate a0", "populate a1 ", "at a1"]
    {
        assert!(twin.play(text).is_err(), "{text}");
        assert_eq!(twin, before);
    }
}

#[test]
fn twin_gives_a_score_before_the_end_too_f5() {
    let twin = new(2);
    assert_eq!(twin.result(), None);
    assert_eq!(twin.facts(0).len(), 28);
    assert_eq!(Value::from(twin.score(0)), 0);
}
