//! A game under its rule sets, and agents that are ready for it.

use std::sync::Arc;

use drakkar_agents::agent::{Agent, AgentError};
use drakkar_agents::heuristic::{Heuristic, Playable};
use drakkar_agents::{player::Player, spec::SpecError};
use drakkar_engine::error::{KeyError, ParseError};
use drakkar_engine::seed::DealSeed;
use drakkar_engine::{data::ToData, item::ItemTable, recorded::Recorded, seat::Seat};
use serde_json::Value;

use crate::branch::{Actions, BranchTask};
use crate::door::{Crew, Dialogue, Seated, Table, Worker};
use crate::lab::{GameInfo, RulesError};
use crate::pilot::{Pilot, Quest, pilot};
use crate::{home::single::Alone, slice::GameWorker, task::Task};

/// Deals by which rule sets are compared.
const ALIKE: u64 = 8;

/// See [`Table`].
pub(super) struct Open<G> {
    info: GameInfo,
    games: Arc<[G]>,
    rules: Vec<Value>,
}

impl<G: Recorded + Playable> Open<G> {
    pub(super) fn new(rules: &[Value], players: usize) -> Result<Open<G>, RulesError> {
        let open = |(number, values): (usize, &Value)| {
            G::read_rules(values)
                .and_then(|rule_set| G::new(rule_set, players))
                .map_err(|error| RulesError { number, error })
        };
        let games = rules.iter().enumerate().map(open).collect::<Result<_, _>>()?;
        Ok(Open { info: GameInfo::of::<G>(), games, rules: rules.to_vec() })
    }
}

fn start<G: Recorded>(game: &G) -> G::State {
    game.state(&game.deal(DealSeed { seed: 0, deal: 0 }))
}

impl<G: Recorded + Playable> Table for Open<G> {
    fn info(&self) -> &GameInfo {
        &self.info
    }

    fn players(&self) -> usize {
        self.games[0].players()
    }

    fn rules(&self, number: usize) -> &Value {
        &self.rules[number]
    }

    fn items(&self) -> Option<&'static ItemTable> {
        self.games[0].items()
    }

    fn can_lead(&self) -> bool {
        let by = self.games[0].interventions();
        by.is_some_and(|by| by.lead(&mut start(&self.games[0]), Seat::new(0)))
    }

    fn deals_alike(&self) -> bool {
        (0..ALIKE).map(|deal| DealSeed { seed: 0, deal }).all(|seed| {
            let first = self.games[0].deal(seed).to_data();
            self.games[1..].iter().all(|game| game.deal(seed).to_data() == first)
        })
    }

    fn starts_alike(&self) -> bool {
        let first = start(&self.games[0]);
        self.games[1..].iter().all(|game| start(game) == first)
    }

    fn action(&self, text: &str) -> Result<String, ParseError> {
        text.parse::<G::Action>().map(|action| action.to_string())
    }

    fn weight_counts(&self, key: &str) -> bool {
        <G::Heuristic as Heuristic<G>>::counts(&self.games[0], key)
    }

    fn check_branches(&self, branches: &BranchTask<'_>) -> Result<(), (String, String)> {
        Actions::<G>::of(branches, self.games.len()).map(drop)
    }

    fn perft(
        &self,
        deal: Option<&Value>,
        seed: DealSeed,
    ) -> Result<Box<dyn Fn(u32) -> u64 + '_>, KeyError> {
        let game = &self.games[0];
        let deal = match deal {
            None => game.deal(seed),
            Some(values) => game.read_deal(values)?,
        };
        let state = game.state(&deal);
        Ok(Box::new(move |depth| game.perft(&state, depth)))
    }

    fn seat(&self, agents: &[Seated]) -> Result<Box<dyn Crew>, SpecError> {
        let build = |agent: &Seated| {
            Player::rebuild(&agent.spec, agent.weights.as_deref(), &self.games[agent.rules])
        };
        let players = agents.iter().map(build).collect::<Result<_, _>>()?;
        Ok(Box::new(Aboard { games: Arc::clone(&self.games), players }))
    }
}

/// See [`Crew`].
struct Aboard<G: Playable> {
    /// By number of the rule set.
    games: Arc<[G]>,
    players: Vec<Player<G>>,
}

impl<G: Recorded + Playable> Crew for Aboard<G> {
    fn ready(&self) -> Result<(), (usize, AgentError)> {
        let mut players = self.players.iter().enumerate();
        players.try_for_each(|(number, player)| player.ready().map_err(|reason| (number, reason)))
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
