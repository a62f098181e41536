//! A tableau as a plain map of cells, read from its text, and the rules about tableaus said again in
//! the plainest way. What the engine computes with sets of bits is compared with this.

use std::collections::BTreeMap;

/// Rows from the top.
pub const ROWS: [char; 5] = ['W', 'N', 'S', 'G', 'F'];

/// A tile on a tableau.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Island {
    pub land_left: bool,
    pub land_right: bool,
    pub viking: bool,
    /// Its letter; a capital one is that of a building tile.
    pub letter: char,
}

/// Row from the top, from 0; column from 1.
pub type Place = (usize, usize);

/// One seat's tableau.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Naive {
    pub gold: i32,
    pub glory: i32,
    pub tiles: BTreeMap<Place, Island>,
    /// The lowest row that the sail of a column's ship reaches.
    pub ships: BTreeMap<usize, usize>,
    pub ashore: BTreeMap<char, usize>,
    /// Names of bonus tiles.
    pub bonus: Vec<String>,
}

impl Naive {
    pub fn read(text: &str) -> Naive {
        let mut naive = Naive::default();
        for part in text.split(" | ") {
            let (name, rest) = part.split_once(' ').unwrap_or((part, ""));
            match name {
                "gold" => {
                    let (gold, glory) = rest.split_once(" glory ").unwrap();
                    (naive.gold, naive.glory) = (gold.parse().unwrap(), glory.parse().unwrap());
                }
                "ships" => {
                    for (column, letter) in rest.chars().enumerate().filter(|(_, l)| *l != '.') {
                        naive.ships.insert(column + 1, row(letter));
                    }
                }
                "ashore" => {
                    for letter in rest.chars() {
                        *naive.ashore.entry(letter).or_default() += 1;
                    }
                }
                "bonus" => naive.bonus = rest.split_whitespace().map(str::to_owned).collect(),
                _ => naive.read_row(row(name.chars().next().unwrap()), rest),
            }
        }
        naive
    }

    fn read_row(&mut self, row: usize, text: &str) {
        let mut column = 0;
        for letter in text.chars() {
            if letter == '+' {
                self.tiles.get_mut(&(row, column)).unwrap().viking = true;
                continue;
            }
            column += 1;
            if letter != '.' {
                let (land_left, land_right) = (letter != '[', letter != ']');
                let island = Island { land_left, land_right, viking: false, letter };
                self.tiles.insert((row, column), island);
            }
        }
    }

    fn viking(&self, place: Place) -> bool {
        self.tiles.get(&place).is_some_and(|tile| tile.viking)
    }

    /// Whether a warrior stands below the ship of a column (G4).
    pub fn repelled(&self, column: usize) -> bool {
        self.viking((0, column))
    }

    pub fn threatened(&self, (row, column): Place) -> bool {
        self.ships.get(&column).is_some_and(|&reach| row <= reach && !self.repelled(column))
    }

    /// Unthreatened vikings of a row, by column.
    pub fn safe(&self, row: usize) -> impl Iterator<Item = usize> + '_ {
        let own = self.tiles.iter().filter(move |(place, tile)| place.0 == row && tile.viking);
        own.filter(|(place, _)| !self.threatened(**place)).map(|(place, _)| place.1)
    }

    /// Where a tile fits (P2, P3), in the order of columns, then rows.
    pub fn fits(&self, tile: char) -> Vec<Place> {
        let (land_left, land_right) = (tile != '[', tile != ']');
        let mut cells = Vec::new();
        for column in 1..=38 {
            for row in 0..5usize {
                let beside = [
                    row.checked_sub(1).map(|above| (above, column)),
                    Some((row + 1, column)),
                    Some((row, column - 1)),
                    Some((row, column + 1)),
                ];
                let near = beside.iter().flatten().any(|place| self.tiles.contains_key(place));
                let left = match self.tiles.get(&(row, column - 1)) {
                    Some(left) => left.land_right == land_left,
                    None => column > 1 || !land_left,
                };
                let right = self.tiles.get(&(row, column + 1));
                let right = right.is_none_or(|right| right.land_left == land_right);
                let taken = self.tiles.contains_key(&(row, column));
                if !taken && left && right && (near || column == 1) {
                    cells.push((row, column));
                }
            }
        }
        cells
    }

    /// Gold of a small scoring (G1).
    pub fn small_gold(&self) -> i32 {
        3 * self.safe(3).count() as i32
    }

    /// Gold and glory of a large scoring (G4 to G7), by the base rules.
    pub fn large(&self) -> (i32, i32) {
        let (mut gold, mut glory) = (self.small_gold(), 2 * self.safe(1).count() as i32);
        for (&column, &reach) in &self.ships {
            if self.repelled(column) {
                gold += [0, 3, 5, 0, 0][reach];
                glory += [0, 0, 0, 2, 3][reach];
            }
        }
        for column in self.safe(2) {
            let below = [3, 4].iter().filter(|&&row| self.viking((row, column))).count();
            glory += 1 + below as i32;
        }
        (gold, glory)
    }

    /// Gold and glory that unrepelled ships cost (F2), by the base rules.
    pub fn ships_cost(&self) -> (i32, i32) {
        let (mut gold, mut glory) = (0, 0);
        for (_, &reach) in self.ships.iter().filter(|(column, _)| !self.repelled(**column)) {
            gold += [0, 3, 5, 0, 0][reach];
            glory += [0, 0, 0, 2, 3][reach];
        }
        (gold, glory)
    }

    /// Complete islands and tiles of the longest (F5, F6).
    pub fn islands(&self) -> (usize, usize) {
        let mut lengths = Vec::new();
        for (&(row, first), tile) in &self.tiles {
            if tile.land_left {
                continue;
            }
            let mut column = first + 1;
            while let Some(tile) = self.tiles.get(&(row, column)) {
                if !tile.land_right {
                    lengths.push(column - first + 1);
                    break;
                }
                column += 1;
            }
        }
        (lengths.len(), lengths.into_iter().max().unwrap_or(0))
    }

    /// Vikings on tiles and ashore.
    pub fn mouths(&self) -> usize {
        self.tiles.values().filter(|tile| tile.viking).count() + self.ashore.values().sum::<usize>()
    }

    /// Bonus tiles of a kind.
    pub fn owns(&self, name: &str) -> i32 {
        self.bonus.iter().filter(|own| *own == name).count() as i32
    }

    /// Gold of bonus tiles at any scoring, glory of bonus tiles at a large one (A9).
    pub fn bonus_income(&self) -> (i32, i32) {
        let safe = |row| self.safe(row).count() as i32;
        let gold = safe(3) * (self.owns("goldsmith1") + 2 * self.owns("goldsmith2"));
        let glory = safe(1) * self.owns("noble1")
            + safe(2) * self.owns("scout1")
            + safe(4) * self.owns("fisher1");
        (gold, glory)
    }

    /// Glory of the building tiles laid (F7b).
    pub fn buildings(&self) -> i32 {
        let laid = self.tiles.iter().filter(|(_, tile)| tile.letter.is_ascii_uppercase());
        let safe = laid.filter(|(place, _)| !self.threatened(**place));
        safe.map(|(&(row, column), _)| {
            let near = self.tiles.iter().filter(|&(&(other, beside), tile)| {
                tile.viking && other.abs_diff(row) <= 1 && beside.abs_diff(column) <= 1
            });
            (near.count() as i32).min(9)
        })
        .sum()
    }

    /// Vikings of a row that a boatswain could move now (G3).
    pub fn movable(&self, row: usize) -> usize {
        let free = self.tiles.iter().filter(|(place, tile)| place.0 == row && !tile.viking).count();
        free.min(*self.ashore.get(&ROWS[row]).unwrap_or(&0))
    }
}

/// The number of a row's letter.
pub fn row(letter: char) -> usize {
    ROWS.iter().position(|&row| row == letter).unwrap()
}

/// A cell in the notation.
pub fn cell((row, column): Place) -> String {
    format!("{}{column}", ROWS[row])
}
