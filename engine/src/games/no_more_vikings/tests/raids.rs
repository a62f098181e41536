//! Raids and months (R1 to R5, M1 to M3).

use super::table::Table;
use crate::games::no_more_vikings::fact::NoMoreVikingsFact as Fact;
use crate::games::no_more_vikings::state::Phase;

fn raided(village: &str, longships: &str, changes: &[&str]) -> Table {
    Table::turn_with(2, "", changes).village(0, village).longships(0, longships).ended()
}

#[test]
fn r4_n4_only_villagers_and_cottages_are_destroyed_the_first_from_the_beach() {
    let table = raided(
        "fortress b1, tower d1, field b2 b3, cottage b4 c2, villager c1",
        "bc",
        &["supply.longship=9"],
    );
    // A tower takes one first (R2).
    let table = table.after("sink c");
    assert_eq!(table.built(0), "villager c1, cottage c2, fortress b1, tower d1, field b2 b3");
    assert_eq!((table.beach(0), table.left("cottage")), ("b".into(), 20 - 1 - 1));
    assert_eq!(table.fact(0, Fact::UnitsRaided), 1);
}

#[test]
fn n4_raid_targets_are_a_switch() {
    let field = ["switches.raid_targets=['field']"];
    let table = raided("villager a1, cottage a2, field a3 a4", "a", &field);
    assert_eq!(table.built(0), "villager a1, cottage a2, field a4");
    let none = ["switches.raid_targets=[]"];
    assert_eq!(raided("villager a1, cottage a2", "a", &none).built(0), "villager a1, cottage a2");
    let cottage = ["switches.raid_targets=['cottage', 'field']"];
    assert_eq!(
        raided("villager a1, field a2, cottage a3", "a", &cottage).built(0),
        "villager a1, cottage a3"
    );
}

#[test]
fn r3_n7_o6_a_soldier_and_a_longship_remove_each_other() {
    let table = raided("soldier a4, villager a1", "a", &[]);
    assert_eq!(
        (table.built(0), table.beach(0), table.track()),
        ("villager a1".into(), String::new(), vec![1, 0])
    );
    assert_eq!(
        (table.left("soldier"), table.phase()),
        (16, Phase::Month),
        "a single one is not asked"
    );
    let table = raided("soldier a2 a4 b1, villager a1", "ab", &[]);
    assert_eq!(
        (table.phase(), table.asked()),
        (Phase::Soldier, (0, vec!["at a2".into(), "at a4".into()]))
    );
    let table = table.after("at a2");
    assert_eq!((table.built(0), table.beach(0)), ("villager a1, soldier a4".into(), String::new()));
    assert_eq!(table.track(), [2, 0]);
}

#[test]
fn r5_longships_that_are_not_destroyed_stay() {
    let table = raided("villager a1", "abd", &[]);
    assert_eq!((table.built(0), table.beach(0)), (String::new(), "abd".into()));
}

#[test]
fn r1_r2_n6_n27_every_tower_destroys_a_longship_at_the_own_beach() {
    let table =
        Table::turn(2, "").village(0, "tower a1 a2").longships(0, "bcd").longships(1, "a").ended();
    assert_eq!(table.asked(), (0, ["sink b", "sink c", "sink d"].map(str::to_owned).to_vec()));
    let table = table.after("sink b");
    assert_eq!(table.asked(), (0, ["sink c", "sink d"].map(str::to_owned).to_vec()));
    let table = table.after("sink d");
    assert_eq!(
        (table.beach(0), table.beach(1), table.track()),
        ("c".into(), "a".into(), vec![2, 0])
    );
}

#[test]
fn step_4_each_seat_is_raided_completely_before_the_next() {
    let mut table = Table::turn(2, "").village(0, "tower a1, soldier b1 b2").longships(0, "ab");
    table = table.village(1, "tower a1, villager c1").longships(1, "bc").ended();
    let mut asked = Vec::new();
    for action in ["sink a", "at b1", "sink b"] {
        asked.push(table.mover().unwrap());
        table.play(action);
    }
    assert_eq!(asked, [0, 0, 1]);
    assert_eq!(table.built(1), "tower a1");
}

#[test]
fn m2_n10_every_seat_takes_what_the_month_shows() {
    let bonus = ["months.bonus=['', 'cottage', 'edict', '', 'villager']"];
    let mut table =
        Table::turn_with(2, "", &bonus).village(1, "villager a1").supply("cottage", 1).ended();
    assert_eq!((table.phase(), table.mover(), table.legal().len()), (Phase::Month, Some(0), 16));
    table.play("at c2");
    assert_eq!(
        (table.built(0), table.phase()),
        ("cottage c2".into(), Phase::Token),
        "none is left for seat 1"
    );
    let table = table
        .supply("edict", 1)
        .after("development; development")
        .longships(0, "")
        .longships(1, "")
        .ended();
    // M3: seat 1 was first player of round 2.
    assert_eq!((table.edicts_of(0), table.edicts_of(1), table.state.round), (0, 1, 3));
    assert_eq!(table.mover(), Some(0));
}

#[test]
fn m2_a_full_board_gets_nothing() {
    let small = ["board.rows=1", "board.columns=4", "switches.full_board_end=round"];
    let table = Table::turn_with(2, "", &small).village(0, "villager a1 b1 c1 d1").ended();
    assert_eq!((table.phase(), table.mover()), (Phase::Month, Some(1)));
}

#[test]
fn m1_n11_after_the_last_month_the_game_ends_without_bonus() {
    let two = ["months.bonus=['villager', 'villager']"];
    let table =
        Table::turn_with(2, "", &two).ended().after("at a1; at a1; development; development");
    let table = table.longships(0, "").longships(1, "").ended();
    assert_eq!((table.phase(), table.mover()), (Phase::Over, None));
    assert_eq!((table.built(0), table.state.round), ("villager a1".into(), 2));
}

#[test]
fn m3_the_next_seat_is_first_player() {
    let none = ["months.bonus=['', '', '', '']"];
    let mut table = Table::round(3, &none);
    for first in [0, 1, 2, 0] {
        assert_eq!(table.mover(), Some(first));
        table.play("development; development; development");
        assert_eq!(table.mover(), Some(first));
        table = table.ended();
    }
    assert_eq!(table.mover(), None);
}
