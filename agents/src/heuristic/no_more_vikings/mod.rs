//! *No More Vikings!*: what a village is worth and may become.
//!
//! Actions and choices are judged by the village after them. A card is judged as if nobody answered it and its
//! player chose what is best for him, less the chance that it is cancelled; an answer in the same way. A token
//! is judged by what its actions can make of the village.

mod before;
mod effect;
mod prospects;
#[cfg(test)]
mod tests;
mod village;

use std::array;
use std::cell::LazyCell;

use drakkar_engine::cpu::{Cpu, Processor, Task};
use drakkar_engine::data::ToData;
use drakkar_engine::game::Game;
use drakkar_engine::games::no_more_vikings::NoMoreVikings;
use drakkar_engine::games::no_more_vikings::action::Action;
use drakkar_engine::games::no_more_vikings::component::{KINDS, Kind, Token, UNITS, Unit};
use drakkar_engine::games::no_more_vikings::state::{Phase, State};
use drakkar_engine::seat::Seat;
use serde::{Deserialize, Serialize};

use self::before::Before;
use self::village::GROUNDS;
use super::{Heuristic, Judge, NamedTexts, Playable, memo, named, standard};
use crate::features::no_more_vikings::Inputs;
use crate::mcts::{Root, Truncation};

impl Playable for NoMoreVikings {
    type Heuristic = Weights;
}

/// The parameters of the heuristic; values are in points.
#[allow(missing_docs)] // of cards, which are named as they are
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weights {
    /// A point of the mean of the others.
    pub rivalry: f64,
    /// Rounds to come at which prospects count half.
    pub horizon: f64,
    /// What a villager may become, beside his points.
    pub villager: f64,
    /// Two villagers who can marry.
    pub couple: f64,
    /// A tower, for each round to come.
    pub tower: f64,
    /// An edict beside its points.
    pub edict: f64,
    /// Probability that a longship comes to a column in a round.
    pub landing: f64,
    /// Part of what a longship that has come will take in a later round.
    pub lasting: f64,
    /// A point of a whim that is nearly fulfilled.
    pub whim: f64,
    /// How much less for each action that it still needs.
    pub patience: f64,
    /// The cards of the token Balanced.
    pub draw_one: f64,
    /// The cards of the token Aggressive.
    pub draw_two: f64,
    /// Probability that an announced card is cancelled, if somebody can.
    pub doubt: f64,
    // Cards in hand, by kind.
    pub settler: f64,
    pub recruit: f64,
    pub builder: f64,
    pub bow: f64,
    pub beacon: f64,
    pub divert: f64,
    pub abduct: f64,
    pub burn: f64,
    pub duel: f64,
    pub steal: f64,
    pub harvest: f64,
    pub favour: f64,
    pub counter: f64,
}

drakkar_engine::data!(Weights);

standard!("manual-1.toml");

impl Heuristic<NoMoreVikings> for Weights {
    type Judge = NoMoreVikingsJudge;
    type Features = Inputs;
    const NAMED: NamedTexts = named!(".toml":
        "manual-1" "tuned-1-base-2p" "tuned-1-base-3p" "tuned-1-base-4p"
        "tuned-1-mcts-scoring-base-2p" = "tuned-1-base-2p"
        "tuned-1-mcts-scoring-base-3p" = "tuned-1-base-3p"
        "tuned-1-mcts-scoring-base-4p" = "tuned-1-base-4p");
    // Made by scripts/nets.sh.
    const NETS: NamedTexts = named!(".json": "net-1-base-2p" "net-1-base-3p" "net-1-base-4p");

    fn with_net(players: usize, is_short: bool) -> Option<(Truncation, Root)> {
        let decisions = match (players, is_short) {
            (2, _) => Some(4),
            (_, true) => Some(8),
            (_, false) => None,
        };
        decisions.map(|decisions| (Truncation::Decisions(decisions), Root::Selection))
    }

    /// Each weight within the range in which it means something.
    fn judge(&self, game: &NoMoreVikings) -> NoMoreVikingsJudge {
        let named = self.to_data();
        let held = Kind::ALL.map(|kind| named[kind.name()].as_f64().unwrap_or(f64::NAN));
        let weights = Weights {
            horizon: self.horizon.max(0.01),
            landing: self.landing.clamp(0.0, 1.0),
            lasting: self.lasting.clamp(0.0, 1.0),
            patience: self.patience.max(0.0),
            doubt: self.doubt.clamp(0.0, 1.0),
            ..*self
        };
        let patience = array::from_fn(|actions| village::patience(&weights, actions as f64));
        let points = game.points().map(f64::from);
        NoMoreVikingsJudge {
            weights,
            held,
            points,
            patience,
            number: memo::number(),
            processor: Processor::detect(),
        }
    }
}

/// The weights under a rule set.
#[derive(Clone, Copy, Debug)]
pub struct NoMoreVikingsJudge {
    weights: Weights,
    /// Of each kind of card in hand.
    held: [f64; KINDS],
    points: [f64; UNITS],
    /// [`village::patience`] of few actions.
    patience: [f64; 32],
    /// Which judge it is.
    number: u64,
    processor: Processor,
}

/// Cards are drawn before anything else, because they may change what is done: more than any action brings.
const FIRST: f64 = 30.0;

impl Judge<NoMoreVikings> for NoMoreVikingsJudge {
    const RATES_SECRETS: bool = true;
    const DRAWS: usize = 1;
    const JUDGES_LISTS: bool = true;

    fn value(&self, game: &NoMoreVikings, state: &State, seat: Seat) -> f64 {
        GROUNDS.with(|grounds| {
            let before = Before::new(self, game, state, grounds);
            before.value(&before.worth, seat)
        })
    }

    /// About two cottages.
    fn scale(&self, _: &NoMoreVikings, _: &State) -> f64 {
        6.0
    }

    /// A rollout ends rounds later, with much else between, and hardly tells actions apart that differ by a point.
    fn prior_scale(&self, _: &NoMoreVikings, _: &State) -> f64 {
        1.5
    }

    fn rates_positions(&self, _: &NoMoreVikings, state: &State) -> bool {
        !matches!(state.phase, Phase::Token | Phase::Turn | Phase::Drop | Phase::Respond)
    }

    fn actions(
        &self,
        game: &NoMoreVikings,
        state: &State,
        seat: Seat,
        actions: &[Action],
        tell: &mut dyn FnMut(Action, f64),
    ) {
        GROUNDS.with(|grounds| {
            let before = LazyCell::new(|| Before::new(self, game, state, grounds));
            self.processor.run(Considering {
                judge: self,
                game,
                state,
                seat,
                before,
                actions,
                tell,
            });
        });
    }
}

/// Judges the actions of a decision.
struct Considering<'a, F> {
    judge: &'a NoMoreVikingsJudge,
    game: &'a NoMoreVikings,
    state: &'a State,
    seat: Seat,
    before: LazyCell<Before<'a>, F>,
    actions: &'a [Action],
    tell: &'a mut dyn FnMut(Action, f64),
}

impl<'a, F: FnOnce() -> Before<'a>> Task for Considering<'a, F> {
    type Output = ();
    #[inline(always)]
    fn run<C: Cpu>(self, _: C) {
        let Considering { judge, game, state, seat, before, actions, tell } = self;
        let weights = &judge.weights;
        let others = LazyCell::new(|| weights.rivalry * before.others(&before.worth, seat));
        let now = || before.worth[seat.index()] - *others;
        let mut next;
        let mut own = *state;
        for &action in actions {
            let value = match action {
                Action::Token { token } => {
                    let cards = match token {
                        Token::Aggressive => weights.draw_two,
                        Token::Balanced => weights.draw_one,
                        Token::Development => 0.0,
                    };
                    let later = game.rounds_to_come(state);
                    let villagers = state.units(seat, Unit::Villager);
                    judge.plan(villagers, later, game.actions_of(token))
                        + cards * judge.time(later, 1.0)
                }
                Action::Draw => now() + FIRST,
                Action::End => now(),
                Action::Drop { kind } => -judge.held[kind as usize],
                Action::Pass => {
                    next = *state;
                    before.settled(&mut next, &before.worth, seat)
                }
                Action::Whim { .. }
                | Action::Play { .. }
                | Action::Edict
                | Action::Counter
                | Action::At { .. }
                | Action::Sink { .. }
                | Action::Divert { .. } => {
                    next = *state;
                    let next = &mut next;
                    game.apply_unchecked(next, action, &mut ());
                    let villages = before.villages(next);
                    match action {
                        Action::Play { .. } => {
                            let answered = next.phase == Phase::Respond;
                            let doubt = if answered { weights.doubt } else { 0.0 };
                            let stands = before.settled(next, &villages, seat);
                            let lost = villages[seat.index()] - *others;
                            stands + doubt * (lost - stands)
                        }
                        Action::Edict | Action::Counter => before.settled(next, &villages, seat),
                        Action::Whim { .. } => villages[seat.index()] - *others,
                        _ => before.value(&villages, seat),
                    }
                }
                // The others change nothing but the own village.
                _ => {
                    game.apply_unchecked(&mut own, action, &mut ());
                    let village = match own.filled == state.filled {
                        true => before.holding(&own, before.outlook, seat).worth(),
                        false => before.villages(&own)[seat.index()],
                    };
                    own.take_back(state);
                    village - *others
                }
            };
            tell(action, value);
        }
    }
}
