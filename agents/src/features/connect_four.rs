//! Connect four: a disc on each cell.

use drakkar_engine::games::connect_four::{COLUMNS, ConnectFour, HEIGHT, ROWS, State};
use drakkar_engine::seat::Seat;

use super::{FeatureSink, Features, Input};

/// The inputs of connect four.
#[derive(Clone, Copy, Debug)]
pub struct Inputs;

impl Features<ConnectFour> for Inputs {
    type Common<'a>
        = ()
    where
        Self: 'a;

    fn new(_: &ConnectFour) -> Inputs {
        Inputs
    }

    fn of_table() -> Vec<Input> {
        Vec::new()
    }

    fn of_seat() -> Vec<Input> {
        let cells = (1..=COLUMNS).flat_map(|column| (1..=ROWS).map(move |row| (column, row)));
        cells
            .map(|(column, row)| {
                let about = format!("1 for a disc in column {column}, row {row} from below");
                Input::new(format!("disc.{column}.{row}"), about)
            })
            .collect()
    }

    fn common(&self, _: &ConnectFour, _: &State) {}

    fn see_table(&self, _: &ConnectFour, _: &State, (): &(), _: Seat, _: &mut FeatureSink<'_>) {}

    fn see_seat(
        &self,
        _: &ConnectFour,
        state: &State,
        (): &(),
        seat: Seat,
        sink: &mut FeatureSink<'_>,
    ) {
        let mut discs = state.discs(seat);
        while discs != 0 {
            let cell = discs.trailing_zeros() as usize;
            discs &= discs - 1;
            sink.set(cell / HEIGHT * ROWS + cell % HEIGHT, 1);
        }
    }
}
