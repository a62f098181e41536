//! What a seat may do with its boatswains (G3, A5, A9).

use super::VikingsOf;
use super::action::Action;
use super::bonus::Bonus;
use super::cells::Cells;
use super::component::{ROUNDS, Row};
use super::state::StateOf;
use super::tableau::on_board;
use super::variant::Variant;
use crate::cpu::Cpu;

/// The uses of a boatswain that a seat may choose.
#[derive(Clone, Copy)]
pub(super) struct Ferries {
    /// Rows with a free tile and somebody ashore who could land there, one bit each; nobody can be
    /// moved if there is none.
    pub(super) movable: u32,
    /// Rows that `ferry` may name.
    pub(super) rows: u32,
    /// Whether `ferry each` may be chosen.
    pub(super) each: bool,
    /// Rows that `longboat` may name.
    pub(super) longboat_rows: u32,
    /// Whether `longboat each` may be chosen.
    pub(super) longboat_each: bool,
}

impl Ferries {
    const NONE: Ferries =
        Ferries { movable: 0, rows: 0, each: false, longboat_rows: 0, longboat_each: false };

    /// Number of choices, not counting `stop`.
    #[inline(always)]
    pub(super) fn count(self) -> u32 {
        let ferries = self.rows.count_ones() + u32::from(self.each);
        ferries + self.longboat_rows.count_ones() + u32::from(self.longboat_each)
    }

    /// The `k`-th choice: rows from the top, then `each`; ferries, then longboats.
    #[inline(always)]
    pub(super) fn nth<C: Cpu>(self, cpu: C, k: u32) -> Action {
        let rows = self.rows.count_ones();
        let row = |rows: u32, k| Row::from_index(cpu.nth_set(u64::from(rows), k));
        let ferries = rows + u32::from(self.each);
        if k < rows {
            Action::Ferry { row: row(self.rows, k) }
        } else if k < ferries {
            Action::FerryEach
        } else if k - ferries < self.longboat_rows.count_ones() {
            Action::Longboat { row: row(self.longboat_rows, k - ferries) }
        } else {
            Action::LongboatEach
        }
    }
}

/// Whether using boatswains is no longer optional (G3).
#[inline(always)]
pub(super) fn is_last_round<V: Variant>(state: &StateOf<V>) -> bool {
    usize::from(state.round) + 1 == ROUNDS
}

/// What the seat may do with its boatswains.
#[inline(always)]
pub(super) fn ferries<V: Variant>(game: &VikingsOf<V>, state: &StateOf<V>, seat: usize) -> Ferries {
    let tableau = state.tableaus.seat(seat);
    if tableau.ashore(5) == 0 {
        return Ferries::NONE;
    }
    let free = on_board!(state.tableaus, seat, |board| {
        let free = board.tiles().without(board.vikings);
        [0, 1, 2, 3, 4].map(|row| free.in_row(row).count())
    });
    let (mut rows, mut most) = (0, 0);
    for (row, free) in (0..).zip(free) {
        let movable = tableau.ashore(row).min(free);
        rows |= u32::from(movable > 0) << row;
        most = most.max(movable);
    }
    // With one colour, moving one viking differs from moving all if there are two or more.
    let several = rows & rows.wrapping_sub(1) != 0;
    let each = several || most >= 2;
    let longboat = state.extra().is_some_and(|extra| extra.owned(seat).count(Bonus::Longboat) > 0);
    let ferries = Ferries {
        movable: rows,
        rows,
        each: each && !game.weak_boatswains(),
        longboat_rows: if longboat { rows } else { 0 },
        longboat_each: longboat && each,
    };
    if game.numbers.all_or_none || game.numbers.most_at_last {
        let ashore = [0, 1, 2, 3, 4].map(|row| tableau.ashore(row));
        return other_readings(game, ferries, ashore, free, is_last_round(state));
    }
    ferries
}

/// The same by the other readings of G3.
#[cold]
fn other_readings<V: Variant>(
    game: &VikingsOf<V>,
    ferries: Ferries,
    ashore: [u32; 5],
    free: [u32; 5],
    last: bool,
) -> Ferries {
    let movable = |row: usize| ashore[row].min(free[row]);
    let fits = |row: &usize| !game.numbers.all_or_none || ashore[*row] <= free[*row];
    let mut rows: u32 =
        (0..5).filter(fits).filter(|&row| movable(row) > 0).map(|row| 1 << row).sum();
    let colours = ferries.movable.count_ones();
    // One of each is left out if a whole colour is the same vikings.
    let same = |row: usize| rows >> row & 1 == 1 && movable(row) == 1;
    let mut each = colours > 1 || colours == 1 && !(0..5).any(same);
    if last && game.numbers.most_at_last {
        let offered = (0..5).filter(|&row| rows >> row & 1 == 1).map(movable);
        let most = offered.chain(each.then_some(colours)).max().unwrap_or(0);
        rows &= (0..5).filter(|&row| movable(row) == most).map(|row| 1 << row).sum::<u32>();
        each &= colours == most;
    }
    let (weak, longboat) = (game.weak_boatswains(), ferries.longboat_rows != 0);
    Ferries {
        movable: ferries.movable,
        rows: if weak { ferries.rows } else { rows },
        each: each && !weak,
        longboat_rows: if longboat { rows } else { 0 },
        longboat_each: longboat && each,
    }
}
