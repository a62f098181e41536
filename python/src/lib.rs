//! The module `drakkar._native`; the package around it is in `python/drakkar`.

use pyo3::prelude::*;

mod command;

/// What the package is made of, a part a line.
#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    command::add(module)?;
    Ok(())
}
