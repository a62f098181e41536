//! One game, decision by decision.

use drakkar_agents::agent::Agent;
use drakkar_agents::heuristic::Playable;
use drakkar_agents::player::Player;
use drakkar_engine::fact::Ledger;
use drakkar_engine::outcome::Outcome;
use drakkar_engine::record::{Origin, Record};
use drakkar_engine::recorded::Recorded;
use drakkar_engine::seat::Seat;
use drakkar_engine::seed::DealSeed;
use drakkar_engine::view::View;

use crate::door::Dialogue;
use crate::game::{GameId, Keys, choice};

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
            keys: GameId { seed: seed.seed, block: seed.deal, seating: 0 }.keys(),
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
