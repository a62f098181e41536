//! Agents that are ready for a table.

use std::sync::Arc;

use drakkar_agents::agent::{Agent, AgentError};
use drakkar_agents::heuristic::Playable;
use drakkar_agents::player::Player;
use drakkar_engine::recorded::Recorded;
use drakkar_engine::seed::DealSeed;

use crate::door::{Crew, Dialogue, Worker};
use crate::home::dialogue::Alone;
use crate::home::lookout::pilot;
use crate::pilot::{Pilot, Quest};
use crate::slice::GameWorker;
use crate::task::Task;

/// See [`Crew`].
pub(super) struct Aboard<G: Playable> {
    /// By number of the rule set.
    pub(super) games: Arc<[G]>,
    pub(super) players: Vec<Player<G>>,
}

impl<G: Recorded + Playable> Crew for Aboard<G> {
    fn ready(&self) -> Result<(), (usize, AgentError)> {
        for (number, player) in self.players.iter().enumerate() {
            player.ready().map_err(|reason| (number, reason))?;
        }
        Ok(())
    }

    fn weights(&self, agent: usize) -> Option<String> {
        self.players[agent].weights_toml()
    }

    fn worker<'a>(&'a self, task: &'a Task<'a>) -> Box<dyn Worker + 'a> {
        Box::new(GameWorker::new(task, &self.games, &self.players))
    }

    fn pilot(&self, agent: usize, quest: &Quest<'_>) -> Result<Pilot, String> {
        pilot(&self.games[0], &mut self.players[agent].clone(), quest)
    }

    fn dialogue(&self, deal: DealSeed) -> Box<dyn Dialogue + '_> {
        Box::new(Alone::new(&self.games[0], self.players.clone(), deal))
    }
}
