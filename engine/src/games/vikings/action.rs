//! What a seat can choose, and its notation.

use super::bonus::Bonus;
use super::component::{Cell, Colour, LOTS, Row};
use crate::games::notation::notation;

/// One choice: what the notation below says, in the words of the rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[allow(missing_docs)] // `docs/vikings.md` explains the texts
pub enum Action {
    Buy { price: u8 },
    Start { row: Row },
    Tile { cell: Cell, viking: bool },
    Discard,
    Ship { column: u8 },
    Ferry { row: Row },
    FerryEach,
    Longboat { row: Row },
    LongboatEach,
    Land { cell: Cell },
    Stop,
    Bid { amount: u32 },
    Pass,
    Remove { colour: Colour },
    Set { colour: Colour },
    Take { kind: Bonus },
    Decline,
    Upgrade { cell: Cell },
}

notation! {
    Action {
        "buy" price: "a price from 0 to 11" => Buy { price } if usize::from(price) < LOTS;
        "start" row: "one of the rows W N S G F" => Start { row };
        "tile" cell + "+" => Tile { cell, viking: true };
        "tile" cell: "a cell such as S3, or S3+ with the viking on it" => Tile { cell, viking: false };
        "discard": "nothing behind it" => Discard;
        "ship" column: "a column from 1"
            => Ship { column } if (1..=Cell::MAX_COLUMN).contains(&column.into());
        "ferry each" => FerryEach;
        "ferry" row: "one of the rows W N S G F, or each" => Ferry { row };
        "land" cell: "a cell such as S3" => Land { cell };
        "stop": "nothing behind it" => Stop;
        "bid" amount: "a number" => Bid { amount };
        "pass": "nothing behind it" => Pass;
        "remove" colour: "one of the vikings F G S N W B" => Remove { colour };
        "set" colour: "one of the vikings F G S N W B" => Set { colour };
        "take" kind: "the name of a bonus tile" => Take { kind };
        "decline": "nothing behind it" => Decline;
        "upgrade" cell: "a cell such as S3" => Upgrade { cell };
        "longboat each" => LongboatEach;
        "longboat" row: "one of the rows W N S G F, or each" => Longboat { row };
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
            "discarddiscard",
            "discard discard",
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
