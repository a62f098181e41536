//! The fast engine of *No More Vikings!* against the plain twin, decision by decision.
//!
//! `DRAKKAR_TWIN_GAMES` sets the number of games (default 450); with `--nocapture` the figures
//! are printed.

use std::sync::LazyLock;

use super::twin::variation::varied;
use super::twin::{Rules, Twin, card};
use crate::twins::against_engine::{self, Seen};
use crate::twins::games_or;
use drakkar_engine::games::no_more_vikings::NoMoreVikings;
use drakkar_engine::games::no_more_vikings::rule_set::RuleSet;
use drakkar_engine::recorded::Recorded;
use drakkar_engine::seed::Rng;
use serde_json::{Value, json};

/// Rule sets far from the printed one.
fn far(players: usize) -> Vec<Rules> {
    // Read once for all tests.
    static FAR: LazyLock<Vec<RuleSet>> = LazyLock::new(against_engine::far::<NoMoreVikings>);
    let all = FAR.iter().filter(|&rule_set| NoMoreVikings::new(rule_set.clone(), players).is_ok());
    // Without the twin's check: the engine lets a whim have several conditions.
    all.map(|rule_set| serde_json::from_value(json!(rule_set)).unwrap()).collect()
}

/// Rule sets of which each kind has its turn.
pub fn rules(players: usize, number: u64) -> Rules {
    let mut rng = Rng::from_seed(number);
    match number % 4 {
        0 => Rules::base(),
        1 => {
            let mut far = far(players);
            far.swap_remove((number / 4) as usize % far.len())
        }
        _ => varied(players, &mut |most| rng.below(most as u32 + 1) as usize),
    }
}

/// A third of all games.
fn compare_many(players: usize) {
    let verbs = "whim at aggressive balanced development populate enlist cultivate marry fortress \
        tower move draw drop end pass edict counter sink divert";
    let mut kinds: Vec<String> = verbs.split_whitespace().map(str::to_owned).collect();
    let cards = card::ACTIONS.into_iter().filter(|&kind| kind != "counter");
    kinds.extend(cards.map(|kind| format!("play {kind}")));
    let end = |twin: &Twin, seen: &mut Seen| {
        *seen.entry("mixes".to_owned()).or_default() += twin.mixes_used as u64;
    };
    let rules = |number| rules(players, number);
    against_engine::compare_many::<Twin>(players, games_or(450) / 3, rules, end, &kinds);
}

#[test]
fn two_seats_play_as_in_the_twin() {
    compare_many(2);
}

#[test]
fn three_seats_play_as_in_the_twin() {
    compare_many(3);
}

#[test]
fn four_seats_play_as_in_the_twin() {
    compare_many(4);
}

#[test]
fn the_preset_is_that_of_the_twin() {
    let own = NoMoreVikings::read_toml(NoMoreVikings::presets()[0].toml).unwrap();
    assert_eq!(json!(own).to_string(), json!(Rules::base()).to_string());
    assert_eq!(NoMoreVikings::presets().len(), 1);
}

/// Where the engine has no narrower limits of its own.
#[test]
fn rule_sets_are_refused_as_in_the_twin() {
    let base = serde_json::to_value(Rules::base()).unwrap();
    let changes = [
        ("/setup/cards", json!([0, 10, 11, 13, 14, 20, 21, -1, "3", null])),
        ("/setup/whims_drawn", json!([0, 1, 2, 3, 5, 6])),
        ("/setup/villagers", json!([0, 7, 9, 10, 14, 15, -1])),
        ("/strategies/balanced", json!([{ "draw": 1 }, { "draw": 0, "keep": 0, "actions": 0 }])),
        ("/strategies/balanced/draw", json!([0, 31, -1])),
        ("/scoring/villager", json!([-9, 99, 0.5, true])),
        ("/switches/occupied_column", json!(["none", "next", "previous", true])),
        ("/switches/raid_targets", json!([[], ["field"], ["tower"], ["soldier"], "field"])),
        ("/switches/full_board_end", json!(["round", "never", 1])),
        ("/switches/tower_returns_fortress", json!([false, 0])),
        ("/board/rows", json!([0, 1, 8, 9, -1])),
        ("/board/columns", json!([0, 3, 4, 8, 9])),
        ("/supply/villager", json!([0, 1, 2, 3, 4, 255, -1])),
        ("/supply/longship", json!([0, 255, -1, null])),
        ("/months/bonus", json!([[], [""], ["edict"], ["soldier"], [1], [null]])),
        ("/cards/0/kind", json!(["bow", "fog", "counter", "archer", "", 1])),
        ("/cards/0/landing", json!([[], [""], ["d", "ad"], ["e"], ["ba"], ["aa"], ["abc"], ["é"]])),
        ("/cards/0/landing", json!([vec!["a"; 21], vec!["a"; 22]])),
        ("/cards", json!([[], [{ "kind": "bow", "landing": vec!["a"; 8] }]])),
        ("/cards", json!([[{ "kind": "fog", "landing": vec!["a"; 40] }], [{ "kind": "bow" }]])),
        ("/whims", json!([[], [{ "name": "one", "points": 1, "none": "tower" }]])),
        (
            "/whims/0",
            json!([
                { "name": "x", "points": 0, "none": "tower" },
                { "name": "row", "points": 0, "none": "tower" },
                { "name": "x", "points": 0 },
                { "name": "x", "points": 1, "pattern": ["HH", "H"] },
                { "name": "x", "points": 1, "pattern": ["X"] },
                { "name": "x", "points": 1, "pattern": ["é"] },
                { "name": "x", "points": 1, "pattern": [] },
                { "name": "x", "points": 1, "need": { "edict": 1 } },
                { "name": "x", "points": 1, "need": { "tower": 1, "field": 2 } },
                { "name": "x", "points": 1, "none": "house" },
                { "name": "two words", "points": 1, "none": "field" },
                { "name": "", "points": 1, "none": "field" },
                { "points": 1, "none": "field" },
            ]),
        ),
    ];
    let accepts = |rules: &Value, players| {
        Rules::read(rules).is_ok_and(|rules| rules.check_players(players).is_ok())
    };
    against_engine::compare_refused_rules::<NoMoreVikings>(&base, &changes, 1..=5, accepts);
}

#[test]
fn damaged_deals_are_refused_as_in_the_twin_d6() {
    let rules = |players, number, _: &mut Rng| rules(players, number);
    let taken = against_engine::compare_damaged_deals::<Twin>(400, rules, damage);
    // Some things are exchanged with their like.
    assert!((25..300).contains(&taken), "{taken}");
}

/// Exchanges, overwrites or drops something.
fn damage(deal: &mut Value, rng: &mut Rng) {
    let mut any = |most: usize| rng.below(most as u32) as usize;
    if any(12) == 0 {
        let whole = [json!("x"), json!({}), json!(3), Value::Null, json!([])];
        deal[["deck", "mixes", "whims", "cards"][any(4)]] = whole[any(5)].clone();
        return;
    }
    let pointer = [format!("/mixes/{}", any(8)), "/deck".into(), "/whims".into(), "/mixes".into()];
    let list = deal.pointer_mut(&pointer[any(4)]).unwrap().as_array_mut().unwrap();
    let (one, two) = (any(list.len()), any(list.len()));
    match any(4) {
        0 => list.swap(one, two),
        1 => list[one] = list[two].clone(),
        2 => drop(list.remove(one)),
        _ => {
            list[one] = [json!(0), json!(256), json!(-1), json!("row"), json!([1])][any(5)].clone()
        }
    }
}
