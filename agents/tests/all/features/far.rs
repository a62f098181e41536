//! Inputs under rule sets far from the printed ones, where they need not mean much, but keep their promises.

use std::fs;
use std::path::Path;

use drakkar_engine::recorded::Recorded;
use drakkar_engine::rules;
use serde::Deserialize;

use super::*;
use crate::data::from_toml;

/// The rule sets under which the engine checks its contract.
#[derive(Deserialize)]
struct Far {
    rules: Vec<Entry>,
}

/// Changes of every preset, as `key=value`; none for the presets themselves.
#[derive(Deserialize)]
struct Entry {
    #[serde(default)]
    set: Vec<String>,
}

/// The game under every such rule set at every number of seats.
pub(super) fn games<G: Recorded>() -> Vec<G> {
    let mut games = Vec::new();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../engine/tests/data/contract");
    let path = folder.join(format!("{}.toml", G::ID));
    let text = fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let far: Far = from_toml(&text).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    for set in far.rules.into_iter().map(|entry| entry.set).filter(|set| !set.is_empty()) {
        let mut checked = Vec::new();
        for preset in G::presets() {
            let rule_set = G::read_toml(&rules::set(preset.toml, &set).unwrap()).unwrap();
            if !G::covers(&rule_set) || checked.contains(&rule_set) {
                continue;
            }
            checked.push(rule_set.clone());
            for players in G::PLAYERS.0..=G::PLAYERS.1 {
                games.push(G::new(rule_set.clone(), players).unwrap());
            }
        }
    }
    games
}

/// Returns how many games it checked.
fn check_far<G: Playable + Recorded>() -> usize {
    let games = games::<G>();
    for game in &games {
        check_game(game, 2, |_| {});
    }
    games.len()
}

/// A test for each game, in all variants.
macro_rules! tests {
    ($([$id:literal $module:ident: $($variant:ident)+])*) => {$(
        #[cfg(feature = $id)]
        #[test]
        fn $module() {
            let checked = 0$( + check_far::<drakkar_engine::games::$module::$variant>())+;
            // Connect four has no rules to change.
            assert!(checked > 0 || $id == "connect-four", "no rule set is far from the printed one");
        }
    )*};
}
drakkar_engine::for_each_game!(tests);
