use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

use drakkar_engine::error::KeyError;
use drakkar_engine::game::Game;
use drakkar_engine::seat::{PerSeat, Seat};

use super::{Net, Scratch};
use crate::features::{Features, Seen, in_turn};

/// What a net expects of a position.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Evaluation {
    /// The win share of each seat; they add up to 1.
    pub shares: PerSeat<f64>,
    /// The final score of each seat.
    pub scores: PerSeat<f64>,
}

/// A net with the features of its game.
#[derive(Clone)]
pub struct Evaluator<G, F> {
    net: Arc<Net>,
    features: F,
    game: PhantomData<fn(&G)>,
    room: Vec<Seen>,
    scratch: Scratch,
}

impl<G: Game, F: Features<G>> Evaluator<G, F> {
    /// `net` for positions of `game`.
    ///
    /// # Errors
    /// If the net has other inputs or another number of seats.
    pub fn new(net: Arc<Net>, game: &G) -> Result<Evaluator<G, F>, KeyError> {
        let features = F::new(game);
        net.about().check(&features.inputs(game), game.players())?;
        let scratch = Scratch::default();
        Ok(Evaluator { net, features, game: PhantomData, room: Vec::new(), scratch })
    }

    /// Its net.
    pub fn net(&self) -> &Net {
        &self.net
    }

    /// What to expect of `state`, in which somebody is to move.
    #[inline]
    pub fn evaluate(&mut self, game: &G, state: &G::State) -> Evaluation {
        let seat = game.to_move(state).unwrap_or(Seat::new(0));
        let seen = self.features.see(game, state, seat, &mut self.room);
        let players = self.net.players();
        let (mut shares, mut scores) = ([0.0; 6], [0.0; 6]);
        let outputs = self.net.outputs(seen, &mut self.scratch);
        self.net.read(outputs, &mut shares[..players], &mut scores[..players]);
        let mut evaluation =
            Evaluation { shares: PerSeat::new(players, 0.0), scores: PerSeat::new(players, 0.0) };
        for (place, seat) in in_turn(seat, players) {
            evaluation.shares[seat] = shares[place];
            evaluation.scores[seat] = scores[place];
        }
        evaluation
    }

    /// The win share of `seat` to expect after `action`, which is legal in `state`.
    #[inline]
    pub(crate) fn share_after(
        &mut self,
        game: &G,
        state: &G::State,
        action: G::Action,
        seat: Seat,
    ) -> f64 {
        let mut next = *state;
        game.apply_unchecked(&mut next, action, &mut ());
        if game.to_move(&next).is_none() {
            return game.outcome(&next).win_share(seat);
        }
        self.evaluate(game, &next).shares[seat]
    }
}

impl<G, F> fmt::Debug for Evaluator<G, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Evaluator").field("net", self.net.about()).finish_non_exhaustive()
    }
}
