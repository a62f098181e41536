//! *Eketorp*.

use drakkar_engine::game::Game;
use drakkar_engine::games::eketorp::Eketorp;
use drakkar_engine::games::eketorp::state::State;
use drakkar_engine::seat::Seat;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::{Heuristic, Judge, Playable, introduction};

impl Playable for Eketorp {
    type Heuristic = Weights;

    fn introduction(&self) -> Map<String, Value> {
        introduction(self)
    }
}

/// The contribution of each feature to a seat's value, in points.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weights {
    /// A point.
    pub point: f64,
}

drakkar_engine::data!(Weights);

impl Default for Weights {
    fn default() -> Weights {
        Weights { point: 1.0 }
    }
}

impl Heuristic<Eketorp> for Weights {
    type Judge = Weights;

    fn judge(&self, _: &Eketorp) -> Weights {
        *self
    }
}

impl Judge<Eketorp> for Weights {
    fn value(&self, game: &Eketorp, state: &State, seat: Seat) -> f64 {
        self.point * f64::from(game.outcome(state).score[seat])
    }

    fn scale(&self, _: &Eketorp, _: &State) -> f64 {
        8.0
    }
}
