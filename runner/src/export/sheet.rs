//! Tables: on the screen, for a paper, as a file.

use clap::ValueEnum;
use serde::{Deserialize, Serialize};

use crate::export::cell::{Cell, Column, ColumnKind, Value};
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

/// A table with a title and a remark, or one of them.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Sheet {
    /// What programs call the table: that of the file that has all of it, if there is one.
    pub name: String,
    pub title: String,
    pub columns: Vec<Column>,
    /// How many columns at the left are words; the others are numbers.
    pub words: usize,
    pub rows: Vec<Vec<Cell>>,
    pub remark: String,
    /// What people read in the place of the table; empty for the table itself.
    pub in_words: String,
    pub detail: bool,
}

impl Sheet {
    /// A row may end early; the cells that are there have a value for each key of their column.
    pub fn new(
        name: &str,
        title: impl Into<String>,
        columns: impl Into<Vec<Column>>,
        words: usize,
        rows: impl IntoIterator<Item = Vec<Cell>>,
    ) -> Sheet {
        let (name, columns, title) = (name.to_owned(), columns.into(), title.into());
        let rows: Vec<Vec<Cell>> = rows.into_iter().collect();
        let fits = |(cell, column): (&Cell, &Column)| cell.values.len() == column.keys.len();
        debug_assert!(rows.iter().all(|row| row.iter().zip(&columns).all(fits)), "{title}");
        Sheet { name, title, columns, words, rows, ..Sheet::default() }
    }

    pub fn detail(self) -> Sheet {
        Sheet { detail: true, ..self }
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

    /// What programs get of a row: a value for each key.
    pub fn values<'a>(&'a self, row: &'a [Cell]) -> impl Iterator<Item = &'a Value> {
        self.columns.iter().enumerate().flat_map(move |(number, column)| {
            let values = row.get(number).map_or(&[][..], |cell| &cell.values);
            (0..column.keys.len()).map(move |place| values.get(place).unwrap_or(&Value::Nothing))
        })
    }

    pub fn csv(&self) -> Vec<u8> {
        let rows = self.rows.iter().map(|row| self.values(row).map(Value::text).collect());
        records([self.keys().cloned().collect::<Vec<String>>()].into_iter().chain(rows))
    }

    /// Adds a column of one value to a table of which all rows are full.
    pub fn add(&mut self, key: &str, value: impl Fn(&[Cell]) -> Value) {
        self.columns.push(Column::named(key, &[key]));
        for row in &mut self.rows {
            row.push(Cell::new("", [value(row)]));
        }
    }
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

    fn add(to: &mut Sheet, rows: &[R], column: Column, cell: impl Fn(&R) -> Cell) {
        to.columns.push(column);
        to.rows.iter_mut().zip(rows).for_each(|(cells, row)| cells.push(cell(row)));
    }

    pub fn cell(mut self, column: impl Into<Column>, cell: impl Fn(&R) -> Cell) -> Self {
        let column = column.into();
        Self::add(&mut self.file, &self.rows, column.clone(), &cell);
        Self::add(&mut self.shown, &self.rows, column, cell);
        self
    }

    /// For people alone.
    pub fn shown(mut self, column: impl Into<Column>, cell: impl Fn(&R) -> Cell) -> Self {
        Self::add(&mut self.shown, &self.rows, column.into(), cell);
        self
    }

    /// Words for people alone.
    pub fn said(mut self, column: impl Into<Column>, cell: impl Fn(&R) -> Cell) -> Self {
        self.shown.words += 1;
        self.shown(Column { kind: ColumnKind::Word, ..column.into() }, cell)
    }

    pub fn verdict(self, column: impl Into<Column>, cell: impl Fn(&R) -> Cell) -> Self {
        self.shown(Column { kind: ColumnKind::Verdict, ..column.into() }, cell)
    }

    /// For the file alone.
    pub fn kept<V: Into<Value>>(mut self, key: &str, value: impl Fn(&R) -> V) -> Self {
        let cell = |row: &R| Cell::new("", [value(row).into()]);
        Self::add(&mut self.file, &self.rows, Column::named("", &[key]), cell);
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

    /// The 95 % interval of the figure that programs call `key`.
    pub fn span(
        self,
        key: &str,
        text: impl Fn(f64) -> String,
        value: impl Fn(&R) -> Option<Interval>,
    ) -> Self {
        self.cell(Column::interval(key), |row| Cell::span(value(row), &text))
    }
}
