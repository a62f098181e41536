//! Connect four: threats, lines that are still possible, the middle.

use drakkar_engine::game::Game;
use drakkar_engine::games::connect_four::{BOTTOM, COLUMNS, ConnectFour, HEIGHT, ROWS, State};
use drakkar_engine::seat::Seat;
use serde::{Deserialize, Serialize};

use super::{Heuristic, Judge, NamedTexts, Playable, standard};
use crate::features;

impl Playable for ConnectFour {
    type Heuristic = Weights;
}

/// The contribution of each feature of a seat to its value; the other seat's are subtracted.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weights {
    /// A line of four.
    pub line: f64,
    /// A cell that makes a line, can be played now, and belongs to the seat to move.
    pub turn: f64,
    /// An empty cell that would make a line.
    pub threat: f64,
    /// A possible line into which the other seat has no disc.
    pub open: f64,
    /// A disc in the middle column.
    pub centre: f64,
}

drakkar_engine::data!(Weights);

standard!("connect_four/manual-1.toml");

const BOARD: u64 = BOTTOM * ((1 << ROWS) - 1);
const MIDDLE: u64 = ((1 << ROWS) - 1) << (HEIGHT * (COLUMNS / 2));
/// From a cell to its neighbour: up, and to the right below, beside, above.
const STEPS: [usize; 4] = [1, HEIGHT - 1, HEIGHT, HEIGHT + 1];

/// Cells, empty or not, that make a line of four with three of `discs`.
#[inline(always)]
fn completing(discs: u64) -> u64 {
    let mut cells = 0;
    for step in STEPS {
        let (before, after) = (discs << step, discs >> step);
        let (before2, after2) = (before & (discs << (2 * step)), after & (discs >> (2 * step)));
        let three = before2 & (discs << (3 * step)) | after2 & (discs >> (3 * step));
        cells |= three | before2 & after | before & after2;
    }
    cells
}

/// Number of places for a line of four on `cells`.
#[inline(always)]
fn places(cells: u64) -> u32 {
    let mut places = 0;
    for step in STEPS {
        let pairs = cells & (cells >> step);
        places += (pairs & (pairs >> (2 * step))).count_ones();
    }
    places
}

impl Weights {
    /// The weighted features of one seat; `to_move` says whether it is to move.
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
    type Judge = Weights;
    type Features = features::connect_four::Inputs;
    const NAMED: NamedTexts = &[("manual-1", include_str!("connect_four/manual-1.toml"))];

    fn judge(&self, _: &ConnectFour) -> Weights {
        *self
    }
}

impl Judge<ConnectFour> for Weights {
    #[inline(always)]
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

    /// Five threats; values are differences already, so each threat counts for both seats.
    fn scale(&self, _: &ConnectFour, _: &State) -> f64 {
        20.0
    }
}

#[cfg(test)]
mod tests {
    use drakkar_engine::seed::{DealSeed, Rng};

    use super::*;

    /// All places for a line of four, each as its cells.
    fn all_places() -> Vec<[(usize, usize); 4]> {
        let mut places = Vec::new();
        for column in 0..COLUMNS as i32 {
            for row in 0..ROWS as i32 {
                for (right, up) in [(0, 1), (1, -1), (1, 0), (1, 1)] {
                    let cell = |n| (column + right * n, row + up * n);
                    let inside = |(c, r)| c < COLUMNS as i32 && (0..ROWS as i32).contains(&r);
                    if inside(cell(3)) {
                        places.push([0, 1, 2, 3].map(cell).map(|(c, r)| (c as usize, r as usize)));
                    }
                }
            }
        }
        places
    }

    /// The value, cell by cell.
    fn plain(weights: &Weights, game: &ConnectFour, state: &State, seat: Seat) -> f64 {
        let view = game.view(state, seat);
        let cell = |(column, row): (usize, usize)| view.disc(column, row);
        let mut value = 0.0;
        for (owner, sign) in [(seat, 1.0), (seat.next(2), -1.0)] {
            let count = |place: &[(usize, usize); 4]| {
                place.iter().filter(|&&c| cell(c) == Some(owner)).count()
            };
            let places = all_places();
            let mut threats: Vec<(usize, usize)> = places
                .iter()
                .filter(|place| count(place) == 3)
                .flat_map(|place| place.iter().copied().filter(|&c| cell(c).is_none()))
                .collect();
            threats.sort_unstable();
            threats.dedup();
            let now = |&&(column, row): &&(usize, usize)| {
                game.to_move(state) == Some(owner) && (0..row).all(|r| cell((column, r)).is_some())
            };
            let turn = threats.iter().filter(now).count();
            let rival = Some(owner.next(2));
            let open = places.iter().filter(|p| p.iter().all(|&c| cell(c) != rival)).count();
            let centre = (0..ROWS).filter(|&row| cell((COLUMNS / 2, row)) == Some(owner)).count();
            let line = places.iter().any(|place| count(place) == 4);
            value += sign
                * (weights.line * f64::from(u8::from(line))
                    + weights.turn * turn as f64
                    + weights.threat * threats.len() as f64
                    + weights.open * open as f64
                    + weights.centre * centre as f64);
        }
        value
    }

    #[test]
    fn bits_and_cells_agree() {
        // Weights so far apart that no feature can stand in for another.
        let weights = Weights { line: 1e8, turn: 1e6, threat: 1e4, open: 10.0, centre: 0.125 };
        let game = ConnectFour::default();
        let (mut rng, mut actions) = (Rng::from_seed(1), Vec::new());
        for _ in 0..300 {
            let mut state = game.state(&game.deal(DealSeed { seed: 0, deal: 0 }));
            while game.to_move(&state).is_some() {
                let action = game.random_legal(&state, &mut rng);
                game.apply_unchecked(&mut state, action, &mut ());
                for seat in Seat::all(2) {
                    let expected = plain(&weights, &game, &state, seat);
                    assert_eq!(weights.value(&game, &state, seat), expected);
                }
                // The copy for this processor says the same.
                let Some(seat) = game.to_move(&state) else { break };
                game.legal(&state, &mut actions);
                weights.actions(&game, &state, seat, &actions, &mut |action, value| {
                    let mut next = state;
                    game.apply_unchecked(&mut next, action, &mut ());
                    assert_eq!(value, plain(&weights, &game, &next, seat));
                });
            }
        }
    }
}
