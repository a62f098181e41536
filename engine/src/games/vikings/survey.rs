//! What a seat owns, counted: the figures from which heuristics and people judge a position.

use super::Vikings;
use super::cells::Cells;
use super::component::{Colour, LOTS, ROUNDS, Tile};
use super::scoring::{islands, large, unrepelled};
use super::state::{Phase, State};
use super::tableau::{Board, on_board};
use crate::cpu::{Cpu, Task};
use crate::seat::Seat;

/// A lot that has been bought and not yet been placed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hand {
    /// The tile.
    pub tile: Tile,
    /// The viking.
    pub viking: Colour,
    /// Cells where the tile fits; for a ship 0.
    pub fits: u32,
    /// Whether it fits on an unthreatened cell of the viking's row.
    pub fits_viking: bool,
}

/// One seat's tableau in figures. Arrays by row are in the order W N S G F, arrays by colour in the
/// order of [`Colour::index`], arrays by sail in the order of the rows reached, N S G F.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Survey {
    /// Gold.
    pub gold: i32,
    /// Glory.
    pub glory: i32,
    /// Vikings on unthreatened tiles, by row.
    pub safe: [u32; 5],
    /// Vikings on threatened tiles.
    pub threatened: u32,
    /// Unthreatened tiles without a viking, by row.
    pub free: [u32; 5],
    /// Vikings ashore, by colour.
    pub ashore: [u32; 6],
    /// Ships repelled, by sail.
    pub repelled: [u32; 4],
    /// Ships not repelled, by sail.
    pub unrepelled: [u32; 4],
    /// Unrepelled ships with a tile in row W of their column: a warrior ashore could repel them.
    pub waiting_ships: u32,
    /// Unthreatened scouts with a goldsmith in their column.
    pub above_goldsmiths: u32,
    /// Unthreatened scouts with a fisherman in their column.
    pub above_fishermen: u32,
    /// Complete islands.
    pub islands: u32,
    /// Tiles of the longest complete island.
    pub longest: u32,
    /// Islands that still lack their right end.
    pub open_islands: u32,
    /// The lot in hand, if this seat is placing one.
    pub hand: Option<Hand>,
}

impl State {
    /// Large scorings still to come for a seat that has not scored in this round yet (G2).
    pub fn large_scorings_left(&self) -> u32 {
        (ROUNDS as u32 - u32::from(self.round)).div_ceil(2)
    }

    /// Scorings of goldsmiths still to come for a seat that has not scored in this round yet.
    pub fn gold_scorings_left(&self) -> u32 {
        ROUNDS as u32 - u32::from(self.round)
    }

    /// Whether `seat` has scored in this round already.
    pub fn has_scored(&self, seat: Seat) -> bool {
        if self.phase == Phase::Over {
            return true;
        }
        // At a large scoring the turns after the twelfth count the seats that have scored.
        let players = self.players();
        let scored = usize::from(self.turn).saturating_sub(LOTS);
        let place = (seat.index() + players - usize::from(self.first)) % players;
        place < scored
    }
}

struct Look<'a>(&'a State, usize);
impl Task for Look<'_> {
    type Output = Survey;
    #[inline(always)]
    fn run<C: Cpu>(self, _: C) -> Survey {
        let Look(state, seat) = self;
        on_board!(state.tableaus, seat, |board| survey(state, seat, &board))
    }
}

#[inline(always)]
fn survey<W: Cells>(state: &State, seat: usize, board: &Board<W>) -> Survey {
    let tableau = state.tableaus.seat(seat);
    let threatened = board.threatened();
    let safe = board.vikings.without(threatened);
    let free = board.tiles().without(board.vikings | threatened);
    let tally = large(board);
    let (islands, longest) = islands(board);
    let left_ends = board.land_right.without(board.land_left).count();
    let ships = (board.sails & W::ROW_W).without(board.repelling());
    Survey {
        gold: tableau.gold,
        glory: tableau.glory,
        safe: [0, 1, 2, 3, 4].map(|row| safe.in_row(row).count()),
        threatened: board.vikings.count() - safe.count(),
        free: [0, 1, 2, 3, 4].map(|row| free.in_row(row).count()),
        ashore: [0, 1, 2, 3, 4, 5].map(|colour| tableau.ashore(colour)),
        repelled: tally.repelled,
        unrepelled: unrepelled(board),
        waiting_ships: (ships & board.tiles()).count(),
        above_goldsmiths: tally.above_goldsmiths,
        above_fishermen: tally.above_fishermen,
        islands,
        longest,
        open_islands: left_ends - islands,
        hand: hand(state, seat, board, threatened),
    }
}

#[inline(always)]
fn hand<W: Cells>(state: &State, seat: usize, board: &Board<W>, threatened: W) -> Option<Hand> {
    let placing = matches!(state.phase, Phase::Start | Phase::Place);
    if !placing || usize::from(state.seat) != seat {
        return None;
    }
    let (tile, viking) = (state.tile, state.viking);
    if tile.is_ship() {
        return Some(Hand { tile, viking, fits: 0, fits_viking: false });
    }
    let fits = if state.phase == Phase::Start {
        // Whatever row the start tile goes to, its own and the neighbouring ones are open.
        if tile.land_left() { W::COLUMN_1.up(super::cells::ROWS) } else { W::COLUMN_1 }
    } else {
        board.fits(tile)
    };
    let own =
        viking.index() < 5 && !fits.in_row(viking.index().min(4)).without(threatened).is_empty();
    Some(Hand { tile, viking, fits: fits.count(), fits_viking: own })
}

impl Vikings {
    /// Counts what `seat` owns.
    pub fn survey(&self, state: &State, seat: Seat) -> Survey {
        self.processor.run(Look(state, seat.index()))
    }
}
