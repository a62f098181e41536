use serde_json::{Map, Value, json};

use super::{Goofspiel, State, cards, list};
use crate::data::object;
use crate::game::{Game, View};
use crate::seat::Seat;
use crate::seed::Rng;

/// Everything is visible but the prizes to come and the others' cards face down.
impl View<'_, Goofspiel> {
    /// The prize on show; `None` when the game is over.
    #[inline]
    pub fn prize(&self) -> Option<u8> {
        let state = self.state();
        (state.turn < self.game().cards()).then(|| state.prizes[usize::from(state.turn)])
    }

    /// The prizes that were carried over to this turn, lowest first.
    #[inline]
    pub fn carried(&self) -> impl Iterator<Item = u8> {
        cards(self.state().carried)
    }

    /// The cards that `seat` has not turned over yet, lowest first.
    #[inline]
    pub fn hand(&self, seat: Seat) -> impl Iterator<Item = u8> {
        cards(self.state().hands[seat.index()])
    }

    /// The same as a set: bit 0 is card 1.
    #[inline]
    pub fn hand_set(&self, seat: Seat) -> u16 {
        self.state().hands[seat.index()]
    }

    /// The prizes after the one on show, lowest first; their order is hidden.
    #[inline]
    pub fn to_come(&self) -> impl Iterator<Item = u8> {
        cards(self.to_come_set())
    }

    /// The same as a set: bit 0 is prize 1.
    #[inline]
    pub fn to_come_set(&self) -> u16 {
        set_of(self.unseen())
    }

    /// The prizes after the one on show, in their hidden order.
    fn unseen(&self) -> &[u8] {
        &self.state().prizes[to_come(self.game(), self.state())]
    }

    /// Whether `seat` has played a card face down this turn.
    pub fn has_bid(&self, seat: Seat) -> bool {
        seat.index() < usize::from(self.state().bidding)
    }

    /// The card that the seat of this view has played face down this turn.
    #[inline]
    pub fn own_bid(&self) -> Option<u8> {
        self.has_bid(self.seat()).then(|| self.state().bids[self.seat().index()])
    }

    /// Points of `seat`.
    pub fn points(&self, seat: Seat) -> i32 {
        i32::from(self.state().points[seat.index()])
    }
}

/// The places of the prizes after the one on show.
#[inline]
fn to_come(game: &Goofspiel, state: &State) -> std::ops::Range<usize> {
    let cards = usize::from(game.cards());
    (usize::from(state.turn) + 1).min(cards)..cards
}

/// The state with the prizes to come in another order.
#[inline]
pub(super) fn redeal(game: &Goofspiel, state: &State, rng: &mut Rng) -> State {
    let mut state = *state;
    let to_come = to_come(game, &state);
    let unseen = &mut state.prizes[to_come];
    // In ascending order, so that the draw does not depend on the order in which they lie.
    let set = set_of(unseen);
    unseen.iter_mut().zip(cards(set)).for_each(|(prize, card)| *prize = card);
    rng.shuffle(unseen);
    state
}

#[inline]
fn set_of(cards: &[u8]) -> u16 {
    cards.iter().fold(0, |set, card| set | 1 << (card - 1))
}

fn words(set: u16) -> String {
    if set == 0 { " none".to_owned() } else { cards(set).map(|card| format!(" {card}")).collect() }
}

pub(super) fn text(view: &View<'_, Goofspiel>) -> String {
    let mut text = match view.prize() {
        Some(prize) => format!("prize {prize}"),
        None => "the game is over".to_owned(),
    };
    text += &format!(
        " | carried over:{} | to come, in some order:{}\n",
        words(view.state().carried),
        words(set_of(view.unseen()))
    );
    for seat in Seat::all(view.game().players()) {
        let (points, hand) = (view.points(seat), words(view.state().hands[seat.index()]));
        text += &format!("seat {seat}: {points} points | cards:{hand}");
        text += if view.has_bid(seat) { " | one of them lies face down\n" } else { "\n" };
    }
    if let Some(card) = view.own_bid() {
        text += &format!("yours that lies face down: {card}\n");
    }
    text
}

/// `prize`, which is `null` at the end, the prizes `carried` over and `to_come`, and for each
/// of the `seats` its `points`, `cards` including the one face down, and whether it has bid;
/// `own_bid` is the card that the seat itself has played, or `null`.
pub(super) fn fields(view: &View<'_, Goofspiel>) -> Map<String, Value> {
    let seats: Vec<Value> = Seat::all(view.game().players())
        .map(|seat| {
            let cards = list(view.state().hands[seat.index()]);
            json!({ "points": view.points(seat), "cards": cards, "has_bid": view.has_bid(seat) })
        })
        .collect();
    object(vec![
        ("to_move", view.game().to_move(view.state()).map(Seat::index).into()),
        ("prize", view.prize().into()),
        ("carried", list(view.state().carried).into()),
        ("to_come", list(set_of(view.unseen())).into()),
        ("seats", seats.into()),
        ("own_bid", view.own_bid().into()),
    ])
}

/// The whole table as data for a picture: `round` and `rounds`; the prizes `to_come` in their hidden order, that on
/// show first, those `carried` over and those `before`, in the order shown; and of each seat its `points`, its `cards`
/// and the `bid` that lies face down, which is one of them.
pub(super) fn scene(game: &Goofspiel, state: &State) -> Value {
    let deck = &state.prizes[..usize::from(game.cards())];
    let (before, to_come) = deck.split_at(usize::from(state.turn));
    let seats = Seat::all(game.players()).map(|seat| {
        let bid = state.bids[seat.index()];
        json!({
            "points": state.points[seat.index()],
            "cards": list(state.hands[seat.index()]),
            "bid": (bid > 0).then_some(bid),
        })
    });
    json!({
        "drawing": "goofspiel",
        "to_move": game.to_move(state).map(Seat::index),
        "round": u32::from(state.turn) + 1,
        "rounds": game.cards(),
        "deck": list(game.deck()),
        "to_come": to_come,
        "carried": list(state.carried),
        "before": before,
        "seats": seats.collect::<Value>(),
    })
}
