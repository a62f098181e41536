//! Files of results: the first byte chooses which one it is.

#![no_main]

use drakkar::fuzzing;
use libfuzzer_sys::fuzz_target;

const FILES: [&str; 16] = [
    "win_rates.csv",
    "strategy.csv",
    "pace.csv",
    "ratings.csv",
    "pairings.csv",
    "neighbours.csv",
    "compare.csv",
    "effects.csv",
    "differences.csv",
    "timing.csv",
    "bonus_effect.csv",
    "bonus_observed.csv",
    "what_if.csv",
    "fair.csv",
    "tune.csv",
    "verdict.csv",
];

fuzz_target!(|bytes: &[u8]| {
    let Some((choice, text)) = bytes.split_first() else { return };
    let name = FILES[usize::from(*choice) % FILES.len()];
    drakkar_fuzz::in_folder(|folder| fuzzing::results(folder, name, text));
});
