//! The unit of work of a thread: consecutive blocks.

mod failed;

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::branch::Brancher;
use crate::dealer::{Dealer, House, Notes, Sitting};
use crate::failure::{Failure, Trouble};
use crate::game::{Halt, finished, keys};
use crate::slice::{Slice, Worker, count};
use crate::task::{Arm, Task};
use crate::{guard::guarded, rows::GameRows};
use crate::{schedule::Order, timing::Timing};
use drakkar_agents::agent::Agent;
use drakkar_engine::{outcome::Outcome, record::Origin, recorded::Recorded, seed::DealSeed};
use drakkar_stats::sums::{LeftOut, Spot, Sums, SumsTally};

/// Plays blocks with one object for each agent.
pub struct GameWorker<'a> {
    task: &'a Task<'a>,
    dealer: Box<dyn Dealer + 'a>,
    stop: Arc<AtomicBool>,
    games_per_block: u64,
    /// The current block, arm by arm.
    arms: Vec<Played>,
    /// Whether a game of it was not completed.
    has_failed: bool,
    trouble: Trouble,
}

/// The games of an arm in the current block.
struct Played {
    /// Games of the block before these.
    first: u64,
    orders: Vec<Order>,
    results: Vec<Result<Outcome, String>>,
    /// The seats of each game whose agents failed, as bits.
    failed: Vec<u8>,
    /// Whether an agent may fail.
    may_fail: bool,
}

/// A game of a block.
#[derive(Clone, Copy)]
struct GamePlace {
    block: u64,
    arm: usize,
    seating: usize,
}

impl<'a> GameWorker<'a> {
    /// `games` are those of the rule sets. `fresh` are the agents by number, once for each rule
    /// set; they are copied now and again after a panic. Once `stop` is true, blocks are given up.
    pub fn new<G: Recorded, A: Agent<G> + Clone>(
        task: &'a Task<'a>,
        games: &'a [G],
        fresh: &'a [A],
        stop: Arc<AtomicBool>,
    ) -> GameWorker<'a> {
        // Branches have no arms, and one game at a time.
        let ledgers = task.games_per_block().max(1);
        let (players, branches) = (task.players, task.branches.as_ref());
        let house = House::new(games, fresh, players, ledgers, branches, Arc::clone(&stop));
        GameWorker::with_dealer(task, Box::new(house), stop)
    }

    fn with_dealer(
        task: &'a Task<'a>,
        dealer: Box<dyn Dealer + 'a>,
        stop: Arc<AtomicBool>,
    ) -> GameWorker<'a> {
        let mut games_per_block = 0;
        let arms = task.arms.iter().map(|arm| {
            let games = arm.schedule.games_per_block();
            let results = vec![Err(String::new()); games as usize];
            let failed = vec![0; games as usize];
            games_per_block += games;
            let first = games_per_block - games;
            Played { first, orders: Vec::new(), results, failed, may_fail: false }
        });
        let (arms, trouble) = (arms.collect(), Trouble::default());
        GameWorker { task, dealer, stop, games_per_block, arms, has_failed: false, trouble }
    }

    /// `slice`, unless games of it may have been given up.
    fn whole(&self, slice: Slice) -> Option<Slice> {
        (!self.stop.load(Ordering::Relaxed)).then_some(slice)
    }

    fn write_rows(&self, block: u64, rows: &mut GameRows) {
        for (arm, played) in self.arms.iter().enumerate() {
            for (seating, (result, order)) in played.results.iter().zip(&played.orders).enumerate()
            {
                let at = GamePlace { block, arm, seating };
                let numbers = [self.index(at), block, arm as u64, seating as u64];
                let facts = self.dealer.facts(self.ledger(at));
                let result = (result.as_ref().ok(), played.failed[seating]);
                rows.game(numbers, order, result, facts);
            }
        }
    }

    /// Number of a game in its run.
    fn index(&self, at: GamePlace) -> u64 {
        at.block * self.games_per_block + self.ledger(at) as u64
    }

    /// Number of a game in its block, and of its ledger.
    fn ledger(&self, at: GamePlace) -> usize {
        self.arms[at.arm].first as usize + at.seating
    }

    fn order(&self, at: GamePlace) -> &Order {
        &self.arms[at.arm].orders[at.seating]
    }

    /// Plays the games of an arm. Their decisions are timed if there is a timing.
    fn play_arm(
        &mut self,
        block: u64,
        arm: usize,
        mut timing: Option<&mut Timing>,
        (records, failures): (&mut Vec<u8>, &mut Vec<Failure>),
        tally: &mut SumsTally,
    ) {
        let Arm { rules, schedule, name } = self.task.arms[arm];
        let Played { orders, may_fail, failed, .. } = &mut self.arms[arm];
        if orders.is_empty() || !schedule.is_constant() {
            schedule.orders(block, orders);
            let fails = |&agent: &u8| self.task.may_fail.get(usize::from(agent)) == Some(&true);
            *may_fail = orders.iter().flat_map(|order| order.as_slice()).any(fails);
        }
        failed.fill(0);
        let may_fail = *may_fail;
        if let Err(reason) = self.deal(block, arm) {
            self.has_failed = true;
            return self.arms[arm].results.fill(Err(format!("panic: {reason}")));
        }
        for seating in 0..self.arms[arm].results.len() {
            let at = GamePlace { block, arm, seating };
            let index = self.index(at);
            let is_recorded = self.task.record_every.is_some_and(|n| index.is_multiple_of(n));
            let is_noted = is_recorded || timing.is_some() || may_fail;
            let losing = if may_fail { self.losing(at) } else { 0 };
            let decisions = is_recorded || may_fail;
            let notes = Notes { decisions, timing: timing.as_deref_mut(), losing };
            let notes = is_noted.then_some(notes);
            let mut is_over = self.play_game(at, notes);
            if is_noted || self.task.restricted {
                self.take_logs(tally, timing.as_deref_mut());
            }
            if may_fail {
                is_over &= !self.note_fouls(at, failures);
                if self.trouble.not_started.is_some() {
                    return;
                }
            }
            if is_recorded && is_over {
                let agents = self.agents_of(at);
                let seed = self.task.seed;
                let origin = Origin { rules: name, agents: &agents, seed, game_index: index };
                let record = self.dealer.record(rules, self.ledger(at), origin);
                records.extend_from_slice(record.to_line().as_bytes());
                records.push(b'\n');
            }
        }
    }

    /// Deals for an arm of a block; a panic during this fails all its games.
    fn deal(&mut self, block: u64, arm: usize) -> Result<(), String> {
        let rules = self.task.arms[arm].rules;
        let seed = DealSeed { seed: self.task.seed, deal: block };
        guarded(|| self.dealer.deal(rules, seed))
    }

    /// Specification by seat.
    fn agents_of(&self, at: GamePlace) -> Vec<String> {
        let agents = self.order(at).as_slice().iter();
        agents.map(|&agent| self.task.specs[usize::from(agent)].clone()).collect()
    }

    /// Plays a game on the current deal. Returns whether it was completed.
    #[inline]
    fn play_game(&mut self, at: GamePlace, notes: Option<Notes<'_>>) -> bool {
        let ledger = self.ledger(at);
        let GameWorker { task, dealer, arms, .. } = self;
        let (rules, names) = (task.arms[at.arm].rules, task.names);
        let Played { orders, results, .. } = &mut arms[at.arm];
        let (order, result) = (&orders[at.seating], &mut results[at.seating]);
        let keys = keys(task.seed, at.block, at.seating as u64, task.players);
        // Agents under the second rule set follow those under the first.
        let (first, starting) = (rules * names.len(), names.len());
        let (keys, ledger) = (&keys, Some(ledger));
        let sitting = Sitting {
            rules,
            order,
            first,
            starting,
            opening: None,
            heir: None,
            keys,
            ledger,
            notes,
        };
        let played = guarded(|| dealer.play(sitting));
        *result = match played {
            Ok(Ok(outcome)) => Ok(outcome),
            Ok(Err(Halt::Foul(foul))) => {
                Err(format!("{foul} (agent `{}`)", names[usize::from(order[foul.seat])]))
            }
            Ok(Err(halt)) => Err(halt.to_string()),
            Err(panic) => {
                dealer.refresh();
                Err(format!("panic: {panic}"))
            }
        };
        let is_over = result.is_ok();
        self.has_failed |= !is_over;
        is_over
    }

    /// Takes every agent's log since the last time, counts effects of restrictions, and adds
    /// iterations to `timing`.
    fn take_logs(&mut self, tally: &mut SumsTally, mut timing: Option<&mut Timing>) {
        for index in 0..self.dealer.agents() {
            let log = self.dealer.take_log(index);
            let number = index % self.task.names.len();
            tally.restricted(number, log.restricted, log.void);
            if let Some(timing) = &mut timing {
                timing.0[number].iterations += log.iterations;
            }
        }
    }

    fn count_block(&mut self, block: u64, tally: &mut SumsTally, slice: &mut Slice) {
        slice.games += self.games_per_block;
        for (number, (arm, played)) in self.task.arms.iter().zip(&self.arms).enumerate() {
            let games = played.orders.iter().zip(&played.results).zip(&played.failed);
            let is_left_out = self.has_failed && self.is_left_out(number);
            if played.may_fail {
                for ((order, _), &failed) in games.clone() {
                    tally.failures(order.as_slice(), failed, is_left_out);
                }
            }
            if is_left_out {
                let games = games.map(|((order, result), _)| match result {
                    Ok(outcome) => LeftOut::Completed(finished(order, outcome, &[])),
                    Err(_) => LeftOut::Failed(order.as_slice()),
                });
                tally.leave_out(number, &games.collect::<Vec<_>>());
                continue;
            }
            let spot = Spot { block, arm: number, rules: arm.rules };
            for (ledger, ((order, result), &failed)) in (played.first as usize..).zip(games) {
                if let Ok(outcome) = result {
                    count(tally, spot, order, (outcome, failed), &*self.dealer, ledger);
                }
            }
        }
        tally.end_block();
        if self.has_failed {
            self.report(block, &mut slice.failures);
        }
    }
}

impl Worker for GameWorker<'_> {
    fn play(&mut self, blocks: Range<u64>) -> Option<Slice> {
        let task = self.task;
        let layout = task.layout();
        let mut slice = Slice {
            sums: Sums::new(layout),
            rows: Vec::new(),
            records: Vec::new(),
            failures: Vec::new(),
            games: 0,
            timing: Timing::default(),
            trouble: Trouble::default(),
        };
        if let Some(branches) = &task.branches {
            let stop = &*self.stop;
            Brancher::new(task, branches, &mut *self.dealer).play(blocks, &mut slice, stop);
            return self.whole(slice);
        }
        let mut tally = SumsTally::new(layout);
        slice.timing = Timing::new(layout.shape.agents);
        let mut rows = task.per_game.then(|| GameRows::new(task.names, self.arms.len() > 1));
        for block in blocks {
            if self.stop.load(Ordering::Relaxed) {
                return None;
            }
            self.has_failed = false;
            let is_timed = block.is_multiple_of(task.time_every);
            for arm in 0..self.arms.len() {
                let timing = is_timed.then_some(&mut slice.timing);
                let kept = (&mut slice.records, &mut slice.failures);
                self.play_arm(block, arm, timing, kept, &mut tally);
                if self.trouble.not_started.is_some() {
                    slice.trouble = std::mem::take(&mut self.trouble);
                    return Some(slice);
                }
            }
            self.count_block(block, &mut tally, &mut slice);
            if let Some(rows) = &mut rows {
                self.write_rows(block, rows);
            }
        }
        slice.sums = tally.finish();
        slice.trouble = std::mem::take(&mut self.trouble);
        slice.rows = rows.map(|rows| rows.bytes).unwrap_or_default();
        self.whole(slice)
    }
}
