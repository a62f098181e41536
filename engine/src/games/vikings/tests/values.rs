//! Every scoring value of the rule set changes what it should and nothing else.

use super::table::Table;
use crate::fact::FactKind;
use crate::games::vikings::fact::VikingsFact;

/// Seat 0. Repelled ships of every sail in columns 1 to 4, unrepelled ones in columns 5 to 8. Two
/// nobles; three scouts, two above goldsmiths, one above a fisherman; three goldsmiths; two
/// fishermen for 16 vikings, two of them boatswains: 6 go hungry. No complete island.
const FIRST: &str = "ships NSGFNSGF | W [+=+=+=+==== | N [+=+ | S [+=+=+ | G [+=+==+ | F [+===+ | \
                     ashore BB";
/// Seat 1. Two complete islands, the longest of three tiles; two fishermen for two vikings: 8 meals
/// left over.
const SECOND: &str = "W [=] | N [] | F [+=+";

/// The last large scoring and the final one with these values.
fn end(changes: &[&str]) -> Table {
    Table::with(2, changes).tableau(0, FIRST).tableau(1, SECOND).end_of_round(6, 0)
}

/// A fact that differs from the base rules: seat, name, by how much.
type Difference = (usize, &'static str, i32);

fn differences(change: &str) -> Vec<Difference> {
    let (base, changed) = (end(&[]), end(&[change]));
    let mut differences = Vec::new();
    for seat in 0..2 {
        let mut glory = 0;
        for (index, info) in VikingsFact::ALL.iter().enumerate() {
            let of = |table: &Table| table.ledger.facts(crate::seat::Seat::new(seat))[index];
            let difference = of(&changed) - of(&base);
            if difference != 0 {
                differences.push((seat, info.name, difference));
            }
            glory += if info.kind == FactKind::Source { of(&changed) } else { 0 };
        }
        assert_eq!(changed.glory(seat), glory, "the sources add up to the glory");
    }
    differences
}

#[test]
fn the_base_values_give_what_the_rules_say() {
    let table = end(&[]);
    // Seat 0: 30 gold + 3 + 5 (ships) + 9 (goldsmiths) - 3 - 5 (ships) = 39: 7 glory, 4 over.
    // Glory 10 + 5 (ships) + 4 (nobles) + 3 + 3 (scouts, below) - 5 (ships) + 7 + 10 (boatswains) - 6.
    assert_eq!(table.purse(0), (4, 31));
    // Seat 1: 30 gold: 6 glory. Glory 10 + 6 + 7 + 5 + 16.
    assert_eq!(table.purse(1), (0, 44));
}

#[test]
fn every_value_changes_exactly_what_it_should() {
    let table: &[(&str, &[Difference])] = &[
        ("setup.glory=12", &[(0, "glory_start", 2), (1, "glory_start", 2)]),
        // 45 and 36 gold instead of 39 and 30: 9 and 7 glory instead of 7 and 6.
        ("setup.gold.2=36", &[(0, "glory_gold", 2), (1, "glory_gold", 1)]),
        ("setup.gold.3=1", &[]),
        ("setup.gold.4=1", &[]),
        // Additions for single seats. The tableaus are set later, but keep gold and glory.
        ("setup.seat_glory.1=3", &[(1, "glory_start", 3)]),
        ("setup.seat_gold.0=6", &[(0, "glory_gold", 2)]),
        ("setup.seat_glory.2=3", &[]),
        ("setup.seat_gold.3=6", &[]),
        // A sail's value is gained by the repelled ship and lost to the other one.
        ("ships.N.gold=5", &[(0, "gold_warriors", 2)]),
        ("ships.N.glory=1", &[(0, "glory_warriors", 1), (0, "glory_ships_lost", -1)]),
        ("ships.S.gold=0", &[(0, "gold_warriors", -5)]),
        ("ships.S.glory=2", &[(0, "glory_warriors", 2), (0, "glory_ships_lost", -2)]),
        ("ships.G.gold=1", &[(0, "gold_warriors", 1)]),
        ("ships.G.glory=6", &[(0, "glory_warriors", 4), (0, "glory_ships_lost", -4)]),
        ("ships.F.gold=2", &[(0, "gold_warriors", 2)]),
        ("ships.F.glory=0", &[(0, "glory_warriors", -3), (0, "glory_ships_lost", 3)]),
        // 42 gold: 8 glory.
        ("scoring.goldsmith_gold=4", &[(0, "gold_goldsmiths", 3), (0, "glory_gold", 1)]),
        ("scoring.noble_glory=5", &[(0, "glory_nobles", 6)]),
        ("scoring.scout_glory=4", &[(0, "glory_scouts", 9)]),
        ("scoring.scout_goldsmith=3", &[(0, "glory_scouts_below", 4)]),
        ("scoring.scout_fisherman=4", &[(0, "glory_scouts_below", 3)]),
        // 39 / 4 = 9 and 30 / 4 = 7.
        ("scoring.gold_per_glory=4", &[(0, "glory_gold", 2), (1, "glory_gold", 1)]),
        ("scoring.most_boatswains=12", &[(0, "glory_boatswains", 2)]),
        ("scoring.most_islands=4", &[(1, "glory_islands", -3)]),
        ("scoring.longest_island=9", &[(1, "glory_longest", 4)]),
        // 12 meals for 16, and for 2: 4 hungry instead of 6, 10 meals left over instead of 8.
        (
            "scoring.fisherman_feeds=6",
            &[(0, "glory_food_shortage", 2), (1, "glory_food_surplus", 4)],
        ),
        ("scoring.surplus_glory=3", &[(1, "glory_food_surplus", 8)]),
        ("scoring.unfed_penalty=5", &[(0, "glory_food_shortage", -24)]),
        // Nobody falls below 0 here, and nobody has zero of what is most.
        ("scoring.glory_floor=false", &[]),
        ("scoring.zero_majorities=false", &[]),
        // 31 - 1000 x 6 + 6: all that there is; the floor keeps it from going below 0.
        ("scoring.unfed_penalty=1000", &[(0, "glory_food_shortage", -31)]),
        // Values of the advanced rules are kept and do nothing without their switches.
        ("advanced.opening_zero=out", &[]),
        ("advanced.bonus_trigger=space-11", &[]),
        ("bonus.building_cap=3", &[]),
        ("bonus.scout1.value=7", &[]),
        ("bonus.boatswain.count=9", &[]),
        ("bonus.boatswain.glory=4", &[]),
    ];
    for (change, expected) in table {
        assert_eq!(differences(change), *expected, "{change}");
    }
}

#[test]
fn glory_floor_off_lets_food_and_ships_go_below_0() {
    // Ships: 5 glory, from 0 at the start less what is gained before: none here.
    let end = |floor: &str| {
        Table::with(2, &["setup.glory=0", "setup.gold.2=0", floor, "scoring.zero_majorities=false"])
            .tableau(0, "ships GF | W [ | ashore NNN")
            .end_of_round(6, 0)
    };
    assert_eq!(end("scoring.glory_floor=true").purse(0), (0, 0));
    assert_eq!(end("scoring.glory_floor=false").purse(0), (0, -8));
}
