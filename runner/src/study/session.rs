//! A plan that is ready to be played.

use std::path::Path;

use drakkar_agents::agent::Agent;
use drakkar_agents::heuristic::Playable;
use drakkar_agents::player::Player;
use drakkar_agents::restriction::Restriction;
use drakkar_agents::spec::Spec;
use drakkar_engine::error::KeyError;
use drakkar_engine::recorded::Recorded;
use indicatif::ProgressBar;

use crate::error::Error;
use crate::games::suits_kept;
use crate::journal::branching::{Branching, How};
use crate::journal::commit::Commit;
use crate::journal::place::Place;
use crate::journal::plan::{AgentEntry, Plan};
use crate::journal::purpose::Purpose;
use crate::play::arm::Arm;
use crate::play::batch::{self, Collector, Progress};
use crate::play::branch::BranchTask;
use crate::play::cut::{self, Cut};
use crate::play::schedule::{Policy, Schedule};
use crate::play::stop::Stop;
use crate::play::task::Task;
use crate::stats::sums::{Beside, Layout};
use crate::study::duel::Trial;

/// Everything that it takes to play the chunks of a plan.
#[derive(Debug)]
pub(crate) struct Session<'a, G: Playable> {
    pub(crate) plan: &'a Plan,
    /// The rules, and the second ones of a comparison.
    games: Vec<G>,
    /// Names of the presets in force.
    presets: Vec<String>,
    pub(crate) names: Vec<String>,
    schedules: Vec<Schedule>,
    specs: Vec<Spec>,
    /// By number, for each of the rule sets.
    players: Vec<Player<G>>,
    beside: Beside,
    seed: u64,
    pub(crate) cut: Cut,
}

impl<'a, G: Recorded + Playable> Session<'a, G> {
    /// Reads the plan, which lies in `place`.
    ///
    /// # Errors
    /// Names the key of `run.json` that is at fault.
    pub(crate) fn new(plan: &'a Plan, place: &Place) -> Result<Session<'a, G>, Error> {
        let run = &plan.run;
        let path = place.plan();
        let blame = |key: &str, reason: &dyn ToString| {
            Error::input(&path, format!("key `run.{key}`: {}", reason.to_string()))
        };
        let (fewest, most) = G::PLAYERS;
        if !(fewest..=most).contains(&run.players) {
            return Err(blame("players", &format!("{} are too few or too many", run.players)));
        }
        let line_ups = run.line_ups();
        let names = run.names();
        let branching = match &run.purpose {
            Some(Purpose::Branch(branching)) => Some(branching),
            _ => None,
        };
        let game = |key: &str, value: &serde_json::Value| {
            let rule_set: G::RuleSet = serde_path_to_error::deserialize(value)
                .map_err(|error| blame(&format!("{key}.{}", error.path()), error.inner()))?;
            G::new(rule_set, run.players).map_err(|error| blame(key, &error))
        };
        let mut games = vec![game("rule_set", &run.rule_set)?];
        let mut presets = vec![run.rules.clone()];
        if let Some(Purpose::CompareRules { rules, rule_set, .. }) = &run.purpose {
            games.push(game("purpose.rule_set", rule_set)?);
            presets.push(rules.clone());
        }
        for (number, variant) in branching.iter().flat_map(|all| all.variants.iter().enumerate()) {
            games.push(game(&format!("purpose.variants[{number}].rule_set"), &variant.rule_set)?);
            presets.push(run.rules.clone());
        }
        let entry = |name: &String| run.agents.iter().find(|agent| agent.spec == *name);
        let entries: Vec<&AgentEntry> = names.iter().filter_map(entry).collect();
        let specs = entries.iter().map(|agent| agent.spec.parse::<Spec>());
        let specs: Vec<Spec> =
            specs.collect::<Result<_, _>>().map_err(|error| blame("agents", &error))?;
        let seating = Policy::from_name(&run.seating)
            .ok_or_else(|| blame("seating", &format!("there is no `{}`", run.seating)))?;
        let seed = run.seed.parse().map_err(|error| blame("seed", &error))?;
        let schedules: Vec<Schedule> =
            line_ups.iter().map(|seats| Schedule::new(seats, seating, seed)).collect();
        let size: u64 = schedules.iter().map(Schedule::games_per_block).sum();
        let size = branching.map_or(size * games.len() as u64, Branching::games_per_block);
        if size != run.games_per_block {
            return Err(blame("games_per_block", &format!("blocks have {size} games")));
        }
        let mut players = Vec::new();
        for game in &games {
            for (spec, entry) in specs.iter().zip(&entries) {
                let player = Player::rebuild(spec, entry.weights.as_deref(), game);
                players.push(player.map_err(|error| blame("agents", &error))?);
            }
        }
        if let Some(branching) = branching {
            BranchTask::new(branching, &games, names.len(), run.cut(1).fresh())
                .map_err(|(key, reason)| blame(&format!("purpose.{key}"), &reason))?;
            restricted(branching, &specs, &entries, &games[0], &mut players)
                .map_err(|error| blame("purpose.kinds", &error))?;
        }
        let beside = match &run.purpose {
            None => Beside::Nothing,
            Some(Purpose::Branch(all)) => Beside::Branches {
                cells: all.cells.len(),
                figures: all.agents.len() * all.rule_sets(),
            },
            Some(Purpose::Tournament { .. }) => Beside::Meetings,
            Some(Purpose::Compare { .. }) => {
                let trial = Trial::of(run).ok_or_else(|| blame("purpose", &"is no comparison"))?;
                Beside::Duel(trial.duel)
            }
            Some(Purpose::CompareRules { .. }) => Beside::Versus,
        };
        let cut = run.cut(cut::default_slice(size, run.record_every.is_some(), &specs));
        Ok(Session { plan, games, presets, names, schedules, specs, players, beside, seed, cut })
    }

    /// Whether all agents can play here: one may be a program that is not there. Whoever only reads what
    /// was played need not ask.
    ///
    /// # Errors
    /// Names the agent that cannot.
    pub(crate) fn ready(&self) -> Result<(), Error> {
        for (player, spec) in self.players.iter().zip(&self.specs) {
            let told = |reason| Error::flag(format!("agent `{spec}`"), reason);
            player.ready().map_err(told)?;
        }
        Ok(())
    }

    /// The rules, and the second ones of a comparison.
    pub(crate) fn game(&self) -> &G {
        &self.games[0]
    }

    /// Calls `then` with what there is to play.
    pub(crate) fn with_task<T>(&self, then: impl FnOnce(&Task<'_, G>) -> T) -> T {
        let run = &self.plan.run;
        let branches = match &run.purpose {
            Some(Purpose::Branch(branching)) => {
                BranchTask::new(branching, &self.games, self.names.len(), run.cut(1).fresh()).ok()
            }
            _ => None,
        };
        let rules = self.games.iter().zip(&self.presets).enumerate();
        let arms: Vec<Arm<'_, G>> = rules
            .filter(|_| branches.is_none())
            .flat_map(|(rules, (game, name))| {
                let schedules = self.schedules.iter();
                schedules.map(move |schedule| Arm { game, rules, name, schedule })
            })
            .collect();
        then(&Task {
            names: &self.names,
            players: run.players,
            arms: &arms,
            branches: branches.as_ref(),
            beside: self.beside,
            restricted: self.specs.iter().any(|spec| spec.restriction().is_some()),
            seed: self.seed,
            per_game: run.per_game,
            record_every: run.record_every,
            time_every: cut::time_every(&self.specs),
        })
    }

    /// What is counted.
    pub(crate) fn layout(&self) -> Layout {
        self.with_task(|task| task.layout())
    }

    /// Games of the given chunks; of branches as many as there are if all moments are found.
    pub(crate) fn games_of(&self, chunks: &[u64]) -> u64 {
        self.plan.run.games_of(chunks.iter().map(|&chunk| self.cut.blocks_of(chunk)))
    }

    /// Plays the given chunks into the first of `places`, until it is time to `stop` or, for a
    /// sequential comparison, nothing more is needed; the other places may hold what it looks at. Also
    /// gives the number of games that failed.
    ///
    /// # Errors
    /// Agents that are not [ready](Session::ready), files that cannot be written, threads that cannot be
    /// started.
    pub(crate) fn work(
        &self,
        chunks: &[u64],
        places: &[Place],
        threads: usize,
        stop: Stop<'_>,
        bar: ProgressBar,
    ) -> Result<(Progress, u64), Error> {
        self.with_task(|task| {
            let mut commit = Commit::new(self.plan, places, task, bar)?;
            let progress = self.play(task, self.cut, chunks, threads, &mut commit, stop)?;
            Ok((progress, commit.failed))
        })
    }

    /// Plays the first `blocks` blocks and keeps nothing but what `collector` does.
    pub(crate) fn rehearse(
        &self,
        blocks: u64,
        threads: usize,
        collector: &mut dyn Collector,
        stop: Stop<'_>,
    ) -> Result<Progress, Error> {
        let cut = Cut { blocks, chunk: blocks, slice: 1, confirm: 0 };
        self.with_task(|task| self.play(task, cut, &[0], threads, collector, stop))
    }

    fn play(
        &self,
        task: &Task<'_, G>,
        cut: Cut,
        chunks: &[u64],
        threads: usize,
        collector: &mut dyn Collector,
        stop: Stop<'_>,
    ) -> Result<Progress, Error> {
        if !chunks.is_empty() {
            self.ready()?;
        }
        batch::play(task, cut, chunks, threads, || self.players.clone(), collector, stop)
    }
}

/// Whether `G` is the variant of its game for all rules of the plan; also if there is something wrong
/// with them, which is told later.
pub(crate) fn suits<G: Recorded>(plan: &Plan) -> bool {
    let others: Vec<&serde_json::Value> = match &plan.run.purpose {
        Some(Purpose::CompareRules { rule_set, .. }) => vec![rule_set],
        Some(Purpose::Branch(all)) => all.variants.iter().map(|one| &one.rule_set).collect(),
        _ => Vec::new(),
    };
    suits_kept::<G>(&plan.run.rule_set) && others.into_iter().all(suits_kept::<G>)
}

/// Adds, for each kind and each agent that plays on, one that must not take it, if there is such a cell;
/// see [`BranchTask`].
fn restricted<G: Recorded + Playable>(
    branching: &Branching,
    specs: &[Spec],
    entries: &[&AgentEntry],
    game: &G,
    players: &mut Vec<Player<G>>,
) -> Result<(), String> {
    if branching.cells.iter().all(|cell| cell.how != How::Restricted) {
        return Ok(());
    }
    for kind in &branching.kinds {
        let pattern: Restriction =
            kind.action.parse().map_err(|error: KeyError| error.to_string())?;
        for &agent in &branching.agents {
            let (spec, entry) = (&specs[usize::from(agent)], entries[usize::from(agent)]);
            let both = spec.restriction().cloned().map_or(pattern.clone(), |own| own.and(&pattern));
            let spec = spec.clone().with_restriction(Some(both));
            let player = Player::rebuild(&spec, entry.weights.as_deref(), game);
            players.push(player.map_err(|error| error.to_string())?);
        }
    }
    Ok(())
}

/// The error for a plan in `folder` whose game is not known here.
pub(crate) fn unknown_game(folder: &Path, error: &Error) -> Error {
    Error::input(&Place::new(folder).plan(), format!("key `run.game`: {error}"))
}
