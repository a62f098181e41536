//! The four building tiles: laying them (A9) and scoring them (F7b).

use super::table::{Table, advanced, opening_with};
use crate::games::vikings::fact::VikingsFact as Fact;
use crate::games::vikings::state::Phase;
use crate::games::vikings::variant::Advanced;

/// Seat 0 with this tableau and 30 gold takes this building tile with the lot on space 11, which is
/// `tile` with a boatswain; the tile is placed on `cell`.
fn take(kind: &str, tableau: &str, tile: char, cell: &str) -> Table<Advanced> {
    let game = advanced(2, "advanced-no-auction", &[]);
    let stack = format!("[[[[[[[[[[[{tile}");
    let deal = opening_with(&stack, "FFGGSSNNWWBB", &format!("{kind} noble1 scout1 fisher1"));
    let mut table = Table::dealt(game, &deal).tableau(0, tableau);
    table.play("buy 11").play(&format!("tile {cell}")).play(&format!("take {kind}"));
    table
}

/// Glory of seat 0 for its building tiles, in the order a to d.
fn score(tableau: &str, changes: &[&str]) -> [i32; 4] {
    let table = Table::advanced(2, changes).tableau(0, tableau).final_scoring();
    [10, 11, 12, 13].map(|kind| table.fact(0, Fact::GloryBonus.plus(kind)))
}

#[test]
fn a9_building_a_with_matches_is_used_at_once_and_the_owner_chooses() {
    let mut table = take("building-a", "W [ab+ | N [a+", '[', "S1");
    // In the order of cells: by column, then from the top. The viking's tile may be chosen as well.
    assert_eq!(
        (table.mover(), table.legal()),
        (Some(0), ["upgrade W2", "upgrade N2"].map(str::to_owned).to_vec())
    );
    assert_eq!(table.state.phase, Phase::Upgrade);
    assert!(!table.allows("upgrade W3") && !table.allows("upgrade W1") && !table.allows("decline"));
    table.play("upgrade N2");
    // The viking stays where he is, and the tile is not kept.
    assert_eq!(table.text(0), "ships | W [ab+ | N [A+ | S [ | G | F | ashore B | bonus");
    assert_eq!((table.mover(), table.state.phase), (Some(1), Phase::Buy));
}

#[test]
fn a9_building_b_a_single_match_is_asked_too() {
    let mut table = take("building-b", "W [ab", '[', "S1");
    assert_eq!(table.legal(), ["upgrade W3"]);
    table.play("upgrade W3");
    assert_eq!(table.text(0), "ships | W [aB | N | S [ | G | F | ashore B | bonus");
}

#[test]
fn a9_building_c_the_tile_just_laid_is_among_the_matches() {
    let mut table = take("building-c", "W [c", 'c', "W3");
    assert_eq!(table.legal(), ["upgrade W2", "upgrade W3"]);
    table.play("upgrade W3");
    assert_eq!(table.text(0), "ships | W [cC | N | S | G | F | ashore B | bonus");
    let table = take("building-c", "W [", 'c', "W2");
    assert_eq!(table.legal(), ["upgrade W2"]);
}

#[test]
fn a9_building_d_without_a_match_is_kept_for_the_next_such_tile() {
    let mut table = take("building-d", "W [ab | N [", '[', "S1");
    // Nothing to choose: the next seat buys.
    assert_eq!((table.mover(), table.state.phase), (Some(1), Phase::Buy));
    assert_eq!(table.text(0), "ships | W [ab | N [ | S [ | G | F | ashore B | bonus building-d");
    // Another building leaves it alone, the right one is laid as the building tile, as a middle.
    table = table.placing("cN");
    table.state.seat = 0;
    table.play("tile N2+");
    assert!(table.text(0).ends_with("bonus building-d"));
    table = table.placing("dF");
    table.state.seat = 0;
    table.play("tile W4");
    assert_eq!(table.text(0), "ships | W [abD | N [c+ | S [ | G | F | ashore FB | bonus");
    // The next one is a printed tile again.
    table = table.placing("dN");
    table.state.seat = 0;
    table.play("tile N3+");
    assert_eq!(table.text(0), "ships | W [abD | N [c+d+ | S [ | G | F | ashore FB | bonus");
}

#[test]
fn a9_a_kept_building_tile_can_carry_the_viking_of_its_lot() {
    let tableau = "W [ | S [ | bonus building-a building-b";
    let mut table = Table::advanced(2, &[]).tableau(0, tableau).placing("aS");
    table.play("tile S2+");
    assert_eq!(table.text(0), "ships | W [ | N | S [A+ | G | F | ashore | bonus building-b");
}

#[test]
fn a9_a_discarded_tile_keeps_the_building_tile() {
    // A middle fits beside no finished island.
    let full = "W [] | N [] | S [] | G [] | F []";
    let tableau = format!("{full} | bonus building-c");
    let mut table = Table::advanced(2, &[]).tableau(0, &tableau).placing("cS");
    assert_eq!(table.legal(), ["discard"]);
    table.play("discard");
    assert_eq!(table.text(0), format!("ships | {full} | ashore S | bonus building-c"));
}

#[test]
fn a9_a_building_tile_counts_as_a_middle_in_every_respect() {
    // It closes an island of four, and takes part in fitting: land on both sides.
    let table = Table::advanced(2, &[]).tableau(0, "W [AB]").tableau(1, "W [a]").final_scoring();
    assert_eq!([0, 1].map(|seat| table.fact(seat, Fact::Longest)), [4, 3]);
    let table = Table::advanced(2, &[]).tableau(0, "W [A").placing("]W");
    assert!(table.allows("tile W3+"));
    let table = Table::advanced(2, &[]).tableau(0, "W [A").placing("[W");
    assert!(!table.allows("tile W3"));
}

#[test]
fn a9_a_building_tile_never_replaces_another_one() {
    // With two tiles of a kind in the box: the second finds a building tile only, and is kept.
    let game = advanced(2, "advanced-no-auction", &["bonus.building-a.count=2"]);
    let deal = opening_with("[[[[[[[[[[[[", "FFGGSSNNWWBB", "building-a noble1 scout1 fisher1");
    let mut table = Table::dealt(game, &deal).tableau(0, "W [A");
    table.play("buy 11").play("tile N1").play("take building-a");
    assert_eq!((table.mover(), table.state.phase), (Some(1), Phase::Buy));
    assert!(table.text(0).ends_with("bonus building-a"));
}

#[test]
fn f7b_vikings_on_the_tile_and_on_the_eight_cells_around_it() {
    for (tableau, glory) in [
        ("W [A", 0),
        ("W [A+", 1),
        // Left, right, on it; above and below in the rows N and G.
        ("N [+a+b+ | S [+A+b+ | G [+a+b+", 9),
        ("N [+a+b | S [A+b+ | G [+a+b", 6),
        // Two columns or two rows away is too far.
        ("W [+a+b+c+]+ | S [+aAb]+ | F [+a+b+", 0),
        // At the edges: rows W and F, column 2, and no neighbour around the corner of a column.
        ("W [+A+b+ | N [+a+b+", 6),
        ("G [+a+b+ | F [+A+b+", 6),
        ("W [ab+ | F [A", 0),
        ("W [A | F [+a+", 0),
        // Vikings ashore never count, nor does a kept tile.
        ("W [A | ashore WWNB", 0),
        ("W [+a+ | bonus building-a", 0),
    ] {
        assert_eq!(score(tableau, &[])[0], glory, "{tableau}");
    }
}

#[test]
fn f7b_threatened_vikings_count_but_a_threatened_tile_gives_nothing() {
    for (tableau, glory) in [
        // S2 under a blue sail: nothing, with and without a viking on it.
        ("ships .F | N [+a+b+ | S [+A+b+", 0),
        ("ships .F | N [+a+b+ | S [+Ab+", 0),
        // A red sail does not reach row S, but N2, whose noble counts all the same.
        ("ships .N | N [+a+b+ | S [+A+b+", 6),
        // Threatened neighbours in other columns count.
        ("ships F.F | N [+a+b+ | S [+A+b+", 6),
        // Repelled: a warrior in W2.
        ("ships .F | W [a+ | N [+a+b+ | S [+A+b+", 6),
    ] {
        assert_eq!(score(tableau, &[])[0], glory, "{tableau}");
    }
}

#[test]
fn f7b_by_the_rule_set_only_a_threatened_viking_on_the_tile_spoils_it() {
    let viking = ["bonus.building_threat=viking"];
    for (tableau, cell, glory) in [
        ("ships .F | N [+a+b+ | S [+A+b+", 0, 0),
        ("ships .F | N [+a+b+ | S [+Ab+", 0, 5),
        ("ships .N | N [+a+b+ | S [+A+b+", 6, 6),
        ("ships .F | W [a+ | N [+a+b+ | S [+A+b+", 6, 6),
    ] {
        assert_eq!(score(tableau, &[])[0], cell, "{tableau}");
        assert_eq!(score(tableau, &viking)[0], glory, "{tableau}");
    }
}

#[test]
fn f7b_at_most_nine_for_each_tile() {
    // Nine vikings around each of two tiles, far from each other.
    let rows = "N [+a+b+c+a+b+c+ | S [+A+b+c+a+D+c+ | G [+a+b+c+a+b+c+";
    assert_eq!(score(rows, &[]), [9, 0, 0, 9]);
    // Nine times two would be 18.
    assert_eq!(score(rows, &["bonus.building-a.value=2"]), [9, 0, 0, 9]);
    let cap = ["bonus.building-a.value=2", "bonus.building_cap=14"];
    assert_eq!(score(rows, &cap), [14, 0, 0, 9]);
    assert_eq!(score(rows, &["bonus.building_cap=4"]), [4, 0, 0, 4]);
}

#[test]
fn f7b_building_tiles_score_after_the_food() {
    // 3 hungry vikings take the last 2 glory, not those that the building brings: then 3 for three
    // vikings on and beside it. Seat 1 has most of everything.
    let winner = "gold 0 glory 90 | W [aaaaaaa] | N [] | S [] | G [] | F [] | ashore BBBBBBBBB";
    let table = Table::advanced(2, &[])
        .tableau(0, "gold 0 glory 2 | N [+B+a+")
        .tableau(1, winner)
        .final_scoring();
    assert_eq!(table.fact(0, Fact::GloryShortage), -2);
    assert_eq!(table.purse(0), (0, 3));
}
