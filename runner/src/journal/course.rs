//! What finished chunks mean for the others of their run. The journal asks for no more than this, and so
//! knows no study.

use drakkar_stats::sums::Sums;

/// Follows a run chunk by chunk. Without a word of its own every chunk is needed.
pub trait Course: Send {
    fn add(&mut self, _chunk: u64, _sums: &Sums) {}

    /// The next chunk that has to be known before more can be said; none if no more is to be said.
    fn next(&self) -> Option<u64> {
        None
    }

    /// Whether a chunk is known not to be needed.
    fn spares(&self, _chunk: u64) -> bool {
        false
    }

    /// Whether it is not known yet if a chunk is needed.
    fn waits(&self, _chunk: u64) -> bool {
        false
    }

    /// How it stands, for the progress bar; none where nothing is ever said.
    fn text(&self) -> Option<String> {
        None
    }
}
