//! Where the games of the independent implementation are, and random numbers.

pub use drakkar_engine::seed::Rng;

/// The folder with `no-more-vikings-2p.jsonl` and its like.
pub const RECORDS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/records");
