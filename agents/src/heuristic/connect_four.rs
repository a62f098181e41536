//! Connect four: threats, lines that are still possible, the middle.

use drakkar_engine::game::Game;
use drakkar_engine::games::connect_four::{COLUMNS, ConnectFour, HEIGHT, ROWS, State};
use drakkar_engine::seat::Seat;
use serde::{Deserialize, Serialize};

use super::{Heuristic, Playable};

impl Playable for ConnectFour {
    type Heuristic = Weights;
}

/// What each feature of a seat adds to its value; the other seat's are subtracted.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Weights {
    /// A line of four.
    pub line: f64,
    /// A cell that makes a line, can be played now, and belongs to the seat to move.
    pub turn: f64,
    /// An empty cell that would make a line.
    pub threat: f64,
    /// A place for a line that the other seat has not entered.
    pub open: f64,
    /// A disc in the middle column.
    pub centre: f64,
}

impl Default for Weights {
    fn default() -> Weights {
        Weights { line: 1000.0, turn: 100.0, threat: 4.0, open: 1.0, centre: 0.5 }
    }
}

/// All cells, and one of each column.
const BOTTOM: u64 = {
    let (mut bottom, mut column) = (0, 0);
    while column < COLUMNS {
        bottom |= 1 << (HEIGHT * column);
        column += 1;
    }
    bottom
};
const BOARD: u64 = BOTTOM * ((1 << ROWS) - 1);
const MIDDLE: u64 = ((1 << ROWS) - 1) << (HEIGHT * (COLUMNS / 2));
/// From a cell to its neighbour: up, and to the right below, beside, above.
const STEPS: [usize; 4] = [1, HEIGHT - 1, HEIGHT, HEIGHT + 1];

/// Cells, empty or not, that make a line of four with three of `discs`.
#[inline(always)]
fn completing(discs: u64) -> u64 {
    STEPS.iter().fold(0, |cells, &step| {
        let (before, after) = (discs << step, discs >> step);
        let (before2, after2) = (before & (discs << (2 * step)), after & (discs >> (2 * step)));
        let three = before2 & (discs << (3 * step)) | after2 & (discs >> (3 * step));
        cells | three | before2 & after | before & after2
    })
}

/// Number of places for a line of four on `cells`.
#[inline(always)]
fn places(cells: u64) -> u32 {
    STEPS
        .iter()
        .map(|&step| {
            let pairs = cells & (cells >> step);
            (pairs & (pairs >> (2 * step))).count_ones()
        })
        .sum()
}

impl Weights {
    /// The features of one seat, weighed; `to_move` says whether it is to move.
    #[inline(always)]
    fn of_seat(&self, own: u64, other: u64, to_move: bool) -> f64 {
        let taken = own | other;
        let threats = completing(own) & BOARD & !taken;
        // Adding to each column's bottom carries to its lowest empty cell.
        let playable = (taken + BOTTOM) & BOARD;
        let turn = if to_move { (threats & playable).count_ones() } else { 0 };
        self.turn * f64::from(turn)
            + self.threat * f64::from(threats.count_ones())
            + self.open * f64::from(places(BOARD & !other))
            + self.centre * f64::from((own & MIDDLE).count_ones())
    }
}

impl Heuristic<ConnectFour> for Weights {
    #[inline]
    fn value(&self, game: &ConnectFour, state: &State, seat: Seat) -> f64 {
        let line = match state.winner() {
            Some(winner) if winner == seat => self.line,
            Some(_) => -self.line,
            None => 0.0,
        };
        let (own, other) = (state.discs(seat), state.discs(seat.next(2)));
        let to_move = game.to_move(state);
        line + self.of_seat(own, other, to_move == Some(seat))
            - self.of_seat(other, own, to_move == Some(seat.next(2)))
    }
}
