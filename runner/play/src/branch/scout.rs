//! Finds decision points of a kind in a game of the roll-in policy.

use drakkar_agents::agent::Agent;
use drakkar_engine::game::{Decider, Game};
use drakkar_engine::recorded::Recorded;
use drakkar_engine::seat::Seat;
use drakkar_engine::seed::DecisionKey;

use crate::game::{Foul, Keys, choice};

/// Plays the roll-in policy and notes the decision points of a cell.
pub(super) struct Scout<'a, G: Game, A> {
    pub(super) agent: &'a mut A,
    pub(super) keys: Keys,
    /// The two actions that must be legal; without them the first decision of the round is meant.
    pub(super) wanted: Option<(G::Action, G::Action)>,
    /// The round of the cell.
    pub(super) round: u32,
    /// The decision points.
    pub(super) found: &'a mut Vec<G::State>,
    /// Why the roll-in policy could not go on.
    pub(super) failed: Option<Foul>,
}

/// The round of a decision, which is the first one in a game without rounds.
pub(crate) fn round_of<G: Recorded>(game: &G, state: &G::State) -> u32 {
    game.interventions().map_or(1, |by| by.round(state))
}

/// The rest of the game has no such decision point.
pub(super) struct Past;

impl<G: Recorded, A: Agent<G>> Decider<G> for Scout<'_, G, A> {
    type Stop = Past;

    fn uniform(&self, _: Seat) -> Option<DecisionKey> {
        None
    }

    fn decide(&mut self, game: &G, state: &G::State, seat: Seat) -> Result<G::Action, Past> {
        let round = round_of(game, state);
        if round > self.round {
            return Err(Past);
        }
        if round == self.round {
            match self.wanted {
                None => {
                    self.found.push(*state);
                    return Err(Past);
                }
                Some((one, two)) if game.is_legal(state, one) && game.is_legal(state, two) => {
                    self.found.push(*state);
                }
                Some(_) => {}
            }
        }
        choice(self.agent, game, state, seat, &self.keys).map_err(|foul| {
            self.failed = Some(foul);
            Past
        })
    }
}
