//! What stands in a table: for people as text, for programs as values.

use serde::{Deserialize, Serialize};

use crate::export::figure::{cell, rounded, span};
use crate::export::unit::FigureUnit;
use drakkar_stats::interval::Interval;

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Column {
    pub title: String,
    /// What programs call the values in each of its cells: one, or as many as an interval has ends.
    pub keys: Vec<String>,
    #[serde(skip)]
    pub kind: ColumnKind,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ColumnKind {
    #[default]
    Figure,
    Word,
    /// With a colour.
    Verdict,
}

impl Column {
    pub fn of(title: &str) -> Column {
        Column::named(title, &[&title.to_lowercase().replace(' ', "_")])
    }

    pub fn named(title: &str, keys: &[&str]) -> Column {
        let keys = keys.iter().map(|&key| key.to_owned()).collect();
        Column { title: title.to_owned(), keys, kind: ColumnKind::Figure }
    }

    pub fn interval(key: &str) -> Column {
        Column::named("95 % interval", &[&format!("{key}_low"), &format!("{key}_high")])
    }
}

impl From<&str> for Column {
    fn from(title: &str) -> Column {
        Column::of(title)
    }
}

impl From<(&str, &str)> for Column {
    fn from((title, key): (&str, &str)) -> Column {
        Column::named(title, &[key])
    }
}

impl<const N: usize> From<(&str, [&str; N])> for Column {
    fn from((title, keys): (&str, [&str; N])) -> Column {
        Column::named(title, &keys)
    }
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Value {
    Nothing,
    Flag(bool),
    Count(i64),
    Figure(f64),
    Word(String),
}

impl Value {
    pub fn text(&self) -> String {
        match self {
            Value::Nothing => String::new(),
            Value::Flag(flag) => flag.to_string(),
            Value::Count(count) => count.to_string(),
            Value::Figure(value) => cell(Some(*value)),
            Value::Word(word) => word.clone(),
        }
    }
}

pub fn word(text: &str) -> Value {
    Some(text).filter(|text| !text.is_empty()).into()
}

impl From<f64> for Value {
    fn from(value: f64) -> Value {
        rounded(value).map_or(Value::Nothing, Value::Figure)
    }
}

macro_rules! values {
    ($($type:ty: $value:ident => $made:expr,)*) => {
        $(impl From<$type> for Value {
            fn from($value: $type) -> Value {
                $made
            }
        })*
    };
}

values! {
    String: word => Value::Word(word),
    &str: word => Value::Word(word.to_owned()),
    bool: flag => Value::Flag(flag),
    i32: count => Value::Count(count.into()),
    u32: count => Value::Count(count.into()),
    u64: count => Value::Count(count.try_into().unwrap_or(i64::MAX)),
    i128: count => Value::Count(count.try_into().unwrap_or(i64::MAX)),
    usize: count => Value::Count(count.try_into().unwrap_or(i64::MAX)),
}

impl<T: Into<Value>> From<Option<T>> for Value {
    fn from(value: Option<T>) -> Value {
        value.map_or(Value::Nothing, Into::into)
    }
}

/// A cell: what people read, and a value for each key of its column.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Cell {
    pub shown: String,
    pub values: Vec<Value>,
}

impl Cell {
    pub fn new(shown: impl Into<String>, values: impl Into<Vec<Value>>) -> Cell {
        Cell { shown: shown.into(), values: values.into() }
    }

    pub fn figure(value: Option<f64>, text: impl Fn(f64) -> String) -> Cell {
        Cell::new(value.map(text).unwrap_or_default(), [value.into()])
    }

    pub fn estimate(found: (FigureUnit, Option<f64>, Option<Interval>)) -> (Cell, Cell) {
        let (unit, value, ends) = found;
        let text = unit.writer(value, ends);
        (Cell::figure(value, text), Cell::span(ends, text))
    }

    pub fn span(interval: Option<Interval>, text: impl Fn(f64) -> String) -> Cell {
        let (low, high) = interval.unzip();
        let shown = interval.map(|interval| span(interval, text));
        Cell::new(shown.unwrap_or_default(), [low, high].map(Value::from))
    }

    /// What people and programs read alike; nothing at all for programs if it is empty.
    pub fn plain(value: impl Into<Value>) -> Cell {
        let value = value.into();
        let shown = value.text();
        Cell { values: vec![if shown.is_empty() { Value::Nothing } else { value }], shown }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_read_texts_and_programs_numbers() {
        let per_cent = |share: f64| format!("{:.1} %", 100.0 * share);
        let cell = Cell::span(Some((1.0 / 3.0, 0.5)), per_cent);
        assert_eq!(cell.shown, "33.3 % to 50.0 %");
        assert_eq!(cell.values, [Value::Figure(0.333_333), Value::Figure(0.5)]);
        assert_eq!(Cell::span(None, per_cent).values, [Value::Nothing, Value::Nothing]);
        assert_eq!(Cell::figure(Some(f64::NAN), per_cent).values, [Value::Nothing]);
        assert_eq!(Cell::plain(12_u64), Cell::new("12", [Value::Count(12)]));
        assert_eq!(Cell::plain(""), Cell::new("", [Value::Nothing]));
        assert_eq!(Value::from(-1e-9), Value::Figure(0.0));
        assert_eq!(Column::of("win share").keys, ["win_share"]);
    }

    #[test]
    fn values_are_read_as_they_were_written() {
        let values = [
            Value::Nothing,
            Value::Flag(true),
            Value::Count(-3),
            Value::Figure(3.0),
            Value::Figure(0.25),
            Value::from("3"),
        ];
        let text = serde_json::to_string(&values).unwrap();
        assert_eq!(text, r#"[null,true,-3,3.0,0.25,"3"]"#);
        assert_eq!(serde_json::from_str::<Vec<Value>>(&text).unwrap(), values);
    }
}
