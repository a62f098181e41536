//! Pig: roll a die as often as you like and keep the sum; a 1 ends the turn with nothing.

use std::{fmt, str::FromStr};

use drakkar::engine::seat::{PerSeat, Seat};
use drakkar::engine::seed::{DealSeed, Rng};
use drakkar::engine::{dice::Dice, error::ParseError, fact::Sink, game::Game, outcome::Outcome};

use super::{Deal, Pig, PigFact, Rolled, SEATS};

/// The dice are hidden; what has been rolled with them is not.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct State {
    pub dice: Dice,
    pub turn: u32,
    /// How often the die was rolled in this turn, and what came of it.
    pub rolls: u32,
    pub sum: u32,
    pub die: u8,
    pub kept: [u32; SEATS],
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    Roll,
    Stop,
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if *self == Action::Roll { "roll" } else { "stop" })
    }
}

impl FromStr for Action {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Action, ParseError> {
        let found = [Action::Roll, Action::Stop].into_iter().find(|one| one.to_string() == text);
        found.ok_or_else(|| ParseError::new("action", text, "expected `roll` or `stop`"))
    }
}

impl Pig {
    pub fn seat(&self, state: &State) -> Seat {
        Seat::new(state.turn as usize % self.players)
    }

    /// Rolls for the seat to move, and after a 1 for the next one.
    fn roll<S: Sink<Rolled>>(&self, state: &mut State, sink: &mut S) {
        loop {
            let seat = self.seat(state);
            [state.die] = state.dice.roll(state.turn, state.rolls, 6);
            state.rolls += 1;
            sink.add(seat, PigFact::Rolls, 1);
            sink.scoring(|| Rolled { seat: seat.index(), die: state.die });
            if state.die > 1 {
                state.sum += u32::from(state.die);
                return;
            }
            sink.add(seat, PigFact::Busts, 1);
            (state.turn, state.rolls, state.sum) = (state.turn + 1, 0, 0);
        }
    }

    /// The first roll comes before anybody decides.
    fn begin<S: Sink<Rolled>>(&self, deal: &Deal, sink: &mut S) -> State {
        let (dice, kept) = (deal.dice, [0; SEATS]);
        let mut state = State { dice, turn: 0, rolls: 0, sum: 0, die: 0, kept };
        self.roll(&mut state, sink);
        state
    }
}

impl Game for Pig {
    type Deal = Deal;
    type State = State;
    type Action = Action;
    type Scoring = Rolled;
    const HIDES: bool = true;
    fn players(&self) -> usize {
        self.players
    }
    fn deal(&self, seed: DealSeed) -> Deal {
        Deal { dice: Dice::deal(&mut seed.stream(0)) }
    }
    fn state(&self, deal: &Deal) -> State {
        self.begin(deal, &mut ())
    }
    fn opening<S: Sink<Rolled>>(&self, deal: &Deal, sink: &mut S) {
        self.begin(deal, sink);
    }
    fn to_move(&self, state: &State) -> Option<Seat> {
        let over = state.kept.iter().any(|&kept| kept >= self.rules.goal.into());
        (!over).then(|| self.seat(state))
    }
    fn legal(&self, state: &State, into: &mut Vec<Action>) {
        into.clear();
        if self.to_move(state).is_some() {
            into.extend([Action::Roll, Action::Stop]);
        }
    }
    fn apply_unchecked<S: Sink<Rolled>>(&self, state: &mut State, action: Action, sink: &mut S) {
        if action == Action::Stop {
            sink.add(self.seat(state), PigFact::Kept, state.sum as i32);
            state.kept[self.seat(state).index()] += state.sum;
            if self.to_move(state).is_none() {
                return;
            }
            (state.turn, state.rolls, state.sum) = (state.turn + 1, 0, 0);
        }
        self.roll(state, sink);
    }
    fn outcome(&self, state: &State) -> Outcome {
        Outcome::by_score(PerSeat::from_fn(self.players, |seat| state.kept[seat.index()] as i32))
    }
    /// What is still to be rolled.
    fn draw(&self, state: &State, _: Seat, rng: &mut Rng) -> State {
        State { dice: Dice::anew(rng), ..*state }
    }
    /// The turn, and the roll in it.
    fn clock(&self, state: &State) -> u32 {
        state.turn * 1000 + state.rolls
    }
    /// Every roll shows something.
    fn epoch(&self, state: &State) -> u32 {
        self.clock(state)
    }
}
