//! Why a value does not fit, in words that require no knowledge of Rust.

use std::fmt::Display;

use serde::de::{Error, Expected, Unexpected};
use serde_json::Value;

use crate::error::KeyError;
use crate::input::or_known;

/// What was expected instead of a list that is too long.
pub(super) struct Fewer;

const FEWER: &str = "fewer elements";

impl Expected for Fewer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(FEWER)
    }
}

/// An error from `serde`, under the key it is about.
impl Error for KeyError {
    fn custom<T: Display>(reason: T) -> KeyError {
        KeyError::new("", reason.to_string())
    }

    fn invalid_type(found: Unexpected<'_>, expected: &dyn Expected) -> KeyError {
        unfit(found, expected)
    }

    fn invalid_value(found: Unexpected<'_>, expected: &dyn Expected) -> KeyError {
        unfit(found, expected)
    }

    fn invalid_length(length: usize, expected: &dyn Expected) -> KeyError {
        let reason = match expected.to_string().as_str() {
            FEWER => format!("has {length} elements, which are too many"),
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

fn unfit(found: Unexpected<'_>, expected: &dyn Expected) -> KeyError {
    let value = match found {
        Unexpected::Bool(value) => value.to_string(),
        Unexpected::Unsigned(value) => value.to_string(),
        Unexpected::Signed(value) => value.to_string(),
        Unexpected::Float(value) => value.to_string(),
        Unexpected::Str(text) => {
            let reason = format!("must be {}", plain(&expected.to_string()));
            return KeyError::mistyped("", &text.into(), reason);
        }
        Unexpected::Unit => "null".to_owned(),
        Unexpected::Seq => "a list".to_owned(),
        _ => "a table".to_owned(),
    };
    let reason = format!("must be {}", plain(&expected.to_string()));
    KeyError::refused("", &Value::from(value), reason)
}

/// What a type expects, in words that require no knowledge of Rust.
fn plain(expected: &str) -> String {
    let whole = |low: i128, high: i128| format!("a whole number from {low} to {high}");
    match expected {
        "u8" => whole(0, u8::MAX.into()),
        "u16" => whole(0, u16::MAX.into()),
        "u32" => whole(0, u32::MAX.into()),
        "u64" | "usize" => "a whole number, 0 or more".to_owned(),
        "i8" => whole(i8::MIN.into(), i8::MAX.into()),
        "i16" => whole(i16::MIN.into(), i16::MAX.into()),
        "i32" => whole(i32::MIN.into(), i32::MAX.into()),
        "i64" | "isize" => "a whole number".to_owned(),
        "f32" | "f64" => "a number".to_owned(),
        "a string" => "a text".to_owned(),
        "a boolean" => "true or false".to_owned(),
        "a sequence" => "a list".to_owned(),
        text => match text.strip_prefix("an array of length ") {
            Some(length) => format!("a list of {length}"),
            // Structures, maps and enumerations with content.
            None if text.starts_with("struct ") || text == "a map" => "a table".to_owned(),
            None if text.starts_with("enum ") => "a word, or a table of one key".to_owned(),
            None => text.to_owned(),
        },
    }
}

/// Why an unknown key is refused, with the key that may be meant, or the list of keys.
pub(crate) fn no_such_key(key: &str, keys: &[&str]) -> String {
    format!("there is no such key{}", or_known(key, keys))
}
