//! A player's tableau: the ship row, the five island rows and the vikings ashore (section 5 of the
//! rules), and what a boatswain can move in it (G3).

use std::collections::BTreeMap;

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

/// An island tile in the tableau, with or without a viking on it (P6).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placed {
    pub island: Island,
    pub viking: Option<Viking>,
}

/// One use of a boatswain (G3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ferry {
    /// All the vikings of one colour, as many as there are free tiles.
    All(Row),
    /// Exactly one viking of each colour that has both a viking ashore and a free tile.
    Each,
}

impl Ferry {
    /// The notation of section 8.
    pub fn name(self) -> String {
        match self {
            Ferry::All(row) => format!("ferry {}", row.letter()),
            Ferry::Each => "ferry each".to_string(),
        }
    }
}

/// What one player has in front of him.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tableau {
    /// The ship in each column, told by the row its sail reaches.
    pub ships: BTreeMap<usize, Row>,
    /// The island tiles.
    pub islands: BTreeMap<Cell, Placed>,
    /// How many vikings of each colour are ashore.
    pub ashore: BTreeMap<Viking, usize>,
}

impl Tableau {
    pub fn new() -> Tableau {
        let mut ashore = BTreeMap::new();
        for viking in COLOURS {
            ashore.insert(viking, 0);
        }
        Tableau { ships: BTreeMap::new(), islands: BTreeMap::new(), ashore }
    }

    /// The highest column that holds an island tile; 0 in an empty tableau.
    pub fn last_column(&self) -> usize {
        let mut last = 0;
        for place in self.islands.keys() {
            if place.column > last {
                last = place.column;
            }
        }
        last
    }

    // ---- placing -------------------------------------------------------------------------------

    /// P1: the columns into which the next ship may go.
    pub fn ship_columns(&self) -> Vec<usize> {
        if self.ships.len() < 3 {
            (1..=3).filter(|column| !self.ships.contains_key(column)).collect()
        } else {
            let mut column = 4;
            while self.ships.contains_key(&column) {
                column += 1;
            }
            vec![column]
        }
    }

    /// P2: is the cell next to the mainland or to an island tile (no ships, no diagonals)?
    fn has_neighbour(&self, place: Cell) -> bool {
        let mainland = place.column == 1;
        let left =
            place.column > 1 && self.islands.contains_key(&cell(place.row, place.column - 1));
        let right = self.islands.contains_key(&cell(place.row, place.column + 1));
        let above = match Row::at(place.row.depth() - 1) {
            Some(row) => self.islands.contains_key(&cell(row, place.column)),
            None => false,
        };
        let below = match Row::at(place.row.depth() + 1) {
            Some(row) => self.islands.contains_key(&cell(row, place.column)),
            None => false,
        };
        mainland || left || right || above || below
    }

    /// P3: do the left and right sides match the mainland and the occupied neighbours?
    fn sides_match(&self, island: Island, place: Cell) -> bool {
        let left_matches = if place.column == 1 {
            island.left() == Side::Sea
        } else {
            match self.islands.get(&cell(place.row, place.column - 1)) {
                Some(neighbour) => neighbour.island.right() == island.left(),
                None => true,
            }
        };
        let right_matches = match self.islands.get(&cell(place.row, place.column + 1)) {
            Some(neighbour) => neighbour.island.left() == island.right(),
            None => true,
        };
        left_matches && right_matches
    }

    /// P2, P3: every cell where the island tile may go. No cell further right than one column
    /// beyond the last tile can have a neighbour.
    pub fn island_cells(&self, island: Island) -> Vec<Cell> {
        let mut cells = Vec::new();
        for row in ROWS {
            for column in 1..=self.last_column() + 1 {
                let place = cell(row, column);
                let free = !self.islands.contains_key(&place);
                if free && self.has_neighbour(place) && self.sides_match(island, place) {
                    cells.push(place);
                }
            }
        }
        cells
    }

    pub fn place_island(&mut self, island: Island, place: Cell, viking: Option<Viking>) {
        self.islands.insert(place, Placed { island, viking });
    }

    pub fn put_ashore(&mut self, viking: Viking) {
        *self.ashore.get_mut(&viking).expect("every colour is listed") += 1;
    }

    // ---- vikings -------------------------------------------------------------------------------

    pub fn count_ashore(&self, viking: Viking) -> usize {
        self.ashore[&viking]
    }

    /// Does a viking stand on the tile of that cell? (He is of the row's colour, P5 and G3.)
    pub fn stands(&self, place: Cell) -> bool {
        match self.islands.get(&place) {
            Some(placed) => placed.viking.is_some(),
            None => false,
        }
    }

    /// The cells on which vikings stand.
    pub fn manned_cells(&self) -> Vec<Cell> {
        self.islands.keys().copied().filter(|&place| self.stands(place)).collect()
    }

    /// Every viking the player owns, on tiles or ashore, boatswains included.
    pub fn count_vikings(&self) -> usize {
        let ashore: usize = self.ashore.values().sum();
        ashore + self.manned_cells().len()
    }

    // ---- ships ---------------------------------------------------------------------------------

    /// G4: does a warrior stand in row W of that column?
    pub fn warrior_in(&self, column: usize) -> bool {
        self.stands(cell(Row::Warriors, column))
    }

    /// Section 6: a ship stands in the column, the row is at or above the row of the sail's
    /// colour, and no warrior stands in row W of that column.
    pub fn threatened(&self, place: Cell) -> bool {
        match self.ships.get(&place.column) {
            Some(sail) => place.row.depth() <= sail.depth() && !self.warrior_in(place.column),
            None => false,
        }
    }

    // ---- islands -------------------------------------------------------------------------------

    /// F5: the lengths of all complete islands: in one row, a left end, any number of middles, a
    /// right end, without a hole.
    pub fn complete_islands(&self) -> Vec<usize> {
        let mut lengths = Vec::new();
        for (&start, placed) in &self.islands {
            if placed.island != Island::LeftEnd {
                continue;
            }
            let mut length = 1;
            loop {
                match self.islands.get(&cell(start.row, start.column + length)) {
                    None => break,
                    Some(next) => {
                        length += 1;
                        match next.island {
                            Island::LeftEnd => break,
                            Island::Middle(_) => {}
                            Island::RightEnd => {
                                lengths.push(length);
                                break;
                            }
                        }
                    }
                }
            }
        }
        lengths
    }

    // ---- boatswains ----------------------------------------------------------------------------

    /// The columns of the row's tiles without a viking, right of a given column, ascending.
    pub fn free_columns(&self, row: Row, right_of: usize) -> Vec<usize> {
        let mut columns = Vec::new();
        for column in right_of + 1..=self.last_column() {
            let place = cell(row, column);
            if self.islands.contains_key(&place) && !self.stands(place) {
                columns.push(column);
            }
        }
        columns
    }

    /// How many vikings of the row's colour have a viking ashore and a free tile to go to.
    fn movable(&self, row: Row) -> usize {
        self.count_ashore(Viking::Of(row)).min(self.free_columns(row, 0).len())
    }

    /// The vikings that a use of a boatswain would move: colours (top row first) and numbers.
    pub fn moved_by(&self, ferry: Ferry) -> Vec<(Row, usize)> {
        let mut moved = Vec::new();
        for row in ROWS {
            let number = match ferry {
                Ferry::All(colour) if colour == row => self.movable(row),
                Ferry::All(_) => 0,
                Ferry::Each if self.movable(row) > 0 => 1,
                Ferry::Each => 0,
            };
            if number > 0 {
                moved.push((row, number));
            }
        }
        moved
    }

    /// G3 and section 8: the uses of a boatswain that move somebody. Moving one of each colour is
    /// left out if it would move exactly the vikings that some other use moves.
    pub fn ferries(&self) -> Vec<Ferry> {
        let mut ferries = Vec::new();
        if self.count_ashore(Viking::Boatswain) == 0 {
            return ferries;
        }
        for row in ROWS {
            if !self.moved_by(Ferry::All(row)).is_empty() {
                ferries.push(Ferry::All(row));
            }
        }
        let each = self.moved_by(Ferry::Each);
        let same_as_another = ferries.iter().any(|&ferry| self.moved_by(ferry) == each);
        if !each.is_empty() && !same_as_another {
            ferries.push(Ferry::Each);
        }
        ferries
    }

    /// A used boatswain leaves the game.
    pub fn spend_boatswain(&mut self) {
        *self.ashore.get_mut(&Viking::Boatswain).expect("every colour is listed") -= 1;
    }

    /// A viking goes from ashore to the free tile of his row in that column.
    pub fn land(&mut self, row: Row, column: usize) {
        let viking = Viking::Of(row);
        *self.ashore.get_mut(&viking).expect("every colour is listed") -= 1;
        let placed = self.islands.get_mut(&cell(row, column)).expect("there is a tile");
        assert!(placed.viking.is_none(), "P6: at most one viking per tile");
        placed.viking = Some(viking);
    }
}

impl Default for Tableau {
    fn default() -> Tableau {
        Tableau::new()
    }
}
