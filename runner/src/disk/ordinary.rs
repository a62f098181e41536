//! Ordinary files, in contrast to pipes, devices, links and folders.

use std::{fs, path::Path};

use crate::{disk::missing::if_there, error::Error};

/// Whether there is an ordinary file. Nothing else is ever replaced.
pub fn ordinary(path: &Path) -> Result<bool, Error> {
    let found = if_there(fs::symlink_metadata(path), "read", path)?;
    let kind = match found.map(|found| found.file_type()) {
        None => return Ok(false),
        Some(kind) if kind.is_file() => return Ok(true),
        Some(kind) if kind.is_dir() => "a folder",
        Some(kind) if kind.is_symlink() => "a link",
        Some(_) => "a device or a pipe",
    };
    Err(Error::input(path, format!("is {kind}; only an ordinary file is written or replaced")))
}

pub fn is_stream(path: &Path) -> bool {
    ["/dev/stdout", "/dev/stderr"].iter().any(|stream| path == Path::new(stream))
}
