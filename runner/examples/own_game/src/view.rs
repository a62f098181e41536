//! What one seat may know.

use drakkar::engine::game::Game;
use drakkar::engine::seat::Seat;
use drakkar::engine::seed::Rng;
use drakkar::engine::view::View;
use drakkar::serde_json::{Map, Value, json};

use crate::game::{Action, Gems, State, cards};

/// Everything but the others' hands.
#[derive(Clone, Copy, Debug)]
pub struct GemsView<'a> {
    pub(crate) game: &'a Gems,
    pub(crate) state: &'a State,
    pub(crate) seat: Seat,
}

impl View<Gems> for GemsView<'_> {
    fn game(&self) -> &Gems {
        self.game
    }
    fn seat(&self) -> Seat {
        self.seat
    }

    /// The cards that the seat has not seen are dealt anew, from a list that says nothing about who
    /// holds them.
    fn draw(&self, rng: &mut Rng) -> State {
        let mut state = *self.state;
        let seen = state.played | state.hands[self.seat.index()];
        let deck = 1..=self.game.rules.cards;
        let mut unseen: Vec<u8> = deck.filter(|card| seen >> card & 1 == 0).collect();
        for seat in Seat::all(self.game.players()).filter(|&seat| seat != self.seat) {
            let hand = &mut state.hands[seat.index()];
            *hand = (0..hand.count_ones()).fold(0, |set, _| {
                set | 1 << unseen.swap_remove(rng.below(unseen.len() as u32) as usize)
            });
        }
        state
    }
    fn legal(&self, into: &mut Vec<Action>) {
        self.game.legal(self.state, into);
    }
    fn text(&self) -> String {
        let own = cards(self.state.hands[self.seat.index()]);
        format!("{}your hand: {:?}\n", self.game.open_text(self.state), own.collect::<Vec<u8>>())
    }
    /// The same as data for programs, which need not read the text.
    fn fields(&self) -> Map<String, Value> {
        let State { hands, trick, points, open, .. } = self.state;
        let hand: Vec<u8> = cards(hands[self.seat.index()]).collect();
        let seats = self.game.players();
        let fields = json!({
            "hand": hand, "trick": trick[..seats], "points": points[..seats], "gems": open,
            "played": cards(self.state.played).collect::<Vec<u8>>(),
        });
        fields.as_object().cloned().unwrap_or_default()
    }
}
