//! What views show people and programs. The contract checks that it does not depend on hidden
//! things.
//!
//! `tests/data/views` has a file for each game: words and keys that are shown in some decision.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use drakkar_engine::games::goofspiel::Goofspiel;
use drakkar_engine::games::vikings_on_board::VikingsOnBoard;
use drakkar_engine::recorded::Recorded;
use drakkar_engine::seat::Seat;
use drakkar_engine::seed::{DealSeed, Rng};
use serde::Deserialize;
use serde_json::Value;

use crate::data::from_toml;

/// The text and fields of every seat's view before each decision of a random game, and at its end.
fn tell<G: Recorded>(preset: &str, players: usize, mut each: impl FnMut(&G, Seat, &str, &Value)) {
    let game =
        G::new(G::read_toml(G::rules().preset(preset).unwrap().toml).unwrap(), players).unwrap();
    let mut state = game.state(&game.deal(DealSeed { seed: 3, deal: 0 }));
    let mut rng = Rng::from_seed(1);
    loop {
        for seat in Seat::all(players) {
            let view = game.view(&state, seat);
            let fields = Value::Object(view.fields());
            let to_move = game.to_move(&state).map(Seat::index);
            assert_eq!(fields["to_move"], serde_json::json!(to_move));
            each(&game, seat, &view.text(), &fields);
        }
        if game.to_move(&state).is_none() {
            return;
        }
        let action = game.random_legal(&state, &mut rng);
        game.apply_unchecked(&mut state, action, &mut ());
    }
}

/// The file of a game.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Views {
    told: Vec<Told>,
}

/// What is shown under a preset.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Told {
    preset: String,
    players: usize,
    /// In the text of some decision.
    words: Vec<String>,
    /// In the fields of some decision.
    keys: Vec<String>,
}

/// Every part of the game's file is shown in some decision, in every variant that plays by its
/// rules.
fn check_parts<G: Recorded>() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/views");
    let path = folder.join(format!("{}.toml", G::ID));
    let text = fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let views: Views = from_toml(&text).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    assert!(!views.told.is_empty(), "{}", path.display());
    for Told { preset, players, words, keys } in &views.told {
        if !covers::<G>(preset) {
            continue;
        }
        let (mut texts, mut fields) = (String::new(), String::new());
        tell::<G>(preset, *players, |_, _, text, told| {
            texts += text;
            fields += &told.to_string();
        });
        for word in words {
            assert!(texts.contains(word), "{}: `{word}` is never told", G::ID);
        }
        for key in keys {
            assert!(fields.contains(&format!("\"{key}\":")), "{}: `{key}` is never told", G::ID);
        }
    }
}

fn covers<G: Recorded>(preset: &str) -> bool {
    let preset = G::rules().preset(preset).unwrap();
    G::covers(&G::read_toml(preset.toml).unwrap())
}

/// The page on agents names every key that a view has, in the paragraph of its game. Keys of one letter
/// are names of rows or clans.
fn check_keys<G: Recorded>() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/agents.md");
    let page = fs::read_to_string(page).unwrap();
    let name = |part: &str| {
        part.trim_start_matches('*').split('*').next().unwrap().trim_end_matches('!').to_lowercase()
    };
    let id = G::ID.replace('-', " ");
    let part = page.split("\n\n").find(|part| part.starts_with("**") && name(part) == id);
    let part = part.unwrap_or_else(|| panic!("{}: its keys are not explained", G::ID));
    let mut keys = BTreeSet::new();
    for preset in G::presets().iter().filter(|preset| covers::<G>(preset.name)) {
        tell::<G>(preset.name, G::PLAYERS.1.min(3), |_, _, _, fields| collect(fields, &mut keys));
    }
    assert!(keys.len() > 1, "{}", G::ID);
    for key in keys.iter().filter(|key| *key != "to_move" && key.len() > 1) {
        assert!(part.contains(&format!("`{key}`")), "{}: `{key}` is not explained", G::ID);
    }
}

/// A test for each game.
macro_rules! tests {
    ($([$id:literal $module:ident: $($variant:ident)+])*) => {$(
        #[cfg(feature = $id)]
        #[test]
        fn $module() {
            $(
                check_parts::<drakkar_engine::games::$module::$variant>();
                check_keys::<drakkar_engine::games::$module::$variant>();
            )+
        }
    )*};
}
drakkar_engine::for_each_game!(tests);

#[test]
fn a_seat_is_told_its_own_barrels_and_no_others() {
    tell::<VikingsOnBoard>("base", 3, |_, seat, text, fields| {
        for (other, told) in fields["seats"].as_array().unwrap().iter().enumerate() {
            assert_eq!(told.get("barrels").is_some(), other == seat.index());
        }
        assert_eq!(text.matches("barrel 2 ").count(), 1, "{text}");
    });
}

#[test]
fn a_secret_bid_is_told_to_its_seat_alone() {
    let mut told = 0;
    tell::<Goofspiel>("base", 3, |_, seat, _, fields| {
        let bids = fields["seats"].as_array().unwrap();
        assert_eq!(!fields["own_bid"].is_null(), bids[seat.index()]["has_bid"] == true);
        told += u32::from(!fields["own_bid"].is_null());
    });
    // In each of 13 turns seat 0 waits for two others, seat 1 for one.
    assert_eq!(told, 39);
}

/// All keys of objects within a value.
fn collect(value: &Value, keys: &mut BTreeSet<String>) {
    match value {
        Value::Object(fields) => {
            for (key, value) in fields {
                keys.insert(key.clone());
                collect(value, keys);
            }
        }
        Value::Array(values) => values.iter().for_each(|value| collect(value, keys)),
        _ => {}
    }
}
