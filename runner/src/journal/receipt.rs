//! The receipt of a finished chunk.

use serde::{Deserialize, Serialize};

use crate::disk::digest;
use drakkar_play::failure::Failure;
use drakkar_play::json;
use drakkar_stats::sums::Sums;

/// What is said of a finished chunk: `done/chunk-....json`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Receipt {
    /// Digest of the run.
    pub run: String,
    /// Number of the chunk.
    pub chunk: u64,
    /// Games played, failed ones included.
    pub games: u64,
    /// The rows of its games, if they are wanted.
    pub part: Option<Stored>,
    /// The records of its games, if they are wanted.
    pub records: Option<Stored>,
    /// Sums over its blocks.
    pub sums: Sums,
    /// Games that failed, as far as they are told one by one.
    pub failures: Vec<Failure>,
    /// SHA-256 of this object with an empty text here.
    pub sha256: String,
}

/// A file that belongs to a chunk.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stored {
    /// Its size.
    pub bytes: u64,
    /// Its SHA-256 in hexadecimal digits.
    pub sha256: String,
}

impl Receipt {
    /// The receipt with its own hash.
    #[must_use]
    pub fn sealed(mut self) -> Receipt {
        self.sha256 = String::new();
        self.sha256 = digest::of(&self.text());
        self
    }

    /// The text of the file.
    pub fn text(&self) -> Vec<u8> {
        json::line(self)
    }

    /// Reads a receipt, every byte of which must be as it was written.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn read(text: &[u8]) -> Result<Receipt, String> {
        let receipt: Receipt = serde_json::from_slice(text).map_err(|error| error.to_string())?;
        let sealed = receipt.clone().sealed();
        if sealed.sha256 != receipt.sha256 || sealed.text() != text {
            return Err("its bytes are not those that were written".into());
        }
        Ok(receipt)
    }
}
