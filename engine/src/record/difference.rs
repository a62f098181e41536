use serde_json::{Map, Value};

use super::RecordError;
use crate::error::excerpt;

/// The first place at which `found` is not `expected`. Keys may be in any order; integers are
/// compared exactly, other numbers to within 1e-6.
pub(super) fn difference(expected: &Value, found: &Value) -> Result<(), RecordError> {
    let same = match (expected, found) {
        (Value::Object(expected), Value::Object(found)) => return of_objects(expected, found),
        (Value::Array(expected), Value::Array(found)) => {
            for (index, (expected, found)) in expected.iter().zip(found).enumerate() {
                let under = |error: RecordError| error.under(&format!("[{index}]"));
                difference(expected, found).map_err(under)?;
            }
            expected.len() == found.len()
        }
        (Value::Number(one), Value::Number(two)) => match (one.as_i64(), two.as_i64()) {
            (None, _) => {
                let numbers = one.as_f64().zip(two.as_f64());
                numbers.is_some_and(|(one, two)| (one - two).abs() <= 1e-6)
            }
            (one, two) => one == two,
        },
        _ => expected == found,
    };
    if same {
        return Ok(());
    }
    let [expected, found] = [expected, found].map(|value| excerpt(&value.to_string()));
    Err(RecordError::new("", format!("expected {expected}, found {found}")))
}

/// The same of two objects.
pub(super) fn of_objects(
    expected: &Map<String, Value>,
    found: &Map<String, Value>,
) -> Result<(), RecordError> {
    for (name, value) in expected {
        match found.get(name) {
            Some(found) => difference(value, found).map_err(|error| error.under(name))?,
            None => return Err(RecordError::new(name, "is missing")),
        }
    }
    match found.keys().find(|name| !expected.contains_key(*name)) {
        Some(name) => Err(RecordError::new(name, "is not known here")),
        None => Ok(()),
    }
}
