//! What a seat can choose, and its notation.

use std::fmt;
use std::str::FromStr;

use super::component::{Cell, LOTS, Row};
use crate::error::ParseError;

/// One choice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    /// `buy 3`: the lot whose price is 3 now (B1).
    Buy {
        /// The price, below 12.
        price: u8,
    },
    /// `start R`: the start tile into column 1 of a row (P7).
    Start {
        /// The row.
        row: Row,
    },
    /// `tile S3`, `tile S3+`: the island tile, with the viking on it or ashore (P2, P5).
    Tile {
        /// Where.
        cell: Cell,
        /// Whether the viking stands on it.
        viking: bool,
    },
    /// `discard`: the tile fits nowhere (P4).
    Discard,
    /// `ship 2` (P1).
    Ship {
        /// The column from 1.
        column: u8,
    },
    /// `ferry S`: a boatswain moves all scouts (G3).
    Ferry {
        /// The row of the colour.
        row: Row,
    },
    /// `ferry each`: a boatswain moves one viking of each colour (G3).
    FerryEach,
    /// `land S4`: the tile for the next viking of the ferry.
    Land {
        /// Where.
        cell: Cell,
    },
    /// `stop`: no further boatswain.
    Stop,
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
            _ => {
                let reason = "expected buy, start, tile, discard, ship, ferry, land or stop";
                return Err(ParseError::new("action", text, reason));
            }
        };
        action.ok_or_else(|| {
            let reason = match verb {
                "buy" => "expected a price from 0 to 11",
                "start" => "expected one of the rows W N S G F",
                "ferry" => "expected one of the rows W N S G F, or each",
                "tile" => "expected a cell such as S3, or S3+ with the viking on it",
                "ship" => "expected a column from 1",
                "land" => "expected a cell such as S3",
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
            "pass",
        ] {
            let error = text.parse::<Action>().unwrap_err().to_string();
            assert!(
                error.starts_with(&format!("cannot read action `{text}`: expected")),
                "{error}"
            );
        }
    }
}
