use std::ops::Range;

use crate::driver::GameDriver;
use crate::failure::{Failure, Trouble};
use crate::game::finished;
use crate::{schedule::Order, timing::Timing};
use drakkar_engine::outcome::Outcome;
use drakkar_engine::seat::{MAX_SEATS, Seat};
use drakkar_stats::finished::{Finished, LANES};
use drakkar_stats::layout::Layout;
use drakkar_stats::sums::{Spot, Sums, SumsTally};

#[derive(Clone, PartialEq, Debug)]
pub struct BatchResult {
    pub sums: Sums,
    /// Rows of `games.csv` in order, empty if not requested.
    pub rows: Vec<u8>,
    pub records: Vec<u8>,
    pub failures: Vec<Failure>,
    pub games: u64,
    pub timing: Timing,
    pub trouble: Trouble,
}

impl BatchResult {
    pub(crate) fn new(layout: Layout) -> BatchResult {
        BatchResult {
            sums: Sums::new(layout),
            rows: Vec::new(),
            records: Vec::new(),
            failures: Vec::new(),
            games: 0,
            timing: Timing::default(),
            trouble: Trouble::default(),
        }
    }
}

/// Plays the blocks with these numbers; none if they were given up, since it was time to stop.
pub type PlayBlocks<'a> = Box<dyn FnMut(Range<u64>) -> Option<BatchResult> + 'a>;

/// Adds a finished game; `failed` are the seats, as bits, that lost because their agents failed.
#[inline(always)]
pub(crate) fn count(
    tally: &mut SumsTally,
    spot: Spot,
    order: &Order,
    (outcome, failed): (&Outcome, u8),
    driver: &mut dyn GameDriver,
    ledger: usize,
) {
    let all = driver.facts(ledger);
    let facts: [&[i32]; MAX_SEATS] = std::array::from_fn(|seat| all.padded(Seat::new(seat), LANES));
    tally.game(spot, &Finished { failed, ..finished(order, outcome, &facts[..order.players()]) });
    if failed != 0 {
        return;
    }
    let game = finished(order, outcome, &[]);
    for (number, standing) in driver.milestones(spot.rules, ledger) {
        tally.milestone(spot, *number, standing.as_slice(), &game);
    }
}
