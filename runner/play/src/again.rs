//! A recorded game through the door; generic, so kept small.

use std::cell::OnceCell;

use drakkar_agents::agent::{Agent, AgentError};
use drakkar_agents::features::{Features, Input, Seen};
use drakkar_agents::heuristic::{Heuristic, Playable};
use drakkar_agents::{player::Player, spec::SpecError};
use drakkar_engine::past::Past;
use drakkar_engine::record::{Replay, Step};
use drakkar_engine::{data::ToData, error::KeyError, outcome::Outcome, recorded::Recorded};
use drakkar_engine::{seat::Seat, seed::DecisionKey};
use serde_json::Value;

use crate::door::{Frames, Move, Opinion, Seated};

/// What nets see of a game.
pub(crate) type Inputs<G> = <<G as Playable>::Heuristic as Heuristic<G>>::Features;

/// The texts of the legal actions, in the game's order.
pub(crate) fn legal_texts<G: Recorded>(game: &G, state: &G::State) -> Vec<String> {
    let mut texts = Vec::new();
    for k in 0..game.count_legal(state) {
        texts.push(game.nth_legal(state, k).to_string());
    }
    texts
}

/// A game that is replayed from its record; see [`Frames`].
pub(crate) struct Again<'r, G: Recorded + Playable> {
    replay: Replay<'r, G>,
    past: Past<G>,
    /// Number of the game in its run.
    index: u64,
    adviser: Option<Player<G>>,
    /// What nets see, once somebody has asked.
    features: OnceCell<Inputs<G>>,
}

impl<'r, G: Recorded + Playable> Again<'r, G> {
    pub(crate) fn new(replay: Replay<'r, G>, index: u64) -> Again<'r, G> {
        Again { replay, past: Past::new(), index, adviser: None, features: OnceCell::new() }
    }

    fn features(&self) -> &Inputs<G> {
        self.features.get_or_init(|| Inputs::<G>::new(self.replay.game()))
    }
}

impl<G: Recorded + Playable> Frames for Again<'_, G> {
    fn step(&mut self) -> Option<Result<Move, KeyError>> {
        let step = self.replay.next()?;
        Some(step.map(|Step { index, before, seat, action, legal }| {
            self.past.note(self.replay.game(), &before, seat, action);
            Move { index, before: (), seat, action: action.to_string(), legal }
        }))
    }

    fn to_move(&self) -> Option<Seat> {
        self.replay.game().to_move(self.replay.state())
    }

    fn count_legal(&self) -> u32 {
        self.replay.game().count_legal(self.replay.state())
    }

    fn legal(&self) -> Vec<String> {
        legal_texts(self.replay.game(), self.replay.state())
    }

    fn epoch(&self) -> u32 {
        self.replay.game().epoch(self.replay.state())
    }

    fn about(&self) -> String {
        self.replay.game().about()
    }

    fn table_text(&self) -> String {
        self.replay.game().text(self.replay.state(), None)
    }

    fn scene(&self) -> Option<Value> {
        self.replay.game().scene(self.replay.state())
    }

    fn inputs(&self) -> Vec<Input> {
        self.features().inputs(self.replay.game())
    }

    fn see(&self) -> Vec<Seen> {
        let (game, state) = (self.replay.game(), self.replay.state());
        let mut seen = Vec::new();
        if let Some(seat) = game.to_move(state) {
            self.features().see(game, state, seat, &mut seen);
        }
        seen
    }

    fn facts(&self, seat: Seat) -> &[i32] {
        self.replay.ledger().facts(seat)
    }

    fn scorings(&self, from: usize) -> Vec<(Value, Option<String>)> {
        let mut scorings = Vec::new();
        for scoring in &self.replay.ledger().scorings()[from..] {
            scorings.push((scoring.to_data(), self.replay.game().announced(scoring)));
        }
        scorings
    }

    fn outcome(&self) -> Outcome {
        self.replay.game().outcome(self.replay.state())
    }

    fn engage(&mut self, agent: &Seated) -> Result<Result<(), AgentError>, SpecError> {
        let game = self.replay.game();
        let mut player = Player::rebuild(&agent.spec, agent.weights.as_deref(), game)?;
        let ready = player.ready();
        player.start_game();
        self.adviser = Some(player);
        Ok(ready)
    }

    fn think(&mut self, seed: u64) -> Result<Opinion, AgentError> {
        let (game, state) = (self.replay.game(), self.replay.state());
        let seat = game.to_move(state).expect("the game is not over");
        let adviser = self.adviser.as_mut().expect("an agent is engaged");
        self.past.reach(game, state);
        adviser.remember(self.past.recalled(seat));
        let key = DecisionKey::new(seed, self.index, 0, seat);
        let found = adviser.analyse(&game.view(state, seat), &mut key.at(game.clock(state)))?;
        Ok(Opinion::new(found.choice.to_string(), legal_texts(game, state), found.actions))
    }
}
