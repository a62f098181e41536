//! Events (E1 to E3).

use super::table::Table;
use crate::games::no_more_vikings::state::Phase;

fn drawn(players: usize, set_up: impl Fn(Table) -> Table, deck: &str) -> Table {
    set_up(Table::turn(players, "balanced")).deck(deck).after("draw")
}

#[test]
fn e2_plague_and_fire_take_a_unit_of_each_in_turn_order() {
    let mut table = drawn(
        3,
        |table| table.village(0, "villager a1 b1").village(2, "villager c1, cottage d1"),
        "plague bow",
    );
    assert_eq!(
        (table.phase(), table.asked()),
        (Phase::Event, (0, vec!["at a1".into(), "at b1".into()]))
    );
    table.play("at b1");
    assert_eq!(table.asked(), (2, vec!["at c1".to_owned()]), "a single choice is asked, too");
    table.play("at c1");
    assert_eq!((table.built(0), table.built(2)), ("villager a1".into(), "cottage d1".into()));
    assert_eq!((table.phase(), table.held(0)), (Phase::Turn, "bow".into()));
    let table = drawn(2, |table| table.village(1, "cottage a1, fortress a2"), "fire bow");
    assert_eq!(table.asked(), (1, vec!["at a1".to_owned()]));
}

#[test]
fn e1_turn_order_begins_with_the_first_player_of_the_round() {
    let mut table =
        Table::turn(3, "balanced balanced").village(0, "villager a1").village(1, "villager a1");
    table.state.actions = 0;
    table.state.owed = false;
    table.play("end");
    let table = table.deck("plague").after("draw");
    assert_eq!(table.mover(), Some(0), "though it is the turn of seat 1");
    let table = table.after("at a1; at a1");
    assert_eq!(table.mover(), Some(1));
}

#[test]
fn e2_newcomers_bring_a_villager_as_long_as_there_is_one() {
    let table = drawn(3, |table| table.supply("villager", 2), "newcomers bow");
    assert_eq!((table.mover(), table.legal().len()), (Some(0), 16));
    let table = table.after("at a1; at d4");
    assert_eq!((table.phase(), table.mover()), (Phase::Turn, Some(0)), "none is left for seat 2");
    assert_eq!((table.built(1), table.built(2)), ("villager d4".into(), String::new()));
}

#[test]
fn e2_storm_removes_the_leftmost_longship_without_points() {
    let table = drawn(3, |table| table.longships(0, "bd").longships(2, "d"), "storm bow");
    assert_eq!(
        (table.beach(0), table.beach(2), table.left("longship")),
        ("d".into(), String::new(), 11)
    );
    assert_eq!((table.track(), table.phase()), (vec![0; 3], Phase::Turn));
}

#[test]
fn e2_grace_gives_edicts_as_long_as_there_are_some() {
    let table = drawn(3, |table| table.supply("edict", 2), "grace bow");
    assert_eq!([0, 1, 2].map(|seat| table.edicts_of(seat)), [1, 1, 0]);
}

#[test]
fn e3_fog_keeps_raids_away_towers_included() {
    let set_up = |table: Table| {
        table.village(0, "villager a1").longships(0, "a").village(1, "tower a1").longships(1, "b")
    };
    let table = drawn(2, set_up, "fog bow").ended();
    assert_eq!((table.phase(), table.built(0)), (Phase::Month, "villager a1".into()));
    assert_eq!((table.beach(0), table.beach(1)), ("a".into(), "b".into()));
    assert_eq!(table.last_scoring()["kind"], "raid", "reported all the same");
    // It is over with the round.
    let mut table = table.after("at d4; at d4");
    assert!(!table.state.fog);
    table = table.after("development; development").longships(0, "").longships(1, "b").ended();
    assert_eq!(table.phase(), Phase::Tower);
}

#[test]
fn e1_n3_events_go_to_the_discard_before_the_next_card_is_drawn() {
    // With an empty deck the event itself comes again.
    let mut table = Table::turn(2, "balanced").supply("villager", 9);
    let plague = 40;
    table.put_deck(&[plague]);
    table.state.discard = 0;
    let table = table.village(0, "villager a1 a2").after("draw");
    assert_eq!(table.state.discard, 1 << plague);
    let table = table.after("at a1");
    assert_eq!((table.phase(), table.legal()), (Phase::Event, vec!["at a2".to_owned()]));
    let table = table.after("at a2");
    assert_eq!((table.phase(), table.state.deck.len()), (Phase::Turn, 0));
}
