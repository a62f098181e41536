//! One game, decision by decision, through the door; generic, so kept small.

use std::cell::OnceCell;

use drakkar_agents::agent::{Agent, AgentError};
use drakkar_agents::features::{Features, Input, Seen};
use drakkar_agents::heuristic::Playable;
use drakkar_agents::{player::Player, spec::SpecError};
use drakkar_engine::past::Past;
use drakkar_engine::record::{Origin, PlayedGame, Record, Replay, Step};
use drakkar_engine::seed::DealSeed;
use drakkar_engine::{data::ToData, error::Endless, error::KeyError, fact::Ledger};
use drakkar_engine::{outcome::Outcome, recorded::Recorded, seat::Seat};
use serde_json::Value;

use crate::door::{Move, Playthrough, Seated};
use crate::game::{DecisionNode, keys};
use crate::opinion::Opinion;
use crate::setting::Inputs;

pub(crate) struct Playing<'g, G: Recorded + Playable> {
    source: Source<'g, G>,
    /// Its master seed, and its number in its run, which is that of its deal.
    seed: DealSeed,
    players: Vec<Player<G>>,
    adviser: Option<Player<G>>,
    decisions: Vec<(Seat, G::Action, u32)>,
    /// The state before each of the decisions, and how many scorings there were.
    before: Vec<(G::State, usize)>,
    past: Past<G>,
    features: OnceCell<Inputs<G>>,
}

enum Source<'g, G: Recorded> {
    Live { game: &'g G, deal: G::Deal, state: G::State, ledger: Box<Ledger<G::Scoring>> },
    Record(Box<Replay<'g, G>>),
}

impl<'g, G: Recorded + Playable> Playing<'g, G> {
    pub(crate) fn new(game: &'g G, mut players: Vec<Player<G>>, seed: DealSeed) -> Playing<'g, G> {
        let deal = game.deal(seed);
        players.iter_mut().for_each(Player::start_game);
        let mut ledger = Box::new(Ledger::new(game.players(), G::FACTS.len()));
        game.opening(&deal, &mut *ledger);
        let state = game.state(&deal);
        Playing::of(Source::Live { game, deal, state, ledger }, players, seed)
    }

    pub(crate) fn recorded(record: &'g Record) -> Result<Playing<'g, G>, KeyError> {
        let source = Source::Record(Box::new(Replay::new(record)?));
        Ok(Playing::of(source, Vec::new(), DealSeed { seed: 0, deal: record.game_index }))
    }

    fn of(source: Source<'g, G>, players: Vec<Player<G>>, seed: DealSeed) -> Playing<'g, G> {
        let (decisions, before, past) = (Vec::new(), Vec::new(), Past::new());
        let (adviser, features) = (None, OnceCell::new());
        Playing { source, seed, players, adviser, decisions, before, past, features }
    }

    fn game(&self) -> &G {
        match &self.source {
            Source::Live { game, .. } => game,
            Source::Record(replay) => replay.game(),
        }
    }

    fn state(&self) -> &G::State {
        match &self.source {
            Source::Live { state, .. } => state,
            Source::Record(replay) => replay.state(),
        }
    }

    fn ledger(&self) -> &Ledger<G::Scoring> {
        match &self.source {
            Source::Live { ledger, .. } => ledger,
            Source::Record(replay) => replay.ledger(),
        }
    }

    fn features(&self) -> &Inputs<G> {
        self.features.get_or_init(|| Inputs::<G>::new(self.game()))
    }

    fn play(&mut self, seat: Seat, action: G::Action) -> String {
        let Source::Live { game, state, ledger, .. } = &mut self.source else {
            panic!("a record is replayed as it is");
        };
        self.decisions.push((seat, action, game.count_legal(state)));
        self.before.push((*state, ledger.scorings().len()));
        self.past.note(game, state, seat, action);
        game.apply_unchecked(state, action, &mut Some(&mut **ledger));
        action.to_string()
    }
}

impl<G: Recorded + Playable> Playthrough for Playing<'_, G> {
    fn to_move(&self) -> Option<Seat> {
        self.game().to_move(self.state())
    }

    fn count_legal(&self) -> u32 {
        self.game().count_legal(self.state())
    }

    fn legal(&self) -> Vec<String> {
        let (game, state) = (self.game(), self.state());
        (0..game.count_legal(state)).map(|k| game.nth_legal(state, k).to_string()).collect()
    }

    fn outcome(&self) -> Outcome {
        self.game().outcome(self.state())
    }

    fn text(&self, seat: Option<Seat>) -> String {
        self.game().text(self.state(), seat)
    }

    fn about(&self) -> String {
        self.game().about()
    }

    fn epoch(&self) -> u32 {
        self.game().epoch(self.state())
    }

    fn scene(&self) -> Option<Value> {
        self.game().scene(self.state())
    }

    fn inputs(&self) -> Vec<Input> {
        self.features().inputs(self.game())
    }

    fn see(&self) -> Vec<Seen> {
        let see =
            |seat| self.features().see(self.game(), self.state(), seat, &mut Vec::new()).to_vec();
        self.to_move().map(see).unwrap_or_default()
    }

    fn facts(&self, seat: Seat) -> &[i32] {
        self.ledger().facts(seat)
    }

    fn scorings(&self, from: usize) -> Vec<(Value, Option<String>)> {
        let scorings = self.ledger().scorings()[from..].iter();
        scorings.map(|scoring| (scoring.to_data(), self.game().announced(scoring))).collect()
    }

    fn told(&self, decision: usize) -> Option<String> {
        let &(_, action, _) = self.decisions.get(decision)?;
        self.game().told(&self.before[decision].0, action, self.state())
    }

    fn announced(&self, after: Option<usize>) -> Vec<String> {
        let scorings = self.ledger().scorings();
        let start = |decision: usize| self.before.get(decision).map_or(scorings.len(), |it| it.1);
        let range = after.map_or(0, start)..start(after.map_or(0, |after| after + 1));
        scorings[range].iter().filter_map(|scoring| self.game().announced(scoring)).collect()
    }

    fn choose(&mut self, k: usize) -> String {
        let seat = self.to_move().expect("the game is not over");
        assert!(k < self.count_legal() as usize, "there is no action {k}");
        let action = self.game().nth_legal(self.state(), k as u32);
        self.play(seat, action)
    }

    fn ask(&mut self, agent: usize) -> Result<String, String> {
        let seat = self.to_move().ok_or("the game is over")?;
        if self.decisions.len() >= G::MOST_DECISIONS as usize {
            return Err(Endless { decisions: G::MOST_DECISIONS }.to_string());
        }
        let Source::Live { game, state, .. } = &self.source else {
            panic!("a record is replayed as it is");
        };
        let keys = keys(self.seed.seed, self.seed.deal, 0, game.players());
        let node = DecisionNode { game: *game, state, seat, keys: &keys, past: &mut self.past };
        let action = node.choice(&mut self.players[agent]).map_err(|foul| foul.to_string())?;
        Ok(self.play(seat, action))
    }

    fn record(&self, rules: &str, agents: &[String], names: &[Option<String>]) -> Record {
        let Source::Live { game, deal, state, ledger } = &self.source else {
            panic!("a record is replayed as it is");
        };
        let DealSeed { seed, deal: game_index } = self.seed;
        let origin = Origin { rules, agents, names, seed, game_index };
        let decisions = &self.decisions;
        PlayedGame { game: *game, deal, decisions, ledger, end: state }.record(origin)
    }

    fn step(&mut self) -> Option<Result<Move, KeyError>> {
        let Source::Record(replay) = &mut self.source else { return None };
        let step = replay.next()?;
        Some(step.map(|Step { index, before, seat, action, legal }| {
            self.past.note(replay.game(), &before, seat, action);
            Move { index, before: (), seat, action: action.to_string(), legal }
        }))
    }

    fn engage(&mut self, agent: &Seated) -> Result<Result<(), AgentError>, SpecError> {
        let mut player = Player::rebuild(&agent.spec, agent.weights.as_deref(), self.game())?;
        let ready = player.ready();
        player.start_game();
        self.adviser = Some(player);
        Ok(ready)
    }

    fn think(&mut self, seed: u64) -> Result<Opinion, AgentError> {
        let seat = self.to_move().expect("the game is not over");
        let legal = self.legal();
        let (game, state) = match &self.source {
            Source::Live { game, state, .. } => (*game, state),
            Source::Record(replay) => (replay.game(), replay.state()),
        };
        let adviser = self.adviser.as_mut().expect("an agent is engaged");
        let keys = &keys(seed, self.seed.deal, 0, game.players());
        let node = DecisionNode { game, state, seat, keys, past: &mut self.past };
        let found = node.analysis(adviser).map_err(|foul| foul.fault)?;
        Ok(Opinion::new(found, legal))
    }
}
