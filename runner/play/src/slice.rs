//! What a thread plays at a time: blocks one after the other.

use std::ops::Range;

use drakkar_agents::agent::Agent;
use drakkar_engine::data::ToData;
use drakkar_engine::fact::Ledger;
use drakkar_engine::outcome::Outcome;
use drakkar_engine::record::{Origin, Record};
use drakkar_engine::recorded::Recorded;
use drakkar_engine::seed::DealSeed;

use crate::arm::Arm;
use crate::branch::{Actions, Brancher};
use crate::count::count;
use crate::door::Worker;
use crate::failure::Failure;
use crate::game::{GameId, Watch, play_on};
use crate::guard::guarded;
use crate::observer::Observer;
use crate::rows::{GameRows, Row};
use crate::schedule::Order;
use crate::task::Task;
use crate::timing::Timing;
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
    observer: Observer<G::Action>,
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

impl<'a, G: Recorded, A: Agent<G> + Clone> GameWorker<'a, G, A> {
    /// `fresh` are the agents by number, once for each rule set; they are copied now and again after a
    /// panic.
    pub fn new(task: &'a Task<'a>, games: &'a [G], fresh: &'a [A]) -> GameWorker<'a, G, A> {
        let slot = || Slot {
            ledger: Ledger::new(task.players, G::FACTS.len()),
            result: Err(String::new()),
        };
        let mut first = 0;
        let arms = task.arms.iter().map(|arm| {
            let games = arm.schedule.games_per_block();
            let slots = (0..games).map(|_| slot()).collect();
            first += games;
            Played { first: first - games, orders: Vec::new(), slots }
        });
        let arms = arms.collect();
        let (agents, games_per_block) = (fresh.to_vec(), task.games_per_block());
        let observer = Observer::new();
        GameWorker { task, games, fresh, games_per_block, agents, arms, observer }
    }

    fn write_rows(&self, block: u64, rows: &mut GameRows) {
        let several = self.arms.len() > 1;
        for (number, arm) in self.arms.iter().enumerate() {
            for (seating, (slot, order)) in (0..).zip(arm.slots.iter().zip(&arm.orders)) {
                let place = Row {
                    game: self.index(block, number, seating),
                    block,
                    arm: several.then_some(number),
                    seating,
                };
                rows.game(&place, order, slot.result.as_ref().ok(), &slot.ledger);
            }
        }
    }

    /// Number of a game in its run.
    fn index(&self, block: u64, arm: usize, seating: u64) -> u64 {
        block * self.games_per_block + self.arms[arm].first + seating
    }

    fn play_arm(&mut self, block: u64, arm: usize, records: &mut Vec<u8>, tally: &mut SumsTally) {
        let Arm { rules, schedule, name } = self.task.arms[arm];
        let game = &self.games[rules];
        schedule.orders(block, &mut self.arms[arm].orders);
        let start = self.deal(block, arm);
        for seating in 0..self.arms[arm].slots.len() as u64 {
            let (state, deal) = match &start {
                Ok(start) => start,
                Err(reason) => {
                    let slot = &mut self.arms[arm].slots[seating as usize];
                    slot.result = Err(format!("panic: {reason}"));
                    continue;
                }
            };
            let index = self.index(block, arm, seating);
            let recorded = self.task.record_every.is_some_and(|n| index.is_multiple_of(n));
            if !recorded && !self.observer.times {
                self.play_game(block, arm, seating, *state, tally);
                continue;
            }
            let end = self.observe_game(block, arm, seating, *state, recorded, tally);
            if let Some(end) = end.filter(|_| recorded) {
                let agents = self.agents_of(arm, seating);
                let (rules, seed) = (name, self.task.seed);
                let origin = Origin { rules, agents: &agents, seed, game_index: index };
                let ledger = &self.arms[arm].slots[seating as usize].ledger;
                let decisions = &self.observer.decisions;
                let record = Record::of_game(game, origin, deal, decisions, ledger, &end);
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
    fn agents_of(&self, arm: usize, seating: u64) -> Vec<String> {
        let order = &self.arms[arm].orders[seating as usize];
        let agents = order.as_slice().iter();
        agents.map(|&agent| self.task.names[usize::from(agent)].clone()).collect()
    }

    fn play_game(
        &mut self,
        block: u64,
        arm: usize,
        seating: u64,
        state: G::State,
        tally: &mut SumsTally,
    ) -> Option<G::State> {
        let GameWorker { task, games, fresh, agents, arms, .. } = self;
        let Played { orders, slots, .. } = &mut arms[arm];
        let (order, slot) = (&orders[seating as usize], &mut slots[seating as usize]);
        let id = GameId { seed: task.seed, block, seating };
        let end = play_into(task, games, arm, id, state, order, slot, agents, fresh, &mut ());
        if task.restricted {
            take_logs::<G, A>(agents, task.names.len(), tally, None);
        }
        end
    }

    /// The same under observation: decisions are kept if it is `recorded`, and timed if this block
    /// is.
    fn observe_game(
        &mut self,
        block: u64,
        arm: usize,
        seating: u64,
        state: G::State,
        recorded: bool,
        tally: &mut SumsTally,
    ) -> Option<G::State> {
        let GameWorker { task, games, fresh, agents, arms, observer, .. } = self;
        observer.records = recorded;
        observer.decisions.clear();
        let Played { orders, slots, .. } = &mut arms[arm];
        let (order, slot) = (&orders[seating as usize], &mut slots[seating as usize]);
        let id = GameId { seed: task.seed, block, seating };
        let end = play_into(task, games, arm, id, state, order, slot, agents, fresh, observer);
        let timing = observer.times.then_some(&mut observer.timing);
        take_logs::<G, A>(agents, task.names.len(), tally, timing);
        end
    }

    fn count_block(&mut self, block: u64, tally: &mut SumsTally, slice: &mut Slice) {
        let games = self.games_per_block;
        slice.games += games;
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
            let bad = (0..).zip(&played.slots).filter(|(_, slot)| slot.result.is_err());
            failed.extend(bad.map(|(seating, _)| (arm, seating)));
        }
        let orders: Vec<Order> = (failed.iter())
            .map(|&(arm, seating): &(usize, u64)| self.arms[arm].orders[seating as usize])
            .collect();
        for (arm, seating) in failed {
            if slice.failures.len() < REPORTED {
                let failure = self.failure(block, arm, seating);
                slice.failures.push(failure);
            }
        }
        tally.leave_out(games as usize, orders.iter().map(Order::as_slice));
    }

    /// Plays a game that failed once more, to see how it came to that. What is reported is why it failed
    /// the first time: a program may fail in another way now, or not at all.
    fn failure(&mut self, block: u64, arm: usize, seating: u64) -> Failure {
        let start = self.deal(block, arm);
        let first = std::mem::replace(
            &mut self.arms[arm].slots[seating as usize].result,
            Err(String::new()),
        );
        self.observer.decisions.clear();
        if let Ok((state, _)) = &start {
            // What is counted here has been counted before.
            let mut forgotten = SumsTally::new(self.task.layout());
            let times = std::mem::replace(&mut self.observer.times, false);
            self.observe_game(block, arm, seating, *state, true, &mut forgotten);
            self.observer.times = times;
        }
        let mut reason = first.as_ref().err().cloned().unwrap_or_default();
        let slot = &mut self.arms[arm].slots[seating as usize];
        if slot.result.is_ok() {
            reason += "; played once more for this report, it did not fail";
        }
        slot.result = first;
        Failure {
            game_index: self.index(block, arm, seating),
            seed: self.task.seed.to_string(),
            block,
            arm,
            seating,
            agents: self.agents_of(arm, seating),
            reason,
            deal: start.map_or(serde_json::Value::Null, |(_, deal)| deal.to_data()),
            decisions: (self.observer.decisions.iter())
                .map(|(seat, action, legal)| (seat.index(), action.to_string(), *legal))
                .collect(),
        }
    }
}

impl<G: Recorded, A: Agent<G> + Clone> Worker for GameWorker<'_, G, A> {
    fn play(&mut self, blocks: Range<u64>) -> Slice {
        let task = self.task;
        let layout = task.layout();
        let mut tally = SumsTally::new(layout);
        self.observer.timing = Timing::new(layout.shape.agents);
        let mut slice = Slice {
            sums: Sums::new(layout),
            rows: Vec::new(),
            records: Vec::new(),
            failures: Vec::new(),
            games: 0,
            timing: Timing::default(),
        };
        if let Some(branches) = &task.branches {
            let GameWorker { games, fresh, agents, .. } = self;
            // A plan is looked through before anybody plays.
            let actions = Actions::of(branches, games.len()).expect("the plan was checked");
            let brancher =
                Brancher::new(branches, games, actions, task.seed, agents, task.names, layout);
            brancher.play(blocks, &mut slice, &mut || fresh.to_vec());
            return slice;
        }
        let mut rows = task.per_game.then(|| GameRows::new(task.names));
        for block in blocks {
            self.observer.times = block.is_multiple_of(task.time_every);
            for arm in 0..self.arms.len() {
                self.play_arm(block, arm, &mut slice.records, &mut tally);
            }
            self.count_block(block, &mut tally, &mut slice);
            if let Some(rows) = &mut rows {
                self.write_rows(block, rows);
            }
        }
        slice.sums = tally.finish();
        slice.rows = rows.map(GameRows::into_bytes).unwrap_or_default();
        slice.timing = std::mem::take(&mut self.observer.timing);
        slice
    }
}

/// Plays one game into its slot; gives the state at its end, if it comes to one.
#[expect(clippy::too_many_arguments, reason = "the fields of a worker, borrowed one by one")]
fn play_into<G: Recorded, A: Agent<G> + Clone>(
    task: &Task<'_>,
    games: &[G],
    arm: usize,
    id: GameId,
    mut state: G::State,
    order: &Order,
    slot: &mut Slot<G::Scoring>,
    agents: &mut Vec<A>,
    fresh: &[A],
    watch: &mut impl Watch<G>,
) -> Option<G::State> {
    let Arm { rules, .. } = task.arms[arm];
    let game = &games[rules];
    slot.ledger.clear();
    let ledger = &mut slot.ledger;
    let played = guarded(|| {
        let count = task.names.len();
        let agents = &mut agents[rules * count..][..count];
        agents.iter_mut().for_each(Agent::start_game);
        play_on(game, &mut state, agents, order, &id.keys(), ledger, watch)
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
fn take_logs<G: Recorded, A: Agent<G>>(
    agents: &mut [A],
    names: usize,
    tally: &mut SumsTally,
    mut timing: Option<&mut Timing>,
) {
    for (index, agent) in agents.iter_mut().enumerate() {
        let log = agent.take_log();
        // Agents under the second rule set stand behind those under the first.
        let number = index % names;
        tally.restricted(number, log.restricted, log.void);
        if let Some(timing) = &mut timing {
            timing.0[number].iterations += log.iterations;
        }
    }
}
