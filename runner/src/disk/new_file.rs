//! Files named by a flag.

use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;

use crate::{disk::durable::Draft, error::Error};

/// Checks that there is no such file, unless it may be replaced; `flag` names it.
pub fn free(path: &Path, flag: &str, replace: bool) -> Result<(), Error> {
    if path.exists() && !replace {
        let reason = format!("exists; choose another name for {flag}, or replace it with --force");
        return Err(Error::input(path, reason));
    }
    Ok(())
}

/// Prepares `path` and its folders; an existing file stays unchanged until the end.
pub fn open(path: &Path, flag: &str, replace: bool) -> Result<Draft, Error> {
    free(path, flag, replace)?;
    Draft::beside(path, replace)
}

/// Appends a file to `output`, without its first line if `headed`.
pub fn join(
    part: &Path,
    headed: bool,
    output: &mut impl Write,
    target: &Path,
) -> Result<(), Error> {
    let file = File::open(part).map_err(Error::file("read", part))?;
    let mut lines = BufReader::with_capacity(1 << 16, file);
    if headed {
        lines.skip_until(b'\n').map_err(Error::file("read", part))?;
    }
    loop {
        let bytes = lines.fill_buf().map_err(Error::file("read", part))?;
        let count = bytes.len();
        if count == 0 {
            return Ok(());
        }
        output.write_all(bytes).map_err(Error::file("write", target))?;
        lines.consume(count);
    }
}
