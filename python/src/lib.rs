//! The module `drakkar._native`; the package around it is in `python/drakkar`.

use pyo3::prelude::*;

mod arrow;
mod batch;
mod columns;
mod command;
mod data;
mod failure;
mod game;
mod hashed;
mod named;
mod shared;
mod state;
mod table;
mod view;

/// What the package is made of, a part a line.
#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    command::add(module)?;
    table::add(module)?;
    game::add(module)?;
    state::add(module)?;
    view::add(module)?;
    batch::add(module)?;
    Ok(())
}
