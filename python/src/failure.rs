//! Errors of the laboratory as exceptions.

use drakkar::play::guard::guarded;
use drakkar::play::position::PositionError;
use drakkar::play::rows_of_games::RowError;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;

/// A value that cannot be used, with the words of the command.
pub fn refuse(error: impl ToString) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// Why something cannot be done with a position.
pub fn of_position(error: PositionError) -> PyErr {
    match error {
        PositionError::Halt(halt) => PyRuntimeError::new_err(halt.to_string()),
        error => refuse(error),
    }
}

/// Why a call for many games did nothing.
pub fn of_rows(error: RowError) -> PyErr {
    match error {
        RowError::Broken(_) | RowError::Endless { .. } => {
            PyRuntimeError::new_err(error.to_string())
        }
        error => refuse(error),
    }
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
    PyRuntimeError::new_err(format!("drakkar made a mistake, please report it: {panic}"))
}
