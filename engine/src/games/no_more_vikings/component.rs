//! What lies in the box: units, parcels, kinds of cards, tokens, names of whims (C1 to C5).

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::error::ParseError;
use crate::games::bits::bits;
use crate::games::notation::{as_text, named};

/// Fewest and most seats (C1).
pub const MIN_PLAYERS: usize = 2;
/// Most seats.
pub const MAX_PLAYERS: usize = 4;
/// Most rows and most columns. Parcels are bits of a word, eight to a row, whatever the size of the board.
pub const SIDE: usize = 8;
/// Most cards, so that a word holds a set of them.
pub const MAX_CARDS: usize = 64;

named! {
    "unit":
    /// What can stand on a parcel (C2).
    #[derive(Serialize, Deserialize)]
    #[serde(rename_all = "lowercase")]
    pub enum Unit {
        /// Worth nothing yet.
        Villager = "villager",
        /// Fights the longship of its column (R3).
        Soldier = "soldier",
        /// A house (F4).
        Cottage = "cottage",
        /// A cottage on a wall; a house as well.
        Fortress = "fortress",
        /// Destroys a longship in every raid (R2).
        Tower = "tower",
        /// Worth what stands in its row and column (F3).
        Field = "field",
    }
}

/// Number of kinds of units.
pub const UNITS: usize = Unit::ALL.len();
/// Places of the supply: the units, edicts and red longships (C3).
pub const SUPPLIES: usize = UNITS + 2;
pub(super) const EDICT: usize = UNITS;
pub(super) const LONGSHIP: usize = UNITS + 1;

/// Parcels that have a neighbour to the right on the largest board, as bits.
pub const NOT_LAST: u64 = 0x7F7F_7F7F_7F7F_7F7F;
/// Parcels that have a neighbour to the left.
pub const NOT_FIRST: u64 = 0xFEFE_FEFE_FEFE_FEFE;

/// A parcel: the row from the beach times [`SIDE`], plus the column, both from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Parcel(pub u8);

impl Parcel {
    /// Its bit in a set of parcels.
    #[inline(always)]
    pub const fn bit(self) -> u64 {
        1 << (self.0 & 63)
    }

    /// Its column, from 0.
    #[inline(always)]
    pub const fn column(self) -> u8 {
        self.0 % SIDE as u8
    }

    /// Its row, from 0 at the beach.
    #[inline(always)]
    pub const fn row(self) -> u8 {
        self.0 / SIDE as u8
    }

    /// All parcels of its row and its column on the largest board, itself included.
    #[inline(always)]
    pub const fn lines(self) -> u64 {
        let row = 0xFF << (self.row() as usize * SIDE);
        row | Column(self.column()).parcels()
    }
}

impl fmt::Display for Parcel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", Column(self.column()), self.row() + 1)
    }
}

impl FromStr for Parcel {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Parcel, ParseError> {
        match *text.as_bytes() {
            [column @ b'a'..=b'h', row @ b'1'..=b'8'] => {
                Ok(Parcel((row - b'1') * SIDE as u8 + (column - b'a')))
            }
            _ => Err(ParseError::new("parcel", text, "a parcel is a column and a row, such as b1")),
        }
    }
}

/// A column, from 0: its parcels, and the space for a longship at the beach before them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Column(pub u8);

impl Column {
    /// Its bit in a set of columns.
    #[inline(always)]
    pub const fn bit(self) -> u8 {
        1 << (self.0 & 7)
    }

    /// All its parcels on the largest board.
    #[inline(always)]
    pub const fn parcels(self) -> u64 {
        0x0101_0101_0101_0101 << (self.0 & 7)
    }
}

impl fmt::Display for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", char::from(b'a' + self.0))
    }
}

impl FromStr for Column {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Column, ParseError> {
        match *text.as_bytes() {
            [column @ b'a'..=b'h'] => Ok(Column(column - b'a')),
            _ => Err(ParseError::new("column", text, "a column is a letter from a to h")),
        }
    }
}

pub(super) fn columns(set: u8) -> impl Iterator<Item = Column> {
    bits(set).map(|column| Column(column as u8))
}

/// The parcels of a set, ascending.
pub fn parcels(set: u64) -> impl Iterator<Item = Parcel> {
    bits(set).map(|parcel| Parcel(parcel as u8))
}

named! {
    "kind of card":
    /// What a card does (C4).
    #[allow(missing_docs)] // K5 and E3 say what each does
    #[derive(Serialize, Deserialize)]
    #[serde(rename_all = "lowercase")]
    pub enum Kind {
        Settler = "settler",
        Recruit = "recruit",
        Builder = "builder",
        Bow = "bow",
        Beacon = "beacon",
        Divert = "divert",
        Abduct = "abduct",
        Burn = "burn",
        Duel = "duel",
        Steal = "steal",
        Harvest = "harvest",
        Favour = "favour",
        Counter = "counter",
        Plague = "plague",
        Newcomers = "newcomers",
        Fog = "fog",
        Fire = "fire",
        Storm = "storm",
        Grace = "grace",
    }
}

/// Number of kinds of cards.
pub const KINDS: usize = Kind::ALL.len();

impl Kind {
    /// How many are action cards; they come first.
    pub const ACTIONS: usize = Kind::Plague as usize;

    /// Whether it takes effect when drawn; otherwise it is an action card.
    #[inline(always)]
    pub const fn is_event(self) -> bool {
        self as usize >= Kind::ACTIONS
    }

    /// Whether it can be announced (K3, W2).
    pub const fn is_played(self) -> bool {
        !self.is_event() && !matches!(self, Kind::Counter)
    }

    /// Whether it is announced with a seat (K4).
    #[inline(always)]
    pub const fn names_seat(self) -> bool {
        const NAMING: u32 = 1 << Kind::Beacon as u32
            | 1 << Kind::Divert as u32
            | 1 << Kind::Abduct as u32
            | 1 << Kind::Burn as u32
            | 1 << Kind::Duel as u32
            | 1 << Kind::Steal as u32;
        NAMING >> self as u32 & 1 != 0
    }

    /// Its bit in a set of kinds.
    #[inline(always)]
    pub const fn bit(self) -> u32 {
        1 << self as u32
    }
}

named! {
    "token":
    /// How a seat spends its round (T1).
    #[allow(missing_docs)]
    pub enum Token {
        Aggressive = "aggressive",
        Balanced = "balanced",
        Development = "development",
    }
}

/// What a month brings (C5).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Bonus {
    /// Nothing.
    #[serde(rename = "")]
    Nothing,
    /// Everybody adds a villager.
    Villager,
    /// Everybody adds a cottage.
    Cottage,
    /// Everybody takes an edict.
    Edict,
}

/// Name of a whim: up to [`Name::LONGEST`] letters, digits, `-` and `_`. Actions hold it, so it is small.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Name([u8; Name::LONGEST]);

impl Name {
    /// Most characters.
    pub const LONGEST: usize = 15;

    /// The text.
    pub fn as_str(&self) -> &str {
        let len = self.0.iter().position(|&byte| byte == 0).unwrap_or(Name::LONGEST);
        std::str::from_utf8(&self.0[..len]).unwrap_or_default()
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl fmt::Debug for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl FromStr for Name {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Name, ParseError> {
        let fits = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
        if text.is_empty() || text.len() > Name::LONGEST || !text.bytes().all(fits) {
            let longest = Name::LONGEST;
            let reason = format!("a name has 1 to {longest} letters, digits, `-` or `_`");
            return Err(ParseError::new("name", text, reason));
        }
        let mut name = [0; Name::LONGEST];
        name[..text.len()].copy_from_slice(text.as_bytes());
        Ok(Name(name))
    }
}

as_text!(Name: |error: ParseError| error.reason);
