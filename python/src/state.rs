use drakkar::engine::outcome::Outcome;
use drakkar::engine::seat::Seat;
use drakkar::play::position::ActionName;
use drakkar::serde_json::Value;
use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::data::{seed_of, to_python};
use crate::failure::{alone, brief, of_position, refuse};
use crate::hashed::action_rows;
use crate::named::{ActionArgument, seat_of, seat_or_mover};
use crate::shared::{Game, GameView, State};

fn shares(outcome: &Outcome, players: usize) -> Vec<f64> {
    Seat::all(players).map(|seat| outcome.win_share(seat)).collect()
}

#[pymethods]
impl State {
    /// The game, under its rules.
    #[getter]
    fn game(&self) -> Game {
        self.game.clone()
    }

    /// The seat that decides; None when the game is over.
    #[getter]
    fn to_move(&self) -> Option<usize> {
        self.position.to_move().map(Seat::index)
    }

    /// Whether the game is over.
    #[getter]
    fn is_over(&self) -> bool {
        self.position.to_move().is_none()
    }

    /// The number of seats.
    #[getter]
    fn players(&self) -> usize {
        self.position.players()
    }

    /// All legal actions in their order, as texts; empty when the game is over.
    fn legal(&self) -> PyResult<Vec<String>> {
        brief(|| self.position.legal())
    }

    /// The number of legal actions.
    fn count_legal(&self) -> PyResult<u32> {
        brief(|| self.position.count_legal())
    }

    /// The legal actions as numbers, ascending.
    fn legal_numbers(&self) -> PyResult<Vec<u32>> {
        brief(|| self.game.0.legal_numbers(&*self.position))?
    }

    /// Which actions are legal, by number.
    fn action_mask<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<bool>>> {
        let numbers = self.game.0.legal_numbers(&*self.position)?;
        let mut mask = vec![false; self.game.0.open.table().actions().map_or(0, <[String]>::len)];
        numbers.into_iter().for_each(|number| mask[number as usize] = true);
        Ok(PyArray1::from_vec(py, mask))
    }

    /// A row of numbers for each legal action, in the order of `apply_nth`: its words and their places, hashed. So actions
    /// can be told apart where they are too many to have numbers.
    fn action_features<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f32>>> {
        let legal = brief(|| self.position.legal())?;
        action_rows(py, &legal)
    }

    /// Plays an action, which is a text or a number, and gives its text.
    fn apply(&mut self, action: &Bound<'_, PyAny>) -> PyResult<String> {
        let action = ActionArgument::of(action)?;
        brief(|| self.position.apply(action.name()))?.map_err(of_position)
    }

    /// Plays the k-th legal action and gives its text.
    fn apply_nth(&mut self, k: u64) -> PyResult<String> {
        brief(|| self.position.apply(ActionName::Nth(k)))?.map_err(of_position)
    }

    /// A copy in which an action was played.
    fn after(&self, action: &Bound<'_, PyAny>) -> PyResult<State> {
        let mut copy = self.copy();
        copy.apply(action)?;
        Ok(copy)
    }

    /// The current score of every seat.
    #[getter]
    fn scores(&self) -> PyResult<Vec<i32>> {
        brief(|| self.position.outcome().score.as_slice().to_vec())
    }

    /// The current place of every seat, from 1; ties share the better one.
    #[getter]
    fn places(&self) -> PyResult<Vec<u32>> {
        brief(|| self.position.outcome().place.as_slice().iter().copied().map(u32::from).collect())
    }

    /// The current share of the win of every seat; they add up to 1.
    #[getter]
    fn win_shares(&self) -> PyResult<Vec<f64>> {
        brief(|| shares(&self.position.outcome(), self.players()))
    }

    /// What a seat knows; by default the one that decides.
    #[pyo3(signature = (seat=None))]
    fn view(&self, seat: Option<i64>) -> PyResult<GameView> {
        let seat = seat_or_mover(&*self.position, seat)?;
        Ok(GameView { game: self.game.clone(), position: self.position.copied(), seat })
    }

    /// The whole table as lines of text, hidden things included, or what a seat knows of it.
    #[pyo3(signature = (seat=None))]
    fn text(&self, seat: Option<i64>) -> PyResult<String> {
        let seat = seat.map(|seat| seat_of(&*self.position, seat)).transpose()?;
        brief(|| self.position.text(seat))
    }

    /// What a seat knows as data; by default the one that decides.
    #[pyo3(signature = (seat=None))]
    fn data<'py>(&self, py: Python<'py>, seat: Option<i64>) -> PyResult<Bound<'py, PyAny>> {
        let seat = seat_or_mover(&*self.position, seat)?;
        to_python(py, &Value::Object(brief(|| self.position.fields(seat))?))
    }

    /// A full state that agrees with what a seat knows; by default the one that decides.
    #[pyo3(signature = (rng, seat=None))]
    fn draw(&self, rng: &Bound<'_, PyAny>, seat: Option<i64>) -> PyResult<State> {
        let (seat, seed) = (seat_or_mover(&*self.position, seat)?, seed_of(rng)?);
        Ok(State { game: self.game.clone(), position: brief(|| self.position.draw(seat, seed))? })
    }

    /// What a seat knows as numbers, those of `Game.features`; by default the one that decides.
    #[pyo3(signature = (seat=None))]
    fn observe<'py>(
        &self,
        py: Python<'py>,
        seat: Option<i64>,
    ) -> PyResult<Bound<'py, PyArray1<f32>>> {
        let seat = seat_or_mover(&*self.position, seat)?;
        self.game.0.observed(py, &*self.position, seat)
    }

    /// The same into an array of the caller.
    #[pyo3(signature = (into, seat=None))]
    fn observe_into(&self, into: &Bound<'_, PyArray1<f32>>, seat: Option<i64>) -> PyResult<()> {
        let seat = seat_or_mover(&*self.position, seat)?;
        let (features, mut array) = (self.game.0.features, into.try_readwrite()?);
        let into = array.as_slice_mut()?;
        if into.len() != features {
            let found = into.len();
            return Err(refuse(format!(
                "an observation has {features} numbers, the array {found}"
            )));
        }
        brief(|| self.position.observe(seat, into))
    }

    /// What an agent would do here.
    fn ask(&self, py: Python<'_>, agent: &str, rng: &Bound<'_, PyAny>) -> PyResult<String> {
        let ((crew, _), seed) = (self.game.0.crew(agent)?, seed_of(rng)?);
        alone(py, || crew.ask(0, &*self.position, seed))?.map_err(of_position)
    }

    /// The same, with what it found out about every legal action.
    fn analyse<'py>(
        &self,
        py: Python<'py>,
        agent: &str,
        rng: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let ((crew, _), seed) = (self.game.0.crew(agent)?, seed_of(rng)?);
        let opinion = alone(py, || crew.think(0, &*self.position, seed))?.map_err(of_position)?;
        let (found, actions) = (PyDict::new(py), PyDict::new(py));
        found.set_item("choice", &opinion.choice)?;
        for (action, judgement) in &opinion.actions {
            let one = PyDict::new(py);
            one.set_item("visits", judgement.visits)?;
            one.set_item("win_share", judgement.win_share)?;
            one.set_item("margin", judgement.margin)?;
            one.set_item("value", judgement.value)?;
            actions.set_item(action, one)?;
        }
        found.set_item("actions", actions)?;
        Ok(found)
    }

    /// The win shares if an agent plays on in all seats; the state stays as it is.
    fn playout(&self, py: Python<'_>, agent: &str, rng: &Bound<'_, PyAny>) -> PyResult<Vec<f64>> {
        let ((crew, _), seed) = (self.game.0.crew(agent)?, seed_of(rng)?);
        let (position, players) = (&*self.position, self.players());
        let outcome = alone(py, || crew.playout(&vec![0; players], position, seed))?;
        Ok(shares(&outcome.map_err(of_position)?, players))
    }

    /// All decisions since the deal: the seat and the action of each.
    fn decisions(&self) -> PyResult<Vec<(usize, String)>> {
        let decisions = brief(|| self.position.decisions())?;
        Ok(decisions.into_iter().map(|(seat, action)| (seat.index(), action)).collect())
    }

    /// What a seat has seen by now of each decision; None for nothing yet.
    fn heard(&self, seat: i64) -> PyResult<Vec<Option<String>>> {
        let seat = seat_of(&*self.position, seat)?;
        brief(|| self.position.heard(seat))
    }

    /// All that a seat has known; equal texts mean equal information.
    fn information(&self, seat: i64) -> PyResult<String> {
        let seat = seat_of(&*self.position, seat)?;
        brief(|| self.position.information(seat))
    }

    /// The game so far as a line of JSON, as the command writes it.
    #[pyo3(signature = (agents=None))]
    fn record(&self, agents: Option<Vec<String>>) -> PyResult<String> {
        let players = self.players();
        let agents = agents.unwrap_or_else(|| vec!["human".to_owned(); players]);
        if agents.len() != players {
            let reason = format!("agents: {players} seats, but {} agents", agents.len());
            return Err(refuse(reason));
        }
        let record = brief(|| self.position.record(self.game.0.open.preset(), &agents))?;
        Ok(record.map_err(of_position)?.to_line())
    }

    /// How the state came about, as JSON, for `Game.recall`.
    fn log(&self) -> PyResult<String> {
        brief(|| self.position.log().to_string())
    }

    /// A copy, which goes its own way.
    fn copy(&self) -> State {
        State { game: self.game.clone(), position: self.position.copied() }
    }

    fn __copy__(&self) -> State {
        self.copy()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> State {
        self.copy()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let make = py.import("drakkar._remake")?.getattr("state")?;
        Ok((make, (self.game.clone(), self.log()?)).into_pyobject(py)?.into_any())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let Ok(other) = other.cast::<State>() else { return Ok(false) };
        Ok(self.position.is_same(&*other.try_borrow()?.position))
    }

    fn __repr__(&self) -> String {
        let what = match self.to_move() {
            Some(seat) => format!("seat {seat} decides"),
            None => "over".to_owned(),
        };
        format!("<State of {}: {what}>", self.game.0.id())
    }

    fn __str__(&self) -> PyResult<String> {
        self.text(None)
    }
}
