//! What is kept of a chunk that was played. It is written and read here, as all of its numbers are.

use serde::{Deserialize, Serialize};

use crate::{batch::BatchResult, failure, failure::Failure, json, timing::Timing};
use drakkar_engine::input::not_json;
use drakkar_stats::{layout::Layout, sums::Sums};

/// Failures of an agent in a chunk, and in a run, that are reported individually; all are counted.
pub const REPORTED: usize = 100;

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
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
    /// Of decisions, if any were timed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timing: Option<Timing>,
    /// Of all other bytes, once they are written.
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
            timing: None,
            sha256: String::new(),
        }
    }

    pub fn add(&mut self, batch: BatchResult) {
        self.sums.merge(&batch.sums);
        self.games += batch.games;
        if batch.timing.0.iter().any(|agent| agent.decisions > 0) {
            match &mut self.timing {
                Some(timing) => timing.merge(&batch.timing),
                None => self.timing = Some(batch.timing),
            }
        }
        failure::keep(&mut self.failures, batch.failures, REPORTED);
    }

    /// Whether the same was played, in whatever time.
    pub fn equals(&self, other: &Receipt) -> bool {
        let Receipt { run, chunk, games, part, records, sums, failures, .. } = self;
        (run, chunk, games) == (&other.run, &other.chunk, &other.games)
            && (part, records) == (&other.part, &other.records)
            && (sums, failures) == (&other.sums, &other.failures)
    }

    /// The line of a log, with an empty text for its hash.
    pub fn line(&self) -> Vec<u8> {
        json::line(self)
    }

    pub fn read(line: &[u8]) -> Result<Receipt, String> {
        serde_json::from_slice(line.trim_ascii_end()).map_err(|error| not_json(&error))
    }
}
