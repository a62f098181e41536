//! A position of one game; generic, so kept small.

use std::any::Any;
use std::sync::Arc;

use drakkar_agents::agent::Agent;
use drakkar_agents::heuristic::Playable;
use drakkar_agents::player::Player;
use drakkar_engine::error::{Illegal, KeyError};
use drakkar_engine::past::Past;
use drakkar_engine::record::{Origin, PlayedGame, Record, Replay};
use drakkar_engine::seed::{DealSeed, Rng, hash_of};
use drakkar_engine::{data::ToData, outcome::Outcome, recorded::Recorded, seat::Seat};
use serde_json::{Map, Value, json};

use crate::game::{DecisionNode, Foul, SeatedAgents, keys, play_on};
use crate::position::{ActionName, GamePosition, PositionError};
use crate::schedule::Order;
use crate::setting::{Setting, unnumbered};

/// What happened since the deal.
#[derive(Clone, Copy)]
enum Event<A> {
    Decision(Seat, A, u32),
    /// Another state took the place of the true one.
    Draw(Seat, u64),
}

pub(crate) struct TypedPosition<G: Recorded + Playable> {
    setting: Arc<Setting<G>>,
    deal: Arc<(DealSeed, G::Deal)>,
    events: Vec<Event<G::Action>>,
    state: G::State,
    past: Past<G>,
}

impl<G: Recorded + Playable> Clone for TypedPosition<G> {
    fn clone(&self) -> Self {
        let TypedPosition { setting, deal, events, state, past } = self;
        let (setting, deal) = (Arc::clone(setting), Arc::clone(deal));
        TypedPosition { setting, deal, events: events.clone(), state: *state, past: past.clone() }
    }
}

impl<G: Recorded + Playable> TypedPosition<G> {
    pub(crate) fn new(setting: Arc<Setting<G>>, seed: DealSeed, deal: G::Deal) -> Self {
        let state = setting.game.state(&deal);
        let (deal, past) = (Arc::new((seed, deal)), Past::new());
        TypedPosition { setting, deal, events: Vec::new(), state, past }
    }

    /// A state of a batch, of which is not known how it came about.
    pub(crate) fn within(setting: Arc<Setting<G>>, seed: DealSeed, played: &[G::Action]) -> Self {
        let deal = setting.game.deal(seed);
        let mut position = TypedPosition::new(setting, seed, deal);
        played.iter().for_each(|&action| position.play(action));
        position
    }

    pub(crate) fn from_log(setting: Arc<Setting<G>>, log: &Value) -> Result<Self, PositionError> {
        let wrong = |key: &str| KeyError::new(key, "is missing, or not what a state writes");
        let number = |key: &str| {
            let text = log.get(key).and_then(Value::as_str);
            text.and_then(|text| text.parse().ok()).ok_or_else(|| wrong(key))
        };
        let seed = DealSeed { seed: number("seed")?, deal: number("deal_number")? };
        let deal = setting.game.read_deal(log.get("deal").unwrap_or(&Value::Null))?;
        let mut position = TypedPosition::new(setting, seed, deal);
        let events = log.get("events").and_then(Value::as_array);
        for event in events.ok_or_else(|| wrong("events"))? {
            match event {
                Value::String(text) => drop(position.apply(ActionName::Text(text))?),
                Value::Array(draw) => {
                    let seat = draw.first().and_then(Value::as_u64);
                    let seed = draw.get(1).and_then(Value::as_str);
                    let seed = seed.and_then(|text| text.parse().ok());
                    let players = position.players() as u64;
                    let (seat, seed) = seat
                        .filter(|&seat| seat < players)
                        .zip(seed)
                        .ok_or_else(|| wrong("events"))?;
                    position.redraw(Seat::new(seat as usize), seed);
                }
                _ => return Err(wrong("events").into()),
            }
        }
        Ok(position)
    }

    /// Whether it is one of this game, with the same rules and seats.
    pub(crate) fn plays(&self, other: &G) -> bool {
        let game = self.game();
        game.players() == other.players() && game.rule_set() == other.rule_set()
    }

    fn game(&self) -> &G {
        &self.setting.game
    }

    fn play(&mut self, action: G::Action) {
        let game = &self.setting.game;
        let Some(seat) = game.to_move(&self.state) else { return };
        self.events.push(Event::Decision(seat, action, game.count_legal(&self.state)));
        self.past.note(game, &self.state, seat, action);
        game.apply_unchecked(&mut self.state, action, &mut ());
    }

    fn named(&self, action: ActionName<'_>) -> Result<G::Action, PositionError> {
        let (game, state) = (self.game(), &self.state);
        if game.to_move(state).is_none() {
            return Err(PositionError::Over);
        }
        match action {
            ActionName::Text(text) => Ok(text.parse()?),
            ActionName::Number(number) => {
                let Some(numbered) = &self.setting.numbered else {
                    return Err(PositionError::Unnumbered(unnumbered(G::ID)));
                };
                let all = &numbered.actions;
                let found = usize::try_from(number).ok().and_then(|place| all.get(place));
                found.copied().ok_or(PositionError::NoNumber { number, all: all.len() })
            }
            ActionName::Nth(number) => match game.count_legal(state) {
                all if number < u64::from(all) => Ok(game.nth_legal(state, number as u32)),
                all => Err(PositionError::NoNth { number, all }),
            },
        }
    }

    /// What lies face down is drawn as it may have been chosen, where the seat is to move.
    fn redraw(&mut self, seat: Seat, seed: u64) {
        let game = &self.setting.game;
        let (view, rng) = (game.view(&self.state, seat), &mut Rng::from_seed(seed));
        self.past.reach(game, &self.state);
        let twin = match self.past.is_empty() || game.to_move(&self.state) != Some(seat) {
            true => None,
            false => self.past.twin(&view, &mut rng.clone()),
        };
        (self.past, self.state) = twin.unwrap_or_else(|| (Past::new(), view.draw(rng)));
        self.events.push(Event::Draw(seat, seed));
    }

    /// What an agent that did not see the game before says here, with draws from `seed` and the number of the deal.
    pub(crate) fn told_by<T>(
        &self,
        agent: &mut Player<G>,
        seed: u64,
        says: impl FnOnce(DecisionNode<'_, G>, &mut Player<G>) -> Result<T, Foul>,
    ) -> Result<T, PositionError> {
        let (game, state, mut past) = (self.game(), &self.state, self.past.clone());
        let keys = &keys(seed, self.deal.0.deal, 0, game.players());
        let seat = game.to_move(state).ok_or(PositionError::Over)?;
        agent.start_game();
        Ok(says(DecisionNode { game, state, seat, keys, past: Some(&mut past) }, agent)?)
    }

    /// How the game ends if these agents play on, one for each seat.
    pub(crate) fn playout(
        &self,
        agents: &mut [Player<G>],
        order: &Order,
        seed: u64,
    ) -> Result<Outcome, PositionError> {
        let (game, mut state, mut past) = (self.game(), self.state, self.past.clone());
        agents.iter_mut().for_each(Player::start_game);
        let keys = &keys(seed, self.deal.0.deal, 0, self.players());
        let stop = &std::sync::atomic::AtomicBool::new(false);
        let seated = &mut SeatedAgents { agents, order, keys, stop };
        play_on(game, &mut state, &mut past, seated, None, None)?;
        Ok(game.outcome(&state))
    }

    /// Shows the states before all decisions.
    fn replay(&self, mut show: impl FnMut(&G::State, Option<(Seat, G::Action)>)) {
        let mut again =
            TypedPosition::new(Arc::clone(&self.setting), self.deal.0, self.deal.1.clone());
        for &event in &self.events {
            match event {
                Event::Decision(seat, action, _) => {
                    show(&again.state, Some((seat, action)));
                    again.play(action);
                }
                Event::Draw(seat, seed) => {
                    again.redraw(seat, seed);
                    show(&again.state, None);
                }
            }
        }
    }
}

impl<G: Recorded + Playable> GamePosition for TypedPosition<G> {
    fn copied(&self) -> Box<dyn GamePosition> {
        Box::new(self.clone())
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn is_same(&self, other: &dyn GamePosition) -> bool {
        let other = other.as_any().downcast_ref::<TypedPosition<G>>();
        other.is_some_and(|other| self.plays(other.game()) && self.state == other.state)
    }

    fn players(&self) -> usize {
        self.game().players()
    }

    fn to_move(&self) -> Option<Seat> {
        self.game().to_move(&self.state)
    }

    fn count_legal(&self) -> u32 {
        self.game().count_legal(&self.state)
    }

    fn legal(&self) -> Vec<String> {
        let (game, state) = (self.game(), &self.state);
        (0..game.count_legal(state)).map(|k| game.nth_legal(state, k).to_string()).collect()
    }

    fn legal_numbers(&self) -> Option<Vec<u32>> {
        let numbered = self.setting.numbered.as_ref()?;
        let mut legal = Vec::new();
        self.game().legal(&self.state, &mut legal);
        let mut numbers: Vec<u32> =
            legal.into_iter().filter_map(|it| numbered.number(it)).collect();
        numbers.sort_unstable();
        Some(numbers)
    }

    fn apply(&mut self, action: ActionName<'_>) -> Result<String, PositionError> {
        let action = self.named(action)?;
        let text = action.to_string();
        if !self.game().is_legal(&self.state, action) {
            return Err(Illegal { action: text }.into());
        }
        self.play(action);
        Ok(text)
    }

    fn outcome(&self) -> Outcome {
        self.game().outcome(&self.state)
    }

    fn text(&self, seat: Option<Seat>) -> String {
        self.game().text(&self.state, seat)
    }

    fn fields(&self, seat: Seat) -> Map<String, Value> {
        self.game().fields(&self.state, seat)
    }

    fn observe(&self, seat: Seat, into: &mut [f32]) {
        self.setting.observe(&self.state, seat, into, &mut Vec::new());
    }

    fn draw(&self, seat: Seat, seed: u64) -> Box<dyn GamePosition> {
        let mut drawn = self.clone();
        drawn.redraw(seat, seed);
        Box::new(drawn)
    }

    fn decisions(&self) -> Vec<(Seat, String)> {
        let decision = |event: &Event<G::Action>| match event {
            Event::Decision(seat, action, _) => Some((*seat, action.to_string())),
            Event::Draw(..) => None,
        };
        self.events.iter().filter_map(decision).collect()
    }

    fn heard(&self, seat: Seat) -> Vec<Option<String>> {
        let mut heard = Vec::new();
        self.replay(|before, decision| {
            if let Some((decider, action)) = decision {
                let own = decider == seat;
                let told = || self.game().public_text(before, action, &self.state);
                heard.push(if own { Some(action.to_string()) } else { told() });
            }
        });
        heard
    }

    fn information(&self, seat: Seat) -> String {
        let mut lines = String::new();
        self.replay(|before, decision| {
            let Some((decider, action)) = decision else { return };
            if decider == seat {
                let known = hash_of(&self.game().text(before, Some(seat)));
                lines += &format!("{decider}: {action} ({known:016x})\n");
            } else {
                let told = self.game().public_text(before, action, &self.state);
                lines += &format!("{decider}: {}\n", told.as_deref().unwrap_or("?"));
            }
        });
        let text = self.game().text(&self.state, Some(seat));
        let to_move = self.to_move().map_or_else(|| "-".to_owned(), |seat| seat.to_string());
        format!("seat {seat}\n{lines}{to_move}?\n{text}")
    }

    fn log(&self) -> Value {
        let (DealSeed { seed, deal: number }, deal) = &*self.deal;
        let event = |event: &Event<G::Action>| match event {
            Event::Decision(_, action, _) => json!(action.to_string()),
            Event::Draw(seat, seed) => json!([seat.index(), seed.to_string()]),
        };
        json!({
            "seed": seed.to_string(),
            "deal_number": number.to_string(),
            "deal": deal.to_data(),
            "events": self.events.iter().map(event).collect::<Value>(),
        })
    }

    fn record(&self, rules: &str, agents: &[String]) -> Result<Record, PositionError> {
        let game = self.game();
        let mut decisions = Vec::new();
        let (DealSeed { seed, deal: game_index }, deal) = &*self.deal;
        let mut played = Replay::live(game.clone(), deal);
        for event in &self.events {
            let &Event::Decision(seat, action, legal) = event else {
                return Err(PositionError::Drawn);
            };
            decisions.push((seat, action, legal));
            played.apply(action);
        }
        let origin = Origin { rules, agents, names: &[], seed: *seed, game_index: *game_index };
        let (decisions, ledger, end) = (&decisions, played.ledger(), played.state());
        Ok(PlayedGame { game, deal, decisions, ledger, end }.record(origin))
    }
}
