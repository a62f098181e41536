//! Candidates that play the same deals.

use std::sync::atomic::AtomicBool;

use drakkar_agents::spec::Spec;
use indicatif::ProgressBar;

use crate::error::Error;
use crate::plan::purpose::alone;
use crate::plan::run::AgentEntry;
use crate::study::tune::objective::Encounter;
use crate::threads::batch::{self, Collector};
use crate::threads::stop::Stop;
use drakkar_play::arm::Arm;
use drakkar_play::cut::{Cut, default_slice};
use drakkar_play::door::{Seated, Table};
use drakkar_play::failure::Failure;
use drakkar_play::schedule::{Policy, Schedule};
use drakkar_play::slice::Slice;
use drakkar_play::task::Task;
use drakkar_stats::counters::AgentSums;
use drakkar_stats::sums::{Beside, Sums};

/// Most pairings of a task: agents have small numbers, and every pairing two of its own.
const MOST: usize = 127;

/// Where candidates meet their opponents.
pub(crate) struct Arena<'a> {
    pub(crate) table: &'a dyn Table,
    /// Name of the preset in force.
    pub(crate) rules: &'a str,
    pub(crate) threads: usize,
    pub(crate) bar: &'a ProgressBar,
}

/// A candidate alone against an opponent in all other seats.
pub(crate) type Pairing<'a> = (&'a AgentEntry, &'a AgentEntry);

/// Which deals are played.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Deals {
    pub(crate) seed: u64,
    /// Number of the round; rounds share no deal.
    pub(crate) round: u64,
    /// Deals of every round, at least 1.
    pub(crate) count: u64,
}

/// Seatings of one agent alone among others.
pub(crate) fn games_per_deal(players: usize) -> u64 {
    Schedule::new(&alone(0, 1, players), Policy::Permutations, 0).games_per_block()
}

impl Arena<'_> {
    /// Plays all pairings on the same deals, in all seatings, to the end; chance in an agent's decisions is
    /// common to them too.
    ///
    /// # Errors
    /// Agents that cannot be built or fail, and threads that cannot be started.
    pub(crate) fn play(
        &self,
        pairings: &[Pairing<'_>],
        deals: Deals,
    ) -> Result<Vec<Encounter>, Error> {
        let mut met = Vec::new();
        for some in pairings.chunks(MOST) {
            met.extend(self.play_some(some, deals)?);
        }
        Ok(met)
    }

    fn play_some(&self, pairings: &[Pairing<'_>], deals: Deals) -> Result<Vec<Encounter>, Error> {
        let seats = self.table.players();
        // Every pairing has agents of its own, so that what they do is counted apart.
        let entries: Vec<&AgentEntry> =
            pairings.iter().flat_map(|&(one, two)| [one, two]).collect();
        let specs = entries.iter().map(|entry| entry.spec.parse::<Spec>());
        let specs: Vec<Spec> =
            specs.collect::<Result<_, _>>().map_err(|error| Error::flag("--agent", error))?;
        let seated = specs.iter().zip(&entries).map(|(spec, entry)| Seated {
            spec: spec.clone(),
            weights: entry.weights.clone(),
            rules: 0,
        });
        let crew = self.table.seat(&seated.collect::<Vec<_>>());
        let crew = crew.map_err(|error| Error::flag("--agent", error))?;
        let names = entries.iter().enumerate().map(|(number, entry)| {
            let role = if number % 2 == 0 { "candidate" } else { "opponent" };
            format!("{role} of pairing {}: {}", number / 2, entry.spec)
        });
        let names: Vec<String> = names.collect();
        let schedules = (0..pairings.len() as u8)
            .map(|pair| alone(2 * pair, 2 * pair + 1, seats))
            .map(|line_up| Schedule::new(&line_up, Policy::Permutations, deals.seed));
        let schedules: Vec<Schedule> = schedules.collect();
        let arms = schedules.iter().map(|schedule| Arm { rules: 0, name: self.rules, schedule });
        let arms: Vec<Arm<'_>> = arms.collect();
        let task = Task {
            info: self.table.info(),
            names: &names,
            players: seats,
            branches: None,
            arms: &arms,
            beside: Beside::Nothing,
            restricted: specs.iter().any(|spec| spec.restriction().is_some()),
            seed: deals.seed,
            per_game: false,
            record_every: None,
            time_every: u64::MAX,
        };
        let Deals { round, count, .. } = deals;
        let slice = default_slice(task.games_per_block(), false, &specs);
        let cut = Cut { blocks: (round + 1) * count, chunk: count, slice, confirm: 0 };
        let mut gather =
            Gather { sums: Sums::new(task.layout()), games: 0, failure: None, bar: self.bar };
        let never = AtomicBool::new(false);
        let stop = Stop { asked: &never, deadline: None };
        batch::play(&|| crew.worker(&task), cut, &[round], self.threads, &mut gather, stop)?;
        if let Some(failure) = &gather.failure {
            let agents = failure.agents.join(", ");
            let (seed, block) = (&failure.seed, failure.block);
            eprintln!(
                "drakkar: a game failed (seed {seed}, block {block}; {agents}): {}",
                failure.reason
            );
            let failed = u64::try_from(gather.sums.counters.failed).unwrap_or_default();
            return Err(Error::FailedGames { failed, games: gather.games });
        }
        let agents = gather.sums.counters.agents.chunks_exact(2);
        Ok(agents.map(|pair| encounter(&pair[0], &pair[1])).collect())
    }
}

fn encounter(candidate: &AgentSums, opponent: &AgentSums) -> Encounter {
    let mut found = Encounter::default();
    for seat in &candidate.seats {
        found.wins += seat.share.n;
        found.games += seat.share.d;
        found.score += seat.score;
    }
    for seat in &opponent.seats {
        found.seats += seat.share.d;
        found.others += seat.score;
        found.squares += seat.score_squares;
    }
    found
}

/// Adds up what is played.
struct Gather<'a> {
    sums: Sums,
    games: u64,
    failure: Option<Failure>,
    bar: &'a ProgressBar,
}

impl Collector for Gather<'_> {
    fn slice(&mut self, _: u64, mut slice: Slice, _: bool) -> Result<(), Error> {
        self.sums.merge(&slice.sums);
        self.games += slice.games;
        self.bar.inc(slice.games);
        if self.failure.is_none() && !slice.failures.is_empty() {
            self.failure = Some(slice.failures.swap_remove(0));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::lab;

    fn goofspiel(players: usize) -> Box<dyn Table> {
        let lab = lab("goofspiel").unwrap();
        let rules = lab.read_rules(lab.info().presets[0].toml).unwrap();
        lab.open(&[rules], players).unwrap()
    }

    fn entry(spec: &str) -> AgentEntry {
        AgentEntry { spec: spec.to_owned(), weights: None }
    }

    /// Candidates meet the same deals and the same chance: whoever plays alike has equal sums, and rounds
    /// differ.
    #[test]
    fn pairings_share_their_deals() {
        let table = goofspiel(3);
        let bar = ProgressBar::hidden();
        let play = |threads, round| {
            let arena = Arena { table: &*table, rules: "test", threads, bar: &bar };
            let (random, greedy) = (entry("random"), entry("greedy"));
            let pairings = [(&greedy, &random), (&random, &random), (&greedy, &random)];
            arena.play(&pairings, Deals { seed: 4, round, count: 30 }).unwrap()
        };
        let found = play(1, 0);
        assert_eq!(found[0], found[2]);
        assert_ne!(found[0], found[1]);
        assert_eq!((found[0].games, found[0].seats), (90, 180));
        assert!(found[0].share() > 0.4 && found[0].margin() > 0.0, "{found:?}");
        assert_eq!(play(2, 0), found);
        assert_ne!(play(1, 1), found);
        assert_eq!(games_per_deal(3), 3);
    }

    /// The stronger agent is the stronger one on either side.
    #[test]
    fn the_candidate_is_who_is_looked_at() {
        let table = goofspiel(2);
        let bar = ProgressBar::hidden();
        let arena = Arena { table: &*table, rules: "test", threads: 1, bar: &bar };
        let (random, greedy) = (entry("random"), entry("greedy"));
        let pairings = [(&greedy, &random), (&random, &greedy)];
        let found = arena.play(&pairings, Deals { seed: 1, round: 0, count: 50 }).unwrap();
        assert!(found[0].share() > 0.7 && found[0].margin() > 5.0, "{found:?}");
        assert!(found[1].share() < 0.3 && found[1].margin() < -5.0, "{found:?}");
    }
}
