//! *Contest*, a game of two seats for which every figure of a profile is known. In turn, each seat calls a
//! number from 0 to 2, four times. Under the rules `skill`, what a seat calls is what it scores: the best call is
//! always 2, and nothing is left to chance. Under the rules `luck`, calls do nothing, and the deal has chosen
//! the winner before the first of them; it is turned up after the last. Under the rules `mixed`, the second seat holds
//! a card with the name of the favourite, who wins unless the very first call is 0. If calls are random, a favourite
//! wins with probability 2/3: the card moves its win share by 1/6, so luck is (1/6)² / (1/2)² = 1/9 of the variance,
//! and the first call the rest.

use std::fmt;
use std::str::FromStr;

use drakkar::agents::heuristic::{Heuristic, Judge, Playable, Without};
use drakkar::engine::data::ToData;
use drakkar::engine::error::{KeyError, ParseError};
use drakkar::engine::fact::{FactInfo, Sink};
use drakkar::engine::game::Game;
use drakkar::engine::outcome::Outcome;
use drakkar::engine::recorded::Recorded;
use drakkar::engine::rules::{Key, Preset, RuleTable};
use drakkar::engine::seat::{PerSeat, Seat};
use drakkar::engine::seed::{DealSeed, Rng, shuffle};
use serde::{Deserialize, Serialize};

const SEATS: usize = 2;
const CALLS: u8 = 8;
const HIGHEST: u8 = 2;

#[derive(Clone, Debug)]
pub(crate) struct Contest(RuleSet);

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RuleSet {
    /// Points for each number called.
    points: u8,
    /// Points for the seat that the deal favours.
    luck: u8,
    /// Whether the second seat knows which that is, and the first call may give them to the other one.
    held: u8,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Deal {
    lucky: u8,
}

drakkar::engine::data!(RuleSet, Deal);

static RULES: RuleTable = RuleTable::new(
    Contest::ID,
    &[
        Preset { name: "skill", about: "calls count", toml: "points = 1\nluck = 0\nheld = 0\n" },
        Preset { name: "luck", about: "the deal counts", toml: "points = 0\nluck = 1\nheld = 0\n" },
        Preset { name: "mixed", about: "both", toml: "points = 0\nluck = 1\nheld = 1\n" },
    ],
    &[Key::whole("points", 0, 1, ""), Key::whole("luck", 0, 1, ""), Key::whole("held", 0, 1, "")],
);

#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct State {
    made: u8,
    called: [u8; SEATS],
    /// Whether the first call was 0.
    turned: bool,
    /// Hidden to the end, but for a seat that holds it.
    lucky: u8,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Call(u8);

impl fmt::Display for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "call {}", self.0)
    }
}

impl FromStr for Call {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Call, ParseError> {
        let found = (0..=HIGHEST).map(Call).find(|call| call.to_string() == text);
        found.ok_or_else(|| ParseError::new("action", text, "expected such as `call 1`"))
    }
}

impl Game for Contest {
    type Deal = Deal;
    type State = State;
    type Action = Call;
    type Scoring = ();
    const HIDES: bool = true;

    fn players(&self) -> usize {
        SEATS
    }
    fn deal(&self, seed: DealSeed) -> Deal {
        let mut seats = [0, 1];
        shuffle(&mut seats, &mut seed.stream(0));
        Deal { lucky: seats[0] }
    }
    fn state(&self, deal: &Deal) -> State {
        State { made: 0, called: [0; SEATS], turned: false, lucky: deal.lucky }
    }
    fn to_move(&self, state: &State) -> Option<Seat> {
        (state.made < CALLS).then(|| Seat::new(usize::from(state.made) % SEATS))
    }
    fn legal(&self, state: &State, into: &mut Vec<Call>) {
        into.clear();
        if state.made < CALLS {
            into.extend((0..=HIGHEST).map(Call));
        }
    }
    fn apply_unchecked<S: Sink<()>>(&self, state: &mut State, Call(number): Call, _: &mut S) {
        state.called[usize::from(state.made) % SEATS] += number;
        state.turned |= state.made == 0 && number == 0;
        state.made += 1;
    }
    fn outcome(&self, state: &State) -> Outcome {
        let turned = usize::from(state.turned && self.0.held == 1);
        let lucky = if state.made == CALLS { usize::from(state.lucky) ^ turned } else { SEATS };
        Outcome::by_score(PerSeat::from_fn(SEATS, |seat| {
            let luck = if seat.index() == lucky { self.0.luck } else { 0 };
            i32::from(self.0.points * state.called[seat.index()] + luck)
        }))
    }
    fn redeal(&self, state: &State, rng: &mut Rng) -> Option<State> {
        let known = self.0.held == 1 || state.made == CALLS;
        Some(if known { *state } else { self.view(state, Seat::new(0)).draw(rng) })
    }
    fn draw(&self, state: &State, seat: Seat, rng: &mut Rng) -> State {
        if self.0.held == 1 && seat.index() == 1 || state.made == CALLS {
            return *state;
        }
        State { lucky: rng.below(SEATS as u32) as u8, ..*state }
    }
    fn clock(&self, state: &State) -> u32 {
        state.made.into()
    }
    fn epoch(&self, state: &State) -> u32 {
        u32::from(state.made == CALLS)
    }
}

drakkar::engine::facts! {
    /// Nothing but the score.
    pub(crate) enum ContestFact {
        Calls: Count = "calls", "numbers called";
    }
}

impl Recorded for Contest {
    type RuleSet = RuleSet;
    const ID: &'static str = "contest";
    const ABOUT: &'static str = "calls that decide everything or nothing";
    const PLAYERS: (usize, usize) = (SEATS, SEATS);
    const SCORE: &'static str = "points";
    const FACTS: &'static [FactInfo] = ContestFact::ALL;

    fn rules() -> &'static RuleTable {
        &RULES
    }
    fn new(rules: RuleSet, _: usize) -> Result<Contest, KeyError> {
        RULES.check(&rules.to_data())?;
        Ok(Contest(rules))
    }
    fn rule_set(&self) -> &RuleSet {
        &self.0
    }
    fn check_deal(&self, deal: &Deal) -> Result<(), KeyError> {
        let fits = usize::from(deal.lucky) < SEATS;
        if fits { Ok(()) } else { Err(KeyError::new("lucky", "there is no such seat")) }
    }
    fn text(&self, state: &State, _: Option<Seat>) -> String {
        format!("{state:?}\n")
    }
}

impl Playable for Contest {
    type Heuristic = Weights;
}

#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Weights {
    /// A point ahead of the other seat.
    lead: f64,
}

drakkar::engine::data!(Weights);

impl Default for Weights {
    fn default() -> Weights {
        Weights { lead: 1.0 }
    }
}

impl Heuristic<Contest> for Weights {
    type Judge = Weights;
    type Features = Without;

    fn judge(&self, _: &Contest) -> Weights {
        *self
    }
}

impl Judge<Contest> for Weights {
    fn value(&self, game: &Contest, state: &State, seat: Seat) -> f64 {
        let [own, other] = [seat.index(), 1 - seat.index()].map(|seat| state.called[seat]);
        self.lead * f64::from(game.0.points) * (f64::from(own) - f64::from(other))
    }
    fn scale(&self, _: &Contest, _: &State) -> f64 {
        2.0
    }
}
