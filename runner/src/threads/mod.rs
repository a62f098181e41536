pub mod batch;
pub mod progress;
pub(crate) mod signals;

use crate::error::Error;

pub fn pool(threads: usize) -> Result<rayon::ThreadPool, Error> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    pool.map_err(|error| Error::flag("--threads", error))
}
