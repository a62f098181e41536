//! *Raid*, a game of three rounds for three seats, on the engine's public trait alone: hidden hands,
//! chance, a public choice and secret ones.
//!
//! Nine warriors of strength 1 to 9 are dealt, three to each seat. A round shows a prize of 1 to 5;
//! its leader (seat 0, 1, 2 in turn) calls whether it counts once or twice; then every seat,
//! beginning with the leader, secretly sends a warrior. The strongest takes the prize.

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

const SEATS: usize = 3;
const ROUNDS: usize = 3;
/// Warriors 1 to 9, one bit each.
const WARRIORS: u16 = 0b11_1111_1110;
/// Prizes 1 to 5, one bit each.
const PRIZES: u16 = 0b11_1110;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Raid;

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Deal {
    hands: [u16; SEATS],
    prizes: [u8; ROUNDS],
}

drakkar_engine::data!(Deal);

#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct State {
    /// Warriors at home, one bit each.
    hands: [u16; SEATS],
    /// The warrior that was sent this round; 0 for none.
    sent: [u8; SEATS],
    /// Warriors of earlier rounds: everybody has seen them.
    seen: u16,
    prizes: [u8; ROUNDS],
    factor: u8,
    round: u8,
    /// 0: the call; 1 to 3: who sends.
    step: u8,
    scores: [u8; SEATS],
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub(crate) enum Action {
    Call { factor: u8 },
    Send { warrior: u8 },
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Call { factor } => write!(f, "call {factor}"),
            Action::Send { warrior } => write!(f, "send {warrior}"),
        }
    }
}

impl FromStr for Action {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Action, ParseError> {
        let number = |text: &str| text.parse().ok().filter(|n| (1..=9).contains(n));
        let read = match text.split_once(' ') {
            Some(("call", n)) => number(n).map(|factor| Action::Call { factor }),
            Some(("send", n)) => number(n).map(|warrior| Action::Send { warrior }),
            _ => None,
        };
        read.ok_or_else(|| ParseError::new("action", text, "expected `call 1` or `send 1`"))
    }
}

/// The numbers of the set bits.
fn members(set: u16) -> impl Iterator<Item = u8> {
    (0..16).filter(move |n| set >> n & 1 == 1)
}

/// The members of `set` in random order, and how many there are.
fn shuffled(set: u16, mut below: impl FnMut(u32) -> u32) -> ([u8; 16], usize) {
    let (mut list, mut len) = ([0; 16], 0);
    for member in members(set) {
        let place = below(len as u32 + 1) as usize;
        list[len] = list[place];
        list[place] = member;
        len += 1;
    }
    (list, len)
}

impl State {
    fn leader(&self) -> Seat {
        Seat::new(usize::from(self.round) % SEATS)
    }

    fn stake(&self) -> u8 {
        self.prizes[usize::from(self.round)] * self.factor
    }

    fn end_round(&mut self) {
        let winner = (0..SEATS).max_by_key(|&seat| self.sent[seat]).unwrap_or(0);
        self.scores[winner] += self.stake();
        for warrior in std::mem::take(&mut self.sent) {
            self.seen |= 1 << warrior;
        }
        (self.round, self.step, self.factor) = (self.round + 1, 0, 1);
    }
}

impl Game for Raid {
    type Deal = Deal;
    type State = State;
    type Action = Action;
    type Scoring = ();
    const HIDES: bool = true;

    fn players(&self) -> usize {
        SEATS
    }

    fn deal(&self, seed: DealSeed) -> Deal {
        // The table's generator belongs to the engine; a toy can use the one of agents.
        let mut rng = Rng::from_seed(seed.seed ^ seed.deal.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let (warriors, _) = shuffled(WARRIORS, |n| rng.below(n));
        let (prizes, _) = shuffled(PRIZES, |n| rng.below(n));
        let hand = |seat: usize| warriors[3 * seat..][..3].iter().fold(0, |set, &w| set | 1 << w);
        Deal { hands: [hand(0), hand(1), hand(2)], prizes: [prizes[0], prizes[1], prizes[2]] }
    }

    fn state(&self, deal: &Deal) -> State {
        State {
            hands: deal.hands,
            sent: [0; SEATS],
            seen: 0,
            prizes: deal.prizes,
            factor: 1,
            round: 0,
            step: 0,
            scores: [0; SEATS],
        }
    }

    fn to_move(&self, state: &State) -> Option<Seat> {
        let later = usize::from(state.step.saturating_sub(1));
        (usize::from(state.round) < ROUNDS)
            .then(|| Seat::new((state.leader().index() + later) % SEATS))
    }

    fn legal(&self, state: &State, into: &mut Vec<Action>) {
        into.clear();
        match self.to_move(state) {
            None => {}
            Some(_) if state.step == 0 => into.extend([1, 2].map(|factor| Action::Call { factor })),
            Some(seat) => {
                let warriors = members(state.hands[seat.index()]);
                into.extend(warriors.map(|warrior| Action::Send { warrior }));
            }
        }
    }

    fn apply_unchecked<S: Sink<()>>(&self, state: &mut State, action: Action, _: &mut S) {
        match (action, self.to_move(state)) {
            (Action::Call { factor }, _) => (state.factor, state.step) = (factor, 1),
            (Action::Send { warrior }, seat) => {
                let seat = seat.expect("the game runs").index();
                state.hands[seat] &= !(1 << warrior);
                state.sent[seat] = warrior;
                state.step += 1;
                if usize::from(state.step) > SEATS {
                    state.end_round();
                }
            }
        }
    }

    fn outcome(&self, state: &State) -> Outcome {
        Outcome::by_score(PerSeat::from_fn(SEATS, |seat| i32::from(state.scores[seat.index()])))
    }

    fn draw(&self, state: &State, seat: Seat, rng: &mut Rng) -> State {
        let mut state = *state;
        let own = state.hands[seat.index()] | 1 << state.sent[seat.index()];
        let (unseen, _) = shuffled(WARRIORS & !state.seen & !own, |n| rng.below(n));
        let mut unseen = unseen.into_iter();
        for other in (0..SEATS).filter(|&other| other != seat.index()) {
            let at_home = state.hands[other].count_ones() as usize;
            state.hands[other] = unseen.by_ref().take(at_home).fold(0, |set, w| set | 1 << w);
            if state.sent[other] != 0 {
                state.sent[other] = unseen.next().unwrap_or(0);
            }
        }
        let shown = ROUNDS.min(usize::from(state.round) + 1);
        let known = state.prizes[..shown].iter().fold(0, |set, &prize| set | 1 << prize);
        let (prizes, _) = shuffled(PRIZES & !known, |n| rng.below(n));
        for (prize, drawn) in state.prizes[shown..].iter_mut().zip(prizes) {
            *prize = drawn;
        }
        state
    }

    fn clock(&self, state: &State) -> u32 {
        u32::from(state.round * 4 + state.step)
    }

    fn epoch(&self, state: &State) -> u32 {
        u32::from(state.round)
    }

    fn is_secret(&self, state: &State) -> bool {
        state.step > 0
    }

    fn indistinguishable(&self, _: &State, _: Action, _: Action) -> bool {
        true
    }
}

recorded!(Raid, Deal, "raid", (SEATS, SEATS));

impl Playable for Raid {
    type Heuristic = Weights;
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Weights {
    /// Points ahead of the best other seat.
    lead: f64,
    /// Strength at home.
    home: f64,
    /// Strength sent, times the points at stake.
    sent: f64,
}

drakkar_engine::data!(Weights);

impl Default for Weights {
    fn default() -> Weights {
        Weights { lead: 1.0, home: 0.3, sent: 0.1 }
    }
}

impl Heuristic<Raid> for Weights {
    type Judge = Weights;
    type Features = Without;

    fn judge(&self, _: &Raid) -> Weights {
        self.clone()
    }
}

impl Judge<Raid> for Weights {
    /// By the warrior that was sent.
    const RATES_SECRETS: bool = true;

    fn value(&self, _: &Raid, state: &State, seat: Seat) -> f64 {
        let own = seat.index();
        let others = (0..SEATS).filter(|&other| other != own);
        let best = others.map(|other| state.scores[other]).max().unwrap_or(0);
        let lead = f64::from(state.scores[own]) - f64::from(best);
        let home: u8 = members(state.hands[own]).sum();
        let stake = if usize::from(state.round) < ROUNDS { state.stake() } else { 0 };
        let sent = f64::from(state.sent[own]) * f64::from(stake);
        self.lead * lead + self.home * f64::from(home) + self.sent * sent
    }

    fn scale(&self, _: &Raid, _: &State) -> f64 {
        2.0
    }
}
