//! What taking back a change of a weight costs (`effects.csv` of `tune`): whether its interval holds the true loss.

use drakkar_stats::counters::SHARE_UNIT;
use drakkar_stats::interval::of_loss;
use drakkar_stats::ratio::Ratio;

use crate::covered::{self, Figure, Row};
use crate::model::{Case, Model, repetition};

/// Deals that are played for each change.
const DEALS: [usize; 3] = [100, 400, 1600];

/// A player without one of its changes, alone among copies with it: no loss, a small and a large one, and a gain.
pub fn cases() -> Vec<Case> {
    let line_ups: [&'static [&'static str]; 2] = [&["a", "o"], &["a", "o", "o", "o"]];
    let all = line_ups.into_iter().flat_map(|line_up| {
        [0.0, 0.01, 0.15, -0.1].map(|loss| Case {
            name: "one change taken back",
            line_up,
            share: 1.0 / line_up.len() as f64 - loss,
            shared: 0.1,
            luck: 0.5,
            unequal_seats: false,
        })
    });
    all.collect()
}

/// Simulates one case: a row for each number of deals.
pub fn rows(number: usize, case: &Case, repetitions: u64) -> Vec<Row> {
    let model = Model::new(case);
    let par = 1.0 / case.line_up.len() as f64;
    let truth = par - case.share;
    let figures = DEALS.map(|samples| Figure { name: "loss of win share", truth, samples });
    covered::rows(&case.title(), &figures, repetitions, |run, counts| {
        let mut rng = repetition(number, run);
        let mut share = Ratio::default();
        for (counts, deals) in counts.iter_mut().zip(DEALS) {
            while share.blocks < deals as i128 {
                share.add_block(model.block(&mut rng).0[0], model.games);
            }
            counts.add(of_loss(&share, SHARE_UNIT, par));
        }
    })
}
