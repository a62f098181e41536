//! What a seat can choose, and its notation (N4 to N9).

use std::fmt;
use std::str::FromStr;

use super::component::{Cards, Kind, MAX_PLAYERS, Place, WALLS, Wall};
use crate::error::ParseError;

/// One choice.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)] // of fields, which the texts explain
pub enum Action {
    /// `put 2B`: the next Viking goes to a place (P1, P2).
    Put { place: Place },
    /// `home`: all Vikings that are left stay at home (P1).
    Home,
    /// `fight A 1`: a fight against a Viking of another seat (B2, B3).
    Fight { place: Place, seat: u8 },
    /// `siege 2B` (B4).
    Siege { place: Place },
    /// `swap`: amulets for a new hand (A1).
    Swap,
    /// `keep`: no swap, or no further one (A1).
    Keep,
    /// `card 4` (D1).
    Card { value: u8 },
    /// `loot 2 1 w`: stones from the tops of the two walls, one of which is kept (L2, L3).
    Loot { low: u8, high: u8, keep: Kind },
    /// `loot none` (E2).
    LootNone,
    /// `take w`: the stone of the next Viking on a space with several kinds (E6).
    Take { kind: Kind },
    /// `build w 3`: a stone goes on top of a wall (T4).
    Build {
        kind: Kind,
        /// The wall, from 0.
        wall: u8,
    },
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Put { place } => write!(f, "put {place}"),
            Action::Home => f.write_str("home"),
            Action::Fight { place, seat } => write!(f, "fight {place} {seat}"),
            Action::Siege { place } => write!(f, "siege {place}"),
            Action::Swap => f.write_str("swap"),
            Action::Keep => f.write_str("keep"),
            Action::Card { value } => write!(f, "card {value}"),
            Action::Loot { low, high, keep } => write!(f, "loot {low} {high} {}", keep.letter()),
            Action::LootNone => f.write_str("loot none"),
            Action::Take { kind } => write!(f, "take {}", kind.letter()),
            Action::Build { kind, wall } => write!(f, "build {} {}", kind.letter(), wall + 1),
        }
    }
}

/// The words that actions begin with, and what follows each.
const VERBS: [(&str, &str); 10] = [
    ("put", "a place, such as A or 2B"),
    ("home", "nothing behind it"),
    ("fight", "a place and another seat, such as A 1"),
    ("siege", "a siege space, such as 2B"),
    ("swap", "nothing behind it"),
    ("keep", "nothing behind it"),
    ("card", "a value from 1 to 9"),
    ("loot", "none, or two numbers of stones and one of g w c s, such as 2 1 w"),
    ("take", "one of g w c s"),
    ("build", "one of g w c s and a wall from 1 to 6, such as w 3"),
];

fn digit(text: &str, least: u8, most: u8) -> Option<u8> {
    let [digit @ b'0'..=b'9'] = text.as_bytes() else { return None };
    Some(digit - b'0').filter(|number| (least..=most).contains(number))
}

fn kind(text: &str) -> Option<Kind> {
    let mut letters = text.chars();
    letters.next().and_then(Kind::from_letter).filter(|_| letters.next().is_none())
}

fn siege(text: &str) -> Option<Place> {
    text.parse().ok().filter(|place: &Place| !place.is_space())
}

fn parse(words: &[&str]) -> Option<Action> {
    let most_stones = Wall::HIGHEST as u8;
    Some(match *words {
        ["put", place] => Action::Put { place: place.parse().ok()? },
        ["home"] => Action::Home,
        ["fight", place, seat] => Action::Fight {
            place: place.parse().ok()?,
            seat: digit(seat, 0, MAX_PLAYERS as u8 - 1)?,
        },
        ["siege", place] => Action::Siege { place: siege(place)? },
        ["swap"] => Action::Swap,
        ["keep"] => Action::Keep,
        ["card", value] => Action::Card { value: digit(value, 1, Cards::HIGHEST as u8)? },
        ["loot", "none"] => Action::LootNone,
        ["loot", low, high, keep] => {
            let (low, high) = (digit(low, 0, most_stones)?, digit(high, 0, most_stones)?);
            (low + high > 0).then_some(Action::Loot { low, high, keep: kind(keep)? })?
        }
        ["take", stone] => Action::Take { kind: kind(stone)? },
        ["build", stone, wall] => {
            Action::Build { kind: kind(stone)?, wall: digit(wall, 1, WALLS as u8)? - 1 }
        }
        _ => return None,
    })
}

impl FromStr for Action {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Action, ParseError> {
        let words: Vec<&str> = text.split(' ').collect();
        parse(&words).ok_or_else(|| ParseError::after_verb(text, &VERBS))
    }
}
