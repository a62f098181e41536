//! The plain twin of *No More Vikings!*: drawing, events, raids, months and the end, where the
//! worked examples do not show them. Positions are set up directly.

use super::table::{
    asks, beach, first, on_top, play, raids, ships, turn, turn_with, units, village, with,
};
use super::twin::Rules;
use super::twin::piece::Piece::{self, Edict, Longship, Villager};
use serde_json::json;

#[test]
fn twin_draws_nothing_from_nothing_k6() {
    let mut twin = turn(2, "aggressive");
    twin.deck.clear();
    asks(&twin, "0: draw");
    play(&mut twin, &["0 draw"]);
    asks(&twin, "0: end");
    assert_eq!((twin.mixes_used, twin.epoch), (0, 0));
    play(&mut twin, &["0 end", "1 development", "0 development"]);
    assert_eq!((twin.supply[&Longship], twin.to_move()), (12, Some(1)));
}

#[test]
fn twin_uses_the_mixes_in_turn_d3() {
    let mut twin = turn(2, "aggressive");
    for (index, mix) in twin.mixes.iter_mut().enumerate() {
        mix.rotate_left(index);
    }
    for number in 0..10 {
        twin.deck.clear();
        twin.discard = (1..=48).collect();
        assert_eq!(twin.draw_card(), Some(1 + number % 8));
    }
}

#[test]
fn twin_applies_an_event_before_the_next_card_e1_k6_n3() {
    // The plague is reshuffled into the deck at once, and is drawn three times.
    let mut twin = turn(2, "aggressive");
    village(&mut twin, 0, "villager a1, villager a2, villager a3, villager a4");
    village(&mut twin, 1, "villager b1");
    twin.deck = vec![41];
    play(&mut twin, &["0 draw", "0 at a1", "1 at b1", "0 at a2", "0 at a3"]);
    asks(&twin, "0: end");
    assert_eq!((twin.mixes_used, &twin.discard), (2, &vec![41]));
}

#[test]
fn twin_applies_events_e2_e3() {
    let after = |kind: &str, actions: &[&str]| {
        let mut twin = turn(3, "balanced");
        twin.first = 1;
        village(&mut twin, 0, "villager a1, cottage b1");
        village(&mut twin, 2, "cottage c1, cottage c2");
        beach(&mut twin, 0, "bd");
        beach(&mut twin, 2, "a");
        twin.supply.insert(Edict, 2);
        on_top(&mut twin, &format!("{kind} counter"));
        play(&mut twin, &["0 draw"]);
        play(&mut twin, actions);
        assert_eq!((twin.to_move(), twin.players[0].hand.len()), (Some(0), 1), "{kind}");
        twin
    };
    // In turn order, which begins with seat 1 here.
    let twin = after("plague", &["0 at a1"]);
    assert_eq!(units(&twin, 0), "cottage b1");
    let twin = after("fire", &["2 at c2", "0 at b1"]);
    assert_eq!((units(&twin, 0), units(&twin, 2)), ("villager a1".into(), "cottage c1".into()));
    let twin = after("newcomers", &["1 at a1", "2 at a1", "0 at a2"]);
    assert_eq!(units(&twin, 1), "villager a1");
    let twin = after("storm", &[]);
    assert_eq!([0, 1, 2].map(|seat| ships(&twin, seat)), ["d", "", ""]);
    assert_eq!((twin.supply[&Longship], twin.track(0)), (11, 0));
    let twin = after("grace", &[]);
    assert_eq!([0, 1, 2].map(|seat| twin.players[seat].edicts), [0, 1, 1]);
    let twin = after("fog", &[]);
    assert!(twin.fog);
}

#[test]
fn twin_does_not_raid_in_fog_e3() {
    for fog in [false, true] {
        let mut twin = raids(2);
        twin.fog = fog;
        village(&mut twin, 0, "tower a1, villager b2");
        beach(&mut twin, 1, "b");
        village(&mut twin, 1, "villager b2");
        beach(&mut twin, 0, "b");
        twin.settle();
        assert_eq!(twin.to_move(), Some(usize::from(fog)));
        first(&mut twin);
        assert_eq!((units(&twin, 1) == "villager b2", twin.round), (fog, 2));
        assert_eq!(
            twin.scorings,
            [json!({"round": 1, "kind": "raid", "points": [i64::from(!fog), 0]})]
        );
        assert!(!twin.fog);
    }
}

#[test]
fn twin_chooses_among_soldiers_r3_n7_o6() {
    let mut twin = raids(2);
    village(&mut twin, 0, "villager a1, soldier a2, soldier a4, soldier b3");
    beach(&mut twin, 0, "ab");
    twin.settle();
    asks(&twin, "0: at a2, at a4");
    play(&mut twin, &["0 at a4"]);
    assert_eq!((units(&twin, 0).as_str(), twin.track(0)), ("villager a1, soldier a2", 2));
}

#[test]
fn twin_raids_what_it_is_told_to_r4_n4() {
    for (targets, left) in [
        (vec![], "field a1, cottage a2, villager a3"),
        (vec![Villager], "field a1, cottage a2"),
        (vec![Piece::Field, Villager], "cottage a2, villager a3"),
    ] {
        let mut twin = raids(2);
        twin.rules.switches.raid_targets = targets;
        village(&mut twin, 0, "field a1, cottage a2, villager a3");
        beach(&mut twin, 0, "a");
        twin.settle();
        assert_eq!(units(&twin, 0), left);
        assert_eq!(ships(&twin, 0), "a");
    }
}

#[test]
fn twin_counts_towers_at_the_beginning_of_the_raids_r1() {
    let mut twin = raids(3);
    village(&mut twin, 2, "tower a1, tower b2");
    beach(&mut twin, 2, "abc");
    twin.settle();
    asks(&twin, "2: sink a, sink b, sink c");
    play(&mut twin, &["2 sink a"]);
    asks(&twin, "2: sink b, sink c");
    play(&mut twin, &["2 sink b"]);
    assert_eq!((twin.round, ships(&twin, 2).as_str(), twin.track(2)), (2, "c", 2));
}

#[test]
fn twin_brings_months_m1_m2_m3() {
    let mut rules = Rules::base();
    rules.months.bonus = ["edict", "villager", "edict", "cottage"].map(str::to_owned).to_vec();
    let mut twin = with(rules, 2);
    let mut order = Vec::new();
    while let Some(seat) = twin.to_move() {
        let legal = twin.legal();
        let quiet = ["development", "end", "pass"].map(str::to_owned);
        let action = legal.iter().find(|text| quiet.contains(text)).unwrap_or(&legal[0]).clone();
        if action.starts_with("at") {
            order.push((twin.round, seat));
        }
        twin.play(&action).unwrap();
    }
    // The set-up; then months 2 and 4, in the order of the rounds before them.
    assert_eq!(order, [(0, 0), (0, 1), (1, 0), (1, 1), (3, 0), (3, 1)]);
    // Month 1 brings nothing.
    assert_eq!([0, 1].map(|seat| twin.players[seat].edicts), [2, 2]);
    assert_eq!((twin.round, twin.first, twin.scorings.len()), (4, 1, 5));
}

#[test]
fn twin_ends_at_once_within_events_f1_n8_o9() {
    for end in ["immediate", "round"] {
        let mut rules = Rules::base();
        rules.board.rows = 1;
        rules.switches.full_board_end = end.to_owned();
        let mut twin = turn_with(rules, 3, "balanced");
        twin.first = 1;
        village(&mut twin, 2, "field a1, field b1, field c1");
        on_top(&mut twin, "newcomers grace");
        play(&mut twin, &["0 draw", "1 at a1", "2 at d1"]);
        if end == "immediate" {
            assert_eq!((twin.to_move(), twin.players[2].facts["filled"]), (None, 1));
            assert_eq!(units(&twin, 0), "");
            assert_eq!(twin.scorings.last().unwrap()["round"], 1);
        } else {
            play(&mut twin, &["0 at a1"]);
            assert_eq!([0, 1, 2].map(|seat| twin.players[seat].edicts), [1, 1, 1]);
        }
    }
}

#[test]
fn twin_ends_with_the_round_whether_the_board_is_still_full_or_not_f1() {
    let mut rules = Rules::base();
    rules.board = super::twin::rules::Board { rows: 1, columns: 2 };
    rules.cards.truncate(3);
    rules.cards.iter_mut().for_each(|cards| cards.landing = vec!["a".to_owned(); 3]);
    rules.switches.full_board_end = "round".to_owned();
    rules.setup.cards = 0;
    let mut twin = turn_with(rules, 2, "development");
    play(&mut twin, &["0 populate a1", "0 populate b1", "0 marry a1 b1", "0 end"]);
    let facts = twin.breakdown();
    assert_eq!(twin.to_move(), None);
    assert_eq!((&facts[0]["filled"], &facts[1]["filled"]), (&json!(1), &json!(0)));
    assert_eq!(units(&twin, 0), "cottage a1");
}

#[test]
fn twin_shares_ties_f6_n15() {
    let mut twin = turn(3, "development");
    for player in &mut twin.players {
        player.whim = Some("square".to_owned());
    }
    twin.official = "row".to_owned();
    village(&mut twin, 0, "villager a1");
    village(&mut twin, 1, "soldier b2");
    village(&mut twin, 2, "soldier a1");
    twin.finish();
    let expected = json!({ "score": [-1, 1, 1], "place": [3, 1, 1], "win_share": [0.0, 0.5, 0.5] });
    assert_eq!(twin.result().unwrap(), expected);
}
