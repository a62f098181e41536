//! A player's tableau: the ship row, the five island rows and the vikings ashore (section 5 of the
//! rules).

use std::collections::BTreeMap;

use super::component::{COLOURS, Cell, Island, ROWS, Row, Side, Viking, cell};

/// An island tile in the tableau, with or without a viking on it (P6).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placed {
    pub island: Island,
    pub viking: Option<Viking>,
    /// Section 7: is it a building bonus tile? It counts as a middle in every respect.
    pub bonus: bool,
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
        self.islands.insert(place, Placed { island, viking, bonus: false });
    }

    // ---- building bonus tiles ------------------------------------------------------------------

    /// Section 7: the printed middles with that building, which a building bonus tile may replace.
    pub fn printed_middles(&self, building: char) -> Vec<Cell> {
        let mut cells = Vec::new();
        for (&place, placed) in &self.islands {
            if placed.island == Island::Middle(building) && !placed.bonus {
                cells.push(place);
            }
        }
        cells
    }

    /// Section 7: a building bonus tile takes the place of a printed middle; a viking on it stays.
    pub fn upgrade(&mut self, place: Cell) {
        let placed = self.islands.get_mut(&place).expect("there is a middle");
        assert!(!placed.bonus, "only printed middles are replaced");
        placed.bonus = true;
    }

    /// F7b: the building bonus tiles: their cells and buildings.
    pub fn bonus_buildings(&self) -> Vec<(Cell, char)> {
        let mut cells = Vec::new();
        for (&place, placed) in &self.islands {
            if let (Island::Middle(building), true) = (placed.island, placed.bonus) {
                cells.push((place, building));
            }
        }
        cells
    }

    /// F7b: the vikings on the cell and on the 8 neighbouring cells of the island rows.
    pub fn vikings_around(&self, centre: Cell) -> usize {
        let mut count = 0;
        for place in self.manned_cells() {
            let near_row = place.row.depth().abs_diff(centre.row.depth()) <= 1;
            let near_column = place.column.abs_diff(centre.column) <= 1;
            if near_row && near_column {
                count += 1;
            }
        }
        count
    }

    // ---- ashore --------------------------------------------------------------------------------

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
