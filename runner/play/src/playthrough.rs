//! One game, decision by decision, through the erased traits; generic, so kept small.

use std::cell::OnceCell;

use drakkar_agents::agent::{Agent, AgentError};
use drakkar_agents::features::{Features, Input, Seen};
use drakkar_agents::heuristic::Playable;
use drakkar_agents::{player::Player, spec::SpecError};
use drakkar_engine::past::Past;
use drakkar_engine::record::{Origin, PlayedGame, Record, Replay, Step};
use drakkar_engine::seed::DealSeed;
use drakkar_engine::{data::ToData, error::Endless, error::KeyError};
use drakkar_engine::{outcome::Outcome, recorded::Recorded, seat::Seat};
use serde_json::Value;

use crate::erased::{Move, Playthrough, Seated};
use crate::game::{DecisionNode, keys};
use crate::opinion::Opinion;
use crate::setting::{Inputs, NumberedActions};

pub(crate) struct Playing<'g, G: Recorded + Playable> {
    replay: Box<Replay<'g, G>>,
    /// Of a game that is played, which is in no record yet.
    deal: Option<G::Deal>,
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

impl<'g, G: Recorded + Playable> Playing<'g, G> {
    pub(crate) fn new(game: &'g G, mut players: Vec<Player<G>>, seed: DealSeed) -> Playing<'g, G> {
        let deal = game.deal(seed);
        players.iter_mut().for_each(Player::start_game);
        let replay = Replay::live(game.clone(), &deal);
        Playing { players, deal: Some(deal), ..Playing::of(replay, seed) }
    }

    pub(crate) fn recorded(record: &'g Record) -> Result<Playing<'g, G>, KeyError> {
        Ok(Playing::of(Replay::new(record)?, DealSeed { seed: 0, deal: record.game_index }))
    }

    fn of(replay: Replay<'g, G>, seed: DealSeed) -> Playing<'g, G> {
        let (replay, players, decisions) = (Box::new(replay), Vec::new(), Vec::new());
        let (before, past, features) = (Vec::new(), Past::new(), OnceCell::new());
        let (deal, adviser) = (None, None);
        Playing { replay, deal, seed, players, adviser, decisions, before, past, features }
    }

    fn game(&self) -> &G {
        self.replay.game()
    }

    fn state(&self) -> &G::State {
        self.replay.state()
    }

    fn features(&self) -> &Inputs<G> {
        self.features.get_or_init(|| Inputs::<G>::new(self.game()))
    }

    fn play(&mut self, seat: Seat, action: G::Action) -> String {
        assert!(self.deal.is_some(), "a record is replayed as it is");
        self.decisions.push((seat, action, self.count_legal()));
        self.before.push((*self.state(), self.replay.ledger().scorings().len()));
        self.past.note(self.replay.game(), self.replay.state(), seat, action);
        self.replay.apply(action);
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
        self.replay.ledger().facts(seat)
    }

    fn scorings(&self, from: usize) -> Vec<(Value, Option<String>)> {
        let scorings = self.replay.ledger().scorings()[from..].iter();
        scorings.map(|scoring| (scoring.to_data(), self.game().announced(scoring))).collect()
    }

    fn public_text(&self, decision: usize) -> Option<String> {
        let &(_, action, _) = self.decisions.get(decision)?;
        self.game().public_text(&self.before[decision].0, action, self.state())
    }

    fn announced(&self, after: Option<usize>) -> Vec<String> {
        let scorings = self.replay.ledger().scorings();
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
        let (game, state) = (self.replay.game(), self.replay.state());
        let keys = &keys(self.seed.seed, self.seed.deal, 0, game.players());
        let node = DecisionNode { game, state, seat, keys, past: Some(&mut self.past) };
        let action = node.choice(&mut self.players[agent]).map_err(|foul| foul.to_string())?;
        Ok(self.play(seat, action))
    }

    fn record(&self, rules: &str, agents: &[String], names: &[Option<String>]) -> Record {
        let deal = self.deal.as_ref().expect("a record is replayed as it is");
        let DealSeed { seed, deal: game_index } = self.seed;
        let origin = Origin { rules, agents, names, seed, game_index };
        let (game, decisions, ledger) = (self.game(), &self.decisions, self.replay.ledger());
        PlayedGame { game, deal, decisions, ledger, end: self.state() }.record(origin)
    }

    fn step(&mut self) -> Option<Result<Move, KeyError>> {
        let step = self.replay.next()?;
        Some(step.map(|Step { index, before, seat, action, legal }| {
            self.past.note(self.replay.game(), &before, seat, action);
            Move { index, before: (), seat, action: action.to_string(), legal }
        }))
    }

    fn engage(&mut self, agent: &Seated) -> Result<Result<(), AgentError>, SpecError> {
        agent.spec.check_restriction(|| Some(NumberedActions::of(self.game())?.texts))?;
        let mut player = Player::rebuild(&agent.spec, agent.weights.as_deref(), self.game())?;
        let ready = player.ready();
        player.start_game();
        self.adviser = Some(player);
        Ok(ready)
    }

    fn think(&mut self, seed: u64) -> Result<Opinion, AgentError> {
        let seat = self.to_move().expect("the game is not over");
        let legal = self.legal();
        let (game, state) = (self.replay.game(), self.replay.state());
        let adviser = self.adviser.as_mut().expect("an agent is engaged");
        let keys = &keys(seed, self.seed.deal, 0, game.players());
        let node = DecisionNode { game, state, seat, keys, past: Some(&mut self.past) };
        let found = node.analysis(adviser).map_err(|foul| foul.fault)?;
        Ok(Opinion::new(found, legal))
    }
}
