//! When seats are asked and in which order choices are listed (N2 to N9), and what others hear of them.

use super::table::{Table, game};
use crate::game::Game;
use crate::games::eketorp::action::Action;
use crate::games::eketorp::state::Phase;
use crate::recorded::Recorded;

#[test]
fn n2_a_single_choice_is_carried_out() {
    // The only fight, swaps without amulets; then the only siege, with nothing to loot.
    let mut table = Table::new(3, &["setup.amulets=0"]).sent(&["D 1C", "D", ""]);
    table.play("fight D 1");
    assert_eq!(table.phase(), Phase::AttackerCard);
    table.play("card 6; card 2");
    assert_eq!((table.phase(), table.conflict()), (Phase::AttackerCard, ("1C".into(), 0, 1)));
    table.play("card 5; card 3");
    // A clay is left to build, with six places.
    assert_eq!((table.phase(), table.legal().len()), (Phase::Build, 6));
    table.play("build c 6");
    assert_eq!((table.phase(), table.state.round), (Phase::Place, 1));
}

#[test]
fn n2_cards_are_asked_for_unless_there_is_one() {
    let changes = ["setup.hand=2", "setup.amulets=0", "setup.redeal=false"];
    let mut table = Table::with(game(3, &changes).unwrap(), &["44", "15", "22"], "");
    table.send(&["D D D", "D D D", ""]);
    // Two equal cards are one legal action, but the seat is asked: others must not learn of it.
    assert_eq!((table.mover(), table.legal()), (Some(0), vec!["card 4".into()]));
    table.play("card 4");
    assert_eq!((table.mover(), table.legal()), (Some(1), vec!["card 1".into(), "card 5".into()]));
    // Then both have a single card, which is played at once; both take up their piles and fight again.
    table.play("card 1");
    assert_eq!(table.legal(), ["card 1", "card 5"], "seat 0 with what it received");
    assert_eq!((table.mover(), table.state.duels, table.cards(1).0), (Some(0), 3, "44".into()));
}

#[test]
fn n2_n4_home_is_not_asked_where_nothing_is_left() {
    // After the last place, and without Vikings.
    let table = Table::new(3, &[]).after("put 2R");
    assert_eq!(table.mover(), Some(1));
    let table = Table::new(3, &["setup.vikings.3=1"]).after("put A");
    assert_eq!(table.mover(), Some(1));
    // `home` ends the placement of all that are left.
    let table = Table::new(3, &[]).after("home");
    assert_eq!((table.mover(), table.home()[0]), (Some(1), 8));
}

#[test]
fn n4_a_placement_has_one_sequence() {
    // All placements of two Vikings: none, one of 13 places, or two: 7 spaces twice, or 2 of 13 places.
    let mut found = Vec::new();
    let mut open = vec![Table::new(3, &["setup.vikings.3=2"])];
    while let Some(table) = open.pop() {
        if table.mover() != Some(0) {
            found.push((table.state.players[0].at, table.state.crowds.map(|crowd| crowd.of(0))));
            continue;
        }
        open.extend(table.legal().iter().map(|text| table.clone().after(text)));
    }
    let all = found.len();
    found.sort_unstable();
    found.dedup();
    assert_eq!((all, found.len()), (1 + 13 + 7 + 78, 1 + 13 + 7 + 78));
}

#[test]
fn n4_the_order_of_places_begins_with_the_next_village() {
    let mut table = Table::new(5, &[]);
    for seat in 0..5 {
        let villages = (1..5).map(|step| (seat + step) % 5);
        let sieges = villages
            .flat_map(|village| ["C", "B", "R"].map(|weapon| format!("put {village}{weapon}")));
        let spaces = "ABCDEFG".chars().map(|space| format!("put {space}"));
        let expected: Vec<String> = spaces.chain(sieges).chain(["home".to_owned()]).collect();
        assert_eq!(table.legal(), expected);
        table.play("home");
    }
}

#[test]
fn n5_fights_come_by_seat_and_place_then_sieges() {
    let table = Table::new(4, &[]).sent(&["D F 1C 2B", "D", "F 1C", "D F 1C"]);
    let expected = [
        "fight D 1",
        "fight F 2",
        "fight 1C 2",
        "fight D 3",
        "fight F 3",
        "fight 1C 3",
        "siege 2B",
    ];
    assert_eq!((table.mover(), table.legal()), (Some(0), expected.map(str::to_owned).to_vec()));
}

#[test]
fn n6_the_order_of_a_duel() {
    let mut table = Table::new(3, &[]).sent(&["1C", "", ""]);
    let mut asked = Vec::new();
    for text in ["keep", "keep", "card 5", "card 4"] {
        asked.push((table.phase(), table.mover().unwrap()));
        table.play(text);
    }
    use Phase::{AttackerCard, AttackerSwap, DefenderCard, DefenderSwap};
    assert_eq!(asked, [(AttackerSwap, 0), (DefenderSwap, 1), (AttackerCard, 0), (DefenderCard, 1)]);
}

#[test]
fn steps_of_a_round_come_in_their_order() {
    let mut table = Table::new(3, &[]).walls(1, "g g g g g g");
    let mut verbs: Vec<String> = Vec::new();
    let mut note = |table: &mut Table, text: &str| {
        table.play(text);
        verbs.push(text.split(' ').next().unwrap().to_owned());
    };
    for text in [
        "put D",
        "put 1C",
        "home",
        "put D",
        "home",
        "home",
        "fight D 1",
        "swap",
        "keep",
        "card 6",
        "card 2",
        "keep",
        "card 6",
        "card 3",
        "loot 1 0 g",
        "build g 1",
        "build c 1",
    ] {
        note(&mut table, text);
    }
    assert_eq!(table.state.round, 1);
    let expected =
        "put put home put home home fight swap keep card card keep card card loot build build";
    assert_eq!(verbs.join(" "), expected);
}

#[test]
fn what_others_hear_of_hidden_choices() {
    let told = |table: &Table, text: &str| {
        let action: Action = text.parse().unwrap();
        let after = table.clone().after(text);
        let secret = table.game.is_secret(&table.state);
        (secret, table.game.public_text(&table.state, action, &after.state))
    };
    let table = Table::new(3, &[]);
    let placed = Some("(has placed its Vikings)".to_owned());
    assert_eq!(told(&table, "put A"), (true, None));
    assert_eq!(
        [told(&table, "home"), told(&table, "put 2R")],
        [(true, placed.clone()), (true, placed)]
    );
    // The last one's placement is revealed with all others.
    let table = table.after("put D; put 2C; home; put D; home");
    assert_eq!(told(&table, "home"), (true, Some("home".into())));
    let table = table.after("home; fight D 1");
    assert_eq!(told(&table, "swap"), (false, Some("swap".into())));
    let table = table.after("keep; keep");
    assert_eq!(told(&table, "card 5"), (true, None));
    let then = table.state;
    let table = table.after("card 5");
    assert_eq!(
        told(&table, "card 3"),
        (true, Some("card 3".into())),
        "from a hand that nobody else knows"
    );
    let after = table.after("card 3");
    let card = Action::Card { value: 5 };
    assert_eq!(after.game.public_text(&then, card, &after.state), Some("card 5".into()));
}

#[test]
fn choices_that_others_cannot_distinguish() {
    let same = |table: &Table, one: &str, two: &str| {
        let [one, two] = [one, two].map(|text| text.parse().unwrap());
        table.game.indistinguishable(&table.state, one, two)
    };
    // Whether a seat has finished its placement is seen (U4).
    let table = Table::new(3, &["setup.vikings.3=2"]);
    assert!(same(&table, "put A", "put 1C") && same(&table, "home", "put 2R"));
    assert!(!same(&table, "put A", "home") && !same(&table, "put 1C", "put 2R"));
    let table = table.after("put A");
    assert!(same(&table, "put A", "home") && same(&table, "put G", "put 2R"));
    let table = Table::new(3, &[]).sent(&["D", "D", ""]);
    assert!(!same(&table, "swap", "keep"));
    let table = table.after("keep; keep");
    assert!(same(&table, "card 1", "card 6"));
    let table = table.after("card 1");
    assert!(!same(&table, "card 2", "card 3"));
}
