//! Actions and seats as they are named in Python.

use drakkar::engine::seat::Seat;
use drakkar::play::position::{ActionName, GamePosition, PositionError};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::failure::{of_position, refuse};

pub enum ActionArgument {
    Text(String),
    Number(u64),
}

impl ActionArgument {
    pub fn of(action: &Bound<'_, PyAny>) -> PyResult<ActionArgument> {
        if let Ok(text) = action.cast::<PyString>() {
            return Ok(ActionArgument::Text(text.to_string_lossy().into_owned()));
        }
        if !action.hasattr("__index__")? {
            let name = action.get_type().name()?;
            let expected = "expected its text or its number";
            return Err(PyTypeError::new_err(format!("action: {expected}, found {name}")));
        }
        let whole = action.call_method0("__index__")?;
        whole.extract().map(ActionArgument::Number).map_err(|_| match whole.lt(0) {
            Ok(_) => refuse(format!("there is no action number {whole}")),
            Err(_) => PyTypeError::new_err(format!("action: there is no action number {whole}")),
        })
    }

    pub fn name(&self) -> ActionName<'_> {
        match self {
            ActionArgument::Text(text) => ActionName::Text(text),
            ActionArgument::Number(number) => ActionName::Number(*number),
        }
    }
}

pub fn seat_of(position: &dyn GamePosition, seat: i64) -> PyResult<Seat> {
    let players = position.players();
    match usize::try_from(seat) {
        Ok(seat) if seat < players => Ok(Seat::new(seat)),
        _ => {
            Err(refuse(format!("there is no seat {seat}: the game has seats 0 to {}", players - 1)))
        }
    }
}

pub fn seat_or_mover(position: &dyn GamePosition, seat: Option<i64>) -> PyResult<Seat> {
    match seat {
        Some(seat) => seat_of(position, seat),
        None => position.to_move().ok_or_else(|| of_position(PositionError::Over)),
    }
}
