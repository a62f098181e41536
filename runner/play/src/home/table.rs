//! A game under its rule sets.

use std::sync::Arc;

use drakkar_agents::heuristic::{Heuristic, Playable};
use drakkar_agents::player::Player;
use drakkar_agents::spec::SpecError;
use drakkar_engine::data::ToData;
use drakkar_engine::error::{KeyError, ParseError};
use drakkar_engine::item::ItemTable;
use drakkar_engine::recorded::Recorded;
use drakkar_engine::seat::Seat;
use drakkar_engine::seed::DealSeed;
use serde_json::Value;

use crate::branch::{Actions, BranchTask};
use crate::door::{Crew, Seated, Table};
use crate::home::crew::Aboard;
use crate::lab::{GameInfo, RulesError};

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

    fn first(&self) -> G::State {
        start(&self.games[0])
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
        by.is_some_and(|by| by.lead(&mut self.first(), Seat::new(0)))
    }

    fn deals_alike(&self) -> Result<bool, KeyError> {
        for deal in 0..ALIKE {
            let mut deals =
                self.games.iter().map(|game| game.deal(DealSeed { seed: 0, deal }).to_data());
            let first = deals.next();
            if deals.any(|other| Some(other) != first) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn starts_alike(&self) -> bool {
        let first = self.first();
        self.games.iter().all(|game| start(game) == first)
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
