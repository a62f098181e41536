//! Sieges and loot (L1 to L5, E1, E2, N7).

use super::table::{Table, game};
use crate::games::eketorp::component::Kind;
use crate::games::eketorp::fact::EketorpFact;
use crate::games::eketorp::state::Phase;

/// Seat 0 besieges seat 1 from a siege space.
fn siege(place: &str, walls: &str, defended: bool, changes: &[&str]) -> Table {
    let table = Table::with(game(3, changes).unwrap(), &["1256", "2346", "3456"], "");
    let elsewhere = if defended { "" } else { "A A A A A A A A" };
    table.walls(1, walls).sent(&[place, elsewhere, ""])
}

/// What may be looted, after `loot none`.
fn loot(table: &Table) -> Vec<String> {
    assert_eq!((table.phase(), table.legal()[0].as_str()), (Phase::Loot, "loot none"));
    table.legal()[1..].iter().map(|text| text["loot ".len()..].to_owned()).collect()
}

#[test]
fn l1_a_village_without_defenders_is_always_taken() {
    // The attacker's 1 against a 6: d is 1.
    let mut table = siege("1C", "g w - - - -", false, &[]);
    table.duel(1, 6);
    assert_eq!(
        (table.hospital(0), table.hospital(1), loot(&table)),
        ([0; 3], [0; 3], vec!["1 0 g".into()])
    );
    assert_eq!([table.cards(0).1, table.cards(1).1], ["6", "1"]);
    // A 6 reaches 6 points, whatever the owner plays.
    let mut table = siege("1C", "sg w - - - -", false, &[]);
    table.duel(6, 6);
    assert_eq!(loot(&table), ["0 1 w", "1 0 g", "1 1 g", "1 1 w", "2 0 g", "2 0 s"]);
}

#[test]
fn l2_the_winner_loots_even_if_defenders_remain() {
    let mut table = siege("1B", "- - g cw - -", true, &[]);
    table.duel(6, 2);
    assert_eq!(table.home()[1], 7);
    // d is 4: the walls 3 and 4, from the top down.
    assert_eq!(loot(&table), ["0 1 w", "1 0 g", "1 1 g", "1 1 w"]);
}

#[test]
fn c3_each_siege_space_reaches_its_two_walls() {
    for (place, expected) in [
        ("1C", ["0 1 w", "1 0 g", "1 1 g", "1 1 w"]),
        ("1B", ["0 1 g", "1 0 w", "1 1 g", "1 1 w"]),
        ("1R", ["0 1 g", "1 0 g", "1 1 g", ""]),
    ] {
        let mut table = siege(place, "g w w g g g", true, &[]);
        table.duel(6, 3);
        let expected: Vec<&str> = expected.into_iter().filter(|text| !text.is_empty()).collect();
        assert_eq!(loot(&table), expected, "{place}");
        table.play("loot 1 1 g");
        let walls = table.village(1);
        let low = "CBR".find(&place[1..]).unwrap() * 2;
        for (wall, (old, new)) in "g w w g g g".split(' ').zip(walls.split(' ')).enumerate() {
            let expected = if wall == low || wall == low + 1 { "-" } else { old };
            assert_eq!(new, expected, "{place}");
        }
    }
}

#[test]
fn e1_a_limit_of_stones() {
    let found = |limit: &str| {
        let mut table = siege("1C", "ggg gg - - - -", false, &[limit]);
        table.duel(5, 2);
        loot(&table)
    };
    assert_eq!(found("siege.loot_max_stones=0").len(), 3 + 2 + 3 * 2);
    assert_eq!(found("siege.loot_max_stones=2"), ["0 1 g", "0 2 g", "1 0 g", "1 1 g", "2 0 g"]);
    assert_eq!(found("siege.loot_max_stones=1"), ["0 1 g", "1 0 g"]);
}

#[test]
fn e2_looting_is_optional() {
    let mut table = siege("1C", "g w - - - -", true, &[]);
    table.duel(6, 2).play("loot none");
    assert_eq!((table.village(1), table.load(0)), ("g w - - - -".into(), "-".into()));
    assert_eq!((table.state.round, table.fact(0, EketorpFact::Looted)), (1, 0));
}

#[test]
fn l3_m3_one_stone_is_kept_and_the_others_go_to_the_supply() {
    let mut table = siege("1C", "wgg c - - - -", false, &[]);
    let before = Kind::ALL.map(|kind| table.state.supply.count(kind));
    table.duel(6, 2);
    table.play("loot 2 1 c");
    let after = Kind::ALL.map(|kind| table.state.supply.count(kind));
    assert_eq!((table.village(1), table.load(0)), ("w - - - - -".into(), "c".into()));
    assert_eq!(after, [before[0] + 2, before[1], before[2], before[3]]);
}

#[test]
fn l4_t3_the_winner_stays_and_brings_its_stone_home() {
    let mut table = siege("1C 2C", "g - - - - -", true, &[]);
    table.play("siege 1C").duel(6, 2).play("loot 1 0 g");
    assert!(table.is_at(0, "1C"), "until step 5");
    // Seat 0's other siege is next, not this one again.
    assert_eq!(table.conflict(), ("2C".into(), 0, 2));
    table.duel(1, 3);
    assert_eq!((table.phase(), table.load(0)), (Phase::Build, "g".into()));
    assert!(!table.is_at(0, "1C"));
    assert_eq!(table.home()[0], 7, "one lost at 2C");
}

#[test]
fn l5_an_attacker_that_loses() {
    let mut table = siege("1C", "g - - - - -", true, &[]);
    table.duel(1, 3);
    assert_eq!((table.state.round, table.village(1)), (1, "g - - - - -".into()));
    assert_eq!((table.hospital(0), table.hospital(1)), ([0, 0, 1], [0; 3]));
    assert_eq!(
        [EketorpFact::SiegesLost, EketorpFact::SiegesTied].map(|fact| table.fact(0, fact)),
        [1, 0]
    );
}

#[test]
fn n2_n7_nobody_is_asked_when_there_is_nothing_to_loot() {
    // On top are a wood and a clay; d is 2, and then 1.
    let mut table = siege("1C", "gw c - - - -", true, &[]);
    table.duel(5, 3);
    assert_eq!(loot(&table), ["1 0 w"]);
    let mut table = Table::with(game(3, &[]).unwrap(), &["1256", "2345", "3456"], "");
    table = table.walls(1, "gw c - - - -").sent(&["1C", "", ""]);
    table.duel(6, 5);
    assert_eq!((table.state.round, table.fact(0, EketorpFact::SiegesWon)), (1, 1));
}

#[test]
fn n7_loot_is_offered_once_for_each_kind() {
    let mut table = siege("1C", "ggw ggg - - - -", false, &["stones.w.points=0"]);
    table.duel(2, 2);
    let expected =
        "0 1 g, 0 2 g, 1 0 w, 1 1 g, 1 1 w, 1 2 g, 1 2 w, 2 0 g, 2 0 w, 2 1 g, 2 1 w, 3 0 g, 3 0 w";
    assert_eq!(loot(&table), expected.split(", ").collect::<Vec<_>>());
    assert_eq!(table.game.loot(&table.state).count(), 14);
}
