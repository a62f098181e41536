//! Rounds and turns (R1 to R7), First Player (A1), the last round (V10, V15, D6).

use super::table::Table;
use crate::games::vikings_on_board::fact::BoardFact as Fact;
use crate::seat::Seat;

fn table(players: usize) -> Table {
    Table::new(players, &[])
}

#[test]
fn r1_the_viking_nearest_to_first_player_acts() {
    let mut table = table(3).row("..2.01");
    for seat in [2, 0, 1] {
        assert_eq!(table.mover(), Some(seat));
        let go = table.legal()[0].clone();
        table.play(&go);
        while !table.legal()[0].starts_with("go") {
            let first = table.legal()[0].clone();
            table.play(&first);
        }
    }
    assert!(table.is_new_round());
}

#[test]
fn r1_he_goes_to_any_free_space_and_must_carry_out_its_action() {
    let mut table = table(3).row("12").moved("0..0");
    let free: Vec<String> =
        [2, 3, 5, 6, 7, 8, 9, 10, 11].iter().map(|space| format!("go {space}")).collect();
    assert_eq!(table.legal(), free);
    table.play("go 6");
    assert_eq!(table.mover(), Some(1));
    assert_eq!(table.legal(), ["raise h", "raise g", "raise m"]);
    table.play("raise g");
    assert_eq!(table.mover(), Some(2));
    assert!(!table.allows("go 6") && !table.allows("go 1") && !table.allows("go 4"));
}

#[test]
fn r2_without_a_stern_the_row_is_the_next_order() {
    let mut table = table(3).row("012");
    table.play("go 6; raise h; go 11; swap 1.1 2.2; go 5; load h 1");
    assert!(table.is_new_round());
    assert_eq!((table.state.round(), table.state.departures), (2, 0));
    // Spaces 5, 6, 11.
    assert_eq!(table.waiting(), "201");
    assert_eq!(table.mover(), Some(2));
}

#[test]
fn r2_with_a_stern_one_ship_sails_before_the_next_round() {
    let mut table = table(3).load(3, "h").row("012");
    table.play("go 10; go 6; raise h");
    // The taker waits for the end of the round.
    assert_eq!((table.mover(), table.state.stern()), (Some(2), Some(Seat::new(0))));
    assert!(table.legal().iter().all(|text| text.starts_with("go")));
    table.play("go 1");
    assert_eq!((table.mover(), table.legal()), (Some(0), vec!["sail 3".to_owned()]));
    table.play("sail 3");
    assert!(table.is_new_round());
    assert_eq!((table.state.round(), table.state.departures), (2, 1));
    assert_eq!(table.waiting(), "210");
}

#[test]
fn r3_only_what_can_be_performed_now() {
    // Seat 0 has no body, W1 and W2 are empty, the market is full.
    let table = table(4).ships("B1G1 Y1").stacks("", "").market([4, 4, 4]).row("0");
    assert_eq!(table.legal(), ["go 1", "go 4", "go 7", "go 8", "go 10", "go 11"]);
    // The same for a seat with a body that does not stand first.
    let table = table.row("2");
    assert!(table.allows("go 2") && table.allows("go 3"));
    // What one viking did changes it for the next.
    let mut table = Table::new(4, &[]).stacks("h", "").row("00");
    assert!(table.allows("go 5"));
    table.play("go 5; load h 1");
    table = table.moved("");
    assert!(!table.allows("go 5"));
}

#[test]
fn r4_nothing_to_perform_leaves_any_free_space_without_effect() {
    // Free: Promote, Warehouse 1, Warehouse 2. Red bodies stand first, the stacks are empty.
    let idle = table(3).stacks("", "").row("01").moved("1.11.111.22");
    assert_eq!(idle.legal(), ["go 2", "go 5", "go 9"]);
    for space in [2, 5, 9] {
        let mut table = idle.clone();
        let before = table.all_ships();
        table.play(&format!("go {space}"));
        assert_eq!(table.mover(), Some(1), "no decision on the space");
        assert_eq!(table.all_ships(), before);
        assert_eq!((table.fact(0, Fact::Idle), table.fact(1, Fact::Idle)), (1, 0));
        let facts = table.ledger.facts(Seat::new(0));
        let spaces = [1, 4, 8].map(|space| facts[Fact::Space as usize + space]);
        assert_eq!(spaces.iter().sum::<i32>(), 1);
        assert!(!table.allows(&format!("go {space}")), "the space is taken");
    }
    // Blue can promote: then he must.
    let table = idle.clone().row("1");
    assert_eq!(table.legal(), ["go 2"]);
    assert_eq!(table.after("go 2; promote 1.2").fact(1, Fact::Idle), 0);
}

#[test]
fn r4_first_player_and_set_sail_can_always_be_performed() {
    let bare = table(3).ships("B1").stacks("", "").market([4, 4, 4]).bet(1, 1, "1.R");
    let bare = bare.bet(1, 2, "1.B").bet(1, 3, "1.G").bet(1, 4, "1.Y");
    let table = bare.clone().row("00").after("go 1");
    assert_eq!(table.fact(0, Fact::Idle), 0);
    assert_eq!(bare.clone().row("00").legal(), ["go 1", "go 10"]);
    assert_eq!(bare.clone().row("00").moved("1").legal(), ["go 10"]);
    assert_eq!(bare.clone().row("00").moved(".........1").legal(), ["go 1"]);
    let taken = bare.row("00").moved("1........1");
    assert_eq!(taken.legal().len(), 9, "idle on any of the others");
    assert_eq!(taken.after("go 7").fact(0, Fact::Idle), 1);
}

#[test]
fn r5_a_ship_may_be_empty_but_never_has_more_than_five_bodies() {
    let table = table(4).ships("R1B1G1Y1R2 R3B2G2Y2 - B3").row("0");
    for (verb, go) in [("switch", "go 3"), ("move", "go 7")] {
        let targets = table.clone().after(go).targets(verb);
        assert!(targets.iter().all(|text| !text.ends_with(" 1")), "ship 1 is full");
        assert!(targets.contains(&"1.1 2".to_owned()) && targets.contains(&"1.1 3".to_owned()));
        let table = table.clone().after(&format!("{go}; {verb} 2.1 3"));
        assert_eq!(table.all_ships()[..4], ["R1B1G1Y1R2", "B2G2Y2", "R3", "B3"]);
    }
    let table = table.after("go 7; move 4.1 2");
    assert_eq!(table.all_ships()[..4], ["R1B1G1Y1R2", "R3B2G2Y2B3", "", ""]);
}

#[test]
fn r6_each_space_once_per_round() {
    let mut table = table(4).row("0123");
    for (space, rest) in [(1, ""), (6, "; raise h"), (10, ""), (5, "; load h 1")] {
        table.play(&format!("go {space}{rest}"));
        if table.legal()[0].starts_with("go") {
            assert!(!table.allows(&format!("go {space}")));
        }
    }
    // One stern, one departure; and no stern, no departure.
    table.play("sail 1");
    assert_eq!((table.state.departures, table.is_new_round()), (1, true));
    let table = Table::new(4, &[]).row("01").after("go 1; go 6; raise h");
    assert_eq!((table.state.departures, table.is_new_round()), (0, true));
}

#[test]
fn r7_actions_work_on_any_docked_ship_and_on_no_other() {
    let table = table(3).ships("R1B1 x - G1B2 x R2 B3 Y3").row("0");
    let ships = |texts: Vec<String>, at: usize| {
        let mut ships: Vec<char> = texts.iter().map(|text| text.as_bytes()[at] as char).collect();
        ships.sort_unstable();
        ships.dedup();
        String::from_iter(ships)
    };
    let at = |go: &str| table.clone().after(go);
    assert_eq!(ships(at("go 3").targets("switch"), 0), "16");
    assert_eq!(ships(at("go 3").targets("switch"), 4), "134678");
    assert_eq!(ships(at("go 4").targets("bet"), 2), "134678");
    assert_eq!(ships(at("go 5").targets("load"), 2), "134678");
    assert_eq!(ships(at("go 7").targets("move"), 0), "14678");
    assert_eq!(ships(at("go 7").targets("move"), 4), "134678");
    assert_eq!(ships(at("go 9").targets("load"), 2), "134678");
    assert_eq!(ships(at("go 11").targets("swap"), 0), "1467");
    assert_eq!(ships(at("go 11").targets("swap"), 4), "4678");
    assert_eq!(ships(table.clone().row("1").after("go 2").targets("promote"), 0), "14");
    assert_eq!(ships(table.sailing(0).targets("sail"), 0), "134678");
}

#[test]
fn a1_first_player_does_nothing_now_and_moves_first_next_round() {
    let before = table(3).row("012");
    let mut table = before.clone();
    table.play("go 5; load h 1; go 6; raise h; go 1");
    assert!(table.is_new_round());
    assert_eq!(table.waiting(), "201");
    let after = before.row("201").after("go 1");
    assert_eq!(after.all_ships(), table.all_ships());
    assert_eq!(after.mover(), Some(0), "nothing to decide");
}

#[test]
fn d6_the_game_ends_at_once_after_the_seventh_departure() {
    let mut table = table(3).ships("R1 G1B1").load(1, "h").load(2, "gg").sailing(2);
    assert_eq!(table.state.departures, 6);
    table.play("sail 1");
    assert_eq!((table.mover(), table.legal().len()), (None, 0));
    // The eighth ship and its supplies are lost.
    assert_eq!(table.score(), [1, 0, 0]);
    assert_eq!(table.last_scoring()["kind"], "final");
    assert_eq!(table.ship(2), "G1B1");
    // Six departures are not enough.
    let table = Table::new(3, &[]).ships("R1 G1B1 B2").load(1, "h").sailing(2).after("sail 1");
    assert!(table.is_new_round());
}

#[test]
fn v15_the_round_goes_on_after_the_seventh_stern() {
    let mut table = table(3).ships("R1 G1B1").row("012");
    table.play("go 10");
    assert_eq!(table.mover(), Some(1));
    table.play("go 5; load h 2");
    assert_eq!(table.mover(), Some(2));
    table.play("go 1; sail 2");
    assert_eq!(table.mover(), None);
    assert_eq!(table.score(), [0, 0, 1]);
}

#[test]
fn v10_after_the_last_round_the_game_is_scored_its_departure_included() {
    let table = Table::new(3, &["options.max_rounds=1"]).row("01");
    let plain = table.clone().after("go 1; go 6; raise h");
    assert_eq!((plain.mover(), plain.state.round()), (None, 1));
    let sailed = table.load(1, "hh").after("go 10; go 6; raise h; sail 1");
    assert_eq!((sailed.mover(), sailed.state.departures), (None, 1));
    // Red takes a hide, blue the other, without being asked; each is worth 2.
    assert_eq!(sailed.score(), [2, 2, 0]);
    let next = Table::new(3, &["options.max_rounds=2"]).row("01").after("go 1; go 6; raise h");
    assert_eq!(next.mover(), Some(0));
}
