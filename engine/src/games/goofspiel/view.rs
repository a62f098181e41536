//! What one seat may know.

use serde_json::{Map, Value, json};

use super::{Action, Goofspiel, State, cards, nth_card};
use crate::game::Game;
use crate::seat::Seat;
use crate::seed::Rng;
use crate::view::View;

/// What one seat sees: everything but the prizes to come and the others' cards face down.
#[derive(Clone, Copy, Debug)]
pub struct GoofspielView<'a> {
    pub(super) game: &'a Goofspiel,
    pub(super) state: &'a State,
    pub(super) seat: Seat,
}

impl GoofspielView<'_> {
    /// The prize on show; `None` when the game is over.
    #[inline]
    pub fn prize(&self) -> Option<u8> {
        self.game.to_move(self.state).map(|_| self.state.prizes[usize::from(self.state.turn)])
    }

    /// The prizes that were carried over to this turn, the lowest first.
    #[inline]
    pub fn carried(&self) -> impl Iterator<Item = u8> {
        cards(self.state.carried)
    }

    /// The cards that `seat` has not turned over yet, the lowest first.
    #[inline]
    pub fn hand(&self, seat: Seat) -> impl Iterator<Item = u8> {
        cards(self.state.hands[seat.index()])
    }

    /// The prizes after the one on show, the lowest first; their order is hidden.
    #[inline]
    pub fn to_come(&self) -> Vec<u8> {
        let deck = &self.state.prizes[..usize::from(self.game.cards())];
        let mut to_come: Vec<u8> =
            deck.iter().skip(usize::from(self.state.turn) + 1).copied().collect();
        to_come.sort_unstable();
        to_come
    }

    /// Whether `seat` has laid a card face down this turn.
    #[inline]
    pub fn has_bid(&self, seat: Seat) -> bool {
        seat.index() < usize::from(self.state.bidding)
    }

    /// The card that the seat of this view has laid face down this turn.
    #[inline]
    pub fn own_bid(&self) -> Option<u8> {
        self.has_bid(self.seat).then(|| self.state.bids[self.seat.index()])
    }

    /// Points of `seat`.
    #[inline]
    pub fn points(&self, seat: Seat) -> i32 {
        i32::from(self.state.points[seat.index()])
    }
}

impl View<Goofspiel> for GoofspielView<'_> {
    #[inline]
    fn game(&self) -> &Goofspiel {
        self.game
    }
    #[inline]
    fn seat(&self) -> Seat {
        self.seat
    }
    #[inline]
    fn draw(&self, rng: &mut Rng) -> State {
        let mut state = *self.state;
        // Of the prizes after the one on show only their set is known. They are taken in ascending
        // order, so that the draw does not depend on the order in which they lie.
        let cards = usize::from(self.game.cards());
        let unseen = &mut state.prizes[..cards][(usize::from(state.turn) + 1).min(cards)..];
        let mut set = unseen.iter().fold(0, |set: u16, prize| set | 1 << (prize - 1));
        for prize in &mut *unseen {
            *prize = set.trailing_zeros() as u8 + 1;
            set &= set - 1;
        }
        for left in (2..=unseen.len()).rev() {
            unseen.swap(left - 1, rng.below(left as u32) as usize);
        }
        for seat in Seat::all(usize::from(state.bidding)).filter(|&seat| seat != self.seat) {
            let hand = state.hands[seat.index()];
            state.bids[seat.index()] = nth_card(hand, rng.below(hand.count_ones()));
        }
        state
    }
    #[inline]
    fn legal(&self, into: &mut Vec<Action>) {
        self.game.legal(self.state, into);
    }
    #[inline]
    fn count_legal(&self) -> u32 {
        self.game.count_legal(self.state)
    }
    #[inline]
    fn nth_legal(&self, k: u32) -> Action {
        self.game.nth_legal(self.state, k)
    }
    fn text(&self) -> String {
        let list = |cards: Vec<u8>| {
            let cards: Vec<String> = cards.iter().map(u8::to_string).collect();
            if cards.is_empty() { "none".to_owned() } else { cards.join(" ") }
        };
        let mut text = match self.prize() {
            Some(prize) => format!("prize {prize}"),
            None => "the game is over".to_owned(),
        };
        text += &format!(
            " | carried over: {} | to come, in some order: {}\n",
            list(self.carried().collect()),
            list(self.to_come())
        );
        for seat in Seat::all(self.game.players()) {
            let (points, hand) = (self.points(seat), list(self.hand(seat).collect()));
            text += &format!("seat {seat}: {points} points | cards: {hand}");
            text += if self.has_bid(seat) { " | one of them lies face down\n" } else { "\n" };
        }
        if let Some(card) = self.own_bid() {
            text += &format!("yours that lies face down: {card}\n");
        }
        text
    }
    /// `prize`, which is `null` at the end, the prizes `carried` over and `to_come`, and for each of
    /// the `seats` its `points`, `cards` with the one face down, and whether it has bid; `own_bid` is
    /// the card that the seat itself has laid, or `null`.
    fn fields(&self) -> Map<String, Value> {
        let seats = Seat::all(self.game.players()).map(|seat| {
            let cards: Vec<u8> = self.hand(seat).collect();
            json!({ "points": self.points(seat), "cards": cards, "has_bid": self.has_bid(seat) })
        });
        Map::from_iter([
            ("to_move".to_owned(), json!(self.game.to_move(self.state).map(Seat::index))),
            ("prize".to_owned(), json!(self.prize())),
            ("carried".to_owned(), self.carried().collect()),
            ("to_come".to_owned(), json!(self.to_come())),
            ("seats".to_owned(), seats.collect()),
            ("own_bid".to_owned(), json!(self.own_bid())),
        ])
    }
}
