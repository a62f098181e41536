//! Goofspiel: cards in the hands, prizes, points; not the cards that lie face down.

use drakkar_engine::game::Game;
use drakkar_engine::games::goofspiel::{Goofspiel, State};
use drakkar_engine::seat::Seat;

use super::{FeatureSink, Features, in_turn, numbers};

const CARDS: usize = 13;

/// The inputs of goofspiel.
#[derive(Clone, Copy, Debug)]
pub struct Inputs;

fn among(cards: impl Iterator<Item = u8>) -> [bool; CARDS] {
    let mut among = [false; CARDS];
    cards.for_each(|card| among[usize::from(card) - 1] = true);
    among
}

impl Features<Goofspiel> for Inputs {
    fn new(_: &Goofspiel) -> Inputs {
        Inputs
    }

    fn tell(&self, game: &Goofspiel, state: &State, seat: Seat, sink: &mut impl FeatureSink) {
        let (view, cards) = (game.view(state, seat), numbers::<CARDS>());
        let prize = view.prize().map(|prize| usize::from(prize) - 1);
        sink.one_of("prize.{}: 1 if prize {} is bid for now", cards, prize);
        sink.all("to_come.{}: 1 if prize {} is still to come", cards, among(view.to_come()));
        let carried: i32 = view.carried().map(i32::from).sum();
        sink.add("carried: points carried over from ties", carried);
        for (place, other) in in_turn(seat, game.players()) {
            sink.of_seat(place);
            let held = among(view.hand(other));
            sink.all("card.{}: 1 if card {} is not turned over yet", cards, held);
            sink.add("points: points won", view.points(other));
            sink.add("has_bid: 1 if a card lies face down", view.has_bid(other));
        }
    }
}
