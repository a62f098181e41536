//! One worker's share of the work: plays blocks one after the other.

use std::ops::Range;

use drakkar_agents::agent::Agent;
use drakkar_engine::fact::Ledger;
use drakkar_engine::outcome::Outcome;
use drakkar_engine::recorded::Recorded;
use drakkar_engine::seed::DealSeed;

use crate::export::games_csv::GameRows;
use crate::play::game::{GameId, play_on};
use crate::play::guard::guarded;
use crate::play::line_up::LineUp;
use crate::play::schedule::{Order, Schedule};
use crate::stats::counters::{Counters, Shape};

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

/// A game that did not reach its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    /// Number of the game in its run.
    pub game: u64,
    /// Its block.
    pub block: u64,
    /// Its seating in the block.
    pub seating: u64,
    /// What happened.
    pub reason: String,
}

/// What a chunk of blocks gave.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chunk {
    /// Sums over the blocks.
    pub counters: Counters,
    /// Rows of `games.csv` in order, empty if not wanted.
    pub rows: Vec<u8>,
    /// The first few games that failed.
    pub failures: Vec<Failure>,
    /// Games played, failed ones included.
    pub games: u64,
}

/// Failures of a chunk that are reported one by one; all are counted.
const REPORTED: usize = 10;

/// Plays blocks with one object for each agent.
pub(crate) struct Worker<'a, G: Recorded, A, B> {
    task: &'a Task<'a, G>,
    build: B,
    agents: Vec<A>,
    orders: Vec<Order>,
    /// One slot for each game of a block.
    slots: Vec<Slot<G::Scoring>>,
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
        Worker { task, build, agents, orders: Vec::new(), slots }
    }

    /// Plays the blocks with the given numbers.
    pub(crate) fn play(&mut self, blocks: Range<u64>) -> Chunk {
        let mut chunk = Chunk {
            counters: Counters::new(self.task.shape()),
            rows: Vec::new(),
            failures: Vec::new(),
            games: 0,
        };
        let mut rows = self.task.per_game.then(|| GameRows::new(self.task.line_up.names()));
        for block in blocks {
            self.play_block(block);
            self.count_block(block, &mut chunk);
            if let Some(rows) = &mut rows {
                let first = block * self.slots.len() as u64;
                for (seating, (slot, order)) in self.slots.iter().zip(&self.orders).enumerate() {
                    let seating = seating as u64;
                    let id = GameId { seed: self.task.seed, block, seating };
                    let outcome = slot.result.as_ref().ok();
                    rows.game(id, first + seating, order, outcome, &slot.ledger);
                }
            }
        }
        chunk.rows = rows.map(GameRows::into_bytes).unwrap_or_default();
        chunk
    }

    fn play_block(&mut self, block: u64) {
        let Task { game, schedule, seed, .. } = *self.task;
        schedule.orders(block, &mut self.orders);
        // A panic while dealing fails all games of the block.
        let start = guarded(|| game.state(&game.deal(DealSeed { seed, deal: block })));
        for (seating, (order, slot)) in self.orders.iter().zip(&mut self.slots).enumerate() {
            slot.ledger.clear();
            let state = match &start {
                Ok(state) => *state,
                Err(reason) => {
                    slot.result = Err(reason.clone());
                    continue;
                }
            };
            let keys = GameId { seed, block, seating: seating as u64 }.keys();
            let (agents, ledger) = (&mut self.agents, &mut slot.ledger);
            let played = guarded(|| {
                let mut state = state;
                agents.iter_mut().for_each(Agent::start_game);
                play_on(game, &mut state, agents, order, &keys, ledger, &mut ())
                    .map(|()| game.outcome(&state))
                    .map_err(|foul| {
                        let agent = usize::from(order[foul.seat]);
                        format!("{foul} (agent `{}`)", self.task.line_up.names()[agent])
                    })
            });
            slot.result = played.unwrap_or_else(|panic| {
                self.agents = (self.build)();
                Err(format!("panic: {panic}"))
            });
        }
    }

    fn count_block(&mut self, block: u64, chunk: &mut Chunk) {
        let games = self.slots.len();
        chunk.games += games as u64;
        if self.slots.iter().all(|slot| slot.result.is_ok()) {
            for (order, slot) in self.orders.iter().zip(&self.slots) {
                let Ok(outcome) = &slot.result else { continue };
                chunk.counters.game(order, outcome, |seat| slot.ledger.facts(seat));
                for scoring in slot.ledger.scorings() {
                    if let Some((index, standing)) = self.task.game.milestone(scoring) {
                        chunk.counters.milestone(index, &standing, outcome);
                    }
                }
            }
            chunk.counters.end_block();
            return;
        }
        let mut failed = Vec::new();
        for (seating, (order, slot)) in self.orders.iter().zip(&self.slots).enumerate() {
            if let Err(reason) = &slot.result {
                failed.push(order);
                if chunk.failures.len() < REPORTED {
                    let seating = seating as u64;
                    chunk.failures.push(Failure {
                        game: block * games as u64 + seating,
                        block,
                        seating,
                        reason: reason.clone(),
                    });
                }
            }
        }
        chunk.counters.leave_out(games, failed);
    }
}
