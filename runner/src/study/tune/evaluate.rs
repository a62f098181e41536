use std::time::Instant;

use indicatif::ProgressBar;

use crate::error::{Error, tell};
use crate::plan::{purpose::alone, run::AgentEntry, run::specs_of};
use crate::study::tune::objective::{Encounter, deviation};
use crate::study::{planned::crew_of, tune::plan::Tune, workspace::Workspace};
use crate::{flags::effort::left, threads::batch};
use drakkar_play::schedule::{Policy, Schedule};
use drakkar_play::{
    batch::BatchResult, chunking::ChunkLayout, chunking::default_batch, failure::Failure,
};
use drakkar_play::{task::Arm, task::Task};
use drakkar_stats::{counters::AgentSums, counters::SeatSums, sums::Sums};

/// Most pairings of a task: each has its own two agents, and the number of an agent is a byte.
const MOST: usize = 127;

pub struct CandidateMatches<'a> {
    pub ws: Workspace<'a>,
    pub rules: &'a str,
    pub bar: ProgressBar,
}

type Pairing<'a> = (&'a AgentEntry, &'a AgentEntry);

#[derive(Clone, Copy)]
pub struct Deals {
    pub seed: u64,
    /// Number of the round; rounds share no deal.
    pub round: u64,
    pub count: u64,
}

pub struct Rated {
    pub value: f64,
    pub opponents: Average,
    pub best: Option<Average>,
    pub games: i128,
}

#[derive(Clone, Copy, PartialEq)]
pub struct Average {
    pub share: f64,
    pub margin: f64,
}

impl Average {
    fn of(met: &[Encounter]) -> Average {
        let mean =
            |of: fn(&Encounter) -> f64| met.iter().map(of).sum::<f64>() / met.len().max(1) as f64;
        Average { share: mean(Encounter::win_share), margin: mean(Encounter::margin) }
    }

    pub fn cells(self) -> [String; 2] {
        [format!("{:.6}", self.share), format!("{:.4}", self.margin)]
    }
}

pub fn games_per_deal(players: usize) -> u64 {
    Schedule::new(&alone(0, 1, players), Policy::Permutations, 0).games_per_block()
}

impl CandidateMatches<'_> {
    pub fn rate(
        &self,
        tune: &Tune,
        candidates: &[(&AgentEntry, Option<&AgentEntry>)],
        deals: Deals,
    ) -> Result<Vec<Rated>, Error> {
        let pairings: Vec<Pairing<'_>> = (candidates.iter())
            .flat_map(|&(one, best)| {
                tune.opponents.iter().chain(best).map(move |other| (one, other))
            })
            .collect();
        let all = self.play(&pairings, deals)?;
        let spread = deviation(&all);
        let mut rest = &all[..];
        let rated = candidates.iter().map(|(_, best)| {
            let (met, others) = rest.split_at(tune.opponents.len() + usize::from(best.is_some()));
            rest = others;
            let (opponents, with_best) = met.split_at(tune.opponents.len());
            Rated {
                value: tune.objective.value(met, tune.table.players, spread),
                opponents: Average::of(opponents),
                best: best.map(|_| Average::of(with_best)),
                games: met.iter().map(|met| met.share.d).sum(),
            }
        });
        Ok(rated.collect())
    }

    /// Plays all pairings to the end on the same deals, in all seatings, with the same random draws of agents.
    pub fn play(&self, pairings: &[Pairing<'_>], deals: Deals) -> Result<Vec<Encounter>, Error> {
        let met = pairings.chunks(MOST).map(|some| self.play_some(some, deals));
        Ok(met.collect::<Result<Vec<_>, _>>()?.concat())
    }

    fn play_some(&self, pairings: &[Pairing<'_>], deals: Deals) -> Result<Vec<Encounter>, Error> {
        let seats = self.ws.table.players();
        // Every pairing has its own agents, so that they are counted separately.
        let entries = pairings.iter().flat_map(|&(one, two)| [one, two]);
        let specs = specs_of(entries.clone())?;
        let crew = crew_of(entries, "--agent", self.ws.table)?;
        let names = specs.iter().enumerate().map(|(number, spec)| {
            let role = if number % 2 == 0 { "candidate" } else { "opponent" };
            format!("{role} of pairing {}: {spec}", number / 2)
        });
        let names: Vec<String> = names.collect();
        let arms = (0..pairings.len() as u8).map(|pair| {
            let line_up = alone(2 * pair, 2 * pair + 1, seats);
            let schedule = Schedule::new(&line_up, Policy::Permutations, deals.seed);
            Arm { rules: 0, name: self.rules.to_owned(), line_up: pair.into(), schedule }
        });
        // A game in which an agent fails ends the tune.
        let task = Task {
            arms: arms.collect(),
            restricted: specs.iter().any(|spec| spec.restriction().is_some()),
            ..Task::new(self.ws.table.info(), seats, &names, deals.seed)
        };
        let Deals { round, count, .. } = deals;
        let size = default_batch(task.games_per_block(), false, &specs);
        // A round is played in small chunks, so that a deadline waits for one of them only.
        let chunk = (1..=size.min(count)).rev().find(|chunk| count % chunk == 0).unwrap_or(1);
        let chunking = ChunkLayout { blocks: (round + 1) * count, chunk, batch: chunk, confirm: 0 };
        let chunks: Vec<u64> = (round * count / chunk..(round + 1) * count / chunk).collect();
        let (mut sums, mut failure) = (Sums::new(task.layout()), None);
        let mut add = |batch: BatchResult| {
            sums.merge(&batch.sums);
            failure = failure.take().or(batch.failures.into_iter().next());
            self.bar.inc(batch.games);
            Ok(())
        };
        let new_worker = |over| crew.worker(&task, over);
        let done = batch::play(
            &new_worker,
            chunking,
            &chunks,
            self.ws.pace.threads(),
            &mut add,
            self.ws.stop,
        )?;
        let counters = &sums.counters;
        // Programs end with the process.
        let is_ending = failure.is_some() && self.ws.stop.is_ending(Instant::now());
        if let Some(Failure { agents, seed, block, reason, .. }) = failure.filter(|_| !is_ending) {
            let agents = agents.join(", ");
            tell(&format!("a game failed (seed {seed}, block {block}; {agents}): {reason}"));
            let [failed, games] = [counters.failed, counters.games + counters.left_out]
                .map(|games| u64::try_from(games).unwrap_or_default());
            return Err(Error::FailedGames { failed, lost: 0, games });
        }
        if is_ending || done.left > 0 {
            let again =
                "the round in progress will be played again; run the same command to resume";
            return Err(left(again.to_owned()));
        }
        let agents = counters.agents.chunks_exact(2);
        Ok(agents.map(|pair| encounter(&pair[0], &pair[1])).collect())
    }
}

fn encounter(candidate: &AgentSums, opponent: &AgentSums) -> Encounter {
    let sum = |agent: &AgentSums, of: fn(&SeatSums) -> i128| agent.seats.iter().map(of).sum();
    Encounter {
        share: candidate.share,
        score: sum(candidate, |seat| seat.score),
        seats: opponent.share.d,
        others: sum(opponent, |seat| seat.score),
        squares: sum(opponent, |seat| seat.score_squares),
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::flags::effort::Pace;
    use crate::games::lab;
    use drakkar_play::erased::Table;

    fn goofspiel(players: usize) -> Box<dyn Table> {
        let lab = lab("goofspiel").unwrap();
        let rules = lab.read_rules(lab.info().presets[0].toml).unwrap();
        lab.open(&[rules], players).unwrap()
    }

    fn matches<'a>(table: &'a dyn Table, pace: &'a Pace) -> CandidateMatches<'a> {
        let (lab, out) = (lab("goofspiel").unwrap(), Path::new(""));
        let ws = Workspace { lab, table, out, pace, stop: pace.stop() };
        CandidateMatches { ws, rules: "test", bar: ProgressBar::hidden() }
    }

    fn entry(spec: &str) -> AgentEntry {
        AgentEntry { spec: spec.to_owned(), alias: None, weights: None, net: None }
    }

    /// Candidates get the same deals and the same chance: equal play gives equal sums, and rounds
    /// differ.
    #[test]
    fn pairings_share_their_deals() {
        let table = goofspiel(3);
        let play = |threads, round| {
            let pace = Pace::on(threads);
            let matches = matches(&*table, &pace);
            let (random, greedy) = (entry("random"), entry("greedy"));
            let pairings = [(&greedy, &random), (&random, &random), (&greedy, &random)];
            matches.play(&pairings, Deals { seed: 4, round, count: 10 }).unwrap()
        };
        let found = play(1, 0);
        assert_eq!(found[0], found[2]);
        assert_ne!(found[0], found[1]);
        assert_eq!((found[0].share.d, found[0].seats), (30, 60));
        assert!(found[0].win_share() > 0.4 && found[0].margin() > 0.0, "{found:?}");
        assert_eq!(play(2, 0), found);
        assert_ne!(play(1, 1), found);
        assert_eq!(games_per_deal(3), 3);
    }

    /// The stronger agent is the stronger one on either side.
    #[test]
    fn the_candidate_is_who_is_looked_at() {
        let table = goofspiel(2);
        let pace = Pace::on(1);
        let matches = matches(&*table, &pace);
        let (random, greedy) = (entry("random"), entry("greedy"));
        let pairings = [(&greedy, &random), (&random, &greedy)];
        let found = matches.play(&pairings, Deals { seed: 1, round: 0, count: 50 }).unwrap();
        assert!(found[0].win_share() > 0.6 && found[0].margin() > 5.0, "{found:?}");
        assert!(found[1].win_share() < 0.4 && found[1].margin() < -5.0, "{found:?}");
    }
}
