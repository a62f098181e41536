//! Tables for people: on the screen, or for a paper.

use clap::ValueEnum;
use serde::{Deserialize, Serialize};

use crate::export::cell::{Cell, Column, Value};

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
    /// Above the table; empty for none.
    pub title: String,
    pub columns: Vec<Column>,
    /// How many columns at the left are words; the others are numbers.
    pub words: usize,
    pub rows: Vec<Vec<Cell>>,
    /// Below the table; empty for none.
    pub remark: String,
    /// What people read in the place of the table; empty for the table itself.
    pub in_words: String,
    /// Whether people look for it only if they want to know more: the screen leaves it out.
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

    /// The content of the columns of words.
    pub fn names(&self) -> impl Iterator<Item = &String> {
        let words = self.rows.iter().flat_map(|row| row.iter().take(self.words));
        words.map(|cell| &cell.shown)
    }

    /// Whether people see a table.
    pub fn is_table(&self) -> bool {
        !self.columns.is_empty() && self.in_words.is_empty()
    }
}

/// What programs get of a row: a value for each key.
pub fn values<'a>(
    columns: &'a [Column],
    row: &'a [Cell],
) -> impl Iterator<Item = (&'a String, &'a Value)> {
    columns.iter().enumerate().flat_map(move |(number, column)| {
        let values = row.get(number).map_or(&[][..], |cell| &cell.values);
        let value = move |(place, key)| (key, values.get(place).unwrap_or(&Value::Nothing));
        column.keys.iter().enumerate().map(value)
    })
}
