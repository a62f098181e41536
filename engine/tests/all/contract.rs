//! Every game keeps the contract, under every preset and under rule sets far from them.
//!
//! `tests/data/contract` has a file for each game: the number of deals, and the changes of each
//! preset. `DRAKKAR_CONTRACT_TIMES` sets how many times as many deals there are (default 1), and has changed
//! presets checked at every number of seats.

use std::fs;
use std::path::Path;

use drakkar_engine::recorded::Recorded;
use drakkar_engine::{contract, rules};
use serde::Deserialize;

use crate::data::from_toml;

/// The file of a game.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Far {
    rules: Vec<Entry>,
}

/// Changes of every preset.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    /// Deals at each number of seats.
    deals: u64,
    /// As `key=value`.
    #[serde(default)]
    set: Vec<String>,
}

/// Checks every preset with the changes of the game's file; once if it has two names.
fn check<G: Recorded>() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/contract");
    let path = folder.join(format!("{}.toml", G::ID));
    let text = fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let far: Far = from_toml(&text).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let asked = std::env::var("DRAKKAR_CONTRACT_TIMES").ok();
    let times = asked.as_ref().map_or(1, |text| text.parse().unwrap());
    let (mut plain, mut games) = (false, 0);
    for (number, Entry { deals, set }) in far.rules.iter().enumerate() {
        let deals = deals * times;
        plain |= set.is_empty();
        let mut checked = Vec::new();
        for preset in G::presets() {
            let text = rules::set(preset.toml, set).unwrap();
            let rule_set = G::read_toml(&text).unwrap();
            if !G::covers(&rule_set) || checked.contains(&rule_set) {
                continue;
            }
            checked.push(rule_set.clone());
            for players in G::PLAYERS.0..=G::PLAYERS.1 {
                // Changed presets share out the numbers of seats, unless all are asked for.
                let other = (number + checked.len() + players).is_multiple_of(2);
                if asked.is_none() && !set.is_empty() && other {
                    continue;
                }
                let game = G::new(rule_set.clone(), players).unwrap();
                contract::check(&game, deals, 20)
                    .unwrap_or_else(|breach| panic!("{} {set:?} {players}: {breach}", G::ID));
                games += deals;
            }
        }
    }
    assert!(plain && games > 0, "{}: the presets as they are", path.display());
}

/// A test for each game, in all variants.
macro_rules! tests {
    ($([$id:literal $module:ident: $($variant:ident)+])*) => {$(
        #[cfg(feature = $id)]
        #[test]
        fn $module() {
            $(check::<drakkar_engine::games::$module::$variant>();)+
        }
    )*};
}
drakkar_engine::for_each_game!(tests);
