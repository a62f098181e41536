//! Gems: everybody holds cards that the others do not see. In each trick every seat plays one card;
//! the highest takes all and leads the next trick. A trick is worth a point, and each gem in it more.

use std::fmt;
use std::str::FromStr;

use drakkar::engine::error::ParseError;
use drakkar::engine::fact::Sink;
use drakkar::engine::game::Game;
use drakkar::engine::outcome::Outcome;
use drakkar::engine::seat::{PerSeat, Seat};
use drakkar::engine::seed::{DealSeed, shuffle};
use serde::{Deserialize, Serialize};

use crate::recorded::{GemsFact, RuleSet};
use crate::view::GemsView;

/// Most seats.
pub const SEATS: usize = 4;

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
    /// Who began this trick.
    pub leader: Seat,
    pub points: [u8; SEATS],
}

/// The cards of a set, lowest first.
pub fn cards(set: u64) -> impl Iterator<Item = u8> {
    (0..64).filter(move |card| set >> card & 1 == 1)
}

pub fn is_gem(card: u8) -> bool {
    card > 0 && card.is_multiple_of(5)
}

/// One choice: `play 7`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Play(pub u8);

impl fmt::Display for Play {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "play {}", self.0)
    }
}

impl FromStr for Play {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Play, ParseError> {
        // Printed again and compared, so that every action has exactly one text.
        let found = (1..64).map(Play).find(|play| play.to_string() == text);
        found.ok_or_else(|| ParseError::new("action", text, "expected such as `play 7`"))
    }
}

impl Gems {
    /// Points for the gems in this trick, in addition to the one for the trick.
    pub fn gems(&self, state: &State) -> u8 {
        state.trick.iter().filter(|&&card| is_gem(card)).count() as u8 * self.rules.gem
    }

    /// The seat with the highest card.
    pub fn taker(&self, state: &State) -> Seat {
        let seats = Seat::all(self.players);
        seats.max_by_key(|seat| state.trick[seat.index()]).unwrap_or(state.leader)
    }
}

impl Game for Gems {
    type Deal = Deal;
    type State = State;
    type Action = Play;
    type Scoring = ();
    type View<'a> = GemsView<'a>;
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
        let (trick, leader) = ([0; SEATS], Seat::new(0));
        State { hands, trick, played: 0, leader, points: [0; SEATS] }
    }
    fn to_move(&self, state: &State) -> Option<Seat> {
        let laid = state.trick.iter().filter(|&&card| card > 0).count();
        let seat = Seat::new((state.leader.index() + laid) % self.players);
        (state.hands[seat.index()] != 0).then_some(seat)
    }

    /// The cards in hand, lowest first.
    fn legal(&self, state: &State, into: &mut Vec<Play>) {
        into.clear();
        if let Some(seat) = self.to_move(state) {
            into.extend(cards(state.hands[seat.index()]).map(Play));
        }
    }
    fn apply_unchecked<S: Sink<()>>(&self, state: &mut State, Play(card): Play, sink: &mut S) {
        let Some(seat) = self.to_move(state) else { return };
        state.hands[seat.index()] &= !(1 << card);
        state.played |= 1 << card;
        state.trick[seat.index()] = card;
        if state.trick[..self.players].contains(&0) {
            return;
        }
        let (taker, gems) = (self.taker(state), self.gems(state));
        sink.add(taker, GemsFact::TricksLed, i32::from(taker == state.leader));
        sink.add(taker, GemsFact::Tricks, 1);
        sink.add(taker, GemsFact::Gems, i32::from(gems));
        state.points[taker.index()] += 1 + gems;
        state.leader = taker;
        state.trick = [0; SEATS];
    }

    /// The seat with the most points wins; equal points share the win.
    fn outcome(&self, state: &State) -> Outcome {
        let points = |seat: Seat| i32::from(state.points[seat.index()]);
        Outcome::by_score(PerSeat::from_fn(self.players, points))
    }
    fn view<'a>(&'a self, state: &'a State, seat: Seat) -> GemsView<'a> {
        GemsView { game: self, state, seat }
    }

    /// The trick: each seat decides once in it.
    fn clock(&self, state: &State) -> u32 {
        state.played.count_ones() / self.players as u32
    }

    /// Every card is hidden until it is played.
    fn epoch(&self, state: &State) -> u32 {
        state.played.count_ones()
    }

    /// The others do not see the hand from which a card is chosen.
    fn is_secret(&self, _: &State) -> bool {
        true
    }
}
