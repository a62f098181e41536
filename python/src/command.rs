//! The command itself.

use pyo3::prelude::*;

pub fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))
}
