//! Atomic files, their digests, and the places of a run's files.

pub mod changed;
pub mod digest;
pub mod durable;
pub mod folders;
pub mod growing;
pub mod lock;
pub mod made;
pub mod missing;
pub mod new_file;
pub mod ordinary;
pub mod place;
pub mod seal;
pub mod written;
