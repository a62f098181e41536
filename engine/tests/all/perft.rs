//! Move-tree counts against reference files.
//!
//! Every file in `tests/data/perft` holds a game, a deal and the number of sequences of exactly 1,
//! 2, 3, ... legal actions from there, or from a later position of that game; sequences that end the game earlier are not counted. Every
//! game needs such a file.

use std::fs;
use std::path::Path;

use drakkar_engine::error::KeyError;
use drakkar_engine::games;
use drakkar_engine::recorded::Recorded;
use drakkar_engine::rules;
use serde::Deserialize;

use crate::data::from_toml;

/// One reference file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Reference {
    /// Id of the game.
    game: String,
    /// Name of a preset.
    rules: String,
    /// Changes of single values, as `key=value`.
    #[serde(default)]
    set: Vec<String>,
    /// Number of seats.
    players: usize,
    /// The deal as JSON, as in records.
    deal: String,
    /// Actions of the game so far.
    #[serde(default)]
    played: Vec<String>,
    /// Number of leaves at depth 1, 2, 3, ...
    leaves: Vec<u64>,
}

/// The counts of `reference` in its game, which are the same in all variants that play by its
/// rules.
fn count(reference: &Reference) -> Vec<u64> {
    macro_rules! counts {
        ($([$id:literal $module:ident: $($variant:ident)+])*) => {
            match reference.game.as_str() {
                $(
                    #[cfg(feature = $id)]
                    $id => vec![$(count_in::<games::$module::$variant>(reference)),+],
                )*
                other => panic!("there is no game `{other}`"),
            }
        };
    }
    let mut counts = drakkar_engine::for_each_game!(counts)
        .into_iter()
        .map(|counts| counts.unwrap_or_else(|error| panic!("{}: {error}", reference.game)));
    let whole = counts.next().flatten().expect("the first variant plays by every rule set");
    assert!(counts.flatten().all(|counts| counts == whole), "{}", reference.game);
    whole
}

/// Nothing if this variant does not play by these rules.
fn count_in<G: Recorded>(reference: &Reference) -> Result<Option<Vec<u64>>, KeyError> {
    let preset = G::rules().preset(&reference.rules)?;
    let rule_set = G::read_toml(&rules::set(preset.toml, &reference.set)?)?;
    if !G::covers(&rule_set) {
        return Ok(None);
    }
    let game = G::new(rule_set, reference.players)?;
    let deal = serde_json::from_str(&reference.deal)
        .map_err(|error| KeyError::new("deal", error.to_string()))?;
    let deal = game.read_deal(&deal)?;
    let mut state = game.state(&deal);
    for text in &reference.played {
        let refused = |error: &dyn std::fmt::Display| KeyError::new("played", error.to_string());
        let action = text.parse::<G::Action>().map_err(|error| refused(&error))?;
        game.apply(&mut state, action, &mut ()).map_err(|error| refused(&error))?;
    }
    let depths = 1..=reference.leaves.len() as u32;
    Ok(Some(depths.map(|depth| game.perft(&state, depth)).collect()))
}

#[test]
fn every_game_has_the_counts_of_its_reference_files() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/perft");
    let mut without: Vec<&str> = games::IDS.to_vec();
    for entry in fs::read_dir(&folder).unwrap() {
        let path = entry.unwrap().path();
        let text = fs::read_to_string(&path).unwrap();
        let reference: Reference =
            from_toml(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        assert!(!reference.leaves.is_empty(), "{}", path.display());
        assert_eq!(count(&reference), reference.leaves, "{}", path.display());
        without.retain(|&id| id != reference.game);
    }
    assert!(without.is_empty(), "games without a reference file: {without:?}");
}
