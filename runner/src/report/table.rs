//! CSV files as tables of text, and the digits with which their figures are shown.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use csv::StringRecord;
use maud::{Markup, html};

use crate::export::figure::{fixed, p_value, span, with_sign};
use crate::{disk::written::Written, error::Error, export::sheet::Cell};

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
        self.head
            .path
            .file_name()
            .map(|name| name.to_string_lossy().into_owned())
            .unwrap_or_default()
    }

    /// Its name on a page, which leads to the file if the page knows where it is.
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
    let mut found = HashMap::new();
    for row in rows {
        found.entry(row.text(column)).or_insert(row);
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
    pub fn estimate(self, columns: [&str; 3], unit: Unit) -> Cell {
        let digits = self.digits(columns, unit);
        self.figure(columns[0], |value| unit.text(value, digits))
    }

    /// The interval of an estimate, with as many digits.
    pub fn interval(self, columns: [&str; 3], unit: Unit) -> Cell {
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

    pub fn digits(self, columns: [&str; 3], unit: Unit) -> usize {
        let error = error_of(columns.map(|column| self.number(column)));
        error.map_or(unit.usual(), |error| digits_of(unit.factor() * error))
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
    let file = Written::still(path, sha256)?;
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
    for column in &columns {
        if !known.insert(column) {
            return Err(Error::input(path, format!("line 1: column `{column}` is given twice")));
        }
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

/// Digits after the point that figures side by side are shown with: two if one of them is 1 or more, else four.
pub fn digits<'t>(figures: impl IntoIterator<Item = &'t str>) -> usize {
    let large = |figure: &str| figure.parse().is_ok_and(|value: f64| value.abs() >= 1.0);
    if figures.into_iter().any(large) { 2 } else { 4 }
}

/// A figure with so many digits after the point. Whole numbers, and what is no number, stay as they are.
pub fn rounded(figure: &str, digits: usize) -> String {
    match figure.parse::<f64>() {
        Ok(value) if value.is_finite() && figure.contains('.') => fixed(value, digits),
        _ => figure.to_owned(),
    }
}

const MOST_DIGITS: usize = 6;

/// Digits after the point that show an error with two digits.
pub fn digits_of(error: f64) -> usize {
    let digits = 1.0 - libm::log10(error).floor();
    if digits.is_finite() { digits.clamp(0.0, MOST_DIGITS as f64) as usize } else { MOST_DIGITS }
}

/// The error of an estimate with its ends: half of its interval, or how far its only end is. None without one.
pub fn error_of([value, low, high]: [Option<f64>; 3]) -> Option<f64> {
    let error = match (low, high) {
        (Some(low), Some(high)) => (high - low) / 2.0,
        _ => (value? - low.or(high)?).abs(),
    };
    (error > 0.0).then_some(error)
}

/// What figures of a page are given in.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Unit {
    Plain,
    Signed,
    Share,
    /// Differences of shares.
    Points,
    Elo,
}

impl Unit {
    pub fn factor(self) -> f64 {
        if matches!(self, Unit::Share | Unit::Points) { 100.0 } else { 1.0 }
    }

    /// Digits of a figure without an error.
    fn usual(self) -> usize {
        if self == Unit::Elo { 0 } else { 2 }
    }

    pub fn text(self, value: f64, digits: usize) -> String {
        let value = self.factor() * value;
        match self {
            Unit::Plain | Unit::Elo => fixed(value, digits),
            Unit::Signed => with_sign(value, digits),
            Unit::Share => format!("{} %", fixed(value, digits)),
            Unit::Points => format!("{} pp", with_sign(value, digits)),
        }
    }

    pub fn plain(self, value: f64) -> String {
        self.text(value, self.usual())
    }
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Shown {
    AsIs,
    Digits(usize),
    /// By the error of each row, whose ends are in this column and the next; else so many digits.
    Error(usize, usize),
    /// So small a probability as the digits of the file cannot show is said to be below them.
    Probability,
}

impl Shown {
    /// A figure beside its interval is shown with two digits of its error, others by [`digits`].
    pub fn columns(table: &CsvFile) -> Vec<Shown> {
        let columns: Vec<&str> = table.columns().collect();
        let numbers = |column: usize| {
            table.rows().filter_map(move |row| row.cells[column].parse::<f64>().ok())
        };
        let usual = columns.iter().enumerate().map(|(index, name)| match *name {
            "p" | "p_holm" => Shown::Probability,
            // Weights and other keys have digits of their own.
            _ if numbers(index).next().is_none() => Shown::AsIs,
            _ => Shown::Digits(digits(table.rows().map(|row| &row.cells[index]))),
        });
        let mut shown: Vec<Shown> = usual.collect();
        for (low, ends) in columns.windows(2).enumerate().skip(1) {
            if !ends[0].ends_with("low") || !ends[1].ends_with("high") {
                continue;
            }
            // A deviation may stand between a mean and its interval.
            let value = if columns[low - 1] == "sd" { low.saturating_sub(2) } else { low - 1 };
            for column in &mut shown[value..low + 2] {
                if let Shown::Digits(digits) = *column {
                    *column = Shown::Error(low, digits);
                }
            }
        }
        shown
    }

    pub fn text(self, cell: &str, row: CsvRow<'_>) -> String {
        match self {
            Shown::AsIs => cell.to_owned(),
            Shown::Digits(digits) => rounded(cell, digits),
            Shown::Error(low, usual) => {
                let number = |column: usize| row.cells.get(column)?.parse::<f64>().ok();
                let error = error_of([number(low - 1), number(low), number(low + 1)]);
                rounded(cell, error.map_or(usual, digits_of))
            }
            Shown::Probability => probability(cell),
        }
    }
}

pub fn probability(cell: &str) -> String {
    cell.parse::<f64>().map_or_else(|_| cell.to_owned(), p_value)
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
    fn figures_side_by_side_have_as_many_digits() {
        assert_eq!(digits(["0.250000", "", "-1.000000"]), 2);
        assert_eq!(digits(["0.250000", "-0.999999", "open"]), 4);
    }

    #[test]
    fn figures_have_two_digits_of_their_error() {
        assert_eq!([0.35, 0.06, 3.8, 38.0, 0.000_001, 0.0].map(digits_of), [2, 3, 1, 0, 6, 6]);
        let errors = [[0.5, 0.4, 0.8], [0.5, 0.0, f64::NAN], [0.5, f64::NAN, 0.5]];
        let errors =
            errors.map(|ends| error_of(ends.map(|end| Some(end).filter(|end| !end.is_nan()))));
        assert_eq!(errors, [Some(0.2), Some(0.5), None]);
        let text = b"kind,worth,ci_low,ci_high,p_holm,n,note\n\
                     a,4.931755,4.871755,4.991755,0.000000,12,0.123456789x\n\
                     b,14.931755,4.931755,24.931755,0.012345,7,\n";
        let table = read(text).unwrap();
        let columns = Shown::columns(&table);
        let shown = |row: usize| -> Vec<String> {
            let row = table.rows().nth(row).unwrap();
            row.cells.iter().zip(&columns).map(|(cell, shown)| shown.text(cell, row)).collect()
        };
        let first = ["a", "4.932", "4.872", "4.992", "< 0.000001", "12", "0.123456789x"];
        assert_eq!(shown(0), first);
        // By the error of its own row.
        assert_eq!(shown(1), ["b", "15", "5", "25", "0.0123", "7", ""]);
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
        assert_eq!(shown(Unit::Share), expected);
        let expected =
            [["+1.5 pp", "+0.5 to +4.4 pp"], ["+50.00 pp", ""], ["+50 pp", "from +25 pp"]];
        assert_eq!(shown(Unit::Points), expected);
        assert_eq!(shown(Unit::Plain)[0], ["0.015", "0.005 to 0.044"]);
    }

    #[test]
    fn what_is_no_fraction_stays() {
        let told = ["4.931755", "-0.412166", "-0.001", "12", "", "none", "inf", "1e3", "0.99999"];
        let shown = ["4.93", "-0.41", "0.00", "12", "", "none", "inf", "1e3", "1.00"];
        assert_eq!(told.map(|figure| rounded(figure, 2)), shown);
    }
}
