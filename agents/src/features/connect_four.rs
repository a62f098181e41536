//! Connect four: a disc on each cell.

use drakkar_engine::games::connect_four::{COLUMNS, ConnectFour, HEIGHT, ROWS, State};
use drakkar_engine::seat::Seat;

use super::{Features, Input, Sight};

/// The inputs of connect four.
#[derive(Clone, Copy, Debug)]
pub struct Inputs;

impl Features<ConnectFour> for Inputs {
    const OF_TABLE: usize = 0;
    const OF_SEAT: usize = COLUMNS * ROWS;
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

    fn see_table(&self, _: &ConnectFour, _: &State, (): &(), _: Seat, _: &mut Sight<'_>) {}

    fn see_seat(&self, _: &ConnectFour, state: &State, (): &(), seat: Seat, sight: &mut Sight<'_>) {
        let mut discs = state.discs(seat);
        while discs != 0 {
            let cell = discs.trailing_zeros() as usize;
            discs &= discs - 1;
            sight.add(cell / HEIGHT * ROWS + cell % HEIGHT, 1);
        }
    }
}
