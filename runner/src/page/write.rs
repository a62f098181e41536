//! Pages as files.

use std::path::Path;

use crate::disk::new_file::{self, NewFile};
use crate::error::Error;

/// Checks, before any work is done, that `path` may be written: there is no such file, unless it may be
/// replaced by `force`, nor a folder of that name.
pub fn free(path: &Path, force: bool) -> Result<(), Error> {
    match path.is_dir() {
        true => Err(Error::input(path, "is a folder; name a file")),
        false => new_file::free(path, "--out", force),
    }
}

/// Writes a file, and the folders it lies in; it appears when it is complete.
pub fn write(path: &Path, text: &str, force: bool) -> Result<(), Error> {
    free(path, force)?;
    let mut file = NewFile::open(path, "--out", force)?;
    file.write(text)?;
    file.close()
}
