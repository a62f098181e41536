//! The code that is compiled for each game: the path from the door to its rules and agents.
//!
//! Nothing else in the runner is generic over a game. Keep it small: every line here is compiled once
//! for each variant of each game.

use std::ops::Range;
use std::sync::{Arc, atomic::AtomicBool};

use drakkar_agents::agent::{Agent, AgentError};
use drakkar_agents::features::{Features, Input};
use drakkar_agents::heuristic::{Heuristic, Playable};
use drakkar_agents::{player::Player, spec::SpecError};
use drakkar_engine::error::{Endless, KeyError, ParseError};
use drakkar_engine::past::Past;
use drakkar_engine::record::{Origin, Record, Replay, verify};
use drakkar_engine::seed::DealSeed;
use drakkar_engine::{data::ToData, fact::Ledger, item::ItemTable, outcome::Outcome};
use drakkar_engine::{recorded::Recorded, seat::Seat};
use drakkar_learn::positions::Positions;
use drakkar_stats::luck::Game as Lucky;
use serde_json::Value;

use crate::actions::Actions;
use crate::again::{Again, Inputs, legal_texts};
use crate::branch_task::BranchTask;
use crate::door::{Crew, Dialogue, Seated, Table};
use crate::game::{Keys, choice, keys};
use crate::harvest::{Harvest, harvest};
use crate::info::GameInfo;
use crate::lab::{Lab, RulesError, Variant};
use crate::luck::{Luck, luck};
use crate::pilot::{Pilot, Quest, pilot};
use crate::{slice::Worker, task::Task, worker::GameWorker};

/// The variant of a game that `G` is.
fn variant<G: Recorded + Playable>() -> Variant {
    Variant {
        covers: |rules| G::read_rules(rules).map_or(true, |rule_set| G::covers(&rule_set)),
        read_rules: |toml| Ok(G::read_toml(toml)?.to_data()),
        read_weights: |toml| Ok(G::Heuristic::from_toml(toml)?.to_toml()),
        open: |rules, players| Ok(Box::new(Open::<G>::new(rules, players)?)),
        replay: |record| {
            let (replay, index) = (Replay::<G>::new(record)?, record.game_index);
            Ok(Box::new(Again::new(replay, index)))
        },
        verify: |record| verify::<G>(record).map(drop),
    }
}

/// The game `G`, which does not compile if it has more than [`MAX_SEATS`](drakkar_engine::seat::MAX_SEATS) seats.
pub fn lab<G: Recorded + Playable>() -> Lab {
    Lab { info: GameInfo::of::<G>(), variants: vec![variant::<G>()] }
}

impl Lab {
    /// The same game with a variant that is smaller or faster and plays by the rule sets that it
    /// [covers](Recorded::covers).
    #[must_use]
    pub fn with_variant<G: Recorded + Playable>(mut self) -> Lab {
        assert_eq!(G::ID, self.info.id, "a variant has the name of its game");
        self.variants.insert(0, variant::<G>());
        self
    }
}

/// Deals that are compared between rule sets.
const ALIKE: u64 = 8;

/// See [`Table`].
struct Open<G> {
    info: GameInfo,
    games: Arc<[G]>,
    rules: Vec<Value>,
}

impl<G: Recorded + Playable> Open<G> {
    fn new(rules: &[Value], players: usize) -> Result<Open<G>, RulesError> {
        let mut games = Vec::new();
        for (number, values) in rules.iter().enumerate() {
            match G::read_rules(values).and_then(|rule_set| G::new(rule_set, players)) {
                Ok(game) => games.push(game),
                Err(error) => return Err(RulesError { number, error }),
            }
        }
        Ok(Open { info: GameInfo::of::<G>(), games: games.into(), rules: rules.to_vec() })
    }
}

/// Whether the first deals, as `deal` gives them by numbers of rule set and deal, are the same
/// under all rules.
fn all_alike(rule_sets: usize, deals: u64, deal: &dyn Fn(usize, u64) -> Value) -> bool {
    (0..deals).all(|number| {
        let first = deal(0, number);
        (1..rule_sets).all(|rules| deal(rules, number) == first)
    })
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

    fn copies(&self, item: usize) -> u64 {
        self.games[0].interventions().map_or(1, |by| by.copies(item))
    }

    fn can_lead(&self) -> bool {
        let by = self.games[0].interventions();
        let start = &mut start(&self.games[0]);
        by.is_some_and(|by| by.first(start).is_some() && by.lead(start, Seat::new(0)))
    }

    fn deals_alike(&self) -> bool {
        let deal =
            |rules: usize, deal| self.games[rules].deal(DealSeed { seed: 0, deal }).to_data();
        all_alike(self.games.len(), ALIKE, &deal)
    }

    fn starts_alike(&self) -> bool {
        let first = start(&self.games[0]);
        for game in &self.games[1..] {
            if start(game) != first {
                return false;
            }
        }
        true
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
        Actions::<G::Action>::of(branches, self.games.len()).map(drop)
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
        let mut players = Vec::with_capacity(agents.len());
        for Seated { spec, weights, net, rules } in agents {
            let player = Player::rebuild(spec, weights.as_deref(), &self.games[*rules])?;
            if let Some(net) = net {
                player.check_net(spec, net)?;
            }
            players.push(player);
        }
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
        for (number, player) in self.players.iter().enumerate() {
            player.ready().map_err(|reason| (number, reason))?;
        }
        Ok(())
    }

    fn weights(&self, agent: usize) -> Option<String> {
        self.players[agent].weights_toml()
    }

    fn net(&self, agent: usize) -> Option<String> {
        self.players[agent].net().map(|net| net.sha256().to_owned())
    }

    fn worker<'a>(&'a self, task: &'a Task<'a>, stop: Arc<AtomicBool>) -> Box<dyn Worker + 'a> {
        Box::new(GameWorker::new(task, &self.games, &self.players, stop))
    }

    fn pilot(&self, agent: usize, quest: &Quest<'_>) -> Result<Pilot, String> {
        pilot(&self.games[0], &mut self.players[agent].clone(), quest)
    }

    fn harvest(
        &self,
        quest: &Harvest,
        deals: Range<u64>,
        stop: &AtomicBool,
    ) -> Result<Option<Positions>, String> {
        harvest(&self.games[0], &mut self.players.clone(), quest, deals, stop)
    }

    fn luck(&self, quest: &Luck, game: u64, stop: &AtomicBool) -> Result<Option<Lucky>, String> {
        luck(&self.games[0], &mut self.players.clone(), quest, game, stop)
    }

    fn dialogue(&self, deal: DealSeed) -> Box<dyn Dialogue + '_> {
        Box::new(Alone::new(&self.games[0], self.players.clone(), deal))
    }
}

/// A game that is played decision by decision; see [`Dialogue`].
struct Alone<'g, G: Recorded + Playable> {
    game: &'g G,
    players: Vec<Player<G>>,
    seed: DealSeed,
    keys: Keys,
    deal: G::Deal,
    state: G::State,
    ledger: Ledger<G::Scoring>,
    decisions: Vec<(Seat, G::Action, u32)>,
    /// The state before each of the decisions, and how many scorings there were.
    before: Vec<(G::State, usize)>,
    past: Past<G>,
}

impl<'g, G: Recorded + Playable> Alone<'g, G> {
    fn new(game: &'g G, mut players: Vec<Player<G>>, seed: DealSeed) -> Alone<'g, G> {
        let deal = game.deal(seed);
        for player in &mut players {
            player.start_game();
        }
        let mut ledger = Ledger::new(game.players(), G::FACTS.len());
        game.opening(&deal, &mut ledger);
        Alone {
            state: game.state(&deal),
            ledger,
            keys: keys(seed.seed, seed.deal, 0, game.players()),
            decisions: Vec::new(),
            before: Vec::new(),
            past: Past::new(),
            game,
            players,
            seed,
            deal,
        }
    }

    fn play(&mut self, seat: Seat, action: G::Action) -> String {
        self.decisions.push((seat, action, self.game.count_legal(&self.state)));
        self.before.push((self.state, self.ledger.scorings().len()));
        self.past.note(self.game, &self.state, seat, action);
        self.game.apply_unchecked(&mut self.state, action, &mut self.ledger);
        action.to_string()
    }
}

impl<G: Recorded + Playable> Dialogue for Alone<'_, G> {
    fn to_move(&self) -> Option<Seat> {
        self.game.to_move(&self.state)
    }

    fn view_text(&self, seat: Seat) -> String {
        self.game.view(&self.state, seat).text()
    }

    fn legal(&self) -> Vec<String> {
        legal_texts(self.game, &self.state)
    }

    fn told(&self, decision: usize) -> Option<String> {
        let (_, action, _) = self.decisions[decision];
        self.game.told(&self.before[decision].0, action, &self.state)
    }

    fn announced(&self, after: Option<usize>) -> Vec<String> {
        let scorings = self.ledger.scorings();
        let start = |decision: usize| self.before.get(decision).map_or(scorings.len(), |it| it.1);
        let range = after.map_or(0, start)..start(after.map_or(0, |after| after + 1));
        let mut lines = Vec::new();
        for scoring in &scorings[range] {
            lines.extend(self.game.announced(scoring));
        }
        lines
    }

    fn choose(&mut self, k: usize) -> String {
        let seat = self.to_move().expect("the game is not over");
        assert!(k < self.game.count_legal(&self.state) as usize, "there is no action {k}");
        self.play(seat, self.game.nth_legal(&self.state, k as u32))
    }

    fn ask(&mut self, agent: usize) -> Result<String, String> {
        let seat = self.to_move().ok_or("the game is over")?;
        if self.decisions.len() >= G::MOST_DECISIONS as usize {
            return Err(Endless { decisions: G::MOST_DECISIONS }.to_string());
        }
        let (player, past) = (&mut self.players[agent], &mut self.past);
        let action = choice(player, self.game, &self.state, seat, &self.keys, past)
            .map_err(|foul| foul.to_string())?;
        Ok(self.play(seat, action))
    }

    fn outcome(&self) -> Outcome {
        self.game.outcome(&self.state)
    }

    fn table_text(&self) -> String {
        self.game.text(&self.state, None)
    }

    fn record(&self, rules: &str, agents: &[String]) -> Record {
        let DealSeed { seed, deal } = self.seed;
        let origin = Origin { rules, agents, seed, game_index: deal };
        Record::of_game(self.game, origin, &self.deal, &self.decisions, &self.ledger, &self.state)
    }
}
