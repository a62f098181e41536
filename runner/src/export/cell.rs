//! What stands in tables: text for people, and the figures behind it for programs.

use crate::export::figure::span;
use serde::{Deserialize, Serialize, Serializer};

use crate::export::figure::{cell, exact};
use drakkar_stats::interval::Interval;

/// A column of a table.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Column {
    /// What people read above it.
    pub title: String,
    /// What programs call the values in each of its cells: one, or as many as an interval has ends.
    pub keys: Vec<String>,
}

impl Column {
    /// A column of one value, called by its title.
    pub fn of(title: &str) -> Column {
        Column::named(title, &[&title.to_lowercase().replace(' ', "_")])
    }

    pub fn named(title: &str, keys: &[&str]) -> Column {
        let keys = keys.iter().map(|&key| key.to_owned()).collect();
        Column { title: title.to_owned(), keys }
    }

    /// A column of 95 % intervals of the figure that programs call `key`.
    pub fn interval(key: &str) -> Column {
        Column::named("95 % interval", &[&format!("{key}_low"), &format!("{key}_high")])
    }
}

/// A value as programs get it.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(untagged)]
pub enum Value {
    Nothing,
    Flag(bool),
    Count(i64),
    /// A figure, which has the digits that it has in files.
    Figure(f64),
    Word(String),
}

impl Value {
    pub fn figure(value: Option<f64>) -> Value {
        let finite = value.filter(|value| value.is_finite());
        finite.map_or(Value::Nothing, |value| Value::Figure(exact(value)))
    }

    /// As it stands in a file of comma-separated values.
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

impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Value::Nothing => serializer.serialize_unit(),
            Value::Flag(flag) => serializer.serialize_bool(*flag),
            Value::Count(count) => serializer.serialize_i64(*count),
            Value::Figure(value) => serializer.serialize_f64(*value),
            Value::Word(word) => serializer.serialize_str(word),
        }
    }
}

/// A word, or nothing if it is empty.
pub fn word(text: &str) -> Value {
    Some(text).filter(|text| !text.is_empty()).into()
}

impl From<String> for Value {
    fn from(word: String) -> Value {
        Value::Word(word)
    }
}

impl From<&str> for Value {
    fn from(word: &str) -> Value {
        Value::Word(word.to_owned())
    }
}

impl From<bool> for Value {
    fn from(flag: bool) -> Value {
        Value::Flag(flag)
    }
}

/// Numbers of things.
macro_rules! counts {
    ($($number:ty),*) => {
        $(impl From<$number> for Value {
            fn from(count: $number) -> Value {
                Value::Count(i64::try_from(count).unwrap_or(i64::MAX))
            }
        })*
    };
}

counts!(i32, i128, u32, u64, usize);

impl<T: Into<Value>> From<Option<T>> for Value {
    fn from(value: Option<T>) -> Value {
        value.map_or(Value::Nothing, Into::into)
    }
}

/// A cell: what people read, and a value for each key of its column.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Cell {
    pub shown: String,
    pub values: Vec<Value>,
}

impl Cell {
    pub fn new(shown: impl Into<String>, values: impl Into<Vec<Value>>) -> Cell {
        Cell { shown: shown.into(), values: values.into() }
    }

    /// A figure, which people read as `text` writes it; empty if there is none.
    pub fn figure(value: Option<f64>, text: impl Fn(f64) -> String) -> Cell {
        Cell::new(value.map(text).unwrap_or_default(), [Value::figure(value)])
    }

    /// An interval, each end of which people read as `text` writes it.
    pub fn span(interval: Option<Interval>, text: impl Fn(f64) -> String) -> Cell {
        let (low, high) = interval.unzip();
        let shown = interval.map(|interval| span(interval, text));
        Cell::new(shown.unwrap_or_default(), [low, high].map(Value::figure))
    }

    /// What people and programs read alike; nothing at all for programs if it is empty.
    pub fn plain(value: impl Into<Value>) -> Cell {
        let value = value.into();
        let shown = value.text();
        Cell::new(shown.clone(), [if shown.is_empty() { Value::Nothing } else { value }])
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
        assert_eq!(Value::figure(Some(-1e-9)), Value::Figure(0.0));
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
