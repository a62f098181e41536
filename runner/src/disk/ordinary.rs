//! Ordinary files, in contrast to pipes, devices, links and folders.

use std::{fs, fs::Metadata, path::Path};

use crate::{disk::missing::if_there, error::Error};

/// Whether there is an ordinary file. Nothing else is ever replaced.
pub fn ordinary(path: &Path) -> Result<bool, Error> {
    let found = if_there(fs::symlink_metadata(path), "read", path)?;
    match found.as_ref().and_then(unusual) {
        Some(kind) => Err(Error::input(
            path,
            format!("is {kind}; only an ordinary file is written or replaced"),
        )),
        None => Ok(found.is_some()),
    }
}

pub fn is_stream(path: &Path) -> bool {
    ["/dev/stdout", "/dev/stderr"].iter().any(|stream| path == Path::new(stream))
}

/// What is there that is no ordinary file, and must not be replaced by one.
fn unusual(found: &Metadata) -> Option<&'static str> {
    let kind = found.file_type();
    match kind {
        kind if kind.is_file() => None,
        kind if kind.is_dir() => Some("a folder"),
        kind if kind.is_symlink() => Some("a link"),
        _ => Some("a device or a pipe"),
    }
}
