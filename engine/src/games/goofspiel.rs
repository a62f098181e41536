//! Goofspiel: two to four seats bid secretly for prize cards, whose order is hidden.
//!
//! Everybody holds bid cards 1 to N. Each turn the next prize is shown, every seat plays a bid card face down, and all
//! are turned over and discarded: the highest bid takes the prize, a card worth its number. A prize whose highest bid is
//! tied leaves the game, or lies beside the next one for the winner of both (`tied`); after the last turn it always
//! leaves the game. Most points win. Notation: `bid 7` plays card 7. Deal: `{"prizes":[..]}`, in the order shown.

mod rule_set;
mod view;

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::error::{KeyError, ParseError};
use crate::fact::{FactInfo, Sink};
use crate::game::Game;
use crate::games::bits::bits;
use crate::games::deal::each_once;
use crate::outcome::Outcome;
use crate::recorded::Recorded;
use crate::rules::RuleTable;
use crate::seat::{PerSeat, Seat};
use crate::seed::{DealSeed, Rng, shuffle};

use self::rule_set::RULES;
pub use self::rule_set::{Deck, RuleSet, ScoringRules, Tied};

/// The most cards of a deck.
pub const MAX_CARDS: u8 = 13;
const MAX_PLAYERS: usize = 4;

/// The game under a rule set.
#[derive(Clone, Debug)]
pub struct Goofspiel {
    rule_set: RuleSet,
    players: u8,
}

crate::data!(Deal);
crate::data!(write Scoring);

/// The order of the prize cards.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Deal {
    /// All prize cards, first shown first.
    pub prizes: Vec<u8>,
}

crate::facts! {
    /// Facts of one seat in one game.
    pub enum GoofspielFact {
        PrizesWon: Count = "prizes_won", "prize cards won";
        BidsWon: Count = "bids_won", "turns in which the bid was the only highest one";
        BidsTied: Count = "bids_tied", "turns in which the bid shared the highest place";
        SpentWinning: Count = "spent_winning", "sum of the bid cards that won";
        CardsWasted: Count = "cards_wasted", "sum of the bid cards that won nothing";
        Low: Source = "points_low", "points for prizes of the lowest third of the deck";
        Middle: Source = "points_middle", "points for prizes of the middle third of the deck";
        High: Source = "points_high", "points for prizes of the highest third of the deck";
    }
}

/// The standing when half of the prizes (rounded down) have been shown.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Scoring {
    /// Points of every seat.
    pub points: PerSeat<i32>,
}

/// The cards on the table and in the hands. Sets of cards hold card `c` as bit `c - 1`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct State {
    /// Prize cards in the order in which they are shown; 0 beyond the deck.
    prizes: [u8; MAX_CARDS as usize],
    /// Prizes that have been bid for.
    turn: u8,
    /// Seats that have bid this turn: seats 0 to `bidding - 1`.
    bidding: u8,
    /// Cards of each seat, including the one that it has played face down.
    hands: [u16; MAX_PLAYERS],
    /// Cards played face down this turn; 0 for none.
    bids: [u8; MAX_PLAYERS],
    /// What the next winner takes in addition to the prize on show.
    carried: u16,
    points: [u8; MAX_PLAYERS],
}

impl State {
    /// The hand of the seat that bids now; after the last turn all hands are empty.
    fn hand_to_move(&self) -> u16 {
        self.hands[usize::from(self.bidding)]
    }
}

/// One choice.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Action {
    /// Plays a card face down.
    Bid {
        /// The card, 1 to 13.
        card: u8,
    },
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Action::Bid { card } = self;
        write!(f, "bid {card}")
    }
}

impl FromStr for Action {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Action, ParseError> {
        let card = text.strip_prefix("bid ").and_then(|card| card.parse().ok()).unwrap_or(0);
        let action = Action::Bid { card };
        // Printed again and compared, so that every action has exactly one text.
        if (1..=MAX_CARDS).contains(&card) && action.to_string() == text {
            return Ok(action);
        }
        Err(ParseError::new("action", text, "expected `bid 1` to `bid 13`"))
    }
}

/// The `k`-th lowest card of a set, `k` from 0 and below the number of cards.
fn nth_card(mut set: u16, k: u32) -> u8 {
    for _ in 0..k {
        set &= set - 1;
    }
    set.trailing_zeros() as u8 + 1
}

#[inline]
fn cards(set: u16) -> impl Iterator<Item = u8> {
    bits(set).map(|bit| bit as u8 + 1)
}

fn list(set: u16) -> Vec<u8> {
    cards(set).collect()
}

impl Goofspiel {
    fn cards(&self) -> u8 {
        self.rule_set.deck.cards
    }

    fn deck(&self) -> u16 {
        (1 << self.cards()) - 1
    }

    /// All bids are turned over: the prize goes to the only highest one.
    fn reveal<S: Sink<Scoring>>(&self, state: &mut State, sink: &mut S) {
        let stake = state.carried | 1 << (state.prizes[usize::from(state.turn)] - 1);
        let (mut highest, mut tied) = (0, false);
        for bid in state.bids {
            tied = bid == highest || (tied && bid < highest);
            highest = highest.max(bid);
        }
        for seat in Seat::all(self.players()) {
            let bid = std::mem::take(&mut state.bids[seat.index()]);
            state.hands[seat.index()] &= !(1 << (bid - 1));
            if bid < highest || tied {
                sink.add(seat, GoofspielFact::CardsWasted, i32::from(bid));
                sink.add(seat, GoofspielFact::BidsTied, i32::from(bid == highest));
                continue;
            }
            sink.add(seat, GoofspielFact::BidsWon, 1);
            sink.add(seat, GoofspielFact::SpentWinning, i32::from(bid));
            for card in cards(stake) {
                state.points[seat.index()] += card;
                sink.add(seat, GoofspielFact::PrizesWon, 1);
                let third = (card - 1) * 3 / self.cards();
                sink.add(seat, GoofspielFact::Low.plus(third.into()), i32::from(card));
            }
        }
        let carry = tied && self.rule_set.scoring.tied == Tied::Carry;
        state.carried = if carry { stake } else { 0 };
        state.bidding = 0;
        state.turn += 1;
        if state.turn == self.cards() / 2 {
            sink.scoring(|| Scoring { points: self.points(state) });
        }
    }

    #[inline]
    fn points(&self, state: &State) -> PerSeat<i32> {
        PerSeat::from_fn(self.players(), |seat| i32::from(state.points[seat.index()]))
    }
}

impl Game for Goofspiel {
    type Deal = Deal;
    type State = State;
    type Action = Action;
    type Scoring = Scoring;
    const HIDES: bool = true;
    const ALWAYS_ENDS: bool = true;

    fn players(&self) -> usize {
        usize::from(self.players)
    }

    fn deal(&self, seed: DealSeed) -> Deal {
        let mut prizes = list(self.deck());
        shuffle(&mut prizes, &mut seed.stream(0));
        Deal { prizes }
    }

    #[inline]
    fn state(&self, deal: &Deal) -> State {
        let mut prizes = [0; MAX_CARDS as usize];
        prizes[..deal.prizes.len()].copy_from_slice(&deal.prizes);
        let mut hands = [0; MAX_PLAYERS];
        hands[..self.players()].fill(self.deck());
        let (bids, points) = ([0; MAX_PLAYERS], [0; MAX_PLAYERS]);
        State { prizes, turn: 0, bidding: 0, hands, bids, carried: 0, points }
    }

    #[inline]
    fn to_move(&self, state: &State) -> Option<Seat> {
        (state.turn < self.cards()).then(|| Seat::new(usize::from(state.bidding)))
    }

    /// The cards in hand, lowest first.
    #[inline]
    fn legal(&self, state: &State, into: &mut Vec<Action>) {
        into.clear();
        for card in cards(state.hand_to_move()) {
            into.push(Action::Bid { card });
        }
    }

    #[inline]
    fn count_legal(&self, state: &State) -> u32 {
        state.hand_to_move().count_ones()
    }

    #[inline]
    fn nth_legal(&self, state: &State, k: u32) -> Action {
        Action::Bid { card: nth_card(state.hand_to_move(), k) }
    }

    #[inline]
    fn apply_unchecked<S: Sink<Scoring>>(&self, state: &mut State, action: Action, sink: &mut S) {
        let Action::Bid { card } = action;
        state.bids[usize::from(state.bidding)] = card;
        state.bidding += 1;
        if state.bidding == self.players {
            self.reveal(state, sink);
        }
    }

    /// The seat with the most points wins; equal points share the win.
    #[inline]
    fn outcome(&self, state: &State) -> Outcome {
        Outcome::by_score(self.points(state))
    }

    #[inline]
    fn draw(&self, state: &State, seat: Seat, rng: &mut Rng) -> State {
        let mut drawn = view::redeal(self, state, rng);
        for other in Seat::all(usize::from(drawn.bidding)).filter(|&other| other != seat) {
            let hand = drawn.hands[other.index()];
            drawn.bids[other.index()] = nth_card(hand, rng.below(hand.count_ones()));
        }
        drawn
    }

    /// Never: all bids are secret, and with one card left there is nothing to choose.
    fn has_perfect_information(&self, _: &State) -> bool {
        false
    }

    /// Only the prizes to come; bids that lie face down stay.
    fn redeal(&self, state: &State, rng: &mut Rng) -> Option<State> {
        Some(view::redeal(self, state, rng))
    }

    /// The turn: each seat bids once per turn.
    fn clock(&self, state: &State) -> u32 {
        u32::from(state.turn)
    }

    /// The turn: at its end the bids are turned over and the next prize is shown.
    fn epoch(&self, state: &State) -> u32 {
        u32::from(state.turn)
    }

    fn is_secret(&self, _: &State) -> bool {
        true
    }

    fn indistinguishable(&self, _: &State, _: Action, _: Action) -> bool {
        true
    }

    #[inline]
    fn is_legal(&self, state: &State, action: Action) -> bool {
        let Action::Bid { card } = action;
        (1..=MAX_CARDS).contains(&card) && state.hand_to_move() >> (card - 1) & 1 == 1
    }
}

impl Recorded for Goofspiel {
    type RuleSet = RuleSet;
    const ID: &'static str = "goofspiel";
    const ABOUT: &'static str = "secret bids for prize cards";
    const PLAYERS: (usize, usize) = (2, MAX_PLAYERS);
    const SCORE: &'static str = "points";
    const FACTS: &'static [FactInfo] = GoofspielFact::ALL;
    const MEANINGS: &'static [(&'static str, &'static str)] =
        &[("bid", "plays this card face down; the only highest card takes the prize")];
    const MILESTONES: &'static [&'static str] = &["half"];

    /// Cards are turned over at the end of the turn.
    fn public_text(&self, then: &State, action: Action, now: &State) -> Option<String> {
        (now.turn > then.turn).then(|| action.to_string())
    }

    fn rules() -> &'static RuleTable {
        &RULES
    }

    fn new(rule_set: RuleSet, players: usize) -> Result<Goofspiel, KeyError> {
        Goofspiel::check_new(&rule_set, players)?;
        Ok(Goofspiel { rule_set, players: players as u8 })
    }

    fn rule_set(&self) -> &RuleSet {
        &self.rule_set
    }

    fn check_deal(&self, deal: &Deal) -> Result<(), KeyError> {
        each_once("prizes", "card", &deal.prizes, 1..=self.cards())
    }

    fn milestone(&self, scoring: &Scoring) -> Option<(usize, PerSeat<i32>)> {
        Some((0, scoring.points))
    }

    fn actions(&self, _: usize) -> Option<Vec<Action>> {
        Some((1..=self.cards()).map(|card| Action::Bid { card }).collect())
    }

    fn text(&self, state: &State, seat: Option<Seat>) -> String {
        if let Some(seat) = seat {
            return view::text(&self.view(state, seat));
        }
        let deck = &state.prizes[..usize::from(self.cards())];
        let (before, to_come) = deck.split_at(usize::from(state.turn));
        let carried = list(state.carried);
        let mut text = format!("prizes {to_come:?} | carried {carried:?} | before {before:?}\n");
        for seat in Seat::all(self.players()) {
            let (points, bid) = (state.points[seat.index()], state.bids[seat.index()]);
            let hand = list(state.hands[seat.index()]);
            text += &format!("seat {seat}: {points} points | hand {hand:?} | face down {bid}\n");
        }
        text
    }

    fn fields(&self, state: &State, seat: Seat) -> Map<String, Value> {
        view::fields(&self.view(state, seat))
    }

    fn scene(&self, state: &State) -> Option<Value> {
        Some(view::scene(self, state))
    }
}

#[cfg(test)]
mod tests;
