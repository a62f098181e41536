//! Every number of the rules.

use serde::{Deserialize, Serialize};

use super::MAX_CARDS;
use crate::rules::{Key, Preset, RuleTable};

/// All values of the rules.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RuleSet {
    /// The components.
    pub deck: Deck,
    /// The scoring rules.
    pub scoring: ScoringRules,
}

const BASE: &str = "[deck]\ncards = 13  # prizes, and bid cards of each seat: 3 to 13\n\
     [scoring]\ntied = \"discard\"  # a tied prize: discard, or carry to the next\n";

/// Presets, and the allowed values of their keys.
pub(super) static RULES: RuleTable = RuleTable::new(
    "goofspiel",
    &[Preset { name: "base", about: "13 cards, a tied prize is out of the game", toml: BASE }],
    &[
        Key::whole("deck.cards", 3, MAX_CARDS as i64, ""),
        Key::words("scoring.tied", &["discard", "carry"], ""),
    ],
);

crate::data!(RuleSet);

/// Component counts.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Deck {
    /// Prize cards, and bid cards of each seat: 3 to 13.
    pub cards: u8,
}

/// Switches of the scoring.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScoringRules {
    /// What a tie for the highest bid does to the prize.
    pub tied: Tied,
}

/// What happens to a prize that nobody wins.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Tied {
    /// It leaves the game.
    Discard,
    /// It is added to the next prize.
    Carry,
}
