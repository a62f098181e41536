//! Atomic files, their digests, and the places of a run's files.

pub mod digest;
pub mod durable;
pub mod folders;
pub mod growing;
pub mod lock;
pub mod new_file;
pub mod place;
pub mod seal;
pub mod written;
