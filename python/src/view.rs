use drakkar::engine::seat::Seat;
use drakkar::serde_json::Value;
use numpy::PyArray1;
use pyo3::prelude::*;

use crate::data::{seed_of, to_python};
use crate::failure::brief;
use crate::shared::{Game, GameView, State};

#[pymethods]
impl GameView {
    /// The game, under its rules.
    #[getter]
    fn game(&self) -> Game {
        self.game.clone()
    }

    /// Whose view it is.
    #[getter]
    fn seat(&self) -> usize {
        self.seat.index()
    }

    /// The seat that decides; None when the game is over.
    #[getter]
    fn to_move(&self) -> Option<usize> {
        self.position.to_move().map(Seat::index)
    }

    /// All legal actions in their order, if the seat decides.
    fn legal(&self) -> PyResult<Vec<String>> {
        let own = self.position.to_move() == Some(self.seat);
        brief(|| if own { self.position.legal() } else { Vec::new() })
    }

    /// The same as numbers, ascending.
    fn legal_numbers(&self) -> PyResult<Vec<u32>> {
        let own = self.position.to_move() == Some(self.seat);
        let numbers = brief(|| self.game.0.legal_numbers(&*self.position))??;
        Ok(if own { numbers } else { Vec::new() })
    }

    /// What the seat knows as lines of text.
    fn text(&self) -> PyResult<String> {
        brief(|| self.position.text(Some(self.seat)))
    }

    /// What the seat knows as data.
    fn data<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &Value::Object(brief(|| self.position.fields(self.seat))?))
    }

    /// What the seat knows as numbers, those of `Game.features`.
    fn observe<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<f32>>> {
        self.game.0.observed(py, &*self.position, self.seat)
    }

    /// What the seat has seen by now of each decision; None for nothing yet.
    fn heard(&self) -> PyResult<Vec<Option<String>>> {
        brief(|| self.position.heard(self.seat))
    }

    /// A full state that agrees with what the seat knows.
    fn draw(&self, rng: &Bound<'_, PyAny>) -> PyResult<State> {
        let seed = seed_of(rng)?;
        let position = brief(|| self.position.draw(self.seat, seed))?;
        Ok(State { game: self.game.clone(), position })
    }

    fn __repr__(&self) -> String {
        format!("<GameView of seat {} of {}>", self.seat, self.game.0.id())
    }

    fn __str__(&self) -> PyResult<String> {
        self.text()
    }
}
