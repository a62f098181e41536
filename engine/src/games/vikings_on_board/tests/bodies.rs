//! Moving bodies: Promote (A2), Switch Ship (A3), Move (A7), Exchange (A11), gaps (A12), and moves that
//! change nothing (V3).

use super::table::Table;

/// Three players, seat 0 to move.
fn table(ships: &str) -> Table {
    with(ships, &[])
}

fn with(ships: &str, changes: &[&str]) -> Table {
    Table::new(3, changes).ships(ships).row("00")
}

const NULL: &[&str] = &["options.null_moves=true"];

#[test]
fn a2_an_own_body_comes_right_behind_the_bow_of_its_ship() {
    let table = table("B1G1R1 R2B2R3 G2").after("go 2");
    assert_eq!(table.legal(), ["promote 1.3", "promote 2.3"]);
    assert_eq!(table.clone().after("promote 1.3").all_ships()[..3], ["R1B1G1", "R2B2R3", "G2"]);
    assert_eq!(table.after("promote 2.3").all_ships()[..3], ["B1G1R1", "R3R2B2", "G2"]);
}

#[test]
fn a2_v3_not_performable_without_an_own_body_that_would_move() {
    for ships in ["B1G1 G2", "R1B1 R2", "R1R1 B2B1", "- B1"] {
        assert!(!table(ships).allows("go 2"), "{ships}");
    }
    for ships in ["B1R1", "R1R2", "R1B1R1"] {
        assert!(table(ships).allows("go 2"), "{ships}");
    }
    // A ship that has sailed does not count.
    assert!(!table("x R1B1").allows("go 2"));
}

#[test]
fn a2_n5_of_equal_bodies_side_by_side_the_foremost_is_promoted() {
    // Behind blue: the first of the two. Before blue: none of the two.
    assert_eq!(table("B1R2R2 R3R3G1").after("go 2").legal(), ["promote 1.2"]);
    // Equal, but not side by side.
    assert_eq!(table("R2B1R2").after("go 2").legal(), ["promote 1.3"]);
    // Of the same clan and not equal.
    assert_eq!(table("R2R1R1 R3").after("go 2").legal(), ["promote 1.2"]);
    // The run ends with the ship.
    assert_eq!(table("B1R1 R1B2").after("go 2").legal(), ["promote 1.2"]);
}

#[test]
fn a3_an_own_body_goes_to_the_rear_of_another_docked_ship() {
    let table = table("B1R1G1 R2 - x B2G2").after("go 3");
    let expected = ["1.2 2", "1.2 3", "1.2 5", "2.1 1", "2.1 3", "2.1 5"];
    assert_eq!(table.targets("switch"), expected);
    let after = table.clone().after("switch 1.2 5");
    assert_eq!(after.all_ships()[..5], ["B1G1", "R2", "", "x", "B2G2R1"]);
    let after = table.clone().after("switch 2.1 1");
    assert_eq!(after.all_ships()[..5], ["B1R1G1R2", "", "", "x", "B2G2"]);
    assert_eq!(table.after("switch 2.1 3").all_ships()[..3], ["B1R1G1", "", "R2"]);
}

#[test]
fn a3_not_performable_without_own_body_or_room() {
    assert!(!table("B1 G1").allows("go 3"), "no own body");
    assert!(!table("x B1 G1").allows("go 3"), "own bodies have sailed");
    assert!(!table("R1B1").allows("go 3"), "no other ship");
    assert!(!table("R1B1 G1B2G2Y2Y1").allows("go 3"), "the only ship with room is its own");
    assert!(table("R1B1 G1B2G2Y2").allows("go 3"));
    // From a full ship to the only one with room.
    assert_eq!(table("B1 R2B2G2Y2Y1").after("go 3").targets("switch"), ["2.1 1"]);
}

#[test]
fn a3_a7_n5_of_equal_bodies_side_by_side_the_foremost_moves() {
    let table = table("R1R1B1B1R2 -");
    assert_eq!(table.clone().after("go 3").targets("switch"), ["1.1 2", "1.5 2"]);
    assert_eq!(table.after("go 7").targets("move"), ["1.1 2", "1.3 2", "1.5 2"]);
}

#[test]
fn a7_any_body_of_any_clan_goes_to_the_rear_of_another_docked_ship() {
    let table = table("G1Y1 R2 x -").after("go 7");
    let expected = ["1.1 2", "1.1 4", "1.2 2", "1.2 4", "2.1 1", "2.1 4"];
    assert_eq!(table.targets("move"), expected);
    assert_eq!(table.clone().after("move 1.2 2").all_ships()[..4], ["G1", "R2Y1", "x", ""]);
    assert_eq!(table.after("move 2.1 1").all_ships()[..4], ["G1Y1R2", "", "x", ""]);
}

#[test]
fn a7_not_performable_without_a_target_ship() {
    for ships in ["R1B1G1", "R1R2B1B2G1 Y1Y2G2B3R3", "- - -"] {
        assert!(!table(ships).allows("go 7"), "{ships}");
    }
    for ships in ["R1 -", "R1R2B1B2G1 Y1"] {
        assert!(table(ships).allows("go 7"), "{ships}");
    }
}

#[test]
fn a11_two_bodies_of_two_ships_change_places() {
    let table = table("G1Y1B1 R2B2 x Y3").after("go 11");
    // Any clans, by lower ship, higher ship, place on the lower, place on the higher.
    let expected = [
        "1.1 2.1", "1.1 2.2", "1.2 2.1", "1.2 2.2", "1.3 2.1", "1.3 2.2", "1.1 4.1", "1.2 4.1",
        "1.3 4.1", "2.1 4.1", "2.2 4.1",
    ];
    assert_eq!(table.targets("swap"), expected);
    let after = table.clone().after("swap 1.2 2.2");
    assert_eq!(after.all_ships()[..4], ["G1B2B1", "R2Y1", "x", "Y3"]);
    assert_eq!(table.after("swap 2.1 4.1").all_ships()[..4], ["G1Y1B1", "Y3B2", "x", "R2"]);
}

#[test]
fn a11_v3_equal_bodies_are_not_swapped() {
    assert_eq!(
        table("R1B1 B1R2").after("go 11").targets("swap"),
        ["1.1 2.1", "1.1 2.2", "1.2 2.2"]
    );
    for ships in ["R1 R1", "R1B1", "R1B1 - -", "R1 R1 -", "- -"] {
        assert!(!table(ships).allows("go 11"), "{ships}");
    }
    // Unequal bodies on the second ship only, then on the first only, then on a third one.
    for ships in ["R1 R2", "R1 R1B1", "R1B1 R1", "R1 R1 - B1", "R1 B1"] {
        assert!(table(ships).allows("go 11"), "{ships}");
    }
}

#[test]
fn v11_r5_a_full_ship_is_promoted_on_and_swapped_with() {
    let table = table("B1B2G1G2R1 Y1 R2");
    assert_eq!(table.clone().after("go 2; promote 1.5").ship(1), "R1B1B2G1G2");
    let after = table.after("go 11; swap 1.5 2.1");
    assert_eq!((after.ship(1), after.ship(2)), ("B1B2G1G2Y1".to_owned(), "R1".to_owned()));
}

#[test]
fn a12_gaps_close_towards_the_bow_and_supplies_stay() {
    let table = table("R1B1G1Y1 B2 R2").load(1, "hgm").load(2, "hh");
    let after = table.clone().after("go 3; switch 1.1 2");
    assert_eq!((after.ship(1), after.ship(2)), ("B1G1Y1".to_owned(), "B2R1".to_owned()));
    for after in [
        after,
        table.clone().after("go 7; move 1.3 2"),
        table.clone().after("go 7; move 2.1 1"),
        table.clone().after("go 11; swap 1.2 2.1"),
        table.clone().row("1").after("go 2; promote 1.2"),
    ] {
        assert_eq!([1, 2, 3].map(|number| after.on_bow(number)), ["hgm", "hh", ""]);
    }
    assert_eq!(table.clone().after("go 7; move 1.3 2").ship(1), "R1B1Y1");
}

#[test]
fn a12_any_number_of_supplies_on_a_bow() {
    let mut table = table("R1 B1").stacks("hghgmmhgm", "").row("0");
    for token in "hghgmmhgm".chars() {
        table = table.row("00").moved("");
        table.play(&format!("go 5; load {token} 1"));
    }
    assert_eq!((table.on_bow(1), table.on_bow(2)), ("hhhgggmmm".to_owned(), String::new()));
}

#[test]
fn v3_with_null_moves_a_promotion_may_change_nothing() {
    // Nothing but equal bodies before an own body: `stay`, last.
    assert_eq!(with("R1B1", NULL).after("go 2").legal(), ["stay"]);
    assert_eq!(with("R1R1 B1R2", NULL).after("go 2").legal(), ["promote 2.2", "stay"]);
    assert_eq!(with("B1R2", NULL).after("go 2").legal(), ["promote 1.2"]);
    assert!(!with("B1", NULL).allows("go 2"));
    assert!(!with("x B1", NULL).allows("go 2"));
    let table = with("R1B1 B2", NULL);
    let after = table.clone().after("go 2; stay");
    assert_eq!(after.all_ships(), table.all_ships());
    assert!(after.legal()[0].starts_with("go"));
}

#[test]
fn v3_with_null_moves_equal_bodies_may_be_swapped() {
    assert_eq!(with("R1 R1", NULL).after("go 11").legal(), ["stay"]);
    assert_eq!(with("R1B1 R1", NULL).after("go 11").legal(), ["swap 1.2 2.1", "stay"]);
    assert_eq!(with("R1B1 R2", NULL).after("go 11").legal(), ["swap 1.1 2.1", "swap 1.2 2.1"]);
    // On one ship alone, or with one that has sailed: no such pair.
    assert!(!with("R1R1 -", NULL).allows("go 11"));
    assert!(!with("R1 x x", NULL).allows("go 11"));
    let table = with("R1 R1", NULL);
    assert_eq!(table.clone().after("go 11; stay").all_ships(), table.all_ships());
}

#[test]
fn v3_null_moves_leave_the_other_spaces_as_they_are() {
    let (plain, null) = (table("R1R1B1 R2 G1").bet(0, 1, "1.R"), with("R1R1B1 R2 G1", NULL));
    let null = null.bet(0, 1, "1.R");
    for go in ["go 3", "go 4", "go 7", "go 8"] {
        assert_eq!(plain.clone().after(go).legal(), null.clone().after(go).legal());
    }
}

#[test]
fn v16_a_viking_makes_a_body_unlike_its_equals() {
    let table = |ships| Table::new(2, &[]).ships(ships).row("0");
    assert_eq!(table("R2R2+B1").after("go 2").legal(), ["promote 1.2"]);
    assert_eq!(table("R2R2+B1").after("go 2; promote 1.2").ship(1), "R2+R2B1");
    assert_eq!(table("R1R1+ -").after("go 7").targets("move"), ["1.1 2", "1.2 2"]);
    assert_eq!(table("R1 R1+").after("go 11").legal(), ["swap 1.1 2.1"]);
    assert!(!table("R1+ R1+").allows("go 11"));
}
