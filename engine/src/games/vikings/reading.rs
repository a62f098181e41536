//! Readings of rules that the printed sources leave open, as words in the rule set.

use serde::{Deserialize, Serialize};

/// A2: whether a seat that opens with 0 may still answer a raise.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OpeningZero {
    /// He may.
    Stands,
    /// He has passed.
    Out,
}

/// A7: which purchase lets a player take a bonus tile.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum BonusTrigger {
    /// The lot that is the highest priced at that moment.
    #[serde(rename = "highest")]
    Highest,
    /// Only the lot on the round's top space.
    #[serde(rename = "space-11")]
    Space11,
}

/// G3: what a boatswain does with a colour of which more are ashore than there are free tiles.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WholeColour {
    /// He brings as many as there are free tiles.
    #[default]
    AsManyAsFit,
    /// He cannot bring that colour as a whole.
    AllOrNone,
}

/// G3: which uses of boatswains a seat has to choose from after round 6.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LastBoatswains {
    /// All that move somebody.
    #[default]
    AnyUse,
    /// Those that move most vikings.
    Most,
}

/// F7b: which building tiles give nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BuildingThreat {
    /// Those whose own cell is threatened, occupied or not.
    #[default]
    Cell,
    /// Those with a threatened viking on them.
    Viking,
}
