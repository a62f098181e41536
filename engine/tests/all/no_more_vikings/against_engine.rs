//! The fast engine of *No More Vikings!* against the plain twin, decision by decision.
//!
//! `DRAKKAR_TWIN_GAMES` sets the number of games (default 900); with `--nocapture` the figures
//! are printed.

use std::collections::BTreeMap;
use std::path::Path;

use super::both::{Both, engine, scribble};
use super::games::{STYLES, choose};
use super::twin::variation::{dealt, varied};
use super::twin::{Rules, Twin, card};
use drakkar_engine::game::Game;
use drakkar_engine::games::no_more_vikings::NoMoreVikings;
use drakkar_engine::recorded::Recorded;
use drakkar_engine::rules as rule_files;
use drakkar_engine::seed::{DealSeed, Rng};
use serde_json::{Value, json};

/// How often each kind of action was played, and how often each fact was above 0.
type Seen = BTreeMap<String, u64>;

/// A deal by the engine, or by the twin.
pub fn deal(rules: &Rules, players: usize, number: u64, rng: &mut Rng) -> Value {
    if rng.below(2) == 0 {
        return dealt(rules, &mut |most| rng.below(most as u32 + 1) as usize);
    }
    let deal = engine(rules, players).deal(DealSeed { seed: 20_261_123, deal: number });
    serde_json::to_value(&deal).unwrap()
}

/// The preset with the changes that the contract is checked with: rule sets far from the printed one.
fn far(players: usize) -> Vec<Rules> {
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/contract/no-more-vikings.toml");
    let file: toml::Table = toml::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let preset = NoMoreVikings::presets()[0].toml;
    let mut all = Vec::new();
    for entry in file["rules"].as_array().unwrap() {
        let set: Vec<String> = match entry.get("set") {
            Some(set) => set.clone().try_into().unwrap(),
            None => Vec::new(),
        };
        let rule_set =
            rule_files::read::<NoMoreVikings>(&rule_files::set(preset, &set).unwrap()).unwrap();
        // Without the twin's check: the engine lets a whim have several conditions.
        let rules: Rules = serde_json::from_value(json!(rule_set)).unwrap();
        if NoMoreVikings::new(rule_set, players).is_ok() {
            all.push(rules);
        }
    }
    all
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

/// Plays one game in both; panics if they differ.
fn compare(rules: Rules, players: usize, number: u64, seen: &mut Seen) {
    let mut rng = Rng::from_seed(number);
    let deal = deal(&rules, players, number, &mut rng);
    let style = STYLES[rng.below(3) as usize];
    let mut both = Both::new(rules, players, deal);
    while let Some(legal) = both.legal() {
        // Something else, and what was legal a while ago.
        both.try_out(&scribble(&mut rng), &legal);
        if let Some(back) = both.history.len().checked_sub(1 + rng.below(40) as usize) {
            both.try_out(&both.history[back], &legal);
        }
        let action = &legal[choose(style, &legal, &mut rng)];
        both.play(action);
        let mut words = action.split(' ');
        let verb = words.next().unwrap();
        let kind =
            if verb == "play" { format!("play {}", words.next().unwrap()) } else { verb.into() };
        *seen.entry(kind).or_default() += 1;
    }
    both.compare_end();
    for (name, count) in (0..players).flat_map(|seat| both.twin.facts(seat)) {
        *seen.entry(name).or_default() += u64::from(count != 0);
    }
    *seen.entry("mixes".to_owned()).or_default() += both.twin.mixes_used as u64;
    *seen.entry("decisions".to_owned()).or_default() += both.history.len() as u64;
    *seen.entry("games".to_owned()).or_default() += 1;
}

/// A third of all games.
fn compare_many(players: usize) {
    let games = std::env::var("DRAKKAR_TWIN_GAMES").map_or(900, |text| text.parse().unwrap());
    let mut seen = Seen::new();
    for number in 0..games / 3 {
        compare(rules(players, number), players, number, &mut seen);
    }
    println!("{players} players: {seen:?}");
    // The games reach everything: every kind of action, and every fact is above 0 somewhere.
    let verbs = "whim at aggressive balanced development populate enlist cultivate marry fortress \
        tower move draw drop end pass edict counter sink divert";
    assert!(verbs.split_whitespace().all(|verb| seen.contains_key(verb)), "{seen:?}");
    for kind in card::ACTIONS.into_iter().filter(|&kind| kind != "counter") {
        assert!(seen.contains_key(&format!("play {kind}")), "{kind}: {seen:?}");
    }
    assert!(seen.values().all(|&count| count > 0), "{seen:?}");
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
    let own = rule_files::read::<NoMoreVikings>(NoMoreVikings::presets()[0].toml).unwrap();
    assert_eq!(json!(own).to_string(), json!(Rules::base()).to_string());
    assert_eq!(NoMoreVikings::presets().len(), 1);
}

/// Where the engine has no narrower limits of its own.
#[test]
fn rule_sets_are_refused_as_in_the_twin() {
    let base = serde_json::to_value(Rules::base()).unwrap();
    let mut taken = 0;
    for (pointer, values) in [
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
    ] {
        for value in values.as_array().unwrap() {
            let mut changed = base.clone();
            *changed.pointer_mut(pointer).unwrap() = value.clone();
            for players in 1..=5 {
                let own = NoMoreVikings::read_rules(&changed)
                    .is_ok_and(|rule_set| NoMoreVikings::new(rule_set, players).is_ok());
                let other =
                    Rules::read(&changed).is_ok_and(|rules| rules.check_players(players).is_ok());
                assert_eq!(own, other, "{players}: {pointer} {value}");
                taken += u32::from(own);
            }
        }
    }
    assert!(taken > 80, "{taken}");
}

#[test]
fn damaged_deals_are_refused_as_in_the_twin_d6() {
    let mut rng = Rng::from_seed(4);
    let mut taken = 0;
    for number in 0..800 {
        let players = 2 + number as usize % 3;
        let rules = rules(players, number);
        let game = engine(&rules, players);
        let mut deal = deal(&rules, players, number, &mut rng);
        damage(&mut deal, &mut rng);
        let own = game.read_deal(&deal).is_ok();
        assert_eq!(own, Twin::new(rules, players, &deal).is_ok(), "{players} players, {deal}");
        taken += u64::from(own);
    }
    // Some things are exchanged with their like.
    assert!((50..600).contains(&taken), "{taken}");
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
