use std::path::PathBuf;

use serde::Deserialize;

use crate::export::{names, tables::TIMING, verify::rows};
use crate::plan::purpose::{Compare, Purpose, Stopping};
use crate::plan::run::{AgentEntry, Plan, Run, specs_of};
use crate::study::learn::plan::{EVEN, Generations, Learn, REFERENCES, TIME};
use crate::study::workspace::Workspace;
use crate::study::{execute::PlayedPart, learn::args, plan_file::Request, planned::planned};
use crate::{disk::chunk_folder::ChunkFolder, error::Error, flags::agents::KnownAgents};
use drakkar_agents::{net::Net, spec::Kind, spec::Spec};
use drakkar_stats::sequential::Decision;

pub struct GateMatch<'a> {
    pub whole: &'a Generations,
    /// Where the generation has its folder.
    pub ws: Workspace<'a>,
    pub generation: u32,
    pub candidate: Spec,
}

#[derive(Clone, Debug, PartialEq)]
pub struct GateResult {
    pub against: String,
    /// The opponent's iterations, if it has so many.
    pub iterations: Option<u32>,
    pub effect: GateEffect,
    pub decision: Decision,
}

#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
pub struct GateEffect {
    pub value: Option<f64>,
    pub low: Option<f64>,
    pub high: Option<f64>,
    pub elo: Option<f64>,
    pub elo_low: Option<f64>,
    pub elo_high: Option<f64>,
    pub games: u64,
}

impl GateMatch<'_> {
    pub fn equal_iterations(&self, opponent: &Spec) -> Result<GateResult, Error> {
        let plan = self.plan(EVEN, opponent, Some(self.whole.stopping), self.whole.test_games)?;
        self.play(EVEN, &plan)
    }

    /// The same test with as many iterations of the opponent as take the same time, which is measured once: its
    /// plan keeps the number. None if nobody knows how many these are.
    pub fn equal_time(&self, opponent: &Spec) -> Result<Option<GateResult>, Error> {
        let iterations = match Plan::read(&ChunkFolder::new(&self.ws.out.join(TIME)))? {
            Some(plan) => iterations_of(&plan),
            None => self.measured(opponent)?,
        };
        let Some((iterations, Kind::Mcts(settings))) = iterations.map(|n| (n, opponent.kind()))
        else {
            return Ok(None);
        };
        let settings = settings.with_iterations(iterations);
        let settings = settings.map_err(|error| Error::flag("--test-iterations", error))?;
        let opponent = Spec::new(Kind::Mcts(settings))
            .with_net(opponent.net().cloned())
            .with_weights(opponent.weights().cloned());
        let (own, other) = (self.whole.test_iterations, iterations);
        let told = format!(
            "generation {}: the same at equal time, {own} iterations against {other}",
            self.generation
        );
        self.ws.pace.note(&told);
        let plan = self.plan(TIME, &opponent, Some(self.whole.stopping), self.whole.test_games)?;
        self.play(TIME, &plan).map(Some)
    }

    pub fn references(&self) -> Result<Vec<GateResult>, Error> {
        let specs = specs_of(&self.whole.references)?;
        let games = self.whole.reference_games;
        let play =
            |(name, spec): (&&str, &Spec)| self.play(name, &self.plan(name, spec, None, games)?);
        REFERENCES.iter().zip(&specs).map(play).collect()
    }

    fn plan(
        &self,
        name: &str,
        opponent: &Spec,
        stopping: Option<Stopping>,
        games: u64,
    ) -> Result<Plan, Error> {
        // What is known of agents from the plan has to be true still.
        let Generations { before, references, first, .. } = self.whole;
        let base: Vec<AgentEntry> = references.iter().chain([before]).cloned().collect();
        let Workspace { lab, table, .. } = self.ws;
        let known = KnownAgents { base: &base, ..KnownAgents::of(lab, table.rules(0)) };
        // Published results have these deals, whatever a part is called.
        let part = name.replace("reference-", "panel-");
        let seed = first.table.seed_of(&format!("generation {} {part}", self.generation));
        let asked = Run {
            agents: known.entries(&[self.candidate.clone(), opponent.clone()]),
            purpose: Some(Purpose::Compare(Compare::of(None, table.players(), stopping))),
            seed: seed.to_string(),
            ..Run::default()
        };
        planned(asked, [games, 0], table)
    }

    fn play(&self, name: &str, plan: &Plan) -> Result<GateResult, Error> {
        self.ws.play(Learn::KIND.file, (plan, name), PlayedPart::Alone, None)?;
        let folder = self.ws.out.join(name);
        #[derive(Deserialize)]
        struct GateLook {
            decision: Decision,
        }
        let effect: Vec<GateEffect> = rows(&folder.join("effects.csv"))?;
        let looks: Vec<GateLook> = rows(&folder.join("compare.csv"))?;
        let nothing = || Error::input(&folder, "holds no comparison that has been played");
        let mut named = names::of_run(&plan.run).into_iter().map(|[name, _]| name);
        Ok(GateResult {
            against: named.next_back().unwrap_or_default(),
            iterations: iterations_of(plan),
            effect: effect.into_iter().next().ok_or_else(nothing)?,
            decision: looks.last().ok_or_else(nothing)?.decision,
        })
    }

    /// Whether both use nets of one size in the same search, so that equal iterations take equal time.
    pub fn takes_the_same_time(&self, opponent: &Spec) -> Result<bool, Error> {
        let alike = self.candidate.clone().with_net(opponent.net().cloned()) == *opponent;
        let (Some(one), Some(two)) = (self.candidate.net(), opponent.net()) else {
            return Ok(false);
        };
        Ok(alike && self.size(one.as_str())? == self.size(two.as_str())?)
    }

    fn size(&self, name: &str) -> Result<Vec<usize>, Error> {
        let shipped = self.ws.lab.info().nets.iter().find(|(known, _)| *known == name);
        let net = match shipped {
            Some((_, text)) => Net::from_json(text).map_err(|error| Error::flag(name, error))?,
            None => args::net_of(&PathBuf::from(name))?,
        };
        Ok(net.layers().iter().flat_map(|layer| [layer.inputs(), layer.outputs()]).collect())
    }

    /// The iterations with which the opponent thinks as long as the net, by the test at equal iterations.
    fn measured(&self, opponent: &Spec) -> Result<Option<u32>, Error> {
        #[derive(Deserialize)]
        struct ThinkingTime {
            agent: String,
            mean_microseconds: Option<f64>,
        }
        let folder = self.ws.out.join(EVEN);
        let Some(plan) = Plan::read(&ChunkFolder::new(&folder))? else { return Ok(None) };
        let times: Vec<ThinkingTime> = rows(&folder.join(TIMING))?;
        let named = names::of_run(&plan.run);
        let time = |spec: &Spec| {
            let spec = spec.to_string();
            let name = named.iter().find(|[_, full]| *full == spec).map(|[name, _]| name)?;
            let found = times.iter().find(|row| row.agent == *name)?.mean_microseconds?;
            (found > 0.0).then_some(found)
        };
        let times = time(&self.candidate).zip(time(opponent));
        let scaled = times.map(|(own, other)| f64::from(self.whole.test_iterations) * own / other);
        Ok(scaled.map(|scaled| (scaled.round() as u32).clamp(1, MOST_ITERATIONS)))
    }
}

const MOST_ITERATIONS: u32 = 1_000_000;

fn iterations_of(plan: &Plan) -> Option<u32> {
    plan.run.agents.last()?.spec.parse::<Spec>().ok()?.iterations()
}
