//! Many games in step: one row is one game.

use drakkar::play::rows_of_games::{RowBuffers, RowsOfGames};
use drakkar::play::setting::unnumbered;
use numpy::ndarray::Dimension;
use numpy::{Element, PyArray1, PyArray2, PyArrayMethods, PyReadwriteArray, PyUntypedArrayMethods};
use numpy::{PyArray, ToPyArray};
use pyo3::prelude::*;

use crate::failure::{alone, brief, of_rows, refuse};
use crate::hashed::action_rows;
use crate::shared::{Game, State};

/// Many games that are played in step: Batch(game, rules=None, players=None, num_envs=1, seed=0, threads=1).
///
/// Rust writes into arrays of the caller: observations (num_envs x features, float32), masks (num_envs x actions, bool)
/// and the seats that decide (num_envs, int64); None for what is not needed. A game that ends begins anew in the same
/// step. Results do not depend on `threads`.
#[pyclass(module = "drakkar")]
pub struct Batch {
    game: Game,
    rows: Box<dyn RowsOfGames>,
    seed: u64,
    threads: usize,
}

type Buffer<'py, T, D> = Option<PyReadwriteArray<'py, T, D>>;

fn opened<'py, T: Element, D: Dimension>(
    what: &str,
    array: Option<&Bound<'py, PyArray<T, D>>>,
    shape: &[usize],
) -> PyResult<Buffer<'py, T, D>> {
    let Some(array) = array else { return Ok(None) };
    if array.shape() != shape {
        return Err(refuse(format!(
            "{what}: expected the shape {shape:?}, found {:?}",
            array.shape()
        )));
    }
    if !array.is_c_contiguous() {
        return Err(refuse(format!(
            "{what}: its numbers do not lie one after the other (C order)"
        )));
    }
    Ok(Some(array.try_readwrite()?))
}

fn slice<'a, T: Element, D: Dimension>(
    buffer: &'a mut Buffer<'_, T, D>,
) -> PyResult<Option<&'a mut [T]>> {
    buffer.as_mut().map(|array| Ok(array.as_slice_mut()?)).transpose()
}

type Arrays<'a, 'py> = (
    Option<&'a Bound<'py, PyArray2<f32>>>,
    Option<&'a Bound<'py, PyArray2<bool>>>,
    Option<&'a Bound<'py, PyArray1<i64>>>,
);

impl Batch {
    /// Calls `work` with the slices of these arrays, which nobody else may use until then.
    fn with<'py, T>(
        &mut self,
        (obs, mask, to_move): Arrays<'_, 'py>,
        work: impl FnOnce(&mut Batch, RowBuffers<'_>) -> PyResult<T>,
    ) -> PyResult<T> {
        let rows = self.rows.rows();
        let mut obs = opened("obs", obs, &[rows, self.rows.inputs()])?;
        let mut mask = match (mask, self.rows.actions()) {
            (None, _) => None,
            (mask, Some(actions)) => opened("mask", mask, &[rows, actions])?,
            (_, None) => return Err(self.no_masks()),
        };
        let mut to_move = opened("to_move", to_move, &[rows])?;
        let (inputs, mask, to_move) = (slice(&mut obs)?, slice(&mut mask)?, slice(&mut to_move)?);
        work(self, RowBuffers { inputs, mask, to_move })
    }

    fn no_masks(&self) -> PyErr {
        refuse(format!("mask: {}", unnumbered(self.game.0.id())))
    }
}

#[pymethods]
impl Batch {
    #[new]
    #[pyo3(signature = (game=None, rules=None, players=None, num_envs=1, seed=0, threads=1, set=Vec::new()))]
    #[allow(clippy::too_many_arguments)] // as in Python
    fn new(
        py: Python<'_>,
        game: Option<&Bound<'_, PyAny>>,
        rules: Option<&str>,
        players: Option<usize>,
        num_envs: usize,
        seed: u64,
        threads: usize,
        set: Vec<String>,
    ) -> PyResult<Batch> {
        let game = match game.map(|game| game.cast::<Game>()) {
            Some(Ok(game)) if rules.is_none() && players.is_none() && set.is_empty() => {
                game.get().clone()
            }
            Some(Ok(_)) => return Err(refuse("a Game has its rules and seats already")),
            _ => {
                let class = py.get_type::<Game>();
                class.call1((game, rules, players, set))?.cast::<Game>()?.get().clone()
            }
        };
        const MOST: usize = 1 << 24;
        if !(1..=MOST).contains(&num_envs) {
            return Err(refuse(format!("num_envs: {num_envs} is not between 1 and {MOST}")));
        }
        if !(1..=1024).contains(&threads) {
            return Err(refuse(format!("threads: {threads} is not between 1 and 1024")));
        }
        let made = alone(py, || game.0.open.table().rows_of_games(num_envs, seed))?;
        Ok(Batch { rows: made, game, seed, threads })
    }

    /// The game, under its rules.
    #[getter]
    fn game(&self) -> Game {
        self.game.clone()
    }

    /// The number of games.
    #[getter]
    fn num_envs(&self) -> usize {
        self.rows.rows()
    }

    /// The number of seats.
    #[getter]
    fn players(&self) -> usize {
        self.rows.players()
    }

    /// The number of actions, those of `Game.actions`. None if there are too many: then there are no masks, and an action
    /// is named by its place among the legal ones.
    #[getter]
    fn actions(&self) -> Option<usize> {
        self.rows.actions()
    }

    /// The numbers of an observation, those of `Game.features`.
    #[getter]
    fn features(&self) -> usize {
        self.rows.inputs()
    }

    /// Begins all games anew, with another seed if one is given, and writes what is true then.
    #[pyo3(signature = (obs=None, mask=None, to_move=None, seed=None))]
    fn reset_into(
        &mut self,
        py: Python<'_>,
        obs: Option<&Bound<'_, PyArray2<f32>>>,
        mask: Option<&Bound<'_, PyArray2<bool>>>,
        to_move: Option<&Bound<'_, PyArray1<i64>>>,
        seed: Option<u64>,
    ) -> PyResult<()> {
        self.with((obs, mask, to_move), |batch, into| {
            let (rows, threads) = (&mut batch.rows, batch.threads);
            batch.seed = seed.unwrap_or(batch.seed);
            let seed = batch.seed;
            alone(py, || rows.reset(seed, threads, into))?.map_err(of_rows)
        })
    }

    /// A row of numbers for each legal action of all games, as `State.action_features` has them, and the place at which
    /// the rows of each game begin, with the end of the last one.
    #[allow(clippy::type_complexity)]
    fn action_features<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyArray2<f32>>, Bound<'py, PyArray1<i64>>)> {
        let (mut legal, mut begins) = (Vec::new(), vec![0]);
        for row in 0..self.rows.rows() {
            legal.extend(brief(|| self.rows.legal(row))?);
            begins.push(legal.len() as i64);
        }
        Ok((action_rows(py, &legal)?, PyArray1::from_vec(py, begins)))
    }

    /// Plays an action in each game, by number, and writes what is true then. Returns the rewards (num_envs x seats,
    /// float32), which are seats x win share - 1 where a game ended, and whether each game ended.
    #[pyo3(signature = (actions, obs=None, mask=None, to_move=None))]
    #[allow(clippy::type_complexity)]
    fn step_into<'py>(
        &mut self,
        py: Python<'py>,
        actions: &Bound<'py, PyArray1<i64>>,
        obs: Option<&Bound<'py, PyArray2<f32>>>,
        mask: Option<&Bound<'py, PyArray2<bool>>>,
        to_move: Option<&Bound<'py, PyArray1<i64>>>,
    ) -> PyResult<(Bound<'py, PyArray2<f32>>, Bound<'py, PyArray1<bool>>)> {
        let (count, players) = (self.rows.rows(), self.rows.players());
        if actions.shape() != [count] {
            return Err(refuse(format!(
                "actions: expected the shape [{count}], found {:?}",
                actions.shape()
            )));
        }
        let actions = actions.try_readonly()?;
        let chosen = actions
            .as_slice()
            .map_err(|_| refuse("actions: its numbers do not lie one after the other (C order)"))?;
        let (mut rewards, mut done) = (vec![0.0; count * players], vec![false; count]);
        self.with((obs, mask, to_move), |batch, into| {
            let (rows, threads) = (&mut batch.rows, batch.threads);
            let (rewards, done) = (&mut rewards[..], &mut done[..]);
            alone(py, || rows.step(chosen, threads, into, rewards, done))?.map_err(of_rows)
        })?;
        let rewards = PyArray1::from_vec(py, rewards).reshape([count, players])?;
        Ok((rewards, PyArray1::from_vec(py, done)))
    }

    /// An action for each game, drawn uniformly from those that its row of `mask` allows; without one, from the legal
    /// ones.
    #[pyo3(signature = (mask=None))]
    fn sample<'py>(
        &mut self,
        py: Python<'py>,
        mask: Option<&Bound<'py, PyArray2<bool>>>,
    ) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let count = self.rows.rows();
        let Some(mask) = mask else {
            let (rows, mut chosen) = (&mut self.rows, vec![0; count]);
            alone(py, || rows.sample(None, &mut chosen))?.map_err(of_rows)?;
            return Ok(chosen.to_pyarray(py));
        };
        let shape = [count, self.rows.actions().ok_or_else(|| self.no_masks())?];
        if mask.shape() != shape || !mask.is_c_contiguous() {
            let found = mask.shape();
            return Err(refuse(format!(
                "mask: expected the shape {shape:?} in C order, found {found:?}"
            )));
        }
        // A byte of such an array may hold more than 0 and 1.
        let bytes = mask.call_method1("view", ("uint8",))?;
        let bytes = bytes.cast::<PyArray2<u8>>()?.try_readonly()?;
        let (allowed, mut chosen) = (bytes.as_slice()?, vec![0; shape[0]]);
        let (rows, into) = (&mut self.rows, &mut chosen[..]);
        alone(py, || rows.sample(Some(allowed), into))?.map_err(of_rows)?;
        Ok(chosen.to_pyarray(py))
    }

    /// The state of one game, a copy.
    fn state(&self, row: usize) -> PyResult<State> {
        let rows = self.rows.rows();
        if row >= rows {
            return Err(refuse(format!("there is no row {row}: there are {rows}, from 0")));
        }
        let position = brief(|| self.rows.position(row))?;
        Ok(State { game: self.game.clone(), position })
    }

    fn __len__(&self) -> usize {
        self.rows.rows()
    }

    fn __repr__(&self) -> String {
        format!("<Batch of {} games of {}>", self.rows.rows(), self.game.0.id())
    }
}
