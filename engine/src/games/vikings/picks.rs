//! What may be bought and where it may go, as sets, and one of each that is picked.

use super::cells::Cells;
use super::component::Cell;
use super::state::StateOf;
use super::tableau::Board;
use super::variant::Variant;
use crate::cpu::Cpu;

/// Tiles on which the next viking of the ferry may land, leaving enough for those after him.
#[inline(always)]
pub(super) fn landings<W: Cells>(row: u32, from: u32, board: &Board<W>) -> W {
    board.free(row).starting(from)
}

/// Where the bought island tile fits, and where among these the viking may stand on it (P5).
#[inline(always)]
pub(super) fn placements<V: Variant, W: Cells>(state: &StateOf<V>, board: &Board<W>) -> (W, W) {
    let fits = board.fits(state.tile);
    (fits, fits & W::home(state.viking))
}

/// Bit p: the lot priced p may be bought.
#[inline(always)]
pub(super) fn prices<V: Variant>(state: &StateOf<V>, seat: usize) -> u32 {
    let tableau = state.tableaus.seat(seat);
    state.wheel.choice(tableau.gold, tableau.glory)
}

#[inline(always)]
pub(super) fn pick_price<V: Variant, C: Cpu>(
    cpu: C,
    state: &StateOf<V>,
    seat: usize,
    pick: impl FnOnce(u32) -> u32,
) -> u8 {
    let prices = prices(state, seat);
    cpu.nth_set(u64::from(prices), pick(prices.count_ones())) as u8
}

#[inline(always)]
pub(super) fn pick_ship_column<V: Variant, C: Cpu>(
    cpu: C,
    state: &StateOf<V>,
    seat: usize,
    pick: impl FnOnce(u32) -> u32,
) -> u8 {
    let columns = state.tableaus.ship_columns(seat);
    cpu.nth_set(columns, pick(columns.count_ones())) as u8 + 1
}

/// One of the cells for the bought island tile, and whether the viking stands on it; `None` if it fits nowhere.
#[inline(always)]
pub(super) fn pick_cell<V: Variant, C: Cpu, W: Cells>(
    cpu: C,
    state: &StateOf<V>,
    board: &Board<W>,
    pick: impl FnOnce(u32) -> u32,
) -> Option<(Cell, bool)> {
    let (fits, own) = placements(state, board);
    let ashore = fits.count();
    if ashore == 0 {
        pick(1);
        return None;
    }
    let k = pick(ashore + own.count());
    let viking = k >= ashore;
    let cells = W::select(viking, own, fits);
    let k = k - ashore * u32::from(viking);
    Some((Cell(cells.nth(cpu, k) as u8), viking))
}
