//! Many games on several threads, until they are done or it is time to stop.

pub mod batch;
pub mod progress;
