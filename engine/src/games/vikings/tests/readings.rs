//! The other readings of G3: a whole colour or none of it, and the uses that move most.

use super::table::Table;
use crate::games::vikings::variant::Advanced;

/// What seat 0 of two may do at the large scoring after `round`, by the base rules.
fn choices(round: u8, tableau: &str, changes: &[&str]) -> Vec<String> {
    let table = Table::with(2, changes).tableau(0, tableau).end_of_round(round, 0);
    assert_eq!(table.state.round(), usize::from(round), "seat 0 is asked");
    table.legal()
}

/// The same with bonus tiles and weak boatswains.
fn weak(round: u8, tableau: &str, changes: &[&str]) -> Vec<String> {
    let table: Table<Advanced> = Table::advanced(2, changes);
    table.tableau(0, tableau).end_of_round(round, 0).legal()
}

const WHOLE: &str = "scoring.whole_colour=all-or-none";
const MOST: &str = "scoring.last_boatswains=most";

#[test]
fn g3_by_the_rule_set_a_colour_is_brought_as_a_whole_or_not_at_all() {
    // Three scouts and two free tiles; two nobles and as many.
    let tableau = "N [= | S [= | ashore SSSNNB";
    assert_eq!(choices(2, tableau, &[]), ["ferry N", "ferry S", "ferry each", "stop"]);
    assert_eq!(choices(2, tableau, &[WHOLE]), ["ferry N", "ferry each", "stop"]);
    // Where no colour can be brought as a whole, one of each still can: here a single scout.
    assert_eq!(choices(2, "S [+= | ashore SSB", &[]), ["ferry S", "stop"]);
    assert_eq!(choices(2, "S [+= | ashore SSB", &[WHOLE]), ["ferry each", "stop"]);
    let mut table = Table::with(2, &[WHOLE]).tableau(0, "S [+= | ashore SSB").end_of_round(2, 0);
    table.play("ferry each");
    assert_eq!(table.text(0), "ships | W | N | S [+=+ | G | F | ashore S");
    // A single one is a whole colour: one of each would be the same viking.
    assert_eq!(choices(2, "S [= | ashore SB", &[WHOLE]), ["ferry S", "stop"]);
    // A weak boatswain brings one viking anyway; a longboat has the full power.
    let tableau = "N [a | S [a | ashore SSSNNB | bonus longboat";
    let expected = ["ferry N", "ferry S", "longboat N", "longboat each", "stop"];
    assert_eq!(weak(2, tableau, &[WHOLE]), expected);
}

#[test]
fn g3_by_the_rule_set_the_last_boatswains_move_as_many_as_they_can() {
    let tableau = "N [== | S [== | G [= | ashore SSSNNGB";
    let all = ["ferry N", "ferry S", "ferry G", "ferry each"];
    assert_eq!(choices(6, tableau, &[]), all);
    // Three scouts, or one each of three colours.
    assert_eq!(choices(6, tableau, &[MOST]), ["ferry S", "ferry each"]);
    // Only after round 6.
    assert_eq!(choices(4, tableau, &[MOST]), [&all[..], &["stop"]].concat());
    // Among what may be chosen at all: with two free tiles three scouts cannot come as a whole.
    let tableau = "N [== | S [= | ashore SSSNNB";
    assert_eq!(choices(6, tableau, &[MOST, WHOLE]), ["ferry N", "ferry each"]);
    // A longboat is never compulsory: its uses are compared with each other alone.
    let tableau = "N [a | S [aa | ashore SSSNB | bonus longboat";
    let expected = ["ferry N", "ferry S", "longboat S"];
    assert_eq!(weak(6, tableau, &[MOST]), expected);
}
