//! Plays branches: several games from one decision point, on the same deal and with the same keys.

mod arms;

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use drakkar_engine::outcome::Outcome;
use drakkar_engine::seat::{PerSeat, Seat};
use drakkar_engine::seed::{DealSeed, DecisionKey, Rng};

use crate::batch::{BatchResult, count};
use crate::branch_task::{BranchTask, Role};
use crate::branching::{Cell, Subject, Treatment};
use crate::driver::{GameDriver, GameSetup, Intervention, SoughtDecision};
use crate::failure::{Failure, REPORTED, Trouble};
use crate::game::{Halt, keys};
use crate::{appraisal::Continuation, json, panics::guarded, task::Task};
use drakkar_stats::branches::{Branches, Gain};
use drakkar_stats::sums::{Spot, SumsTally};

/// Deals of a block: the games to try before concluding that its cell never occurs.
pub const TRIES: u64 = 1 << 12;
/// Seating numbers of branches; the sampling policy has 0.
const BRANCHES: u64 = 1;
/// Clock of the generator that draws the decision point and its seat; no decision has it.
const DRAW: u64 = u64::MAX - 1;

pub(crate) struct Brancher<'w, 'a> {
    run: &'w Task<'a>,
    task: &'w BranchTask<'a>,
    driver: &'w mut dyn GameDriver,
    branches: Branches,
    /// Whole games that are only observed.
    tally: SumsTally,
    games: u64,
    cast: Vec<(u8, Role)>,
    playing: (u8, String),
    trouble: Trouble,
}

#[derive(Clone, Copy)]
struct BranchRoot {
    deal: u64,
    seat: Option<Seat>,
    /// The number of decision points in its game.
    weight: u32,
}

impl<'w, 'a> Brancher<'w, 'a> {
    pub(crate) fn new(
        run: &'w Task<'a>,
        task: &'w BranchTask<'a>,
        driver: &'w mut dyn GameDriver,
    ) -> Brancher<'w, 'a> {
        Brancher {
            run,
            task,
            driver,
            branches: Branches::new(task.branching.cells.len(), task.branching.figures()),
            tally: SumsTally::new(run.layout()),
            games: 0,
            cast: task.cast(),
            playing: (0, String::new()),
            trouble: Trouble::default(),
        }
    }

    pub(crate) fn play(mut self, blocks: Range<u64>, batch: &mut BatchResult, stop: &AtomicBool) {
        for block in blocks.take_while(|_| !stop.load(Ordering::Relaxed)) {
            let Some(place) = self.task.branching.place_of(block, self.task.fresh) else {
                continue;
            };
            self.games = 0;
            let played = guarded(|| self.block(place));
            self.trouble.unfinished += u64::from(matches!(played, Ok(Err(_))));
            let done = played.unwrap_or_else(|panic| {
                self.driver.refresh();
                Err(format!("panic: {panic}"))
            });
            batch.games += self.games;
            if self.trouble.not_started.is_some() {
                break;
            }
            let Err(reason) = done else { continue };
            let agents = vec![self.playing.0; self.run.players];
            self.tally.count_left_out(self.games as usize, [&agents[..]]);
            for sums in self.branches.of_mut(place.cell) {
                sums.failed += 1;
            }
            if batch.failures.len() < REPORTED {
                batch.failures.push(self.failure(block, place, &reason));
            }
        }
        batch.trouble = Trouble { games: self.trouble.unfinished, ..self.trouble };
        batch.sums.counters.merge(&self.tally.finish().counters);
        batch.sums.branches = Some(self.branches);
    }

    /// The decisions that led there are not kept: playing the block finds them again.
    fn failure(&self, block: u64, place: Subject, reason: &str) -> Failure {
        let branching = self.task.branching;
        let Cell { kind, treatment, round } = branching.cells[place.cell];
        let (agent, what) = &self.playing;
        let spec = self.run.specs[usize::from(*agent)].clone();
        let kind = &branching.kinds[kind].name;
        let treatment = json::value(&treatment);
        let treatment = treatment.as_str().unwrap_or_default();
        Failure {
            game_index: block * branching.games_per_block(),
            seed: self.run.seed.to_string(),
            block,
            arm: 0,
            seating: 0,
            agents: vec![spec; self.run.players],
            names: Vec::new(),
            seat: None,
            reason: format!("{kind} ({treatment}) in round {round}, {what}: {reason}"),
            deal: serde_json::Value::Null,
            decisions: Vec::new(),
        }
    }

    fn block(&mut self, place: Subject) -> Result<(), String> {
        let Subject { cell: number, number: block, .. } = place;
        let cell = self.task.branching.cells[number];
        self.playing = (self.task.branching.sampling_policy, "up to the decision point".to_owned());
        if cell.treatment == Treatment::Observe {
            return self.observe(block);
        }
        let mut rng = DecisionKey::new(self.run.seed, block, DRAW, Seat::new(0)).at(0);
        let players = self.run.players;
        let mut deals = block * TRIES..(block + 1) * TRIES;
        let (root, seat) = loop {
            let Some(root) = self.moment(&mut deals, number, &mut rng)? else {
                self.branches.empty[number] += 1;
                return Ok(());
            };
            let seat = match cell.treatment {
                Treatment::Take => root.seat.unwrap_or(Seat::new(0)),
                _ => Seat::new(rng.below(players as u32) as usize),
            };
            // All of an item may be gone.
            let may_stand = match (cell.treatment, self.task.branching.kinds[cell.kind].game_item) {
                (Treatment::Grant, Some(item)) => {
                    self.driver.change(0, Intervention::Grant(seat, item))?
                }
                _ => true,
            };
            if may_stand {
                break (root, seat);
            }
        };
        let further = 1 + rng.below(players as u32 - 1) as usize;
        let other = Seat::new((seat.index() + further) % players);
        let mut moments = Vec::new();
        let mut first = None;
        for agent in 0..self.task.branching.agents.len() {
            for rules in self.task.rule_sets(place) {
                let mut moment =
                    self.branch(root, cell, [seat, other], Continuation { agent, rules })?;
                if cell.treatment == Treatment::Take && rules == 0 {
                    moment.first = first;
                    first.get_or_insert([moment.with, moment.without]);
                }
                moments.push((self.task.branching.figure(agent, rules), moment));
            }
        }
        for (figure, moment) in moments {
            self.branches.of_mut(number)[figure].add(&moment);
        }
        Ok(())
    }

    /// Why a game was not played to its end; notes a program that gave no answer.
    fn blamed(&mut self, halt: &Halt) -> String {
        if let Halt::Foul(foul) = halt {
            let name = || self.run.names[usize::from(self.playing.0)].clone();
            let Trouble { no_answer, not_started, .. } = &mut self.trouble;
            *not_started = foul.is_no_program().then(|| (name(), foul.fault.to_string()));
            *no_answer = foul.may_be_ended().then(Instant::now).or(*no_answer);
        }
        halt.to_string()
    }

    fn observe(&mut self, block: u64) -> Result<(), String> {
        let sampling_policy = self.task.branching.sampling_policy;
        let deal = block * TRIES;
        self.driver.deal(0, DealSeed { seed: self.run.seed, deal });
        let order = PerSeat::new(self.run.players, sampling_policy);
        self.games += 1;
        let keys = keys(self.run.seed, deal, 0, self.run.players);
        let setup = GameSetup::new(0, 0, &order, &keys);
        let played = self.driver.play(GameSetup { ledger: Some(0), ..setup });
        let outcome = played.map_err(|halt| self.blamed(&halt))?;
        let spot = Spot { block, arm: 0, rules: 0 };
        count(&mut self.tally, spot, &order, (&outcome, 0), self.driver, 0);
        self.tally.end_block();
        Ok(())
    }

    /// A decision point of the next deals, which are tried in turn; of several in a game, one is drawn.
    fn moment(
        &mut self,
        deals: &mut Range<u64>,
        number: usize,
        rng: &mut Rng,
    ) -> Result<Option<BranchRoot>, String> {
        let sampling_policy = usize::from(self.task.branching.sampling_policy);
        let Cell { kind, treatment, round } = self.task.branching.cells[number];
        // The actions of a kind that is taken must be legal; otherwise the first decision of the round is used.
        let sought = SoughtDecision { round, kind: (treatment == Treatment::Take).then_some(kind) };
        for deal in deals {
            self.branches.prefixes[number] += 1;
            self.driver.deal(0, DealSeed { seed: self.run.seed, deal });
            if treatment == Treatment::Ban {
                return Ok(Some(BranchRoot { deal, seat: self.driver.stand(None), weight: 1 }));
            }
            let found = self.driver.seek(
                sampling_policy,
                &keys(self.run.seed, deal, 0, self.run.players),
                sought,
            );
            let weight = found.map_err(|halt| self.blamed(&halt))?;
            if weight > 0 {
                let seat = self.driver.stand(Some(rng.below(weight)));
                return Ok(Some(BranchRoot { deal, seat, weight }));
            }
        }
        Ok(None)
    }
}

fn gain_of(outcome: &Outcome, seat: Seat) -> Gain {
    let players = outcome.score.players() as i64;
    let total: i64 = outcome.score.as_slice().iter().map(|&score| i64::from(score)).sum();
    Gain {
        margin: i64::from(outcome.score[seat]) * players - total,
        share: i64::from(outcome.share[seat]),
    }
}

#[cfg(test)]
mod tests;
