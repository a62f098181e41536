//! Files that a flag names.

use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use crate::{disk::durable, error::Error};

/// Checks that there is no such file, unless it may be replaced; `flag` is what names it.
pub fn free(path: &Path, flag: &str, replace: bool) -> Result<(), Error> {
    if path.exists() && !replace {
        let reason = format!("exists; choose another name for {flag}, or replace it with --force");
        return Err(Error::input(path, reason));
    }
    Ok(())
}

/// A file on its way, which appears when it is closed.
pub struct NewFile {
    path: PathBuf,
    replace: bool,
    output: BufWriter<NamedTempFile>,
}

impl NewFile {
    /// Prepares `path`, and the folders it lies in; an existing file stays as it is until the end.
    pub fn open(path: &Path, flag: &str, replace: bool) -> Result<NewFile, Error> {
        free(path, flag, replace)?;
        let folder = match path.parent() {
            Some(folder) if folder != Path::new("") => folder,
            _ => Path::new("."),
        };
        let output = BufWriter::new(durable::named(folder, ".drakkar-")?);
        Ok(NewFile { path: path.to_owned(), replace, output })
    }

    pub fn write(&mut self, text: &str) -> Result<(), Error> {
        self.output.write_all(text.as_bytes()).map_err(Error::file("write", &self.path))
    }

    pub fn append(&mut self, part: &Path) -> Result<(), Error> {
        join(part, false, &mut self.output, &self.path)
    }

    /// Fails if somebody else has made a file of that name.
    pub fn close(self) -> Result<(), Error> {
        let NewFile { path, replace, output } = self;
        let file =
            output.into_inner().map_err(|error| Error::file("write", &path)(error.into_error()))?;
        file.as_file().sync_all().map_err(Error::file("write", &path))?;
        let kept = if replace { file.persist(&path) } else { file.persist_noclobber(&path) };
        kept.map(drop).map_err(|error| Error::file("write", &path)(error.error))
    }
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
