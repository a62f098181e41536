//! Looks at games of the trunk for decisions to branch from.

use std::collections::BTreeSet;

use drakkar_agents::agent::Agent;
use drakkar_engine::game::{Decider, Game};
use drakkar_engine::recorded::Recorded;
use drakkar_engine::seat::Seat;
use drakkar_engine::seed::{DealSeed, DecisionKey};

use crate::branch::round_of;
use crate::game::{Foul, GameId, Keys, choice};
use crate::pilot::{Pilot, Quest};

/// Plays the games of a quest with `agent` in all seats.
///
/// # Errors
/// If the agent fails.
pub(super) fn pilot<G: Recorded, A: Agent<G>>(
    game: &G,
    agent: &mut A,
    quest: &Quest<'_>,
) -> Result<Pilot, String> {
    let mut pilot = Pilot { games: quest.games, ..Pilot::default() };
    pilot.pursued = vec![Vec::new(); quest.pursue.len()];
    let mut actions = Vec::new();
    for number in 0..quest.games {
        // Far from the numbers of blocks.
        let block = u64::MAX - number;
        let mut state = game.state(&game.deal(DealSeed { seed: quest.seed, deal: block }));
        let keys = GameId { seed: quest.seed, block, seating: 0 }.keys();
        agent.start_game();
        let met = BTreeSet::new();
        let mut lookout =
            Lookout { agent, keys, quest, pilot: &mut pilot, actions: &mut actions, met };
        game.play_on(&mut state, &mut lookout, &mut ()).map_err(|foul| foul.to_string())?;
        for (text, round) in lookout.met {
            *pilot.seen.entry(text).or_default().entry(round).or_default() += 1;
        }
    }
    Ok(pilot)
}

struct Lookout<'a, 'q, G: Game, A> {
    agent: &'a mut A,
    keys: Keys,
    quest: &'a Quest<'q>,
    pilot: &'a mut Pilot,
    actions: &'a mut Vec<G::Action>,
    /// Actions of the present game that could be chosen instead of the other one, with the round.
    met: BTreeSet<(String, u32)>,
}

impl<G: Recorded, A: Agent<G>> Decider<G> for Lookout<'_, '_, G, A> {
    type Stop = Foul;

    fn uniform(&self, _: Seat) -> Option<DecisionKey> {
        None
    }

    fn decide(&mut self, game: &G, state: &G::State, seat: Seat) -> Result<G::Action, Foul> {
        game.legal(state, self.actions);
        let texts: Vec<String> = self.actions.iter().map(ToString::to_string).collect();
        note(self.pilot, self.quest, &mut self.met, round_of(game, state), &texts);
        choice(self.agent, game, state, seat, &self.keys)
    }
}

/// Notes the legal actions of a decision; the same for every game.
fn note(
    pilot: &mut Pilot,
    quest: &Quest<'_>,
    met: &mut BTreeSet<(String, u32)>,
    round: u32,
    texts: &[String],
) {
    pilot.rounds = pilot.rounds.max(round);
    if texts.iter().any(|text| text == quest.against) {
        let fitting = texts.iter().filter(|text| quest.at.fits(text));
        let others = fitting.filter(|text| *text != quest.against);
        met.extend(others.map(|text| (text.clone(), round)));
    }
    for (pattern, pursued) in quest.pursue.iter().zip(&mut pilot.pursued) {
        if texts.iter().any(|text| !pattern.fits(text)) {
            for text in texts.iter().filter(|text| pattern.fits(text)) {
                if let Err(place) = pursued.binary_search(text) {
                    pursued.insert(place, text.clone());
                }
            }
        }
    }
}
