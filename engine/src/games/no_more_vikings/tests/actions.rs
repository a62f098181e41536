//! Tokens, turns and actions (T1 to T3, A1 to A9).

use super::table::Table;
use crate::games::no_more_vikings::component::Unit;
use crate::games::no_more_vikings::state::Phase;

fn sorted(mut texts: Vec<String>) -> Vec<String> {
    texts.sort();
    texts
}

#[test]
fn t1_tokens_allow_cards_and_actions() {
    let table = Table::turn(3, "aggressive balanced");
    assert_eq!((table.state.actions, table.state.owed), (0, true));
    let table = table.after("draw").after("drop bow; end");
    assert_eq!((table.mover(), table.state.actions, table.state.owed), (Some(1), 2, true));
    let table = Table::turn(2, "development");
    assert_eq!((table.state.actions, table.state.owed), (3, false));
    assert!(table.options("draw").is_empty());
}

#[test]
fn t1_tokens_are_revealed_together_and_may_be_chosen_again() {
    let mut table = Table::round(3, &[]);
    for seat in 0..3 {
        assert_eq!(
            table.asked(),
            (seat, ["aggressive", "balanced", "development"].map(str::to_owned).to_vec())
        );
        table.play("development");
    }
    assert_eq!(table.phase(), Phase::Turn);
    // They stay visible until the next step 1, and then every one is there again.
    let table = table.ended();
    assert_eq!((table.phase(), table.state.round), (Phase::Month, 1));
    assert!(table.state.players[..3].iter().all(|player| player.token == 2));
    let table = table.after("at a1; at a1; at a1");
    assert_eq!((table.phase(), table.legal().len()), (Phase::Token, 3));
    assert!(table.state.players[..3].iter().all(|player| player.token == 3));
}

#[test]
fn a1_n23_the_draw_may_come_before_between_and_after_actions() {
    let table = Table::turn(2, "balanced").deck("bow bow");
    for order in [
        "draw; drop bow; populate a1; populate a2; end",
        "populate a1; draw; drop bow; populate a2; end",
        "populate a1; populate a2; draw; drop bow; end",
    ] {
        let table = table.clone().hand(0, "steal").after(order);
        assert_eq!(table.mover(), Some(1), "{order}");
    }
}

#[test]
fn a2_populate_takes_a_villager_to_a_free_parcel() {
    let table = Table::turn(2, "development").village(0, "cottage a1, field d4");
    assert_eq!(table.options("populate").len(), 14);
    let before = table.left("villager");
    let table = table.after("populate b3");
    assert_eq!(table.built(0), "villager b3, cottage a1, field d4");
    assert_eq!((table.left("villager"), table.state.actions), (before - 1, 2));
    assert!(table.supply("villager", 0).options("populate").is_empty());
}

#[test]
fn a3_marry_needs_two_adjacent_villagers_and_a_cottage() {
    let table = Table::turn(2, "development").village(0, "villager a1 b2 b3 d4");
    assert_eq!(sorted(table.options("marry")), ["marry b2 b3", "marry b3 b2"]);
    assert!(table.supply("cottage", 0).options("marry").is_empty());
    // Parcels at the ends of neighbouring rows are not adjacent.
    let wide = ["board.columns=8", "board.rows=8"];
    let table = Table::turn_with(2, "", &wide).village(0, "villager h1 a2 h8 a8, soldier h4 a5");
    assert!(table.options("marry").is_empty());
    assert_eq!(
        sorted(table.options("move")),
        sorted(
            [
                "h1 g1", "h1 h2", "a2 a1", "a2 a3", "a2 b2", "h8 h7", "h8 g8", "a8 a7", "a8 b8",
                "h4 h3"
            ]
            .into_iter()
            .chain(["h4 h5", "h4 g4", "a5 a4", "a5 a6", "a5 b5"])
            .map(|text| format!("move {text}"))
            .collect()
        )
    );
}

#[test]
fn a4_a_fortress_never_moves() {
    let table = Table::turn(2, "development").village(0, "cottage a1 a2 c1");
    assert_eq!(sorted(table.options("fortress")), ["fortress a1 a2", "fortress a2 a1"]);
    assert!(table.clone().supply("fortress", 0).options("fortress").is_empty());
    let table = table.after("fortress a2 a1");
    assert_eq!(table.built(0), "cottage c1, fortress a2");
    assert!(table.options("move").is_empty());
}

#[test]
fn a5_enlist_makes_a_soldier_of_a_villager() {
    let table = Table::turn(2, "development").village(0, "villager a1 c3");
    assert_eq!(table.options("enlist"), ["enlist a1", "enlist c3"]);
    let (villagers, soldiers) = (table.left("villager"), table.left("soldier"));
    let table = table.after("enlist c3");
    assert_eq!(table.built(0), "villager a1, soldier c3");
    assert_eq!((table.left("villager"), table.left("soldier")), (villagers + 1, soldiers - 1));
    assert!(table.supply("soldier", 0).options("enlist").is_empty());
}

#[test]
fn a6_n5_a_tower_stands_on_the_fortress_and_may_keep_it_from_the_supply() {
    let set_up = |changes: &[&str]| {
        Table::turn_with(2, "", changes).village(0, "soldier c2 d3, fortress b2")
    };
    let table = set_up(&[]);
    assert_eq!(table.options("tower"), ["tower b2 c2"]);
    assert!(table.clone().supply("tower", 0).options("tower").is_empty());
    let left = |table: &Table| {
        ["soldier", "fortress", "cottage", "tower"].map(|name| i32::from(table.left(name)))
    };
    let before = left(&table);
    for (changes, gains) in
        [(&[][..], [1, 1, 1, -1]), (&["switches.tower_returns_fortress=false"][..], [1, 0, 0, -1])]
    {
        let table = set_up(changes).after("tower b2 c2");
        assert_eq!(table.built(0), "soldier d3, tower b2");
        let after = left(&table);
        assert_eq!([0, 1, 2, 3].map(|index| after[index] - before[index]), gains);
    }
}

#[test]
fn a7_villagers_and_soldiers_move_to_free_adjacent_parcels() {
    let table =
        Table::turn(2, "development").village(0, "villager a1, soldier b1, cottage a2, field c1");
    assert_eq!(table.options("move"), ["move b1 b2"]);
    let table = table.after("move b1 b2; move a1 b1");
    assert_eq!(table.built(0), "villager b1, soldier b2, cottage a2, field c1");
}

#[test]
fn a8_cultivate_makes_a_field_of_a_villager() {
    let table = Table::turn(2, "development").village(0, "villager a1, soldier b1");
    let before = (table.left("villager"), table.left("field"));
    assert_eq!(table.options("cultivate"), ["cultivate a1"]);
    assert!(table.clone().supply("field", 0).options("cultivate").is_empty());
    let table = table.after("cultivate a1");
    assert_eq!(table.built(0), "soldier b1, field a1");
    assert_eq!((table.left("villager"), table.left("field")), (before.0 + 1, before.1 - 1));
}

#[test]
fn a9_n9_actions_are_mandatory_as_long_as_one_is_possible() {
    let table = Table::turn(2, "development").hand(0, "settler");
    assert!(table.options("end").is_empty());
    // Nothing can be done without a villager; a card changes that.
    let mut table = table.supply("villager", 0).hand(0, "");
    assert_eq!(table.legal(), ["end"]);
    table.state.supply[Unit::Villager as usize] = 1;
    let table = table.after("populate a1");
    assert!(!table.options("move").is_empty() && table.options("end").is_empty());
    let table =
        table.village(0, "villager a1, field a2 b1").supply("soldier", 0).supply("field", 0);
    assert_eq!((table.left("villager"), table.state.actions), (0, 2));
    assert_eq!(table.legal(), ["end"]);
    assert_eq!(table.after("end").mover(), Some(1));
}

#[test]
fn a9_a_turn_does_not_end_before_the_draw() {
    let table = Table::turn(2, "aggressive");
    assert_eq!(table.legal(), ["draw"]);
    let table = Table::turn(2, "balanced").supply("villager", 0);
    assert_eq!(table.legal(), ["draw"], "actions that are not possible do not hold it up");
}

#[test]
fn t2_t3_k2_one_of_the_cards_drawn_is_dropped() {
    let table = Table::turn(2, "balanced").deck("bow steal").after("draw");
    assert_eq!(
        (table.phase(), table.asked()),
        (Phase::Drop, (0, vec!["drop bow".into(), "drop steal".into()]))
    );
    assert_eq!(table.held(0), "", "cards laid aside are not in hand yet");
    let table = table.after("drop steal");
    assert_eq!((table.phase(), table.held(0)), (Phase::Turn, "bow".into()));
    assert_eq!(table.kinds(table.state.discard), "steal");
    // Two of a kind are one choice, and the lower number goes.
    let table = Table::turn(2, "balanced").deck("bow bow").after("draw");
    assert_eq!(table.legal(), ["drop bow"]);
    let table = table.after("drop bow");
    assert_eq!(table.state.players[0].hand, 1 << 13, "cards 13 and 14 were drawn");
}

#[test]
fn t3_n12_n16_there_is_no_hand_limit_and_new_cards_can_be_played() {
    let table = Table::turn(2, "aggressive")
        .hand(0, "settler settler recruit bow steal")
        .deck("favour harvest builder")
        .after("draw; drop harvest");
    assert_eq!(table.held(0), "settler settler recruit builder bow steal favour");
    assert!(table.legal().contains(&"play builder".to_owned()));
}

#[test]
fn t3_n3_an_event_uses_up_the_discard() {
    let table = Table::turn(2, "balanced").deck("fog bow").after("draw");
    assert_eq!((table.phase(), table.held(0)), (Phase::Turn, "bow".into()));
    let keeps = ["strategies.balanced.keep=0"];
    let table = Table::turn_with(2, "balanced", &keeps).deck("fog bow").after("draw");
    assert_eq!(table.legal(), ["drop bow"]);
}
