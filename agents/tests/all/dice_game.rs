//! *Dice*, a push-your-luck game for two: roll, keep what the die shows or not, and roll on or hold. A one loses what
//! the turn has brought; the first to 40 wins.

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

#[derive(Clone, Copy, Debug)]
pub(crate) struct Dice;

/// What all rolls follow from.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Deal {
    pub(crate) seed: u64,
}

drakkar_engine::data!(Deal);

#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct State {
    /// What all rolls follow from; hidden.
    pub(crate) seed: u64,
    pub(crate) rolls: u32,
    pub(crate) step: u32,
    pub(crate) seat: Seat,
    /// The die to keep; 0 before a roll.
    pub(crate) die: u8,
    /// What the turn has brought.
    pub(crate) turn: i32,
    pub(crate) scores: [i32; 2],
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub(crate) enum Action {
    Roll,
    Hold,
    Keep,
    Leave,
}

const ALL: [(Action, &str); 4] = [
    (Action::Roll, "roll"),
    (Action::Hold, "hold"),
    (Action::Keep, "keep"),
    (Action::Leave, "leave"),
];

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(ALL[*self as usize].1)
    }
}

impl FromStr for Action {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Action, ParseError> {
        let found = ALL.iter().find(|(_, name)| *name == text).map(|(action, _)| *action);
        found.ok_or_else(|| ParseError::new("action", text, "expected `roll`"))
    }
}

impl State {
    fn next_die(&self) -> u8 {
        Rng::from_seed(self.seed ^ u64::from(self.rolls + 1)).below(6) as u8 + 1
    }
}

impl Game for Dice {
    type Deal = Deal;
    type State = State;
    type Action = Action;
    type Scoring = ();
    const HIDES: bool = true;

    fn players(&self) -> usize {
        2
    }

    fn deal(&self, seed: DealSeed) -> Deal {
        let mixed = seed.seed ^ seed.deal.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        Deal { seed: Rng::from_seed(mixed).word() }
    }

    fn state(&self, &Deal { seed }: &Deal) -> State {
        let (seat, scores) = (Seat::new(0), [0; 2]);
        State { seed, rolls: 0, step: 0, seat, die: 0, turn: 0, scores }
    }

    fn to_move(&self, state: &State) -> Option<Seat> {
        state.scores.iter().all(|&score| score < 40).then_some(state.seat)
    }

    fn legal(&self, state: &State, into: &mut Vec<Action>) {
        into.clear();
        match (self.to_move(state), state.die) {
            (None, _) => {}
            (_, 0) => into.extend([Action::Roll, Action::Hold]),
            _ => into.extend([Action::Keep, Action::Leave]),
        }
    }

    fn apply_unchecked<S: Sink<()>>(&self, state: &mut State, action: Action, _: &mut S) {
        state.step += 1;
        match action {
            Action::Roll => {
                state.die = state.next_die();
                state.rolls += 1;
                if state.die == 1 {
                    (state.die, state.turn) = (0, 0);
                    state.seat = state.seat.next(2);
                }
            }
            Action::Hold => {
                state.scores[state.seat.index()] += state.turn;
                state.turn = 0;
                state.seat = state.seat.next(2);
            }
            Action::Keep | Action::Leave => {
                state.turn += if action == Action::Keep { i32::from(state.die) } else { 0 };
                state.die = 0;
            }
        }
    }

    fn outcome(&self, state: &State) -> Outcome {
        Outcome::by_score(PerSeat::from_fn(2, |seat| state.scores[seat.index()]))
    }

    fn draw(&self, state: &State, _: Seat, rng: &mut Rng) -> State {
        State { seed: rng.word(), ..*state }
    }

    fn clock(&self, state: &State) -> u32 {
        state.step
    }

    fn epoch(&self, state: &State) -> u32 {
        state.rolls
    }
}

recorded!(Dice, Deal, "dice", (2, 2));

impl Playable for Dice {
    type Heuristic = Several;
}

/// Points ahead, with those of the turn, and, if it `peeks`, by what the other one is about to roll.
fn value(state: &State, seat: Seat, peeks: bool) -> f64 {
    let own = |seat: Seat| {
        let turn = if seat == state.seat { state.turn } else { 0 };
        state.scores[seat.index()] + turn
    };
    let lead = own(seat) - own(seat.next(2));
    let loss = if peeks && seat != state.seat { 12 * i32::from(state.next_die()) - 42 } else { 0 };
    f64::from(lead - loss)
}

macro_rules! heuristics {
    ($($name:ident: $draws:expr, $peeks:expr, $about:literal)+) => {
        $(
            #[doc = $about]
            #[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
            pub(crate) struct $name {}

            drakkar_engine::data!($name);

            impl Heuristic<Dice> for $name {
                type Judge = $name;
                type Features = Without;

                fn judge(&self, _: &Dice) -> $name {
                    *self
                }
            }

            impl Judge<Dice> for $name {
                const DRAWS: usize = $draws;

                fn value(&self, _: &Dice, state: &State, seat: Seat) -> f64 {
                    value(state, seat, $peeks)
                }

                fn scale(&self, _: &Dice, _: &State) -> f64 {
                    8.0
                }
            }
        )+
    };
}

heuristics! {
    Several: 16, false, "Judges chance by as many draws as usual."
    One: 1, false, "Takes one draw for the truth."
    Peeking: 1, true, "Takes what comes next from the drawn state, too."
}
