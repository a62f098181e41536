//! Games of one line-up against itself: what `drakkar run` plays.

use std::path::Path;

use drakkar_agents::heuristic::Playable;
use drakkar_agents::player::Player;
use drakkar_agents::spec::Spec;
use drakkar_engine::recorded::Recorded;
use drakkar_engine::rules;
use indicatif::ProgressBar;

use crate::error::Error;
use crate::export::games_csv;
use crate::journal::commit::Commit;
use crate::journal::place::Place;
use crate::journal::plan::{AgentEntry, Plan, ROW_FORMAT, Run};
use crate::play::batch;
use crate::play::cut::{self, Cut};
use crate::play::line_up::LineUp;
use crate::play::schedule::{Policy, Schedule};
use crate::play::slice::{Recording, Task};
use crate::play::stop::Stop;
use crate::stats::counters::Shape;

/// What somebody asks for.
#[derive(Clone, Debug)]
pub(crate) struct Wish<'a, G> {
    pub(crate) game: &'a G,
    pub(crate) specs: &'a [Spec],
    pub(crate) seating: Policy,
    pub(crate) seed: u64,
    pub(crate) games: u64,
    /// Blocks of a chunk, if somebody chooses.
    pub(crate) chunk: Option<u64>,
    pub(crate) per_game: bool,
    pub(crate) record_every: Option<u64>,
}

impl<G: Recorded + Playable> Wish<'_, G> {
    /// The plan of the run.
    ///
    /// # Errors
    /// Agents that cannot be built.
    pub(crate) fn plan(&self) -> Result<Plan, Error> {
        let line_up = LineUp::new(self.specs);
        let schedule = Schedule::new(&line_up, self.seating, self.seed);
        let (size, blocks) = (schedule.games_per_block(), schedule.blocks_for(self.games));
        let weights = line_up.first_seats().into_iter().map(|seat| {
            let player = Player::build(&self.specs[seat], self.game);
            player.map_err(|error| Error::flag("--agents", error)).map(|p| p.weights_toml())
        });
        let weights: Vec<Option<String>> = weights.collect::<Result<_, _>>()?;
        let agents = line_up.seats().iter().map(|&agent| AgentEntry {
            spec: line_up.names()[usize::from(agent)].clone(),
            weights: weights[usize::from(agent)].clone(),
        });
        let default = || cut::default_chunk(size, blocks, self.specs);
        let run = Run {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            generators: drakkar_engine::seed::GENERATORS,
            row_format: ROW_FORMAT,
            game: G::ID.to_owned(),
            rules: rules::name_of::<G>(self.game.rule_set()).to_owned(),
            rule_set: serde_json::to_value(self.game.rule_set())
                .map_err(|error| Error::flag("--rules", error))?,
            players: self.specs.len(),
            agents: agents.collect(),
            seed: self.seed.to_string(),
            seating: self.seating.name().to_owned(),
            games_per_block: size,
            blocks,
            chunk: self.chunk.unwrap_or_else(default).min(blocks).max(1),
            per_game: self.per_game,
            record_every: self.record_every,
        };
        Ok(Plan::new(run, self.games))
    }
}

/// A plan, ready to be played.
#[derive(Debug)]
pub(crate) struct SelfPlay<'a, G: Playable> {
    plan: &'a Plan,
    pub(crate) game: G,
    pub(crate) line_up: LineUp,
    schedule: Schedule,
    players: Vec<Player<G>>,
    seed: u64,
    pub(crate) cut: Cut,
}

impl<'a, G: Recorded + Playable> SelfPlay<'a, G> {
    /// Reads the plan, which lies in `place`.
    ///
    /// # Errors
    /// Names the key of `run.json` that is at fault.
    pub(crate) fn new(plan: &'a Plan, place: &Place) -> Result<SelfPlay<'a, G>, Error> {
        let run = &plan.run;
        let path = place.plan();
        let blame = |key: &str, reason: &dyn ToString| {
            Error::input(&path, format!("key `run.{key}`: {}", reason.to_string()))
        };
        let rule_set: G::RuleSet = serde_path_to_error::deserialize(&run.rule_set)
            .map_err(|error| blame(&format!("rule_set.{}", error.path()), error.inner()))?;
        let (fewest, most) = G::PLAYERS;
        if run.agents.len() != run.players || !(fewest..=most).contains(&run.players) {
            let reason = format!("{} agents for {} seats", run.agents.len(), run.players);
            return Err(blame("players", &reason));
        }
        let game = G::new(rule_set, run.players).map_err(|error| blame("rule_set", &error))?;
        let specs = run.agents.iter().map(|agent| agent.spec.parse::<Spec>());
        let specs: Vec<Spec> =
            specs.collect::<Result<_, _>>().map_err(|error| blame("agents", &error))?;
        let line_up = LineUp::new(&specs);
        let seating = Policy::from_name(&run.seating)
            .ok_or_else(|| blame("seating", &format!("there is no `{}`", run.seating)))?;
        let seed = run.seed.parse().map_err(|error| blame("seed", &error))?;
        let schedule = Schedule::new(&line_up, seating, seed);
        if schedule.games_per_block() != run.games_per_block {
            let reason = format!("blocks have {} games", schedule.games_per_block());
            return Err(blame("games_per_block", &reason));
        }
        let build = |seat: usize| {
            Player::rebuild(&specs[seat], run.agents[seat].weights.as_deref(), &game)
                .map_err(|error| blame("agents", &error))
        };
        let players = line_up.first_seats().into_iter().map(build).collect::<Result<_, _>>()?;
        let records = run.record_every.is_some();
        let slice = cut::default_slice(schedule.games_per_block(), records, &specs);
        let cut = Cut { blocks: run.blocks, chunk: run.chunk, slice };
        Ok(SelfPlay { plan, game, line_up, schedule, players, seed, cut })
    }

    fn task(&self) -> Task<'_, G> {
        let run = &self.plan.run;
        Task {
            game: &self.game,
            line_up: &self.line_up,
            schedule: &self.schedule,
            seed: self.seed,
            per_game: run.per_game,
            recording: run.record_every.map(|every| Recording { every, rules: &run.rules }),
        }
    }

    /// How many of each thing are counted.
    pub(crate) fn shape(&self) -> Shape {
        self.task().shape()
    }

    /// Games of the given chunks.
    pub(crate) fn games_of(&self, chunks: &[u64]) -> u64 {
        let blocks = chunks.iter().map(|&chunk| {
            let blocks = self.cut.blocks_of(chunk);
            blocks.end - blocks.start
        });
        blocks.sum::<u64>() * self.schedule.games_per_block()
    }

    /// Plays the given chunks into `place` and returns how many were finished before it was time to
    /// `stop`.
    ///
    /// # Errors
    /// Files that cannot be written, threads that cannot be started.
    pub(crate) fn work(
        &self,
        chunks: &[u64],
        place: &Place,
        threads: usize,
        stop: Stop<'_>,
        bar: ProgressBar,
    ) -> Result<u64, Error> {
        let task = self.task();
        let header = games_csv::header(G::FACTS);
        let mut commit = Commit::new(self.plan, place, task.shape(), header, bar);
        let build = || self.players.clone();
        batch::play(&task, self.cut, chunks, threads, build, &mut commit, stop)
    }
}

/// The game that a plan is about and its rules as text, to find the variant for them.
pub(crate) fn suits<G: Recorded>(plan: &Plan) -> bool {
    serde_json::from_value::<G::RuleSet>(plan.run.rule_set.clone())
        .map_or(true, |rule_set| G::covers(&rule_set))
}

/// The error for a plan in `folder` whose game is not known here.
pub(crate) fn unknown_game(folder: &Path, error: &Error) -> Error {
    Error::input(&Place::new(folder).plan(), format!("key `run.game`: {error}"))
}
