//! CSV files as tables of text: figures are shown as they stand in the file.

use std::fs::File;
use std::path::{Path, PathBuf};

use csv::StringRecord;

use crate::error::Error;

/// A CSV file with a header line.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Table {
    path: PathBuf,
    columns: Vec<String>,
    rows: Vec<Row>,
}

/// One row.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Row {
    line: u64,
    cells: Vec<String>,
}

impl Table {
    /// Reads a file; `None` if there is none.
    ///
    /// # Errors
    /// A file that cannot be read, text that is no UTF-8, a header that names a column twice, and a row
    /// of another length than the header. The message has the line.
    pub(crate) fn read(path: &Path) -> Result<Option<Table>, Error> {
        if !path.exists() {
            return Ok(None);
        }
        let mut table = Table { path: path.to_owned(), columns: Vec::new(), rows: Vec::new() };
        table.columns = each(path, |_, line, record| {
            table.rows.push(Row { line, cells: record.iter().map(str::to_owned).collect() });
            Ok(())
        })?;
        Ok(Some(table))
    }

    /// The column names in order.
    pub(crate) fn columns(&self) -> &[String] {
        &self.columns
    }

    /// The rows in order.
    pub(crate) fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// Name of the file.
    pub(crate) fn name(&self) -> String {
        self.path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
    }

    /// Whether there is such a column.
    pub(crate) fn has(&self, column: &str) -> bool {
        self.columns.iter().any(|name| name == column)
    }

    /// A cell's text; empty if there is no such column.
    pub(crate) fn text<'t>(&self, row: &'t Row, column: &str) -> &'t str {
        let index = self.columns.iter().position(|name| name == column);
        index.and_then(|index| row.cells.get(index)).map_or("", String::as_str)
    }

    /// A cell's number; none if the cell is empty or there is no such column.
    ///
    /// # Errors
    /// A cell that holds no finite number; the message has file, line and column.
    pub(crate) fn number(&self, row: &Row, column: &str) -> Result<Option<f64>, Error> {
        number(&self.path, row.line, column, self.text(row, column))
    }

    /// The rows for which a column has a text.
    pub(crate) fn with<'t>(
        &'t self,
        column: &'t str,
        text: &'t str,
    ) -> impl Iterator<Item = &'t Row> {
        self.rows.iter().filter(move |row| self.text(row, column) == text)
    }

    /// The different texts of a column, in the order of their first rows.
    pub(crate) fn different(&self, column: &str) -> Vec<&str> {
        let mut found: Vec<&str> = Vec::new();
        for row in &self.rows {
            let text = self.text(row, column);
            if !found.contains(&text) {
                found.push(text);
            }
        }
        found
    }
}

impl Row {
    /// The cells in the order of the columns.
    pub(crate) fn cells(&self) -> &[String] {
        &self.cells
    }
}

/// Goes through the rows of a file without keeping them, with the columns' names and the line; gives the
/// names.
///
/// # Errors
/// As [`Table::read`], and those of `visit`.
pub(crate) fn each(
    path: &Path,
    mut visit: impl FnMut(&[String], u64, &StringRecord) -> Result<(), Error>,
) -> Result<Vec<String>, Error> {
    let file = File::open(path).map_err(Error::file("read", path))?;
    let mut reader = csv::ReaderBuilder::new().from_reader(file);
    let blame = |error: &csv::Error| Error::input(path, reason(error));
    let head = reader.headers().map_err(|error| blame(&error))?;
    let columns: Vec<String> = head.iter().map(str::to_owned).collect();
    if columns.is_empty() {
        return Err(Error::input(path, "line 1: there are no columns"));
    }
    for (index, column) in columns.iter().enumerate() {
        if columns[..index].contains(column) {
            return Err(Error::input(path, format!("line 1: column `{column}` stands twice")));
        }
    }
    let mut record = StringRecord::new();
    while reader.read_record(&mut record).map_err(|error| blame(&error))? {
        let line = record.position().map_or(0, csv::Position::line);
        visit(&columns, line, &record)?;
    }
    Ok(columns)
}

/// What is wrong, and where.
fn reason(error: &csv::Error) -> String {
    let line = error.position().map_or(1, csv::Position::line);
    match error.kind() {
        csv::ErrorKind::UnequalLengths { expected_len, len, .. } => {
            format!("line {line}: expected {expected_len} cells, found {len}")
        }
        csv::ErrorKind::Utf8 { err, .. } => format!("line {line}: {err}"),
        _ => format!("line {line}: {error}"),
    }
}

/// The number of a cell, none if it is empty.
///
/// # Errors
/// See [`Table::number`].
pub(crate) fn number(
    path: &Path,
    line: u64,
    column: &str,
    text: &str,
) -> Result<Option<f64>, Error> {
    if text.is_empty() {
        return Ok(None);
    }
    match text.parse::<f64>() {
        Ok(value) if value.is_finite() => Ok(Some(value)),
        _ => {
            let reason = format!("line {line}: column `{column}`: `{text}` is no number");
            Err(Error::input(path, reason))
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn read(bytes: &[u8]) -> Result<Option<Table>, String> {
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("a.csv");
        fs::write(&path, bytes).unwrap();
        Table::read(&path)
            .map_err(|error| error.to_string().split("a.csv").nth(1).unwrap().to_owned())
    }

    #[test]
    fn columns_are_found_by_name() {
        let table = read(b"a,b\n1,\"x,y\"\n,z\n").unwrap().unwrap();
        let rows = table.rows();
        assert_eq!((table.text(&rows[0], "b"), table.text(&rows[1], "none")), ("x,y", ""));
        assert_eq!(table.number(&rows[0], "a").unwrap(), Some(1.0));
        assert_eq!(table.number(&rows[1], "a").unwrap(), None);
        assert!(Table::read(Path::new("there/is/none.csv")).unwrap().is_none());
    }

    #[test]
    fn damage_is_named_with_its_line() {
        for (bytes, message) in [
            (&b"a,b\n1,2\n3\n"[..], ": line 3: expected 2 cells, found 1"),
            (b"a,a\n1,2\n", ": line 1: column `a` stands twice"),
            (
                b"a,b\n1,2\n\xff,3\n",
                ": line 3: invalid utf-8: invalid UTF-8 in field 0 near byte index 0",
            ),
            (b"", ": line 1: there are no columns"),
        ] {
            assert_eq!(read(bytes).unwrap_err(), message);
        }
        let table = read(b"a,b\n1,2\nx,3\n").unwrap().unwrap();
        let error = table.number(&table.rows()[1], "a").unwrap_err().to_string();
        assert!(error.ends_with("a.csv: line 3: column `a`: `x` is no number"), "{error}");
        assert!(table.number(&table.rows()[0], "b").is_ok());
    }
}
