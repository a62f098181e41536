//! The signs of a tableau.
//!
//! Columns count from the mainland; `.` is a free cell, `[` a left end, `]` a right end, `a` to `d` a middle with its
//! building, `A` to `D` the building tile that replaced one, `+` a viking on the tile before it; ships are written as
//! the row that their sail reaches. The base game ignores buildings: its middles are all `=`.

use super::cells::{Cells, Wide};
use super::component::{Cell, Row};
use super::state::StateOf;
use super::variant::Variant;

/// The texts of a row's tiles, with or without vikings, up to the last one.
pub(super) fn tile_texts<V: Variant>(
    state: &StateOf<V>,
    seat: usize,
    row: Row,
) -> Vec<&'static str> {
    let board = state.tableaus.wide(seat);
    let middles = ["aa+bb+cc+dd+", "AA+BB+CC+DD+", "==+"];
    let text = |column: u32| {
        let index = 5 * (column - 1) + row.index();
        let viking = usize::from(board.vikings.holds(index));
        match (board.land_left.holds(index), board.land_right.holds(index)) {
            (false, false) => ".",
            (false, true) => ["[", "[+"][viking],
            (true, false) => ["]", "]+"][viking],
            (true, true) => {
                let (set, building) = middle(state, seat, index);
                &middles[set][3 * building + viking..][..1 + viking]
            }
        }
    };
    trimmed(text)
}

/// Whether a middle has a printed building (0), a building tile (1), or its building is not known (2); and which.
fn middle<V: Variant>(state: &StateOf<V>, seat: usize, index: u32) -> (usize, usize) {
    let Some(extra) = state.extra() else { return (2, 0) };
    let (board, players) = (state.tableaus.wide(seat), state.players());
    let of = |building| extra.with_building(&board, seat, players, building).holds(index);
    let building = (0..4).find(|&building| of(building)).unwrap_or(0) as usize;
    (usize::from(extra.upgraded::<Wide>(seat, players).holds(index)), building)
}

pub(super) fn ship_texts<V: Variant>(state: &StateOf<V>, seat: usize) -> Vec<&'static str> {
    let sails = state.tableaus.wide(seat).sails;
    let reach = |column| (0..5).filter(|row| sails.holds(5 * (column - 1) + row)).count();
    trimmed(|column| [".", ".", "N", "S", "G", "F"][reach(column)])
}

fn trimmed(text: impl Fn(u32) -> &'static str) -> Vec<&'static str> {
    let mut texts: Vec<&str> = (1..=Cell::MAX_COLUMN).map(text).collect();
    while texts.last() == Some(&".") {
        texts.pop();
    }
    texts
}
