//! Response windows (W1 to W6, K5).

use super::table::Table;
use crate::games::no_more_vikings::fact::NoMoreVikingsFact as Fact;
use crate::games::no_more_vikings::state::Phase;

#[test]
fn w2_seats_are_asked_clockwise_from_the_owners_left() {
    let mut table =
        Table::turn(4, "").hand(0, "settler").edicts(0, 1).edicts(1, 1).edicts(2, 1).edicts(3, 1);
    table.play("play settler");
    let mut seats = Vec::new();
    while table.phase() == Phase::Respond {
        seats.push(table.mover().unwrap());
        table.play("pass");
    }
    assert_eq!(seats, [1, 2, 3], "the owner of the top is not asked");
    assert_eq!(table.phase(), Phase::Effect);
    // After a response the asking starts afresh at the left neighbour of the one who responded.
    let mut table =
        Table::turn(4, "").hand(0, "settler").edicts(0, 1).edicts(1, 1).edicts(2, 1).edicts(3, 1);
    table.play("play settler; pass; edict");
    let mut seats = Vec::new();
    while table.phase() == Phase::Respond {
        seats.push(table.mover().unwrap());
        table.play("pass");
    }
    assert_eq!(seats, [3, 0, 1], "the seat that announced the card as well");
    assert_eq!((table.phase(), table.mover()), (Phase::Turn, Some(0)));
}

#[test]
fn w3_asked_is_who_could_respond_as_far_as_all_can_see() {
    // A hand that is not empty is asked about a card, and not about an edict.
    let mut table = Table::turn(4, "")
        .hand(0, "settler counter")
        .hand(1, "bow")
        .edicts(2, 1)
        .hand(3, "counter");
    table.play("play settler");
    assert_eq!(table.asked(), (1, vec!["pass".to_owned()]));
    table.play("pass");
    assert_eq!(table.asked(), (2, vec!["pass".to_owned(), "edict".to_owned()]));
    let mut edict = table.clone();
    edict.play("edict");
    // Nobody has an edict any more, and counters do not help against it.
    assert_eq!((edict.phase(), edict.mover()), (Phase::Turn, Some(0)));
    table.play("pass");
    assert_eq!(table.asked(), (3, vec!["pass".to_owned(), "counter".to_owned()]));
    table.play("counter");
    // The top is a card again, so seat 0, 1 and 2 are asked.
    assert_eq!(table.asked(), (0, vec!["pass".to_owned(), "counter".to_owned()]));
    table.play("pass");
    assert_eq!(table.asked(), (1, vec!["pass".to_owned()]));
}

#[test]
fn w4_edicts_return_to_the_supply_and_counters_go_to_the_discard() {
    let table = Table::turn(2, "").hand(0, "settler").hand(1, "counter").edicts(1, 2);
    assert_eq!(table.left("edict"), 10);
    let edict = table.clone().after("play settler; edict");
    assert_eq!((edict.edicts_of(1), edict.left("edict"), edict.held(1)), (1, 11, "counter".into()));
    let counter = table.after("play settler; counter");
    assert_eq!((counter.edicts_of(1), counter.held(1)), (2, String::new()));
    assert_eq!(counter.kinds(counter.state.discard), "settler counter");
}

#[test]
fn w6_n13_the_card_stands_if_responses_are_even() {
    let table = || Table::turn(2, "").hand(0, "settler").edicts(0, 2).edicts(1, 2);
    for (responses, stands) in [
        ("pass", true),
        ("edict; pass", false),
        ("edict; edict; pass", true),
        ("edict; edict; edict; pass", false),
    ] {
        let table = table().after(&format!("play settler; {responses}"));
        assert_eq!(table.phase() == Phase::Effect, stands, "{responses}");
        assert_eq!(table.mover(), Some(0));
        assert_eq!(table.fact(0, Fact::CardsCancelled), i32::from(!stands));
        assert_eq!(table.fact(0, Fact::CardsPlayed), 1);
    }
}

#[test]
fn w5_e1_events_are_not_answered() {
    let table = Table::turn(2, "balanced")
        .edicts(1, 3)
        .hand(1, "counter")
        .village(0, "villager a1")
        .deck("plague");
    let table = table.after("draw");
    assert_eq!((table.phase(), table.asked()), (Phase::Event, (0, vec!["at a1".to_owned()])));
}

#[test]
fn k5_x14_a_steal_with_nothing_left_to_take_uses_no_list() {
    let table = Table::turn(2, "").hand(0, "steal").hand(1, "counter").edicts(0, 1);
    let table = table.after("play steal 1; counter; edict");
    assert_eq!((table.phase(), table.mover(), table.state.mix), (Phase::Turn, Some(0), 0));
    assert_eq!(table.held(0), "");
    assert_eq!(table.fact(0, Fact::CardsCancelled), 0, "it stood");
}
