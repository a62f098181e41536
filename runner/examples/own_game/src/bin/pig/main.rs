//! A program for Pig alone: `pig run --agents greedy random` plays it.

mod game;

use std::process::ExitCode;

use drakkar::agents::heuristic::{Heuristic, Judge, Playable, Without};
use drakkar::engine::dice::Dice;
use drakkar::engine::error::KeyError;
use drakkar::engine::fact::FactInfo;
use drakkar::engine::recorded::Recorded;
use drakkar::engine::rules::{Key, Preset, RuleTable};
use drakkar::engine::seat::Seat;
use drakkar::{Labs, Registry, lab, main_with};
use serde::{Deserialize, Serialize};

use game::State;

const SEATS: usize = 4;

#[derive(Clone, Debug)]
pub struct Pig {
    rules: RuleSet,
    players: usize,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RuleSet {
    goal: u8,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Deal {
    dice: Dice,
}

/// People are told of each roll, and records have it under `scorings`.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Rolled {
    seat: usize,
    die: u8,
}

drakkar::engine::data!(RuleSet, Deal);
drakkar::engine::data!(write Rolled);

const BASE: &str = "goal = 50  # points that win: 10 to 100\n";
static RULES: RuleTable = RuleTable::new(
    Pig::ID,
    &[Preset { name: "base", about: "50 points win", toml: BASE }],
    &[Key::whole("goal", 10, 100, "")],
);

drakkar::engine::facts! {
    pub enum PigFact {
        Rolls: Count = "rolls", "rolls";
        Busts: Count = "busts", "turns that ended with a 1";
        Kept: Source = "points_kept", "points kept";
    }
}

impl Recorded for Pig {
    type RuleSet = RuleSet;
    const ID: &'static str = "pig";
    const ABOUT: &'static str = "roll on, or keep what you have";
    const PLAYERS: (usize, usize) = (2, SEATS);
    const SCORE: &'static str = "points";
    const FACTS: &'static [FactInfo] = PigFact::ALL;

    fn rules() -> &'static RuleTable {
        &RULES
    }
    fn new(rules: RuleSet, players: usize) -> Result<Pig, KeyError> {
        Pig::check_new(&rules, players)?;
        Ok(Pig { rules, players })
    }
    fn rule_set(&self) -> &RuleSet {
        &self.rules
    }
    fn text(&self, state: &State, _: Option<Seat>) -> String {
        let (seat, kept) = (self.seat(state), &state.kept[..self.players]);
        let State { turn, die, sum, .. } = state;
        format!("turn {turn}: seat {seat} rolled {die}, {sum} in all; kept: {kept:?}\n")
    }
    fn announced(&self, rolled: &Rolled) -> Option<String> {
        Some(format!("seat {} rolls {}", rolled.seat, rolled.die))
    }
}

impl Playable for Pig {
    type Heuristic = Weights;
}

#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weights {
    /// A point of this turn, compared with one that is kept.
    sum: f64,
}

drakkar::engine::data!(Weights);

impl Default for Weights {
    fn default() -> Weights {
        Weights { sum: 1.0 }
    }
}

impl Heuristic<Pig> for Weights {
    type Judge = Weights;
    type Features = Without;

    fn judge(&self, _: &Pig) -> Weights {
        *self
    }
}

impl Judge<Pig> for Weights {
    fn value(&self, game: &Pig, state: &State, seat: Seat) -> f64 {
        let own = |seat: Seat| {
            let turn = if seat == game.seat(state) { f64::from(state.sum) } else { 0.0 };
            f64::from(state.kept[seat.index()]) + self.sum * turn
        };
        let others = Seat::all(game.players).filter(|&other| other != seat);
        own(seat) - others.map(own).fold(0.0, f64::max)
    }
    fn scale(&self, _: &Pig, _: &State) -> f64 {
        10.0
    }
}

fn main() -> ExitCode {
    main_with(Labs::new().with(lab::<Pig>()), Registry::new())
}

#[cfg(test)]
mod tests {
    use super::*;
    use drakkar::agents::{contract, player::Player};
    use drakkar::engine::fact::Ledger;
    use drakkar::engine::game::Game;
    use drakkar::engine::seed::DealSeed;

    #[test]
    fn the_game_keeps_its_promises() {
        for players in 2..=4 {
            let game = Pig::new(RuleSet { goal: 20 }, players).unwrap();
            drakkar::engine::contract::check(&game, 40, 1)
                .unwrap_or_else(|breach| panic!("{breach}"));
            for spec in ["random", "greedy", "mcts:iterations=10"] {
                let player = Player::build(&spec.parse().unwrap(), &game).unwrap();
                contract::check(&game, &player, 0..10).unwrap_or_else(|breach| panic!("{breach}"));
            }
            contract::check_draws(&game, Weights::default(), 0..40)
                .unwrap_or_else(|unsteady| panic!("{unsteady}"));
        }
    }

    #[test]
    fn rolls_before_the_first_decision_count() {
        let game = Pig::new(RuleSet { goal: 50 }, 2).unwrap();
        for deal in 0..40 {
            let deal = game.deal(DealSeed { seed: 1, deal });
            let (state, mut ledger) = (game.state(&deal), Ledger::new(2, PigFact::ALL.len()));
            game.opening(&deal, &mut ledger);
            let count = |fact: PigFact| -> i32 {
                Seat::all(2).map(|seat| ledger.facts(seat)[fact as usize]).sum()
            };
            assert_eq!(count(PigFact::Rolls), count(PigFact::Busts) + 1);
            assert_eq!(count(PigFact::Rolls) as usize, ledger.scorings().len());
            assert_eq!((state.sum, state.turn), (state.die.into(), count(PigFact::Busts) as u32));
        }
    }
}
