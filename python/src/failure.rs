//! Errors of the laboratory as exceptions.

use drakkar::play::panics::{A_MISTAKE, guarded};
use drakkar::play::position::PositionError;
use drakkar::play::rows_of_games::RowError;
use pyo3::prelude::*;

/// The exception of the package for an exit code of the command.
fn exception(message: String, code: u8) -> PyErr {
    Python::attach(|py| {
        let made = py
            .import("drakkar.errors")
            .and_then(|errors| errors.call_method1("of", (&message, code)));
        made.map_or_else(|error| error, PyErr::from_value)
    })
}

/// A value that cannot be used, with the words of the command.
pub fn refuse(error: impl ToString) -> PyErr {
    exception(error.to_string(), 2)
}

pub fn of_position(error: PositionError) -> PyErr {
    let code = if matches!(error, PositionError::Halt(_)) { 1 } else { 2 };
    exception(error.to_string(), code)
}

pub fn of_rows(error: RowError) -> PyErr {
    let code = match error {
        RowError::Broken(_) => 70,
        RowError::Endless { .. } => 1,
        _ => 2,
    };
    exception(error.to_string(), code)
}

/// Works without the interpreter's lock; a mistake of the laboratory becomes an exception.
pub fn alone<T: Send>(py: Python<'_>, work: impl FnOnce() -> T + Send) -> PyResult<T> {
    py.detach(|| guarded(work)).map_err(broken)
}

/// The same for what is over sooner than the lock could be given back.
pub fn brief<T>(work: impl FnOnce() -> T) -> PyResult<T> {
    guarded(work).map_err(broken)
}

fn broken(panic: String) -> PyErr {
    exception(format!("{A_MISTAKE}: {panic}"), 70)
}
