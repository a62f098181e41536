//! Stones, combat cards, walls and the places to which Vikings are sent (C2 to C5).

use std::fmt;
use std::str::FromStr;

use crate::error::ParseError;
use crate::games::counts::counts;
use crate::games::notation::named;

/// Fewest seats (C1).
pub const MIN_PLAYERS: usize = 3;
/// Most seats (C1).
pub const MAX_PLAYERS: usize = 6;
/// Material spaces A to G (C2).
pub const SPACES: usize = 7;
/// Wall spaces of a village (C2).
pub const WALLS: usize = 6;
/// Siege spaces of a village (C2).
pub const SIEGE_SPACES: usize = 3;
/// Material spaces, and siege spaces of all villages.
pub const PLACES: usize = SPACES + MAX_PLAYERS * SIEGE_SPACES;
/// Kinds of stones (C4).
pub const KINDS: usize = 4;

/// The letters of siege spaces: catapult, boat, ram (C3).
const SIEGE_LETTERS: [char; SIEGE_SPACES] = ['C', 'B', 'R'];

named! {
    "kind of stone":
    /// A kind of stone, least points first (C4).
    #[allow(missing_docs)]
    pub enum Kind {
        Grass = "g",
        Wood = "w",
        Clay = "c",
        Stone = "s",
    }
}

counts! {
    /// How many stones of each kind, at most 255.
    Stones of Kind
}

impl Stones {
    /// Only clay and stone (Z2).
    #[inline(always)]
    pub(super) const fn lasting(self) -> Stones {
        Stones(self.0 & 0xFFFF_0000)
    }

    /// The kinds that are there: one bit for each, below 16.
    #[inline(always)]
    pub const fn kind_set(self) -> usize {
        (self.kinds().wrapping_mul(0x0102_0408) >> 24 & 15) as usize
    }

    /// Their points, with those of each kind.
    #[inline(always)]
    pub const fn points(self, each: &[i32; KINDS]) -> i32 {
        let [g, w, c, s] = self.0.to_le_bytes();
        g as i32 * each[0] + w as i32 * each[1] + c as i32 * each[2] + s as i32 * each[3]
    }
}

/// Letters in the order of the notation, such as `ggws`; `-` for none.
impl fmt::Display for Stones {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let each = |kind| std::iter::repeat_n(kind, self.count(kind) as usize);
        side_by_side(f, Kind::ALL.into_iter().flat_map(each))
    }
}

/// The texts of all, or `-`.
fn side_by_side(
    f: &mut fmt::Formatter<'_>,
    mut all: impl Iterator<Item: fmt::Display>,
) -> fmt::Result {
    match all.next() {
        None => f.write_str("-"),
        Some(first) => std::iter::once(first).chain(all).try_for_each(|one| write!(f, "{one}")),
    }
}

const CARD_BITS: u32 = 7;
const CARD_ONES: u64 = 0x0102_0408_1020_4081;

/// Combat cards without their order: for each value from 1 to 9 how many, 127 at most in all.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Cards(pub(super) u64);

impl Cards {
    /// No card.
    pub const NONE: Cards = Cards(0);
    /// The highest possible value.
    pub const HIGHEST: u32 = 9;

    /// `number` cards of a value.
    #[inline(always)]
    pub const fn of(value: u32, number: u32) -> Cards {
        Cards((number as u64) << (CARD_BITS * (value - 1)))
    }

    /// The number of cards of a value.
    #[inline(always)]
    pub const fn count(self, value: u32) -> u32 {
        (self.0 >> (CARD_BITS * (value - 1))) as u32 & 127
    }

    /// The number of cards.
    #[inline(always)]
    pub const fn total(self) -> u32 {
        (self.0.wrapping_mul(CARD_ONES) >> (CARD_BITS * (Cards::HIGHEST - 1))) as u32 & 127
    }

    /// Adds cards.
    #[inline(always)]
    pub const fn add(&mut self, other: Cards) {
        self.0 += other.0;
    }

    /// Takes cards away, which must be there.
    #[inline(always)]
    pub const fn take(&mut self, other: Cards) {
        self.0 -= other.0;
    }

    /// The sum of their values.
    #[inline(always)]
    pub fn sum(self) -> u32 {
        (1..=Cards::HIGHEST).map(|value| value * self.count(value)).sum()
    }

    /// The highest value; 1 without cards.
    #[inline(always)]
    pub const fn highest(self) -> u32 {
        (u64::BITS - 1 - (self.0 | 1).leading_zeros()) / CARD_BITS + 1
    }

    /// The different values, as a set of bits.
    #[inline(always)]
    pub(super) const fn values(self) -> u64 {
        let any = self.0 | self.0 >> 1;
        let any = any | any >> 2;
        (any | any >> 3) & CARD_ONES
    }

    #[inline(always)]
    pub(super) const fn value_at(bit: u32) -> u8 {
        (bit / CARD_BITS) as u8 + 1
    }

    pub(super) const fn above(self, value: u32) -> Cards {
        Cards(self.0 >> (CARD_BITS * value) << (CARD_BITS * value))
    }

    /// Every card, lowest first.
    pub fn iter(self) -> impl Iterator<Item = u8> {
        (1..=Cards::HIGHEST as u8)
            .flat_map(move |value| std::iter::repeat_n(value, self.count(value.into()) as usize))
    }

    /// The value of the `k`-th card, lowest first; the highest value if there are not so many.
    #[inline]
    pub(super) fn nth(self, mut k: u32) -> u8 {
        for value in 1..Cards::HIGHEST {
            let count = self.count(value);
            if k < count {
                return value as u8;
            }
            k -= count;
        }
        Cards::HIGHEST as u8
    }
}

impl FromIterator<u8> for Cards {
    #[inline]
    fn from_iter<I: IntoIterator<Item = u8>>(values: I) -> Cards {
        let one = |value: u8| Cards::of(value.into(), 1).0;
        Cards(values.into_iter().map(one).sum())
    }
}

/// Digits, lowest first; `-` for none.
impl fmt::Display for Cards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        side_by_side(f, self.iter())
    }
}

/// The stones on a wall space: a 1, then two bits for each stone, the bottom one first (T4).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Wall(pub(super) u16);

impl Wall {
    /// No stone.
    pub const EMPTY: Wall = Wall(1);
    /// The highest possible wall.
    pub const HIGHEST: u32 = 7;

    /// The number of stones.
    #[inline(always)]
    pub const fn height(self) -> u32 {
        (15 - self.0.leading_zeros()) / 2
    }

    /// Puts a stone on top; there must be room.
    #[inline(always)]
    pub const fn push(&mut self, kind: Kind) {
        self.0 = self.0 << 2 | kind as u16;
    }

    /// The stone at `depth` from the top, which must be there.
    #[inline(always)]
    pub fn from_top(self, depth: u32) -> Kind {
        Kind::from_index((self.0 >> (2 * depth)) as u32 & 3)
    }

    #[inline(always)]
    pub(super) const fn pop(&mut self, number: u32) {
        self.0 >>= 2 * number;
    }
}

/// From the bottom up, such as `gwg` (N1); `-` for none.
impl fmt::Display for Wall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        side_by_side(f, (0..self.height()).rev().map(|depth| self.from_top(depth)))
    }
}

impl Default for Wall {
    fn default() -> Wall {
        Wall::EMPTY
    }
}

/// A material space or a siege space: spaces A to G, then three for each village (C2, C3).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Place(pub(super) u8);

impl Place {
    /// The material space with a number below [`SPACES`].
    pub const fn space(number: usize) -> Place {
        assert!(number < SPACES);
        Place(number as u8)
    }

    /// The siege space of a village: 0 catapult, 1 boat, 2 ram.
    pub const fn siege(village: usize, weapon: usize) -> Place {
        assert!(village < MAX_PLAYERS && weapon < SIEGE_SPACES);
        Place((SPACES + village * SIEGE_SPACES + weapon) as u8)
    }

    /// Its number, below [`PLACES`].
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    #[inline(always)]
    pub(super) const fn bit(self) -> u32 {
        1 << (self.0 & 31)
    }

    /// Whether it is a material space.
    #[inline(always)]
    pub const fn is_space(self) -> bool {
        self.index() < SPACES
    }

    /// The village of a siege space.
    #[inline(always)]
    pub const fn village(self) -> usize {
        self.index().wrapping_sub(SPACES) / SIEGE_SPACES % 8
    }

    /// The lower-numbered of the two walls, from 0, that a siege space touches (C3).
    #[inline(always)]
    pub const fn low_wall(self) -> usize {
        self.index().wrapping_sub(SPACES) % SIEGE_SPACES * 2
    }
}

/// `A` or `2B` (N1).
impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_space() {
            return write!(f, "{}", (b'A' + self.0) as char);
        }
        write!(f, "{}{}", self.village(), SIEGE_LETTERS[self.low_wall() / 2])
    }
}

impl FromStr for Place {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Place, ParseError> {
        let place = (0..PLACES as u8).map(Place).find(|place| place.to_string() == text);
        place.ok_or_else(|| {
            ParseError::new("place", text, "expected A to G or a village and C, B or R")
        })
    }
}
