//! *Turns*, a game that ends after a number of turns, or never: in turn, both seats add a point or none.
//! Nothing is hidden.

use std::fmt;
use std::str::FromStr;

use drakkar_agents::heuristic::{Heuristic, Judge, Playable, Without};
use drakkar_engine::data::ToData;
use drakkar_engine::error::{KeyError, ParseError};
use drakkar_engine::fact::{FactInfo, Sink};
use drakkar_engine::game::Game;
use drakkar_engine::outcome::Outcome;
use drakkar_engine::recorded::Recorded;
use drakkar_engine::rules::{Key, Preset, RuleTable};
use drakkar_engine::seat::{PerSeat, Seat};
use drakkar_engine::seed::DealSeed;
use serde::{Deserialize, Serialize};

const SEATS: usize = 2;

#[derive(Clone, Debug)]
pub(crate) struct Turns(RuleSet);

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RuleSet {
    /// After so many turns the game is over; 0 if never.
    turns: u32,
    /// Whether only the first turn is a choice.
    forced: bool,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Deal {}

drakkar_engine::data!(RuleSet, Deal);

static RULES: RuleTable = RuleTable::new(
    Turns::ID,
    &[
        Preset { name: "six", about: "six turns", toml: "turns = 6\nforced = false\n" },
        Preset { name: "never", about: "it never ends", toml: "turns = 0\nforced = false\n" },
    ],
    &[Key::whole("turns", 0, 100_000, ""), Key::switch("forced", "")],
);

drakkar_engine::facts! {
    /// Nothing but the score.
    pub(crate) enum TurnsFact {
        Points: Source = "points_added", "points";
    }
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct State {
    pub(crate) turn: u32,
    points: [i32; SEATS],
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Add(bool);

impl fmt::Display for Add {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "add {}", u8::from(self.0))
    }
}

impl FromStr for Add {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Add, ParseError> {
        let found = [false, true].map(Add).into_iter().find(|add| add.to_string() == text);
        found.ok_or_else(|| ParseError::new("action", text, "expected such as `add 1`"))
    }
}

impl Game for Turns {
    type Deal = Deal;
    type State = State;
    type Action = Add;
    type Scoring = ();
    const HIDES: bool = false;
    const MOST_DECISIONS: u32 = 4000;

    fn players(&self) -> usize {
        SEATS
    }
    fn deal(&self, _: DealSeed) -> Deal {
        Deal {}
    }
    fn state(&self, _: &Deal) -> State {
        State { turn: 0, points: [0; SEATS] }
    }
    fn to_move(&self, state: &State) -> Option<Seat> {
        let is_over = self.0.turns > 0 && state.turn >= self.0.turns;
        (!is_over).then(|| Seat::new(state.turn as usize % SEATS))
    }
    fn legal(&self, state: &State, into: &mut Vec<Add>) {
        into.clear();
        if self.to_move(state).is_some() {
            into.push(Add(true));
            into.extend((!self.0.forced || state.turn == 0).then_some(Add(false)));
        }
    }
    fn apply_unchecked<S: Sink<()>>(&self, state: &mut State, Add(adds): Add, sink: &mut S) {
        let seat = Seat::new(state.turn as usize % SEATS);
        sink.add(seat, TurnsFact::Points, adds.into());
        state.points[seat.index()] += i32::from(adds);
        state.turn += 1;
    }
    fn outcome(&self, state: &State) -> Outcome {
        Outcome::by_score(PerSeat::from_fn(SEATS, |seat| state.points[seat.index()]))
    }
    fn clock(&self, state: &State) -> u32 {
        state.turn
    }
}

impl Recorded for Turns {
    type RuleSet = RuleSet;
    const ID: &'static str = "turns";
    const ABOUT: &'static str = "turns without end";
    const PLAYERS: (usize, usize) = (SEATS, SEATS);
    const SCORE: &'static str = "points";
    const FACTS: &'static [FactInfo] = TurnsFact::ALL;

    fn rules() -> &'static RuleTable {
        &RULES
    }
    fn new(rules: RuleSet, _: usize) -> Result<Turns, KeyError> {
        RULES.check(&rules.to_data())?;
        Ok(Turns(rules))
    }
    fn rule_set(&self) -> &RuleSet {
        &self.0
    }
    fn text(&self, state: &State, _: Option<Seat>) -> String {
        format!("{state:?}\n")
    }
}

impl Playable for Turns {
    type Heuristic = Weights;
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Weights {
    /// A point.
    point: f64,
}

drakkar_engine::data!(Weights);

impl Default for Weights {
    fn default() -> Weights {
        Weights { point: 1.0 }
    }
}

impl Heuristic<Turns> for Weights {
    type Judge = Weights;
    type Features = Without;
    fn judge(&self, _: &Turns) -> Weights {
        self.clone()
    }
}

impl Judge<Turns> for Weights {
    fn value(&self, _: &Turns, state: &State, seat: Seat) -> f64 {
        self.point * f64::from(state.points[seat.index()])
    }
    fn scale(&self, _: &Turns, _: &State) -> f64 {
        1.0
    }
}
