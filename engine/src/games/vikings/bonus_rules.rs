//! The numbers of the bonus tiles (A9).

#![allow(missing_docs)] // of fields that are named as their keys

use serde::{Deserialize, Serialize};

use super::bonus::Bonus;

/// Whether records and plans leave a value out, see [`Key::omitted`](crate::rules::Key::omitted).
pub(super) fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
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

/// A bonus tile whose effect has a size.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Valued {
    pub count: u32,
    pub value: u32,
    /// Glory for whoever takes one, at once; no part of the printed rules.
    #[serde(default, skip_serializing_if = "is_default")]
    pub glory: u32,
}

/// A bonus tile without a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Counted {
    pub count: u32,
    /// Glory for whoever takes one, at once; no part of the printed rules.
    #[serde(default, skip_serializing_if = "is_default")]
    pub glory: u32,
}

/// A9: the bonus tiles.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
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
    /// From 1.
    pub round: u32,
    /// From 0.
    pub seat: usize,
    pub kind: Bonus,
}

impl BonusRules {
    /// In the order of [`Bonus::ALL`].
    fn tiles(&self) -> [Valued; Bonus::COUNT] {
        let Counted { count, glory } = self.longboat;
        [
            self.gold5,
            self.goldsmith1,
            self.goldsmith2,
            Valued { count, value: 0, glory },
            self.noble1,
            self.scout1,
            self.fisher1,
            self.boatswain,
            self.food3,
            self.gold3,
            self.building_a,
            self.building_b,
            self.building_c,
            self.building_d,
        ]
    }

    /// Number of tiles of each kind, in the order of [`Bonus::ALL`].
    pub fn counts(&self) -> [u32; Bonus::COUNT] {
        self.tiles().map(|tile| tile.count)
    }

    /// Size of the effect of each kind, in the same order; 0 for `longboat`.
    pub fn values(&self) -> [u32; Bonus::COUNT] {
        self.tiles().map(|tile| tile.value)
    }

    /// Glory that is given with each kind, in the same order.
    pub fn glory(&self) -> [u32; Bonus::COUNT] {
        self.tiles().map(|tile| tile.glory)
    }
}
