//! Files that are there whole or not at all, also after a loss of power.

use std::fs::{self, File};
use std::io::Write;
use std::path::Path;

use tempfile::NamedTempFile;

use crate::error::Error;

/// A file on its way, in the folder `tmp`, which is made if it is missing.
///
/// # Errors
/// If it cannot be created.
pub fn begin(tmp: &Path) -> Result<NamedTempFile, Error> {
    named(tmp, "chunk-")
}

/// A file on its way in `folder`, which is made if it is missing; its name begins with `prefix`.
///
/// # Errors
/// If it cannot be created.
pub fn named(folder: &Path, prefix: &str) -> Result<NamedTempFile, Error> {
    fs::create_dir_all(folder).map_err(Error::file("create", folder))?;
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // As any other file, subject to the user's mask.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    builder.prefix(prefix).tempfile_in(folder).map_err(Error::file("write into", folder))
}

/// Brings `file` to the disk and moves it to `path`, instead of what is there.
///
/// # Errors
/// If that is not possible, for example because the disk is full.
pub fn publish(file: NamedTempFile, path: &Path) -> Result<(), Error> {
    let folder = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder).map_err(Error::file("create", folder))?;
    file.as_file().sync_all().map_err(Error::file("write", path))?;
    file.persist(path).map_err(|error| Error::file("write", path)(error.error))?;
    sync_folder(folder)
}

/// Writes a whole file in this way.
///
/// # Errors
/// As [`begin`] and [`publish`].
pub fn write(tmp: &Path, path: &Path, bytes: &[u8]) -> Result<(), Error> {
    let mut file = begin(tmp)?;
    file.write_all(bytes).map_err(Error::file("write", path))?;
    publish(file, path)
}

/// What came of asking for a file; nothing if it is not there.
///
/// # Errors
/// Anything else that the operating system refuses.
pub fn if_there<T>(
    result: std::io::Result<T>,
    doing: &'static str,
    path: &Path,
) -> Result<Option<T>, Error> {
    match result {
        Ok(found) => Ok(Some(found)),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(Error::file(doing, path)(error)),
    }
}

/// Brings the names in a folder to the disk.
///
/// # Errors
/// If that is not possible.
pub fn sync_folder(folder: &Path) -> Result<(), Error> {
    // Elsewhere folders cannot be opened as files.
    if cfg!(unix) {
        let open = File::open(folder).and_then(|folder| folder.sync_all());
        open.map_err(Error::file("write into", folder))?;
    }
    Ok(())
}
