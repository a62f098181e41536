//! What lies in the box (sections 1 and 8 of the rules): rows, vikings, tiles, cells and their
//! letters.

/// An island row. Each island row belongs to one colour of viking.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Row {
    Warriors,
    Nobles,
    Scouts,
    Goldsmiths,
    Fishermen,
}

/// The island rows from top to bottom.
pub const ROWS: [Row; 5] =
    [Row::Warriors, Row::Nobles, Row::Scouts, Row::Goldsmiths, Row::Fishermen];

impl Row {
    /// 1 for the topmost island row, 5 for the lowest.
    pub fn depth(self) -> usize {
        match self {
            Row::Warriors => 1,
            Row::Nobles => 2,
            Row::Scouts => 3,
            Row::Goldsmiths => 4,
            Row::Fishermen => 5,
        }
    }

    /// The row at that place counted from the top, if there is one.
    pub fn at(depth: usize) -> Option<Row> {
        ROWS.into_iter().find(|row| row.depth() == depth)
    }

    pub fn letter(self) -> char {
        match self {
            Row::Warriors => 'W',
            Row::Nobles => 'N',
            Row::Scouts => 'S',
            Row::Goldsmiths => 'G',
            Row::Fishermen => 'F',
        }
    }

    pub fn from_letter(letter: char) -> Option<Row> {
        ROWS.into_iter().find(|row| row.letter() == letter)
    }
}

/// A viking: of the colour of one of the island rows, or a boatswain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Viking {
    Of(Row),
    Boatswain,
}

/// All colours in the order of O2: F G S N W B.
pub const COLOURS: [Viking; 6] = [
    Viking::Of(Row::Fishermen),
    Viking::Of(Row::Goldsmiths),
    Viking::Of(Row::Scouts),
    Viking::Of(Row::Nobles),
    Viking::Of(Row::Warriors),
    Viking::Boatswain,
];

impl Viking {
    pub fn letter(self) -> char {
        match self {
            Viking::Of(row) => row.letter(),
            Viking::Boatswain => 'B',
        }
    }

    pub fn from_letter(letter: char) -> Option<Viking> {
        match letter {
            'B' => Some(Viking::Boatswain),
            _ => Row::from_letter(letter).map(Viking::Of),
        }
    }
}

/// What is found at the left or right side of an island tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    Sea,
    Land,
}

/// An island tile (C3). A middle carries a building a, b, c or d.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Island {
    LeftEnd,
    Middle(char),
    RightEnd,
}

impl Island {
    pub fn left(self) -> Side {
        match self {
            Island::LeftEnd => Side::Sea,
            Island::Middle(_) => Side::Land,
            Island::RightEnd => Side::Land,
        }
    }

    pub fn right(self) -> Side {
        match self {
            Island::LeftEnd => Side::Land,
            Island::Middle(_) => Side::Land,
            Island::RightEnd => Side::Sea,
        }
    }
}

/// A tile that can be bought: an island tile, or a ship, told by the row that its sail reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tile {
    Island(Island),
    Ship(Row),
}

impl Tile {
    pub fn from_letter(letter: char) -> Option<Tile> {
        match letter {
            '[' => Some(Tile::Island(Island::LeftEnd)),
            ']' => Some(Tile::Island(Island::RightEnd)),
            'a' | 'b' | 'c' | 'd' => Some(Tile::Island(Island::Middle(letter))),
            'N' => Some(Tile::Ship(Row::Nobles)),
            'S' => Some(Tile::Ship(Row::Scouts)),
            'G' => Some(Tile::Ship(Row::Goldsmiths)),
            'F' => Some(Tile::Ship(Row::Fishermen)),
            _ => None,
        }
    }
}

/// A cell of the island rows; columns count from 1 at the mainland.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cell {
    pub row: Row,
    pub column: usize,
}

/// Shorthand for a cell.
pub fn cell(row: Row, column: usize) -> Cell {
    Cell { row, column }
}

impl Cell {
    /// The notation of section 8, such as `S3`.
    pub fn name(self) -> String {
        format!("{}{}", self.row.letter(), self.column)
    }

    /// Reads the notation of section 8.
    pub fn from_name(name: &str) -> Option<Cell> {
        let row = Row::from_letter(name.chars().next()?)?;
        let column = name[1..].parse().ok()?;
        Some(cell(row, column))
    }
}
