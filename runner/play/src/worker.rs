mod failed;

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::batch::{BatchResult, count};
use crate::branch::Brancher;
use crate::driver::{GameDriver, GameSetup, Notes, TypedDriver};
use crate::failure::Trouble;
use crate::game::{Halt, finished, keys};
use crate::{panics::guarded, rows::GameRows};
use crate::{schedule::Order, task::Task, timing::Timing};
use drakkar_agents::agent::Agent;
use drakkar_engine::cpu::{self, Cpu, Processor};
use drakkar_engine::{outcome::Outcome, record::Origin, recorded::Recorded, seed::DealSeed};
use drakkar_stats::sums::{LeftOut, Spot, SumsTally};

pub struct Worker<'a> {
    task: &'a Task<'a>,
    driver: Box<dyn GameDriver + 'a>,
    stop: Arc<AtomicBool>,
    games: Vec<BlockGame>,
    /// Whether every block has the same orders.
    is_constant: bool,
    block: u64,
    /// Whether one of them was not completed.
    has_failed: bool,
    trouble: Trouble,
}

/// A game of a block; its number there is that of its ledger.
struct BlockGame {
    arm: usize,
    seating: u64,
    order: Order,
    result: Result<Outcome, String>,
    /// The seats whose agents failed, as bits.
    failed: u8,
}

struct BlockCount<'w, 'a>(&'w mut Worker<'a>, &'w mut SumsTally, &'w mut BatchResult);

impl cpu::Task for BlockCount<'_, '_> {
    type Output = ();
    #[inline(always)]
    fn run<C: Cpu>(self, _: C) {
        self.0.count_block(self.1, self.2);
    }
}

impl<'a> Worker<'a> {
    /// `fresh` are the agents by number, once for each rule set; they are copied now and again after a panic.
    pub fn new<G: Recorded, A: Agent<G> + Clone>(
        task: &'a Task<'a>,
        games: &'a [G],
        fresh: &'a [A],
        stop: Arc<AtomicBool>,
    ) -> Worker<'a> {
        // Branches have no arms, and one game at a time.
        let ledgers = task.games_per_block().max(1);
        let driver =
            TypedDriver::new(games, fresh, ledgers, task.branches.as_ref(), Arc::clone(&stop));
        Worker::with_driver(task, Box::new(driver), stop)
    }

    fn with_driver(
        task: &'a Task<'a>,
        driver: Box<dyn GameDriver + 'a>,
        stop: Arc<AtomicBool>,
    ) -> Worker<'a> {
        let (mut games, mut orders) = (Vec::new(), Vec::new());
        for (number, arm) in task.arms.iter().enumerate() {
            arm.schedule.orders(0, &mut orders);
            games.extend(orders.iter().zip(0..).map(|(&order, seating)| BlockGame {
                arm: number,
                seating,
                order,
                result: Err(String::new()),
                failed: 0,
            }));
        }
        let is_constant = task.arms.iter().all(|arm| arm.schedule.is_constant());
        let (block, has_failed, trouble) = (0, false, Trouble::default());
        Worker { task, driver, stop, games, is_constant, block, has_failed, trouble }
    }

    /// The results of the blocks with these numbers; none if they were given up, since it was time to stop.
    pub fn play(&mut self, blocks: Range<u64>) -> Option<BatchResult> {
        let (task, layout) = (self.task, self.task.layout());
        let mut batch = BatchResult::new(layout);
        if let Some(branches) = &task.branches {
            let stop = &*self.stop;
            Brancher::new(task, branches, &mut *self.driver).play(blocks, &mut batch, stop);
            return (!self.stop.load(Ordering::Relaxed)).then_some(batch);
        }
        let (mut tally, processor) = (SumsTally::new(layout), Processor::detect());
        batch.timing = Timing::new(layout.shape.agents);
        let mut rows = task.per_game.then(|| GameRows::new(&task.names, task.arms.len() > 1));
        for block in blocks {
            if self.stop.load(Ordering::Relaxed) {
                return None;
            }
            self.begin(block);
            self.play_block(&mut batch, &mut tally);
            if self.trouble.not_started.is_some() {
                batch.trouble = std::mem::take(&mut self.trouble);
                return Some(batch);
            }
            processor.run(BlockCount(self, &mut tally, &mut batch));
            if let Some(rows) = &mut rows {
                for (number, game) in self.games.iter().enumerate() {
                    let numbers = [self.index(number), block, game.arm as u64, game.seating];
                    let result = (game.result.as_ref().ok(), game.failed);
                    rows.game(numbers, &game.order, result, self.driver.facts(number));
                }
            }
        }
        batch.sums = tally.finish();
        batch.trouble = std::mem::take(&mut self.trouble);
        batch.rows = rows.map(|rows| rows.bytes).unwrap_or_default();
        (!self.stop.load(Ordering::Relaxed)).then_some(batch)
    }

    fn begin(&mut self, block: u64) {
        (self.block, self.has_failed) = (block, false);
        if self.is_constant {
            return;
        }
        let mut orders = Vec::new();
        for games in self.games.chunk_by_mut(|one, next| one.arm == next.arm) {
            let schedule = &self.task.arms[games[0].arm].schedule;
            if !schedule.is_constant() {
                schedule.orders(block, &mut orders);
                games.iter_mut().zip(&orders).for_each(|(game, &order)| game.order = order);
            }
        }
    }

    /// Plays the games of the current block, until a program cannot be started.
    fn play_block(&mut self, batch: &mut BatchResult, tally: &mut SumsTally) {
        let task = self.task;
        let is_timed = self.block.is_multiple_of(task.time_every);
        let mut dealt = Ok(());
        for number in 0..self.games.len() {
            let BlockGame { arm, seating, order, ref mut failed, .. } = self.games[number];
            *failed = 0;
            if seating == 0 {
                dealt = self.deal(arm);
            }
            if let Err(reason) = &dealt {
                self.has_failed = true;
                self.games[number].result = Err(format!("panic: {reason}"));
                continue;
            }
            let index = self.index(number);
            let is_recorded = task.record_every.is_some_and(|n| index.is_multiple_of(n));
            let may_fail = self.may_fail(&order);
            let is_noted = is_recorded || is_timed || may_fail;
            let losing = if may_fail { self.losing(&order) } else { 0 };
            let timing = is_timed.then_some(&mut batch.timing);
            let notes = Notes { decisions: is_recorded || may_fail, timing, losing };
            let mut is_over = self.play_game(number, is_noted.then_some(notes));
            if is_noted || task.restricted {
                self.take_logs(tally, batch, is_timed);
            }
            if may_fail {
                is_over &= !self.note_fouls(number, &mut batch.failures);
                if self.trouble.not_started.is_some() {
                    return;
                }
            }
            if is_recorded && is_over {
                let (agents, names) =
                    (self.of_seats(number, &task.specs), self.of_seats(number, &task.aliases));
                let arm = &task.arms[arm];
                let origin = Origin {
                    rules: &arm.name,
                    agents: &agents,
                    names: &names,
                    seed: task.seed,
                    game_index: index,
                };
                self.driver.record(arm.rules, number, origin, &mut batch.records);
                batch.records.push(b'\n');
            }
        }
    }

    fn index(&self, number: usize) -> u64 {
        self.block * self.games.len() as u64 + number as u64
    }

    fn may_fail(&self, order: &Order) -> bool {
        let fails = |&agent: &u8| self.task.may_fail.get(usize::from(agent)) == Some(&true);
        !self.task.may_fail.is_empty() && order.as_slice().iter().any(fails)
    }

    /// Deals for an arm of the block; a panic during this fails all its games.
    fn deal(&mut self, arm: usize) -> Result<(), String> {
        let rules = self.task.arms[arm].rules;
        let seed = DealSeed { seed: self.task.seed, deal: self.block };
        guarded(|| self.driver.deal(rules, seed))
    }

    /// What belongs to the agents of a game, by seat, from what belongs to each agent.
    fn of_seats<T: Clone>(&self, number: usize, all: &[T]) -> Vec<T> {
        let agents = self.games[number].order.as_slice().iter();
        agents.map(|&agent| all[usize::from(agent)].clone()).collect()
    }

    #[inline]
    fn play_game(&mut self, number: usize, notes: Option<Notes<'_>>) -> bool {
        let Worker { task, driver, games, block, .. } = self;
        let BlockGame { arm, seating, order, result, .. } = &mut games[number];
        let (rules, names) = (task.arms[*arm].rules, &task.names);
        let keys = keys(task.seed, *block, *seating, task.players);
        // As in [`by_rules`](crate::branch_task::by_rules).
        let first = rules * names.len();
        let setup = GameSetup::new(rules, first, order, &keys);
        let setup = GameSetup { ledger: Some(number), notes, ..setup };
        let played = guarded(|| driver.play(setup));
        *result = match played {
            Ok(Ok(outcome)) => Ok(outcome),
            Ok(Err(Halt::Foul(foul))) => {
                Err(format!("{foul} (agent `{}`)", names[usize::from(order[foul.seat])]))
            }
            Ok(Err(halt)) => Err(halt.to_string()),
            Err(panic) => {
                driver.refresh();
                Err(format!("panic: {panic}"))
            }
        };
        self.has_failed |= result.is_err();
        result.is_ok()
    }

    fn take_logs(&mut self, tally: &mut SumsTally, batch: &mut BatchResult, is_timed: bool) {
        for (index, log) in self.driver.take_logs().into_iter().enumerate() {
            let number = index % self.task.names.len();
            tally.restricted(number, log.restricted, log.void);
            if is_timed {
                batch.timing.0[number].iterations += log.iterations;
            }
        }
    }

    #[inline(always)]
    fn count_block(&mut self, tally: &mut SumsTally, batch: &mut BatchResult) {
        batch.games += self.games.len() as u64;
        let mut ledger = 0;
        for games in self.games.chunk_by(|one, next| one.arm == next.arm) {
            let (first, arm) = (ledger, games[0].arm);
            ledger += games.len();
            let is_left_out = self.has_failed && self.is_left_out(arm);
            if self.may_fail(&games[0].order) {
                for game in games {
                    tally.failures(game.order.as_slice(), game.failed, is_left_out);
                }
            }
            if is_left_out {
                let games = games.iter().map(|game| match &game.result {
                    Ok(outcome) => LeftOut::Completed(finished(&game.order, outcome, &[])),
                    Err(_) => LeftOut::Failed(game.order.as_slice()),
                });
                tally.leave_out(arm, &games.collect::<Vec<_>>());
                continue;
            }
            let spot = Spot { block: self.block, arm, rules: self.task.arms[arm].rules };
            for (ledger, game) in (first..).zip(games) {
                if let Ok(outcome) = &game.result {
                    let outcome = (outcome, game.failed);
                    count(tally, spot, &game.order, outcome, &mut *self.driver, ledger);
                }
            }
        }
        tally.end_block();
        if self.has_failed {
            self.report(&mut batch.failures);
        }
    }
}
