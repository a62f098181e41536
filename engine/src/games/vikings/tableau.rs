//! One seat's tableau: placing tiles, ships and vikings (P1 to P7), threats.

use super::cells::{Cells, ROWS, Wide, cells_around};
use super::component::{Cell, Colour, Tile};

/// Bits of the columns that the narrow board may use; the twelfth stays free for the next tile.
const NARROW_BITS: u32 = 11 * ROWS;

/// The cells around each cell of the narrow board.
static AROUND: [u64; 64] = {
    let (mut table, mut index) = ([0; 64], 0);
    while index < 64 {
        table[index] = cells_around(1 << index);
        index += 1;
    }
    table
};

/// What a seat owns. Cells beyond bit 127 (columns 26 and up, possible with two players only) are
/// stored in the tableau two seats further on, which is then unused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Tableau {
    /// Cells with land on their left side: middles and right ends.
    land_left: [u64; 2],
    /// Cells with land on their right side: left ends and middles.
    land_right: [u64; 2],
    /// Cells with a viking, whose colour is that of the row.
    vikings: [u64; 2],
    /// Cells within reach of the sail of their column's ship.
    sails: [u64; 2],
    /// As in [`Board`], for the narrow board.
    beside: u64,
    pub(super) ashore: u64,
    pub(super) gold: i32,
    pub(super) glory: i32,
}

#[derive(Clone, Copy)]
pub(super) struct Board<W> {
    pub(super) land_left: W,
    pub(super) land_right: W,
    pub(super) vikings: W,
    pub(super) sails: W,
    /// Cells beside a tile, and those of the first column (P2).
    beside: W,
}

/// Evaluates `$body` with the board of `$seat` in the narrowest width that holds it, perhaps with all its ships.
macro_rules! on_board {
    ($tableaus:expr, $seat:expr, |$board:ident| $body:expr) => {
        on_board!(@ $tableaus.is_narrow($seat), $tableaus, $seat, |$board| $body)
    };
    (with ships, $tableaus:expr, $seat:expr, |$board:ident| $body:expr) => {
        on_board!(
            @ $tableaus.is_narrow($seat) && $tableaus.has_narrow_ships($seat),
            $tableaus, $seat, |$board| $body
        )
    };
    (@ $is_narrow:expr, $tableaus:expr, $seat:expr, |$board:ident| $body:expr) => {
        if $is_narrow {
            let $board = $tableaus.narrow($seat);
            $body
        } else {
            // Rarely needed: not one tableau in hundreds.
            crate::cpu::outlined(|| {
                let $board = $tableaus.wide($seat);
                $body
            })
        }
    };
}
pub(super) use on_board;

impl<W: Cells> Board<W> {
    pub(super) const EMPTY: Board<W> = Board {
        land_left: W::NONE,
        land_right: W::NONE,
        vikings: W::NONE,
        sails: W::NONE,
        beside: W::COLUMN_1,
    };

    #[inline(always)]
    pub(super) fn tiles(&self) -> W {
        self.land_left | self.land_right
    }

    /// Where an island tile may be placed (P2, P3).
    #[inline(always)]
    pub(super) fn fits(&self, tile: Tile) -> W {
        let tiles = self.tiles();
        // Cells whose left neighbour shows the wrong side, and likewise on the right.
        let wrong_left = W::select(
            tile.land_left(),
            tiles.without(self.land_right).up(ROWS) | W::COLUMN_1,
            self.land_right.up(ROWS),
        );
        let wrong_right = W::select(
            tile.land_right(),
            tiles.without(self.land_left).down(ROWS),
            self.land_left.down(ROWS),
        );
        self.beside.without(tiles | wrong_left | wrong_right)
    }

    /// The same with one more island tile, on the cell of an index.
    #[inline(always)]
    pub(super) fn with_tile(self, tile: Tile, index: u32, viking: bool) -> Board<W> {
        let cell = W::bit(index);
        Board {
            land_left: self.land_left | W::select(tile.land_left(), cell, W::NONE),
            land_right: self.land_right | W::select(tile.land_right(), cell, W::NONE),
            vikings: self.vikings | W::select(viking, cell, W::NONE),
            beside: self.beside | cell.around(),
            ..self
        }
    }

    /// The same with one more ship, with sail 0 (reaches N) to 3 (F) in a column from 1.
    #[inline(always)]
    pub(super) fn with_ship(self, sail: u32, column: u32) -> Board<W> {
        let top = ROWS * (column - 1);
        let reach = W::from_index(top).without(W::from_index(top + sail + 2));
        Board { sails: self.sails | reach, ..self }
    }

    /// Tiles of a row without a viking (P6).
    #[inline(always)]
    pub(super) fn free(&self, row: u32) -> W {
        self.tiles().without(self.vikings).in_row(row)
    }

    /// Warriors directly below a ship (G4).
    #[inline(always)]
    pub(super) fn repelling(&self) -> W {
        self.vikings & self.sails & W::ROW_W
    }

    /// Threatened cells: within reach of a sail that no warrior repels.
    #[inline(always)]
    pub(super) fn threatened(&self) -> W {
        self.sails.without(self.repelling().columns_of_row_w())
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Tableaus {
    seats: [Tableau; 4],
    pub(super) ships: [u8; 4],
    players: u8,
}

impl Tableaus {
    /// Empty tableaus with the gold and glory of each seat (S1).
    #[inline(always)]
    pub(super) fn new(players: usize, purses: &[(i32, i32); 4]) -> Tableaus {
        let mut seats = [Tableau::new(0, 0); 4];
        for (seat, own) in seats[..players].iter_mut().enumerate() {
            *own = Tableau::new(purses[seat].0, purses[seat].1);
        }
        Tableaus { seats, ships: [0; 4], players: players as u8 }
    }

    #[inline(always)]
    pub(super) fn players(&self) -> usize {
        usize::from(self.players)
    }

    #[inline(always)]
    pub(super) fn seat(&self, seat: usize) -> &Tableau {
        &self.seats[seat & 3]
    }

    #[inline(always)]
    pub(super) fn seat_mut(&mut self, seat: usize) -> &mut Tableau {
        &mut self.seats[seat & 3]
    }

    /// Makes a seat's tableau that of `others`.
    #[inline(always)]
    pub(super) fn copy_seat(&mut self, others: &Tableaus, seat: usize) {
        for slot in [seat & 3, (seat + 2) & 3] {
            self.seats[slot] = others.seats[slot];
            self.ships[slot] = others.ships[slot];
        }
    }

    /// Whether the narrow board holds every tile and the next one. Tiles are in adjacent columns,
    /// so column 12 decides. Ships further right then threaten nobody.
    #[inline(always)]
    pub(super) fn is_narrow(&self, seat: usize) -> bool {
        let own = self.seat(seat);
        (own.land_left[0] | own.land_right[0]) >> NARROW_BITS == 0
    }

    /// Whether the narrow board holds every ship and the next one. From the fourth on, they have no gaps (P1).
    #[inline(always)]
    pub(super) fn has_narrow_ships(&self, seat: usize) -> bool {
        self.ships[seat & 3] < 12
    }

    #[inline(always)]
    pub(super) fn narrow(&self, seat: usize) -> Board<u64> {
        let own = self.seat(seat);
        Board {
            land_left: own.land_left[0],
            land_right: own.land_right[0],
            vikings: own.vikings[0],
            sails: own.sails[0],
            beside: own.beside,
        }
    }

    #[inline(never)]
    pub(super) fn wide(&self, seat: usize) -> Board<Wide> {
        let own = self.seat(seat);
        let far = |mask: fn(&Tableau) -> [u64; 2]| {
            let far = if self.players == 2 { mask(self.seat(seat + 2))[0] } else { 0 };
            Wide([mask(own)[0], mask(own)[1], far])
        };
        let land_left = far(|tableau| tableau.land_left);
        let land_right = far(|tableau| tableau.land_right);
        Board {
            land_left,
            land_right,
            vikings: far(|tableau| tableau.vikings),
            sails: far(|tableau| tableau.sails),
            beside: (land_left | land_right).around() | Wide::COLUMN_1,
        }
    }

    /// The tableau and the word that hold a cell.
    #[inline(always)]
    pub(super) fn place_of(seat: usize, index: u32) -> (usize, usize) {
        if index < 64 { (seat & 3, 0) } else { Tableaus::far_place_of(seat, index) }
    }

    #[cold]
    #[inline(never)]
    fn far_place_of(seat: usize, index: u32) -> (usize, usize) {
        if index < 128 { (seat & 3, 1) } else { ((seat + 2) & 3, 0) }
    }

    #[inline(always)]
    pub(super) fn place_tile(&mut self, seat: usize, tile: Tile, cell: Cell, viking: bool) {
        let index = u32::from(cell.0);
        if index < 64 {
            let own = self.seat_mut(seat);
            own.place_tile(0, tile, index, viking);
            own.beside |= AROUND[index as usize];
        } else {
            let (slot, word) = Tableaus::far_place_of(seat, index);
            self.seats[slot].place_tile(word, tile, index % 64, viking);
        }
    }

    #[inline(always)]
    pub(super) fn place_viking(&mut self, seat: usize, index: u32) {
        let (slot, word) = Tableaus::place_of(seat, index);
        self.seats[slot].vikings[word] |= 1u64 << (index % 64);
    }

    /// Puts vikings on the tiles of cells, given as words of the wide board.
    #[inline(always)]
    pub(super) fn place_vikings(&mut self, seat: usize, cells: [u64; 3]) {
        self.seats[seat & 3].vikings[0] |= cells[0];
        self.seats[seat & 3].vikings[1] |= cells[1];
        if cells[2] != 0 {
            self.seats[(seat + 2) & 3].vikings[0] |= cells[2];
        }
    }

    /// Columns in which a ship may be placed, bit c - 1 for column c (P1).
    #[inline(always)]
    pub(super) fn ship_columns(&self, seat: usize) -> u64 {
        let ships = self.ships[seat & 3];
        if ships < 3 {
            let sails = self.seat(seat).sails[0];
            !(sails & 1 | (sails >> 4) & 2 | (sails >> 8) & 4) & 0b111
        } else {
            1 << ships
        }
    }

    /// Places a ship with sail 0 (reaches N) to 3 (F) into a column, counted from 1.
    #[inline(always)]
    pub(super) fn place_ship(&mut self, seat: usize, sail: u32, column: u32) {
        let top = ROWS * (column - 1);
        if column <= 12 {
            self.seat_mut(seat).sails[0] |= ((4 << sail) - 1) << top;
        } else {
            for index in top..top + sail + 2 {
                let (slot, word) = Tableaus::place_of(seat, index);
                self.seats[slot].sails[word] |= 1u64 << (index % 64);
            }
        }
        self.ships[seat & 3] += 1;
    }
}

impl Tableau {
    fn new(gold: i32, glory: i32) -> Tableau {
        Tableau {
            land_left: [0; 2],
            land_right: [0; 2],
            vikings: [0; 2],
            sails: [0; 2],
            beside: u64::COLUMN_1,
            ashore: 0,
            gold,
            glory,
        }
    }

    /// Puts a tile onto a cell, given as bit `index` of a word of each mask.
    #[inline(always)]
    fn place_tile(&mut self, word: usize, tile: Tile, index: u32, viking: bool) {
        self.land_left[word] |= u64::from(tile.land_left()) << index;
        self.land_right[word] |= u64::from(tile.land_right()) << index;
        self.vikings[word] |= u64::from(viking) << index;
    }

    /// Whether the start tile has been placed (P7).
    #[inline(always)]
    pub(super) fn has_started(&self) -> bool {
        self.land_right[0] != 0
    }

    /// Pays with gold, and with glory what gold does not cover (B2, A2); returns how much of each.
    #[inline(always)]
    pub(super) fn pay(&mut self, amount: i32) -> (i32, i32) {
        let gold = self.gold.min(amount);
        let glory = amount - gold;
        self.gold -= gold;
        self.glory -= glory;
        (gold, glory)
    }

    #[inline(always)]
    pub(super) fn ashore(&self, colour: u32) -> u32 {
        (self.ashore >> (8 * colour)) as u32 & 0xFF
    }

    /// Colours that are ashore, one bit each.
    #[inline(always)]
    pub(super) fn colours_ashore(&self) -> u32 {
        // A byte with a count becomes its highest bit; the highest bits are gathered in the highest byte.
        let some = (self.ashore + 0x7F7F_7F7F_7F7F_7F7F) >> 7 & 0x0101_0101_0101_0101;
        (some.wrapping_mul(0x0102_0408_1020_4080) >> 56) as u32
    }

    pub(super) fn letters_ashore(&self) -> String {
        Colour::letters(|colour| self.ashore(colour.index()))
    }

    #[inline(always)]
    pub(super) fn come_ashore(&mut self, colour: Colour, count: u32) {
        self.ashore += u64::from(count) << (8 * colour.index());
    }

    #[inline(always)]
    pub(super) fn leave_shore(&mut self, colour: u32, count: u32) {
        self.ashore -= u64::from(count) << (8 * colour);
    }
}
