//! The file of `--record`.

use std::io::BufWriter;
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use crate::disk::durable;
use crate::error::Error;
use crate::export::results::join;

/// Records on their way into a file, which appears when it is closed.
#[derive(Debug)]
pub struct RecordFile {
    path: PathBuf,
    replace: bool,
    output: BufWriter<NamedTempFile>,
}

impl RecordFile {
    /// Prepares `path`; an existing file stays as it is until the end and is replaced if `replace`.
    ///
    /// # Errors
    /// If the file exists and may not be replaced, or if its folder cannot be written into.
    pub fn open(path: &Path, replace: bool) -> Result<RecordFile, Error> {
        if path.exists() && !replace {
            let reason = "exists; choose another name for --record, or replace it with --force";
            return Err(Error::input(path, reason));
        }
        let folder = match path.parent() {
            Some(folder) if folder != Path::new("") => folder,
            _ => Path::new("."),
        };
        let file = durable::named(folder, ".drakkar-")?;
        Ok(RecordFile { path: path.to_owned(), replace, output: BufWriter::new(file) })
    }

    /// Adds the lines of another file.
    ///
    /// # Errors
    /// If it cannot be read, or they cannot be written.
    pub fn append(&mut self, part: &Path) -> Result<(), Error> {
        join(part, false, &mut self.output, &self.path)
    }

    /// Completes the file.
    ///
    /// # Errors
    /// If the last lines cannot be written, or if somebody else has made a file of that name.
    pub fn close(self) -> Result<(), Error> {
        let RecordFile { path, replace, output } = self;
        let file =
            output.into_inner().map_err(|error| Error::file("write", &path)(error.into_error()))?;
        file.as_file().sync_all().map_err(Error::file("write", &path))?;
        let kept = if replace { file.persist(&path) } else { file.persist_noclobber(&path) };
        kept.map(drop).map_err(|error| Error::file("write", &path)(error.error))
    }
}
