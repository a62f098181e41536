//! The fast engine of *Eketorp* against the plain twin, decision by decision.
//!
//! `DRAKKAR_TWIN_GAMES` sets the number of games (default 800); with `--nocapture` the figures
//! are printed.

use std::collections::BTreeMap;
use std::path::Path;

use super::both::{Both, engine, scribble};
use super::games::{STYLES, choose};
use super::twin::variation::{dealt, varied};
use super::twin::{Rules, Twin};
use drakkar_engine::game::Game;
use drakkar_engine::games::eketorp::Eketorp;
use drakkar_engine::recorded::Recorded;
use drakkar_engine::rules;
use drakkar_engine::seed::{DealSeed, Rng};
use serde_json::{Value, json};

/// How often each kind of action was played, and how often each fact was above 0.
type Seen = BTreeMap<String, u64>;

/// A deal by the engine, or by the twin.
pub fn deal(rules: &Rules, players: usize, number: u64, rng: &mut Rng) -> Value {
    if rng.below(2) == 0 {
        return dealt(rules, players, rng);
    }
    let deal = engine(rules, players).deal(DealSeed { seed: 20_261_123, deal: number });
    serde_json::to_value(&deal).unwrap()
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
        let action = &legal[choose(style, &both.twin, &legal, &mut rng)];
        both.play(action);
        *seen.entry(action.split(' ').next().unwrap().to_owned()).or_default() += 1;
    }
    both.compare_end();
    for (name, count) in (0..players).flat_map(|seat| both.twin.facts(seat)) {
        *seen.entry(name).or_default() += u64::from(count > 0);
    }
    *seen.entry("decisions".to_owned()).or_default() += both.history.len() as u64;
    *seen.entry("games".to_owned()).or_default() += 1;
}

/// The presets with the changes that the contract is checked with: rule sets far from the printed ones.
pub fn far() -> Vec<Rules> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/contract/eketorp.toml");
    let file: toml::Table = toml::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let mut all = Vec::new();
    for entry in file["rules"].as_array().unwrap() {
        let set: Vec<String> = match entry.get("set") {
            Some(set) => set.clone().try_into().unwrap(),
            None => Vec::new(),
        };
        for preset in Eketorp::presets() {
            let rule_set = rules::read::<Eketorp>(&rules::set(preset.toml, &set).unwrap()).unwrap();
            all.push(Rules::read(&serde_json::to_value(&rule_set).unwrap()).unwrap());
        }
    }
    all
}

fn games() -> u64 {
    std::env::var("DRAKKAR_TWIN_GAMES").map_or(800, |text| text.parse().unwrap())
}

/// A quarter of all games.
fn compare_many(players: usize) {
    let (far, mut seen) = (far(), Seen::new());
    for number in 0..games() / 4 {
        let rules = match number % 4 {
            0 => Rules::queen2007(),
            1 if number % 8 == 1 => Rules::db2003(),
            1 | 2 => far[(number / 4) as usize % far.len()].clone(),
            _ => varied(&mut Rng::from_seed(number)),
        };
        compare(rules, players, number, &mut seen);
    }
    println!("{players} players: {seen:?}");
    // The games reach everything: every kind of action, and every fact is above 0 somewhere.
    let verbs = "put home fight siege swap keep card loot take build";
    assert!(verbs.split(' ').all(|verb| seen.contains_key(verb)), "{seen:?}");
    assert!(seen.values().all(|&count| count > 0), "{seen:?}");
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
fn five_seats_play_as_in_the_twin() {
    compare_many(5);
}

#[test]
fn six_seats_play_as_in_the_twin() {
    compare_many(6);
}

#[test]
fn the_presets_are_those_of_the_twin() {
    for (preset, rules) in Eketorp::presets().iter().zip([Rules::queen2007(), Rules::db2003()]) {
        let own = rules::read::<Eketorp>(preset.toml).unwrap();
        assert_eq!(serde_json::to_value(&own).unwrap(), serde_json::to_value(&rules).unwrap());
    }
}

/// Where the engine has no narrower limits of its own.
#[test]
fn rule_sets_are_refused_as_in_the_twin() {
    let base = serde_json::to_value(Rules::queen2007()).unwrap();
    let few = vec!["- - - - - - -"; 11];
    let mut taken = 0;
    for (pointer, values) in [
        (
            "/setup/vikings",
            json!([{ "3": 8, "4": 6, "5": 6 }, { "3": 1, "4": 31, "5": 1, "6": 1 }]),
        ),
        ("/setup/hand", json!([1, 9, 10, 11, 12, 0, -1, "4"])),
        ("/setup/redeal", json!([true, false, 1])),
        ("/setup/amulets", json!([0, 99, -1])),
        ("/cards/highest", json!([0, 1, 2, 3, 4, 9, 10])),
        ("/cards/copies", json!([2, 3, 4, 5, 10])),
        ("/village/wall_height", json!([0, 2, 3, 7])),
        ("/village/full", json!([1, 17, 18, 19])),
        ("/game/rounds", json!([0, 1, 10, 11])),
        ("/game/removed_cards", json!([0, 2, 3])),
        ("/fights/empty_spaces", json!([false, "no"])),
        ("/hospital/stations", json!([[1, 2, 3, 1, 2, 3], [3, 2, 2, 1, 1], [3, 2, 2, 1, 1, 0]])),
        ("/hospital/stations", json!([[4, 2, 2, 1, 1, 1], [1, 1, 1, 1, 1, 1, 1]])),
        ("/siege/loot_max_stones", json!([0, 1, 99, -1])),
        ("/materials/cards", json!([few])),
        ("/materials/cards/0", json!(["c12+3 - - - - - -", "g1 - - - - -", "x1 - - - - - -"])),
        ("/materials/cards/0", json!(["g - - - - - -", "g1+ - - - - - -", "g-1 - - - - - -"])),
        (
            "/materials/cards/0",
            json!(["é1 - - - - - -", "gé - - - - - -", "g1+1+1 - - - - - -", ""]),
        ),
    ] {
        for value in values.as_array().unwrap() {
            let mut changed = base.clone();
            *changed.pointer_mut(pointer).unwrap() = value.clone();
            for players in 3..=6 {
                let own = Eketorp::read_rules(&changed)
                    .is_ok_and(|rule_set| Eketorp::new(rule_set, players).is_ok());
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
fn damaged_deals_are_refused_as_in_the_twin() {
    let mut rng = Rng::from_seed(4);
    let mut taken = 0;
    for number in 0..2_000 {
        let players = 3 + number as usize % 4;
        let rules = if number % 2 == 0 { Rules::queen2007() } else { varied(&mut rng) };
        let game = engine(&rules, players);
        let mut deal = deal(&rules, players, number, &mut rng);
        damage(&mut deal, &mut rng);
        let own = game.read_deal(&deal).is_ok();
        assert_eq!(own, Twin::new(rules, players, &deal).is_ok(), "{players} players, {deal}");
        taken += u64::from(own);
    }
    // Some things are exchanged with their like.
    assert!((100..1_500).contains(&taken), "{taken}");
}

/// Exchanges, overwrites or drops something.
fn damage(deal: &mut Value, rng: &mut Rng) {
    let mut any = |most: usize| rng.below(most as u32) as usize;
    if any(4) == 0 {
        let materials = deal["materials"].as_array_mut().unwrap();
        let (one, two) = (any(materials.len()), any(materials.len()));
        match any(3) {
            0 => materials.swap(one, two),
            1 => materials[one] = materials[two].clone(),
            _ => materials[one] = json!([0, 256, -1, 13][any(4)]),
        }
        return;
    }
    let hands = deal["hands"].as_array().unwrap().len();
    let pointer = [format!("/hands/{}", any(hands)), "/talon".to_owned()][any(2)].clone();
    let place = deal.pointer_mut(&pointer).unwrap();
    let mut cards: Vec<char> = place.as_str().unwrap().chars().collect();
    if cards.is_empty() {
        return;
    }
    let (one, two) = (any(cards.len()), any(cards.len()));
    match any(4) {
        0 => cards.swap(one, two),
        1 => cards[one] = cards[two],
        2 => drop(cards.remove(one)),
        _ => cards[one] = ['0', '1', '4', '9', 'x'][any(5)],
    }
    *place = cards.into_iter().collect::<String>().into();
}
