use std::ops::Range;

use serde_json::Value;
use toml_edit::{Document, DocumentMut, Item, TableLike, TomlError};

use crate::error::{KeyError, excerpt};

/// The values of a TOML text, keys in their order. Dates and numbers that JSON does not have (`nan`, `inf`) become
/// texts: they are refused where a number is expected.
///
/// # Errors
/// Text that is not TOML, with the number of the line.
pub fn from_toml(text: &str) -> Result<Value, KeyError> {
    Ok(of_item(Document::parse(text).map_err(|error| syntax(text, &error))?.as_item()))
}

/// A text to be changed, with its comments.
pub(crate) fn document(text: &str) -> Result<DocumentMut, KeyError> {
    text.parse().map_err(|error| syntax(text, &error))
}

fn syntax(text: &str, error: &TomlError) -> KeyError {
    let line = error.span().and_then(|span| line(text, &span)).unwrap_or(1);
    let found = excerpt(text.lines().nth(line - 1).unwrap_or_default().trim());
    let reason = match error.message() {
        "duplicate key" => "is given twice".to_owned(),
        message => format!("is not TOML ({})", message.replace('\n', ", ")),
    };
    KeyError::new("", format!("line {line}: `{found}` {reason}"))
}

pub(crate) fn line(text: &str, span: &Range<usize>) -> Option<usize> {
    text.get(..span.start).map(|before| 1 + before.matches('\n').count())
}

pub(crate) fn of_item(item: &Item) -> Value {
    match item {
        Item::None => Value::Null,
        Item::Value(value) => of_value(value),
        Item::Table(table) => of_table(table),
        Item::ArrayOfTables(tables) => tables.iter().map(|table| of_table(table)).collect(),
    }
}

fn of_table(table: &dyn TableLike) -> Value {
    Value::Object(table.iter().map(|(key, item)| (key.to_owned(), of_item(item))).collect())
}

fn of_value(value: &toml_edit::Value) -> Value {
    match value {
        toml_edit::Value::String(text) => text.value().as_str().into(),
        toml_edit::Value::Integer(number) => (*number.value()).into(),
        toml_edit::Value::Float(number) => match *number.value() {
            number if number.is_finite() => number.into(),
            number => number.to_string().to_lowercase().into(),
        },
        toml_edit::Value::Boolean(value) => (*value.value()).into(),
        toml_edit::Value::Datetime(date) => date.value().to_string().into(),
        toml_edit::Value::Array(list) => list.iter().map(of_value).collect(),
        toml_edit::Value::InlineTable(table) => of_table(table),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn every_kind_of_value_is_read() {
        let text = "a = 1\nb = -2.5\nc = true\nd = \"x\"\ne = [1, [2]]\nf = nan\ng = -inf\n\
                    h = { x = 1, y.z = 2 }\ni.j = 3\nk = 1979-05-27\n[t.u]\nv = 4\n\
                    [[list]]\nn = 1\n[[list]]\nn = 2\n";
        let expected = json!({
            "a": 1, "b": -2.5, "c": true, "d": "x", "e": [1, [2]], "f": "nan", "g": "-inf",
            "h": { "x": 1, "y": { "z": 2 } }, "i": { "j": 3 }, "k": "1979-05-27",
            "t": { "u": { "v": 4 } }, "list": [{ "n": 1 }, { "n": 2 }],
        });
        let read = from_toml(text).unwrap();
        assert_eq!(read, expected);
        assert_eq!(read.as_object().unwrap().keys().next().unwrap(), "a");
        let error = from_toml("a = 1\nb\n").unwrap_err().to_string();
        assert!(error.starts_with("line 2: "), "{error}");
    }
}
