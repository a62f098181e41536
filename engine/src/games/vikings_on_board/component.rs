//! The components (section C): clans, goods, bodies, and positions.

use std::fmt;
use std::str::FromStr;

use crate::games::counts::counts;
use crate::games::notation::named;

/// Most players (C1).
pub const MAX_PLAYERS: usize = 4;
/// Ships (C3).
pub const SHIPS: usize = 8;
/// Bodies of each clan (C4).
pub const BODIES_PER_CLAN: usize = 6;
/// All bodies (C3).
pub const BODIES: usize = 24;
/// Bodies of a ship at the start (S2).
pub const BODIES_PER_SHIP: usize = 3;
/// Barrels of each player (C5).
pub const BARRELS: usize = 4;
/// Action spaces (C8).
pub const SPACES: usize = 11;

named! {
    "clan":
    /// A clan (C2). Seat 0 plays red, 1 blue, 2 green, 3 yellow (S5).
    #[allow(missing_docs)]
    #[derive(Default)]
    pub enum Clan {
        #[default]
        Red = "R",
        Blue = "B",
        Green = "G",
        Yellow = "Y",
    }
}

named! {
    "supply":
    /// A kind of supply (C6).
    #[allow(missing_docs)]
    #[derive(Default)]
    pub enum Good {
        #[default]
        Hide = "h",
        Grain = "g",
        Metal = "m",
    }
}

counts! {
    /// How many supplies of each kind, at most 255.
    Goods of Good
}

/// Their letters, sorted (N1).
impl fmt::Display for Goods {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let each = |good| std::iter::repeat_n(good, self.count(good) as usize);
        Good::ALL.into_iter().flat_map(each).try_for_each(|good| write!(f, "{good}"))
    }
}

impl serde::Serialize for Goods {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// One part of a ship (C4), with or without a viking of an unplayed clan (A10).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Body {
    /// Whose it is.
    pub clan: Clan,
    /// Its shields without the viking's, 1 to 9.
    pub shields: u8,
    /// Whether a viking stands on it.
    pub crew: bool,
}

/// `R3`, with a viking `R3+` (N1).
impl fmt::Display for Body {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}{}", self.clan, self.shields, if self.crew { "+" } else { "" })
    }
}

/// A ship (C3).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub struct Ship(pub(super) u8);

impl Ship {
    /// All ships.
    pub fn all() -> impl Iterator<Item = Ship> + Clone {
        (0..SHIPS as u8).map(Ship)
    }

    /// Number from 0.
    #[inline(always)]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Its number from 1.
impl fmt::Display for Ship {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0 + 1)
    }
}

impl FromStr for Ship {
    type Err = ();

    fn from_str(text: &str) -> Result<Ship, ()> {
        Ship::all().find(|ship| ship.to_string() == text).ok_or(())
    }
}

/// A body's place on a ship.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub struct Place {
    /// The ship.
    pub ship: Ship,
    /// Number of the body counted from the bow, from 0.
    pub place: u8,
}

/// `3.2`: ship 3, second body from the bow (N1).
impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.ship, self.place + 1)
    }
}

impl FromStr for Place {
    type Err = ();

    fn from_str(text: &str) -> Result<Place, ()> {
        let (ship, place) = text.split_once('.').ok_or(())?;
        let place = (0..BODIES as u8).find(|number| (number + 1).to_string() == place);
        Ok(Place { ship: ship.parse()?, place: place.ok_or(())? })
    }
}

/// A zone for one barrel at the dock of a ship (A4): ship times 4 plus clan.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub struct Zone(pub(super) u8);

impl Zone {
    /// The zone of `clan` at `ship`.
    #[inline(always)]
    pub fn new(ship: Ship, clan: Clan) -> Zone {
        Zone(4 * ship.0 + clan as u8)
    }

    /// The ship.
    #[inline(always)]
    pub fn ship(self) -> Ship {
        Ship(self.0 >> 2)
    }

    /// The clan.
    #[inline(always)]
    pub fn clan(self) -> Clan {
        Clan::from_index(u32::from(self.0 & 3))
    }
}

/// `3.R`: ship 3, red (N1).
impl fmt::Display for Zone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.ship(), self.clan())
    }
}

impl FromStr for Zone {
    type Err = ();

    fn from_str(text: &str) -> Result<Zone, ()> {
        let (ship, clan) = text.split_once('.').ok_or(())?;
        Ok(Zone::new(ship.parse()?, clan.parse().map_err(drop)?))
    }
}

/// Where a barrel is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum BarrelPlace {
    /// Not bet yet.
    #[default]
    Unused,
    /// At the dock of a ship, which may have sailed.
    At(Zone),
    /// On its owner's scoring shield.
    Won,
}

/// `unused`, `on 3.R` or `won`.
impl fmt::Display for BarrelPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BarrelPlace::Unused => f.write_str("unused"),
            BarrelPlace::At(zone) => write!(f, "on {zone}"),
            BarrelPlace::Won => f.write_str("won"),
        }
    }
}
