//! One state of a game, to be played, copied, drawn from and looked at by programs that are not written for it.

use std::any::Any;

use drakkar_engine::error::{Illegal, KeyError, ParseError};
use drakkar_engine::record::Record;
use drakkar_engine::{outcome::Outcome, seat::Seat};
use serde_json::{Map, Value};
use thiserror::Error;

use crate::game::{Foul, Halt};

#[derive(Clone, Copy, Debug)]
pub enum ActionName<'a> {
    Text(&'a str),
    /// Its place among all actions.
    Number(u64),
    /// Its place among the legal ones.
    Nth(u64),
}

#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PositionError {
    #[error("the game is over")]
    Over,
    #[error("there is no action number {number}: there are {all}, from 0")]
    NoNumber { number: u64, all: usize },
    #[error("there is no legal action number {number}: there are {all}, from 0")]
    NoNth { number: u64, all: u32 },
    #[error("{0}")]
    Unnumbered(String),
    #[error(transparent)]
    Text(#[from] ParseError),
    #[error(transparent)]
    Illegal(#[from] Illegal),
    #[error("the agent was made for another game, or for other rules or another number of seats")]
    Stranger,
    #[error("it is drawn, so that no deal leads to it, and has no record")]
    Drawn,
    #[error(transparent)]
    Halt(#[from] Halt),
    #[error(transparent)]
    Key(#[from] KeyError),
}

impl From<Foul> for PositionError {
    fn from(foul: Foul) -> PositionError {
        PositionError::Halt(foul.into())
    }
}

/// A state and how it came about. Only [`GamePosition::draw`] forgets what happened before.
pub trait GamePosition: Send + Sync {
    fn copied(&self) -> Box<dyn GamePosition>;
    fn as_any(&self) -> &dyn Any;
    fn is_same(&self, other: &dyn GamePosition) -> bool;
    fn players(&self) -> usize;
    fn to_move(&self) -> Option<Seat>;
    fn count_legal(&self) -> u32;
    fn legal(&self) -> Vec<String>;
    /// The legal actions as numbers, in ascending order; `None` if actions have none.
    fn legal_numbers(&self) -> Option<Vec<u32>>;
    /// Plays an action and gives its text.
    fn apply(&mut self, action: ActionName<'_>) -> Result<String, PositionError>;
    fn outcome(&self) -> Outcome;
    /// What a seat knows as lines of text, or the whole table, hidden things included.
    fn text(&self, seat: Option<Seat>) -> String;
    fn fields(&self, seat: Seat) -> Map<String, Value>;
    /// What a seat knows as the inputs of a net, for which `into` has room.
    fn observe(&self, seat: Seat, into: &mut [f32]);
    /// A full state that agrees with what a seat knows.
    fn draw(&self, seat: Seat, seed: u64) -> Box<dyn GamePosition>;
    /// All decisions since the deal or the draw.
    fn decisions(&self) -> Vec<(Seat, String)>;
    /// What a seat has seen up to now of each of these decisions; its own ones as they were.
    fn heard(&self, seat: Seat) -> Vec<Option<String>>;
    /// All that a seat has known: what it has seen of each decision, a digest of what it knew at each of its own, and what
    /// it knows now. Equal texts mean equal information.
    fn information(&self, seat: Seat) -> String;
    /// How it came about, from which a [table](crate::erased::Table::recall) makes it again.
    fn log(&self) -> Value;
    /// The game so far as a record, with the name of its rules, and agents; an error if it was drawn.
    fn record(&self, rules: &str, agents: &[String]) -> Result<Record, PositionError>;
}
