//! What programs get for their requests. It follows from what the seat knows, so that nothing hidden can be found out.

use std::time::Instant;

use drakkar_engine::error::{Endless, KeyError};
use drakkar_engine::game::{Decider, Game, View, step_by_step};
use drakkar_engine::outcome::Outcome;
use drakkar_engine::past::{Past, Recall};
use drakkar_engine::seat::Seat;
use drakkar_engine::seed::{DecisionKey, Rng};
use serde_json::{Value, json};

use super::Companion;
use super::request::{PlayoutRequest, StateRequest, error};
use crate::agent::Agent;
use crate::heuristic::Playable;

/// So many agents are kept as anybody asks to play on in a game; then they are made anew.
const MOST: usize = 16;

/// The same agent for each seat, as each keeps what it saw.
type SeatCopies<G> = Vec<Box<dyn Agent<G>>>;

/// The agents that play on, made when they are first asked for, one for each seat.
pub(super) struct Served<G: Game> {
    companion: Companion<G>,
    made: Vec<(String, SeatCopies<G>)>,
}

impl<G: Game> Clone for Served<G> {
    fn clone(&self) -> Served<G> {
        Served::new(self.companion)
    }
}

impl<G: Game> Served<G> {
    pub(super) fn new(companion: Companion<G>) -> Served<G> {
        Served { companion, made: Vec::new() }
    }
}

impl<G: Playable> Served<G> {
    /// The reply; `None` if it is not there at the `end`.
    pub(super) fn reply(
        &mut self,
        request: &StateRequest,
        view: &View<'_, G>,
        recall: &Recall<G>,
        end: Instant,
    ) -> Option<Value> {
        match self.found(request, view, recall, end) {
            Ok(reply) => Some(reply),
            Err(NoReply::Bad(reason)) => Some(error(&reason)),
            Err(NoReply::Late) => None,
        }
    }

    fn found(
        &mut self,
        request: &StateRequest,
        view: &View<'_, G>,
        recall: &Recall<G>,
        end: Instant,
    ) -> Result<Value, NoReply> {
        let game = view.game();
        let (mut past, mut state) = drawn(view, recall, request.draw);
        for (number, action) in request.path.iter().enumerate() {
            let wrong = |reason| KeyError::new(format!("path[{number}]"), reason);
            play(game, &mut past, &mut state, action).map_err(wrong)?;
        }
        if let Some(playout) = &request.playout {
            self.play_on(game, (&mut past, &mut state), playout, end)?;
        }
        let (state, players) = (&state, game.players());
        let to_move = game.to_move(state);
        let legal = 0..to_move.map_or(0, |_| game.count_legal(state));
        let legal: Vec<String> = legal.map(|k| game.nth_legal(state, k).to_string()).collect();
        let mut reply = reply(to_move, &legal, players, &game.outcome(state));
        if let Some(seat) = request.view {
            let seat = seat_of(seat, players)?;
            reply["text"] = game.text(state, Some(seat)).into();
            reply["view"] = game.fields(state, seat).into();
        }
        Ok(reply)
    }

    /// Plays to the end with one agent in all seats.
    fn play_on(
        &mut self,
        game: &G,
        (past, state): (&mut Past<G>, &mut G::State),
        playout: &PlayoutRequest,
        end: Instant,
    ) -> Result<(), NoReply> {
        let agents = self.agents(&playout.agent, game)?;
        agents.iter_mut().for_each(|agent| agent.start_game());
        let recalls = agents.iter().any(|agent| agent.recalls());
        let mut table = Companions { agents, past, recalls, seed: playout.seed, end };
        step_by_step(game, state, &mut table, &mut ())
    }

    fn agents(&mut self, text: &str, game: &G) -> Result<&mut [Box<dyn Agent<G>>], KeyError> {
        let place = match self.made.iter().position(|(name, _)| name == text) {
            Some(place) => place,
            None => {
                let agent = (self.companion)(text, game);
                let agent = agent.map_err(|reason| KeyError::new("playout.agent", reason))?;
                if self.made.len() == MOST {
                    self.made.clear();
                }
                let seats = (0..game.players()).map(|_| agent.copied()).collect();
                self.made.push((text.to_owned(), seats));
                self.made.len() - 1
            }
        };
        Ok(&mut self.made[place].1)
    }
}

fn reply(to_move: Option<Seat>, legal: &[String], players: usize, outcome: &Outcome) -> Value {
    let shares: Vec<f64> = Seat::all(players).map(|seat| outcome.win_share(seat)).collect();
    json!({
        "type": "state",
        "to_move": to_move.map(Seat::index),
        "legal": legal,
        "scores": outcome.score.as_slice(),
        "win_shares": shares,
    })
}

fn seat_of(seat: usize, players: usize) -> Result<Seat, KeyError> {
    if seat >= players {
        let reason = format!("there is no seat {seat}: the game has seats 0 to {}", players - 1);
        return Err(KeyError::new("view", reason));
    }
    Ok(Seat::new(seat))
}

/// A drawn state and what lies face down there, which is drawn as it may have been chosen.
fn drawn<G: Game>(view: &View<'_, G>, recall: &Recall<G>, seed: u64) -> (Past<G>, G::State) {
    let mut rng = Rng::from_seed(seed);
    let twin = recall.twin(view, &mut rng.clone());
    twin.unwrap_or_else(|| (Past::new(), view.draw(&mut rng)))
}

fn play<G: Game>(
    game: &G,
    past: &mut Past<G>,
    state: &mut G::State,
    text: &str,
) -> Result<(), String> {
    let action: G::Action = text.parse().map_err(|error| format!("{error}"))?;
    let seat = game.to_move(state).ok_or("the game is over")?;
    if !game.is_legal(state, action) {
        return Err(format!("`{action}` is not legal"));
    }
    past.note(game, state, seat, action);
    game.apply_unchecked(state, action, &mut ());
    Ok(())
}

enum NoReply {
    Late,
    Bad(KeyError),
}

impl From<KeyError> for NoReply {
    fn from(error: KeyError) -> NoReply {
        NoReply::Bad(error)
    }
}

impl From<Endless> for NoReply {
    fn from(endless: Endless) -> NoReply {
        KeyError::new("playout", endless.to_string()).into()
    }
}

struct Companions<'a, G: Game> {
    agents: &'a mut [Box<dyn Agent<G>>],
    past: &'a mut Past<G>,
    recalls: bool,
    seed: u64,
    end: Instant,
}

impl<G: Game> Decider<G> for Companions<'_, G> {
    type Stop = NoReply;

    fn uniform(&self, _: Seat) -> Option<DecisionKey> {
        None
    }

    fn decide(&mut self, game: &G, state: &G::State, seat: Seat) -> Result<G::Action, NoReply> {
        if Instant::now() >= self.end {
            return Err(NoReply::Late);
        }
        let agent = &mut self.agents[seat.index()];
        if self.recalls {
            self.past.reach(game, state);
            agent.remember(self.past.recalled(seat));
        }
        let mut rng = DecisionKey::new(self.seed, 0, 0, seat).at(game.clock(state));
        agent.hurry(self.end);
        let wrong = |fault| KeyError::new("playout.agent", format!("seat {seat} {fault}"));
        Ok(agent.choose(&game.view(state, seat), &mut rng).map_err(wrong)?)
    }

    fn watch(&mut self, game: &G, state: &G::State, seat: Seat, action: G::Action) {
        if self.recalls {
            self.past.note(game, state, seat, action);
        }
    }
}
