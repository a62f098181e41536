//! When failed games end a run.

use crate::error::Error;
use drakkar_play::{batch::BatchResult, failure, failure::Beginning, failure::Failure};

/// This many failed games in a row end a run.
const ROW: u64 = 10;
/// So does this percentage of games, from this many games on; of faults that no agent made, this
/// percentage of so many games does, however few were played.
const PERCENT: u64 = 1;
const FEWEST: u64 = 1_000;
/// An agent that fails in all of the first games of a call ends a run after this many.
const FIRST: u64 = 10;

const KEPT: usize = 100;
const TOLD: usize = 5;
const APART: usize = 100;

fn often(failed: u64, games: u64) -> bool {
    failed * 100 >= games * PERCENT
}

/// Whether so many games would end a run, if games fail as often as these `failed` of `played` did.
pub fn would_end(games: u64, failed: u64, played: u64) -> bool {
    games >= FEWEST && failed > 0 && often(failed, played)
}

/// Follows the games of one call, batch by batch in order; threads and time do not change the batch that ends a run.
#[derive(Default)]
pub struct Failing {
    /// Failed games since the last batch in which one did not fail.
    row: u64,
    failed: u64,
    /// Those that failed without a mistake of an agent.
    faults: u64,
    games: u64,
    /// For each agent, its games up to the first in which it did not fail.
    beginnings: Vec<Beginning>,
    causes: Causes,
    pub failures: Vec<Failure>,
}

impl Failing {
    pub fn add(&mut self, names: &[String], batch: &BatchResult) -> Result<(), Error> {
        let failed = u64::try_from(batch.sums.counters.failed).unwrap_or_default();
        self.games += batch.games;
        self.failed += failed;
        self.faults += failed - batch.trouble.unfinished.min(failed);
        self.row = if failed > 0 && failed >= batch.games { self.row + failed } else { 0 };
        self.causes.add(&batch.failures);
        failure::keep(&mut self.failures, batch.failures.iter().cloned(), KEPT);
        let beginnings = &batch.trouble.beginnings;
        self.beginnings.resize(beginnings.len().max(self.beginnings.len()), Beginning::default());
        self.beginnings.iter_mut().zip(beginnings).for_each(|(sum, next)| sum.extend(*next));
        let never = |beginning: &Beginning| !beginning.is_over && beginning.failed >= FIRST;
        if let Some(agent) = self.beginnings.iter().position(never) {
            let (agent, causes) = (names[agent].clone(), self.causes.to_string());
            return Err(Error::NeverPlays { agent, games: FIRST, causes });
        }
        let too_often = self.games >= FEWEST && often(self.failed, self.games)
            || often(self.faults, self.games.max(FEWEST));
        if self.row < ROW && !too_often {
            return Ok(());
        }
        let Failing { failed, games, causes, .. } = self;
        Err(Error::Failing { failed: *failed, games: *games, causes: causes.to_string() })
    }
}

#[derive(Default)]
pub struct Causes {
    found: Vec<Cause>,
    others: u64,
}

struct Cause {
    reason: String,
    games: u64,
    /// Numbers of the first and the last one: several seats of a game may fail for one reason.
    first: u64,
    last: u64,
}

impl Causes {
    pub fn add(&mut self, failures: &[Failure]) {
        for failure in failures {
            let reason = cause(&failure.reason);
            let full = self.found.len() == APART;
            let game = failure.game_index;
            match self.found.iter_mut().find(|cause| cause.reason == reason) {
                Some(cause) => {
                    cause.games += u64::from(cause.last != game);
                    cause.last = game;
                }
                None if full => self.others += 1,
                None => self.found.push(Cause { reason, games: 1, first: game, last: game }),
            }
        }
    }
}

/// A reason that says of a seat what its agent did, said of the agent: the seat does not make it a different cause.
fn cause(reason: &str) -> String {
    let found = reason.strip_prefix("seat ").and_then(|text| {
        let (_, fault) = text.split_once(' ')?;
        fault.strip_suffix("`)")?.rsplit_once(" (agent `")
    });
    match found.map(|(fault, agent)| (fault.strip_prefix("has a program that "), fault, agent)) {
        Some((Some(fault), _, agent)) => format!("the program `{agent}` {fault}"),
        Some((None, fault, agent)) => format!("the agent `{agent}` {fault}"),
        None => reason.to_owned(),
    }
}

impl std::fmt::Display for Causes {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut sorted: Vec<&Cause> = self.found.iter().collect();
        sorted.sort_by_key(|cause| std::cmp::Reverse(cause.games));
        let (told, rest) = sorted.split_at(sorted.len().min(TOLD));
        for (index, Cause { reason, games, first, .. }) in told.iter().enumerate() {
            let line = if index == 0 { "" } else { "\n" };
            match games {
                1 => write!(f, "{line}  game {first} failed: {reason}")?,
                games => write!(
                    f,
                    "{line}  {games} games failed, the first of them game {first}: {reason}"
                )?,
            }
        }
        match self.others + rest.iter().map(|cause| cause.games).sum::<u64>() {
            0 => Ok(()),
            1 => f.write_str("\n  1 game failed for another reason"),
            more => write!(f, "\n  {more} games failed for other reasons"),
        }
    }
}

#[cfg(test)]
mod tests {
    use drakkar_play::failure::Trouble;
    use drakkar_play::timing::Timing;
    use drakkar_stats::counters::Shape;
    use drakkar_stats::layout::{Beside, Layout};
    use drakkar_stats::sums::Sums;

    use super::*;

    fn batch(first: u64, games: u64, failed: u64) -> BatchResult {
        let shape = Shape { agents: 1, players: 1, facts: 0, milestones: 0 };
        let mut sums =
            Sums::new(Layout { shape, beside: Beside::Nothing, restricted: false, failures: None });
        sums.counters.failed = failed.into();
        let failures = (first..first + failed).map(|index| failure(index, "seat 0 is lost"));
        BatchResult {
            sums,
            rows: Vec::new(),
            records: Vec::new(),
            failures: failures.collect(),
            games,
            timing: Timing::new(1),
            trouble: Trouble { games: failed, unfinished: failed, ..Trouble::default() },
        }
    }

    fn failure(game_index: u64, reason: &str) -> Failure {
        Failure {
            game_index,
            seed: String::new(),
            block: 0,
            arm: 0,
            seating: 0,
            agents: Vec::new(),
            names: Vec::new(),
            seat: None,
            reason: reason.to_owned(),
            deal: serde_json::Value::Null,
            decisions: Vec::new(),
        }
    }

    /// The games after which it ends, if it does, in batches with this many failed games.
    fn end(games: u64, failed: impl IntoIterator<Item = u64>) -> Option<u64> {
        let (mut failing, mut played) = (Failing::default(), 0);
        for failed in failed {
            let ends = failing.add(&[], &batch(played, games, failed)).is_err();
            played += games;
            if ends {
                return Some(played);
            }
        }
        None
    }

    #[test]
    fn ten_failed_games_in_a_row_are_the_end() {
        assert_eq!(end(2, [2; 9]), Some(10));
        assert_eq!(end(24, [24]), Some(24));
        assert_eq!(end(2, [2, 2, 2, 2, 1, 2, 2, 2, 2, 0, 2]), None);
        assert_eq!(end(2, [0, 2, 2, 2, 2, 0, 2, 2, 2, 2, 2]), Some(22));
    }

    #[test]
    fn one_per_cent_of_a_thousand_games_is_the_end() {
        let seldom = |every: u64| (0..500).map(move |batch| u64::from(batch % every == 0));
        assert_eq!(end(10, seldom(10)), Some(1000));
        assert_eq!(end(10, seldom(12)), None);
        assert_eq!(end(10, (0..300).map(|batch| u64::from(batch < 12))), Some(1000));
        assert_eq!(end(10, (0..300).map(|batch| u64::from(batch < 9))), None);
    }

    #[test]
    fn what_would_end_is_known_from_fewer_games() {
        assert!(would_end(1000, 2, 200) && !would_end(999, 2, 200));
        assert!(!would_end(1000, 1, 200) && !would_end(1000, 0, 200) && !would_end(1000, 0, 0));
    }

    /// Ten faults of ours are one per cent of a thousand games, however few games there are.
    #[test]
    fn ten_faults_are_the_end_of_a_short_run() {
        let end = |is_faulty: fn(u64) -> bool| {
            let mut failing = Failing::default();
            (0..300).find(|&number| {
                let mut batch = batch(10 * number, 10, u64::from(is_faulty(number)));
                batch.trouble.unfinished = 0;
                failing.add(&[], &batch).is_err()
            })
        };
        assert_eq!(end(|number| number % 2 == 0), Some(18));
        assert_eq!(end(|number| number < 12), Some(9));
        assert_eq!(end(|number| number < 9), None);
        assert_eq!(end(|number| number % 12 == 0), None);
    }

    /// Ten games of an agent, in batches of which each has two of them.
    #[test]
    fn an_agent_that_fails_in_its_first_ten_games_ends_a_run() {
        let end = |good: Option<u64>| {
            let (mut failing, names) = (Failing::default(), ["x", "y"].map(str::to_owned));
            (0..20).find_map(|number| {
                let mut batch = batch(6 * number, 6, 0);
                batch.trouble.beginnings = vec![Beginning::default(); 2];
                for game in [2 * number, 2 * number + 1] {
                    batch.trouble.beginnings[1].add(Some(game) != good);
                }
                let error = failing.add(&names, &batch).err()?;
                assert_eq!(error.exit_code(), 2);
                assert!(
                    error.to_string().contains("agent y failed in each of the first 10 games that")
                );
                Some(number)
            })
        };
        assert_eq!(end(None), Some(4));
        assert_eq!(end(Some(9)), None);
        assert_eq!(end(Some(0)), None);
        assert_eq!(end(Some(10)), Some(4));
    }

    #[test]
    fn causes_are_told_once() {
        let mut causes = Causes::default();
        causes.add(&[
            failure(3, "seat 0 is lost (agent `random`)"),
            failure(4, "a panic"),
            failure(7, "seat 1 is lost (agent `random`)"),
            failure(
                8,
                "seat 1 has a program that ended; its last words: (agent `x`) (agent `exec:true`)",
            ),
        ]);
        let told = "  2 games failed, the first of them game 3: the agent `random` is lost\n  \
                    game 4 failed: a panic\n  \
                    game 8 failed: the program `exec:true` ended; its last words: (agent `x`)";
        assert_eq!(causes.to_string(), told);
        for number in 0..10 {
            causes.add(&[failure(number, &format!("seat 0 cause {number}"))]);
        }
        let text = causes.to_string();
        assert!(text.ends_with("\n  8 games failed for other reasons"), "{text}");
        assert_eq!(text.lines().count(), 6);
    }
}
