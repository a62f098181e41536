//! *Fists*: rock, paper and scissors in five turns, where rock wins two points and the others one.
//! Only positions are judged, by their points.
//!
//! With payoffs 2 (rock beats scissors), 1 (paper beats rock) and 1 (scissors beat paper), each is
//! chosen in equilibrium as often as the win that it does not take part in is worth: 1/4, 1/2, 1/4.

use std::fmt;
use std::str::FromStr;

use drakkar_agents::heuristic::{Heuristic, Judge, Playable, Without};
use drakkar_engine::error::ParseError;
use drakkar_engine::fact::Sink;
use drakkar_engine::game::Game;
use drakkar_engine::outcome::Outcome;
use drakkar_engine::seat::{PerSeat, Seat};
use drakkar_engine::seed::{DealSeed, Rng};
use serde::{Deserialize, Serialize};

const TURNS: u8 = 5;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Fists;

#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct State {
    turn: u8,
    /// What the first seat has chosen in this turn.
    first: Option<Fist>,
    points: [i32; 2],
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub(crate) enum Fist {
    Rock,
    Paper,
    Scissors,
}

pub(crate) const FISTS: [Fist; 3] = [Fist::Rock, Fist::Paper, Fist::Scissors];

/// What `own` wins against `other`.
fn wins(own: Fist, other: Fist) -> i32 {
    match (own, other) {
        (Fist::Rock, Fist::Scissors) => 2,
        (Fist::Paper, Fist::Rock) | (Fist::Scissors, Fist::Paper) => 1,
        _ => 0,
    }
}

impl fmt::Display for Fist {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(["rock", "paper", "scissors"][*self as usize])
    }
}

impl FromStr for Fist {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Fist, ParseError> {
        let found = FISTS.into_iter().find(|fist| fist.to_string() == text);
        found.ok_or_else(|| ParseError::new("action", text, "expected `rock`, `paper`, `scissors`"))
    }
}

impl Game for Fists {
    type Deal = Without;
    type State = State;
    type Action = Fist;
    type Scoring = ();
    const HIDES: bool = true;

    fn players(&self) -> usize {
        2
    }

    fn deal(&self, _: DealSeed) -> Without {
        Without {}
    }

    fn state(&self, _: &Without) -> State {
        State { turn: 0, first: None, points: [0; 2] }
    }

    fn to_move(&self, state: &State) -> Option<Seat> {
        (state.turn < TURNS).then(|| Seat::new(usize::from(state.first.is_some())))
    }

    fn legal(&self, state: &State, into: &mut Vec<Fist>) {
        into.clear();
        if state.turn < TURNS {
            into.extend(FISTS);
        }
    }

    fn apply_unchecked<S: Sink<()>>(&self, state: &mut State, action: Fist, _: &mut S) {
        match state.first.take() {
            None => state.first = Some(action),
            Some(first) => {
                state.points[0] += wins(first, action);
                state.points[1] += wins(action, first);
                state.turn += 1;
            }
        }
    }

    fn outcome(&self, state: &State) -> Outcome {
        Outcome::by_score(PerSeat::from_fn(2, |seat| state.points[seat.index()]))
    }

    fn draw(&self, state: &State, seat: Seat, rng: &mut Rng) -> State {
        let any = FISTS[rng.below(3) as usize];
        let hidden = state.first.filter(|_| seat.index() == 1).map(|_| any);
        State { first: hidden.or(state.first), ..*state }
    }

    fn clock(&self, state: &State) -> u32 {
        state.turn.into()
    }

    fn epoch(&self, state: &State) -> u32 {
        state.turn.into()
    }

    fn is_secret(&self, _: &State) -> bool {
        true
    }

    fn indistinguishable(&self, _: &State, _: Fist, _: Fist) -> bool {
        true
    }
}

recorded!(Fists, Without, "fists", (2, 2));

impl Playable for Fists {
    type Heuristic = Points;
}

/// The points of a seat.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Points {}

drakkar_engine::data!(Points);

impl Heuristic<Fists> for Points {
    type Judge = Points;
    type Features = Without;

    fn judge(&self, _: &Fists) -> Points {
        *self
    }
}

impl Judge<Fists> for Points {
    fn value(&self, _: &Fists, state: &State, seat: Seat) -> f64 {
        state.points[seat.index()].into()
    }

    /// So large that a point is worth the same whoever leads.
    fn scale(&self, _: &Fists, _: &State) -> f64 {
        20.0
    }
}
