//! What the laboratory adds to the printed rules for levelling: gold and glory of single seats at the
//! start (S1), and glory that is given with bonus tiles (A9).

use serde_json::{Value, json};

use super::table::{Table, advanced, deal, game, opening_with};
use crate::data::ToData;
use crate::fact::FactKind;
use crate::game::Game;
use crate::games::vikings::Vikings;
use crate::games::vikings::bonus::Bonus;
use crate::games::vikings::fact::VikingsFact as Fact;
use crate::games::vikings::rule_set::{PRESETS, RULES};
use crate::games::vikings::variant::{Advanced, Variant};
use crate::recorded::{Interventions, Recorded};
use crate::rules;
use crate::seat::Seat;
use crate::seed::Rng;

/// The rule set of a preset with changes, as a record has it.
fn recorded(preset: usize, changes: &[&str]) -> Value {
    let changes: Vec<String> = changes.iter().map(|&change| change.to_owned()).collect();
    let text = rules::set(PRESETS[preset].toml, &changes).unwrap();
    Vikings::read_toml(&text).unwrap().to_data()
}

/// Plays at random to the end; the sources of every seat add up to its glory.
fn play_out<V: Variant>(mut table: Table<V>, number: u64) -> Table<V> {
    let mut rng = Rng::from_seed(number);
    while table.mover().is_some() {
        table.play_any(&mut rng);
    }
    for seat in 0..table.game.players() {
        let facts = table.ledger.facts(Seat::new(seat));
        let sources = Fact::ALL.iter().zip(facts).filter(|(info, _)| info.kind == FactKind::Source);
        let sum: i32 = sources.map(|(_, &amount)| amount).sum();
        assert_eq!(sum, table.glory(seat), "seat {seat}");
    }
    table
}

#[test]
fn s1_seats_begin_with_their_additions() {
    let changes = [
        "setup.seat_gold.0=3",
        "setup.seat_gold.2=1000",
        "setup.seat_glory.1=2",
        "setup.seat_glory.2=4",
        "setup.seat_glory.3=8",
    ];
    let purses = [(3, 10), (0, 12), (1000, 14), (0, 18)];
    for (players, gold) in [(2, 30), (3, 25), (4, 20)] {
        let game = game(players, &changes).unwrap();
        let table = play_out(Table::dealt(game.clone(), &deal(&game, 1)), 1);
        let start = game.state(&deal(&game, 1));
        for (seat, &(more, glory)) in purses[..players].iter().enumerate() {
            let id = Seat::new(seat);
            assert_eq!((start.gold(id), start.glory(id)), (gold + more, glory));
            assert_eq!(table.fact(seat, Fact::GloryStart), glory);
        }
        play_out(Table::preset(players, "advanced", &changes), 2);
    }
}

#[test]
fn s1_seats_that_are_not_there_change_nothing() {
    let (plain, other) = (game(2, &[]).unwrap(), game(2, &["setup.seat_gold.2=9"]).unwrap());
    assert_eq!(plain.state(&deal(&plain, 0)), other.state(&deal(&other, 0)));
}

/// What seat 0 of two has after it took the tile of a kind, with the lot on 11 of the first round.
fn taking(kind: Bonus, changes: &[&str]) -> Table<Advanced> {
    let others = ["goldsmith1", "noble1", "boatswain", "longboat"];
    let others = others.iter().filter(|&&name| name != kind.name()).take(3);
    let row: Vec<&str> = [kind.name()].into_iter().chain(others.copied()).collect();
    let game = advanced(2, "advanced-no-auction", changes);
    let dealt = opening_with("[[[[[[[[[[[a", "FFGGSSNNWWBB", &row.join(" "));
    let mut table = Table::dealt(game, &dealt).tableau(0, "N [ | ashore");
    table.play("buy 11").play("tile N2").play(&format!("take {kind}"));
    table
}

#[test]
fn a9_glory_is_given_with_a_tile_of_each_kind_at_once() {
    for kind in Bonus::ALL {
        let (plain, table) = (taking(kind, &[]), taking(kind, &[&format!("bonus.{kind}.glory=7")]));
        let (gold, glory) = plain.purse(0);
        assert_eq!((glory, plain.bonus_fact(0, Fact::GloryBonus, kind)), (10, 0), "{kind}");
        assert_eq!(table.purse(0), (gold, 17), "{kind}");
        assert_eq!(table.glory(1), 10);
        for other in Bonus::ALL {
            let expected = if other == kind { 7 } else { 0 };
            assert_eq!(table.bonus_fact(0, Fact::GloryBonus, other), expected, "{kind}");
        }
        // It comes before the building tile is laid.
        assert_eq!(table.allows("upgrade N2"), kind == Bonus::BuildingA);
    }
}

#[test]
fn a9_glory_given_with_tiles_is_a_source_of_the_score() {
    let all: Vec<String> =
        Bonus::ALL.iter().map(|kind| format!("bonus.{kind}.glory={}", *kind as u32 + 1)).collect();
    let changes: Vec<&str> = all.iter().map(String::as_str).collect();
    let mut given = 0;
    for number in 0..40 {
        let game = advanced(3, "advanced", &changes);
        let table = play_out(Table::dealt(game.clone(), &deal(&game, number)), number);
        for seat in 0..3 {
            // A kind that brings no glory of its own.
            let longboats = table.bonus_fact(seat, Fact::Taken, Bonus::Longboat);
            assert_eq!(
                table.fact(seat, Fact::GloryBonus.plus(Bonus::Longboat as u32)),
                4 * longboats
            );
            given += longboats;
        }
    }
    assert!(given > 10, "{given}");
}

#[test]
fn granted_tiles_come_with_their_glory() {
    let changes = ["bonus.gold5.glory=6", "bonus.scout1.glory=2"];
    let plain = advanced(2, "advanced", &changes);
    let mut state = plain.state(&deal(&plain, 0));
    assert!(plain.grant(&mut state, Seat::new(1), Bonus::Gold5 as usize));
    assert_eq!((state.gold(Seat::new(1)), state.glory(Seat::new(1))), (35, 16));
    for _ in 0..15 {
        assert!(plain.grant(&mut state, Seat::new(0), Bonus::Scout1 as usize));
    }
    // Where there is no room for one more, nothing is given.
    assert!(!plain.grant(&mut state, Seat::new(0), Bonus::Scout1 as usize));
    assert_eq!(state.glory(Seat::new(0)), 10 + 15 * 2);

    let grants =
        "[{round = 1, seat = 1, kind = \"gold5\"}, {round = 3, seat = 0, kind = \"scout1\"}]";
    let text = format!("grants = {grants}\n{}", PRESETS[2].toml);
    let changes = changes.map(str::to_owned);
    let rule_set = Vikings::read_toml(&rules::set(&text, &changes).unwrap()).unwrap();
    let game = crate::games::vikings::AdvancedVikings::new(rule_set, 2).unwrap();
    for number in 0..10 {
        let table = play_out(Table::dealt(game.clone(), &deal(&game, number)), number);
        let taken = |seat| table.bonus_fact(seat, Fact::Taken, Bonus::Gold5);
        assert_eq!(table.fact(1, Fact::GloryBonus), 6 * (1 + taken(1)));
        assert_eq!(table.fact(0, Fact::GloryBonus), 6 * taken(0));
        assert!(table.fact(0, Fact::GloryBonus.plus(Bonus::Scout1 as u32)) >= 2);
    }
}

#[test]
fn records_have_additions_only_where_there_are_any() {
    let (plain, zero) = (recorded(2, &[]), recorded(2, &["setup.seat_gold.1=0"]));
    assert_eq!(plain["setup"], json!({ "glory": 10, "gold": { "2": 30, "3": 25, "4": 20 } }));
    assert_eq!(plain["bonus"]["longboat"], json!({ "count": 6 }));
    assert_eq!((RULES.name_of(&plain), &zero), ("advanced", &plain));
    let other = recorded(2, &["setup.seat_glory.1=2", "bonus.longboat.glory=3"]);
    assert_eq!(other["setup"]["seat_glory"], json!({ "1": 2 }));
    assert_eq!(other["setup"].get("seat_gold"), None);
    assert_eq!(other["bonus"]["longboat"], json!({ "count": 6, "glory": 3 }));
    assert_eq!(RULES.name_of(&other), "custom");
    // And they can be read back, whether they are there or not.
    for data in [&plain, &other] {
        assert_eq!(Vikings::read_rules(data).unwrap().to_data(), *data);
    }
}

#[test]
fn files_may_have_them_as_tables() {
    let text = "preset = \"advanced\"\n[setup]\nseat_gold = { 0 = 3 }\n\
                [bonus]\nlongboat = { count = 6, glory = 3 }\n";
    let read = Vikings::read_toml(&RULES.complete(text).unwrap()).unwrap().to_data();
    assert_eq!(read, recorded(2, &["setup.seat_gold.0=3", "bonus.longboat.glory=3"]));
    for (change, message) in [
        ("setup.seat_gold.0=1001", "setup.seat_gold.0=1001: must be 0 to 1000"),
        ("setup.seat_glory.3=-1", "setup.seat_glory.3=-1: must be 0 to 1000"),
        ("bonus.longboat.glory=1001", "bonus.longboat.glory=1001: must be 0 to 1000"),
    ] {
        let text = rules::set(PRESETS[0].toml, &[change.to_owned()]).unwrap();
        assert_eq!(Vikings::read_toml(&text).unwrap_err().to_string(), message);
    }
    let error = rules::set(PRESETS[0].toml, &["setup.seat_gold.4=1".to_owned()]).unwrap_err();
    assert!(error.to_string().contains("`setup.seat_gold` has: 0, 1, 2, 3"), "{error}");
}

/// The file about bonus tiles has a figure for glory where a tile can bring some.
#[test]
fn a_tile_with_glory_has_a_figure_for_it() {
    let with_score = |changes: &[&str]| -> Vec<&str> {
        let items = advanced(2, "advanced", changes).items().unwrap().items.iter();
        items.filter(|item| item.facts.unwrap().score.is_some()).map(|item| item.name).collect()
    };
    let printed = with_score(&[]);
    assert_eq!(printed, Bonus::ALL[4..].iter().map(|kind| kind.name()).collect::<Vec<_>>());
    assert_eq!(with_score(&["bonus.longboat.glory=1"]).len(), Bonus::COUNT);
    assert!(game(2, &["bonus.longboat.glory=1"]).unwrap().items().is_none());
}
