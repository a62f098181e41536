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
        words: String,
        row: impl IntoIterator<Item = (&'k str, Value)>,
    ) -> Sheet {
        let table = DeclaredTable::of([()]);
        let add = |table: DeclaredTable<()>, (key, value): (&'k str, Value)| {
            table.plain(key, |()| value.clone())
        };
        Sheet { in_words: words, ..row.into_iter().fold(table, add).sheet(name, "") }
    }

    pub fn detail(self) -> Sheet {
        Sheet { detail: true, ..self }
    }

    pub fn without_empty_columns(&self) -> Sheet {
        let is_empty = |at: usize| self.rows.iter().all(|row| row[at].shown.is_empty());
        let stays = |&at: &usize| self.rows.is_empty() || !is_empty(at);
        let kept: Vec<usize> = (0..self.columns.len()).filter(stays).collect();
        let row = |row: &Vec<Cell>| kept.iter().map(|&at| row[at].clone()).collect();
        Sheet {
            columns: kept.iter().map(|&at| self.columns[at].clone()).collect(),
            words: kept.iter().filter(|&&at| at < self.words).count(),
            rows: self.rows.iter().map(row).collect(),
            ..self.clone()
        }
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
        let rows = self.rows.iter().map(|row| values(row).map(Value::text).collect());
        records([self.keys().cloned().collect::<Vec<String>>()].into_iter().chain(rows))
    }

    pub fn add(&mut self, key: &str, value: impl Fn(&[Cell]) -> Value) {
        let cells = self.rows.iter().map(|row| Cell::new("", [value(row)])).collect();
        self.push(Column::named(key, &[key]), cells);
    }

    fn push(&mut self, column: Column, cells: Vec<Cell>) {
        self.columns.push(column);
        self.rows.iter_mut().zip(cells).for_each(|(row, cell)| row.push(cell));
    }
}

pub fn values(row: &[Cell]) -> impl Iterator<Item = &Value> {
    row.iter().flat_map(|cell| &cell.values)
}

/// The file of rows of texts; the first one is the head.
pub fn records(rows: impl IntoIterator<Item: IntoIterator<Item: AsRef<[u8]>>>) -> Vec<u8> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let written = rows.into_iter().try_for_each(|row| writer.write_record(row));
    written.expect("every row has a cell for each column");
    writer.into_inner().expect("memory takes all that is written")
}

/// A table declared column by column over its rows: a column stands in the file and before people, or in one of them.
pub struct DeclaredTable<R> {
    rows: Vec<R>,
    file: Sheet,
    shown: Sheet,
}

impl<R> DeclaredTable<R> {
    pub fn of(rows: impl IntoIterator<Item = R>) -> DeclaredTable<R> {
        let rows: Vec<R> = rows.into_iter().collect();
        let empty = Sheet { rows: rows.iter().map(|_| Vec::new()).collect(), ..Sheet::default() };
        DeclaredTable { rows, file: empty.clone(), shown: empty }
    }

    pub fn sheet(self, name: &str, title: impl Into<String>) -> Sheet {
        Sheet { name: name.to_owned(), title: title.into(), ..self.shown }
    }

    pub fn file(self) -> Sheet {
        self.file
    }

    /// Compiled once for each type of row, not for each of hundreds of columns.
    fn cells(&self, cell: &dyn Fn(&R) -> Cell) -> Vec<Cell> {
        self.rows.iter().map(cell).collect()
    }

    pub fn cell(self, column: impl Into<Column>, cell: impl Fn(&R) -> Cell) -> Self {
        let cells = self.cells(&cell);
        self.with(column.into(), cells)
    }

    fn with(mut self, column: Column, cells: Vec<Cell>) -> Self {
        self.file.push(column.clone(), cells.clone());
        self.shown.push(column, cells);
        self
    }

    pub fn shown(mut self, column: impl Into<Column>, cell: impl Fn(&R) -> Cell) -> Self {
        self.shown.push(column.into(), self.cells(&cell));
        self
    }

    pub fn said(mut self, column: impl Into<Column>, cell: impl Fn(&R) -> Cell) -> Self {
        self.shown.words += 1;
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
        mut self,
        keys: [&str; N],
        values: impl Fn(&R) -> [V; N],
    ) -> Self {
        let cells = self.cells(&|row| Cell::new("", values(row).map(Into::into)));
        self.file.push(Column::named("", &keys), cells);
        self
    }

    /// In a table for the terminal, words stand at the left.
    pub fn word<V: Into<Value>>(
        mut self,
        column: impl Into<Column>,
        value: impl Fn(&R) -> V,
    ) -> Self {
        self.shown.words += 1;
        self.plain(Column { kind: ColumnKind::Word, ..column.into() }, value)
    }

    pub fn plain<V: Into<Value>>(self, column: impl Into<Column>, value: impl Fn(&R) -> V) -> Self {
        self.cell(column, |row| Cell::plain(value(row)))
    }

    pub fn figure(
        self,
        column: impl Into<Column>,
        text: impl Fn(f64) -> String,
        value: impl Fn(&R) -> Option<f64>,
    ) -> Self {
        self.cell(column, |row| Cell::figure(value(row), &text))
    }

    /// An estimate, and its interval in a column of its own.
    pub fn estimated(
        self,
        column: impl Into<Column>,
        ends: impl Into<Column>,
        estimate: impl Fn(&R) -> (FigureUnit, Option<f64>, Option<Interval>),
    ) -> Self {
        let cells = self.rows.iter().map(|row| {
            let (unit, value, ends) = estimate(row);
            <(Cell, Cell)>::from(Cell::estimate(unit, value, ends))
        });
        let (values, spans) = cells.unzip();
        self.with(column.into(), values).with(ends.into(), spans)
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
    }
}
