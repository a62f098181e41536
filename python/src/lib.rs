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
    module.add_class::<table::StudyTable>()?;
    module.add_class::<shared::Game>()?;
    module.add_function(wrap_pyfunction!(game::games, module)?)?;
    module.add_class::<shared::State>()?;
    module.add_class::<shared::GameView>()?;
    module.add_class::<batch::Batch>()
}
