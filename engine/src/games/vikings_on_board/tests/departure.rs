//! Departures (D1, D2, D4 to D6) and what is open about them (V6 to V8).

use serde_json::json;

use super::table::Table;
use crate::game::Game;
use crate::games::vikings_on_board::fact::BoardFact as Fact;
use crate::seat::Seat;

/// Ship 1 is about to sail, sent off by seat 0.
fn table(players: usize, ships: &str, supplies: &str) -> Table {
    Table::new(players, &[]).ships(&format!("{ships} - -")).load(1, supplies).sailing(0)
}

fn influence(players: usize, ship: &str) -> String {
    let table = table(players, ship, "h").after("sail 1");
    table.last_scoring()["influence"].as_str().unwrap().to_owned()
}

#[test]
fn d1_a_ship_with_a_supply_and_a_body_if_there_is_one() {
    let at = |ships: &str| Table::new(3, &[]).ships(ships);
    let table = at("R1 - B1 Y1 x G1").load(1, "h").load(2, "g").load(4, "mm").sailing(1);
    assert_eq!((table.mover(), table.legal()), (Some(1), vec!["sail 1".into(), "sail 4".into()]));
    // Supplies without a body, bodies without a supply: any docked ship.
    let table = at("R1 - B1 x").load(2, "g").sailing(1);
    assert_eq!(table.legal(), ["sail 1", "sail 2", "sail 3"]);
}

#[test]
fn d2_most_shields_first_then_the_foremost_body() {
    assert_eq!(influence(4, "R1B2G3"), "GBR");
    assert_eq!(influence(4, "R1B2R1"), "RB", "2 each, red is ahead");
    assert_eq!(influence(4, "B2R1R1"), "BR", "2 each, blue is ahead");
    assert_eq!(influence(4, "Y1G1B1R1"), "YGBR");
    assert_eq!(
        influence(4, "B1R3G1B2"),
        "BRG",
        "3 each for blue and red, blue's first body counts"
    );
    assert_eq!(influence(4, "Y1R1Y3R3B2"), "YRB");
}

#[test]
fn d2_absent_clans_take_no_part_and_unplayed_ones_do() {
    assert_eq!(influence(2, "Y3G2R1"), "YGR");
    assert_eq!(influence(3, "Y3B1"), "YB");
    assert_eq!(influence(4, "G2"), "G");
}

#[test]
fn d4_supplies_go_round_the_order_again_and_again() {
    let mut table = table(4, "R3B2G1", "hhggmmm");
    table.play("sail 1");
    for (seat, legal, take) in [
        (0, vec!["take h", "take g", "take m"], "take m"),
        (1, vec!["take h", "take g", "take m"], "take h"),
        (2, vec!["take h", "take g", "take m"], "take g"),
        (0, vec!["take h", "take g", "take m"], "take h"),
        (1, vec!["take g", "take m"], "take g"),
    ] {
        assert_eq!((table.mover(), table.legal()), (Some(seat), vec_of(&legal)));
        table.play(take);
    }
    // The two metals left go to green and red unasked.
    assert!(table.is_new_round());
    assert_eq!(table.all_goods(), ["hmm", "hg", "gm", ""]);
    assert_eq!(table.last_scoring()["taken"], json!(["hmm", "hg", "gm", ""]));
    assert_eq!(table.last_scoring()["box"], "");
}

fn vec_of(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|&text| text.to_owned()).collect()
}

#[test]
fn d4_supplies_of_one_kind_are_not_asked_for() {
    let table = table(4, "R3B2G1", "gggg").after("sail 1");
    assert!(table.is_new_round());
    assert_eq!(table.all_goods(), ["gg", "g", "g", ""]);
}

#[test]
fn d4_a_clan_alone_takes_all() {
    let table = table(4, "G1G2", "hgmm").after("sail 1");
    assert!(table.is_new_round());
    assert_eq!(table.all_goods(), ["", "", "hgmm", ""]);
    let facts = [Fact::Hide, Fact::Grain, Fact::Metal].map(|fact| table.fact(2, fact));
    assert_eq!(facts, [1, 1, 2]);
}

#[test]
fn d5_v6_the_player_left_of_the_next_one_chooses_for_the_box() {
    // Yellow is unplayed; the first player to pick after it is red, seat 0: seat 1 chooses.
    let mut table = table(3, "Y3R2G1", "hgm");
    table.play("sail 1");
    assert_eq!((table.mover(), table.legal()), (Some(1), vec_of(&["box h", "box g", "box m"])));
    table.play("box g");
    assert_eq!((table.mover(), table.legal()), (Some(0), vec_of(&["take h", "take m"])));
    table.play("take m");
    assert_eq!(table.all_goods(), ["m", "", "h"]);
    assert_eq!(table.last_scoring()["box"], "g");
    assert_eq!([0, 1, 2].map(|seat| table.fact(seat, Fact::Boxed)), [0, 1, 0]);
    // Left of seat 2 sits seat 0.
    let table = self::table(3, "Y3G2R1", "hgm").after("sail 1");
    assert_eq!((table.mover(), table.legal()[0].as_str()), (Some(0), "box h"));
    // Two players: the opponent.
    let table = self::table(2, "Y3R2", "hg").after("sail 1");
    assert_eq!((table.mover(), table.legal()[0].as_str()), (Some(1), "box h"));
    let table = self::table(2, "G3B2", "hg").after("sail 1");
    assert_eq!((table.mover(), table.legal()[0].as_str()), (Some(0), "box h"));
}

#[test]
fn d5_the_cycle_counts_while_supplies_last() {
    // Red, yellow, green (unplayed with two players): after red's pick of two supplies none is left
    // for a player; of four, red comes again.
    let table = self::table(2, "R3Y2G1", "hg").after("sail 1; take h");
    assert_eq!((table.is_new_round(), table.all_goods()), (true, vec_of(&["h", ""])));
    assert_eq!(table.last_scoring()["box"], "g");
    let mut table = self::table(2, "R3Y2G1", "hhgm").after("sail 1; take h");
    assert_eq!((table.mover(), table.legal().len()), (Some(1), 3));
    table.play("box h");
    assert_eq!((table.mover(), table.legal()), (Some(1), vec_of(&["box g", "box m"])));
    table.play("box g");
    assert_eq!((table.is_new_round(), table.all_goods()), (true, vec_of(&["hm", ""])));
    assert_eq!(table.last_scoring()["box"], "hg");
    assert_eq!(table.fact(1, Fact::Boxed), 2);
}

#[test]
fn d5_n4_one_kind_goes_to_the_box_unasked_and_the_pick_counts() {
    let table = self::table(3, "Y3R2", "ggg").after("sail 1");
    assert_eq!((table.is_new_round(), table.goods(0)), (true, "g".to_owned()));
    assert_eq!(table.last_scoring()["box"], "gg");
    assert_eq!((0..3).map(|seat| table.fact(seat, Fact::Boxed)).sum::<i32>(), 0);
}

#[test]
fn d5_without_a_player_aboard_everything_goes_to_the_box() {
    for (players, ship) in [(2, "Y1"), (2, "Y1G1"), (3, "Y1")] {
        let table = self::table(players, ship, "hgm").after("sail 1");
        assert!(table.is_new_round(), "{ship}");
        assert!(table.all_goods().concat().is_empty());
        assert_eq!(table.last_scoring()["box"], "hgm");
    }
}

#[test]
fn v7_a_ship_without_bodies_brings_nothing() {
    let table = Table::new(4, &[]).ships("- R1 B1").load(1, "hm").bet(0, 4, "1.R").bet(1, 3, "1.B");
    let table = table.sailing(3).after("sail 1");
    assert!(table.is_new_round());
    assert_eq!(table.all_goods().concat(), "");
    assert_eq!(table.score(), [0; 4]);
    let told = table.last_scoring();
    assert_eq!((&told["influence"], &told["box"]), (&json!(""), &json!("hm")));
    assert_eq!((table.barrel_place(0, 4), table.ship(1)), ("on 1.R".to_owned(), "x".to_owned()));
}

#[test]
fn v8_without_supplies_the_influence_still_decides_the_bet() {
    let table = Table::new(4, &[]).ships("B1R2 - -").bet(3, 2, "1.R").bet(0, 4, "1.B");
    let table = table.sailing(1).after("sail 1");
    assert_eq!(table.won(3), [2]);
    let facts = |fact| [0, 1, 2, 3].map(|seat| table.fact(seat, fact));
    assert_eq!(facts(Fact::Led), [1, 0, 0, 0]);
    assert_eq!(facts(Fact::Aboard), [1, 1, 0, 0]);
    assert_eq!(facts(Fact::ShieldsSailed), [2, 1, 0, 0]);
    assert_eq!(facts(Fact::Sterns), [0, 1, 0, 0]);
}

#[test]
fn d6_the_ship_leaves_with_its_bodies() {
    let table = Table::new(4, &[]).ships("R1 B1 -").load(1, "h").sailing(0).after("sail 1");
    assert_eq!(table.all_ships()[..3], ["x", "B1", ""]);
    assert_eq!(table.state.departures, 6);
    assert!(table.state.bows[0].is_empty());
    let next = table.row("0");
    assert!(!next.allows("go 3"), "red's body is gone");
}

#[test]
fn d4_the_next_picks_are_told() {
    // Influence: red, blue, green.
    let mut table = Table::new(3, &[]).ships("R3B2G1").load(1, "hhgm").sailing(1);
    for (action, picks) in [("sail 1", "RBG"), ("take h", "BGR"), ("take h", "GRB")] {
        table.play(action);
        let view = table.game.view(&table.state, Seat::new(0));
        assert_eq!(view.fields()["picks"], picks);
        let line = view.text().lines().next().unwrap().to_owned();
        let picks: Vec<String> = picks.chars().map(String::from).collect();
        assert!(line.ends_with(&format!(", next picks {}", picks.join(" "))), "{line}");
    }
}
