//! Where two values differ.

use serde_json::Value;

use super::RecordError;
use super::read::excerpt;

/// The first place at which `found` is not `expected`. Keys may be in any order; integers are
/// compared exactly, other numbers to within 1e-6.
pub(super) fn difference(key: &str, expected: &Value, found: &Value) -> Result<(), RecordError> {
    let differs = || {
        let reason = format!("expected {}, found {}", excerpt(expected), excerpt(found));
        Err(RecordError::new(key, reason))
    };
    match (expected, found) {
        (Value::Object(expected), Value::Object(found)) => {
            for (name, value) in expected {
                let key = path(key, name);
                match found.get(name) {
                    Some(found) => difference(&key, value, found)?,
                    None => return Err(RecordError::new(key, "is missing")),
                }
            }
            match found.keys().find(|name| !expected.contains_key(*name)) {
                Some(name) => Err(RecordError::new(path(key, name), "is not known here")),
                None => Ok(()),
            }
        }
        (Value::Array(expected), Value::Array(found)) => {
            for (index, (expected, found)) in expected.iter().zip(found).enumerate() {
                difference(&format!("{key}[{index}]"), expected, found)?;
            }
            if expected.len() == found.len() { Ok(()) } else { differs() }
        }
        (Value::Number(expected), Value::Number(number)) => {
            let same = match (expected.as_i64(), number.as_i64()) {
                (Some(expected), Some(found)) => expected == found,
                (Some(_), None) => false,
                _ => {
                    let gap = |a: f64, b: f64| (a - b).abs() <= 1e-6;
                    expected.as_f64().zip(number.as_f64()).is_some_and(|(a, b)| gap(a, b))
                }
            };
            if same { Ok(()) } else { differs() }
        }
        _ if expected == found => Ok(()),
        _ => differs(),
    }
}

fn path(key: &str, name: &str) -> String {
    if key.is_empty() { name.to_owned() } else { format!("{key}.{name}") }
}
