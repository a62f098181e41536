//! The bonus tiles of the advanced rules (C7, A9).

use std::fmt;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::error::ParseError;
use crate::input::meant;

/// A kind of bonus tile.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
#[repr(u8)]
#[allow(missing_docs)] // the names are those of the tiles, see `docs/vikings.md`
pub enum Bonus {
    Gold5,
    Goldsmith1,
    Goldsmith2,
    Longboat,
    Noble1,
    Scout1,
    Fisher1,
    Boatswain,
    Food3,
    Gold3,
    BuildingA,
    BuildingB,
    BuildingC,
    BuildingD,
}

impl Bonus {
    /// Number of kinds.
    pub const COUNT: usize = 14;

    /// All kinds, in the order of their numbers.
    pub const ALL: [Bonus; Bonus::COUNT] = [
        Bonus::Gold5,
        Bonus::Goldsmith1,
        Bonus::Goldsmith2,
        Bonus::Longboat,
        Bonus::Noble1,
        Bonus::Scout1,
        Bonus::Fisher1,
        Bonus::Boatswain,
        Bonus::Food3,
        Bonus::Gold3,
        Bonus::BuildingA,
        Bonus::BuildingB,
        Bonus::BuildingC,
        Bonus::BuildingD,
    ];

    const NAMES: [&'static str; Bonus::COUNT] = [
        "gold5",
        "goldsmith1",
        "goldsmith2",
        "longboat",
        "noble1",
        "scout1",
        "fisher1",
        "boatswain",
        "food3",
        "gold3",
        "building-a",
        "building-b",
        "building-c",
        "building-d",
    ];

    /// Its name in the notation.
    pub const fn name(self) -> &'static str {
        Bonus::NAMES[self as usize]
    }

    /// The kind of a name.
    ///
    /// # Errors
    /// If there is no such kind.
    pub fn from_name(name: &str) -> Result<Bonus, ParseError> {
        let index = Bonus::NAMES.iter().position(|&known| known == name);
        index.map(|index| Bonus::ALL[index]).ok_or_else(|| {
            let meant = meant(name, Bonus::NAMES).map(|name| format!("; did you mean `{name}`?"));
            let names = Bonus::NAMES.join(", ");
            let reason = format!("expected one of {names}{}", meant.unwrap_or_default());
            ParseError::new("bonus tile", name, reason)
        })
    }

    /// The kind with a number below [`Bonus::COUNT`].
    #[inline(always)]
    pub(super) const fn from_index(index: u32) -> Bonus {
        Bonus::ALL[if index < Bonus::COUNT as u32 { index as usize } else { 0 }]
    }

    /// The building tile of a building, 0 (`a`) to 3 (`d`).
    #[inline(always)]
    pub(super) const fn building(building: u32) -> Bonus {
        Bonus::ALL[Bonus::BuildingA as usize + (building & 3) as usize]
    }

    #[inline(always)]
    pub(super) const fn as_building(self) -> Option<u32> {
        (self as u32).checked_sub(Bonus::BuildingA as u32)
    }
}

/// As its name.
impl fmt::Display for Bonus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Serialize for Bonus {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for Bonus {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Bonus, D::Error> {
        Bonus::from_name(&String::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}

/// How many there are of each kind, four bits each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Kinds(u64);

impl Kinds {
    pub(super) const NONE: Kinds = Kinds(0);

    /// The counts of a rule set; each is at most [`MAX_BONUS`](super::component::MAX_BONUS).
    pub(super) fn of(counts: [u32; Bonus::COUNT]) -> Kinds {
        let mut kinds = Kinds::NONE;
        for (kind, count) in Bonus::ALL.into_iter().zip(counts) {
            kinds.0 |= u64::from(count) << (4 * kind as u32);
        }
        kinds
    }

    #[inline(always)]
    pub(super) fn count(self, kind: Bonus) -> u32 {
        (self.0 >> (4 * kind as u32)) as u32 & 15
    }

    #[inline(always)]
    pub(super) fn is_empty(self) -> bool {
        self.0 == 0
    }

    #[inline(always)]
    pub(super) fn add(&mut self, kind: Bonus) {
        debug_assert!(self.count(kind) < 15);
        self.0 += 1 << (4 * kind as u32);
    }

    /// Removes one, which must be there.
    #[inline(always)]
    pub(super) fn remove(&mut self, kind: Bonus) {
        self.0 -= 1 << (4 * kind as u32);
    }

    /// Whether there is a building tile among them.
    #[inline(always)]
    pub(super) fn has_buildings(self) -> bool {
        self.0 >> (4 * Bonus::BuildingA as u32) != 0
    }

    pub(super) fn total(self) -> u32 {
        Bonus::ALL.into_iter().map(|kind| self.count(kind)).sum()
    }

    /// The tile at `place` when all lie sorted by kind; `place` is below [`Kinds::total`].
    pub(super) fn at(self, mut place: u32) -> Bonus {
        for kind in Bonus::ALL {
            match place.checked_sub(self.count(kind)) {
                Some(rest) => place = rest,
                None => return kind,
            }
        }
        Bonus::Gold5
    }

    /// The kinds present, one bit in four each.
    #[inline(always)]
    fn mask(self) -> u64 {
        (self.0 | self.0 >> 1 | self.0 >> 2 | self.0 >> 3) & 0x1111_1111_1111_1111
    }

    /// Number of different kinds.
    #[inline(always)]
    pub(super) fn different(self) -> u32 {
        self.mask().count_ones()
    }

    /// The `k`-th of the different kinds.
    #[inline(always)]
    pub(super) fn nth<C: crate::cpu::Cpu>(self, cpu: C, k: u32) -> Bonus {
        Bonus::from_index(cpu.nth_set(self.mask(), k) / 4)
    }

    /// The different kinds.
    #[inline(always)]
    pub(super) fn iter(self) -> impl Iterator<Item = Bonus> {
        let mut mask = self.mask();
        std::iter::from_fn(move || {
            (mask != 0).then(|| {
                let kind = Bonus::from_index(mask.trailing_zeros() / 4);
                mask &= mask - 1;
                kind
            })
        })
    }
}
