//! Texts of the advanced rules: tableaus with buildings and bonus tiles, actions, deals, the table.

use std::sync::LazyLock;

use proptest::prelude::{
    ProptestConfig, Strategy, prop_assert, prop_assert_eq, prop_oneof, proptest,
};
use serde_json::{Value, json};

use super::table::{Table, advanced, deal};
use crate::data::{self, ToData};
use crate::games::vikings::AdvancedVikings;
use crate::games::vikings::action::Action;
use crate::games::vikings::bonus::Bonus;
use crate::games::vikings::deal::Deal;
use crate::games::vikings::state::Phase;
use crate::games::vikings::variant::Advanced;
use crate::recorded::Recorded;
use crate::seat::Seat;
use crate::seed::Rng;

#[test]
fn a_tableau_tells_buildings_and_bonus_tiles() {
    for text in [
        "gold 0 glory 0 | ships | W | N | S | G | F | ashore | bonus",
        "gold 3 glory 40 | ships NS | W [+abcd] | N [A+B+C+D+ | S .] | G | F [ | ashore FB | bonus",
        "gold 3 glory 40 | ships | W [D]+[d | N | S | G | F | ashore | bonus gold3 building-a",
        "gold 3 glory 4 | ships | W | N | S | G | F | ashore | bonus longboat longboat longboat",
    ] {
        for players in 2..=4 {
            let table = Table::advanced(players, &[]).tableau(1, text);
            assert_eq!(table.state.tableau_text(Seat::new(1)), text);
            // The order of the parts makes no difference.
            let mut parts: Vec<&str> = text.split(" | ").collect();
            parts.reverse();
            let table = table.tableau(1, &parts.join(" | "));
            assert_eq!(table.state.tableau_text(Seat::new(1)), text);
            // Nothing of it is on another seat's tableau.
            assert_eq!(table.text(0), "ships | W | N | S | G | F | ashore | bonus");
        }
    }
}

#[test]
fn a_tableau_that_cannot_be_is_refused_with_its_reason() {
    let many = format!("bonus{}", " noble1".repeat(16));
    for (text, reason) in [
        ("W [=", "`=` is no tile; expected [ a to d A to D ] or ."),
        ("W [e", "`e` is no tile; expected [ a to d A to D ] or ."),
        ("W A", "the tile at W1 does not match its left side"),
        ("bonus gold", "cannot read bonus tile `gold`: expected one of gold5, "),
        ("bonus noble1 | bonus noble1", "`bonus` is given twice"),
        (&many, "more than 15 bonus tiles `noble1`"),
    ] {
        let mut state = Table::advanced(2, &[]).state;
        let before = state;
        let error = state.set_tableau(Seat::new(0), text).unwrap_err();
        assert!(error.reason.starts_with(reason), "{text}: {}", error.reason);
        assert_eq!(state, before);
    }
    // The base game has neither letters nor bonus tiles.
    for text in ["W [a", "W [A", "bonus noble1"] {
        assert!(Table::base(2).state.set_tableau(Seat::new(0), text).is_err(), "{text}");
    }
}

#[test]
fn a_table_is_shown_for_every_moment_of_a_game() {
    let game = advanced(3, "advanced", &[]);
    for number in 0..10 {
        let mut table = Table::dealt(game.clone(), &deal(&game, number));
        let mut rng = Rng::from_seed(number);
        while let Some(seat) = table.mover() {
            let text = game.text(&table.state, None);
            assert!(text.starts_with("round ") && text.contains(&format!("seat {seat}")), "{text}");
            let auction = matches!(table.state.phase, Phase::Bid | Phase::Remove | Phase::Set);
            assert_eq!(text.contains("\nvikings to come  "), auction);
            assert_eq!(text.contains("\nstanding bid  "), table.state.phase == Phase::Bid);
            table.play_any(&mut rng);
        }
        assert!(game.text(&table.state, None).starts_with("round 6, the game is over\n"));
    }
}

/// Texts that look like a tableau with buildings and bonus tiles.
fn tableau_like() -> impl Strategy<Value = String> {
    let part = prop_oneof![
        "ships [NSGF.]{0,20}",
        "[WNSGF] [\\[\\]abcdABCD.+]{0,40}",
        "[WNSGF] (\\[[a-dA-D]?\\+?\\]\\.?\\+?){0,15}",
        "ashore [FGSNWB]{0,30}",
        "bonus( (noble1|gold3|building-[a-e]|longboat)){0,20}",
        "\\PC{0,8}",
    ];
    proptest::collection::vec(part, 0..9).prop_map(|parts| parts.join(" | "))
}

/// Texts that look like an action of the advanced rules.
fn action_like() -> impl Strategy<Value = String> {
    prop_oneof![
        "(bid|pass|remove|set|take|decline|upgrade|longboat) ?[WNSGFB]?[0-9+-]{0,11}(each)?",
        "(take) (gold|goldsmith|noble|scout|fisher|boatswain|longboat|food|building-)[0-9a-e]?",
    ]
}

/// A table for each number of seats: reading a rule set takes longer than all else here.
static BEFORE: LazyLock<[Table<Advanced>; 3]> = LazyLock::new(|| {
    [2, 3, 4]
        .map(|seats| Table::advanced(seats, &[]).tableau(0, "S [+bC | ashore FB | bonus food3"))
});

static GAME: LazyLock<AdvancedVikings> = LazyLock::new(|| advanced(2, "advanced", &[]));

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn any_tableau_text_is_read_or_refused(text in tableau_like(), players in 2usize..5) {
        let before = BEFORE[players - 2].state;
        let mut state = before;
        match state.set_tableau(Seat::new(0), &text) {
            Ok(()) => {
                let written = state.tableau_text(Seat::new(0));
                let mut again = before;
                again.set_tableau(Seat::new(0), &written).unwrap();
                prop_assert_eq!(again, state);
                for seat in Seat::all(players).skip(1) {
                    prop_assert_eq!(state.tableau_text(seat), before.tableau_text(seat));
                }
            }
            Err(_) => prop_assert_eq!(state, before),
        }
    }

    #[test]
    fn any_action_text_is_read_as_it_is_written_or_refused(text in action_like()) {
        if let Ok(action) = text.parse::<Action>() {
            prop_assert_eq!(action.to_string(), text);
        }
    }

    #[test]
    fn every_bid_reads_back(amount in 0u32..) {
        let action = Action::Bid { amount };
        prop_assert_eq!(action.to_string().parse::<Action>().unwrap(), action);
    }

    #[test]
    fn any_order_of_bonus_tiles_reads_back(seed in 0u64..) {
        let dealt = deal(&*GAME, seed);
        prop_assert!(GAME.check_deal(&dealt).is_ok());
        prop_assert_eq!(data::read::<Deal>(&data::write(&dealt)).unwrap(), dealt);
    }
}

#[test]
fn every_bonus_tile_reads_back() {
    for kind in Bonus::ALL {
        assert_eq!(kind.name().parse::<Bonus>().unwrap(), kind);
        let action = Action::Take { kind };
        assert_eq!(action.to_string(), format!("take {kind}"));
        assert_eq!(action.to_string().parse::<Action>().unwrap(), action);
    }
    let error = "Gold5".parse::<Bonus>().unwrap_err().to_string();
    assert!(
        error.starts_with("cannot read bonus tile `Gold5`: expected one of gold5, "),
        "{error}"
    );
}

#[test]
fn a_damaged_deal_is_refused_with_its_key() {
    let game = advanced(2, "advanced", &[]);
    let data = deal(&game, 0).to_data();
    let refused = |pointer: &str, value: Value| {
        let mut damaged = data.clone();
        *damaged.pointer_mut(pointer).unwrap() = value;
        game.read_deal(&damaged).unwrap_err().to_string()
    };
    let bag = data["bag"][2].as_str().unwrap();
    let found = refused("/bag/2", json!(bag[1..]));
    assert_eq!(found, "key `bag`: round 3 has 12 vikings instead of 13");
    let found = refused("/bonus", json!(["gold5"]));
    assert_eq!(found, "key `bonus`: 0 tiles `goldsmith1`, but the rules have 2");
    let found = refused("/bonus/7", json!("building-e"));
    assert!(found.starts_with("key `bonus[7]`: cannot read bonus tile `building-e`"), "{found}");
}
