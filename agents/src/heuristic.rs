//! Heuristics: one per game, with named weights.

use std::fmt::Debug;

use drakkar_engine::cpu::{Cpu, Processor, Task};
use drakkar_engine::data::{FromData, ToData};
use drakkar_engine::error::KeyError;
use drakkar_engine::game::{Game, View};
use drakkar_engine::recorded::Recorded;
use drakkar_engine::seat::{PerSeat, Seat};
use drakkar_engine::seed::Rng;
use serde::{Deserialize, Serialize};

use self::favourite::Favourite;
use crate::features::{FeatureSink, Features};
use crate::levels::{self, Epsilons};
use crate::mcts::settings::{Root, Truncation};
use crate::weights;

pub(crate) mod choice;
#[cfg(feature = "connect-four")]
pub mod connect_four;
#[cfg(feature = "eketorp")]
pub mod eketorp;
pub(crate) mod favourite;
#[cfg(feature = "goofspiel")]
pub mod goofspiel;
#[cfg(any(feature = "eketorp", feature = "no-more-vikings", feature = "vikings-on-board"))]
#[allow(dead_code)] // of which some games use a part
mod memo;
#[cfg(feature = "no-more-vikings")]
pub mod no_more_vikings;
#[cfg(feature = "vikings")]
pub mod vikings;
#[cfg(feature = "vikings-on-board")]
pub mod vikings_on_board;

/// Names, each with a text that comes with a game.
pub type NamedTexts = &'static [(&'static str, &'static str)];

/// The texts of files by their names without the ending.
#[allow(unused_macros)] // without games
macro_rules! named {
    ($ending:literal: $($name:literal $(= $file:literal)?)*) => {
        &[$(($name, named!(@ $ending $name $($file)?))),*]
    };
    (@ $ending:literal $name:literal) => { include_str!(concat!($name, $ending)) };
    (@ $ending:literal $name:literal $file:literal) => { include_str!(concat!($file, $ending)) };
}
#[allow(unused_imports)]
use named;

/// Makes the weights of a file, which is read once, the default of `Weights`.
#[allow(unused_macros)] // without games
macro_rules! standard {
    ($file:literal) => {
        impl Default for Weights {
            fn default() -> Weights {
                static STANDARD: std::sync::LazyLock<Weights> =
                    std::sync::LazyLock::new(|| $crate::weights::whole(include_str!($file)));
                *STANDARD
            }
        }
    };
}
#[allow(unused_imports)]
use standard;

/// Rollouts before a net estimates the rest, and actions at the root, where nothing better was measured: fewer decisions
/// leave too much to the net, more cost time.
pub(crate) const WITH_NET: (Truncation, Root) = (Truncation::Decisions(4), Root::Selection);

/// A heuristic as its weights: a struct of named numbers, whose `Default` is hand-set, which
/// [`data!`](drakkar_engine::data!) reads and writes.
pub trait Heuristic<G: Game>: Clone + Default + Debug + ToData + FromData + Send + Sync {
    /// The weights applied to a rule set.
    type Judge: Judge<G>;
    /// What a net sees of a position; [`Without`] if there are no nets for the game.
    type Features: Features<G>;
    /// Whether there is a heuristic at all. If not, agents that need one are refused.
    const EXISTS: bool = true;
    /// Sets of weights, each the text of a weight file with every weight; the first is the default. They
    /// never change, so they serve as yardsticks.
    const NAMED: NamedTexts = &[];

    /// Nets, each the text of its file.
    const NETS: NamedTexts = &[];

    /// Decisions of a rollout before the heuristic estimates the rest, where nothing better is known.
    const TRUNCATION: Option<u32> = None;

    /// Where rollouts of a search with a net do best to end, and how it chooses at the root, as far as was measured: with
    /// this number of seats, and few iterations or many. None if a search without a net is stronger.
    fn with_net(players: usize, is_short: bool) -> Option<(Truncation, Root)> {
        let _ = (players, is_short);
        Some(WITH_NET)
    }

    /// What `greedy` is assumed to take for all decisions of a seat in a game with so many, for the size of chunks: never
    /// measured, so that it is the same everywhere.
    fn greedy_microseconds(players: usize) -> u64 {
        let _ = players;
        20
    }

    /// How often the [levels] between the first and the last decide at random, for about equal steps.
    const EPSILONS: Epsilons = levels::EPSILONS;

    /// Scales of win shares, each the text of a [`Scale`](crate::scale::Scale): fitted to results of games
    /// between agents with the default weights, for rules and seats. They never change either.
    const SCALES: NamedTexts = &[];

    /// Precomputes what depends only on the rules.
    fn judge(&self, game: &G) -> Self::Judge;

    // Derived.

    /// Whether the weight with this key in a weight file matters under the rules of `game`.
    fn counts(game: &G, key: &str) -> bool {
        let _ = (game, key);
        true
    }

    /// The heuristic with its default weights.
    fn standard() -> Self {
        Self::default()
    }

    /// The heuristic with the weights of a TOML file; missing weights keep their default.
    ///
    /// # Errors
    /// Names the key that is unknown or has a wrong value, or the line that is not TOML.
    fn from_toml(toml: &str) -> Result<Self, KeyError> {
        Self::from_data(&weights::complete(&Self::default().to_data(), toml)?)
    }

    /// All weights as TOML, as [`Heuristic::from_toml`] reads them.
    fn to_toml(&self) -> String {
        weights::write(&self.to_data())
    }
}

/// Judges full states of the game that it was made for. Agents pass in drawn states, so it may look at
/// everything, or [blank](Game::blank) ones, if it [says](Judge::is_blind) that it does not, or [views](Judge::best_seen).
/// Weights that need no preparation are their own judge.
#[allow(unused_variables)] // by defaults
pub trait Judge<G: Game>: Clone + Debug + Send + Sync {
    /// Whether a seat's value is the final score that it may expect.
    const EXPECTS_SCORES: bool = false;

    /// Whether its judgement of actions is also right for choices that lie face down until others have
    /// chosen too. If not, agents solve such a turn as a game in which all choose at once, by the values
    /// where the choices have become visible.
    const RATES_SECRETS: bool = false;

    /// Whether one draw is enough to see what secret choices lead to: in any two states that a seat may draw while
    /// nothing lies face down, the same actions are legal and lead, up to the state in which the [epoch](Game::epoch)
    /// rises, to equal values, scales, rounds and results, to the bit.
    const IGNORES_HIDDEN: bool = false;

    /// In how many drawn states, the same for all actions, `greedy` and the prior at the root of a search judge a
    /// decision of which an action reveals something (the [epoch](Game::epoch) rises). They take the mean of the values,
    /// and where the seat is to move again, that of its best next action. 1 for a judge whose values of actions account
    /// for chance themselves.
    const DRAWS: usize = 16;

    /// Whether it has [`Judge::actions`] of its own, by which a single action is judged, too.
    const JUDGES_LISTS: bool = false;

    /// The value of the position for `seat`: higher is better, on the heuristic's own scale. The
    /// game may be over.
    fn value(&self, game: &G, state: &G::State, seat: Seat) -> f64;

    /// [`Judge::value`] of each seat, to the bit; for judges that find all together in less time.
    #[inline]
    fn values(&self, game: &G, state: &G::State) -> PerSeat<f64> {
        PerSeat::from_fn(game.players(), |seat| self.value(game, state, seat))
    }

    /// The difference between the values of two seats in `state` with which the one wins e (2.7)
    /// times as often as the other, above 0: win shares are estimated as `exp(value / scale)`, divided by
    /// the sum of that over all seats. Used by `mcts` for rollouts that are cut off, unless it is given
    /// [another](crate::scale::Scale), and for `score_weight` and `points`.
    fn scale(&self, game: &G, state: &G::State) -> f64;

    // Derived; a judge may replace `value_after` by something faster, or by a judgement of the
    // action itself; `rates_positions` must then say so.

    /// Whether the values of the actions in `state` are those of the positions after them, on the
    /// scale of [`Judge::value`]; if not, they can only be compared with each other.
    fn rates_positions(&self, game: &G, state: &G::State) -> bool {
        true
    }

    /// Whether its judgement of the actions of a decision is the same in every state that a seat may draw, in the true
    /// one and in the [blank](Game::blank) one, each of which `state` may be, so that nothing need be drawn.
    #[inline(always)]
    fn is_blind(&self, game: &G, state: &G::State) -> bool {
        false
    }

    /// Whether its judgement of the actions of a decision depends on nothing that is hidden from the seat to move and
    /// that another seat knows. In a rollout, whose state is drawn, nothing need then be drawn for that seat.
    #[inline(always)]
    fn sees_no_secret(&self, game: &G, state: &G::State) -> bool {
        self.is_blind(game, state)
    }

    /// A state drawn from `view` for [`Judge::actions`]. A judge that rates secret choices in one draw may leave out what
    /// it does not look at there, and is not asked for what follows an action; the generator stands where [`View::draw`]
    /// leaves it.
    #[inline(always)]
    fn draw(&self, view: &View<'_, G>, rng: &mut Rng) -> G::State {
        view.draw(rng)
    }

    /// Replaces `actions`, the legal ones, by one or more decisions of `seat` in a row, the first one last, if it finds
    /// several at once: each is legal after those before it, and nobody decides in between. If one of them lies face
    /// down, the first does. Rollouts carry them out without asking again, unless the judge does not [rate secret
    /// choices](Judge::RATES_SECRETS). By default, and where this returns false, `actions` are left as they are.
    #[inline(always)]
    fn plan(&self, game: &G, state: &G::State, seat: Seat, actions: &mut Vec<G::Action>) -> bool {
        false
    }

    /// The round, from 0, for scales that differ by round; 0 in games without rounds.
    #[inline(always)]
    fn round(&self, game: &G, state: &G::State) -> usize {
        0
    }

    /// The difference between the values of two actions with which the better one is e times as likely in
    /// the prior of a search with temperature 1, above 0; smaller than the [scale](Judge::scale) of win
    /// shares where actions are told apart better than final results.
    #[inline(always)]
    fn prior_scale(&self, game: &G, state: &G::State) -> f64 {
        self.scale(game, state)
    }

    /// In a state drawn for `seat`: chooses anew what the others have chosen secretly and `seat` does not
    /// see yet, as they probably do, and returns true. If false, a search goes back to where they were
    /// made and lets each seat choose as in a rollout.
    #[inline(always)]
    fn guess(&self, game: &G, state: &mut G::State, seat: Seat, rng: &mut Rng) -> bool {
        false
    }

    /// The value of `action` for `seat`, which is to move, compared with its other actions in
    /// `state`: the value of the position after it. `action` is legal.
    #[inline(always)]
    fn value_after(&self, game: &G, state: &G::State, action: G::Action, seat: Seat) -> f64 {
        if Self::JUDGES_LISTS {
            let mut value = f64::NAN;
            self.actions(game, state, seat, &[action], &mut |_, told| value = told);
            return value;
        }
        let mut next = *state;
        game.apply_unchecked(&mut next, action, &mut ());
        self.value(game, &next, seat)
    }

    /// Reports the value of each action of a decision, in the order of the list:
    /// [`Judge::value_after`] with common work done once. What is inlined into it is compiled for this machine's
    /// processor. `tell` must not ask a judge in turn.
    fn actions(
        &self,
        game: &G,
        state: &G::State,
        seat: Seat,
        actions: &[G::Action],
        tell: &mut dyn FnMut(G::Action, f64),
    ) {
        Processor::detect().run(EachAction { judge: self, game, state, seat, actions, tell });
    }

    /// The action with the highest value, of equal ones each equally likely by numbers below a bound.
    #[inline(always)]
    fn best(
        &self,
        game: &G,
        state: &G::State,
        seat: Seat,
        actions: &[G::Action],
        mut below: impl FnMut(u32) -> u32,
    ) -> G::Action {
        let (mut best, mut favourite) = (actions[0], Favourite::NONE);
        self.actions(game, state, seat, actions, &mut |action, value| {
            if favourite.takes(value, &mut below) {
                best = action;
            }
        });
        best
    }

    /// The same without a draw, if the judge [is blind](Judge::is_blind) or what is hidden is kept apart: the action that
    /// [`Judge::best`] gives in any state that the seat may draw, with the same calls of `below`. Asked only of judges
    /// that [rate secret choices](Judge::RATES_SECRETS) by [one draw](Judge::DRAWS).
    #[inline(always)]
    fn best_seen(
        &self,
        view: &View<'_, G>,
        actions: &[G::Action],
        below: impl FnMut(u32) -> u32,
    ) -> Option<G::Action> {
        let game = view.game();
        let blank = view.blank().filter(|blank| self.is_blind(game, blank))?;
        Some(self.best(game, &blank, view.seat(), actions, below))
    }
}

/// Judges the actions of a decision one by one.
struct EachAction<'a, G: Game, J> {
    judge: &'a J,
    game: &'a G,
    state: &'a G::State,
    seat: Seat,
    actions: &'a [G::Action],
    tell: &'a mut dyn FnMut(G::Action, f64),
}

impl<G: Game, J: Judge<G>> Task for EachAction<'_, G, J> {
    type Output = ();
    #[inline(always)]
    fn run<C: Cpu>(self, _: C) {
        for &action in self.actions {
            (self.tell)(action, self.judge.value_after(self.game, self.state, action, self.seat));
        }
    }
}

/// A game that agents can play: it names its heuristic.
pub trait Playable: Recorded {
    /// The heuristic of `greedy`; [`Without`] if there is none.
    type Heuristic: Heuristic<Self>;
}

/// The heuristic of a game that has none: it is never used.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Without {}

drakkar_engine::data!(Without);

impl<G: Game> Heuristic<G> for Without {
    type Judge = Without;
    type Features = Without;
    const EXISTS: bool = false;

    fn judge(&self, _: &G) -> Without {
        Without {}
    }
}

impl<G: Game> Judge<G> for Without {
    fn value(&self, _: &G, _: &G::State, _: Seat) -> f64 {
        0.0
    }

    fn scale(&self, _: &G, _: &G::State) -> f64 {
        1.0
    }
}

/// For games without inputs.
impl<G: Game> Features<G> for Without {
    fn new(_: &G) -> Without {
        Without {}
    }

    fn tell(&self, _: &G, _: &G::State, _: Seat, _: &mut impl FeatureSink) {}
}

#[cfg(all(feature = "eketorp", feature = "vikings-on-board"))]
#[cfg(test)]
mod tests;
