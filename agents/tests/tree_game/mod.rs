//! Games written down as a table of positions, small enough to know their values.

use std::fmt;
use std::str::FromStr;

use drakkar_agents::heuristic::{Heuristic, Judge};
use drakkar_engine::error::ParseError;
use drakkar_engine::fact::Sink;
use drakkar_engine::game::Game;
use drakkar_engine::outcome::Outcome;
use drakkar_engine::seat::{PerSeat, Seat};
use drakkar_engine::seed::{DealSeed, Rng};
use drakkar_engine::view::View;
use serde::{Deserialize, Serialize};

/// One position.
pub(crate) struct Position {
    /// Who chooses.
    pub(crate) seat: usize,
    /// Whether the others do not see the choice.
    pub(crate) secret: bool,
    /// See [`Game::epoch`].
    pub(crate) epoch: u32,
    /// Positions that the seat cannot tell from this one, itself included; none if it knows.
    pub(crate) alike: &'static [usize],
    /// Where the choices lead; none if the game is over.
    pub(crate) next: &'static [usize],
    /// Who wins then.
    pub(crate) winners: &'static [usize],
    /// What the heuristic thinks of it for each seat; missing ones are 0.
    pub(crate) values: &'static [f64],
}

impl Position {
    /// `seat` chooses.
    pub(crate) const fn choice(seat: usize, next: &'static [usize]) -> Position {
        Position { seat, secret: false, epoch: 0, alike: &[], next, winners: &[], values: &[] }
    }

    /// The game is over.
    pub(crate) const fn end(winners: &'static [usize]) -> Position {
        Position { seat: 0, secret: false, epoch: 0, alike: &[], next: &[], winners, values: &[] }
    }
}

/// A table of positions; the game begins in the first.
pub(crate) struct TreeGame {
    pub(crate) players: usize,
    pub(crate) positions: &'static [Position],
}

impl TreeGame {
    fn at(&self, state: &usize) -> &Position {
        &self.positions[*state]
    }
}

/// Number of the choice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Choice(pub(crate) u32);

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Choice {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Choice, ParseError> {
        text.parse().map(Choice).map_err(|_| ParseError::new("action", text, "not a number"))
    }
}

impl Game for TreeGame {
    type Deal = ();
    type State = usize;
    type Action = Choice;
    type Scoring = ();
    type View<'a> = TreeView<'a>;
    const HIDES: bool = true;

    fn players(&self) -> usize {
        self.players
    }
    fn deal(&self, _: DealSeed) {}
    fn state(&self, (): &()) -> usize {
        0
    }
    fn to_move(&self, state: &usize) -> Option<Seat> {
        let position = self.at(state);
        (!position.next.is_empty()).then(|| Seat::new(position.seat))
    }
    fn count_legal(&self, state: &usize) -> u32 {
        self.at(state).next.len() as u32
    }
    fn nth_legal(&self, _: &usize, k: u32) -> Choice {
        Choice(k)
    }
    fn apply_unchecked<S: Sink<()>>(&self, state: &mut usize, Choice(k): Choice, _: &mut S) {
        *state = self.at(state).next[k as usize];
    }
    fn outcome(&self, state: &usize) -> Outcome {
        let winners = self.at(state).winners;
        let score = |seat: Seat| i32::from(winners.contains(&seat.index()));
        Outcome::by_score(PerSeat::from_fn(self.players, score))
    }
    fn view<'a>(&'a self, state: &'a usize, seat: Seat) -> TreeView<'a> {
        TreeView { game: self, state, seat }
    }
    fn clock(&self, state: &usize) -> u32 {
        *state as u32
    }
    fn epoch(&self, state: &usize) -> u32 {
        self.at(state).epoch
    }
    fn is_secret(&self, state: &usize) -> bool {
        self.at(state).secret
    }
}

#[derive(Clone, Copy)]
pub(crate) struct TreeView<'a> {
    game: &'a TreeGame,
    state: &'a usize,
    seat: Seat,
}

impl View<TreeGame> for TreeView<'_> {
    fn game(&self) -> &TreeGame {
        self.game
    }
    fn seat(&self) -> Seat {
        self.seat
    }
    fn draw(&self, rng: &mut Rng) -> usize {
        match self.game.at(self.state).alike {
            [] => *self.state,
            alike => alike[rng.below(alike.len() as u32) as usize],
        }
    }
    fn count_legal(&self) -> u32 {
        self.game.count_legal(self.state)
    }
    fn nth_legal(&self, k: u32) -> Choice {
        Choice(k)
    }
}

/// Thinks what the table says.
#[derive(Clone, Default, Debug, Serialize, Deserialize)]
pub(crate) struct AsWritten {}

impl Heuristic<TreeGame> for AsWritten {
    type Judge = AsWritten;

    fn judge(&self, _: &TreeGame) -> AsWritten {
        AsWritten {}
    }
}

impl Judge<TreeGame> for AsWritten {
    fn value(&self, game: &TreeGame, state: &usize, seat: Seat) -> f64 {
        game.at(state).values.get(seat.index()).copied().unwrap_or(0.0)
    }

    fn scale(&self, _: &TreeGame, _: &usize) -> f64 {
        2.0
    }
}
