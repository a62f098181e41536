use std::{fs, io, io::ErrorKind, path::Path};

use crate::error::Error;

/// The result of opening a file; nothing if it does not exist.
pub fn if_there<T>(
    result: io::Result<T>,
    doing: &'static str,
    path: &Path,
) -> Result<Option<T>, Error> {
    match result {
        Ok(found) => Ok(Some(found)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(Error::file(doing, path)(error)),
    }
}

pub fn remove(path: &Path) -> Result<(), Error> {
    if_there(fs::remove_file(path), "remove", path).map(drop)
}
