#![allow(missing_docs)] // of what is named as its key

use serde::{Deserialize, Serialize};

use super::MAX_CARDS;
use crate::games::rule_set::rule_set;
use crate::rules::{Preset, RuleTable};

const BASE: &str = "[deck]\ncards = 13  # prizes, and bid cards of each seat: 3 to 13\n\
     [scoring]\ntied = \"discard\"  # a tied prize: discard, or carry to the next\n";

pub(super) static RULES: RuleTable = RuleTable::new(
    "goofspiel",
    &[Preset { name: "base", about: "13 cards, a tied prize is out of the game", toml: BASE }],
    KEYS,
);

rule_set! {
    RuleSet "" {
        deck: Deck,
        scoring: ScoringRules,
    }
    Deck "deck." {
        /// Prize cards, and bid cards of each seat.
        cards: u8 = whole(3, MAX_CARDS as i64, ""),
    }
    ScoringRules "scoring." {
        tied: Tied = words(&["discard", "carry"], ""),
    }
}

/// What happens to a prize whose highest bid is tied.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Tied {
    /// It leaves the game.
    Discard,
    /// It is added to the next prize.
    Carry,
}
