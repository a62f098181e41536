//! Writing JSON. What is written here is plain data, so a type that cannot be written is a defect of the program; it
//! must end the command, since an empty text would have a digest as well.

use std::any::type_name;

use serde::Serialize;
use serde_json::Value;

#[track_caller]
pub fn bytes<T: Serialize>(value: &T) -> Vec<u8> {
    written::<T, _>(serde_json::to_vec(value))
}

#[track_caller]
pub fn line<T: Serialize>(value: &T) -> Vec<u8> {
    let mut text = bytes(value);
    text.push(b'\n');
    text
}

#[track_caller]
pub fn pretty<T: Serialize>(value: &T) -> Vec<u8> {
    let mut text = written::<T, _>(serde_json::to_vec_pretty(value));
    text.push(b'\n');
    text
}

#[track_caller]
pub fn value<T: Serialize>(value: &T) -> Value {
    written::<T, _>(serde_json::to_value(value))
}

pub fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

#[track_caller]
fn written<T, W>(result: serde_json::Result<W>) -> W {
    result.unwrap_or_else(|error| panic!("{} cannot be JSON: {error}", type_name::<T>()))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn lines_and_files_end_with_a_line_break() {
        let value = BTreeMap::from([("a", 1)]);
        assert_eq!(line(&value), b"{\"a\":1}\n");
        assert_eq!(pretty(&value), b"{\n  \"a\": 1\n}\n");
    }

    #[test]
    #[should_panic(expected = "cannot be JSON: key must be a string")]
    fn what_cannot_be_written_is_not_empty() {
        bytes(&BTreeMap::from([((1, 2), 3)]));
    }
}
