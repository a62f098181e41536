//! Why a value does not fit, in words that require no knowledge of Rust.

use std::fmt::Display;

use serde::de::{Error, Expected, Unexpected};
use serde_json::Value;

use crate::error::KeyError;
use crate::input::or_known;

pub(super) const NO_WORD: &str = "holds something: it is no bare word";

/// An error from `serde`, under the key it is about.
impl Error for KeyError {
    fn custom<T: Display>(reason: T) -> KeyError {
        KeyError::new("", reason.to_string())
    }

    /// Of values, too.
    fn invalid_type(found: Unexpected<'_>, expected: &dyn Expected) -> KeyError {
        let reason = format!("must be {}", plain(&expected.to_string()));
        let value = match found {
            Unexpected::UnitVariant => return KeyError::new("", NO_WORD),
            Unexpected::Str(text) => return KeyError::mistyped("", &text.into(), reason),
            Unexpected::Bool(value) => value.to_string(),
            Unexpected::Unsigned(value) => value.to_string(),
            Unexpected::Signed(value) => value.to_string(),
            Unexpected::Float(value) => value.to_string(),
            Unexpected::Unit => "null".to_owned(),
            Unexpected::Seq => "a list".to_owned(),
            _ => "a table".to_owned(),
        };
        KeyError::refused("", &Value::from(value), reason)
    }

    fn invalid_value(found: Unexpected<'_>, expected: &dyn Expected) -> KeyError {
        KeyError::invalid_type(found, expected)
    }

    fn invalid_length(length: usize, expected: &dyn Expected) -> KeyError {
        let reason = match expected.to_string().as_str() {
            "fewer elements" => format!("has {length} elements, which are too many"),
            expected => format!("must be {}, not of {length}", plain(expected)),
        };
        KeyError::new("", reason)
    }

    fn unknown_variant(variant: &str, expected: &'static [&'static str]) -> KeyError {
        let reason = format!("must be {}", expected.join(" or "));
        KeyError::refused("", &Value::from(variant), reason)
    }

    fn missing_field(field: &'static str) -> KeyError {
        KeyError::new(field, "is missing")
    }

    fn unknown_field(field: &str, expected: &'static [&'static str]) -> KeyError {
        KeyError::new(field, no_such_key(field, expected))
    }

    fn duplicate_field(field: &'static str) -> KeyError {
        KeyError::new(field, "is given twice")
    }
}

/// What a type expects, in words that require no knowledge of Rust.
fn plain(expected: &str) -> String {
    let whole = |low: i64, high: u32| format!("a whole number from {low} to {high}");
    let text = match expected {
        "u8" => return whole(0, u8::MAX.into()),
        "u16" => return whole(0, u16::MAX.into()),
        "u32" => return whole(0, u32::MAX),
        "i8" => return whole(i8::MIN.into(), i8::MAX as u32),
        "i16" => return whole(i16::MIN.into(), i16::MAX as u32),
        "i32" => return whole(i32::MIN.into(), i32::MAX as u32),
        "u64" | "usize" => "a whole number, 0 or more",
        "i64" | "isize" => "a whole number",
        "f32" | "f64" => "a number",
        "a string" => "a text",
        "a boolean" => "true or false",
        "a sequence" => "a list",
        "a map" => "a table",
        text => match text.strip_prefix("an array of length ") {
            Some(length) => return format!("a list of {length}"),
            // Structures, and enumerations with content.
            None if text.starts_with("struct ") => "a table",
            None if text.starts_with("enum ") => "a word, or a table of one key",
            None => text,
        },
    };
    text.to_owned()
}

pub(crate) fn no_such_key(key: &str, keys: &[&str]) -> String {
    format!("there is no such key{}", or_known(key, keys))
}
