//! The expectations of the agents in each game: `tests/data` has a file for each.

use std::fs;
use std::path::Path;

use drakkar_engine::recorded::Recorded;
use drakkar_engine::rules;
use serde::Deserialize;

use crate::data::from_toml;

/// The file of a game.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Expected {
    /// Under these rules all agents keep the contract.
    pub(crate) contract: Vec<Contract>,
    /// Under these rules they choose what is legal in random positions.
    pub(crate) positions: Vec<Positions>,
    /// Under these rules some are stronger than others.
    pub(crate) beats: Vec<Beats>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Contract {
    pub(crate) preset: String,
    pub(crate) players: Vec<usize>,
    /// The first deal, and the one after the last.
    pub(crate) deals: (u64, u64),
    /// Changes of the preset, as `key=value`.
    #[serde(default)]
    pub(crate) set: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Positions {
    pub(crate) preset: String,
    pub(crate) players: Vec<usize>,
    /// The first words of all actions that there are.
    pub(crate) kinds: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Beats {
    pub(crate) preset: String,
    pub(crate) players: usize,
    /// The stronger one, the weaker one in all other seats, the number of deals, and the win share
    /// that the stronger one must exceed.
    pub(crate) games: Vec<(String, String, u64, f64)>,
}

/// The expectations in the game called `id`.
pub(crate) fn expected(id: &str) -> Expected {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/data/{id}.toml"));
    let text = fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    from_toml(&text).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// The game under a preset with changes, if this variant is the one to play by it.
pub(crate) fn game<G: Recorded>(preset: &str, set: &[String], players: usize) -> Option<G> {
    let preset = G::rules().preset(preset).unwrap();
    let rule_set = G::read_toml(&rules::set(preset.toml, set).unwrap()).unwrap();
    G::covers(&rule_set).then(|| G::new(rule_set, players).unwrap())
}
