//! The order of decisions (O1 to O7) and of legal actions.

use super::table::Table;
use crate::games::no_more_vikings::state::Phase;

#[test]
fn o1_o2_whims_villagers_and_tokens_are_asked_in_order() {
    let mut table = Table::new(3, &[]);
    let mut asked = Vec::new();
    while table.phase() != Phase::Turn {
        asked.push((table.phase(), table.mover().unwrap()));
        let first = table.legal()[0].clone();
        table.play(&first);
    }
    let steps = [Phase::Whim, Phase::Settle, Phase::Token];
    let expected: Vec<(Phase, usize)> =
        steps.into_iter().flat_map(|phase| (0..3).map(move |seat| (phase, seat))).collect();
    assert_eq!(asked, expected);
}

#[test]
fn o2_tokens_are_chosen_in_turn_order() {
    let table = Table::turn_with(3, "", &["months.bonus=['', '']"]).ended();
    let table = table.after("development");
    assert_eq!((table.phase(), table.mover()), (Phase::Token, Some(2)));
}

#[test]
fn o3_end_is_always_asked() {
    let mut table = Table::turn(2, "");
    table.state.actions = 1;
    let table = table.after("populate a1");
    assert_eq!(table.asked(), (0, vec!["end".to_owned()]));
    let table = table.hand(0, "settler");
    assert_eq!(table.legal(), ["play settler", "end"]);
}

#[test]
fn o4_cards_laid_aside_cannot_be_played_or_stolen_until_they_join_the_hand() {
    let table = Table::turn(2, "aggressive")
        .hand(0, "bow")
        .longships(0, "a")
        .deck("settler builder favour");
    let table = table.after("draw");
    assert_eq!(table.legal(), ["drop settler", "drop builder", "drop favour"]);
    assert_eq!(table.state.players[0].hand.count_ones(), 1);
    let table = table.after("drop builder");
    assert_eq!(table.legal(), ["play settler", "play bow", "play favour", "end"]);
}

#[test]
fn o4_events_are_decided_before_cards_are_dropped() {
    let strategy = ["strategies.aggressive.draw=4"];
    let table = Table::turn_with(2, "aggressive", &strategy).village(1, "villager a1");
    let table = table.deck("bow bow plague steal").after("draw");
    assert_eq!((table.phase(), table.asked()), (Phase::Event, (1, vec!["at a1".into()])));
    let table = table.after("at a1");
    assert_eq!(
        (table.phase(), table.asked()),
        (Phase::Drop, (0, vec!["drop bow".into(), "drop steal".into()]))
    );
}

#[test]
fn o5_o7_a_choice_of_one_is_asked() {
    let table =
        Table::turn(2, "").hand(0, "recruit").village(0, "villager c3").after("play recruit");
    assert_eq!((table.phase(), table.legal()), (Phase::Effect, vec!["at c3".to_owned()]));
}

#[test]
fn legal_actions_have_a_fixed_order() {
    let table = Table::turn_with(2, "balanced", &["board.rows=2", "board.columns=4"])
        .village(0, "villager a1 b1, cottage a2, fortress c2, soldier d2")
        .village(1, "villager a1")
        .hand(0, "abduct settler");
    let expected = "populate c1; populate d1; populate b2; enlist a1; enlist b1; cultivate a1; cultivate b1; \
        marry a1 b1; marry b1 a1; tower c2 d2; move b1 b2; move d2 d1; move b1 c1; draw; \
        play settler; play abduct 1";
    assert_eq!(table.legal().join("; "), expected);
}
