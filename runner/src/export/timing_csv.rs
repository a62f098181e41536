//! `timing.csv`: how long every agent thinks. It lies outside of all hashes.

use serde::Serialize;

use crate::error::Error;
use crate::export::figure::Figure;
use crate::export::lines;
use drakkar_play::timing::Timing;

/// Name of the file.
pub const FILE: &str = "timing.csv";

/// Header and row.
#[derive(Serialize)]
struct Row<'a> {
    agent: &'a str,
    decisions: u64,
    mean_microseconds: Figure,
    p95_microseconds: Figure,
    iterations_per_second: Figure,
}

/// The whole file; nothing if no decision was timed.
///
/// # Errors
/// A row that cannot be written.
pub fn text(names: &[String], timing: &Timing) -> Result<Vec<u8>, Error> {
    let micro = |seconds: Option<f64>| Figure(seconds.map(|seconds| seconds * 1e6));
    let timed = names.iter().zip(&timing.0).filter(|(_, thinking)| thinking.decisions > 0);
    lines::file(timed.map(|(agent, thinking)| Row {
        agent,
        decisions: thinking.decisions,
        mean_microseconds: micro(thinking.mean()),
        p95_microseconds: micro(thinking.quantile(0.95)),
        iterations_per_second: Figure(thinking.iterations_per_second()),
    }))
}
