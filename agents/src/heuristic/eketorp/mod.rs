//! *Eketorp*: where stones, loot and defenders are worth sending Vikings, and which card to play.

mod duel;
mod plan;
mod village;
mod walls;

use std::array;

use drakkar_engine::game::{Game, View};
use drakkar_engine::games::eketorp::Eketorp;
use drakkar_engine::games::eketorp::action::Action;
use drakkar_engine::games::eketorp::component::{Kind, Place, SPACES, Stones};
use drakkar_engine::games::eketorp::state::{Phase, State};
use drakkar_engine::seat::Seat;
use drakkar_engine::seed::Rng;
use serde::{Deserialize, Serialize};

use self::duel::Clash;
use self::plan::PlacementPlan;
use self::walls::DIFFERENCES;
use super::{Heuristic, Judge, NamedTexts, Playable, memo, named, standard};
use crate::features::eketorp::Inputs;
use crate::levels::Epsilons;

impl Playable for Eketorp {
    type Heuristic = Weights;
}

/// The parameters of the heuristic; values are in points.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weights {
    /// A point that one of the others loses.
    pub rivalry: f64,
    /// A stone towards a full village, beside its points.
    pub stone: f64,
    /// A round that a Viking spends in hospital.
    pub absence: f64,
    /// A point of a combat card, as it goes to the other one.
    pub card: f64,
    /// An amulet beside its points.
    pub amulet: f64,
    /// Part of the others' Vikings that are expected on spaces.
    pub crowd: f64,
    /// How much more the others are drawn by a stone for each point above the first.
    pub lure: f64,
    /// How far the worth of a space varies at random, so that not all who plan alike meet there.
    pub whim: f64,
    /// How much better a strong hand does on crowded spaces.
    pub hand: f64,
    /// A Viking on a crowded space that gets no stone, as part of the absence that a defeat costs.
    pub defeat: f64,
    /// Gain from a defender at which a village has one half of the time.
    pub guarded: f64,
    /// Part of the gain that is left of a siege for each one that is planned already.
    pub another: f64,
    /// Probability that one of the others besieges a given siege space.
    pub threat: f64,
    /// Part of the worth of a defender that the next one has.
    pub reserve: f64,
}

drakkar_engine::data!(Weights);

standard!("manual-1.toml");

impl Heuristic<Eketorp> for Weights {
    type Judge = EketorpJudge;
    type Features = Inputs;
    const NAMED: NamedTexts = named!(".toml":
        "manual-1" "tuned-1-queen2007-3p" "tuned-1-queen2007-4p" "tuned-1-queen2007-5p" "tuned-1-queen2007-6p"
        "tuned-1-mcts-queen2007-3p" = "tuned-1-queen2007-3p"
        "tuned-1-mcts-queen2007-4p" = "tuned-1-queen2007-4p");

    /// For about equal steps with three to six seats. A game has more decisions to stray in than others: with ranges
    /// like theirs, the second level was nearly 400 Elo above the first.
    const EPSILONS: Epsilons =
        [[0.77, 1.0], [0.54, 0.94], [0.38, 0.78], [0.22, 0.62], [0.08, 0.48], [0.0, 0.26]];

    /// The same weights, each within the range in which it means something.
    fn judge(&self, game: &Eketorp) -> EketorpJudge {
        let weights = Weights {
            crowd: self.crowd.max(0.0),
            defeat: self.defeat.max(0.0),
            guarded: self.guarded.max(0.01),
            threat: self.threat.max(0.0),
            another: self.another.clamp(0.0, 1.0),
            reserve: self.reserve.clamp(0.0, 1.0),
            ..*self
        };
        let cost = |difference, defends| {
            weights.absence * f64::from(game.absence(difference as u32, defends))
        };
        let absence = [false, true].map(|defends| array::from_fn(|number| cost(number, defends)));
        EketorpJudge { weights, absence, number: memo::number() }
    }
}

/// The weights under a rule set.
#[derive(Clone, Copy, Debug)]
pub struct EketorpJudge {
    weights: Weights,
    /// What a defeat costs by the difference of the cards, and the same for a defender.
    absence: [[f64; DIFFERENCES]; 2],
    /// Which judge it is.
    number: u64,
}

impl EketorpJudge {
    fn at<'a>(&'a self, game: &'a Eketorp, state: &'a State) -> Valuation<'a> {
        Valuation { judge: self, weights: &self.weights, game, state }
    }
}

/// A position to be judged.
#[derive(Clone, Copy)]
struct Valuation<'a> {
    judge: &'a EketorpJudge,
    weights: &'a Weights,
    game: &'a Eketorp,
    state: &'a State,
}

impl Valuation<'_> {
    /// What a stone of a kind is worth to its owner.
    #[inline(always)]
    fn worth(&self, kind: Kind) -> f64 {
        f64::from(self.game.points()[kind as usize]) + self.weights.stone
    }

    /// The most valuable kind of some stones, and what one of it is worth; 0 without stones.
    #[inline(always)]
    fn best_stone(&self, stones: Stones) -> f64 {
        let there = Kind::ALL.into_iter().filter(|&kind| stones.count(kind) > 0);
        there.map(|kind| self.worth(kind)).fold(0.0, f64::max)
    }

    /// What a seat has: points as of now, stones on their way, prospects on the spaces, cards, and absent
    /// Vikings.
    fn holding(&self, score: f64, seat: Seat) -> f64 {
        let Valuation { weights, game, state, .. } = self;
        let load = state[seat].load;
        let mut value = score + weights.stone * f64::from(state[seat].village.total());
        for kind in Kind::ALL {
            value += f64::from(load.count(kind)) * self.worth(kind);
        }
        for space in 0..SPACES {
            let vikings = state.vikings_at(Place::space(space), seat);
            if vikings > 0 {
                let stones = state.stones[space];
                let share = f64::from(stones.total()) / f64::from(state.crowds[space].total());
                value += f64::from(vikings) * share.min(1.0) * self.best_stone(stones);
            }
        }
        let number = |value| state[seat].hand.count(value) + state[seat].pile.count(value);
        let cards: u32 = (1..=game.highest_card()).map(|value| number(value) * value).sum();
        value += weights.card * f64::from(cards);
        let absent = 2 * state[seat].sick.at(1) + state[seat].sick.at(2);
        value - weights.absence * f64::from(absent)
            + weights.amulet * f64::from(state[seat].amulets)
    }
}

impl Judge<Eketorp> for EketorpJudge {
    const RATES_SECRETS: bool = true;
    const DRAWS: usize = 1;

    fn value(&self, game: &Eketorp, state: &State, seat: Seat) -> f64 {
        let score = f64::from(game.outcome(state).score[seat]);
        match state.phase {
            Phase::Over => score,
            _ => self.at(game, state).holding(score, seat),
        }
    }

    /// A guess: about half the spread of the final scores of greedy players.
    fn scale(&self, _: &Eketorp, _: &State) -> f64 {
        6.0
    }

    /// Actions are judged by what they add.
    fn rates_positions(&self, _: &Eketorp, _: &State) -> bool {
        false
    }

    /// All but placements, which depend on the talon, and stones that are built: they read nothing hidden, but a choice
    /// among them has always taken a draw.
    fn is_blind(&self, _: &Eketorp, blank: &State) -> bool {
        !matches!(blank.phase, Phase::Place | Phase::Build | Phase::Over)
    }

    /// Of what is hidden it looks at the talon alone.
    fn draw(&self, view: &View<'_, Eketorp>, rng: &mut Rng) -> State {
        view.draw_talon(rng)
    }

    /// Placements: as planned by this heuristic, but one Viking in four goes anywhere.
    fn guess(&self, game: &Eketorp, state: &mut State, seat: Seat, rng: &mut Rng) -> bool {
        if state.phase == Phase::Place {
            plan::guess_placements(self, game, state, seat, rng);
        }
        state.phase == Phase::Place
    }

    fn actions(
        &self,
        game: &Eketorp,
        state: &State,
        seat: Seat,
        actions: &[Action],
        tell: &mut dyn FnMut(Action, f64),
    ) {
        let at = self.at(game, state);
        let clash = || Clash::of(at, seat, state.combat());
        match state.phase {
            Phase::Place => {
                let plan = PlacementPlan::new(at, game.places(seat), seat, state.from.into());
                each(actions, tell, |action| plan.value(game, seat, action));
            }
            Phase::Choose => each(actions, tell, |action| at.prospect(seat, action)),
            Phase::AttackerSwap | Phase::DefenderSwap => {
                let gain = clash().swap_gain();
                each(actions, tell, |action| if action == Action::Swap { gain } else { 0.0 });
            }
            Phase::AttackerCard | Phase::DefenderCard => {
                let values = clash().cards();
                each(actions, tell, |action| match action {
                    Action::Card { value } => values[usize::from(value) - 1],
                    _ => 0.0,
                });
            }
            Phase::Loot => each(actions, tell, |action| at.loot(state.combat().place, action)),
            Phase::Take => each(actions, tell, |action| match action {
                Action::Take { kind } => at.worth(kind),
                _ => 0.0,
            }),
            Phase::Build | Phase::Over => {
                let before = [0, 1, 2].map(|weapon| at.danger(seat, weapon));
                each(actions, tell, |action| at.build(seat, action, &before));
            }
        }
    }

    fn value_after(&self, game: &Eketorp, state: &State, action: Action, seat: Seat) -> f64 {
        let mut value = 0.0;
        self.actions(game, state, seat, &[action], &mut |_, told| value = told);
        value
    }
}

#[inline(always)]
fn each(actions: &[Action], tell: &mut dyn FnMut(Action, f64), value: impl Fn(Action) -> f64) {
    actions.iter().for_each(|&action| tell(action, value(action)));
}

/// The same on every machine, unlike the platform's powers.
fn power(base: f64, exponent: u32) -> f64 {
    (0..exponent).fold(1.0, |product, _| product * base)
}

#[cfg(test)]
mod tests;
