//! Looks at games of the roll-in policy for decisions to branch from.

use drakkar_agents::agent::Agent;
use drakkar_engine::game::{Decider, Game};
use drakkar_engine::recorded::Recorded;
use drakkar_engine::seat::Seat;
use drakkar_engine::seed::{DealSeed, DecisionKey};

use crate::branch::round_of;
use crate::game::{Foul, GameId, Keys, choice};
use crate::pilot::{Pilot, Quest, Sightings};

/// Plays the games of a quest with `agent` in all seats.
///
/// # Errors
/// If the agent fails.
pub(super) fn pilot<G: Recorded, A: Agent<G>>(
    game: &G,
    agent: &mut A,
    quest: &Quest<'_>,
) -> Result<Pilot, String> {
    let mut sightings = Sightings::new(quest);
    let mut actions = Vec::new();
    for number in 0..quest.games {
        // Far from the numbers of blocks.
        let block = u64::MAX - number;
        let mut state = game.state(&game.deal(DealSeed { seed: quest.seed, deal: block }));
        let keys = GameId { seed: quest.seed, block, seating: 0 }.keys();
        agent.start_game();
        let mut lookout =
            Lookout { agent, keys, quest, sightings: &mut sightings, actions: &mut actions };
        game.play_on(&mut state, &mut lookout, &mut ()).map_err(|foul| foul.to_string())?;
        sightings.end_game();
    }
    Ok(sightings.pilot)
}

struct Lookout<'a, 'q, G: Game, A> {
    agent: &'a mut A,
    keys: Keys,
    quest: &'a Quest<'q>,
    sightings: &'a mut Sightings,
    actions: &'a mut Vec<G::Action>,
}

impl<G: Recorded, A: Agent<G>> Decider<G> for Lookout<'_, '_, G, A> {
    type Stop = Foul;

    fn uniform(&self, _: Seat) -> Option<DecisionKey> {
        None
    }

    fn decide(&mut self, game: &G, state: &G::State, seat: Seat) -> Result<G::Action, Foul> {
        game.legal(state, self.actions);
        let texts: Vec<String> = self.actions.iter().map(ToString::to_string).collect();
        self.sightings.note(self.quest, round_of(game, state), &texts);
        choice(self.agent, game, state, seat, &self.keys)
    }
}
