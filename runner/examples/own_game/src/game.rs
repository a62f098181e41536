//! Gems: everybody holds cards that the others do not see. In each trick every seat plays one card;
//! the highest is worth a point. Who played it may take a gem from the table, and leads the next trick.

use std::fmt;
use std::str::FromStr;

use drakkar::engine::error::ParseError;
use drakkar::engine::fact::Sink;
use drakkar::engine::game::Game;
use drakkar::engine::outcome::Outcome;
use drakkar::engine::seat::{PerSeat, Seat};
use drakkar::engine::seed::{DealSeed, Rng, shuffle};
use serde::{Deserialize, Serialize};

use crate::recorded::{GemsFact, RuleSet};

/// Most seats.
pub const SEATS: usize = 4;

/// The kinds of gems.
pub const KINDS: [&str; 3] = ["ruby", "opal", "jade"];

/// The game under a rule set.
#[derive(Clone, Debug)]
pub struct Gems {
    pub rules: RuleSet,
    pub players: usize,
}

/// All that chance decides: the order of the deck, from which seat 0 is dealt its hand first. Nobody
/// sees the cards that are left over.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Deal {
    pub deck: Vec<u8>,
}

drakkar::engine::data!(Deal);

/// The table and all hands. Sets of cards hold card `c` as bit `c`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct State {
    pub hands: [u64; SEATS],
    /// The card of each seat in this trick; 0 for none.
    pub trick: [u8; SEATS],
    /// All cards that have been played, with those of this trick.
    pub played: u64,
    /// Who begins this trick, and may take a gem before that if `choosing`.
    pub leader: Seat,
    pub choosing: bool,
    /// Gems on the table, by kind.
    pub open: [u8; KINDS.len()],
    /// Tricks that each seat has taken.
    pub taken: [u8; SEATS],
    pub points: [i32; SEATS],
}

/// The cards of a set, lowest first.
pub fn cards(set: u64) -> impl Iterator<Item = u8> {
    (0..64).filter(move |card| set >> card & 1 == 1)
}

/// One choice: `play 7`, `take ruby` or `pass`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    Play(u8),
    /// A gem, by number of its kind.
    Take(u8),
    Pass,
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Action::Play(card) => write!(f, "play {card}"),
            Action::Take(kind) => write!(f, "take {}", KINDS[usize::from(kind)]),
            Action::Pass => f.write_str("pass"),
        }
    }
}

impl FromStr for Action {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Action, ParseError> {
        // Printed again and compared, so that every action has exactly one text.
        let takes = (0..KINDS.len() as u8).map(Action::Take);
        let mut all = (1..64).map(Action::Play).chain(takes).chain([Action::Pass]);
        let found = all.find(|action| action.to_string() == text);
        found.ok_or_else(|| {
            ParseError::new("action", text, "expected such as `play 7` or `take ruby`")
        })
    }
}

impl Gems {
    /// The seat with the highest card in this trick.
    pub fn taker(&self, state: &State) -> Seat {
        let seats = Seat::all(self.players).filter(|seat| state.trick[seat.index()] > 0);
        seats.max_by_key(|seat| state.trick[seat.index()]).unwrap_or(state.leader)
    }

    /// How many tricks are over.
    pub fn tricks(&self, state: &State) -> u32 {
        state.played.count_ones() / self.players as u32
    }

    /// Gives `seat` a gem: its value, for an opal one more for each trick to come, for a jade one
    /// more for each trick that the seat has taken.
    pub fn give(&self, state: &mut State, seat: Seat, kind: usize) -> i32 {
        let more = match KINDS[kind] {
            "opal" => i32::from(self.rules.hand) - self.tricks(state) as i32,
            "jade" => state.taken[seat.index()].into(),
            _ => 0,
        };
        let points = self.rules.gem.of(kind).value + more;
        state.points[seat.index()] += points;
        points
    }
}

impl Game for Gems {
    type Deal = Deal;
    type State = State;
    type Action = Action;
    type Scoring = ();
    const HIDES: bool = true;

    fn players(&self) -> usize {
        self.players
    }
    fn deal(&self, seed: DealSeed) -> Deal {
        let mut deck: Vec<u8> = (1..=self.rules.cards).collect();
        shuffle(&mut deck, &mut seed.stream(0));
        Deal { deck }
    }
    fn state(&self, deal: &Deal) -> State {
        let mut hands = [0; SEATS];
        let dealt = deal.deck.chunks(usize::from(self.rules.hand)).take(self.players);
        for (hand, cards) in hands.iter_mut().zip(dealt) {
            *hand = cards.iter().fold(0, |set, card| set | 1 << card);
        }
        State {
            hands,
            trick: [0; SEATS],
            played: 0,
            leader: Seat::new(0),
            choosing: false,
            open: std::array::from_fn(|kind| self.rules.gem.of(kind).count),
            taken: [0; SEATS],
            points: [0; SEATS],
        }
    }
    fn to_move(&self, state: &State) -> Option<Seat> {
        let laid = state.trick.iter().filter(|&&card| card > 0).count();
        let seat = Seat::new((state.leader.index() + laid) % self.players);
        (state.choosing || state.hands[seat.index()] != 0).then_some(seat)
    }

    /// Gems in the order of their kinds, then to pass; or the cards in hand, lowest first.
    fn legal(&self, state: &State, into: &mut Vec<Action>) {
        into.clear();
        if state.choosing {
            let open = (0..KINDS.len()).filter(|&kind| state.open[kind] > 0);
            into.extend(open.map(|kind| Action::Take(kind as u8)).chain([Action::Pass]));
        } else if let Some(seat) = self.to_move(state) {
            into.extend(cards(state.hands[seat.index()]).map(Action::Play));
        }
    }
    fn apply_unchecked<S: Sink<()>>(&self, state: &mut State, action: Action, sink: &mut S) {
        let Some(seat) = self.to_move(state) else { return };
        state.choosing = false;
        match action {
            Action::Pass => {}
            Action::Take(kind) => {
                let kind = usize::from(kind);
                state.open[kind] -= 1;
                let points = self.give(state, seat, kind);
                sink.add(seat, [GemsFact::Rubies, GemsFact::Opals, GemsFact::Jades][kind], points);
            }
            Action::Play(card) => {
                state.hands[seat.index()] &= !(1 << card);
                state.played |= 1 << card;
                state.trick[seat.index()] = card;
                if state.trick[..self.players].contains(&0) {
                    return;
                }
                let taker = self.taker(state);
                sink.add(taker, GemsFact::TricksLed, i32::from(taker == state.leader));
                sink.add(taker, GemsFact::Tricks, 1);
                state.taken[taker.index()] += 1;
                state.points[taker.index()] += 1;
                (state.leader, state.trick) = (taker, [0; SEATS]);
                state.choosing = state.open.iter().any(|&count| count > 0);
            }
        }
    }

    /// The seat with the most points wins; equal points share the win.
    fn outcome(&self, state: &State) -> Outcome {
        Outcome::by_score(PerSeat::from_fn(self.players, |seat| state.points[seat.index()]))
    }

    /// The cards that the seat has not seen are dealt anew, from a list that says nothing about who
    /// holds them.
    fn draw(&self, state: &State, seat: Seat, rng: &mut Rng) -> State {
        let mut drawn = *state;
        let seen = state.played | state.hands[seat.index()];
        let deck = 1..=self.rules.cards;
        let mut unseen: Vec<u8> = deck.filter(|card| seen >> card & 1 == 0).collect();
        for other in Seat::all(self.players).filter(|&other| other != seat) {
            let hand = &mut drawn.hands[other.index()];
            *hand = (0..hand.count_ones()).fold(0, |set, _| {
                set | 1 << unseen.swap_remove(rng.below(unseen.len() as u32) as usize)
            });
        }
        drawn
    }

    /// The trick, and whether it has begun: a seat decides once before and once in it.
    fn clock(&self, state: &State) -> u32 {
        self.tricks(state) * 2 + u32::from(!state.choosing)
    }

    /// Every card is hidden until it is played.
    fn epoch(&self, state: &State) -> u32 {
        state.played.count_ones()
    }

    /// The others do not see the hand from which a card is chosen. Gems lie open.
    fn is_secret(&self, state: &State) -> bool {
        !state.choosing
    }
}
