//! What a study does with each chunk, and whether it needs more of them.

use drakkar_stats::sums::Sums;

pub trait Monitor: Send {
    fn add(&mut self, _chunk: u64, _sums: &Sums) {}

    /// The next chunk that must be known before the study can continue; none at its end.
    fn next(&self) -> Option<u64> {
        None
    }

    fn spares(&self, _chunk: u64) -> bool {
        false
    }

    /// Whether it is not yet known if a chunk is needed.
    fn waits(&self, _chunk: u64) -> bool {
        false
    }

    fn text(&self) -> Option<String> {
        None
    }
}
