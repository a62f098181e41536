//! Boatswains at a large scoring (G3), the order of seats (G2), and the decisions they bring.

use super::naive::{Naive, ROWS};
use super::table::{Table, deal, game};
use crate::seat::Seat;
use crate::seed::Rng;

/// Seat 0 of two at the large scoring after `round`.
fn at(round: u8, tableau: &str) -> Table {
    Table::base(2).tableau(0, tableau).end_of_round(round, 0)
}

/// What may be done after round 2.
fn choices(tableau: &str) -> Vec<String> {
    let table = at(2, tableau);
    assert_eq!(table.state.round(), 2, "seat 0 is asked");
    table.legal()
}

#[test]
fn g2_seat_after_seat_from_the_first_player_uses_boatswains_and_then_scores() {
    let text = "gold 0 glory 10 | N [+ | G [+= | ashore GB";
    let mut table = Table::base(3);
    for seat in 0..3 {
        table = table.tableau(seat, text);
    }
    let mut table = table.end_of_round(4, 1);
    // Two glory for the noble, three gold for each goldsmith; nobody scores before his turn.
    let mut purses = [(0, 10); 3];
    for (seat, action, gold) in [(1, "stop", 3), (2, "ferry G", 6), (0, "stop", 3)] {
        assert_eq!(table.mover(), Some(seat));
        assert_eq!(table.legal(), ["ferry G", "stop"]);
        assert_eq!([0, 1, 2].map(|seat| table.purse(seat)), purses);
        table.play(action);
        purses[seat] = (gold, 12);
    }
    assert_eq!([0, 1, 2].map(|seat| table.purse(seat)), purses);
    assert_eq!((table.state.round(), table.mover()), (5, Some(2)));
}

#[test]
fn g2_large_scorings_are_after_rounds_2_4_and_6() {
    for round in 1..=6 {
        let table = at(round, "gold 0 glory 10 | N [+ | G [+= | ashore GB");
        let asked = round % 2 == 0;
        assert_eq!(table.state.round() == usize::from(round), asked, "{round}");
        assert_eq!(table.legal()[0].starts_with("ferry"), asked);
    }
}

#[test]
fn g3_all_of_one_colour_or_one_of_each() {
    let tableau = "N [== | G [== | F [== | ashore FFFGNNB";
    assert_eq!(choices(tableau), ["ferry N", "ferry G", "ferry F", "ferry each", "stop"]);
    for (action, after) in [
        ("ferry N", "N [+=+= | S | G [== | F [== | ashore FFFG"),
        ("ferry G", "N [== | S | G [+== | F [== | ashore FFFNN"),
        ("ferry F", "N [== | S | G [== | F [+=+=+ | ashore GNN"),
        ("ferry each", "N [+== | S | G [+== | F [+== | ashore FFN"),
    ] {
        let mut table = at(2, tableau);
        table.play(action);
        // Where there is a choice of tiles: the first.
        while table.mover() == Some(0) && table.state.round() == 2 {
            let first = table.legal().swap_remove(0);
            table.play(&first);
        }
        assert_eq!(table.text(0), format!("ships | W | {after}"));
    }
}

#[test]
fn g3_no_more_vikings_than_free_tiles_of_their_row() {
    let mut table = at(2, "S [+= | N [== | ashore SSSB");
    assert_eq!(table.legal(), ["ferry S", "stop"]);
    table.play("ferry S");
    assert_eq!(table.text(0), "ships | W | N [== | S [+=+ | G | F | ashore SS");
}

#[test]
fn g3_threatened_tiles_are_free_tiles_too() {
    let mut table = at(2, "ships F | S [ | ashore SB");
    table.play("ferry S");
    assert_eq!(table.text(0), "ships F | W | N | S [+ | G | F | ashore");
}

#[test]
fn g3_any_number_one_after_another_each_leaves_the_game() {
    let mut table = at(2, "W [ | N [ | S [ | ashore SNWBB");
    let all = ["ferry W", "ferry N", "ferry S", "ferry each", "stop"];
    assert_eq!(table.legal(), all);
    table.play("ferry N");
    assert_eq!(table.ashore(0), "SWB");
    assert_eq!(table.legal(), ["ferry W", "ferry S", "ferry each", "stop"]);
    table.play("ferry W");
    // The last one is used: nothing more to ask, the scout stays ashore.
    assert_eq!(table.ashore(0), "S");
    assert_eq!(table.state.round(), 3);
    // Whoever stops keeps the rest.
    let mut table = at(2, "W [ | N [ | S [ | ashore SNWBB");
    table.play("ferry S").play("stop");
    assert_eq!((table.ashore(0).as_str(), table.state.round()), ("NWB", 3));
}

#[test]
fn g3_a_use_that_moves_nobody_is_not_allowed_and_not_asked() {
    for tableau in [
        "W [ | ashore SB",
        "W [+ | ashore WB",
        "S [= | ashore B",
        "S [= | ashore S",
        "S [= | ashore BBB",
        "ships NSG | ashore SWFB",
    ] {
        let table = at(2, tableau);
        assert_eq!((table.state.round(), table.mover()), (3, Some(1)), "{tableau}");
        assert!(table.legal()[0].starts_with("buy"));
    }
}

#[test]
fn g3_each_is_offered_unless_a_single_ferry_moves_the_same() {
    let each = |tableau| choices(tableau).contains(&"ferry each".to_owned());
    assert!(!each("S [= | ashore SB"), "one scout: the same as ferry S");
    assert!(!each("S [ | ashore SSB"), "one free tile: the same as ferry S");
    assert!(each("S [= | ashore SSB"), "two movable: one of them is something else");
    assert!(each("S [ | G [ | ashore SGB"), "two colours");
    assert!(!each("S [ | G [+ | ashore SGB"), "the goldsmith has no tile");
    assert!(!each("S [ | G [ | ashore SBBB"), "boatswains do not move");
}

#[test]
fn g3_after_round_6_the_player_must_go_on() {
    let tableau = "W [ | S [= | ashore SSSWBBB";
    for round in [2, 4] {
        assert!(at(round, tableau).allows("stop"));
    }
    let mut table = at(6, tableau);
    assert_eq!(table.legal(), ["ferry W", "ferry S", "ferry each"]);
    // He need not choose the use that moves most.
    table.play("ferry W");
    assert_eq!(table.legal(), ["ferry S", "ferry each"]);
    table.play("ferry each").play("land S2");
    assert_eq!(table.legal(), ["ferry S"]);
    table.play("ferry S");
    // All boatswains used; the game is over.
    assert_eq!((table.mover(), table.ashore(0).as_str()), (None, "S"));
    // With nobody left to move the rest of them stays.
    let mut table = at(6, "W [ | ashore WBBB");
    table.play("ferry W");
    assert_eq!((table.mover(), table.ashore(0).as_str()), (None, "BB"));
}

#[test]
fn g3_land_takes_tiles_in_ascending_columns() {
    // Five free tiles and two scouts: the first f - k + 1 = 4 are offered, so that the second scout
    // still finds one to the right.
    let mut table = at(2, "S [=.[=] | ashore SSB");
    table.play("ferry S");
    assert_eq!(table.legal(), ["land S1", "land S2", "land S4", "land S5"]);
    assert!(!table.allows("land S6") && !table.allows("land S3") && !table.allows("land N1"));
    // After S2: three free ones to the right, one scout left, all three offered.
    let mut second = table.clone();
    second.play("land S2");
    assert_eq!(second.legal(), ["land S4", "land S5", "land S6"]);
    assert!(!second.allows("land S1"));
    second.play("land S5");
    assert_eq!(second.text(0), "ships | W | N | S [=+.[=+] | G | F | ashore");
    // After S5 only S6 is left for the last one: not asked.
    table.play("land S5");
    assert_eq!(table.text(0), "ships | W | N | S [=.[=+]+ | G | F | ashore");
    assert_eq!(table.state.round(), 3);
}

#[test]
fn g3_land_goes_through_the_colours_in_the_order_w_n_s_g_f() {
    let mut table = at(2, "W [= | N [= | S [ | G [= | F [= | ashore FGSNWB");
    table.play("ferry each");
    // The scout's tile is forced and not asked.
    for (cells, chosen) in [
        (["land W1", "land W2"], "land W2"),
        (["land N1", "land N2"], "land N1"),
        (["land G1", "land G2"], "land G2"),
        (["land F1", "land F2"], "land F2"),
    ] {
        assert_eq!(table.legal(), cells);
        assert_eq!(table.mover(), Some(0));
        table.play(chosen);
    }
    assert_eq!(table.text(0), "ships | W [=+ | N [+= | S [+ | G [=+ | F [=+ | ashore");
}

#[test]
fn g3_a_forced_landing_is_not_asked() {
    for (tableau, after) in [
        ("S [= | ashore SSB", "S [+=+ | G | F | ashore"),
        ("S [= | ashore SSSSB", "S [+=+ | G | F | ashore SS"),
        ("S [=+] | ashore SSB", "S [+=+]+ | G | F | ashore"),
    ] {
        let mut table = at(2, tableau);
        table.play("ferry S");
        assert_eq!(table.text(0), format!("ships | W | N | {after}"));
        assert_eq!(table.state.round(), 3);
    }
}

#[test]
fn g3_ferries_agree_with_a_plain_reading_of_the_tableau() {
    let mut asked = 0;
    for players in 2..=4 {
        let game = game(players, &[]).unwrap();
        for number in 0..200 {
            let mut table = Table::dealt(game.clone(), &deal(&game, number));
            let mut rng = Rng::from_seed(number);
            while let Some(seat) = table.mover() {
                let legal = table.legal();
                if legal[0].starts_with("ferry") {
                    let naive = Naive::read(&table.state.tableau_text(Seat::new(seat)));
                    let movable = [0, 1, 2, 3, 4].map(|row| naive.movable(row));
                    let rows = (0..5).filter(|&row| movable[row] > 0);
                    let mut expected: Vec<_> =
                        rows.map(|row| format!("ferry {}", ROWS[row])).collect();
                    if expected.len() > 1 || movable.iter().any(|&count| count > 1) {
                        expected.push("ferry each".into());
                    }
                    if table.state.round() < 6 {
                        expected.push("stop".into());
                    }
                    assert_eq!(legal, expected);
                    assert!(naive.ashore.contains_key(&'B'));
                    asked += 1;
                }
                table.play_any(&mut rng);
            }
        }
    }
    assert!(asked > 1000, "{asked}");
}
