//! Placing (P1 to P7).

use super::naive::{Naive, cell};
use super::table::{Table, char_of, deal, game, opening};
use crate::seat::Seat;
use crate::seed::Rng;

/// Seat 0 places the lot on this tableau.
fn placing(lot: &str, tableau: &str) -> Table {
    Table::base(2).tableau(0, tableau).placing(lot)
}

/// Cells on which the tile may be placed, the viking left aside.
fn cells(lot: &str, tableau: &str) -> String {
    let legal = placing(lot, tableau).legal();
    let cells = legal.iter().filter(|action| !action.ends_with('+'));
    cells.map(|action| action.strip_prefix("tile ").unwrap_or(action)).collect::<Vec<_>>().join(" ")
}

#[test]
fn p1_the_first_three_ships_go_to_columns_1_to_3_in_any_order() {
    for (ships, columns) in [
        ("", vec!["ship 1", "ship 2", "ship 3"]),
        ("N", vec!["ship 2", "ship 3"]),
        (".F", vec!["ship 1", "ship 3"]),
        ("..S", vec!["ship 1", "ship 2"]),
        (".GF", vec!["ship 1"]),
        ("N.F", vec!["ship 2"]),
        ("GF", vec!["ship 3"]),
        ("NSG", vec!["ship 4"]),
        ("NSGF", vec!["ship 5"]),
        ("NSGFNSGFNSGF", vec!["ship 13"]),
    ] {
        for ship in ["NW", "SB", "GF", "FS"] {
            let table = placing(ship, &format!("ships {ships} | W ["));
            assert_eq!(table.legal(), columns, "{ships}");
        }
    }
}

#[test]
fn p1_a_ship_needs_no_island_and_its_viking_goes_ashore() {
    let mut table = placing("GN", "ships N.S | W [ | N [+");
    table.play("ship 2");
    assert_eq!(table.text(0), "ships NGS | W [ | N [+ | S | G | F | ashore N");
    let mut table = placing("FW", "ships NGS | W [");
    table.play("ship 4");
    assert_eq!(table.text(0), "ships NGSF | W [ | N | S | G | F | ashore W");
}

#[test]
fn p2_beside_the_mainland_or_an_island_never_by_ship_or_corner() {
    // An empty tableau: only column 1 touches the mainland. Ships are no neighbours.
    assert_eq!(cells("[B", "ships NSGF | W"), "W1 N1 S1 G1 F1");
    // Around a middle in the sea at S3: above, below, and its two sides with land to land. W2, G2,
    // N4 and the like touch by a corner only.
    assert_eq!(cells("[B", "S ..="), "W1 N1 S1 G1 F1 S2 N3 G3");
    assert_eq!(cells("]B", "S ..="), "N3 G3 S4");
    assert_eq!(cells("aB", "S ..="), "S2 N3 G3 S4");
    // Row F of one column is not above row W of the next.
    assert_eq!(cells("]B", "F .["), "G2 F3");
    assert_eq!(cells("]B", "W ..["), "W2 N3 W4");
}

#[test]
fn p3_land_to_land_and_sea_to_sea() {
    // Column 1 looks at the sea of the mainland: left ends alone.
    assert_eq!(cells("]B", "W"), "discard");
    assert_eq!(cells("aB", "ships NSG | W"), "discard");
    assert_eq!(cells("[B", "W ["), "N1 S1 G1 F1");
    assert_eq!(cells("]B", "W ["), "W2");
    assert_eq!(cells("aB", "W ["), "W2");
    // Behind a right end there is sea.
    assert_eq!(cells("[B", "W [] | N ["), "S1 G1 F1 W3");
    assert_eq!(cells("]B", "W [] | N ["), "N2");
    // The right neighbour counts as well: a gap between two tiles.
    assert_eq!(cells("]B", "W [.] | N [=="), "S2 S3 N4");
    assert_eq!(cells("aB", "W [.] | N [=="), "W2 S2 S3 N4");
    assert_eq!(cells("]B", "W [.[ | N [=="), "W2 S2 S3 W4 N4");
    assert_eq!(cells("[B", "W .] | N []"), "W1 S1 G1 F1 S2 W3 N3");
}

#[test]
fn p3_top_and_bottom_always_fit_and_gaps_are_allowed() {
    // Below any tile: the second column of row N may be filled while the first is empty.
    for above in [".[", "[=", "[]"] {
        for tile in ["[B", "]B", "aB"] {
            let cells = cells(tile, &format!("W {above}"));
            assert!(cells.split(' ').any(|cell| cell == "N2"), "{above} {tile}: {cells}");
        }
    }
    let mut table = placing("]B", "W []");
    table.play("tile N2");
    assert_eq!(table.text(0), "ships | W [] | N .] | S | G | F | ashore B");
}

#[test]
fn p3_buildings_and_kinds_fit_as_their_sides_do() {
    for building in ["aB", "bB", "cB", "dB"] {
        assert_eq!(cells(building, "W [ | N [] | S ["), "W2 S2");
    }
}

#[test]
fn p4_what_fits_must_be_placed_and_what_does_not_goes_with_its_viking_ashore() {
    let table = placing("]F", "F [");
    assert_eq!(table.legal(), ["tile F2", "tile F2+"]);
    assert!(!table.allows("discard"));
    let mut table = placing("]F", "W [] | N [] | S [] | G [] | F []");
    assert_eq!(table.legal(), ["discard"]);
    table.play("discard");
    assert_eq!(table.text(0), "ships | W [] | N [] | S [] | G [] | F [] | ashore F");
}

#[test]
fn p5_the_viking_may_stand_on_his_tile_in_his_own_row_alone() {
    for (viking, row) in [('W', 0), ('N', 1), ('S', 2), ('G', 3), ('F', 4)] {
        let table = placing(&format!("a{viking}"), "W [ | N [ | S [ | G [ | F [");
        let mut expected: Vec<String> = "WNSGF".chars().map(|r| format!("tile {r}2")).collect();
        expected.push(format!("tile {viking}2+"));
        assert_eq!(table.legal(), expected);
        // On the tile, ashore from his own row, ashore from another row.
        let mut on = table.clone();
        on.play(&format!("tile {viking}2+"));
        assert_eq!(on.ashore(0), "");
        assert!(on.text(0).contains(&format!("{viking} [=+")));
        for cell in [expected[row].clone(), expected[(row + 1) % 5].clone()] {
            let mut ashore = table.clone();
            ashore.play(&cell);
            assert_eq!(ashore.ashore(0), viking.to_string());
            assert!(!ashore.text(0).contains('+'));
        }
    }
}

#[test]
fn p5_a_boatswain_always_goes_ashore() {
    let mut table = placing("aB", "W [ | N [ | S [ | G [ | F [");
    assert_eq!(table.legal(), ["tile W2", "tile N2", "tile S2", "tile G2", "tile F2"]);
    table.play("tile F2");
    assert_eq!(table.ashore(0), "B");
    for row in "WNSGF".chars() {
        assert!(!table.allows(&format!("tile {row}2+")));
    }
}

#[test]
fn p6_one_viking_per_tile_and_there_he_stays() {
    let game = game(2, &[]).unwrap();
    let vikings = |table: &Table, seat| {
        let naive = Naive::read(&table.state.tableau_text(Seat::new(seat)));
        let tiles = naive.tiles.into_iter().filter(|(_, tile)| tile.viking);
        tiles.map(|(place, _)| place).collect::<Vec<_>>()
    };
    for number in 0..50 {
        let mut table = Table::dealt(game.clone(), &deal(&game, number));
        let mut rng = Rng::from_seed(number);
        let mut before = [vec![], vec![]];
        while let Some(mover) = table.mover() {
            let other = table.text(1 - mover);
            let action = table.play_any(&mut rng);
            let after = [vikings(&table, 0), vikings(&table, 1)];
            for seat in 0..2 {
                assert!(before[seat].iter().all(|place| after[seat].contains(place)));
            }
            // Nothing is traded: another seat's tableau never changes.
            assert_eq!(table.text(1 - mover), other);
            if action.starts_with("buy") {
                assert_eq!(after, before, "{action}");
            }
            before = after;
        }
    }
    // A ferry finds occupied tiles closed.
    let mut table = Table::base(2).tableau(0, "S [+=+] | ashore SSB").end_of_round(2, 0);
    table.play("ferry S");
    assert_eq!(table.text(0), "ships | W | N | S [+=+]+ | G | F | ashore S");
}

#[test]
fn p6_no_limit_ashore() {
    let ashore = "F".repeat(12) + &"G".repeat(12) + &"B".repeat(12);
    let mut table = placing("NF", &format!("W [ | ashore {ashore}"));
    table.play("ship 1");
    assert_eq!(table.ashore(0), format!("F{ashore}"));
}

#[test]
fn p7_the_start_tile_comes_before_the_first_tile_or_ship() {
    for (price, row) in [(0, 'W'), (1, 'N'), (2, 'S'), (3, 'G'), (11, 'F')] {
        let mut table =
            Table::dealt(game(2, &[]).unwrap(), &opening("[]abcd[]abNN", "FGSSNNWWWBBB"));
        table.play(&format!("buy {price}"));
        let starts = ["start W", "start N", "start S", "start G", "start F"];
        assert_eq!(table.legal(), starts);
        assert_eq!(table.mover(), Some(0));
        table.play(&format!("start {row}"));
        assert!(table.text(0).contains(&format!("{row} [ |")), "{}", table.text(0));
        // No viking on it, and then the bought tile, of the same seat.
        assert!(!table.text(0).contains('+') && table.ashore(0).is_empty());
        assert_eq!(table.mover(), Some(0));
        let expected = if price == 11 { "ship 1" } else { "tile" };
        assert!(table.legal()[0].starts_with(expected), "{:?}", table.legal());
    }
}

#[test]
fn p7_the_bought_tile_may_use_the_start_tile_and_later_turns_have_none() {
    let mut table = Table::dealt(game(2, &[]).unwrap(), &opening("]]abcd[]ab[N", "FGSSNNWWWBBB"));
    table.play("buy 0").play("start F");
    assert_eq!(table.legal(), ["tile F2", "tile F2+"]);
    table.play("tile F2+");
    assert_eq!(table.text(0), "ships | W | N | S | G | F []+ | ashore");
    table.buy(0);
    assert_eq!(table.mover(), Some(0));
    table.play("buy 3");
    assert!(table.legal().iter().all(|action| action.starts_with("tile")));
}

#[test]
fn p7_only_a_boatswain_brings_a_viking_to_the_start_tile() {
    let mut table = Table::base(2).tableau(0, "F [ | ashore FB").end_of_round(2, 0);
    table.play("ferry F");
    assert!(table.text(0).contains("F [+"));
}

#[test]
fn p2_p3_p4_p5_cells_agree_with_a_plain_reading_of_the_tableau() {
    let game = game(3, &[]).unwrap();
    let mut placed = 0;
    for number in 0..150 {
        let mut table = Table::dealt(game.clone(), &deal(&game, number));
        let mut rng = Rng::from_seed(number);
        while let Some(seat) = table.mover() {
            let (tile, viking) = (table.state.tile, table.state.viking.to_string());
            let legal = table.legal();
            if legal[0].starts_with("tile") || legal[0] == "discard" {
                let naive = Naive::read(&table.state.tableau_text(Seat::new(seat)));
                let fits: Vec<String> = naive.fits(char_of(tile)).into_iter().map(cell).collect();
                let mut expected: Vec<_> = fits.iter().map(|cell| format!("tile {cell}")).collect();
                let own = fits.iter().filter(|cell| cell.starts_with(&viking));
                expected.extend(own.map(|cell| format!("tile {cell}+")));
                if expected.is_empty() {
                    expected.push("discard".into());
                }
                assert_eq!(legal, expected);
                placed += 1;
            }
            table.play_any(&mut rng);
        }
    }
    assert!(placed > 7_500, "{placed}");
}
