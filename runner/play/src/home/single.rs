//! One game, decision by decision: played, or played again from its record.

use drakkar_agents::agent::{Agent, AgentError};
use drakkar_agents::{heuristic::Playable, player::Player, spec::SpecError};
use drakkar_engine::record::{Origin, Record, Replay};
use drakkar_engine::seed::{DealSeed, DecisionKey};
use drakkar_engine::{data::ToData, error::KeyError, fact::Ledger, outcome::Outcome};
use drakkar_engine::{recorded::Recorded, seat::Seat, view::View};
use serde_json::Value;

use crate::door::{Dialogue, Frames, Move, Opinion, Seated};
use crate::game::{Keys, choice, keys};

/// See [`Dialogue`].
pub(super) struct Alone<'g, G: Recorded + Playable> {
    game: &'g G,
    players: Vec<Player<G>>,
    seed: DealSeed,
    keys: Keys,
    deal: G::Deal,
    state: G::State,
    ledger: Ledger<G::Scoring>,
    decisions: Vec<(Seat, G::Action, u32)>,
}

impl<'g, G: Recorded + Playable> Alone<'g, G> {
    pub(super) fn new(game: &'g G, mut players: Vec<Player<G>>, seed: DealSeed) -> Alone<'g, G> {
        let deal = game.deal(seed);
        players.iter_mut().for_each(Agent::start_game);
        Alone {
            state: game.state(&deal),
            ledger: Ledger::new(game.players(), G::FACTS.len()),
            keys: keys(seed.seed, seed.deal, 0),
            decisions: Vec::new(),
            game,
            players,
            seed,
            deal,
        }
    }

    fn play(&mut self, seat: Seat, action: G::Action) -> String {
        self.decisions.push((seat, action, self.game.count_legal(&self.state)));
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
        let count = self.game.count_legal(&self.state);
        (0..count).map(|k| self.game.nth_legal(&self.state, k).to_string()).collect()
    }

    fn is_secret(&self) -> bool {
        self.game.is_secret(&self.state)
    }

    fn choose(&mut self, k: usize) -> String {
        let seat = self.to_move().expect("the game is not over");
        assert!(k < self.game.count_legal(&self.state) as usize, "there is no action {k}");
        self.play(seat, self.game.nth_legal(&self.state, k as u32))
    }

    fn ask(&mut self, agent: usize) -> Result<String, String> {
        let seat = self.to_move().ok_or("the game is over")?;
        let action = choice(&mut self.players[agent], self.game, &self.state, seat, &self.keys)
            .map_err(|foul| foul.to_string())?;
        Ok(self.play(seat, action))
    }

    fn outcome(&self) -> Outcome {
        self.game.outcome(&self.state)
    }

    fn table_text(&self) -> String {
        self.game.table_text(&self.state)
    }

    fn record(&self, rules: &str, agents: &[String]) -> Record {
        let DealSeed { seed, deal } = self.seed;
        let origin = Origin { rules, agents, seed, game_index: deal };
        Record::of_game(self.game, origin, &self.deal, &self.decisions, &self.ledger, &self.state)
    }
}

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

    fn scorings(&self, from: usize) -> Vec<Value> {
        self.replay.ledger().scorings()[from..].iter().map(ToData::to_data).collect()
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
