//! What a seat can choose, and its notation.

use std::fmt;
use std::str::FromStr;

use super::bonus::Bonus;
use super::component::{Cell, Colour, LOTS, Row};
use crate::error::ParseError;

/// One choice.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[allow(missing_docs)] // of fields, which the texts explain
pub enum Action {
    /// `buy 3`: the lot whose price is 3 now (B1).
    Buy { price: u8 },
    /// `start R`: the start tile into column 1 of a row (P7).
    Start { row: Row },
    /// `tile S3`, `tile S3+`: the island tile, with the viking on it or ashore (P2, P5).
    Tile { cell: Cell, viking: bool },
    /// `discard`: the tile fits nowhere (P4).
    Discard,
    /// `ship 2` (P1).
    Ship { column: u8 },
    /// `ferry S`: a boatswain moves all scouts (G3).
    Ferry { row: Row },
    /// `ferry each`: a boatswain moves one viking of each colour (G3).
    FerryEach,
    /// `longboat S`: the same with a longboat, which weak boatswains need for this (A9).
    Longboat { row: Row },
    /// `longboat each` (A9).
    LongboatEach,
    /// `land S4`: the tile for the next viking of the ferry.
    Land { cell: Cell },
    /// `stop`: no further boatswain.
    Stop,
    /// `bid 12` (A2).
    Bid { amount: u32 },
    /// `pass`: out of the auction (A2).
    Pass,
    /// `remove S`: a scout leaves the game (A3).
    Remove { colour: Colour },
    /// `set S`: the scouts go onto the wheel (A3).
    Set { colour: Colour },
    /// `take noble1`: a bonus tile (A7).
    Take { kind: Bonus },
    /// `decline`: no bonus tile (A7).
    Decline,
    /// `upgrade S3`: the building tile replaces this middle (A9).
    Upgrade { cell: Cell },
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.row().letter(), self.column())
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Buy { price } => write!(f, "buy {price}"),
            Action::Start { row } => write!(f, "start {}", row.letter()),
            Action::Tile { cell, viking: false } => write!(f, "tile {cell}"),
            Action::Tile { cell, viking: true } => write!(f, "tile {cell}+"),
            Action::Discard => f.write_str("discard"),
            Action::Ship { column } => write!(f, "ship {column}"),
            Action::Ferry { row } => write!(f, "ferry {}", row.letter()),
            Action::FerryEach => f.write_str("ferry each"),
            Action::Land { cell } => write!(f, "land {cell}"),
            Action::Stop => f.write_str("stop"),
            Action::Longboat { row } => write!(f, "longboat {}", row.letter()),
            Action::LongboatEach => f.write_str("longboat each"),
            Action::Bid { amount } => write!(f, "bid {amount}"),
            Action::Pass => f.write_str("pass"),
            Action::Remove { colour } => write!(f, "remove {}", colour.letter()),
            Action::Set { colour } => write!(f, "set {}", colour.letter()),
            Action::Take { kind } => write!(f, "take {kind}"),
            Action::Decline => f.write_str("decline"),
            Action::Upgrade { cell } => write!(f, "upgrade {cell}"),
        }
    }
}

/// A number without sign or leading zeros, from `least` to `most`.
fn number(text: &str, least: u32, most: u32) -> Option<u32> {
    let canonical = text == "0" || text.starts_with(|c: char| ('1'..='9').contains(&c));
    let value: u32 = text.parse().ok().filter(|_| canonical)?;
    (least..=most).contains(&value).then_some(value)
}

fn row(text: &str) -> Option<Row> {
    let mut letters = text.chars();
    let row = Row::from_letter(letters.next()?)?;
    letters.next().is_none().then_some(row)
}

fn colour(text: &str) -> Option<Colour> {
    let mut letters = text.chars();
    let colour = Colour::from_letter(letters.next()?)?;
    letters.next().is_none().then_some(colour)
}

fn cell(text: &str) -> Option<Cell> {
    let row = Row::from_letter(text.chars().next()?)?;
    Cell::new(row, number(&text[1..], 1, Cell::MAX_COLUMN)?)
}

impl FromStr for Action {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Action, ParseError> {
        let (verb, rest) = text.split_once(' ').unwrap_or((text, ""));
        let action = match verb {
            "buy" => number(rest, 0, LOTS as u32 - 1).map(|p| Action::Buy { price: p as u8 }),
            "start" => row(rest).map(|row| Action::Start { row }),
            "tile" => {
                let (place, viking) = rest.strip_suffix('+').map_or((rest, false), |p| (p, true));
                cell(place).map(|cell| Action::Tile { cell, viking })
            }
            "discard" if text == verb => Some(Action::Discard),
            "ship" => number(rest, 1, Cell::MAX_COLUMN).map(|c| Action::Ship { column: c as u8 }),
            "ferry" if rest == "each" => Some(Action::FerryEach),
            "ferry" => row(rest).map(|row| Action::Ferry { row }),
            "land" => cell(rest).map(|cell| Action::Land { cell }),
            "stop" if text == verb => Some(Action::Stop),
            "longboat" if rest == "each" => Some(Action::LongboatEach),
            "longboat" => row(rest).map(|row| Action::Longboat { row }),
            "bid" => number(rest, 0, u32::MAX).map(|amount| Action::Bid { amount }),
            "pass" if text == verb => Some(Action::Pass),
            "remove" => colour(rest).map(|colour| Action::Remove { colour }),
            "set" => colour(rest).map(|colour| Action::Set { colour }),
            "take" => Bonus::from_name(rest).ok().map(|kind| Action::Take { kind }),
            "decline" if text == verb => Some(Action::Decline),
            "upgrade" => cell(rest).map(|cell| Action::Upgrade { cell }),
            _ => {
                let reason = "expected buy, start, tile, discard, ship, ferry, land, stop, bid, \
                              pass, remove, set, take, decline, upgrade or longboat";
                return Err(ParseError::new("action", text, reason));
            }
        };
        action.ok_or_else(|| {
            let reason = match verb {
                "buy" => "expected a price from 0 to 11",
                "start" => "expected one of the rows W N S G F",
                "ferry" | "longboat" => "expected one of the rows W N S G F, or each",
                "tile" => "expected a cell such as S3, or S3+ with the viking on it",
                "ship" => "expected a column from 1",
                "land" | "upgrade" => "expected a cell such as S3",
                "bid" => "expected a number",
                "remove" | "set" => "expected one of the vikings F G S N W B",
                "take" => "expected the name of a bonus tile",
                _ => "expected nothing behind it",
            };
            ParseError::new("action", text, reason)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_round_trip() {
        for text in [
            "buy 0",
            "buy 11",
            "start W",
            "tile S3",
            "tile F37+",
            "discard",
            "ship 1",
            "ship 14",
            "ferry G",
            "ferry each",
            "land N10",
            "stop",
            "bid 0",
            "bid 41",
            "pass",
            "remove B",
            "set F",
            "take building-c",
            "decline",
            "upgrade W12",
            "longboat S",
            "longboat each",
        ] {
            assert_eq!(text.parse::<Action>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn other_texts_are_refused() {
        for text in [
            "",
            "buy",
            "buy 12",
            "buy +1",
            "buy 01",
            "buy 1 ",
            " buy 1",
            "start B",
            "start WW",
            "tile",
            "tile S0",
            "tile S38",
            "tile s3",
            "tile S3++",
            "tile é3",
            "discard now",
            "ship 0",
            "ferry",
            "ferry B",
            "ferry all",
            "land S3+",
            "stop 1",
            "pass 1",
            "bid",
            "bid 01",
            "bid -1",
            "bid 4294967296",
            "remove",
            "set SS",
            "take noble",
            "upgrade S3+",
            "longboat B",
        ] {
            let error = text.parse::<Action>().unwrap_err().to_string();
            assert!(
                error.starts_with(&format!("cannot read action `{text}`: expected")),
                "{error}"
            );
        }
    }
}
