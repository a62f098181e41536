//! What a game and its states share.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use drakkar::engine::seat::Seat;
use drakkar::play::erased::Crew;
use drakkar::play::position::{GamePosition, PositionError};
use drakkar::play::setting::unnumbered;
use drakkar::tables::OpenTable;
use numpy::PyArray1;
use pyo3::prelude::*;

use crate::failure::{brief, of_position, refuse};

/// Agents by the texts that name them, each with its specification.
type Agents = HashMap<String, (Arc<dyn Crew>, String)>;

/// The part of a game that its states share.
pub struct Shared {
    pub(crate) open: OpenTable,
    agents: Mutex<Agents>,
    /// The numbers of an observation.
    pub(crate) features: usize,
}

impl Shared {
    /// The agent that a text names, which is made once.
    pub(crate) fn crew(&self, text: &str) -> PyResult<(Arc<dyn Crew>, String)> {
        let mut agents = self.agents.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = agents.get(text) {
            return Ok(known.clone());
        }
        let (crew, spec) = self.open.crew(text).map_err(refuse)?;
        // As many as anybody compares; then they are made anew.
        const MOST: usize = 64;
        if agents.len() >= MOST {
            agents.clear();
        }
        let made = (Arc::from(crew), spec);
        agents.insert(text.to_owned(), made.clone());
        Ok(made)
    }

    pub(crate) fn id(&self) -> &'static str {
        self.open.lab().info().id
    }

    /// What a seat knows as numbers.
    pub(crate) fn observed<'py>(
        &self,
        py: Python<'py>,
        position: &dyn GamePosition,
        seat: Seat,
    ) -> PyResult<Bound<'py, PyArray1<f32>>> {
        let mut inputs = vec![0.0; self.features];
        brief(|| position.observe(seat, &mut inputs))?;
        Ok(PyArray1::from_vec(py, inputs))
    }

    /// The legal actions as numbers, ascending.
    pub(crate) fn legal_numbers(&self, position: &dyn GamePosition) -> PyResult<Vec<u32>> {
        let numbers = position.legal_numbers();
        numbers.ok_or_else(|| of_position(PositionError::Unnumbered(unnumbered(self.id()))))
    }

    pub(crate) fn is_same(&self, other: &Shared) -> bool {
        self.id() == other.id()
            && self.open.table().players() == other.open.table().players()
            && self.open.rules() == other.open.rules()
    }
}

/// A game under rules: Game(game, rules=None, players=None, set=()), in the words of the command.
#[pyclass(frozen, module = "drakkar")]
#[derive(Clone)]
pub struct Game(pub(crate) Arc<Shared>);

impl Game {
    pub(crate) fn of(open: OpenTable) -> Game {
        let features = open.table().inputs().len();
        Game(Arc::new(Shared { open, agents: Mutex::default(), features }))
    }
}

/// A state of a game. It changes by `apply` alone.
#[pyclass(module = "drakkar")]
pub struct State {
    pub(crate) game: Game,
    pub(crate) position: Box<dyn GamePosition>,
}

/// What one seat knows of a state. It does not change.
#[pyclass(module = "drakkar", frozen)]
pub struct GameView {
    pub(crate) game: Game,
    pub(crate) position: Box<dyn GamePosition>,
    pub(crate) seat: Seat,
}
