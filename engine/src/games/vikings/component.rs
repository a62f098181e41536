//! The components: colours, rows, tiles (C2 to C4), and their letters.

use std::fmt;
use std::str::FromStr;

use crate::error::ParseError;
use crate::games::notation::named;

/// Rounds of a game (S2).
pub const ROUNDS: usize = 6;
/// Lots and purchases of a round (O1, O2, B4).
pub const LOTS: usize = 12;
/// Most seats (C1).
pub const MAX_PLAYERS: usize = 4;

/// Start tiles, which are among the 21 left ends whether they are used or not (C6).
pub(super) const START_TILES: u32 = 4;
/// Vikings drawn in a round with the auction (A1); without it the first 12 of them are used.
pub(super) const DRAWN: usize = 13;
pub(super) const MAX_BONUS: u32 = 15;
pub(super) const MAX_PER_COLOUR: u32 = 20;

named! {
    "row":
    /// A row of a tableau that takes island tiles, from the top.
    pub enum Row {
        /// Warriors.
        W = "W",
        /// Nobles.
        N = "N",
        /// Scouts.
        S = "S",
        /// Goldsmiths.
        G = "G",
        /// Fishermen.
        F = "F",
    }
}

named! {
    "viking":
    /// A viking's colour (C2); the first five are numbered like the rows they live in.
    pub enum Colour {
        /// Black, row W.
        Warrior = "W",
        /// Red, row N.
        Noble = "N",
        /// Green, row S.
        Scout = "S",
        /// Yellow, row G.
        Goldsmith = "G",
        /// Blue, row F.
        Fisherman = "F",
        /// Grey, without a row (P5).
        Boatswain = "B",
    }
}

impl Row {
    /// Its number from the top, from 0.
    pub const fn index(self) -> u32 {
        self as u32
    }
}

impl Colour {
    /// The order on the wheel and in the notation of bags (O2).
    pub const ON_WHEEL: [Colour; 6] = [
        Colour::Fisherman,
        Colour::Goldsmith,
        Colour::Scout,
        Colour::Noble,
        Colour::Warrior,
        Colour::Boatswain,
    ];

    /// Its number: that of its row, 5 for boatswains.
    pub const fn index(self) -> u32 {
        self as u32
    }

    /// The names of so many vikings of each colour, in the order of the wheel.
    pub(super) fn letters(count: impl Fn(Colour) -> u32) -> String {
        let mut letters = String::new();
        for colour in Colour::ON_WHEEL {
            (0..count(colour)).for_each(|_| letters.push_str(colour.name()));
        }
        letters
    }
}

/// A tile in four bits, so that a round's twelve fit into one word.
///
/// Bit 0: land on the left; bit 1: land on the right; neither: a ship. The two higher bits hold the
/// building of a middle, or the row that a ship's sail reaches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tile(u8);

impl Tile {
    /// Sea on the left, land on the right.
    pub const LEFT_END: Tile = Tile(0b0010);
    /// Land on the left, sea on the right.
    pub const RIGHT_END: Tile = Tile(0b0001);
    /// The letters of all tiles, in the order of [`Tile::ALL`].
    pub const LETTERS: &'static str = "[]abcdNSGF";
    /// All kinds of tiles.
    pub const ALL: [Tile; 10] = [
        Tile::LEFT_END,
        Tile::RIGHT_END,
        Tile(0b0011),
        Tile(0b0111),
        Tile(0b1011),
        Tile(0b1111),
        Tile(0b0000),
        Tile(0b0100),
        Tile(0b1000),
        Tile(0b1100),
    ];

    /// The middle with building 0 (`a`) to 3 (`d`).
    pub const fn middle(building: u32) -> Tile {
        Tile(0b0011 | (building as u8 & 3) << 2)
    }

    /// The ship with sail 0 (reaches N), 1 (S), 2 (G) or 3 (F).
    pub const fn ship(sail: u32) -> Tile {
        Tile((sail as u8 & 3) << 2)
    }

    #[inline(always)]
    pub(super) const fn from_bits(bits: u64) -> Tile {
        Tile(bits as u8 & 15)
    }

    pub(super) const fn bits(self) -> u64 {
        self.0 as u64
    }

    /// Whether it is a ship.
    pub const fn is_ship(self) -> bool {
        self.0 & 3 == 0
    }

    /// Whether the left side is land.
    pub const fn land_left(self) -> bool {
        self.0 & 1 != 0
    }

    /// Whether the right side is land.
    pub const fn land_right(self) -> bool {
        self.0 & 2 != 0
    }

    /// A ship's sail, 0 (reaches N) to 3 (F), or a middle's building, 0 (`a`) to 3 (`d`).
    pub const fn variant(self) -> u32 {
        (self.0 >> 2) as u32
    }

    /// Its place in [`Tile::ALL`].
    pub fn number(self) -> usize {
        // By the land that it shows: ships, right ends, left ends, middles; ends have no variants.
        [6, 1, 0, 2][usize::from(self.0 & 3)] + self.variant() as usize
    }

    pub(super) fn letter(self) -> &'static str {
        &Tile::LETTERS[self.number()..][..1]
    }

    /// The tile of a letter. An error if there is no such letter.
    pub fn from_letter(letter: char) -> Result<Tile, ParseError> {
        let found = Tile::LETTERS.find(letter).map(|index| Tile::ALL[index]);
        found.ok_or_else(|| {
            let reason = format!("expected one of {}", Tile::LETTERS);
            ParseError::new("tile", &letter.to_string(), reason)
        })
    }
}

impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.letter())
    }
}

/// A cell of the island rows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Cell(pub(super) u8);

impl Cell {
    /// Highest column that any seat can reach: 36 purchases and the start tile (2 players).
    pub const MAX_COLUMN: u32 = 37;

    /// The cell of `row` in `column`, counted from 1; `None` beyond [`Cell::MAX_COLUMN`].
    pub const fn new(row: Row, column: u32) -> Option<Cell> {
        if column == 0 || column > Cell::MAX_COLUMN {
            return None;
        }
        Some(Cell((5 * (column - 1) + row.index()) as u8))
    }

    /// Its row.
    pub const fn row(self) -> Row {
        Row::from_index(self.0 as u32 % 5)
    }

    /// Its column from 1.
    pub const fn column(self) -> u32 {
        self.0 as u32 / 5 + 1
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.row().name())?;
        self.column().fmt(f)
    }
}

impl FromStr for Cell {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Cell, ParseError> {
        let parts = text.split_at_checked(1);
        let cell =
            parts.and_then(|(row, column)| Cell::new(row.parse().ok()?, column.parse().ok()?));
        cell.ok_or_else(|| {
            ParseError::new("cell", text, "a cell is a row and a column, such as S3")
        })
    }
}
