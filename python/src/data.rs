//! Numbers, lists and objects between both languages.

use drakkar::serde_json::Value;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

pub fn to_python<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    Ok(match value {
        Value::Null => py.None().into_bound(py),
        Value::Bool(yes) => yes.into_pyobject(py)?.to_owned().into_any(),
        Value::Number(number) => match (number.as_i64(), number.as_u64()) {
            (Some(whole), _) => whole.into_pyobject(py)?.into_any(),
            (None, Some(whole)) => whole.into_pyobject(py)?.into_any(),
            (None, None) => number.as_f64().unwrap_or(f64::NAN).into_pyobject(py)?.into_any(),
        },
        Value::String(text) => text.into_pyobject(py)?.into_any(),
        Value::Array(list) => {
            let all = PyList::empty(py);
            for one in list {
                all.append(to_python(py, one)?)?;
            }
            all.into_any()
        }
        Value::Object(map) => {
            let all = PyDict::new(py);
            for (key, one) in map {
                all.set_item(key, to_python(py, one)?)?;
            }
            all.into_any()
        }
    })
}

/// A seed from a number, or drawn from a generator of numpy or of the standard library.
pub fn seed_of(rng: &Bound<'_, PyAny>) -> PyResult<u64> {
    let py = rng.py();
    if rng.hasattr("integers")? {
        let drawn = rng.call_method1("integers", (0_u64, 1_u64 << 63))?;
        return drawn.call_method0("__int__")?.extract();
    }
    if rng.hasattr("getrandbits")? {
        return rng.call_method1("getrandbits", (64,))?.extract();
    }
    let whole = rng.hasattr("__index__")?.then(|| rng.call_method0("__index__"));
    match whole {
        Some(whole) => whole?
            .extract()
            .map_err(|_| PyValueError::new_err("rng: a seed is a whole number from 0 to 2^64 - 1")),
        None => {
            let name =
                rng.get_type().name().map_or_else(|_| py.None().to_string(), |it| it.to_string());
            let expected = "a whole number, a numpy Generator or a random.Random";
            Err(PyTypeError::new_err(format!("rng: expected {expected}, found {name}")))
        }
    }
}
