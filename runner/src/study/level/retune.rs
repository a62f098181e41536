use serde::Deserialize;

use crate::plan::purpose::Stopping;
use crate::study::context::{StudyContext, seed_of};
use crate::study::level::plan::{Level, Retuning, folder_of, open};
use crate::study::level::work::{StudyPart, Work};
use crate::study::plan_file::{PlanFile, Request};
use crate::study::tune::plan::{BEST, Test, Tune};
use crate::study::{tune::steps::better, workspace::Workspace};
use crate::{disk::durable, error::Error, export::verify::rows, plan::run::AgentEntry};
use drakkar_agents::spec::FileName;
use drakkar_stats::levelling::Set;

/// Standard deviation of the first generation: weights of good players are near good weights.
const SIGMA: f64 = 0.1;
const ELO: f64 = 20.0;

impl Work<'_> {
    /// The agent with weights that are better under a set of values, by a test on fresh deals; none if a short tune
    /// finds none, or if it has no weights.
    pub fn adapted(
        &self,
        agent: &AgentEntry,
        players: usize,
        set: &Set,
        round: u32,
    ) -> Result<Option<AgentEntry>, Error> {
        let Retuning { generations, games, test_games, .. } = self.level.retuning;
        if agent.weights.is_none() {
            return Ok(None);
        }
        let place = format!("{round}-{players}p");
        let part = format!("retuned-{place}");
        let table = open(self.ws.lab, &self.rules(set)?.1, players)?;
        // Published results have these deals, whatever the folder is called.
        let seed = seed_of(&self.level.seed, &format!("adapted-{place}"));
        let stopping = Stopping::elo(ELO);
        let test = Test { name: "start".to_owned(), opponents: None, stopping, games: test_games };
        let context = StudyContext::new(self.ws.lab, &*table, seed);
        let request = Tune::of_all(context, agent, &*table, (generations, games))?;
        let plan = PlanFile::new(Tune { sigma: SIGMA, tests: vec![test], ..request });
        let out = &folder_of(self.ws.out, &part);
        durable::still(&self.ws.out.join(Level::KIND.file))?;
        let ws = Workspace { table: &*table, out, ..self.ws };
        let Some(found) = better(&plan, ws)? else { return Ok(None) };
        let file = FileName::new(&format!("{part}/{BEST}"));
        let spec = found.read()?.with_weights(file).to_string();
        Ok(Some(AgentEntry { spec, ..found }))
    }
}

pub fn with_weights_of(agent: &AgentEntry, player: &AgentEntry) -> Result<AgentEntry, Error> {
    let [spec, known] = [agent.read()?, player.read()?];
    if agent.weights.is_none() || player.weights.is_none() {
        return Ok(agent.clone());
    }
    let spec = spec.with_weights(known.weights().cloned()).to_string();
    Ok(AgentEntry { spec, weights: player.weights.clone(), ..agent.clone() })
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Pick {
    #[serde(rename = "item")]
    pub kind: String,
    pub pick_rate_per_decision: Option<f64>,
}

impl Work<'_> {
    pub fn picks(
        &self,
        agent: &AgentEntry,
        players: usize,
        set: &Set,
        name: &str,
    ) -> Result<Vec<Pick>, Error> {
        let table = open(self.ws.lab, &self.rules(set)?.1, players)?;
        let Some(items) = table.items().filter(|items| items.has_facts()) else {
            return Ok(Vec::new());
        };
        // Both players play the same deals.
        let games = self.level.validation;
        let part = StudyPart { games, ..self.part("watched", players, &[], set) };
        let plan = self.whole_games(&*table, agent, &part)?;
        self.play(&plan, name, players)?;
        let file = folder_of(self.ws.out, &format!("{name}-{players}p"))
            .join(format!("{}.csv", items.file));
        rows(&file)
    }
}
