//! From what somebody asks for to the plan of a run.

use drakkar_agents::heuristic::Playable;
use drakkar_agents::player::Player;
use drakkar_agents::spec::Spec;
use drakkar_engine::recorded::Recorded;
use drakkar_engine::rules;

use crate::error::Error;
use crate::journal::plan::{AgentEntry, MOST_PLANNED, Plan, ROW_FORMAT, Run};
use crate::journal::purpose::{Purpose, Stopping};
use crate::play::cut;
use crate::play::line_up::LineUp;
use crate::play::schedule::{Policy, Schedule};

/// What somebody asks for.
#[derive(Clone, Debug)]
pub(crate) struct Wish<'a, G> {
    pub(crate) game: &'a G,
    /// One agent for each seat; where the purpose names line-ups, each agent once.
    pub(crate) specs: &'a [Spec],
    pub(crate) purpose: Option<Purpose>,
    /// Games on fresh deals after a comparison.
    pub(crate) confirm: u64,
    pub(crate) seating: Policy,
    pub(crate) seed: u64,
    pub(crate) games: u64,
    /// Blocks of a chunk, if somebody chooses.
    pub(crate) chunk: Option<u64>,
    pub(crate) per_game: bool,
    pub(crate) record_every: Option<u64>,
    /// Agents that have the weights told here, whatever their files hold.
    pub(crate) base: Option<&'a [AgentEntry]>,
}

impl<G: Recorded + Playable> Wish<'_, G> {
    /// The plan of the run.
    ///
    /// # Errors
    /// Agents that cannot be built.
    pub(crate) fn plan(&self) -> Result<Plan, Error> {
        let line_up = LineUp::new(self.specs);
        let agents = self.specs.iter().map(|spec| {
            let text = spec.to_string();
            Ok(AgentEntry { weights: self.weights(spec, &text)?, spec: text })
        });
        let mut run = Run {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            generators: drakkar_engine::seed::GENERATORS,
            row_format: ROW_FORMAT,
            game: G::ID.to_owned(),
            rules: rules::name_of::<G>(self.game.rule_set()).to_owned(),
            rule_set: serde_json::to_value(self.game.rule_set())
                .map_err(|error| Error::flag("--rules", error))?,
            players: self.game.players(),
            agents: agents.collect::<Result<_, Error>>()?,
            seed: self.seed.to_string(),
            seating: self.seating.name().to_owned(),
            games_per_block: 0,
            blocks: 0,
            chunk: 0,
            per_game: self.per_game,
            record_every: self.record_every,
            irreproducible: self.specs.iter().any(|spec| !spec.is_reproducible()),
            purpose: self.purpose.clone(),
        };
        let differ: Vec<&Spec> =
            line_up.first_seats().into_iter().map(|seat| &self.specs[seat]).collect();
        let tables = run.line_ups().into_iter().map(|seats| {
            let games = Schedule::new(&seats, self.seating, self.seed).games_per_block();
            (seats.into_iter().map(|agent| differ[usize::from(agent)]).collect(), games)
        });
        let mut tables: Vec<(Vec<&Spec>, u64)> = tables.collect();
        let arms = if matches!(self.purpose, Some(Purpose::CompareRules { .. })) { 2 } else { 1 };
        run.games_per_block = arms * tables.iter().map(|(_, games)| games).sum::<u64>();
        if let Some(Purpose::Branch(branching)) = &self.purpose {
            run.games_per_block = branching.games_per_block();
            // Branches are rests of games.
            let games = run.games_per_block / (2 * tables.len() as u64);
            tables.iter_mut().for_each(|(_, count)| *count = games.max(1));
        }
        run.blocks = self.games.div_ceil(run.games_per_block);
        if let Some(Purpose::Compare { confirm_blocks, .. }) = &mut run.purpose {
            *confirm_blocks = self.confirm.div_ceil(run.games_per_block);
        }
        let blocks = run.blocks;
        let chunk = self.chunk.unwrap_or_else(|| match &self.purpose {
            // A sequential test ends between two chunks: the finer the better, as long as the most
            // games that it may take are not cut into too many.
            Some(Purpose::Compare { stopping: Some(Stopping::Sprt { .. }), .. }) => {
                (cut::default_chunk(&tables, blocks.min(cut::MOST_CHUNKS)) / 4)
                    .max(blocks.div_ceil(cut::MOST_CHUNKS))
            }
            _ => cut::default_chunk(&tables, blocks),
        });
        run.chunk = chunk.min(blocks).max(1);
        if let Some(Purpose::Branch(branching)) = &mut run.purpose
            && branching.again > 0
        {
            // A chunk on fresh deals is of one kind.
            branching.again_padded = branching.again.div_ceil(run.chunk) * run.chunk;
        }
        let chunks = run.cut(1).chunks();
        if chunks > MOST_PLANNED {
            let reason = format!("makes {chunks} chunks; at most {MOST_PLANNED} are possible");
            return Err(Error::flag("--chunk", reason));
        }
        Ok(Plan::new(run, self.games))
    }

    /// The weights of an agent, from its file or as they are known.
    fn weights(&self, spec: &Spec, text: &str) -> Result<Option<String>, Error> {
        let known = self.base.into_iter().flatten();
        let player = match known.into_iter().find(|agent| agent.spec == text) {
            Some(known) => Player::rebuild(spec, known.weights.as_deref(), self.game),
            None => Player::build(spec, self.game),
        };
        player.map_err(|error| Error::flag("--agents", error)).map(|player| player.weights_toml())
    }
}
