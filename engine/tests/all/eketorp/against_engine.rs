//! The fast engine of *Eketorp* against the plain twin, decision by decision.
//!
//! `DRAKKAR_TWIN_GAMES` sets the number of games (default 200); with `--nocapture` the figures
//! are printed.

use std::sync::LazyLock;

use super::twin::variation::varied;
use super::twin::{Rules, Twin};
use crate::twins::{against_engine, games_or};
use drakkar_engine::games::eketorp::Eketorp;
use drakkar_engine::recorded::Recorded;
use drakkar_engine::seed::Rng;
use serde_json::{Value, json};

/// Rule sets far from the printed ones, read once for all tests.
pub fn far() -> &'static [Rules] {
    static FAR: LazyLock<Vec<Rules>> = LazyLock::new(|| {
        let all = against_engine::far::<Eketorp>();
        all.iter()
            .map(|rule_set| Rules::read(&serde_json::to_value(rule_set).unwrap()).unwrap())
            .collect()
    });
    &FAR
}

/// A quarter of all games.
fn compare_many(players: usize) {
    let far = far();
    let rules = |number: u64| match number % 4 {
        0 => Rules::queen2007(),
        1 if number % 8 == 1 => Rules::db2003(),
        1 | 2 => far[(number / 4) as usize % far.len()].clone(),
        _ => varied(&mut Rng::from_seed(number)),
    };
    let verbs = "put home fight siege swap keep card loot take build";
    let verbs: Vec<String> = verbs.split(' ').map(str::to_owned).collect();
    against_engine::compare_many::<Twin>(players, games_or(200) / 4, rules, |_, _| (), &verbs);
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
        let own = Eketorp::read_toml(preset.toml).unwrap();
        assert_eq!(serde_json::to_value(&own).unwrap(), serde_json::to_value(&rules).unwrap());
    }
}

/// Where the engine has no narrower limits of its own.
#[test]
fn rule_sets_are_refused_as_in_the_twin() {
    let base = serde_json::to_value(Rules::queen2007()).unwrap();
    let few = vec!["- - - - - - -"; 11];
    let changes = [
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
    ];
    let accepts = |rules: &Value, players| {
        Rules::read(rules).is_ok_and(|rules| rules.check_players(players).is_ok())
    };
    against_engine::compare_refused_rules::<Eketorp>(&base, &changes, 3..=6, accepts);
}

#[test]
fn damaged_deals_are_refused_as_in_the_twin() {
    let rules = |_, number: u64, rng: &mut Rng| {
        if number.is_multiple_of(2) { Rules::queen2007() } else { varied(rng) }
    };
    let taken = against_engine::compare_damaged_deals::<Twin>(2_000, rules, damage);
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
