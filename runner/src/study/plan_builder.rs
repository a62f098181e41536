use crate::plan::run::{AgentEntry, MOST_PLANNED, Plan, ROW_FORMAT, Run};
use crate::study::venue::specs_of;
use crate::{error::Error, flags::alias::Aliases, games, plan::purpose::Purpose, study};
use drakkar_agents::spec::Spec;
use drakkar_play::cut::microseconds;
use drakkar_play::schedule::{Policy, Schedule};
use drakkar_play::{door::Seated, door::Table};
use drakkar_stats::layout::OnFailure;

#[derive(Default)]
pub struct PlanBuilder<'a> {
    /// One agent for each seat; if the purpose has line-ups, each agent once.
    pub specs: Vec<Spec>,
    pub aliases: Aliases,
    pub purpose: Option<Purpose>,
    /// Games on fresh deals after a comparison.
    pub confirm: u64,
    pub seating: Policy,
    pub on_failure: OnFailure,
    pub seed: u64,
    pub games: u64,
    pub chunk: Option<u64>,
    pub per_game: bool,
    pub record_every: Option<u64>,
    /// Agents that have the weights given here, whatever their files contain, and these aliases, if
    /// they have no others.
    pub base: &'a [AgentEntry],
}

impl<'a> PlanBuilder<'a> {
    pub fn new(specs: Vec<Spec>, games: u64) -> PlanBuilder<'a> {
        PlanBuilder { specs, games, ..PlanBuilder::default() }
    }

    pub fn of(base: &'a [AgentEntry], seed: u64, games: u64) -> Result<PlanBuilder<'a>, Error> {
        Ok(PlanBuilder { seed, base, ..PlanBuilder::new(specs_of(base)?, games) })
    }

    /// The plan of these games at a table, of whose rule sets the first is that of the run.
    pub fn plan(&self, table: &dyn Table) -> Result<Plan, Error> {
        let rule_set = table.rules(0).clone();
        let id = table.info().id;
        // A branch in which an agent fails is no comparison.
        let may_fail = !matches!(self.purpose, Some(Purpose::Branch(_)))
            && self.specs.iter().any(Spec::may_fail);
        let run = Run {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            generators: drakkar_engine::seed::GENERATORS,
            row_format: ROW_FORMAT,
            game: id.to_owned(),
            rules: games::lab(id)?.name_of(&rule_set).to_owned(),
            rule_set,
            players: table.players(),
            agents: self.agents(table)?,
            seed: self.seed.to_string(),
            seating: self.seating,
            games_per_block: 0,
            blocks: 0,
            chunk: 0,
            per_game: self.per_game,
            record_every: self.record_every,
            irreproducible: self.specs.iter().any(|spec| !spec.is_reproducible()),
            on_failure: may_fail.then_some(self.on_failure),
            purpose: self.purpose.clone(),
        };
        let costs = run.different().into_iter().map(|agent| Ok(microseconds(&agent.read()?)));
        let costs: Vec<u64> = costs.collect::<Result<_, Error>>()?;
        let line_ups = run.line_ups().into_iter().map(|seats| {
            let games = Schedule::new(&seats, self.seating, self.seed).games_per_block();
            (seats.iter().map(|&agent| costs[usize::from(agent)]).sum(), games)
        });
        let line_ups: Vec<(u64, u64)> = line_ups.collect();
        let study = study::of(&run);
        let games_per_block = study.games_per_block(line_ups.iter().map(|(_, games)| games).sum());
        let blocks = self.games.div_ceil(games_per_block);
        let chunk = self.chunk.unwrap_or_else(|| {
            // Far from the most, as fresh deals have chunks of their own.
            study.chunk(&line_ups, blocks).max(blocks.div_ceil(MOST_PLANNED / 2))
        });
        let chunk = chunk.min(blocks).max(1);
        let mut run = Run { games_per_block, blocks, chunk, ..run.clone() };
        run.purpose = study.completed(&run, self.confirm).or(run.purpose.take());
        let chunks = run.cut(1).chunks();
        if chunks > MOST_PLANNED {
            let reason = format!("makes {chunks} chunks; at most {MOST_PLANNED} are possible");
            return Err(Error::flag("--chunk", reason));
        }
        Ok(Plan::new(run, self.games))
    }

    /// The agents with their weights, from their files or the known sets.
    fn agents(&self, table: &dyn Table) -> Result<Vec<AgentEntry>, Error> {
        let known = |spec: &Spec| {
            let name = spec.to_string();
            self.base.iter().find(|agent| agent.spec == name)
        };
        let seated: Vec<Seated> = (self.specs.iter())
            .map(|spec| known(spec).map_or_else(|| Seated::new(spec), |agent| agent.seated(spec)))
            .collect();
        let crew = table.seat(&seated).map_err(|error| Error::flag("--agents", error))?;
        let entries = self.specs.iter().enumerate().map(|(number, spec)| {
            // An alias given to another agent now means that one.
            let before = || {
                let alias = known(spec)?.alias.as_deref()?;
                self.aliases.spec(alias).is_none().then_some(alias)
            };
            AgentEntry {
                alias: self.aliases.of(spec).or_else(before).map(str::to_owned),
                spec: spec.to_string(),
                weights: crew.weights(number),
                net: crew.net(number),
            }
        });
        Ok(entries.collect())
    }
}
