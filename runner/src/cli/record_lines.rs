//! Files of records, line by line.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

use crate::error::Error;

/// The lines of a file with their numbers from 1. A line that is no UTF-8 comes as its reason.
pub(crate) struct RecordLines {
    path: PathBuf,
    reader: BufReader<File>,
    number: u64,
}

/// A line's number, and its text or why it has none.
pub(crate) type Line = (u64, Result<String, String>);

impl RecordLines {
    /// Opens a file of records.
    pub(crate) fn open(path: &Path) -> Result<RecordLines, Error> {
        let file = File::open(path).map_err(|error| Error::input(path, error))?;
        Ok(RecordLines { path: path.to_owned(), reader: BufReader::new(file), number: 0 })
    }
}

impl Iterator for RecordLines {
    type Item = Result<Line, Error>;

    fn next(&mut self) -> Option<Result<Line, Error>> {
        let mut bytes = Vec::new();
        match self.reader.read_until(b'\n', &mut bytes) {
            Ok(0) => return None,
            Ok(_) => {}
            Err(error) => return Some(Err(Error::file("read", &self.path)(error))),
        }
        self.number += 1;
        while let Some(b'\n' | b'\r') = bytes.last() {
            bytes.pop();
        }
        let text = String::from_utf8(bytes).map_err(|error| error.utf8_error().to_string());
        Some(Ok((self.number, text)))
    }
}
