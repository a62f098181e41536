//! Many games on several threads, until they are done or must stop.

pub mod batch;
pub mod progress;
pub(crate) mod signals;

use crate::error::Error;

/// That many threads.
///
/// # Errors
/// If they cannot be started.
pub fn pool(threads: usize) -> Result<rayon::ThreadPool, Error> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    pool.map_err(|error| Error::flag("--threads", error))
}
