//! Many games on several threads, until they are done or must stop.

pub mod batch;
pub mod progress;
pub(crate) mod signals;
