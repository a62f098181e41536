use std::sync::Arc;
use std::{iter, ops::Range, slice::from_ref};

use crate::export::names::{self, Names};
use crate::export::sheet::Sheet;
use crate::flags::effort::Pace;
use crate::journal::chunks::{ChunkCheck, ChunkIndex};
use crate::journal::failed_game::{self, FailedGame};
use crate::journal::merge::merge;
use crate::journal::{commit::Commit, commit::WholeDrafts};
use crate::study::traits::{OtherRules, Study, StudyMonitor};
use crate::threads::batch::{self, Collector, Progress, StopSignal};
use crate::threads::progress;
use crate::{disk::chunk_folder::ChunkFolder, error::Error, games};
use crate::{plan::purpose::Purpose, plan::run::Plan, study};
use drakkar_agents::spec::Spec;
use drakkar_play::chunking::{self, ChunkLayout};
use drakkar_play::erased::{Crew, Seated, Table};
use drakkar_play::schedule::Schedule;
use drakkar_play::task::{Arm, Task};
use drakkar_play::{batch::BatchResult, failure::Failure};
use drakkar_play::{branch_task::BranchTask, branch_task::by_rules, lab::RulesError};
use drakkar_stats::sums::Sums;

pub struct Session<'a> {
    pub plan: &'a Plan,
    pub study: &'a dyn Study,
    pub table: Box<dyn Table>,
    pub task: Task<'a>,
    /// The agents by number, for each of the rule sets; then the restricted ones.
    crew: Box<dyn Crew>,
    pub chunking: ChunkLayout,
}

impl<'a> Session<'a> {
    pub fn new(plan: &'a Plan, place: &ChunkFolder) -> Result<Session<'a>, Error> {
        let run = &plan.run;
        let path = place.plan();
        let blame = |key: &str, reason: &dyn ToString| {
            Error::input(&path, format!("key `run.{key}`: {}", reason.to_string()))
        };
        let lab = games::find(&run.game).map_err(|reason| blame("game", &reason))?;
        let (fewest, most) = lab.info().players;
        if !(fewest..=most).contains(&run.players) {
            return Err(blame("players", &format!("{} are too few or too many", run.players)));
        }
        let named = names::of_run(run);
        let (names, full): (Vec<String>, Vec<String>) = named.into_iter().map(Into::into).unzip();
        let study = study::of(run);
        let branches = match &run.purpose {
            Some(Purpose::Branch(branching)) => {
                let (agents, fresh) = (names.len(), run.chunking(1).fresh());
                Some(BranchTask { branching, agents, fresh })
            }
            _ => None,
        };
        let key = "rule_set".to_owned();
        let own = OtherRules { key, name: None, rule_set: &run.rule_set };
        let by: Vec<OtherRules<'_>> = iter::once(own).chain(study.other_rules()).collect();
        let rules: Vec<_> = by.iter().map(|by| by.rule_set.clone()).collect();
        let table = lab.open(&rules, run.players).map_err(|RulesError { number, error }| {
            Error::input(&path, error.under(&format!("run.{}", by[number].key)))
        })?;
        let agents = run.different();
        let aliases = agents.iter().map(|agent| agent.alias.clone()).collect();
        let agents = agents.into_iter().map(|agent| {
            let spec = agent.spec.parse::<Spec>().map_err(|error| blame("agents", &error))?;
            Ok(agent.seated(&spec))
        });
        let agents: Vec<Seated> = agents.collect::<Result<_, Error>>()?;
        let seed = run.seed.parse().map_err(|error| blame("seed", &error))?;
        let schedules: Vec<Schedule> =
            run.line_ups().iter().map(|seats| Schedule::new(seats, run.seating, seed)).collect();
        let size = study.games_per_block(schedules.iter().map(Schedule::games_per_block).sum());
        if size != run.games_per_block {
            return Err(blame("games_per_block", &format!("blocks have {size} games")));
        }
        let all = match &branches {
            None => {
                by_rules(agents.len(), rules.len()).map(|(one, rules)| (one, rules, None)).collect()
            }
            Some(branches) => {
                table
                    .check_branches(branches)
                    .map_err(|(key, reason)| blame(&format!("purpose.{key}"), &reason))?;
                branches.agents().map_err(|error| blame("purpose.items", &error))?
            }
        };
        let all = all.into_iter();
        let seated: Vec<Seated> = all
            .map(|(agent, rules, barred)| Seated { rules, barred, ..agents[agent].clone() })
            .collect();
        let crew = table.seat(&seated).map_err(|error| blame("agents", &error))?;
        let specs: Vec<Spec> = agents.into_iter().map(|agent| agent.spec).collect();
        let may_fail: Vec<bool> = specs.iter().map(Spec::may_fail).collect();
        let some_may = branches.is_none() && may_fail.contains(&true);
        let may_fail = if some_may { may_fail } else { Vec::new() };
        if run.on_failure.is_some() != some_may {
            let reason = "must be there if an agent may fail (another program, or a registered one), and only then";
            return Err(blame("on_failure", &reason));
        }
        // Branches have no arms.
        let by = by.iter().enumerate().filter(|_| branches.is_none());
        let arms = by.flat_map(|(rules, by)| {
            schedules.iter().cloned().enumerate().map(move |(line_up, schedule)| {
                let name = by.name.unwrap_or(&run.rules).to_owned();
                Arm { rules, name, line_up, schedule }
            })
        });
        let task = Task {
            specs: full,
            aliases,
            arms: arms.collect(),
            branches,
            beside: study.beside(run),
            restricted: specs.iter().any(|spec| spec.restriction().is_some()),
            may_fail,
            on_failure: run.on_failure.unwrap_or_default(),
            per_game: run.per_game,
            record_every: run.record_every,
            record_head: run.record_every.map(|_| table.record_head()).unwrap_or_default(),
            time_every: chunking::time_every(&specs),
            ..Task::new(table.info(), run.players, &names, seed)
        };
        let chunking =
            run.chunking(chunking::default_batch(size, run.record_every.is_some(), &specs));
        Ok(Session { plan, study, table, task, crew, chunking })
    }

    /// Whether all agents can play here: one may be a program that does not exist. Not needed for reading results only.
    pub fn ready(&self) -> Result<(), Error> {
        self.crew.ready().map_err(|(number, reason)| {
            let spec = &self.task.specs[number % self.task.specs.len()];
            Error::flag(format!("agent `{spec}`"), reason)
        })
    }

    fn named(&self) -> impl Iterator<Item = [&str; 2]> {
        self.task.names.iter().zip(&self.task.specs).map(|(name, spec)| [name.as_str(), spec])
    }

    pub fn legend(&self) -> Option<Sheet> {
        Some(names::legend(self.named())).filter(|legend| !legend.is_empty()).map(Sheet::line)
    }

    /// That the plan has levels that mean other agents today; nothing if it has not.
    pub fn outdated(&self) -> Option<String> {
        let run = &self.plan.run;
        Names::under(&run.game, &run.rule_set, run.players).outdated(self.named())
    }

    pub fn monitor(&self) -> Box<dyn StudyMonitor + '_> {
        self.study.monitor(&self.plan.run)
    }

    /// The chunks that count, and those among them that are missing.
    pub fn survey(&self, index: &mut ChunkIndex<'_>) -> Result<(Vec<u64>, Vec<u64>), Error> {
        index.survey(&mut *self.monitor(), |_| true)
    }

    pub fn sums(&self, place: &ChunkFolder, care: ChunkCheck) -> Result<Sums, Error> {
        let mut index = ChunkIndex::open(self.plan, from_ref(place))?;
        Ok(merge(&mut index, self.task.layout(), care, &mut *self.monitor(), None)?.sums)
    }

    pub fn games_of(&self, chunks: &[u64]) -> u64 {
        self.plan.run.games_of(chunks.iter().map(|&chunk| self.chunking.blocks_of(chunk)))
    }

    /// Plays the given chunks into the first folder of the `index`, on which the caller has a lock, until it is time to
    /// `stop` or, for a sequential comparison, nothing more is needed; the other folders may hold chunks that it
    /// looks at. The only chunk of a run goes into the files of the `whole` instead.
    pub fn work(
        &self,
        chunks: &[u64],
        index: &mut ChunkIndex<'_>,
        (pace, stop): (&Pace, StopSignal<'_>),
        whole: Option<&mut WholeDrafts>,
    ) -> Result<PlayedChunks, Error> {
        let mut monitor = self.monitor();
        let games = self.games_of(chunks);
        let bar = match monitor.text() {
            // It may end sooner.
            Some(_) => progress::bar_with_standing(games, pace.quiet, "at most"),
            None => progress::bar("games", games, pace.quiet),
        };
        let place = index.folders[0].place.clone();
        let mut commit = Commit::new(index, &self.task, whole, &mut *monitor, bar.clone(), stop)?;
        let progress = self.play(self.chunking, chunks, pace.threads(), &mut commit, stop);
        // A finished bar stands at its end, wherever it was.
        let games = bar.position();
        bar.finish_and_clear();
        let Progress { played, left } = progress.map_err(|error| {
            let failures = commit.failing.as_ref().map_or(&[][..], |failing| &failing.failures);
            self.keep_failed(error, &place, failures)
        })?;
        let Commit { dropped, failed, lost, .. } = commit;
        let (chunks, left) = (played - dropped, left + dropped);
        Ok(PlayedChunks { chunks, left, games, failed, lost })
    }

    fn keep_failed(&self, mut error: Error, place: &ChunkFolder, failures: &[Failure]) -> Error {
        let (Error::Failing { causes, .. } | Error::NeverPlays { causes, .. }) = &mut error else {
            return error;
        };
        let kept = self.failed_games(failures);
        match failed_game::keep(place, &kept) {
            Err(error) => error,
            Ok(path) => {
                *causes += &format!("\n{}", FailedGame::command(&path, &kept));
                causes.truncate(causes.trim_end().len());
                error
            }
        }
    }

    pub fn failed_games(&self, failures: &[Failure]) -> Vec<FailedGame> {
        let run = &self.plan.run;
        let failed = failures.iter().map(|failure| {
            // Branches have no arms; nothing is kept of them but what happened.
            let arm = self.task.arms.get(failure.arm);
            let (name, rules) = arm.map_or((&run.rules, 0), |arm| (&arm.name, arm.rules));
            FailedGame::new(&run.game, (name, self.table.rules(rules)), run.players, failure)
        });
        failed.collect()
    }

    pub fn play_here(&self, blocks: Range<u64>) -> BatchResult {
        self.crew.worker(&self.task, Arc::default())(blocks).expect("nobody stops it")
    }

    pub fn play(
        &self,
        chunking: ChunkLayout,
        chunks: &[u64],
        threads: usize,
        collector: &mut dyn Collector,
        stop: StopSignal<'_>,
    ) -> Result<Progress, Error> {
        if !chunks.is_empty() {
            self.ready()?;
        }
        let new_worker = |over| self.crew.worker(&self.task, over);
        batch::play(&new_worker, chunking, chunks, threads, collector, stop)
    }
}

#[derive(Default)]
pub struct PlayedChunks {
    pub chunks: u64,
    /// Chunks still to be played.
    pub left: u64,
    pub games: u64,
    /// Games that failed, and games that count although agents failed in them.
    pub failed: u64,
    pub lost: u64,
}

impl PlayedChunks {
    pub fn add(&mut self, more: &PlayedChunks) {
        self.chunks += more.chunks;
        self.games += more.games;
        self.failed += more.failed;
        self.lost += more.lost;
    }

    /// The error if games failed, or if agents did in games that count.
    pub fn verdict(&self) -> Result<(), Error> {
        let &PlayedChunks { failed, lost, games, .. } = self;
        if failed + lost == 0 { Ok(()) } else { Err(Error::FailedGames { failed, lost, games }) }
    }
}
