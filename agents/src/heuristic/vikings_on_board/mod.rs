//! *Vikings on Board*: the gain of each seat from each docked ship, and when it will sail.
//!
//! A ship is worth the gain from its supplies and barrels if it sailed now, less that of the others, times the
//! probability that this holds until then. A viking that goes to an action space is judged by the best action there.

mod choice;
mod harbour;
mod latest;
mod look;
mod ship;
mod survey;
mod table;

use drakkar_engine::cpu::Processor;
use drakkar_engine::game::Game;
use drakkar_engine::games::vikings_on_board::VikingsOnBoard;
use drakkar_engine::games::vikings_on_board::action::Action;
use drakkar_engine::games::vikings_on_board::state::State;
use drakkar_engine::seat::Seat;
use serde::{Deserialize, Serialize};

pub(crate) use self::harbour::Harbour;
use self::latest::LATEST;
use self::ship::Chances;
use self::survey::{Survey, barrels};
pub use self::table::ValueTable;
use super::favourite::Favourite;
use super::{Heuristic, Judge, NamedTexts, Playable, memo, named, standard};
use crate::features;

impl Playable for VikingsOnBoard {
    type Heuristic = Weights;
}

/// The parameters of the heuristic; values are in points.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weights {
    /// A point that the other seats get on average, as a loss.
    pub rivalry: f64,
    /// Spaces by which a good's value rises until the next departure.
    pub rise: f64,
    /// Probability that a ship leaves in a round in which nobody has taken a stern yet.
    pub round: f64,
    /// Probability that the seat with the stern sends off the ship that now looks best for it.
    pub sure: f64,
    /// Share of a ship's present value that is left if it sails in a later round.
    pub later: f64,
    /// Scale of the shields by which the lead may change on the ship that leaves next.
    pub spread_next: f64,
    /// The same on other ships.
    pub spread_later: f64,
    /// A barrel that lies at a dock, for each point of its value, with all departures still to
    /// come: in addition to its chance there, it may be moved.
    pub bet: f64,
    /// A viking one space further from First Player: moving late means seeing what the others do.
    pub order: f64,
    /// The choice of the ship that leaves, in addition to the gain from it.
    pub stern: f64,
    /// The viking that the other of two seats puts on one of its bodies when a stern is taken.
    pub crew: f64,
    /// Part of the average gain from a supply that is expected of Warehouse 1.
    pub draw_one: f64,
    /// Part of the gain from the best supply that is expected of Warehouse 2.
    pub draw_many: f64,
}

drakkar_engine::data!(Weights);

standard!("manual-1.toml");

/// The weights with the chances that follow from them.
#[derive(Clone, Debug)]
pub struct VikingsOnBoardJudge {
    weights: Weights,
    /// If the ship leaves now, next, later.
    now: Chances,
    next: Chances,
    later: Chances,
    /// Which judge it is.
    number: u64,
    processor: Processor,
}

impl Heuristic<VikingsOnBoard> for Weights {
    type Judge = VikingsOnBoardJudge;
    type Features = features::vikings_on_board::Inputs;
    const NAMED: NamedTexts = named!(".toml": "manual-1");
    // Made by scripts/nets.sh.
    const NETS: NamedTexts = named!(".json": "net-1-base-2p" "net-1-base-3p" "net-1-base-4p");
    // What drakkar learn --generations 1 --positions 10 --epsilon 0 finds in 6,000 games of greedy:weights=manual-1; it
    // does not tell the rounds of this game apart.
    const SCALES: NamedTexts =
        &[("fitted-1-base-2p", "9.7"), ("fitted-1-base-3p", "6.3"), ("fitted-1-base-4p", "5.5")];

    fn judge(&self, _: &VikingsOnBoard) -> VikingsOnBoardJudge {
        VikingsOnBoardJudge {
            weights: *self,
            now: Chances::new(0.0),
            next: Chances::new(self.spread_next),
            later: Chances::new(self.spread_later),
            number: memo::number(),
            processor: Processor::detect(),
        }
    }
}

impl Judge<VikingsOnBoard> for VikingsOnBoardJudge {
    const RATES_SECRETS: bool = true;
    const DRAWS: usize = 1;
    const JUDGES_LISTS: bool = true;

    /// At the end: the score, and a hundredth for each supply, which breaks ties (F2). Before: the
    /// points already won and the prospects of the docked ships.
    fn value(&self, game: &VikingsOnBoard, state: &State, seat: Seat) -> f64 {
        let mut harbour = Harbour::default();
        let mut survey = Survey { opinion: self, game, state, harbour: &mut harbour };
        survey.look(seat, barrels(game, state, seat), false);
        if game.to_move(state).is_none() {
            let score = game.outcome(state).score;
            let end = |other: Seat| {
                f64::from(score[other]) + 0.01 * f64::from(state.goods[other.index()].total())
            };
            return Seat::all(game.players())
                .map(|other| survey.share[other.index()] * end(other))
                .sum();
        }
        survey.value(|other| barrels(game, state, other))
    }

    /// A guess: about half the spread of the final scores of greedy players. Scales that fit results are
    /// in [`Heuristic::SCALES`].
    fn scale(&self, _: &VikingsOnBoard, _: &State) -> f64 {
        5.0
    }

    /// Actions are judged by what they add.
    fn rates_positions(&self, _: &VikingsOnBoard, _: &State) -> bool {
        false
    }

    /// Barrels of the others count as mean ones, and tokens in the stacks not at all.
    fn is_blind(&self, _: &VikingsOnBoard, _: &State) -> bool {
        true
    }

    /// What each action adds to the value of the position before it.
    fn actions(
        &self,
        game: &VikingsOnBoard,
        state: &State,
        seat: Seat,
        actions: &[Action],
        tell: &mut dyn FnMut(Action, f64),
    ) {
        LATEST.with_borrow_mut(|latest| {
            latest.judge(self, game, (state, seat), actions);
            latest.values.iter().zip(actions).for_each(|(&value, &action)| tell(action, value));
        });
    }

    fn best(
        &self,
        game: &VikingsOnBoard,
        state: &State,
        seat: Seat,
        actions: &[Action],
        mut below: impl FnMut(u32) -> u32,
    ) -> Action {
        LATEST.with_borrow_mut(|latest| {
            latest.judge(self, game, (state, seat), actions);
            let (mut best, mut favourite) = (actions[0], Favourite::NONE);
            for (&value, &action) in latest.values.iter().zip(actions) {
                if favourite.takes(value, &mut below) {
                    best = action;
                }
            }
            best
        })
    }
}

#[cfg(test)]
mod tests;
