//! *Eketorp*: where stones, loot and defenders are worth sending Vikings, and which card to play.

mod duel;
mod plan;
mod village;
mod walls;

use std::array;
use std::cell::RefCell;

use drakkar_engine::cpu::{Cpu, Processor, Task};
use drakkar_engine::game::View;
use drakkar_engine::games::eketorp::Eketorp;
use drakkar_engine::games::eketorp::action::Action;
use drakkar_engine::games::eketorp::component::{KINDS, Kind, Place, SPACES, Stones};
use drakkar_engine::games::eketorp::state::{Phase, State};
use drakkar_engine::seat::Seat;
use drakkar_engine::seed::Rng;
use serde::{Deserialize, Serialize};

use self::duel::{Clash, DuelMemo};
use self::plan::PlacementPlan;
use self::village::VillageMemo;
use self::walls::{BuildMemo, DIFFERENCES, TakingsMemo};
use super::favourite::Favourite;
use super::memo::{self, Memo};
use super::{Heuristic, Judge, NamedTexts, Playable, named, standard};
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
        let worth = game.points().map(|points| f64::from(points) + weights.stone);
        let best = |set: usize| {
            let there = Kind::ALL.into_iter().filter(|&kind| set >> kind as usize & 1 == 1);
            there.map(|kind| worth[kind as usize]).fold(0.0, f64::max)
        };
        let (best_stone, number) = (array::from_fn(best), memo::number());
        EketorpJudge { weights, absence, worth, best_stone, number, processor: Processor::detect() }
    }
}

/// The weights under a rule set.
#[derive(Clone, Copy, Debug)]
pub struct EketorpJudge {
    weights: Weights,
    /// What a defeat costs by the difference of the cards, and the same for a defender.
    absence: [[f64; DIFFERENCES]; 2],
    /// What a stone of each kind is worth to its owner.
    worth: [f64; KINDS],
    /// The same of the most valuable one, by the set of kinds; 0 without stones.
    best_stone: [f64; 1 << KINDS],
    /// Which judge it is.
    number: u64,
    processor: Processor,
}

impl EketorpJudge {
    #[inline(always)]
    fn see<T>(&self, game: &Eketorp, state: &State, look: impl FnOnce(Valuation<'_>) -> T) -> T {
        let (judge, weights) = (self, &self.weights);
        MEMOS.with(|memos| look(Valuation { judge, weights, game, state, memos }))
    }
}

struct Memos {
    takings: RefCell<TakingsMemo>,
    builds: RefCell<BuildMemo>,
    villages: RefCell<VillageMemo>,
    duels: RefCell<DuelMemo>,
}

thread_local! {
    static MEMOS: Memos = Memos {
        takings: RefCell::new(Memo::new(9)),
        builds: RefCell::new(Memo::new(9)),
        villages: RefCell::new(Memo::new(8)),
        duels: RefCell::new(Memo::new(9)),
    };
}

#[derive(Clone, Copy)]
struct Valuation<'a> {
    judge: &'a EketorpJudge,
    weights: &'a Weights,
    game: &'a Eketorp,
    state: &'a State,
    memos: &'a Memos,
}

impl Valuation<'_> {
    #[inline(always)]
    fn worth(&self, kind: Kind) -> f64 {
        self.judge.worth[kind as usize]
    }

    #[inline(always)]
    fn best_stone(&self, stones: Stones) -> f64 {
        self.judge.best_stone[stones.kind_set()]
    }

    /// What a seat has: points as of now, stones on their way, prospects on the spaces, cards, and absent
    /// Vikings.
    fn holding(&self, score: f64, seat: Seat) -> f64 {
        let Valuation { weights, state, .. } = self;
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
        value += weights.card * f64::from(state[seat].hand.sum() + state[seat].pile.sum());
        let absent = 2 * state[seat].sick.at(1) + state[seat].sick.at(2);
        value - weights.absence * f64::from(absent)
            + weights.amulet * f64::from(state[seat].amulets)
    }
}

impl Judge<Eketorp> for EketorpJudge {
    const RATES_SECRETS: bool = true;
    const DRAWS: usize = 1;
    const JUDGES_LISTS: bool = true;

    fn value(&self, game: &Eketorp, state: &State, seat: Seat) -> f64 {
        let score = f64::from(game.score_now(state, seat));
        match state.phase {
            Phase::Over => score,
            _ => self.see(game, state, |at| at.holding(score, seat)),
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

    /// Of what is hidden it looks at the talon alone, whose order nobody knows, and at the hand of the seat to move.
    fn sees_no_secret(&self, _: &Eketorp, _: &State) -> bool {
        true
    }

    /// Only the talon.
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

    fn plan(&self, game: &Eketorp, state: &State, seat: Seat, actions: &mut Vec<Action>) -> bool {
        let is_placing = state.phase == Phase::Place;
        if is_placing {
            self.see(game, state, |at| plan::whole(at, seat, actions));
        }
        is_placing
    }

    fn actions(
        &self,
        game: &Eketorp,
        state: &State,
        seat: Seat,
        actions: &[Action],
        tell: &mut dyn FnMut(Action, f64),
    ) {
        self.see(game, state, |at| {
            self.processor.run(Verdicts { at, seat, actions, is_choice: false, tell })
        });
    }

    fn best(
        &self,
        game: &Eketorp,
        state: &State,
        seat: Seat,
        actions: &[Action],
        mut below: impl FnMut(u32) -> u32,
    ) -> Action {
        let (mut best, mut favourite) = (actions[0], Favourite::NONE);
        let tell = &mut |action, value| {
            if favourite.takes(value, &mut below) {
                best = action;
            }
        };
        self.see(game, state, |at| {
            self.processor.run(Verdicts { at, seat, actions, is_choice: true, tell })
        });
        best
    }
}

struct Verdicts<'a, T: ?Sized> {
    at: Valuation<'a>,
    seat: Seat,
    actions: &'a [Action],
    /// Whether nothing counts but which value is the highest.
    is_choice: bool,
    tell: &'a mut T,
}

impl<T: FnMut(Action, f64) + ?Sized> Verdicts<'_, T> {
    #[inline(always)]
    fn each(self, value: impl Fn(Action) -> f64) {
        for &action in self.actions {
            (self.tell)(action, value(action));
        }
    }
}

impl<T: FnMut(Action, f64) + ?Sized> Task for Verdicts<'_, T> {
    type Output = ();
    #[inline(always)]
    fn run<C: Cpu>(self, _: C) {
        let Verdicts { at, seat, .. } = self;
        let Valuation { game, state, .. } = at;
        match state.phase {
            Phase::Place => {
                let plan = PlacementPlan::new(at, game.places(seat), seat, state.from.into());
                self.each(|action| plan.value(game, seat, action));
            }
            Phase::Choose => self.each(|action| at.prospect(seat, action)),
            Phase::AttackerSwap | Phase::DefenderSwap => {
                let gain = Clash::of(at, seat, state.combat()).swap_gain(self.is_choice);
                self.each(|action| if action == Action::Swap { gain } else { 0.0 });
            }
            Phase::AttackerCard | Phase::DefenderCard => {
                let values = Clash::of(at, seat, state.combat()).cards();
                self.each(|action| match action {
                    Action::Card { value } => values[usize::from(value) - 1],
                    _ => 0.0,
                });
            }
            Phase::Loot => self.each(|action| at.loot(state.combat().place, action)),
            Phase::Take => self.each(|action| match action {
                Action::Take { kind } => at.worth(kind),
                _ => 0.0,
            }),
            Phase::Build | Phase::Over => {
                let values = at.builds(seat);
                self.each(|action| match action {
                    Action::Build { kind, wall } => values[kind as usize][usize::from(wall)],
                    _ => 0.0,
                });
            }
        }
    }
}

/// The same on every machine, unlike the platform's powers.
#[inline(always)]
fn power(base: f64, exponent: u32) -> f64 {
    (0..exponent).fold(1.0, |product, _| product * base)
}

#[cfg(test)]
mod tests;
