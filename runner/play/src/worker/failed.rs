//! Games of a block that failed, and agents that did.

use std::time::Instant;

use drakkar_engine::seat::Seat;
use drakkar_stats::finished::without_failed;
use drakkar_stats::layout::OnFailure;

use super::{GamePlace, GameWorker, Played};
use crate::dealer::Notes;
use crate::failure::{Beginning, Failure, REPORTED, Trouble, has_room};
use crate::task::Task;

impl GameWorker<'_> {
    /// The seats of a game, as bits, that lose it if their agents fail.
    pub(super) fn losing(&self, at: GamePlace) -> u8 {
        let Task { may_fail, on_failure, .. } = self.task;
        let loses = |agent: u8| *on_failure == OnFailure::Lose && may_fail[usize::from(agent)];
        let seats = self.order(at).iter().filter(|&(_, agent)| loses(agent));
        seats.fold(0, |seats, (seat, _)| seats | 1 << seat.index())
    }

    /// Notes which agents failed in the game that was just played; their seats have lost it. Returns
    /// whether any did.
    pub(super) fn note_fouls(&mut self, at: GamePlace, failures: &mut Vec<Failure>) -> bool {
        let mut seats = 0;
        for (foul, before) in self.dealer.fouls() {
            let agent = usize::from(self.order(at)[foul.seat]);
            // A foul of another agent is a fault of ours.
            if !self.task.may_fail[agent] {
                continue;
            }
            let name = &self.task.names[agent];
            if foul.is_no_program() {
                self.trouble.not_started = Some((name.clone(), foul.fault.to_string()));
                return true;
            }
            seats |= 1 << foul.seat.index();
            if foul.may_be_ended() {
                self.trouble.no_answer = Some(Instant::now());
            }
            if has_room(failures, Some(&self.task.specs[agent]), REPORTED) {
                let mut decisions = self.dealer.decisions();
                decisions.truncate(*before);
                let reason = format!("{foul} (agent `{name}`)");
                failures.push(self.told(at, reason, Some(foul.seat), decisions));
            }
        }
        let Played { orders, results, failed, .. } = &mut self.arms[at.arm];
        let (order, result) = (&orders[at.seating], &mut results[at.seating]);
        failed[at.seating] = seats;
        if let (Ok(outcome), 1..) = (&mut *result, seats) {
            let (places, shares) = without_failed(outcome.place.as_slice(), seats);
            for (seat, _) in order.iter() {
                outcome.place[seat] = places[seat.index()];
                outcome.share[seat] = shares[seat.index()];
            }
        }
        let Trouble { games, unfinished, beginnings, .. } = &mut self.trouble;
        *games += u64::from(seats != 0);
        *unfinished += u64::from(seats != 0 && result.is_err());
        beginnings.resize(self.task.names.len(), Beginning::default());
        for (agent, beginning) in beginnings.iter_mut().enumerate() {
            let mut own = order.iter().filter(|&(_, other)| usize::from(other) == agent).peekable();
            if self.task.may_fail[agent] && own.peek().is_some() {
                beginning.add(own.any(|(seat, _)| seats >> seat.index() & 1 == 1));
            }
        }
        seats != 0
    }

    /// Whether a game of an arm's line-up was not completed, under any rule set: then all its games of the
    /// block are left out.
    pub(super) fn is_left_out(&self, arm: usize) -> bool {
        let schedule = self.task.arms[arm].schedule;
        let arms = self.task.arms.iter().zip(&self.arms);
        let mut own = arms.filter(|(other, _)| std::ptr::eq(other.schedule, schedule));
        own.any(|(_, played)| played.results.iter().any(Result::is_err))
    }

    /// Reports games of the block that failed, except those in which agents did, which have been.
    #[cold]
    pub(super) fn report(&mut self, block: u64, failures: &mut Vec<Failure>) {
        let mut found = Vec::new();
        for (arm, played) in self.arms.iter().enumerate() {
            let results = played.results.iter().zip(&played.failed).enumerate();
            let ours = results.filter(|(_, (result, failed))| result.is_err() && **failed == 0);
            found.extend(ours.map(|(seating, _)| GamePlace { block, arm, seating }));
        }
        for at in found {
            if has_room(failures, None, REPORTED) {
                failures.push(self.failure(at));
            }
        }
    }

    /// Plays a failed game once more, to record how it got there. The reported reason is that of
    /// the first time: a program may fail differently now, or not at all.
    #[cold]
    fn failure(&mut self, at: GamePlace) -> Failure {
        let first = self.arms[at.arm].results[at.seating].clone();
        let mut reason = first.as_ref().err().cloned().unwrap_or_default();
        let (mut has_deal, mut decisions) = (false, Vec::new());
        if self.deal(at.block, at.arm).is_ok() {
            if self.play_game(at, Some(Notes { decisions: true, timing: None, losing: 0 })) {
                reason += "; played once more for this report, it did not fail";
            }
            // What agents logged has already been counted.
            for agent in 0..self.dealer.agents() {
                self.dealer.take_log(agent);
            }
            (has_deal, decisions) = (true, self.dealer.decisions());
        }
        self.arms[at.arm].results[at.seating] = first;
        let told = self.told(at, reason, None, decisions);
        if has_deal { told } else { Failure { deal: serde_json::Value::Null, ..told } }
    }

    /// A game that failed on the current deal, or whose agent in `seat` did, after these decisions.
    fn told(
        &self,
        at: GamePlace,
        reason: String,
        seat: Option<Seat>,
        decisions: Vec<(usize, String, u32)>,
    ) -> Failure {
        Failure {
            game_index: self.index(at),
            seed: self.task.seed.to_string(),
            block: at.block,
            arm: at.arm,
            seating: at.seating as u64,
            agents: self.agents_of(at),
            seat: seat.map(Seat::index),
            reason,
            deal: self.dealer.deal_as_data(),
            decisions,
        }
    }
}
