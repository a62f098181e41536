//! The plain twin of *No More Vikings!*: rule sets and deals that are refused (3.8, 3.9, D6).

use super::data::Rng;
use super::twin::variation::{dealt, plain, varied};
use super::twin::{Rules, Twin};
use serde_json::{Value, json};

fn taken(pointer: &str, value: &Value, players: usize) -> bool {
    let mut rule_set = serde_json::to_value(Rules::base()).unwrap();
    *rule_set.pointer_mut(pointer).unwrap() = value.clone();
    Rules::read(&rule_set).is_ok_and(|rules| rules.check_players(players).is_ok())
}

#[test]
fn twin_checks_rule_sets_3_8() {
    for (pointer, good, bad) in [
        ("/board/rows", json!([1, 8]), json!([0, 9, -1, "4"])),
        ("/board/columns", json!([4, 8]), json!([0, 3, 9])),
        ("/supply/villager", json!([2, 99]), json!([1, -1])),
        ("/supply/tower", json!([0, 99]), json!([-1, null])),
        ("/months/bonus", json!([[""], ["villager", "edict"]]), json!([["soldier"], [], [1]])),
        ("/cards/0/kind", json!(["bow", "fog"]), json!(["archer", ""])),
        ("/cards/0/landing", json!([[], ["d", "ad"]]), json!([["e"], ["ba"], ["aa"], ["abc"]])),
        (
            "/cards",
            json!([[{"kind": "bow", "landing": ["a", "a", "a", "a", "a", "a"]}]]),
            json!([[], [{"kind": "bow", "landing": ["a", "a", "a", "a", "a"]}],
            [{"kind": "fog", "landing": ["a", "a", "a", "a", "a", "a"]}]]),
        ),
        ("/setup/cards", json!([0, 20]), json!([21, -1])),
        ("/setup/whims_drawn", json!([1, 5]), json!([6])),
        ("/setup/villagers", json!([0, 14]), json!([15])),
        ("/switches/raid_targets", json!([[], ["field"]]), json!([["tower"], ["house"], "field"])),
        ("/switches/occupied_column", json!(["next"]), json!(["previous", true])),
        ("/switches/full_board_end", json!(["round"]), json!(["never"])),
        ("/switches/tower_returns_fortress", json!([false]), json!([0])),
        ("/scoring/villager", json!([-9, 9]), json!([0.5])),
        (
            "/strategies/balanced",
            json!([{"draw": 0, "keep": 0, "actions": 0}]),
            json!([{"draw": 1}]),
        ),
        (
            "/whims/0",
            json!([{"name": "x", "points": 0, "none": "tower"}]),
            json!([{"name": "row", "points": 0, "none": "tower"}, {"name": "x", "points": 0},
            {"name": "x", "points": 1, "pattern": ["HH", "H"]},
            {"name": "x", "points": 1, "pattern": ["X"]},
            {"name": "x", "points": 1, "need": {"edict": 1}},
            {"name": "x", "points": 1, "none": "house"}]),
        ),
    ] {
        for value in good.as_array().unwrap() {
            assert!(taken(pointer, value, 2), "{pointer}: {value}");
        }
        for value in bad.as_array().unwrap() {
            assert!(!taken(pointer, value, 2), "{pointer}: {value}");
        }
    }
    let many: Vec<&str> = vec!["a"; 64 - 43];
    assert!(taken("/cards/0/landing", &json!(many), 4));
    assert!(!taken("/cards/0/landing", &json!(vec!["a"; 65 - 43]), 4));
    let base = Rules::base();
    for (players, valid) in [(1, false), (2, true), (3, true), (4, true), (5, false)] {
        assert_eq!(base.check_players(players).is_ok(), valid);
    }
}

#[test]
fn twin_completes_rule_sets_3_9() {
    assert_eq!(Rules::read_toml("").unwrap(), Rules::base());
    let rules =
        Rules::read_toml("[scoring]\nvillager = 0\n[strategies]\nbalanced = { draw = 4 }\n");
    let mut expected = Rules::base();
    expected.scoring.villager = 0;
    expected.strategies.balanced.draw = 4;
    assert_eq!(rules.unwrap(), expected);
    // Lists are replaced as a whole.
    let rules = Rules::read_toml("[months]\nbonus = [\"\", \"edict\"]\n").unwrap();
    assert_eq!(rules.months.bonus, ["", "edict"]);
    assert!(Rules::read_toml("[scoring]\nvilager = 0\n").is_err());
}

#[test]
fn twin_checks_deals_d6() {
    let rules = Rules::base();
    let good = plain(&rules);
    assert!(Twin::new(rules.clone(), 4, &good).is_ok());
    for (pointer, value) in [
        ("/deck/0", json!(2)),
        ("/deck/0", json!(0)),
        ("/deck/47", json!(49)),
        ("/deck", json!([1, 2])),
        ("/mixes/7/3", json!(3)),
        ("/mixes", json!([[1]])),
        ("/whims/0", json!("row")),
        ("/whims/0", json!("cube")),
        ("/whims", json!(["square"])),
    ] {
        let mut deal = good.clone();
        *deal.pointer_mut(pointer).unwrap() = value.clone();
        assert!(Twin::new(rules.clone(), 2, &deal).is_err(), "{pointer} {value}");
    }
    let mut deal = good.clone();
    deal["seed"] = json!(1);
    assert!(Twin::new(rules.clone(), 2, &deal).is_err());
    let mut deal = good.clone();
    deal["mixes"].as_array_mut().unwrap().pop();
    assert!(Twin::new(rules, 2, &deal).is_err());
}

/// Varied rule sets are valid, are read as they are written, and reach the limits.
#[test]
fn twin_varies_rule_sets() {
    let (mut boards, mut decks) = (Vec::new(), Vec::new());
    for number in 0..1_500 {
        let players = 2 + number as usize % 3;
        let mut rng = Rng::from_seed(number);
        let mut any = |most: usize| rng.below(most as u32 + 1) as usize;
        let rules = varied(players, &mut any);
        let written = serde_json::to_value(&rules).unwrap();
        assert_eq!(Rules::read(&written), Ok(rules.clone()));
        assert!(Twin::new(rules.clone(), players, &dealt(&rules, &mut any)).is_ok());
        boards.push((rules.board.rows, rules.board.columns));
        decks.push(rules.deck().len());
    }
    for board in [(1, 1), (8, 8), (1, 8), (8, 1), (4, 4)] {
        assert!(boards.contains(&board), "{board:?}");
    }
    for cards in [1, 2, 48, 64] {
        assert!(decks.contains(&cards), "{cards}");
    }
}
