//! What finished chunks mean for the others of their run. The journal needs nothing else, and so
//! knows no study.

use drakkar_stats::sums::Sums;

/// Follows a run chunk by chunk. By default, every chunk is needed.
pub trait Course: Send {
    fn add(&mut self, _chunk: u64, _sums: &Sums) {}

    /// The next chunk that must be known before the course can continue; none at its end.
    fn next(&self) -> Option<u64> {
        None
    }

    /// Whether a chunk is known not to be needed.
    fn spares(&self, _chunk: u64) -> bool {
        false
    }

    /// Whether it is not yet known if a chunk is needed.
    fn waits(&self, _chunk: u64) -> bool {
        false
    }

    /// The current state, for the progress bar; none for a course without reports.
    fn text(&self) -> Option<String> {
        None
    }
}
