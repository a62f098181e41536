use std::time::Instant;

use drakkar_engine::seat::Seat;
use drakkar_stats::finished::without_failed;
use drakkar_stats::layout::OnFailure;

use super::{BlockGame, Worker};
use crate::driver::Notes;
use crate::failure::{Beginning, Failure, REPORTED, Trouble, has_room};
use crate::{schedule::Order, task::Task};

impl Worker<'_> {
    /// The seats of a game, as bits, that lose it if their agents fail.
    pub(super) fn losing(&self, order: &Order) -> u8 {
        let Task { may_fail, on_failure, .. } = self.task;
        let loses = |agent: u8| *on_failure == OnFailure::Lose && may_fail[usize::from(agent)];
        let seats = order.iter().filter(|&(_, agent)| loses(agent));
        seats.fold(0, |seats, (seat, _)| seats | 1 << seat.index())
    }

    /// Notes which agents failed in the last game; their seats have lost it. Returns whether any did.
    pub(super) fn note_fouls(&mut self, number: usize, failures: &mut Vec<Failure>) -> bool {
        let (task, mut seats) = (self.task, 0);
        for (foul, before) in self.driver.fouls() {
            let agent = usize::from(self.games[number].order[foul.seat]);
            // A foul of another agent is a fault of ours.
            if !task.may_fail[agent] {
                continue;
            }
            let name = &task.names[agent];
            if foul.is_no_program() {
                self.trouble.not_started = Some((name.clone(), foul.fault.to_string()));
                return true;
            }
            seats |= 1 << foul.seat.index();
            if foul.may_be_ended() {
                self.trouble.no_answer = Some(Instant::now());
            }
            if has_room(failures, Some(&task.specs[agent]), REPORTED) {
                let mut decisions = self.driver.decisions();
                decisions.truncate(*before);
                let reason = format!("{foul} (agent `{name}`)");
                failures.push(self.told(number, reason, Some(foul.seat), decisions));
            }
        }
        let BlockGame { order, result, failed, .. } = &mut self.games[number];
        *failed = seats;
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
        beginnings.resize(task.names.len(), Beginning::default());
        for (agent, beginning) in beginnings.iter_mut().enumerate() {
            let mut own = order.iter().filter(|&(_, other)| usize::from(other) == agent).peekable();
            if task.may_fail[agent] && own.peek().is_some() {
                beginning.add(own.any(|(seat, _)| seats >> seat.index() & 1 == 1));
            }
        }
        seats != 0
    }

    /// Whether a game of an arm's line-up was not completed under any rule set: then the block lacks its games.
    pub(super) fn is_left_out(&self, arm: usize) -> bool {
        let line_up = |arm: usize| self.task.arms[arm].line_up;
        let is_own = |game: &&BlockGame| line_up(game.arm) == line_up(arm);
        self.games.iter().filter(is_own).any(|game| game.result.is_err())
    }

    #[cold]
    pub(super) fn report(&mut self, failures: &mut Vec<Failure>) {
        for number in 0..self.games.len() {
            let BlockGame { result, failed, .. } = &self.games[number];
            if result.is_err() && *failed == 0 && has_room(failures, None, REPORTED) {
                failures.push(self.failure(number));
            }
        }
    }

    /// Plays a failed game once more, to record how it got there. The reason is that of the first time.
    #[cold]
    fn failure(&mut self, number: usize) -> Failure {
        let first = self.games[number].result.clone();
        let mut reason = first.as_ref().err().cloned().unwrap_or_default();
        let (mut has_deal, mut decisions) = (false, Vec::new());
        if self.deal(self.games[number].arm).is_ok() {
            if self.play_game(number, Some(Notes { decisions: true, timing: None, losing: 0 })) {
                reason += "; played once more for this report, it did not fail";
            }
            // What agents logged has already been counted.
            self.driver.take_logs();
            (has_deal, decisions) = (true, self.driver.decisions());
        }
        self.games[number].result = first;
        let told = self.told(number, reason, None, decisions);
        if has_deal { told } else { Failure { deal: serde_json::Value::Null, ..told } }
    }

    /// A game that failed on the current deal, or whose agent in `seat` did, after these decisions.
    fn told(
        &self,
        number: usize,
        reason: String,
        seat: Option<Seat>,
        decisions: Vec<(usize, String, u32)>,
    ) -> Failure {
        let BlockGame { arm, seating, .. } = self.games[number];
        Failure {
            game_index: self.index(number),
            seed: self.task.seed.to_string(),
            block: self.block,
            arm,
            seating,
            agents: self.of_seats(number, &self.task.specs),
            names: self.of_seats(number, &self.task.aliases),
            seat: seat.map(Seat::index),
            reason,
            deal: self.driver.deal_as_data(),
            decisions,
        }
    }
}
