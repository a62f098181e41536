//! Goofspiel: cards in the hands, prizes, points; not the cards that lie face down.

use drakkar_engine::game::Game;
use drakkar_engine::games::goofspiel::{Goofspiel, State};
use drakkar_engine::seat::Seat;

use super::{FeatureSink, Features, Input, names};

/// Most cards of a suit.
const CARDS: usize = 13;

/// The inputs of goofspiel.
#[derive(Clone, Copy, Debug)]
pub struct Inputs;

impl Features<Goofspiel> for Inputs {
    type Common<'a>
        = ()
    where
        Self: 'a;

    fn new(_: &Goofspiel) -> Inputs {
        Inputs
    }

    fn of_table() -> Vec<Input> {
        let shown = names("prize", 1..=CARDS, "1 if prize {} is bid for now");
        let to_come = names("to_come", 1..=CARDS, "1 if prize {} is still to come");
        let carried = Input::new("carried", "points carried over from ties");
        shown.chain(to_come).chain([carried]).collect()
    }

    fn of_seat() -> Vec<Input> {
        let held = names("card", 1..=CARDS, "1 if card {} is not turned over yet");
        let points = Input::new("points", "points won");
        let has_bid = Input::new("has_bid", "1 if a card lies face down");
        held.chain([points, has_bid]).collect()
    }

    fn common(&self, _: &Goofspiel, _: &State) {}

    fn see_table(
        &self,
        game: &Goofspiel,
        state: &State,
        (): &(),
        seat: Seat,
        sink: &mut FeatureSink<'_>,
    ) {
        let view = game.view(state, seat);
        if let Some(prize) = view.prize() {
            sink.set(usize::from(prize) - 1, 1);
        }
        sink.skip(CARDS);
        for prize in view.to_come() {
            sink.set(usize::from(prize) - 1, 1);
        }
        sink.skip(CARDS);
        sink.add(view.carried().map(i32::from).sum());
    }

    fn see_seat(
        &self,
        game: &Goofspiel,
        state: &State,
        (): &(),
        seat: Seat,
        sink: &mut FeatureSink<'_>,
    ) {
        let view = game.view(state, seat);
        for card in view.hand(seat) {
            sink.set(usize::from(card) - 1, 1);
        }
        sink.skip(CARDS);
        sink.add(view.points(seat));
        sink.add(i32::from(view.has_bid(seat)));
    }
}
