//! The plain twin of *Vikings on Board* against the worked examples and the counts of the rules.

use std::collections::BTreeMap;

use super::twin::component::{Barrel, CLANS, Token};
use super::twin::deal::read_ship;
use super::twin::{Phase, Rules, Twin};
use serde_json::{Value, json};

/// The deal of E12.
fn deal(players: usize) -> Value {
    json!({
        "ships": ["R1B1G1", "R1B1Y1", "R2G1Y1", "B2G2Y2", "R2B2G2", "R3B3Y2", "R3G3Y3", "B3G3Y3"],
        "w1": "hgmhgmh",
        "w2": "gmhgmhgm",
        "order": (0..players).collect::<Vec<_>>(),
    })
}

fn twin(players: usize) -> Twin {
    Twin::new(Rules::base(), players, &deal(players)).unwrap()
}

fn twin_with(players: usize, change: impl FnOnce(&mut Rules)) -> Twin {
    let mut rules = Rules::base();
    change(&mut rules);
    rules.check().unwrap();
    Twin::new(rules, players, &deal(players)).unwrap()
}

/// Plays actions one after the other.
fn play(twin: &mut Twin, actions: &[&str]) {
    for action in actions {
        twin.apply(action).unwrap();
    }
}

/// A game at the moment in which seat 0 is to say which ship leaves; ship 1 is the one given.
fn at_the_quay(players: usize, bodies: &str, supplies: &str) -> Twin {
    let mut twin = twin(players);
    twin.ships[0] = read_ship(bodies).unwrap();
    twin.ships[0].supplies = supplies.chars().collect();
    twin.waiting.clear();
    // Where the Vikings of the next round come from.
    twin.row = BTreeMap::from([(1, 1), (10, 0)]);
    twin.stern = Some(0);
    twin.seat = 0;
    twin.phase = Phase::Sail;
    twin
}

/// Whose pick it is and what there is to choose from.
fn asked(twin: &Twin) -> (Option<usize>, Vec<String>) {
    (twin.to_move(), twin.legal())
}

fn strings(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|&text| text.to_owned()).collect()
}

/// What the last departure brought: supplies per seat and those that went to the box.
fn shared(twin: &Twin) -> (Vec<String>, String) {
    let last = twin.scorings.last().unwrap();
    let taken = last["taken"].as_array().unwrap();
    let taken = taken.iter().map(|text| text.as_str().unwrap().to_owned()).collect();
    (taken, last["box"].as_str().unwrap().to_owned())
}

fn stack(text: &str) -> Vec<Token> {
    text.chars().map(|good| Token { good, dealt_as: 0, known_by: Vec::new() }).collect()
}

fn text(stack: &[Token]) -> String {
    stack.iter().map(|token| token.good).collect()
}

#[test]
fn twin_ends_a_round_without_a_stern_e1() {
    let mut twin = twin(3);
    // A B C B C A C A B: the last but one is seat 0's third Viking.
    play(&mut twin, &["go 11", "swap 1.1 2.2", "go 6", "raise h", "go 7", "move 1.1 2"]);
    play(&mut twin, &["go 5", "load h 1", "go 9", "load g 1", "go 4", "bet 1 1.R"]);
    play(&mut twin, &["go 8", "bet 1 1.B"]);
    assert_eq!((twin.round, twin.to_move()), (1, Some(0)));
    play(&mut twin, &["go 3", "switch 3.1 1"]);
    assert_eq!((twin.round, twin.to_move()), (1, Some(1)));
    play(&mut twin, &["go 1"]);
    // No ship has left; seat 1 stands nearest to First Player, on it.
    assert_eq!((twin.round, twin.departures, twin.to_move()), (2, 0, Some(1)));
    assert!(twin.scorings.is_empty());
    assert_eq!(twin.waiting.len(), 9);
}

#[test]
fn twin_orders_influence_e2() {
    let ship = read_ship("B1G2B2R3").unwrap();
    assert_eq!(ship.influence_order(1), ['B', 'R', 'G']);
}

#[test]
fn twin_lets_one_barrel_win_e3() {
    let mut twin = at_the_quay(4, "B1G2B2R3", "");
    twin.ships[0].zones.insert('B', Barrel { owner: 3, value: 2 });
    twin.ships[0].zones.insert('R', Barrel { owner: 2, value: 4 });
    for ship in 1..8 {
        twin.ships[ship].bodies.clear();
    }
    play(&mut twin, &["sail 1"]);
    assert_eq!(twin.scorings[0]["won"], json!([0, 0, 0, 2]));
    assert_eq!(twin.players[3].won, [2]);
    // Green's stays at the dock and can be moved.
    assert_eq!(twin.ships[0].zones, BTreeMap::from([('R', Barrel { owner: 2, value: 4 })]));
    twin.seat = 2;
    twin.phase = Phase::Action(8);
    assert!(twin.legal().contains(&"shift 1.R 2.B".to_owned()));
    assert!(!twin.legal().contains(&"shift 1.R 1.B".to_owned()));
}

#[test]
fn twin_shares_four_supplies_e4_and_scores_e5() {
    let mut twin = at_the_quay(4, "B1G2B2R3", "ghhm");
    play(&mut twin, &["sail 1"]);
    assert_eq!(asked(&twin), (Some(1), strings(&["take h", "take g", "take m"])));
    play(&mut twin, &["take g"]);
    assert_eq!(asked(&twin), (Some(0), strings(&["take h", "take m"])));
    play(&mut twin, &["take h"]);
    assert_eq!(asked(&twin), (Some(2), strings(&["take h", "take m"])));
    play(&mut twin, &["take h"]);
    assert_eq!(shared(&twin), (strings(&["h", "gm", "h", ""]), String::new()));
    assert_eq!((twin.round, twin.to_move()), (2, Some(1)));
    // E5
    let mut twin = at_the_quay(2, "", "");
    twin.departures = 6;
    twin.market = BTreeMap::from([('h', 2), ('g', 2), ('m', 3)]);
    twin.players[1].taken = "ggmh".chars().collect();
    twin.players[0].taken = "hh".chars().collect();
    twin.players[0].won = vec![2, 3];
    play(&mut twin, &["sail 8"]);
    let result = twin.result().unwrap();
    assert_eq!(result["score"], json!([9, 9]));
    assert_eq!(result["supplies"], json!([2, 4]));
    assert_eq!(result["place"], json!([2, 1]));
    assert_eq!(result["win_share"], json!([0.0, 1.0]));
}

#[test]
fn twin_asks_nobody_when_there_is_nothing_to_choose_e6_e7() {
    let mut twin = at_the_quay(3, "B1B2", "hgm");
    play(&mut twin, &["sail 1"]);
    assert_eq!(shared(&twin), (strings(&["", "hgm", ""]), String::new()));
    assert_eq!(twin.phase, Phase::Go);
    let mut twin = at_the_quay(3, "R3B2G1", "hm");
    play(&mut twin, &["sail 1"]);
    assert_eq!(asked(&twin), (Some(0), strings(&["take h", "take m"])));
    play(&mut twin, &["take m"]);
    assert_eq!(shared(&twin), (strings(&["m", "h", ""]), String::new()));
}

#[test]
fn twin_lets_unplayed_clans_pick_for_the_box_e8() {
    // (a) Green decides for Yellow, since Blue is the next player to pick.
    let mut twin = at_the_quay(3, "Y3B2", "hgm");
    play(&mut twin, &["sail 1"]);
    assert_eq!(asked(&twin), (Some(2), strings(&["box h", "box g", "box m"])));
    play(&mut twin, &["box h"]);
    assert_eq!(asked(&twin), (Some(1), strings(&["take g", "take m"])));
    play(&mut twin, &["take m"]);
    assert_eq!(shared(&twin), (strings(&["", "m", ""]), "hg".to_owned()));
    // (b)
    let mut twin = at_the_quay(2, "Y3G2B1", "hgm");
    play(&mut twin, &["sail 1"]);
    assert_eq!(asked(&twin), (Some(0), strings(&["box h", "box g", "box m"])));
    play(&mut twin, &["box g"]);
    assert_eq!(asked(&twin), (Some(0), strings(&["box h", "box m"])));
    play(&mut twin, &["box m"]);
    assert_eq!(shared(&twin), (strings(&["", "h"]), "gm".to_owned()));
    assert_eq!(twin.facts(0)[13], ("boxed".to_owned(), 2));
    // (c)
    let mut twin = at_the_quay(2, "R3Y2", "hg");
    play(&mut twin, &["sail 1"]);
    assert_eq!(asked(&twin), (Some(0), strings(&["take h", "take g"])));
    play(&mut twin, &["take h"]);
    assert_eq!(shared(&twin), (strings(&["h", ""]), "g".to_owned()));
    // (d), and a clan that is alone
    for bodies in ["Y3G2", "Y3"] {
        let mut twin = at_the_quay(2, bodies, "hgm");
        play(&mut twin, &["sail 1"]);
        assert_eq!(shared(&twin), (strings(&["", ""]), "hgm".to_owned()));
    }
    // (e)
    let mut twin = at_the_quay(2, "G3Y2R1", "hg");
    play(&mut twin, &["sail 1"]);
    assert_eq!(shared(&twin), (strings(&["", ""]), "hg".to_owned()));
}

#[test]
fn twin_counts_vikings_e9() {
    assert_eq!(read_ship("B3R2R1+").unwrap().influence_order(1), ['R', 'B']);
    assert_eq!(read_ship("B3R2R1").unwrap().influence_order(1), ['B', 'R']);
}

#[test]
fn twin_returns_tokens_e10() {
    for (w2, drawn, left) in [("hghmmggm", "hgh", "mmggmgh"), ("mhgmmggm", "mhg", "mmggmmg")] {
        let mut twin = twin(3);
        twin.w2 = stack(w2);
        play(&mut twin, &["go 9"]);
        assert_eq!(text(&twin.drawn), drawn);
        assert_eq!(twin.known_drawn(1), [None, None, None]);
        play(&mut twin, &["load h 2"]);
        assert_eq!(text(&twin.w2), left);
        // H3: what went back is known to the seat that returned it, and to no other.
        let known: String = twin.known_w2(0).iter().map(|good| good.unwrap_or('?')).collect();
        assert_eq!(known, format!("?????{}", &left[5..]));
        assert!(twin.known_w2(1).iter().all(Option::is_none));
    }
}

#[test]
fn twin_keeps_what_a_seat_knew_of_all_tokens_drawn_h4() {
    let mut twin = twin(3);
    twin.w2 = stack("hghmgm");
    for token in &mut twin.w2[..3] {
        token.known_by = vec![1];
    }
    for token in &mut twin.w2[1..5] {
        token.known_by.push(2);
    }
    play(&mut twin, &["go 9", "load h 2"]);
    let known = |twin: &Twin, seat: usize| -> String {
        twin.known_w2(seat).iter().map(|good| good.unwrap_or('?')).collect()
    };
    assert_eq!(text(&twin.w2), "mgmgh");
    assert_eq!(known(&twin, 0), "???gh");
    assert_eq!(known(&twin, 1), "???gh");
    assert_eq!(known(&twin, 2), "mg???");
    // With a choice the order is known only if there is none.
    let by_choice = |rules: &mut Rules| rules.warehouse_2.returning = "choice".to_owned();
    for (w2, loaded, asked, at_last) in
        [("hghmgm", "h", vec!["under hg", "under gh"], "?????"), ("hghmgm", "g", vec![], "???hh")]
    {
        let mut twin = twin_with(3, by_choice);
        twin.w2 = stack(w2);
        for token in &mut twin.w2[..3] {
            token.known_by = vec![1];
        }
        play(&mut twin, &["go 9", &format!("load {loaded} 2")]);
        if !asked.is_empty() {
            assert_eq!(twin.legal(), strings(&asked));
            play(&mut twin, &["under gh"]);
            assert_eq!(text(&twin.w2), "mgmgh");
            assert_eq!(known(&twin, 0), "???gh");
        }
        assert_eq!(known(&twin, 1), at_last);
        assert_eq!(known(&twin, 2), "?????");
    }
}

#[test]
fn twin_keeps_full_ships_full_e11() {
    let mut twin = twin(4);
    twin.ships[0] = read_ship("R1B1G1R2R3").unwrap();
    twin.phase = Phase::Action(3);
    assert!(twin.legal().iter().all(|action| !action.ends_with(" 1")));
    assert_eq!(twin.legal()[0], "switch 1.1 2");
    twin.phase = Phase::Action(7);
    assert!(twin.legal().iter().all(|action| !action.ends_with(" 1")));
    twin.phase = Phase::Action(2);
    assert_eq!(twin.legal()[..2], strings(&["promote 1.4", "promote 1.5"]));
    twin.phase = Phase::Action(11);
    assert!(twin.legal().contains(&"swap 1.5 2.1".to_owned()));
}

/// Number of sequences of `depth` legal actions.
fn perft(twin: &Twin, depth: usize) -> usize {
    match depth {
        0 => 1,
        1 => twin.legal().len(),
        _ => {
            let mut sum = 0;
            for action in twin.legal() {
                let mut next = twin.clone();
                next.carry_out(&action);
                sum += perft(&next, depth - 1);
            }
            sum
        }
    }
}

#[test]
fn twin_has_the_counts_of_e12() {
    for (players, counts) in [
        (2, [1, 10, 757, 8221, 451_894]),
        (3, [1, 10, 761, 8918, 457_732]),
        (4, [1, 10, 761, 8918, 457_732]),
    ] {
        for (depth, count) in counts.into_iter().enumerate() {
            assert_eq!(perft(&twin(players), depth), count, "{players} players, depth {depth}");
        }
    }
}

#[test]
fn twin_plays_the_whole_games_of_e12() {
    for (players, last, decisions, sum, rounds, score, supplies, market) in [
        (2, false, 216, 4884, 14, vec![43, 13], vec![10, 3], [4, 4, 4]),
        (2, true, 121, 2492, 7, vec![15, 14], vec![3, 4], [2, 4, 4]),
        (3, false, 227, 5167, 14, vec![5, 64, 4], vec![0, 15, 0], [4, 4, 4]),
        (3, true, 129, 2791, 7, vec![12, 25, 8], vec![3, 6, 2], [2, 4, 4]),
        (4, false, 239, 5551, 16, vec![6, 47, 14, 3], vec![1, 11, 3, 0], [4, 4, 4]),
        (4, true, 116, 2646, 7, vec![15, 16, 12, 12], vec![3, 5, 3, 3], [2, 4, 4]),
    ] {
        let mut twin = twin(players);
        let (mut asked, mut listed) = (0, 0);
        while twin.to_move().is_some() {
            let legal = twin.legal();
            asked += 1;
            listed += legal.len();
            twin.carry_out(&legal[if last { legal.len() - 1 } else { 0 }]);
        }
        let result = twin.result().unwrap();
        assert_eq!((asked, listed, twin.round), (decisions, sum, rounds), "{players} {last}");
        assert_eq!((&result["score"], &result["supplies"]), (&json!(score), &json!(supplies)));
        assert_eq!(twin.scorings.last().unwrap()["market"], json!(market));
    }
}

#[test]
fn twin_offers_to_stay_v3() {
    let mut plain = twin(4);
    let mut null_moves = twin_with(4, |rules| rules.options.null_moves = true);
    for twin in [&mut plain, &mut null_moves] {
        for ship in 0..8 {
            twin.ships[ship] = read_ship(if ship < 2 { "R1R1" } else { "" }).unwrap();
        }
    }
    // Nothing changes by promoting or swapping: the spaces are closed, or offer one action.
    assert!(!plain.legal().contains(&"go 2".to_owned()));
    assert!(!plain.legal().contains(&"go 11".to_owned()));
    assert!(null_moves.legal().contains(&"go 11".to_owned()));
    play(&mut null_moves, &["go 2"]);
    assert_eq!(null_moves.legal(), ["stay"]);
    let before = null_moves.ships.clone();
    play(&mut null_moves, &["stay"]);
    assert_eq!((null_moves.ships, null_moves.seat), (before, 1));
}

#[test]
fn twin_makes_idle_who_can_do_nothing_r4() {
    let mut twin = twin(4);
    twin.row = BTreeMap::from([(1, 1), (10, 2)]);
    twin.waiting = vec![0];
    twin.w1.clear();
    twin.w2.clear();
    twin.market = BTreeMap::from([('h', 4), ('g', 4), ('m', 4)]);
    twin.players[0].unused.clear();
    for ship in &mut twin.ships {
        ship.bodies.clear();
    }
    let free: Vec<String> =
        [2, 3, 4, 5, 6, 7, 8, 9, 11].map(|space| format!("go {space}")).to_vec();
    assert_eq!(twin.legal(), free);
    play(&mut twin, &["go 9"]);
    assert!(twin.facts(0).contains(&("idle".to_owned(), 1)));
    assert!(twin.facts(0).contains(&("space_9".to_owned(), 1)));
    assert_eq!(twin.round, 2);
}

#[test]
fn twin_refuses_other_deals_l4() {
    let refused = |pointer: &str, value: Value| {
        let mut other = deal(3);
        *other.pointer_mut(pointer).unwrap() = value;
        Twin::new(Rules::base(), 3, &other).is_err()
    };
    assert!(!refused("/order", json!([2, 0, 1])));
    assert!(refused("/order", json!([2, 0, 0])));
    assert!(refused("/order", json!([0, 1])));
    assert!(refused("/w1", json!("hgmhgm")));
    assert!(refused("/w1", json!("hgmhgmm")));
    assert!(refused("/w1", json!("hgmhgmx")));
    assert!(refused("/ships/0", json!("R2B1G1")));
    assert!(refused("/ships/0", json!("R1R1G1")));
    assert!(refused("/ships/0", json!("R1B1")));
    assert!(!refused("/ships/0", json!("G1R1B1")));
    assert_eq!(CLANS.iter().collect::<String>(), "RBGY");
}
