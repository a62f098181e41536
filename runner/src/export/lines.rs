//! CSV in memory, where writing does not fail.

use serde::Serialize;

/// Rows of a CSV file.
pub(crate) struct Lines(csv::Writer<Vec<u8>>);

impl Lines {
    /// None yet.
    pub(crate) fn new() -> Lines {
        Lines(csv::Writer::from_writer(Vec::new()))
    }

    /// Adds a row of cells; the first one is the head.
    pub(crate) fn row<I: IntoIterator<Item: AsRef<[u8]>>>(&mut self, cells: I) {
        let _ = self.0.write_record(cells);
    }

    /// Adds a row whose fields have names; before the first one comes a head of these.
    pub(crate) fn record(&mut self, row: impl Serialize) {
        let _ = self.0.serialize(row);
    }

    /// The file.
    pub(crate) fn bytes(self) -> Vec<u8> {
        self.0.into_inner().unwrap_or_default()
    }
}
