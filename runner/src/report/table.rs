use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::hash::Hash;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use csv::StringRecord;
use maud::{Markup, html};

use crate::export::unit::FigureUnit;
use crate::report::digits::{digits, rounded};
use crate::{
    disk::hashed_file::HashedFile, error::Error, export::cell::Cell, export::figure::span,
};

/// What is wrong with the cells of files, the first of it.
pub type Fault = Rc<RefCell<Option<Error>>>;

#[derive(Debug)]
pub struct CsvFile {
    head: Head,
    rows: Vec<StringRecord>,
    /// Where a page finds the file, if it lies above it.
    pub link: Option<String>,
}

#[derive(Debug)]
pub struct Head {
    path: PathBuf,
    columns: StringRecord,
    fault: Fault,
}

#[derive(Clone, Copy)]
pub struct CsvRow<'t> {
    head: &'t Head,
    pub cells: &'t StringRecord,
}

impl CsvFile {
    /// The table in a file, which has this SHA-256 if one is known.
    pub fn read(file: (&Path, Option<&str>), fault: &Fault) -> Result<CsvFile, Error> {
        let mut rows = Vec::new();
        let visit = |row: CsvRow<'_>| {
            rows.push(row.cells.clone());
            Ok(())
        };
        Ok(CsvFile { head: each(file, fault, visit)?, rows, link: None })
    }

    pub fn columns(&self) -> impl Iterator<Item = &str> {
        self.head.columns.iter()
    }

    pub fn rows(&self) -> impl ExactSizeIterator<Item = CsvRow<'_>> + Clone {
        self.rows.iter().map(|cells| CsvRow { head: &self.head, cells })
    }

    pub fn name(&self) -> String {
        self.head.path.file_name().unwrap_or_default().to_string_lossy().into_owned()
    }

    pub fn named(&self) -> Markup {
        named(&self.name(), self.link.as_deref())
    }

    pub fn has(&self, column: &str) -> bool {
        self.columns().any(|name| name == column)
    }

    pub fn with(&self, column: &str, text: &str) -> impl Iterator<Item = CsvRow<'_>> + Clone {
        self.rows().filter(move |row| row.text(column) == text)
    }

    pub fn groups<const N: usize>(&self, columns: [&str; N]) -> Vec<([&str; N], Vec<CsvRow<'_>>)> {
        let mut found: Vec<([&str; N], Vec<CsvRow<'_>>)> = Vec::new();
        let mut places = HashMap::new();
        for row in self.rows() {
            let key = columns.map(|column| row.text(column));
            let place = *places.entry(key).or_insert_with(|| {
                found.push((key, Vec::new()));
                found.len() - 1
            });
            found[place].1.push(row);
        }
        found
    }
}

/// The name of a file on a page, which leads to it from here.
pub fn named(name: &str, link: Option<&str>) -> Markup {
    html! { @match link { Some(link) => a href=(link) { (name) }, None => (name) } }
}

/// The first of these rows for each text of a column.
pub fn first_by<'t>(
    rows: impl IntoIterator<Item = CsvRow<'t>>,
    column: &str,
) -> HashMap<&'t str, CsvRow<'t>> {
    firsts(rows.into_iter().map(|row| (row.text(column), row)))
}

pub fn firsts<K: Eq + Hash, V>(pairs: impl IntoIterator<Item = (K, V)>) -> HashMap<K, V> {
    let mut found = HashMap::new();
    for (key, value) in pairs {
        found.entry(key).or_insert(value);
    }
    found
}

impl<'t> CsvRow<'t> {
    /// A cell's text; empty if there is no such column.
    pub fn text(self, column: &str) -> &'t str {
        let index = self.head.columns.iter().position(|name| name == column);
        index.and_then(|index| self.cells.get(index)).unwrap_or_default()
    }

    /// A cell's number; none if the cell is empty, which is no fault, or if there is no such column.
    pub fn number(self, column: &str) -> Option<f64> {
        let text = self.text(column);
        let value = text.parse().ok().filter(|value: &f64| value.is_finite());
        if value.is_none() && !text.is_empty() {
            self.head.fault.borrow_mut().get_or_insert_with(|| self.wrong(column, "number"));
        }
        value
    }

    pub fn figure(self, column: &str, text: impl Fn(f64) -> String) -> Cell {
        let shown = self.number(column).map(text).unwrap_or_default();
        Cell::new(shown, [self.text(column).into()])
    }

    /// An estimate, with as many digits as its error allows; the columns are value, low and high.
    pub fn estimate(self, columns: [&str; 3], unit: FigureUnit) -> Cell {
        let digits = self.digits(columns, unit);
        self.figure(columns[0], |value| unit.text(value, digits))
    }

    /// The interval of an estimate, with as many digits.
    pub fn interval(self, columns: [&str; 3], unit: FigureUnit) -> Cell {
        let (digits, [_, low, high]) = (self.digits(columns, unit), columns);
        let text = |value| unit.text(value, digits);
        let shown = match [low, high].map(|column| self.number(column)) {
            [Some(low), Some(high)] => span((low, high), text),
            [Some(low), None] => format!("from {}", text(low)),
            [None, Some(high)] => format!("up to {}", text(high)),
            [None, None] => return Cell::default(),
        };
        Cell::new(shown, [low, high].map(|column| self.text(column).into()))
    }

    pub fn digits(self, columns: [&str; 3], unit: FigureUnit) -> usize {
        unit.digits(columns.map(|column| self.number(column)))
    }

    pub fn wrong(self, column: &str, expected: &str) -> Error {
        let (line, text) = (line(self.cells.position()), self.text(column));
        let reason = format!("line {line}: column `{column}`: `{text}` is no {expected}");
        Error::input(&self.head.path, reason)
    }

    pub fn figures<const N: usize>(self, columns: [&str; N]) -> [String; N] {
        let texts = columns.map(|column| self.text(column));
        let digits = digits(texts);
        texts.map(|text| rounded(text, digits))
    }
}

/// Goes through the rows of a file, which has this SHA-256 if one is known, without keeping them.
/// Refuses text that is no UTF-8, a header that names a column twice and a row of another length, with its line.
pub fn each(
    (path, sha256): (&Path, Option<&str>),
    fault: &Fault,
    mut visit: impl FnMut(CsvRow<'_>) -> Result<(), Error>,
) -> Result<Head, Error> {
    let file = HashedFile::still(path, sha256)?;
    let mut reader = csv::ReaderBuilder::new().from_reader(file);
    let blame = |error: csv::Error| match error.kind() {
        csv::ErrorKind::Io(error) => Error::unread(path, error),
        _ => Error::input(path, reason(&error)),
    };
    let columns = reader.headers().map_err(blame)?.clone();
    if columns.is_empty() {
        return Err(Error::input(path, "line 1: there are no columns"));
    }
    let mut known = HashSet::new();
    if let Some(column) = columns.iter().find(|column| !known.insert(*column)) {
        return Err(Error::input(path, format!("line 1: column `{column}` is given twice")));
    }
    let head = Head { path: path.to_owned(), columns, fault: fault.clone() };
    let mut cells = StringRecord::new();
    while reader.read_record(&mut cells).map_err(blame)? {
        visit(CsvRow { head: &head, cells: &cells })?;
    }
    Ok(head)
}

fn line(position: Option<&csv::Position>) -> u64 {
    position.map_or(1, csv::Position::line)
}

fn reason(error: &csv::Error) -> String {
    let line = line(error.position());
    match error.kind() {
        csv::ErrorKind::UnequalLengths { expected_len, len, .. } => {
            format!("line {line}: expected {expected_len} cells, found {len}")
        }
        csv::ErrorKind::Utf8 { err, .. } => format!("line {line}: {err}"),
        _ => format!("line {line}: {error}"),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn read(bytes: &[u8]) -> Result<CsvFile, String> {
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("a.csv");
        fs::write(&path, bytes).unwrap();
        CsvFile::read((&path, None), &Fault::default())
            .map_err(|error| error.to_string().split("a.csv").nth(1).unwrap().to_owned())
    }

    #[test]
    fn columns_are_found_by_name() {
        let table = read(b"a,b\n1,\"x,y\"\n,z\n").unwrap();
        let [first, second] = *table.rows().collect::<Vec<_>>() else { panic!() };
        assert_eq!((first.text("b"), second.text("none")), ("x,y", ""));
        assert_eq!((first.number("a"), second.number("a")), (Some(1.0), None));
        assert!(table.head.fault.take().is_none());
    }

    #[test]
    fn damage_is_named_with_its_line() {
        for (bytes, message) in [
            (&b"a,b\n1,2\n3\n"[..], ": line 3: expected 2 cells, found 1"),
            (b"a,a\n1,2\n", ": line 1: column `a` is given twice"),
            (
                b"a,b\n1,2\n\xff,3\n",
                ": line 3: invalid utf-8: invalid UTF-8 in field 0 near byte index 0",
            ),
            (b"", ": line 1: there are no columns"),
        ] {
            assert_eq!(read(bytes).unwrap_err(), message);
        }
        let table = read(b"a,b\n1,2\nx,3\n").unwrap();
        let [first, second] = *table.rows().collect::<Vec<_>>() else { panic!() };
        assert_eq!((first.number("b"), second.number("a")), (Some(2.0), None));
        let error = table.head.fault.take().unwrap().to_string();
        assert!(error.ends_with("a.csv: line 3: column `a`: `x` is no number"), "{error}");
    }

    #[test]
    fn estimates_have_the_digits_of_their_own_error() {
        let table = read(b"a,low,high\n0.015000,0.005100,0.043600\n0.5,,\n0.5,0.25,\n").unwrap();
        let columns = ["a", "low", "high"];
        let shown = |unit| -> Vec<[String; 2]> {
            let rows = table.rows();
            rows.map(|row| [row.estimate(columns, unit).shown, row.interval(columns, unit).shown])
                .collect()
        };
        let expected = [["1.5 %", "0.5 % to 4.4 %"], ["50.00 %", ""], ["50 %", "from 25 %"]];
        assert_eq!(shown(FigureUnit::Share), expected);
        let expected =
            [["+1.5 pp", "+0.5 to +4.4 pp"], ["+50.00 pp", ""], ["+50 pp", "from +25 pp"]];
        assert_eq!(shown(FigureUnit::Points), expected);
        assert_eq!(shown(FigureUnit::Plain)[0], ["0.015", "0.005 to 0.044"]);
    }
}
