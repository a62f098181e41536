//! Tables: on the screen, for a paper, as a file.

use clap::ValueEnum;
use serde::{Deserialize, Serialize};

use crate::export::cell::{Cell, Column, ColumnKind, Value};
use crate::export::unit::FigureUnit;
use drakkar_stats::interval::Interval;

/// How an answer is printed. Values that have comments of their own would take a page of every help.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub enum Style {
    #[default]
    Text,
    Md,
    Latex,
    Csv,
    Json,
}

/// A table with a title and a remark, or one of them. Each cell has a value for each key of its column.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Sheet {
    /// What programs call the table: that of the file that has all of it, if there is one.
    pub name: String,
    pub title: String,
    pub columns: Vec<Column>,
    pub words: usize,
    pub rows: Vec<Vec<Cell>>,
    pub remark: String,
    /// What people read in the place of the table; empty for the table itself.
    pub in_words: String,
    pub detail: bool,
}

impl Sheet {
    pub fn in_words<'k>(
        name: &str,
        in_words: String,
        row: impl IntoIterator<Item = (&'k str, Value)>,
    ) -> Sheet {
        let cells = row.into_iter().map(|(key, value)| (Column::of(key), Cell::plain(value)));
        let (columns, cells) = cells.unzip();
        Sheet { name: name.to_owned(), columns, rows: vec![cells], in_words, ..Sheet::default() }
    }

    pub fn detail(self) -> Sheet {
        Sheet { detail: true, ..self }
    }

    pub fn without_empty_columns(&self) -> Sheet {
        let words = self.words.min(self.columns.len());
        let mut sheet = Sheet { words, ..self.clone() };
        let is_empty = |at: &usize| self.rows.iter().all(|row| row[*at].shown.is_empty());
        for at in (0..self.columns.len()).rev().filter(|at| is_empty(at) && !self.rows.is_empty()) {
            sheet.columns.remove(at);
            sheet.words -= usize::from(at < words);
            sheet.rows.iter_mut().for_each(|row| drop(row.remove(at)));
        }
        sheet
    }

    pub fn line(remark: String) -> Sheet {
        Sheet { remark, ..Sheet::default() }
    }

    pub fn filled(self) -> Option<Sheet> {
        (!self.rows.is_empty()).then_some(self)
    }

    pub fn names(&self) -> impl Iterator<Item = &String> {
        let words = self.rows.iter().flat_map(|row| row.iter().take(self.words));
        words.map(|cell| &cell.shown)
    }

    pub fn is_table(&self) -> bool {
        !self.columns.is_empty() && self.in_words.is_empty()
    }

    pub fn keys(&self) -> impl Iterator<Item = &String> {
        self.columns.iter().flat_map(|column| &column.keys)
    }

    pub fn csv(&self) -> Vec<u8> {
        records(self.keys(), self.rows.iter().map(|row| values(row).map(Value::text)))
    }
}

pub fn values(row: &[Cell]) -> impl Iterator<Item = &Value> {
    row.iter().flat_map(|cell| &cell.values)
}

/// The file of rows of texts below a head.
pub fn records(
    head: impl IntoIterator<Item: AsRef<[u8]>>,
    rows: impl IntoIterator<Item: IntoIterator<Item: AsRef<[u8]>>>,
) -> Vec<u8> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let head = writer.write_record(head);
    let written = head.and_then(|()| rows.into_iter().try_for_each(|row| writer.write_record(row)));
    written.expect("every row has a cell for each column");
    writer.into_inner().expect("memory takes all that is written")
}

/// The file of a table: a value for each key in every row.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct TableFile {
    pub keys: Vec<String>,
    pub rows: Vec<Vec<Value>>,
}

impl TableFile {
    pub fn filled(self) -> Option<TableFile> {
        (!self.rows.is_empty()).then_some(self)
    }

    pub fn csv(&self) -> Vec<u8> {
        records(&self.keys, self.rows.iter().map(|row| row.iter().map(Value::text)))
    }
}

/// A table declared column by column over its rows: a column stands in the file and before people, or in one of them.
pub struct DeclaredTable<R> {
    pub rows: Vec<R>,
    file: TableFile,
    /// Without rows if only the file is wanted.
    shown: Sheet,
}

impl<R> DeclaredTable<R> {
    pub fn of(rows: impl IntoIterator<Item = R>) -> DeclaredTable<R> {
        let mut table = DeclaredTable::of_file(rows);
        table.shown.rows = vec![Vec::new(); table.rows.len()];
        table
    }

    pub fn of_file(rows: impl IntoIterator<Item = R>) -> DeclaredTable<R> {
        let rows: Vec<R> = rows.into_iter().collect();
        let file = TableFile { keys: Vec::new(), rows: vec![Vec::new(); rows.len()] };
        DeclaredTable { rows, file, shown: Sheet::default() }
    }

    pub fn sheet(self, name: &str, title: impl Into<String>) -> Sheet {
        let is_word = |column: &&Column| column.kind == ColumnKind::Word;
        let words = self.shown.columns.iter().filter(is_word).count();
        Sheet { name: name.to_owned(), title: title.into(), words, ..self.shown }
    }

    pub fn file(self) -> TableFile {
        self.file
    }

    /// Compiled once for each type of row, not for each of hundreds of columns.
    fn keep(mut self, keys: &[impl ToString], keep: &dyn Fn(&R, &mut Vec<Value>)) -> Self {
        self.file.keys.extend(keys.iter().map(ToString::to_string));
        self.rows.iter().zip(&mut self.file.rows).for_each(|(row, kept)| keep(row, kept));
        self
    }

    fn show(mut self, column: Column, cell: &dyn Fn(&R) -> Cell) -> Self {
        self.shown.columns.push(column);
        self.rows.iter().zip(&mut self.shown.rows).for_each(|(row, cells)| cells.push(cell(row)));
        self
    }

    fn with<V: IntoIterator<Item = Value>>(
        self,
        column: impl Into<Column>,
        values: impl Fn(&R) -> V,
        cell: impl Fn(&R) -> Cell,
    ) -> Self {
        let column = column.into();
        self.keep(&column.keys, &|row, kept| kept.extend(values(row))).show(column, &cell)
    }

    pub fn cell(self, column: impl Into<Column>, cell: impl Fn(&R) -> Cell) -> Self {
        self.with(column, |row| cell(row).values, &cell)
    }

    pub fn shown(self, column: impl Into<Column>, cell: impl Fn(&R) -> Cell) -> Self {
        self.show(column.into(), &cell)
    }

    pub fn said(self, column: impl Into<Column>, cell: impl Fn(&R) -> Cell) -> Self {
        self.shown(Column { kind: ColumnKind::Word, ..column.into() }, cell)
    }

    pub fn verdict(self, column: impl Into<Column>, cell: impl Fn(&R) -> Cell) -> Self {
        self.shown(Column { kind: ColumnKind::Verdict, ..column.into() }, cell)
    }

    /// For the file alone.
    pub fn kept<V: Into<Value>>(self, key: &str, value: impl Fn(&R) -> V) -> Self {
        self.kept_all([key], |row| [value(row)])
    }

    pub fn kept_all<V: Into<Value>, const N: usize>(
        self,
        keys: [&str; N],
        values: impl Fn(&R) -> [V; N],
    ) -> Self {
        self.keep(&keys, &|row, kept| kept.extend(values(row).map(Into::into)))
    }

    /// In a table for the terminal, words stand at the left.
    pub fn word<V: Into<Value>>(self, column: impl Into<Column>, value: impl Fn(&R) -> V) -> Self {
        self.plain(Column { kind: ColumnKind::Word, ..column.into() }, value)
    }

    pub fn plain<V: Into<Value>>(self, column: impl Into<Column>, value: impl Fn(&R) -> V) -> Self {
        self.with(column, |row| [value(row).into()], |row| Cell::plain(value(row)))
    }

    pub fn figure(
        self,
        column: impl Into<Column>,
        text: impl Fn(f64) -> String,
        value: impl Fn(&R) -> Option<f64>,
    ) -> Self {
        self.with(column, |row| [value(row).into()], |row| Cell::figure(value(row), &text))
    }

    /// An estimate, and its interval in a column of its own.
    pub fn estimated(
        self,
        column: impl Into<Column>,
        ends: impl Into<Column>,
        estimate: impl Fn(&R) -> (FigureUnit, Option<f64>, Option<Interval>),
    ) -> Self {
        let cells = |row: &R| Cell::estimate(estimate(row));
        let values = |row: &R| <[_; 2]>::from(estimate(row).2.unzip()).map(Value::from);
        self.with(column, |row| [estimate(row).1.into()], |row| cells(row).0).with(
            ends,
            values,
            |row| cells(row).1,
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_in_which_nothing_stands_are_not_shown() {
        let table = DeclaredTable::of([1_u64, 2]).word("agent", |_| "").plain("games", |row| *row);
        let table = table.plain("visits", |row| (*row == 2).then_some(3_u64));
        let sheet = table.sheet("two", "").without_empty_columns();
        let titles: Vec<&str> = sheet.columns.iter().map(|column| &*column.title).collect();
        assert_eq!((titles, sheet.words), (vec!["games", "visits"], 0));
        assert!(sheet.rows.iter().all(|row| row.len() == 2));
        // As a damaged file may say.
        assert_eq!(Sheet { words: 9, ..sheet }.without_empty_columns().words, 2);
    }
}
