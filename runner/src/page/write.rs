//! Pages as files.

use std::io::Write;
use std::path::Path;

use crate::disk::durable;
use crate::error::Error;

/// Checks, before any work is done, that `path` may be written.
///
/// # Errors
/// If there is such a file, unless it may be replaced by `force`; or a folder of that name.
pub(crate) fn free(path: &Path, force: bool) -> Result<(), Error> {
    if path.is_dir() {
        return Err(Error::input(path, "is a folder; name a file"));
    }
    if path.exists() && !force {
        let reason = "exists; choose another name for --out, or replace it with --force";
        return Err(Error::input(path, reason));
    }
    Ok(())
}

/// Writes a file, and the folders it lies in; it appears when it is complete.
///
/// # Errors
/// Those of [`free`], and if the operating system refuses.
pub(crate) fn write(path: &Path, text: &str, force: bool) -> Result<(), Error> {
    free(path, force)?;
    let folder = match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    let mut file = durable::named(folder, ".drakkar-")?;
    file.write_all(text.as_bytes()).map_err(Error::file("write", path))?;
    let kept = if force { file.persist(path) } else { file.persist_noclobber(path) };
    kept.map(drop).map_err(|error| Error::file("write", path)(error.error))
}
