//! What is kept of a chunk that was played. It is written and read here, as all of its numbers are.

use serde::{Deserialize, Serialize};

use crate::{batch::BatchResult, failure, failure::Failure, json};
use drakkar_engine::input::not_json;
use drakkar_stats::{layout::Layout, sums::Sums};

/// Failures of an agent in a chunk, and in a run, that are reported individually; all are counted.
pub const REPORTED: usize = 100;

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Receipt {
    pub run: String,
    pub chunk: u64,
    /// Games played, failed ones included.
    pub games: u64,
    pub part: Option<Stored>,
    pub records: Option<Stored>,
    pub sums: Sums,
    pub failures: Vec<Failure>,
    pub sha256: String,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stored {
    pub bytes: u64,
    pub sha256: String,
}

impl Receipt {
    pub fn begin(run: &str, chunk: u64, layout: Layout) -> Receipt {
        Receipt {
            run: run.to_owned(),
            chunk,
            games: 0,
            part: None,
            records: None,
            sums: Sums::new(layout),
            failures: Vec::new(),
            sha256: String::new(),
        }
    }

    pub fn add(&mut self, batch: BatchResult) {
        self.sums.merge(&batch.sums);
        self.games += batch.games;
        failure::keep(&mut self.failures, batch.failures, REPORTED);
    }

    pub fn line(&self) -> Vec<u8> {
        json::line(self)
    }

    pub fn read(line: &[u8]) -> Result<Receipt, String> {
        serde_json::from_slice(line).map_err(|error| not_json(&error))
    }
}
