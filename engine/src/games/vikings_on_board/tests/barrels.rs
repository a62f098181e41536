//! Bets: Tavern 1 (A4), Tavern 2 (A8), the winning barrel (D3).

use super::table::{SHIPS, Table, ship, zone};
use crate::games::vikings_on_board::component::Clan;
use crate::games::vikings_on_board::fact::BoardFact as Fact;
use crate::seat::Seat;

/// Three players, seat 0 to move twice.
fn table(ships: &str) -> Table {
    Table::new(3, &[]).ships(ships).row("00")
}

#[test]
fn a4_an_unused_barrel_goes_to_an_empty_zone_of_a_docked_ship() {
    let table = table("R1 x B1").bet(1, 2, "1.B").bet(0, 3, "3.Y").after("go 4");
    let zones = ["1.R", "1.G", "1.Y", "3.R", "3.B", "3.G"];
    let bets = [1, 2, 4].into_iter().flat_map(|value| zones.map(|zone| format!("{value} {zone}")));
    assert_eq!(table.targets("bet"), bets.collect::<Vec<_>>());
    assert_eq!(table.legal().len(), 18, "no shift at Tavern 1");
    let table = table.after("bet 4 3.G");
    assert_eq!(table.barrel_place(0, 4), "on 3.G");
    assert_eq!(table.state.barrel_owner(zone("3.G")), Some(Seat::new(0)));
    assert_eq!(table.state.barrels.unused(0).count_ones(), 2);
    assert_eq!([table.fact(0, Fact::BarrelsBet), table.fact(0, Fact::BetsOwn)], [1, 0]);
}

#[test]
fn a4_not_performable_without_barrel_or_zone() {
    let all = table("R1 B1").bet(0, 1, "1.R").bet(0, 2, "1.B").bet(0, 3, "2.R").bet(0, 4, "2.B");
    assert!(!all.allows("go 4"), "no unused barrel");
    assert!(all.allows("go 8"), "but those that lie there can be moved");
    let full = table("R1").bet(1, 1, "1.R").bet(1, 2, "1.B").bet(2, 1, "1.G").bet(2, 2, "1.Y");
    assert!(!full.allows("go 4") && !full.allows("go 8"), "no empty zone");
}

#[test]
fn v1_v2_several_barrels_at_a_ship_and_bets_on_unplayed_clans() {
    let mut table = table("R1 B1").after("go 4; bet 1 1.R; go 8");
    // Yellow is unplayed with three players.
    table.play("bet 2 1.Y");
    table = table.row("00").moved("");
    table.play("go 4; bet 3 1.B; go 8; bet 4 1.G");
    assert!((1..=4).all(|value| table.barrel_place(0, value).starts_with("on 1.")));
    assert_eq!(table.fact(0, Fact::BetsOwn), 1);
}

#[test]
fn v1_with_a_limit_of_one_a_second_barrel_stays_off_the_ship() {
    let one = Table::new(3, &["barrels.max_per_ship=1"]).ships("R1 B1 G1").row("00");
    let table = one.clone().bet(0, 2, "1.R").bet(0, 3, "3.G");
    let bets = table.clone().after("go 4").targets("bet");
    let expected: Vec<String> = [1, 4]
        .into_iter()
        .flat_map(|value| ["R", "B", "G", "Y"].map(|clan| format!("{value} 2.{clan}")))
        .collect();
    assert_eq!(bets, expected);
    // To another zone of its own ship, or to a ship without an own barrel.
    let shifts = [
        "1.R 1.B", "1.R 1.G", "1.R 1.Y", "1.R 2.R", "1.R 2.B", "1.R 2.G", "1.R 2.Y", "3.G 2.R",
        "3.G 2.B", "3.G 2.G", "3.G 2.Y", "3.G 3.R", "3.G 3.B", "3.G 3.Y",
    ];
    assert_eq!(table.after("go 8").targets("shift"), shifts);
    // Other players' barrels do not count.
    let other = one.clone().bet(1, 2, "1.R").after("go 4");
    assert_eq!(other.targets("bet").len(), 4 * 11);
    // Own barrels at all ships, zones left on one: only that one's barrel can move.
    let full = one.clone().ships("R1 B1").bet(0, 1, "1.R").bet(0, 2, "2.R").bet(1, 1, "1.B");
    let full = full.bet(1, 2, "1.G").bet(1, 3, "1.Y");
    assert!(!full.clone().row("00").allows("go 4"));
    let shifts = full.row("00").after("go 8");
    assert_eq!(shifts.legal(), ["shift 2.R 2.B", "shift 2.R 2.G", "shift 2.R 2.Y"]);
    // Two at a ship when the limit is two.
    let two = Table::new(3, &["barrels.max_per_ship=2"]).ships("R1 B1").row("00");
    let two = two.bet(0, 1, "1.R");
    assert_eq!(two.clone().after("go 4").targets("bet").len(), 3 * 7);
    assert_eq!(two.bet(0, 2, "1.B").after("go 4").targets("bet").len(), 2 * 4);
}

#[test]
fn a8_either_a_bet_or_an_own_barrel_moves() {
    let table = table("R1 x B1").bet(0, 1, "1.R").bet(0, 2, "2.G").bet(1, 3, "3.B").after("go 8");
    let zones = ["1.B", "1.G", "1.Y", "3.R", "3.G", "3.Y"];
    let bets = ["3", "4"].iter().flat_map(|value| zones.map(|zone| format!("bet {value} {zone}")));
    // The barrel at the dock of ship 2, which has sailed, may be moved too; seat 1's may not.
    let shifts =
        ["1.R", "2.G"].iter().flat_map(|from| zones.map(|zone| format!("shift {from} {zone}")));
    assert_eq!(table.legal(), bets.chain(shifts).collect::<Vec<_>>());
    let after = table.clone().after("shift 1.R 1.Y");
    assert_eq!(after.barrel_place(0, 1), "on 1.Y");
    assert_eq!([after.fact(0, Fact::BarrelsShifted), after.fact(0, Fact::BarrelsBet)], [1, 0]);
    assert!(after.after("go 4").allows("bet 3 1.R"), "the zone is empty again");
    let after = table.after("shift 2.G 3.R; go 4");
    assert_eq!(after.barrel_place(0, 2), "on 3.R");
    assert!(!after.allows("bet 3 2.G"), "the dock of a ship that has sailed stays closed");
    assert!(!after.allows("bet 3 3.R"));
}

#[test]
fn a8_not_performable_when_neither_is_possible() {
    let base = table("R1");
    let here = base.clone().bet(0, 1, "1.R").bet(0, 2, "1.B").bet(0, 3, "1.G").bet(0, 4, "1.Y");
    assert!(!here.allows("go 8"), "nowhere to move");
    let left = base.bet(0, 1, "5.R").bet(0, 2, "5.B").bet(0, 3, "5.G").bet(0, 4, "5.Y");
    let mut won = left.clone();
    for clan in Clan::ALL {
        won.state.barrels.depart(ship(5), Some(clan));
    }
    assert_eq!(won.won(0), [1, 2, 3, 4]);
    assert!(!won.allows("go 8") && !won.allows("go 4"), "all barrels are won");
    // A barrel at a departed dock and an empty zone: performable.
    assert!(left.allows("go 8") && !left.allows("go 4"));
}

#[test]
fn v12_no_two_barrels_in_one_zone() {
    let table = table("R1").bet(0, 1, "1.R").bet(0, 2, "1.B").after("go 8");
    let shifts = table.targets("shift");
    assert_eq!(shifts, ["1.R 1.G", "1.R 1.Y", "1.B 1.G", "1.B 1.Y"]);
    assert!(!table.allows("bet 3 1.R") && !table.allows("shift 1.R 1.B"));
    assert!(!table.allows("shift 1.R 1.R"));
}

#[test]
fn d3_the_barrel_on_the_first_clan_is_won_and_used_up() {
    let table = Table::new(3, &[]).ships("B3R2 G1 Y1").load(1, "h");
    let table = table.bet(0, 4, "1.B").bet(0, 3, "1.R").bet(1, 2, "1.G").bet(2, 1, "2.B");
    let mut table = table.sailing(0).after("sail 1");
    assert_eq!((table.won(0), table.won(1), table.won(2)), (vec![4], vec![], vec![]));
    assert_eq!(table.score(), [4, 1, 0]);
    assert_eq!(table.last_scoring()["won"], serde_json::json!([4, 0, 0]));
    // At most one wins; the others stay at that dock and can be moved.
    assert_eq!(table.barrel_place(0, 3), "on 1.R");
    assert_eq!(table.barrel_place(1, 2), "on 1.G");
    assert_eq!(table.barrel_place(2, 1), "on 2.B");
    table = table.row("01").after("go 8");
    assert!(table.targets("bet").iter().all(|bet| bet.starts_with(['1', '2'])), "4 is used up");
    let shifts = table.targets("shift");
    assert!(shifts.iter().all(|shift| shift.starts_with("1.R ")));
    assert!(shifts.contains(&"1.R 3.Y".to_owned()));
    assert_eq!([0, 1, 2].map(|seat| table.fact(seat, Fact::BarrelsWon)), [1, 0, 0]);
}

#[test]
fn d3_no_barrel_on_the_first_clan_no_winner() {
    let table = Table::new(3, &[]).ships("B3R2 G1 Y1").load(1, "h").bet(0, 3, "1.R");
    let table = table.bet(1, 4, "2.B").sailing(0).after("sail 1");
    assert!((0..3).all(|seat| table.won(seat).is_empty()));
    assert_eq!(table.barrel_place(0, 3), "on 1.R");
}

#[test]
fn a4_the_zones_of_all_eight_ships() {
    let table = Table::new(4, &[]).row("3").after("go 4");
    assert_eq!(SHIPS.split(' ').count() * 4 * 4, table.legal().len());
    assert_eq!(table.legal().last().unwrap(), "bet 4 8.Y");
}
