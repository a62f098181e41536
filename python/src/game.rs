use std::hash::{DefaultHasher, Hash, Hasher};

use drakkar::engine::seed::DealSeed;
use drakkar::serde_json::Value;
use drakkar::tables::{self, OpenTable};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyDict, PyString};

use crate::data::to_python;
use crate::failure::{alone, of_position, refuse};
use crate::shared::Game;
use crate::shared::State;

impl Game {
    fn state(&self, position: Box<dyn drakkar::play::position::GamePosition>) -> State {
        State { game: self.clone(), position }
    }
}

#[pymethods]
impl Game {
    /// `set` has changes of single values, such as "scoring.noble_glory=3".
    #[new]
    #[pyo3(signature = (game=None, rules=None, players=None, set=Vec::new()))]
    fn new(
        py: Python<'_>,
        game: Option<&Bound<'_, PyAny>>,
        mut rules: Option<String>,
        mut players: Option<usize>,
        mut set: Vec<String>,
    ) -> PyResult<Game> {
        let name: Option<String> = match game {
            None => None,
            Some(game) if game.cast::<PyString>().is_ok() => game.extract()?,
            // The rules as studies take them.
            Some(found) if found.hasattr("flags")? => {
                if rules.is_some() || !set.is_empty() {
                    return Err(refuse("these rules have their preset and changes already"));
                }
                let name = found.getattr("game")?.extract()?;
                rules = found.getattr("rules")?.extract()?;
                set = found.getattr("set")?.extract()?;
                players = players.or(found.getattr("players")?.extract()?);
                name
            }
            Some(other) => {
                let name = other.get_type().name()?;
                return Err(PyTypeError::new_err(format!("game: expected its name, found {name}")));
            }
        };
        let (name, rules) = (name.as_deref(), rules.as_deref());
        let open = alone(py, || OpenTable::new(name, rules, &set, players))?;
        open.map(Game::of).map_err(refuse)
    }

    /// The same from the text of a whole rule set.
    #[staticmethod]
    fn from_toml(py: Python<'_>, game: &str, toml: &str, players: usize) -> PyResult<Game> {
        let open = alone(py, || OpenTable::of_toml(game, toml, players))?;
        open.map(Game::of).map_err(refuse)
    }

    /// Its name for the command, such as "vikings".
    #[getter]
    fn id(&self) -> &'static str {
        self.0.id()
    }

    /// The name of the preset that equals the rules, or "custom".
    #[getter]
    fn rules(&self) -> &'static str {
        self.0.open.preset()
    }

    /// Every value of the rules.
    #[getter]
    fn rule_set<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, self.0.open.rules())
    }

    /// The rules as a file of the command.
    #[getter]
    fn toml(&self) -> &str {
        self.0.open.toml()
    }

    /// Writes the rules as a file, for --rules.
    fn save(&self, path: std::path::PathBuf) -> PyResult<()> {
        Ok(std::fs::write(path, self.0.open.toml())?)
    }

    /// The number of seats.
    #[getter]
    fn players(&self) -> usize {
        self.0.open.table().players()
    }

    /// What the score is called.
    #[getter]
    fn score(&self) -> &'static str {
        self.0.open.lab().info().score
    }

    /// One line about the game.
    #[getter]
    fn about(&self) -> &'static str {
        self.0.open.lab().info().about
    }

    /// The texts of all actions; an action's number is its place here. None if there are too many.
    #[getter]
    fn actions(&self) -> Option<Vec<String>> {
        self.0.open.table().actions().map(<[String]>::to_vec)
    }

    /// How many actions there are; None if they have no numbers.
    #[getter]
    fn num_actions(&self) -> Option<usize> {
        self.0.open.table().actions().map(<[String]>::len)
    }

    /// The text of an action by its number.
    fn action_text(&self, number: usize) -> PyResult<&str> {
        let text = self.0.open.table().actions().and_then(|actions| actions.get(number));
        let unknown = || refuse(format!("there is no action number {number}"));
        text.map(String::as_str).ok_or_else(unknown)
    }

    /// The number of an action by its text.
    fn action_number(&self, text: &str) -> PyResult<usize> {
        let actions = self.0.open.table().actions().unwrap_or_default();
        let found = actions.binary_search_by(|action| action.as_str().cmp(text));
        found.map_err(|_| {
            refuse(format!("`{text}` is none of the numbered actions of {}", self.id()))
        })
    }

    /// The most decisions that a game may have.
    #[getter]
    fn max_decisions(&self) -> u32 {
        self.0.open.table().most_decisions()
    }

    /// The fewest and the most seats of this game.
    #[getter]
    fn players_range(&self) -> (usize, usize) {
        self.0.open.lab().info().players
    }

    /// SHA-256 of the texts of all actions, each with a line break: equal numbers mean equal actions.
    #[getter]
    fn actions_hash(&self) -> Option<String> {
        self.0.open.actions_sha256()
    }

    /// Names and meanings of the numbers of an observation, in order.
    #[getter]
    fn features<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let inputs = self.0.open.table().inputs().into_iter();
        inputs.map(|input| (input.name, input.about)).into_py_dict(py)
    }

    /// The first state of deal `number` of `seed`.
    #[pyo3(signature = (seed=0, number=0))]
    fn deal(&self, py: Python<'_>, seed: u64, number: u64) -> PyResult<State> {
        let deal = DealSeed { seed, deal: number };
        Ok(self.state(alone(py, || self.0.open.table().position(deal))?))
    }

    /// The first state of a deal as JSON, in the form of records.
    fn deal_json(&self, py: Python<'_>, json: &str) -> PyResult<State> {
        let deal: Value = drakkar::serde_json::from_str(json).map_err(refuse)?;
        let made = alone(py, || self.0.open.table().position_of(&deal))?;
        Ok(self.state(made.map_err(refuse)?))
    }

    /// The state that wrote a log, see `State.log`.
    fn recall(&self, py: Python<'_>, log: &str) -> PyResult<State> {
        let log: Value = drakkar::serde_json::from_str(log).map_err(refuse)?;
        let made = alone(py, || self.0.open.table().recall(&log))?;
        Ok(self.state(made.map_err(of_position)?))
    }

    /// The full specification of an agent: what it leaves open is filled in.
    fn agent(&self, agent: &str) -> PyResult<String> {
        Ok(self.0.crew(agent)?.1)
    }

    fn __repr__(&self) -> String {
        let (id, preset, players) = (self.id(), self.rules(), self.players());
        format!("Game({id:?}, {preset:?}, players={players})")
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let other = other.cast::<Game>();
        other.is_ok_and(|other| self.0.is_same(&other.get().0))
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.id(), self.players(), self.0.open.rules().to_string()).hash(&mut hasher);
        hasher.finish()
    }

    fn __copy__(&self) -> Game {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Game {
        self.clone()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let make = py.import("drakkar._remake")?.getattr("game")?;
        let arguments = (self.id(), self.toml(), self.players());
        Ok((make, arguments).into_pyobject(py)?.into_any())
    }
}

/// The names of all games.
#[pyfunction]
pub fn games() -> Vec<&'static str> {
    tables::ids()
}
