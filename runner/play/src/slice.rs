//! What a thread plays at a time: blocks one after the other.

use std::{ops::Range, time::Duration};

use drakkar_agents::agent::Agent;
use drakkar_engine::record::{Origin, Record};
use drakkar_engine::{
    data::ToData, fact::Ledger, game::Game, outcome::Outcome, recorded::Recorded,
};
use drakkar_engine::{seat::Seat, seed::DealSeed};
use serde::{Deserialize, Serialize};

use crate::game::{Watch, count, keys, play_on};
use crate::json::is_default;
use crate::task::{Arm, Task};
use crate::{branch::Brancher, door::Worker, guard::guarded, rows::GameRows};
use crate::{schedule::Order, timing::Timing};
use drakkar_stats::sums::{Spot, Sums, SumsTally};

/// What some blocks gave.
#[derive(Clone, PartialEq, Debug)]
pub struct Slice {
    /// Sums over the blocks.
    pub sums: Sums,
    /// Rows of `games.csv` in order, empty if not wanted.
    pub rows: Vec<u8>,
    /// Records in order, one line each.
    pub records: Vec<u8>,
    /// Games that failed, the first few of them.
    pub failures: Vec<Failure>,
    /// Games played, failed ones included.
    pub games: u64,
    /// How long agents thought.
    pub timing: Timing,
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
    /// Its arm: a line-up under a rule set; 0 where there is but one.
    #[serde(default, skip_serializing_if = "is_default")]
    pub arm: usize,
    /// Its seating in the arm's games of the block.
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

/// Failures of a slice that are kept one by one; all are counted.
pub const REPORTED: usize = 10;

/// Plays blocks with one object for each agent.
pub struct GameWorker<'a, G: Recorded, A> {
    task: &'a Task<'a>,
    /// By number of the rule set.
    games: &'a [G],
    /// The agents as they were before their first game.
    fresh: &'a [A],
    games_per_block: u64,
    /// Under the first rule set, then under the second if there is one.
    agents: Vec<A>,
    /// The present block, arm by arm.
    arms: Vec<Played<G::Scoring>>,
}

/// The games of an arm in the present block.
struct Played<Scoring> {
    /// Games of the block before these.
    first: u64,
    orders: Vec<Order>,
    slots: Vec<Slot<Scoring>>,
}

/// A finished game of the present block.
struct Slot<Scoring> {
    ledger: Ledger<Scoring>,
    result: Result<Outcome, String>,
}

/// A game of a block.
#[derive(Clone, Copy)]
struct Place {
    block: u64,
    arm: usize,
    seating: usize,
}

/// Sees what is wanted of a game.
struct Observer<Action> {
    /// Every decision of a game with the number of legal actions, if it is recorded.
    records: bool,
    decisions: Vec<(Seat, Action, u32)>,
    /// The thinking of every agent, if it is timed.
    times: bool,
    timing: Timing,
}

impl<G: Game> Watch<G> for Observer<G::Action> {
    fn decision(&mut self, game: &G, state: &G::State, seat: Seat, action: G::Action) {
        if self.records {
            self.decisions.push((seat, action, game.count_legal(state)));
        }
    }

    fn is_timing(&self) -> bool {
        self.times
    }

    fn thought(&mut self, agent: u8, time: Duration) {
        self.timing.0[usize::from(agent)].add(time);
    }
}

impl<'a, G: Recorded, A: Agent<G> + Clone> GameWorker<'a, G, A> {
    /// `fresh` are the agents by number, once for each rule set; they are copied now and again after a
    /// panic.
    pub fn new(task: &'a Task<'a>, games: &'a [G], fresh: &'a [A]) -> GameWorker<'a, G, A> {
        let slot = || Slot {
            ledger: Ledger::new(task.players, G::FACTS.len()),
            result: Err(String::new()),
        };
        let mut games_per_block = 0;
        let arms = task.arms.iter().map(|arm| {
            let games = arm.schedule.games_per_block();
            let slots = (0..games).map(|_| slot()).collect();
            games_per_block += games;
            Played { first: games_per_block - games, orders: Vec::new(), slots }
        });
        let arms = arms.collect();
        GameWorker { task, games, fresh, games_per_block, agents: fresh.to_vec(), arms }
    }

    fn write_rows(&self, block: u64, rows: &mut GameRows) {
        for (arm, played) in self.arms.iter().enumerate() {
            for (seating, (slot, order)) in played.slots.iter().zip(&played.orders).enumerate() {
                let game = self.index(Place { block, arm, seating });
                let numbers = [game, block, arm as u64, seating as u64];
                rows.game(numbers, order, slot.result.as_ref().ok(), &slot.ledger);
            }
        }
    }

    /// Number of a game in its run.
    fn index(&self, at: Place) -> u64 {
        at.block * self.games_per_block + self.arms[at.arm].first + at.seating as u64
    }

    fn order(&self, at: Place) -> &Order {
        &self.arms[at.arm].orders[at.seating]
    }

    fn play_arm(
        &mut self,
        block: u64,
        arm: usize,
        observer: &mut Observer<G::Action>,
        records: &mut Vec<u8>,
        tally: &mut SumsTally,
    ) {
        let Arm { rules, schedule, name } = self.task.arms[arm];
        schedule.orders(block, &mut self.arms[arm].orders);
        let (state, deal) = match self.deal(block, arm) {
            Ok(start) => start,
            Err(reason) => {
                let failed = |slot: &mut Slot<_>| slot.result = Err(format!("panic: {reason}"));
                return self.arms[arm].slots.iter_mut().for_each(failed);
            }
        };
        for seating in 0..self.arms[arm].slots.len() {
            let at = Place { block, arm, seating };
            let index = self.index(at);
            observer.records = self.task.record_every.is_some_and(|n| index.is_multiple_of(n));
            if !observer.records && !observer.times {
                self.play_game(at, state, &mut ());
                if self.task.restricted {
                    self.take_logs(tally, None);
                }
                continue;
            }
            observer.decisions.clear();
            let end = self.play_game(at, state, observer);
            self.take_logs(tally, observer.times.then_some(&mut observer.timing));
            if let Some(end) = end.filter(|_| observer.records) {
                let agents = self.agents_of(at);
                let seed = self.task.seed;
                let origin = Origin { rules: name, agents: &agents, seed, game_index: index };
                let (game, decisions) = (&self.games[rules], &observer.decisions);
                let ledger = &self.arms[arm].slots[seating].ledger;
                let record = Record::of_game(game, origin, &deal, decisions, ledger, &end);
                records.extend_from_slice(record.to_line().as_bytes());
                records.push(b'\n');
            }
        }
    }

    /// The first state of a block and its deal; a panic while dealing fails all games.
    fn deal(&self, block: u64, arm: usize) -> Result<(G::State, G::Deal), String> {
        let game = &self.games[self.task.arms[arm].rules];
        guarded(|| {
            let deal = game.deal(DealSeed { seed: self.task.seed, deal: block });
            (game.state(&deal), deal)
        })
    }

    /// Specification by seat.
    fn agents_of(&self, at: Place) -> Vec<String> {
        let agents = self.order(at).as_slice().iter();
        agents.map(|&agent| self.task.specs[usize::from(agent)].clone()).collect()
    }

    /// Plays one game into its slot; gives the state at its end, if it comes to one.
    fn play_game(
        &mut self,
        at: Place,
        mut state: G::State,
        watch: &mut impl Watch<G>,
    ) -> Option<G::State> {
        let GameWorker { task, games, fresh, agents, arms, .. } = self;
        let Played { orders, slots, .. } = &mut arms[at.arm];
        let (order, slot) = (&orders[at.seating], &mut slots[at.seating]);
        let rules = task.arms[at.arm].rules;
        let game = &games[rules];
        slot.ledger.clear();
        let ledger = &mut slot.ledger;
        let keys = keys(task.seed, at.block, at.seating as u64);
        let played = guarded(|| {
            let count = task.names.len();
            let agents = &mut agents[rules * count..][..count];
            agents.iter_mut().for_each(Agent::start_game);
            play_on(game, &mut state, agents, order, &keys, ledger, watch)
                .map(|()| (game.outcome(&state), state))
                .map_err(|foul| {
                    let agent = usize::from(order[foul.seat]);
                    format!("{foul} (agent `{}`)", task.names[agent])
                })
        });
        let played = played.unwrap_or_else(|panic| {
            *agents = fresh.to_vec();
            Err(format!("panic: {panic}"))
        });
        let end = played.as_ref().ok().map(|&(_, state)| state);
        slot.result = played.map(|(outcome, _)| outcome);
        end
    }

    /// Takes every agent's log since it was taken last, counts what restrictions did, and adds iterations to
    /// `timing`.
    fn take_logs(&mut self, tally: &mut SumsTally, mut timing: Option<&mut Timing>) {
        for (index, agent) in self.agents.iter_mut().enumerate() {
            let log = agent.take_log();
            // Agents under the second rule set stand behind those under the first.
            let number = index % self.task.names.len();
            tally.restricted(number, log.restricted, log.void);
            if let Some(timing) = &mut timing {
                timing.0[number].iterations += log.iterations;
            }
        }
    }

    fn count_block(&mut self, block: u64, tally: &mut SumsTally, slice: &mut Slice) {
        slice.games += self.games_per_block;
        if self.arms.iter().flat_map(|arm| &arm.slots).all(|slot| slot.result.is_ok()) {
            for (number, (arm, played)) in self.task.arms.iter().zip(&self.arms).enumerate() {
                let spot = Spot { block, arm: number, rules: arm.rules };
                for (order, slot) in played.orders.iter().zip(&played.slots) {
                    let Ok(outcome) = &slot.result else { continue };
                    let game = &self.games[arm.rules];
                    let standing = |scoring: &G::Scoring| game.milestone(scoring);
                    count(tally, spot, order, outcome, &slot.ledger, standing);
                }
            }
            tally.end_block();
            return;
        }
        let mut failed = Vec::new();
        for (arm, played) in self.arms.iter().enumerate() {
            let slots = played.slots.iter().enumerate().filter(|(_, slot)| slot.result.is_err());
            failed.extend(slots.map(|(seating, _)| Place { block, arm, seating }));
        }
        let orders = failed.iter().map(|&at| self.order(at).as_slice());
        tally.leave_out(self.games_per_block as usize, orders);
        let room = REPORTED.saturating_sub(slice.failures.len());
        slice.failures.extend(failed.into_iter().take(room).map(|at| self.failure(at)));
    }

    /// Plays a game that failed once more, to see how it came to that. What is reported is why it failed
    /// the first time: a program may fail in another way now, or not at all.
    fn failure(&mut self, at: Place) -> Failure {
        let start = self.deal(at.block, at.arm);
        let mut observer = Observer {
            records: true,
            decisions: Vec::new(),
            times: false,
            timing: Timing::default(),
        };
        let first = self.arms[at.arm].slots[at.seating].result.clone();
        let mut reason = first.as_ref().err().cloned().unwrap_or_default();
        if let Ok((state, _)) = &start {
            if self.play_game(at, *state, &mut observer).is_some() {
                reason += "; played once more for this report, it did not fail";
            }
            // What agents logged has been counted before.
            for agent in &mut self.agents {
                agent.take_log();
            }
        }
        self.arms[at.arm].slots[at.seating].result = first;
        Failure {
            game_index: self.index(at),
            seed: self.task.seed.to_string(),
            block: at.block,
            arm: at.arm,
            seating: at.seating as u64,
            agents: self.agents_of(at),
            reason,
            deal: start.map_or(serde_json::Value::Null, |(_, deal)| deal.to_data()),
            decisions: (observer.decisions.iter())
                .map(|(seat, action, legal)| (seat.index(), action.to_string(), *legal))
                .collect(),
        }
    }
}

impl<G: Recorded, A: Agent<G> + Clone> Worker for GameWorker<'_, G, A> {
    fn play(&mut self, blocks: Range<u64>) -> Slice {
        let task = self.task;
        let layout = task.layout();
        let mut slice = Slice {
            sums: Sums::new(layout),
            rows: Vec::new(),
            records: Vec::new(),
            failures: Vec::new(),
            games: 0,
            timing: Timing::default(),
        };
        if let Some(branches) = &task.branches {
            let brancher = Brancher::new(task, branches, self.games, &mut self.agents);
            brancher.play(blocks, &mut slice, self.fresh);
            return slice;
        }
        let mut tally = SumsTally::new(layout);
        let timing = Timing::new(layout.shape.agents);
        let mut observer = Observer { records: false, decisions: Vec::new(), times: false, timing };
        let mut rows = task.per_game.then(|| GameRows::new(task.names, self.arms.len() > 1));
        for block in blocks {
            observer.times = block.is_multiple_of(task.time_every);
            for arm in 0..self.arms.len() {
                self.play_arm(block, arm, &mut observer, &mut slice.records, &mut tally);
            }
            self.count_block(block, &mut tally, &mut slice);
            if let Some(rows) = &mut rows {
                self.write_rows(block, rows);
            }
        }
        slice.sums = tally.finish();
        slice.rows = rows.map(|rows| rows.bytes).unwrap_or_default();
        slice.timing = observer.timing;
        slice
    }
}
