//! What a run keeps on disk while it is played, so that it survives interruptions.
//!
//! ```text
//! RUN/run.json              the plan: everything that can change a row
//! RUN/parts/chunk-....csv   rows of games, if requested; finished chunks only
//! RUN/records/...           records of games, if requested
//! RUN/done/...              receipts of finished chunks, written last: counters, times, sizes, hashes
//! RUN/failures.jsonl        the games that ended a run because too many failed; or those of a finished one
//! RUN/tmp/                  files on their way
//! ```
//!
//! Files are written under `tmp`, flushed to disk, and moved into place; a receipt is a line that a process appends to
//! a file of its own. A chunk counts if its receipt is whole and its files match it. The only chunk of a run has no files, unless
//! chunks are to be kept: its results are there at once.

pub mod chunks;
pub mod commit;
pub mod failed_game;
pub mod failing;
pub mod merge;
pub mod monitor;
pub mod open_chunk;
pub mod receipts;
