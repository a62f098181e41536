//! Whole games, deals and rule sets in the fast engine and in the plain twin.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::path::Path;

use super::{Both, PlainTwin, engine};
use crate::data::from_toml;
use drakkar_engine::data::ToData;
use drakkar_engine::game::Game;
use drakkar_engine::recorded::Recorded;
use drakkar_engine::rules;
use drakkar_engine::seed::{DealSeed, Rng};
use serde_json::Value;

/// How often each kind of action was played, and how often each fact was not 0.
pub type Seen = BTreeMap<String, u64>;

/// A deal by the engine, or by the twin.
pub fn deal<T: PlainTwin>(rules: &T::Rules, players: usize, number: u64, rng: &mut Rng) -> Value {
    if rng.below(2) == 0 {
        return T::dealt(rules, players, rng);
    }
    let deal = engine::<T::Game>(rules, players).deal(DealSeed { seed: 20_261_123, deal: number });
    deal.to_data()
}

/// The presets with the changes that the contract is checked with: rule sets far from the printed ones.
pub fn far<G: Recorded>() -> Vec<G::RuleSet> {
    let file = format!("tests/data/contract/{}.toml", G::ID);
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    let file: Value = from_toml(&std::fs::read_to_string(path).unwrap()).unwrap();
    let mut all = Vec::new();
    for entry in file["rules"].as_array().unwrap() {
        let set: Vec<String> = match entry.get("set") {
            Some(set) => serde_json::from_value(set.clone()).unwrap(),
            None => Vec::new(),
        };
        for preset in G::presets() {
            all.push(G::read_toml(&rules::set(preset.toml, &set).unwrap()).unwrap());
        }
    }
    all
}

/// Plays one game in both; panics if they differ. Returns the end.
fn compare<T: PlainTwin>(rules: T::Rules, players: usize, number: u64, seen: &mut Seen) -> Both<T> {
    let mut rng = Rng::from_seed(number);
    let deal = deal::<T>(&rules, players, number, &mut rng);
    let style = rng.below(3);
    let mut both = Both::<T>::new(rules, players, deal);
    while let Some(legal) = both.legal() {
        // Something else, and what was legal a while ago.
        both.try_out(&T::scribble(&mut rng), &legal);
        if let Some(back) = both.history.len().checked_sub(1 + rng.below(40) as usize) {
            both.try_out(&both.history[back], &legal);
        }
        let action = &legal[both.twin.choose(style, &legal, &mut rng)];
        both.play(action);
        *seen.entry(T::kind_of(action).to_owned()).or_default() += 1;
    }
    both.compare_end();
    for (name, count) in (0..players).flat_map(|seat| both.twin.facts(seat)) {
        *seen.entry(name).or_default() += u64::from(count != 0);
    }
    *seen.entry("decisions".to_owned()).or_default() += both.history.len() as u64;
    *seen.entry("games".to_owned()).or_default() += 1;
    both
}

/// Plays so many games in both, by the rules of each number; `end` sees each when it is over. They reach
/// everything: these kinds of action, and every fact.
pub fn compare_many<T: PlainTwin>(
    players: usize,
    games: u64,
    rules: impl Fn(u64) -> T::Rules,
    mut end: impl FnMut(&T, &mut Seen),
    kinds: &[String],
) {
    let mut seen = Seen::new();
    for number in 0..games {
        let both = compare::<T>(rules(number), players, number, &mut seen);
        end(&both.twin, &mut seen);
    }
    println!("{players} players: {seen:?}");
    for kind in kinds {
        assert!(seen.contains_key(kind), "{kind}: {seen:?}");
    }
    assert!(seen.values().all(|&count| count > 0), "{seen:?}");
}

/// A rule set with one of these values at each place is refused, for each number of seats, where the twin's
/// `accepts` says so.
pub fn compare_refused_rules<G: Recorded>(
    base: &Value,
    changes: &[(&str, Value)],
    seats: RangeInclusive<usize>,
    accepts: impl Fn(&Value, usize) -> bool,
) {
    let mut taken = 0;
    for (pointer, values) in changes {
        for value in values.as_array().unwrap() {
            let mut changed = base.clone();
            *changed.pointer_mut(pointer).unwrap() = value.clone();
            for players in seats.clone() {
                let own =
                    G::read_rules(&changed).is_ok_and(|rule_set| G::new(rule_set, players).is_ok());
                assert_eq!(own, accepts(&changed, players), "{players}: {pointer} {value}");
                taken += u32::from(own);
            }
        }
    }
    assert!(taken > 80, "{taken}");
}

/// Deals that have been damaged are refused as in the twin. Returns how many were not.
pub fn compare_damaged_deals<T: PlainTwin>(
    games: u64,
    rules: impl Fn(usize, u64, &mut Rng) -> T::Rules,
    damage: impl Fn(&mut Value, &mut Rng),
) -> u64 {
    let (least, most) = T::Game::PLAYERS;
    let mut rng = Rng::from_seed(4);
    let mut taken = 0;
    for number in 0..games {
        let players = least + number as usize % (most - least + 1);
        let rules = rules(players, number, &mut rng);
        let game: T::Game = engine(&rules, players);
        let mut deal = deal::<T>(&rules, players, number, &mut rng);
        damage(&mut deal, &mut rng);
        let own = game.read_deal(&deal).is_ok();
        assert_eq!(own, T::new(rules, players, &deal).is_ok(), "{players} players, {deal}");
        taken += u64::from(own);
    }
    taken
}
