//! Many games of one kind, each a row, that are played in step: one call for all of them, on any number of threads.

use drakkar_engine::error::Illegal;
use thiserror::Error;

use crate::position::GamePosition;

/// Where a call writes what is true after it; a list that is `None` is not needed.
#[derive(Debug, Default)]
pub struct RowBuffers<'a> {
    /// The inputs of a net for the seat that decides, row by row.
    pub inputs: Option<&'a mut [f32]>,
    /// Which actions are legal, row by row.
    pub mask: Option<&'a mut [bool]>,
    pub to_move: Option<&'a mut [i64]>,
}

#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum RowError {
    #[error("row {row}: there is no action number {number}: there are {all}, from 0")]
    NoNumber { row: usize, number: i64, all: usize },
    #[error("row {row}: there is no legal action number {number}: there are {all}, from 0")]
    NoNth { row: usize, number: i64, all: u32 },
    #[error("row {row}: {illegal}")]
    Illegal { row: usize, illegal: Illegal },
    #[error("row {row}: no action is allowed by the mask")]
    NothingAllowed { row: usize },
    #[error("row {row}: the game is not over after {decisions} decisions, the most it may have")]
    Endless { row: usize, decisions: u32 },
    #[error("the game broke off, so that the batch is to be reset: {0}")]
    Broken(String),
}

/// The lists are those of [`RowBuffers`], with as many rows as there are games; shorter ones panic.
pub trait RowsOfGames: Send + Sync {
    fn rows(&self) -> usize;
    fn players(&self) -> usize;
    /// How many actions have numbers. If none have, actions are named by places among the legal ones, without masks.
    fn actions(&self) -> Option<usize>;
    fn inputs(&self) -> usize;
    /// Begins all games anew: row `r` plays the deals `r`, `r + rows`, ... of the seed.
    fn reset(&mut self, seed: u64, threads: usize, into: RowBuffers<'_>) -> Result<(), RowError>;
    /// Plays one action in each row. Where that ends a game, `done` is set, `rewards` has seats x win share - 1 for each
    /// seat, and the next game begins; elsewhere they are 0. Nothing happens if an action is not legal.
    fn step(
        &mut self,
        actions: &[i64],
        threads: usize,
        into: RowBuffers<'_>,
        rewards: &mut [f32],
        done: &mut [bool],
    ) -> Result<(), RowError>;
    /// An action for each row, drawn uniformly from those not 0 in its row of the mask, or else from the legal ones.
    fn sample(&mut self, mask: Option<&[u8]>, into: &mut [i64]) -> Result<(), RowError>;
    fn legal(&self, row: usize) -> Vec<String>;
    /// The game of a row; the agents of another table do not know it.
    fn position(&self, row: usize) -> Box<dyn GamePosition>;
}
