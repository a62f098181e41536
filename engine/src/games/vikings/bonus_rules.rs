//! The numbers of the bonus tiles (A9).

use serde::{Deserialize, Serialize};

use super::bonus::Bonus;
use super::reading::BuildingThreat;

/// Whether records and plans leave a value out, see [`Key::omitted`](crate::rules::Key::omitted).
pub(super) fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// A bonus tile whose effect has a size.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Valued {
    /// How many there are.
    pub count: u32,
    /// Size of the effect.
    pub value: u32,
    /// Glory for whoever takes one, at once; no part of the printed rules.
    #[serde(default, skip_serializing_if = "is_default")]
    pub glory: u32,
}

/// A bonus tile without a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Counted {
    /// How many there are.
    pub count: u32,
    /// Glory for whoever takes one, at once; no part of the printed rules.
    #[serde(default, skip_serializing_if = "is_default")]
    pub glory: u32,
}

/// A9: the bonus tiles.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[allow(missing_docs)] // the names are those of the tiles
pub struct BonusRules {
    /// Most glory for one building tile.
    #[serde(rename = "building_cap")]
    pub building_cap: u32,
    #[serde(rename = "building_threat", default, skip_serializing_if = "is_default")]
    pub building_threat: BuildingThreat,
    /// Whether a second `food3` or `gold3` adds to the first.
    #[serde(rename = "food3_gold3_add_up", default, skip_serializing_if = "is_default")]
    pub add_up: bool,
    pub gold5: Valued,
    pub goldsmith1: Valued,
    pub goldsmith2: Valued,
    pub longboat: Counted,
    pub noble1: Valued,
    pub scout1: Valued,
    pub fisher1: Valued,
    pub boatswain: Valued,
    pub food3: Valued,
    pub gold3: Valued,
    pub building_a: Valued,
    pub building_b: Valued,
    pub building_c: Valued,
    pub building_d: Valued,
}

/// One bonus tile for one seat, at the start of a round: before the auction, and before anything is
/// bought. It does not change the stock or the row, and it costs nothing.
///
/// A building tile is kept for the next tile with its building (A9), even if one is already placed:
/// nobody is asked at the start of a round.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Grant {
    /// The round, from 1.
    pub round: u32,
    /// The seat, from 0.
    pub seat: usize,
    /// The tile.
    pub kind: Bonus,
}

impl BonusRules {
    /// Number of tiles of each kind, in the order of [`Bonus::ALL`].
    pub fn counts(&self) -> [u32; Bonus::COUNT] {
        [
            self.gold5.count,
            self.goldsmith1.count,
            self.goldsmith2.count,
            self.longboat.count,
            self.noble1.count,
            self.scout1.count,
            self.fisher1.count,
            self.boatswain.count,
            self.food3.count,
            self.gold3.count,
            self.building_a.count,
            self.building_b.count,
            self.building_c.count,
            self.building_d.count,
        ]
    }

    /// Size of the effect of each kind, in the same order; 0 for `longboat`.
    pub fn values(&self) -> [u32; Bonus::COUNT] {
        [
            self.gold5.value,
            self.goldsmith1.value,
            self.goldsmith2.value,
            0,
            self.noble1.value,
            self.scout1.value,
            self.fisher1.value,
            self.boatswain.value,
            self.food3.value,
            self.gold3.value,
            self.building_a.value,
            self.building_b.value,
            self.building_c.value,
            self.building_d.value,
        ]
    }

    /// Glory that is given with each kind, in the same order.
    pub fn glory(&self) -> [u32; Bonus::COUNT] {
        [
            self.gold5.glory,
            self.goldsmith1.glory,
            self.goldsmith2.glory,
            self.longboat.glory,
            self.noble1.glory,
            self.scout1.glory,
            self.fisher1.glory,
            self.boatswain.glory,
            self.food3.glory,
            self.gold3.glory,
            self.building_a.glory,
            self.building_b.glory,
            self.building_c.glory,
            self.building_d.glory,
        ]
    }
}
