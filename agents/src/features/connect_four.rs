//! Connect four: a disc on each cell.

use drakkar_engine::games::connect_four::{COLUMNS, ConnectFour, HEIGHT, ROWS, State};
use drakkar_engine::seat::Seat;

use super::{FeatureSink, Features, in_turn, numbers};

/// The inputs of connect four.
#[derive(Clone, Copy, Debug)]
pub struct Inputs;

impl Features<ConnectFour> for Inputs {
    fn new(_: &ConnectFour) -> Inputs {
        Inputs
    }

    fn tell(&self, _: &ConnectFour, state: &State, seat: Seat, sink: &mut impl FeatureSink) {
        for (place, other) in in_turn(seat, 2) {
            sink.of_seat(place);
            for column in 0..COLUMNS {
                let discs = state.discs(other) >> (column * HEIGHT);
                let discs = std::array::from_fn(|row| discs >> row & 1 != 0);
                sink.number(column + 1);
                let text = "disc.#.{}: 1 for a disc in column #, row {} from below";
                sink.all(text, numbers::<ROWS>(), discs);
            }
        }
    }
}
