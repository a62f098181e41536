//! Games written down as positions, small enough to know their values: `tests/all/trees/README.md`.

use std::fmt;
use std::str::FromStr;

use drakkar_agents::features::{FeatureSink, Features};
use drakkar_agents::heuristic::{Heuristic, Judge, Without};
use drakkar_engine::error::ParseError;
use drakkar_engine::fact::Sink;
use drakkar_engine::game::Game;
use drakkar_engine::outcome::Outcome;
use drakkar_engine::seat::{PerSeat, Seat};
use drakkar_engine::seed::{DealSeed, Rng};
use serde::{Deserialize, Serialize};

pub(crate) mod read;
mod words;

/// The game of the file of this name.
pub(crate) fn game(name: &str) -> TreeGame {
    read::read(name).game
}

/// One position.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Position {
    pub(crate) name: String,
    /// The seat that chooses.
    pub(crate) seat: usize,
    /// For a secret choice: a class for each choice; the others cannot distinguish those of one
    /// class.
    pub(crate) secret: Option<Vec<u32>>,
    /// See [`Game::epoch`].
    pub(crate) epoch: u32,
    /// Positions that the seat cannot distinguish from this one, itself included, with their
    /// weights; none if it knows the position.
    pub(crate) alike: Vec<(usize, u32)>,
    /// Where the choices lead; none if the game is over.
    pub(crate) next: Vec<usize>,
    /// The final scores in that case.
    pub(crate) scores: Vec<i32>,
    /// The heuristic's value for each seat; missing ones are 0.
    pub(crate) values: Vec<f64>,
}

/// A table of positions; the game begins in the first. `HIDES` is [`Game::HIDES`].
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct TreeGame<const HIDES: bool = true> {
    pub(crate) players: usize,
    pub(crate) positions: Vec<Position>,
}

impl TreeGame {
    /// The same game, declared as hiding nothing.
    pub(crate) fn open(self) -> TreeGame<false> {
        TreeGame { players: self.players, positions: self.positions }
    }
}

impl<const HIDES: bool> TreeGame<HIDES> {
    fn at(&self, state: &usize) -> &Position {
        &self.positions[*state]
    }

    /// Whether some seat ever knows less than everything.
    pub(crate) fn hides(&self) -> bool {
        let hides = |position: &Position| position.secret.is_some() || !position.alike.is_empty();
        self.positions.iter().any(hides)
    }
}

/// Number of the choice.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
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

impl<const HIDES: bool> Game for TreeGame<HIDES> {
    type Deal = Without;
    type State = usize;
    type Action = Choice;
    type Scoring = ();
    const HIDES: bool = HIDES;

    fn players(&self) -> usize {
        self.players
    }
    fn deal(&self, _: DealSeed) -> Without {
        Without {}
    }
    fn state(&self, _: &Without) -> usize {
        0
    }
    fn to_move(&self, state: &usize) -> Option<Seat> {
        let position = self.at(state);
        (!position.next.is_empty()).then(|| Seat::new(position.seat))
    }
    fn legal(&self, state: &usize, into: &mut Vec<Choice>) {
        into.clear();
        into.extend((0..self.at(state).next.len() as u32).map(Choice));
    }
    fn apply_unchecked<S: Sink<()>>(&self, state: &mut usize, Choice(k): Choice, _: &mut S) {
        *state = self.at(state).next[k as usize];
    }
    fn outcome(&self, state: &usize) -> Outcome {
        let score = |seat: Seat| self.at(state).scores.get(seat.index()).copied().unwrap_or(0);
        Outcome::by_score(PerSeat::from_fn(self.players, score))
    }
    fn draw(&self, state: &usize, _: Seat, rng: &mut Rng) -> usize {
        let alike = &self.at(state).alike;
        if alike.is_empty() {
            return *state;
        }
        let mut left = rng.below(alike.iter().map(|(_, weight)| weight).sum());
        for &(state, weight) in alike {
            match left.checked_sub(weight) {
                Some(rest) => left = rest,
                None => return state,
            }
        }
        unreachable!("less than the sum of the weights")
    }
    fn clock(&self, state: &usize) -> u32 {
        *state as u32
    }
    fn epoch(&self, state: &usize) -> u32 {
        self.at(state).epoch
    }
    fn is_secret(&self, state: &usize) -> bool {
        self.at(state).secret.is_some()
    }
    fn indistinguishable(&self, state: &usize, Choice(one): Choice, Choice(two): Choice) -> bool {
        match &self.at(state).secret {
            Some(classes) => classes[one as usize] == classes[two as usize],
            None => one == two,
        }
    }
}

/// Gives the values of the table.
#[derive(Clone, Default, Debug, Serialize, Deserialize)]
pub(crate) struct AsWritten {}

drakkar_engine::data!(AsWritten);

impl<const HIDES: bool> Heuristic<TreeGame<HIDES>> for AsWritten {
    type Judge = AsWritten;
    type Features = AsWritten;

    fn judge(&self, _: &TreeGame<HIDES>) -> AsWritten {
        AsWritten {}
    }
}

impl<const HIDES: bool> Judge<TreeGame<HIDES>> for AsWritten {
    fn value(&self, game: &TreeGame<HIDES>, state: &usize, seat: Seat) -> f64 {
        game.at(state).values.get(seat.index()).copied().unwrap_or(0.0)
    }

    fn scale(&self, _: &TreeGame<HIDES>, _: &usize) -> f64 {
        2.0
    }
}

/// What nets see of a position: the same values.
impl<const HIDES: bool> Features<TreeGame<HIDES>> for AsWritten {
    fn new(_: &TreeGame<HIDES>) -> AsWritten {
        AsWritten {}
    }

    fn tell(&self, game: &TreeGame<HIDES>, state: &usize, seat: Seat, sink: &mut impl FeatureSink) {
        for place in 0..game.players {
            sink.of_seat(place);
            let seat = Seat::new((seat.index() + place) % game.players);
            let value = (100.0 * self.value(game, state, seat)) as i32;
            sink.add("value: hundredths of the heuristic's value", value);
        }
    }
}
