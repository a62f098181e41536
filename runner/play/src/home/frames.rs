//! A recorded game that is played again.

use drakkar_agents::agent::{Agent, AgentError};
use drakkar_agents::heuristic::Playable;
use drakkar_agents::player::Player;
use drakkar_agents::spec::SpecError;
use drakkar_engine::data::ToData;
use drakkar_engine::error::KeyError;
use drakkar_engine::outcome::Outcome;
use drakkar_engine::record::{Record, Replay};
use drakkar_engine::recorded::Recorded;
use drakkar_engine::seat::Seat;
use drakkar_engine::seed::DecisionKey;
use serde_json::Value;

use crate::door::{Frames, Move, Opinion, Seated};

/// See [`Frames`].
pub(super) struct Again<'r, G: Recorded + Playable> {
    replay: Replay<'r, G>,
    /// Number of the game in its run.
    index: u64,
    adviser: Option<Player<G>>,
}

impl<'r, G: Recorded + Playable> Again<'r, G> {
    pub(super) fn new(record: &'r Record) -> Result<Again<'r, G>, KeyError> {
        Ok(Again { replay: Replay::new(record)?, index: record.game_index, adviser: None })
    }

    fn nth(&self, k: u32) -> G::Action {
        self.replay.game().nth_legal(self.replay.state(), k)
    }
}

impl<G: Recorded + Playable> Frames for Again<'_, G> {
    fn step(&mut self) -> Option<Result<Move, KeyError>> {
        let step = self.replay.next()?;
        Some(step.map(|step| Move {
            index: step.index,
            seat: step.seat,
            action: step.action.to_string(),
            legal: step.legal,
        }))
    }

    fn to_move(&self) -> Option<Seat> {
        self.replay.game().to_move(self.replay.state())
    }

    fn count_legal(&self) -> u32 {
        self.replay.game().count_legal(self.replay.state())
    }

    fn legal(&self) -> Vec<String> {
        (0..self.count_legal()).map(|k| self.nth(k).to_string()).collect()
    }

    fn epoch(&self) -> u32 {
        self.replay.game().epoch(self.replay.state())
    }

    fn table_text(&self) -> String {
        self.replay.game().table_text(self.replay.state())
    }

    fn scene(&self) -> Option<Value> {
        self.replay.game().scene(self.replay.state())
    }

    fn facts(&self, seat: Seat) -> &[i32] {
        self.replay.ledger().facts(seat)
    }

    fn scorings(&self) -> Vec<Value> {
        self.replay.ledger().scorings().iter().map(ToData::to_data).collect()
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
        let key = DecisionKey::new(seed, self.index, 0, seat);
        let found = adviser.analyse(&game.view(state, seat), &mut key.at(game.clock(state)))?;
        let actions = (0..game.count_legal(state)).map(|k| {
            let judgement = found.actions.get(k as usize).copied().unwrap_or_default();
            (game.nth_legal(state, k).to_string(), judgement)
        });
        Ok(Opinion { choice: found.choice.to_string(), actions: actions.collect() })
    }
}
