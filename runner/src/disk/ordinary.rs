//! Ordinary files, in contrast to pipes, devices, links and folders.

use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
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

/// Whether a file is written to standard output, so that what the command prints goes to standard error.
static TAKEN: AtomicBool = AtomicBool::new(false);

pub fn take(path: &Path) {
    TAKEN.fetch_or(is_one(path, 1), Relaxed);
}

pub fn printer() -> Box<dyn Write> {
    if TAKEN.load(Relaxed) { Box::new(io::stderr()) } else { Box::new(io::stdout()) }
}

/// The standard stream that a path names: opened anew, it would begin at the first byte of a file.
pub fn stream(path: &Path) -> Option<Box<dyn Write>> {
    let output = is_one(path, 1).then(|| Box::new(io::stdout()) as Box<dyn Write>);
    output.or_else(|| is_one(path, 2).then(|| Box::new(io::stderr()) as Box<dyn Write>))
}

pub fn is_stream(path: &Path) -> bool {
    stream(path).is_some()
}

fn is_one(path: &Path, number: u8) -> bool {
    let name = if number == 1 { "/dev/stdout" } else { "/dev/stderr" };
    [name, &format!("/dev/fd/{number}"), &format!("/proc/self/fd/{number}")]
        .iter()
        .any(|&stream| path == Path::new(stream))
}
