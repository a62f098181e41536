//! Weak boatswains (A5) and longboats (A9).

use super::table::Table;
use crate::games::vikings::fact::VikingsFact as Fact;
use crate::games::vikings::variant::Advanced;

/// Seat 0 of two at the large scoring after `round`, with weak boatswains.
fn at(round: u8, tableau: &str) -> Table<Advanced> {
    Table::advanced(2, &[]).tableau(0, tableau).end_of_round(round, 0)
}

#[test]
fn a5_a_weak_boatswain_moves_one_single_viking() {
    let mut table = at(2, "S [ab | G [ | ashore SSSGB");
    assert_eq!(table.legal(), ["ferry S", "ferry G", "stop"], "no `ferry each`");
    table.play("ferry S");
    // One scout and three free tiles: the seat chooses any of them.
    assert_eq!(table.legal(), ["land S1", "land S2", "land S3"]);
    table.play("land S2");
    assert_eq!(table.text(0), "ships | W | N | S [a+b | G [ | F | ashore GSS | bonus");
    assert_eq!((table.state.round(), table.fact(0, Fact::BoatswainsUsed)), (3, 1));
    // A forced landing is not asked.
    let mut table = at(2, "S [+a | ashore SSB");
    table.play("ferry S");
    assert_eq!((table.ashore(0).as_str(), table.state.round()), ("S", 3));
}

#[test]
fn a5_any_number_of_weak_boatswains_one_after_another() {
    let mut table = at(2, "S [a | ashore SSSBBB");
    for (cell, left) in [("land S2", "SSBB"), ("", "SB")] {
        table.play("ferry S");
        if !cell.is_empty() {
            table.play(cell);
        }
        assert_eq!(table.ashore(0), left);
    }
    // No free tile is left: the third one cannot be used.
    assert_eq!(table.state.round(), 3);
}

#[test]
fn a5_strong_boatswains_keep_their_power_beside_bonus_tiles() {
    let table = Table::advanced(2, &["advanced.weak_boatswains=false"])
        .tableau(0, "S [a | G [ | ashore SSGB | bonus longboat")
        .end_of_round(2, 0);
    let ferries = ["ferry S", "ferry G", "ferry each"];
    let longboats = ["longboat S", "longboat G", "longboat each", "stop"];
    assert_eq!(table.legal(), [&ferries[..], &longboats[..]].concat());
}

#[test]
fn a9_longboat_one_boatswain_uses_the_full_power() {
    // As in E3: three fishermen, one goldsmith, two scouts.
    let tableau = "S [ab | G [ab | F [ab | ashore FFFGSSBB | bonus longboat longboat";
    let table = at(2, tableau);
    let ferries = ["ferry S", "ferry G", "ferry F"];
    let longboats = ["longboat S", "longboat G", "longboat F", "longboat each", "stop"];
    assert_eq!(table.legal(), [&ferries[..], &longboats[..]].concat());
    for (action, left, kept) in [
        ("ferry F", "FFGSSB", "longboat longboat"),
        ("longboat F", "GSSB", "longboat"),
        ("longboat S", "FFFGB", "longboat"),
        ("longboat each", "FFSB", "longboat"),
    ] {
        let mut table = table.clone();
        table.play(action);
        while table.legal()[0].starts_with("land") {
            let first = table.legal().swap_remove(0);
            table.play(&first);
        }
        assert_eq!(table.ashore(0), left, "{action}");
        // The tile leaves with its boatswain.
        assert!(table.text(0).ends_with(&format!("| bonus {kept}")), "{action}");
        assert_eq!(table.fact(0, Fact::BoatswainsUsed), 1);
        assert_eq!(table.fact(0, Fact::Longboats), i32::from(action.starts_with("longboat")));
    }
}

#[test]
fn a9_longboat_each_is_offered_unless_a_single_longboat_moves_the_same() {
    let each = |tableau: &str| {
        let table = at(2, &format!("{tableau} | bonus longboat"));
        // With one movable viking `longboat S` moves what `ferry S` moves; they differ by the tile.
        assert!(table.allows("ferry S") && table.allows("longboat S"));
        table.allows("longboat each")
    };
    assert!(!each("S [a | ashore SB"));
    assert!(!each("S [+a | ashore SSB"));
    assert!(each("S [a | ashore SSB"));
    assert!(each("S [ | G [ | ashore SGB"));
}

#[test]
fn a9_longboat_needs_a_boatswain_ashore() {
    // A boatswain tile does not do.
    let table = at(2, "S [a | ashore SS | bonus longboat boatswain");
    assert_eq!(table.state.round(), 3);
}

#[test]
fn a9_longboat_is_never_compulsory_but_the_duty_to_go_on_holds_after_round_6() {
    let table = at(4, "S [a | ashore SSB | bonus longboat");
    assert!(table.allows("stop"));
    let mut table = at(6, "S [ab | ashore SSSBB | bonus longboat");
    assert_eq!(table.legal(), ["ferry S", "longboat S", "longboat each"]);
    // With a ferry the longboat is kept; the next boatswain has to go on too.
    table.play("ferry S").play("land S1");
    assert_eq!(table.legal(), ["ferry S", "longboat S", "longboat each"]);
    table.play("longboat S");
    assert_eq!(table.mover(), None);
    assert_eq!(table.text(0), "ships | W | N | S [+a+b+ | G | F | ashore | bonus");
}

#[test]
fn a9_longboat_takes_its_boatswain_out_of_the_majority() {
    // Seat 0 uses one of two boatswains; seat 1 has two.
    let mut table = Table::advanced(2, &[])
        .tableau(0, "S [ | ashore SBB | bonus longboat")
        .tableau(1, "ashore BB")
        .end_of_round(6, 0);
    table.play("longboat S");
    assert_eq!(table.mover(), None);
    assert_eq!([0, 1].map(|seat| table.fact(seat, Fact::GloryBoatswains)), [0, 10]);
}
