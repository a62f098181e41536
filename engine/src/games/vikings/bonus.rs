//! The bonus tiles of the advanced rules (C7, A9).

use crate::games::bits::bits;
use crate::games::notation::{as_text, named};

/// Bonus tiles that lie face up at the start of a round (A6).
pub(super) const ROW: usize = 4;

named! {
    "bonus tile":
    /// A kind of bonus tile.
    #[allow(missing_docs)] // the names are those of the tiles, see `docs/vikings.md`
    pub enum Bonus {
        Gold5 = "gold5",
        Goldsmith1 = "goldsmith1",
        Goldsmith2 = "goldsmith2",
        Longboat = "longboat",
        Noble1 = "noble1",
        Scout1 = "scout1",
        Fisher1 = "fisher1",
        Boatswain = "boatswain",
        Food3 = "food3",
        Gold3 = "gold3",
        BuildingA = "building-a",
        BuildingB = "building-b",
        BuildingC = "building-c",
        BuildingD = "building-d",
    }
}

as_text!(Bonus);

impl Bonus {
    /// Number of kinds.
    pub const COUNT: usize = Bonus::ALL.len();

    /// The building tile of a building, 0 (`a`) to 3 (`d`).
    pub(super) const fn building(building: u32) -> Bonus {
        Bonus::ALL[Bonus::BuildingA as usize + (building & 3) as usize]
    }

    pub(super) const fn as_building(self) -> Option<u32> {
        (self as u32).checked_sub(Bonus::BuildingA as u32)
    }
}

/// How many there are of each kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Kinds(u64);

impl Kinds {
    /// No tiles.
    pub const NONE: Kinds = Kinds(0);

    /// Four bits for each kind, from the lowest.
    #[inline(always)]
    pub fn bits(self) -> u64 {
        self.0
    }

    /// These counts of each kind, at most 15.
    pub fn of(counts: [u32; Bonus::COUNT]) -> Kinds {
        Kinds(counts.iter().rev().fold(0, |kinds, &count| kinds << 4 | u64::from(count)))
    }

    /// Those of one kind.
    #[inline(always)]
    pub fn count(self, kind: Bonus) -> u32 {
        (self.0 >> (4 * kind as u32)) as u32 & 15
    }

    /// Whether there is none.
    #[inline(always)]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    #[inline(always)]
    pub(super) fn add(&mut self, kind: Bonus) {
        debug_assert!(self.count(kind) < 15);
        self.0 += 1 << (4 * kind as u32);
    }

    #[inline(always)]
    pub(super) fn remove(&mut self, kind: Bonus) {
        self.0 -= 1 << (4 * kind as u32);
    }

    #[inline(always)]
    pub(super) fn has_buildings(self) -> bool {
        self.0 >> (4 * Bonus::BuildingA as u32) != 0
    }

    pub(super) fn names(self) -> Vec<&'static str> {
        let names = |kind: Bonus| std::iter::repeat_n(kind.name(), self.count(kind) as usize);
        Bonus::ALL.into_iter().flat_map(names).collect()
    }

    pub(super) fn total(self) -> u32 {
        let pairs = (self.0 & 0x0F0F_0F0F_0F0F_0F0F) + (self.0 >> 4 & 0x0F0F_0F0F_0F0F_0F0F);
        (pairs.wrapping_mul(0x0101_0101_0101_0101) >> 56) as u32
    }

    /// The tile at `place`, below [`Kinds::total`], when all lie sorted by kind.
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

    #[inline(always)]
    pub(super) fn different(self) -> u32 {
        self.mask().count_ones()
    }

    #[inline(always)]
    pub(super) fn nth<C: crate::cpu::Cpu>(self, cpu: C, k: u32) -> Bonus {
        Bonus::from_index(cpu.nth_set(self.mask(), k) / 4)
    }

    /// The kinds of which there is a tile.
    #[inline(always)]
    pub fn iter(self) -> impl Iterator<Item = Bonus> {
        bits(self.mask()).map(|bit| Bonus::from_index(bit / 4))
    }
}
