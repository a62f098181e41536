use crate::plan::run::{AgentEntry, MOST_PLANNED, Plan, ROW_FORMAT, Run};
use crate::{error::Error, flags::alias::Aliases, games, plan::purpose::Purpose, study};
use drakkar_agents::spec::Spec;
use drakkar_play::door::{Seated, Table};
use drakkar_play::line_up::LineUp;
use drakkar_play::schedule::{Policy, Schedule};
use drakkar_stats::layout::OnFailure;

pub struct Wish<'a> {
    pub table: &'a dyn Table,
    pub specs: &'a [Spec],
    pub aliases: &'a Aliases,
    pub purpose: Option<Purpose>,
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
    pub base: Option<&'a [AgentEntry]>,
}

impl Wish<'_> {
    pub fn plan(&self) -> Result<Plan, Error> {
        let line_up = LineUp::new(self.specs);
        let rule_set = self.table.rules(0).clone();
        let id = self.table.info().id;
        // A branch in which an agent fails is no comparison.
        let may_fail = !matches!(self.purpose, Some(Purpose::Branch(_)))
            && self.specs.iter().any(Spec::may_fail);
        let mut run = Run {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            generators: drakkar_engine::seed::GENERATORS,
            row_format: ROW_FORMAT,
            game: id.to_owned(),
            rules: games::lab(id)?.name_of(&rule_set).to_owned(),
            rule_set,
            players: self.table.players(),
            agents: self.agents()?,
            seed: self.seed.to_string(),
            seating: self.seating.name().to_owned(),
            games_per_block: 0,
            blocks: 0,
            chunk: 0,
            per_game: self.per_game,
            record_every: self.record_every,
            irreproducible: self.specs.iter().any(|spec| !spec.is_reproducible()),
            on_failure: may_fail.then_some(self.on_failure),
            purpose: self.purpose.clone(),
        };
        let differ: Vec<&Spec> =
            line_up.first_seats().into_iter().map(|seat| &self.specs[seat]).collect();
        let study = study::of(self.purpose.as_ref());
        let tables = run.line_ups().into_iter().map(|seats| {
            let games = Schedule::new(&seats, self.seating, self.seed).games_per_block();
            (seats.into_iter().map(|agent| differ[usize::from(agent)]).collect(), games)
        });
        let tables: Vec<(Vec<&Spec>, u64)> = tables.collect();
        run.games_per_block = study.games_per_block(tables.iter().map(|(_, games)| games).sum());
        run.blocks = self.games.div_ceil(run.games_per_block);
        let chunk = self.chunk.unwrap_or_else(|| {
            // Far from the most, as fresh deals have chunks of their own.
            study.chunk(&tables, run.blocks).max(run.blocks.div_ceil(MOST_PLANNED / 2))
        });
        run.chunk = chunk.min(run.blocks).max(1);
        run.purpose = study.completed(&run, self.confirm).or(run.purpose.take());
        let chunks = run.cut(1).chunks();
        if chunks > MOST_PLANNED {
            let reason = format!("makes {chunks} chunks; at most {MOST_PLANNED} are possible");
            return Err(Error::flag("--chunk", reason));
        }
        Ok(Plan::new(run, self.games))
    }

    fn agents(&self) -> Result<Vec<AgentEntry>, Error> {
        let seated = self.specs.iter().map(|spec| {
            let known = self.known(&spec.to_string());
            known.map_or_else(|| Seated::new(spec), |agent| agent.seated(spec))
        });
        let seated: Vec<Seated> = seated.collect();
        let crew = self.table.seat(&seated).map_err(|error| Error::flag("--agents", error))?;
        let entries = seated.iter().enumerate().map(|(number, agent)| AgentEntry {
            alias: self.alias(&agent.spec),
            spec: agent.spec.to_string(),
            weights: crew.weights(number),
            net: crew.net(number),
        });
        Ok(entries.collect())
    }

    fn alias(&self, spec: &Spec) -> Option<String> {
        let name = spec.to_string();
        let before = || {
            let alias = self.known(&name)?.alias.as_ref()?;
            // An alias given to another agent now means that one.
            self.aliases.spec(alias).is_none().then(|| alias.clone())
        };
        self.aliases.of(spec).map(str::to_owned).or_else(before)
    }

    fn known(&self, spec: &str) -> Option<&AgentEntry> {
        self.base.into_iter().flatten().find(|agent| agent.spec == spec)
    }
}
