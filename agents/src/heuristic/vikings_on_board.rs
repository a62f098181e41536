//! *Vikings on Board*: the present standing.

use drakkar_engine::game::Game;
use drakkar_engine::games::vikings_on_board::VikingsOnBoard;
use drakkar_engine::games::vikings_on_board::state::State;
use drakkar_engine::seat::Seat;
use serde::{Deserialize, Serialize};

use super::{Heuristic, Judge, Playable};

impl Playable for VikingsOnBoard {
    type Heuristic = Weights;
}

/// What each feature adds to a seat's value, in points.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Weights {
    /// A point that the other seats have on average, as a loss.
    pub rivalry: f64,
}

impl Default for Weights {
    fn default() -> Weights {
        Weights { rivalry: 0.5 }
    }
}

impl Heuristic<VikingsOnBoard> for Weights {
    type Judge = Weights;

    fn judge(&self, _: &VikingsOnBoard) -> Weights {
        *self
    }
}

impl Judge<VikingsOnBoard> for Weights {
    /// Supplies taken at the present market and barrels won, and those of the others.
    fn value(&self, game: &VikingsOnBoard, state: &State, seat: Seat) -> f64 {
        let score = game.outcome(state).score;
        let all: i32 = score.as_slice().iter().sum();
        let others = f64::from(all - score[seat]) / (score.players() - 1) as f64;
        f64::from(score[seat]) - self.rivalry * others
    }

    /// A guess: the standing says little before the end.
    fn scale(&self, _: &VikingsOnBoard, _: &State) -> f64 {
        5.0
    }
}
