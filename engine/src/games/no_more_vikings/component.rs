//! What lies in the box: units, parcels, kinds of cards, tokens, names of whims (C1 to C5).

use std::fmt;
use std::str::FromStr;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::error::ParseError;
use crate::games::bits::bits;

/// Fewest and most seats (C1).
pub const MIN_PLAYERS: usize = 2;
/// Most seats.
pub const MAX_PLAYERS: usize = 4;
/// Most rows and most columns. Parcels are bits of a word, eight to a row, whatever the size of the board.
pub const SIDE: usize = 8;
/// Most cards, so that a word holds a set of them.
pub const MAX_CARDS: usize = 64;

/// What can stand on a parcel (C2).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[repr(u8)]
pub enum Unit {
    /// Worth nothing yet.
    Villager,
    /// Fights the longship of its column (R3).
    Soldier,
    /// A house (F4).
    Cottage,
    /// A cottage on a wall; a house as well.
    Fortress,
    /// Destroys a longship in every raid (R2).
    Tower,
    /// Worth what stands in its row and column (F3).
    Field,
}

/// Number of kinds of units.
pub const UNITS: usize = 6;
/// Places of the supply: the units, edicts and red longships (C3).
pub const SUPPLIES: usize = UNITS + 2;
/// The supply's place for edicts.
pub(super) const EDICT: usize = UNITS;
/// The supply's place for red longships.
pub(super) const LONGSHIP: usize = UNITS + 1;

impl Unit {
    /// All of them.
    pub const ALL: [Unit; UNITS] =
        [Unit::Villager, Unit::Soldier, Unit::Cottage, Unit::Fortress, Unit::Tower, Unit::Field];

    /// Its name in files.
    pub const fn name(self) -> &'static str {
        ["villager", "soldier", "cottage", "fortress", "tower", "field"][self as usize]
    }
}

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

/// The columns of a set, ascending.
pub(super) fn columns(set: u8) -> impl Iterator<Item = Column> {
    bits(set).map(|column| Column(column as u8))
}

/// The parcels of a set, ascending.
pub fn parcels(set: u64) -> impl Iterator<Item = Parcel> {
    bits(set).map(|parcel| Parcel(parcel as u8))
}

/// What a card does (C4).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[repr(u8)]
pub enum Kind {
    /// A villager on a free parcel.
    Settler,
    /// A villager becomes a soldier.
    Recruit,
    /// A cottage on a free parcel.
    Builder,
    /// Destroys a longship at the own beach.
    Bow,
    /// Destroys a longship at any one beach.
    Beacon,
    /// Moves an own longship to an opponent.
    Divert,
    /// Removes a villager of an opponent.
    Abduct,
    /// Removes a cottage of an opponent.
    Burn,
    /// Removes a soldier of an opponent.
    Duel,
    /// Takes a random card of an opponent.
    Steal,
    /// A villager becomes a field.
    Harvest,
    /// Takes edicts.
    Favour,
    /// Cancels a card.
    Counter,
    /// Event: everybody loses a villager.
    Plague,
    /// Event: everybody gains a villager.
    Newcomers,
    /// Event: no raids in this round.
    Fog,
    /// Event: everybody loses a cottage.
    Fire,
    /// Event: everybody's leftmost longship is removed.
    Storm,
    /// Event: everybody gains an edict.
    Grace,
}

/// Number of kinds of cards.
pub const KINDS: usize = 19;

impl Kind {
    /// How many are action cards; they come first.
    pub const ACTIONS: usize = 13;

    /// All of them.
    pub const ALL: [Kind; KINDS] = [
        Kind::Settler,
        Kind::Recruit,
        Kind::Builder,
        Kind::Bow,
        Kind::Beacon,
        Kind::Divert,
        Kind::Abduct,
        Kind::Burn,
        Kind::Duel,
        Kind::Steal,
        Kind::Harvest,
        Kind::Favour,
        Kind::Counter,
        Kind::Plague,
        Kind::Newcomers,
        Kind::Fog,
        Kind::Fire,
        Kind::Storm,
        Kind::Grace,
    ];

    const NAMES: [&'static str; KINDS] = [
        "settler",
        "recruit",
        "builder",
        "bow",
        "beacon",
        "divert",
        "abduct",
        "burn",
        "duel",
        "steal",
        "harvest",
        "favour",
        "counter",
        "plague",
        "newcomers",
        "fog",
        "fire",
        "storm",
        "grace",
    ];

    /// Its name in files and in the notation.
    pub const fn name(self) -> &'static str {
        Kind::NAMES[self as usize]
    }

    /// Whether it takes effect when drawn; otherwise it is an action card.
    #[inline(always)]
    pub const fn is_event(self) -> bool {
        self as u8 >= Kind::Plague as u8
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

    #[inline(always)]
    pub(super) const fn from_index(index: u32) -> Kind {
        Kind::ALL[if (index as usize) < KINDS { index as usize } else { 0 }]
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Kind {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Kind, ParseError> {
        Kind::ALL
            .into_iter()
            .find(|kind| kind.name() == text)
            .ok_or_else(|| ParseError::new("kind of card", text, "there is no such kind"))
    }
}

/// How a seat spends its round (T1).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Token {
    /// Cards.
    Aggressive,
    /// Cards and actions.
    Balanced,
    /// Actions.
    Development,
}

impl Token {
    /// All of them.
    pub const ALL: [Token; 3] = [Token::Aggressive, Token::Balanced, Token::Development];

    /// Its name in the notation.
    pub const fn name(self) -> &'static str {
        ["aggressive", "balanced", "development"][self as usize]
    }
}

/// What a month brings (C5).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Bonus {
    /// Nothing.
    #[serde(rename = "")]
    Nothing,
    /// Everybody adds a villager.
    #[serde(rename = "villager")]
    Villager,
    /// Everybody adds a cottage.
    #[serde(rename = "cottage")]
    Cottage,
    /// Everybody takes an edict.
    #[serde(rename = "edict")]
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

impl Serialize for Name {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for Name {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Name, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(|error: ParseError| D::Error::custom(error.reason))
    }
}
