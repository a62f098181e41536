//! What a run leaves on the disk while it is played, so that it survives whatever happens.
//!
//! ```text
//! RUN/run.json              the plan: everything that can change a row
//! RUN/parts/chunk-....csv   rows of games, if they are wanted; finished chunks only
//! RUN/records/...           records of games, if they are wanted
//! RUN/done/chunk-....json   the receipt of a finished chunk, written last: counters, sizes, hashes
//! RUN/timing/...            how long agents thought; for reading, in no hash
//! RUN/failures.jsonl        the games that ended a run because too many failed; or those of a finished one
//! RUN/tmp/                  files on their way
//! ```
//!
//! Files are written under `tmp`, brought to the disk, and moved to their place. A chunk counts when
//! its receipt is there and its files are what the receipt says.

pub mod commit;
pub mod course;
pub mod failed_game;
pub mod failing;
pub mod merge;
pub mod survey;
