//! What is compiled for each variant of each game; keep it small.

use std::cell::LazyCell;
use std::ops::Range;
use std::sync::{Arc, OnceLock, atomic::AtomicBool};

use drakkar_agents::agent::{Agent, AgentError};
use drakkar_agents::features::{Features, Input};
use drakkar_agents::heuristic::{Heuristic, Playable};
use drakkar_agents::{player::Player, spec::SpecError};
use drakkar_engine::error::{KeyError, ParseError};
use drakkar_engine::record::{Verifier, rule_set_line};
use drakkar_engine::seed::DealSeed;
use drakkar_engine::{data::ToData, item::ItemTable, outcome::Outcome};
use drakkar_engine::{recorded::Recorded, seat::PerSeat, seat::Seat};
use drakkar_learn::positions::Positions;
use drakkar_stats::luck::Game as Lucky;
use serde_json::Value;

use crate::actions::Actions;
use crate::branch_task::BranchTask;
use crate::discovery::{Discovery, DiscoveryQuery, discovery};
use crate::erased::{Crew, Playthrough, Seated, Table};
use crate::info::GameInfo;
use crate::lab::{Lab, RulesError, Variant};
use crate::luck::{Luck, luck};
use crate::opinion::Opinion;
use crate::playthrough::Playing;
use crate::position::{GamePosition, PositionError};
use crate::rows_of_games::RowsOfGames;
use crate::samples::{SampleSettings, sample};
use crate::setting::{Inputs, NumberedActions, Setting};
use crate::typed_position::TypedPosition;
use crate::typed_rows::TypedRows;
use crate::{batch::PlayBlocks, task::Task, worker::Worker};

fn variant<G: Recorded + Playable>() -> Variant {
    Variant {
        covers: |rules| G::read_rules(rules).map_or(true, |rule_set| G::covers(&rule_set)),
        read_rules: |toml| Ok(G::read_toml(toml)?.to_data()),
        read_weights: |toml| Ok(G::Heuristic::from_toml(toml)?.to_toml()),
        open: |rules, players| Ok(Box::new(TypedTable::<G>::new(rules, players)?)),
        replay: |record| Ok(Box::new(Playing::<G>::recorded(record)?)),
        verifier: || {
            let mut verifier = Verifier::<G>::new();
            Box::new(move |record| verifier.verify(record).map(drop))
        },
    }
}

/// The game `G`, which does not compile if it has more than [`MAX_SEATS`](drakkar_engine::seat::MAX_SEATS) seats.
pub fn lab<G: Recorded + Playable>() -> Lab {
    Lab { info: GameInfo::of::<G>(), variants: vec![variant::<G>()], drawing: "" }
}

impl Lab {
    /// A variant that is smaller or faster and plays by the rule sets that it [covers](Recorded::covers).
    #[must_use]
    pub fn with_variant<G: Recorded + Playable>(mut self) -> Lab {
        assert_eq!(G::ID, self.info.id, "a variant has the name of its game");
        self.variants.insert(0, variant::<G>());
        self
    }
}

const ALIKE: u64 = 8;

struct TypedTable<G: Recorded + Playable> {
    info: GameInfo,
    games: Arc<[G]>,
    rules: Vec<Arc<Value>>,
    setting: OnceLock<Arc<Setting<G>>>,
}

impl<G: Recorded + Playable> TypedTable<G> {
    fn new(rules: &[Arc<Value>], players: usize) -> Result<TypedTable<G>, RulesError> {
        let game = |(number, values): (usize, &Arc<Value>)| {
            let game = G::read_rules(values).and_then(|rule_set| G::new(rule_set, players));
            game.map_err(|error| RulesError { number, error })
        };
        let games = rules.iter().enumerate().map(game).collect::<Result<_, _>>()?;
        let (rules, setting) = (rules.to_vec(), OnceLock::new());
        Ok(TypedTable { info: GameInfo::of::<G>(), games, rules, setting })
    }

    fn setting(&self) -> &Arc<Setting<G>> {
        self.setting.get_or_init(|| Arc::new(Setting::new(&self.games[0])))
    }

    /// The texts of all actions, of which some may belong to one of the rule sets only.
    fn texts(&self) -> Option<Vec<String>> {
        let mut texts = self.actions()?.to_vec();
        for game in &self.games[1..] {
            texts.extend(NumberedActions::of(game)?.texts);
        }
        Some(texts)
    }
}

fn start<G: Recorded>(game: &G) -> G::State {
    game.state(&game.deal(DealSeed { seed: 0, deal: 0 }))
}

impl<G: Recorded + Playable> Table for TypedTable<G> {
    fn info(&self) -> &GameInfo {
        &self.info
    }

    fn players(&self) -> usize {
        self.games[0].players()
    }

    fn rules(&self, number: usize) -> &Arc<Value> {
        &self.rules[number]
    }

    fn items(&self) -> Option<&'static ItemTable> {
        self.games[0].items()
    }

    fn copies(&self, item: usize) -> u64 {
        self.games[0].interventions().map_or(1, |by| by.copies(item))
    }

    fn can_lead(&self) -> bool {
        let by = self.games[0].interventions();
        let start = &mut start(&self.games[0]);
        by.is_some_and(|by| by.first(start).is_some() && by.lead(start, Seat::new(0)))
    }

    fn deals_alike(&self) -> bool {
        (0..ALIKE).all(|deal| {
            let deal = |game: &G| game.deal(DealSeed { seed: 0, deal }).to_data();
            let first = deal(&self.games[0]);
            self.games[1..].iter().all(|game| deal(game) == first)
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

    fn inputs(&self) -> Vec<Input> {
        Inputs::<G>::new(&self.games[0]).inputs(&self.games[0])
    }

    fn check_branches(&self, branches: &BranchTask<'_>) -> Result<(), (String, String)> {
        Actions::<G::Action>::of(Some(branches)).map(drop)?;
        branches.check()
    }

    fn record_head(&self) -> String {
        self.games.iter().map(|game| rule_set_line(game).0 + "\n").collect()
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

    fn most_decisions(&self) -> u32 {
        G::MOST_DECISIONS
    }

    fn actions(&self) -> Option<&[String]> {
        Some(&self.setting().numbered.as_ref()?.texts)
    }

    fn position(&self, deal: DealSeed) -> Box<dyn GamePosition> {
        let setting = Arc::clone(self.setting());
        Box::new(TypedPosition::new(setting, deal, self.games[0].deal(deal)))
    }

    fn position_of(&self, deal: &Value) -> Result<Box<dyn GamePosition>, KeyError> {
        let (setting, seed) = (Arc::clone(self.setting()), DealSeed { seed: 0, deal: 0 });
        Ok(Box::new(TypedPosition::new(setting, seed, self.games[0].read_deal(deal)?)))
    }

    fn recall(&self, log: &Value) -> Result<Box<dyn GamePosition>, PositionError> {
        Ok(Box::new(TypedPosition::from_log(Arc::clone(self.setting()), log)?))
    }

    fn rows_of_games(&self, rows: usize, seed: u64) -> Box<dyn RowsOfGames> {
        Box::new(TypedRows::new(Arc::clone(self.setting()), rows, seed))
    }

    fn seat(&self, agents: &[Seated]) -> Result<Box<dyn Crew>, SpecError> {
        let mut players = Vec::with_capacity(agents.len());
        let actions = LazyCell::new(|| self.texts());
        for Seated { spec, weights, net, rules, barred } in agents {
            spec.check_restriction(|| actions.as_deref())?;
            let spec = &spec.barred(barred.as_ref());
            let player = Player::rebuild(spec, weights.as_deref(), &self.games[*rules])?;
            if let Some(net) = net {
                player.check_net(spec, net)?;
            }
            players.push(player);
        }
        Ok(Box::new(TypedCrew { games: Arc::clone(&self.games), players }))
    }
}

struct TypedCrew<G: Playable> {
    games: Arc<[G]>,
    players: Vec<Player<G>>,
}

impl<G: Recorded + Playable> TypedCrew<G> {
    /// A position of a table with this game, rule set and number of seats.
    fn here<'p>(
        &self,
        position: &'p dyn GamePosition,
    ) -> Result<&'p TypedPosition<G>, PositionError> {
        let position = position.as_any().downcast_ref::<TypedPosition<G>>();
        let position = position.filter(|position| position.plays(&self.games[0]));
        position.ok_or(PositionError::Stranger)
    }
}

impl<G: Recorded + Playable> Crew for TypedCrew<G> {
    fn ready(&self) -> Result<(), (usize, AgentError)> {
        for (number, player) in self.players.iter().enumerate() {
            player.ready().map_err(|reason| (number, reason))?;
        }
        Ok(())
    }

    fn weights(&self, agent: usize) -> [Option<String>; 2] {
        let agent = &self.players[agent];
        [agent.weights_toml(), agent.net().map(|net| net.sha256().to_owned())]
    }

    fn worker<'a>(&'a self, task: &'a Task<'a>, stop: Arc<AtomicBool>) -> PlayBlocks<'a> {
        let mut worker = Worker::new(task, &self.games, &self.players, stop);
        Box::new(move |blocks| worker.play(blocks))
    }

    fn discovery(&self, agent: usize, query: &DiscoveryQuery<'_>) -> Result<Discovery, String> {
        discovery(&self.games[0], &mut self.players[agent].clone(), query)
    }

    fn sample(
        &self,
        query: &SampleSettings,
        deals: Range<u64>,
        stop: &AtomicBool,
    ) -> Result<Option<Positions>, String> {
        sample(&self.games[0], &mut self.players.clone(), query, deals, stop)
    }

    fn luck(&self, query: &Luck, game: u64, stop: &AtomicBool) -> Result<Option<Lucky>, String> {
        luck(&self.games[0], &mut self.players.clone(), query, game, stop)
    }

    fn playthrough(&self, deal: DealSeed) -> Box<dyn Playthrough + '_> {
        Box::new(Playing::new(&self.games[0], self.players.clone(), deal))
    }

    fn ask(
        &self,
        agent: usize,
        position: &dyn GamePosition,
        seed: u64,
    ) -> Result<String, PositionError> {
        let (position, agent) = (self.here(position)?, &mut self.players[agent].clone());
        Ok(position.told_by(agent, seed, |node, agent| node.choice(agent))?.to_string())
    }

    fn think(
        &self,
        agent: usize,
        position: &dyn GamePosition,
        seed: u64,
    ) -> Result<Opinion, PositionError> {
        let (position, agent) = (self.here(position)?, &mut self.players[agent].clone());
        let found = position.told_by(agent, seed, |node, agent| node.analysis(agent))?;
        Ok(Opinion::new(found, position.legal()))
    }

    fn playout(
        &self,
        agents: &[usize],
        position: &dyn GamePosition,
        seed: u64,
    ) -> Result<Outcome, PositionError> {
        let position = self.here(position)?;
        // A different agent for each seat, since each keeps what it saw.
        let mut players: Vec<_> = agents.iter().map(|&agent| self.players[agent].clone()).collect();
        let order = PerSeat::from_fn(position.players(), |seat| seat.index() as u8);
        position.playout(&mut players, &order, seed)
    }
}
