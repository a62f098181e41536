//! Opinions about positions: one heuristic per game, its weights named.

use std::fmt::Debug;

use drakkar_engine::error::KeyError;
use drakkar_engine::game::Game;
use drakkar_engine::seat::Seat;
use drakkar_engine::seed::Rng;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::weights;

pub mod connect_four;
pub mod goofspiel;
pub mod vikings;
pub mod vikings_on_board;

/// An opinion about positions as its weights: a struct of named numbers, whose `Default` is the
/// hand-set opinion, with `#[serde(default, deny_unknown_fields)]`.
pub trait Heuristic<G: Game>:
    Clone + Default + Debug + Serialize + DeserializeOwned + Send + Sync
{
    /// The weights applied to a rule set.
    type Judge: Judge<G>;
    /// Sets of weights that have a name, each as the text of a weight file with every weight. They
    /// stay as they are when the default changes: yardsticks for later ones.
    const NAMED: &'static [(&'static str, &'static str)] = &[];

    /// Works out once what depends on the rules alone.
    fn judge(&self, game: &G) -> Self::Judge;

    // ------------------------------------------------------------------------------------------
    // Derived.

    /// The heuristic with its default weights.
    fn standard() -> Self {
        Self::default()
    }

    /// The heuristic with the weights of a TOML file; weights that are not named keep their default.
    ///
    /// # Errors
    /// Names the key that is unknown or has a wrong value, or the line that is not TOML.
    fn from_toml(toml: &str) -> Result<Self, KeyError> {
        weights::read(toml)
    }

    /// All weights as TOML, as [`Heuristic::from_toml`] reads them.
    fn to_toml(&self) -> String {
        weights::write(self)
    }
}

/// Judges full states of the game that it was made for. Agents hand in drawn states only, so it may
/// look at everything. Weights that need no preparation are their own judge.
pub trait Judge<G: Game>: Clone + Debug + Send + Sync {
    /// What the position is worth to `seat`: higher is better, the scale is the heuristic's own. The
    /// game may be over.
    fn value(&self, game: &G, state: &G::State, seat: Seat) -> f64;

    /// How far the values of two seats must be apart in `state` for the one to win e (2.7) times as
    /// often as the other. Above 0. Win shares are then estimated as `exp(value / scale)`, divided by
    /// the sum of that over all seats; a constant added to all values changes nothing. Used by `mcts`
    /// for rollouts that are cut off.
    fn scale(&self, game: &G, state: &G::State) -> f64;

    // ------------------------------------------------------------------------------------------
    // Derived; a judge may replace `value_after` by something faster, or by a judgement of the
    // action itself.

    /// What `action` is worth to `seat`, which is to move, compared with its other actions in
    /// `state`: the value of the position after it. `action` is legal.
    #[inline(always)]
    fn value_after(&self, game: &G, state: &G::State, action: G::Action, seat: Seat) -> f64 {
        let mut next = *state;
        game.apply_unchecked(&mut next, action, &mut ());
        self.value(game, &next, seat)
    }

    /// Judges the actions of one decision and tells the value of each, one after the other as they
    /// are listed: [`Judge::value_after`] with what they have in common done once. Only their order within the
    /// decision matters; a judge may use another scale where it judges actions and not positions.
    #[inline(always)]
    fn actions(
        &self,
        game: &G,
        state: &G::State,
        seat: Seat,
        actions: &[G::Action],
        mut tell: impl FnMut(G::Action, f64),
    ) {
        for &action in actions {
            tell(action, self.value_after(game, state, action, seat));
        }
    }
}

/// The action of a decision that `judge` likes best, those that are worth exactly the same equally
/// likely; a single one without a judgement.
///
/// # Panics
/// If there are no actions.
#[inline(always)]
pub(crate) fn best<G: Game, J: Judge<G>>(
    judge: &J,
    game: &G,
    state: &G::State,
    seat: Seat,
    actions: &[G::Action],
    rng: &mut Rng,
) -> G::Action {
    let mut best = actions[0];
    if actions.len() == 1 {
        return best;
    }
    let (mut best_value, mut equal) = (f64::NEG_INFINITY, 0);
    judge.actions(game, state, seat, actions, |action, value| {
        if value > best_value {
            (best, best_value, equal) = (action, value, 1);
        } else if value == best_value {
            // The n-th of n equal actions replaces the kept one with probability 1/n.
            equal += 1;
            if rng.below(equal) == 0 {
                best = action;
            }
        }
    });
    best
}

/// A game that agents can play: it names its heuristic.
pub trait Playable: Game {
    /// The heuristic of `greedy`.
    type Heuristic: Heuristic<Self>;
}
