//! The value of a position in points: all that `greedy` and the search need to know about the game.

use drakkar::agents::heuristic::{Heuristic, Judge, Playable, Without};
use drakkar::engine::game::Game;
use drakkar::engine::seat::Seat;
use serde::{Deserialize, Serialize};

use crate::game::{Gems, State, cards};

impl Playable for Gems {
    type Heuristic = Weights;
}

/// What each feature adds to the value of a seat.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weights {
    /// A point ahead of the best other seat.
    pub lead: f64,
    /// The trick, if the seat is about to take it.
    pub taking: f64,
    /// A card in hand, times its rank as a fraction of the deck.
    pub card: f64,
}

drakkar::engine::data!(Weights);

impl Default for Weights {
    fn default() -> Weights {
        Weights { lead: 1.0, taking: 1.0, card: 2.0 }
    }
}

impl Heuristic<Gems> for Weights {
    type Judge = Weights;
    type Features = Without;

    fn judge(&self, _: &Gems) -> Weights {
        *self
    }
}

impl Judge<Gems> for Weights {
    fn value(&self, game: &Gems, state: &State, seat: Seat) -> f64 {
        let points = |seat: Seat| f64::from(state.points[seat.index()]);
        let others = Seat::all(game.players()).filter(|&other| other != seat);
        let best = others.map(points).fold(0.0, f64::max);
        let taking = if game.taker(state) == seat { self.taking } else { 0.0 };
        let part = |card| f64::from(card) / f64::from(game.rules.cards);
        let hand: f64 = cards(state.hands[seat.index()]).map(part).sum();
        self.lead * (points(seat) - best) + taking + self.card * hand
    }

    /// Three points, or one ruby.
    fn scale(&self, _: &Gems, _: &State) -> f64 {
        3.0
    }
}
