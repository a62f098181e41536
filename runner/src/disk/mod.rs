//! Files that are whole or not there, their digests, and where those of a run are.

pub mod digest;
pub mod durable;
pub mod new_file;
pub mod place;
