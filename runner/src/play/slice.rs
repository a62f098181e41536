//! What a thread plays at a time: blocks one after the other.

use std::ops::Range;

use drakkar_agents::agent::Agent;
use drakkar_engine::fact::Ledger;
use drakkar_engine::game::Game;
use drakkar_engine::outcome::Outcome;
use drakkar_engine::record::{Origin, Record};
use drakkar_engine::recorded::Recorded;
use drakkar_engine::seat::Seat;
use drakkar_engine::seed::DealSeed;
use serde::{Deserialize, Serialize};

use crate::export::games_csv::GameRows;
use crate::play::game::{GameId, Watch, play_on};
use crate::play::guard::guarded;
use crate::play::line_up::LineUp;
use crate::play::schedule::{Order, Schedule};
use crate::stats::counters::{Counters, Shape};
use crate::stats::tally::Tally;

/// What is played, for any number of workers.
#[derive(Debug)]
pub struct Task<'a, G> {
    /// The rules.
    pub game: &'a G,
    /// The agents.
    pub line_up: &'a LineUp,
    /// Their seats.
    pub schedule: &'a Schedule,
    /// Master seed.
    pub seed: u64,
    /// Whether rows of `games.csv` are wanted.
    pub per_game: bool,
    /// Which games are recorded.
    pub recording: Option<Recording<'a>>,
}

/// Which games are recorded, and under what name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Recording<'a> {
    /// Every so many games, beginning with the first; at least 1.
    pub every: u64,
    /// Name of the preset in force, or `custom`.
    pub rules: &'a str,
}

impl<G: Recorded> Task<'_, G> {
    /// How many of each thing are counted.
    pub fn shape(&self) -> Shape {
        Shape {
            agents: self.line_up.agents(),
            players: self.line_up.players(),
            facts: G::FACTS.len(),
            milestones: G::MILESTONES.len(),
        }
    }
}

/// A game that did not reach its end: what is needed to see it again.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Failure {
    /// Number of the game in its run.
    pub game_index: u64,
    /// Master seed of the run, as text.
    pub seed: String,
    /// Its block, which is the number of its deal.
    pub block: u64,
    /// Its seating in the block.
    pub seating: u64,
    /// The agent of every seat.
    pub agents: Vec<String>,
    /// What happened.
    pub reason: String,
    /// The deal as records have it; `null` if there was none.
    pub deal: serde_json::Value,
    /// The decisions up to there: seat, action, number of legal actions.
    pub decisions: Vec<(usize, String, u32)>,
}

/// What some blocks gave.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Slice {
    /// Sums over the blocks.
    pub counters: Counters,
    /// Rows of `games.csv` in order, empty if not wanted.
    pub rows: Vec<u8>,
    /// Records in order, one line each.
    pub records: Vec<u8>,
    /// Games that failed, the first few of them.
    pub failures: Vec<Failure>,
    /// Games played, failed ones included.
    pub games: u64,
}

/// Failures of a slice that are kept one by one; all are counted.
const REPORTED: usize = 10;

/// Plays blocks with one object for each agent.
pub(crate) struct Worker<'a, G: Recorded, A, B> {
    task: &'a Task<'a, G>,
    build: B,
    agents: Vec<A>,
    orders: Vec<Order>,
    /// One slot for each game of a block.
    slots: Vec<Slot<G::Scoring>>,
    decisions: Decisions<G::Action>,
}

/// Every decision of a game with the number of legal actions.
struct Decisions<Action>(Vec<(Seat, Action, u32)>);

impl<G: Game> Watch<G> for Decisions<G::Action> {
    fn decision(&mut self, game: &G, state: &G::State, seat: Seat, action: G::Action) {
        self.0.push((seat, action, game.count_legal(state)));
    }
}

/// A finished game of the present block.
struct Slot<Scoring> {
    ledger: Ledger<Scoring>,
    result: Result<Outcome, String>,
}

impl<'a, G: Recorded, A: Agent<G>, B: Fn() -> Vec<A>> Worker<'a, G, A, B> {
    /// `build` makes the agents by number, now and again after a panic.
    pub(crate) fn new(task: &'a Task<'a, G>, build: B) -> Worker<'a, G, A, B> {
        let slot = || Slot {
            ledger: Ledger::new(task.line_up.players(), G::FACTS.len()),
            result: Err(String::new()),
        };
        let games = task.schedule.games_per_block() as usize;
        let slots = (0..games).map(|_| slot()).collect();
        let agents = build();
        Worker { task, build, agents, orders: Vec::new(), slots, decisions: Decisions(Vec::new()) }
    }

    /// Plays the blocks with the given numbers.
    pub(crate) fn play(&mut self, blocks: Range<u64>) -> Slice {
        let mut tally = Tally::new(self.task.shape());
        let mut slice = Slice {
            counters: Counters::new(self.task.shape()),
            rows: Vec::new(),
            records: Vec::new(),
            failures: Vec::new(),
            games: 0,
        };
        let mut rows = self.task.per_game.then(|| GameRows::new(self.task.line_up.names()));
        for block in blocks {
            self.play_block(block, &mut slice.records);
            self.count_block(block, &mut tally, &mut slice);
            if let Some(rows) = &mut rows {
                for (seating, (slot, order)) in (0..).zip(self.slots.iter().zip(&self.orders)) {
                    let id = GameId { seed: self.task.seed, block, seating };
                    let outcome = slot.result.as_ref().ok();
                    rows.game(id, self.index(block, seating), order, outcome, &slot.ledger);
                }
            }
        }
        slice.counters = tally.finish();
        slice.rows = rows.map(GameRows::into_bytes).unwrap_or_default();
        slice
    }

    /// Number of a game in its run.
    fn index(&self, block: u64, seating: u64) -> u64 {
        block * self.slots.len() as u64 + seating
    }

    fn play_block(&mut self, block: u64, records: &mut Vec<u8>) {
        let Task { game, schedule, seed, recording, .. } = *self.task;
        schedule.orders(block, &mut self.orders);
        // A panic while dealing fails all games of the block.
        let start = guarded(|| {
            let deal = game.deal(DealSeed { seed, deal: block });
            (game.state(&deal), deal)
        });
        for seating in 0..self.slots.len() {
            let (state, deal) = match &start {
                Ok(start) => start,
                Err(reason) => {
                    self.slots[seating].result = Err(format!("panic: {reason}"));
                    continue;
                }
            };
            let id = GameId { seed, block, seating: seating as u64 };
            let index = self.index(block, id.seating);
            match recording {
                Some(recording) if index.is_multiple_of(recording.every) => {
                    let mut decisions =
                        std::mem::replace(&mut self.decisions, Decisions(Vec::new()));
                    decisions.0.clear();
                    if let Some(end) = self.play_game(id, *state, &mut decisions) {
                        let slot = &self.slots[seating];
                        let names = self.task.line_up.names();
                        let agents = self.orders[seating].as_slice().iter();
                        let agents: Vec<String> =
                            agents.map(|&agent| names[usize::from(agent)].clone()).collect();
                        let (rules, agents) = (recording.rules, &agents[..]);
                        let origin = Origin { rules, agents, seed, game_index: index };
                        let ledger = &slot.ledger;
                        let record =
                            Record::of_game(game, origin, deal, &decisions.0, ledger, &end);
                        records.extend_from_slice(record.to_line().as_bytes());
                        records.push(b'\n');
                    }
                    self.decisions = decisions;
                }
                _ => {
                    self.play_game(id, *state, &mut ());
                }
            }
        }
    }

    /// Plays one game into its slot; gives the state at its end, if it comes to one.
    fn play_game(
        &mut self,
        id: GameId,
        mut state: G::State,
        watch: &mut impl Watch<G>,
    ) -> Option<G::State> {
        let (game, order) = (self.task.game, &self.orders[id.seating as usize]);
        let (agents, slot) = (&mut self.agents, &mut self.slots[id.seating as usize]);
        slot.ledger.clear();
        let ledger = &mut slot.ledger;
        let played = guarded(|| {
            agents.iter_mut().for_each(Agent::start_game);
            play_on(game, &mut state, agents, order, &id.keys(), ledger, watch)
                .map(|()| (game.outcome(&state), state))
                .map_err(|foul| {
                    let agent = usize::from(order[foul.seat]);
                    format!("{foul} (agent `{}`)", self.task.line_up.names()[agent])
                })
        });
        let played = played.unwrap_or_else(|panic| {
            self.agents = (self.build)();
            Err(format!("panic: {panic}"))
        });
        let end = played.as_ref().ok().map(|&(_, state)| state);
        slot.result = played.map(|(outcome, _)| outcome);
        end
    }

    fn count_block(&mut self, block: u64, tally: &mut Tally, slice: &mut Slice) {
        let games = self.slots.len();
        slice.games += games as u64;
        if self.slots.iter().all(|slot| slot.result.is_ok()) {
            for (order, slot) in self.orders.iter().zip(&self.slots) {
                let Ok(outcome) = &slot.result else { continue };
                tally.game(order, outcome, |seat| slot.ledger.facts(seat));
                for scoring in slot.ledger.scorings() {
                    if let Some((index, standing)) = self.task.game.milestone(scoring) {
                        tally.milestone(index, &standing, outcome);
                    }
                }
            }
            tally.end_block();
            return;
        }
        let failed: Vec<usize> =
            (0..games).filter(|&seating| self.slots[seating].result.is_err()).collect();
        for &seating in &failed {
            if slice.failures.len() < REPORTED {
                slice.failures.push(self.failure(block, seating));
            }
        }
        tally.leave_out(games, failed.into_iter().map(|seating| &self.orders[seating]));
    }

    /// Plays a game that failed once more, to see how it came to that.
    fn failure(&mut self, block: u64, seating: usize) -> Failure {
        let Task { game, seed, .. } = *self.task;
        let id = GameId { seed, block, seating: seating as u64 };
        let mut decisions = Decisions(Vec::new());
        let start = guarded(|| {
            let deal = game.deal(DealSeed { seed, deal: block });
            (game.state(&deal), deal)
        });
        if let Ok((state, _)) = &start {
            self.play_game(id, *state, &mut decisions);
        }
        let names = self.task.line_up.names();
        let agents = self.orders[seating].as_slice().iter();
        let decisions = decisions.0.iter();
        Failure {
            game_index: self.index(block, id.seating),
            seed: seed.to_string(),
            block,
            seating: id.seating,
            agents: agents.map(|&agent| names[usize::from(agent)].clone()).collect(),
            reason: self.slots[seating].result.as_ref().err().cloned().unwrap_or_default(),
            deal: start
                .ok()
                .and_then(|(_, deal)| serde_json::to_value(deal).ok())
                .unwrap_or_default(),
            decisions: decisions
                .map(|(seat, action, legal)| (seat.index(), action.to_string(), *legal))
                .collect(),
        }
    }
}
