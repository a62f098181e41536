use crate::export::sheet::Style;
use crate::study::level::plan::{Retuning, Seats, Subject, open};
use crate::study::level::work::{StudyPart, Work};
use crate::study::{context::StudyContext, tune::plan::Tune, workspace::PartTime};
use crate::{error::Error, plan::run::AgentEntry};

impl Work<'_> {
    pub fn rehearse(&self, style: Style) -> Result<(), Error> {
        self.things(&self.level.first())?;
        let parts = self.level.tables.iter().map(|seats| self.parts_of(seats));
        let parts = parts.collect::<Result<Vec<_>, _>>()?.concat();
        let less = ("at most", ", and less if fewer measurements are needed");
        self.ws.print_parts(&parts, less, style)
    }

    fn parts_of(&self, seats: &Seats) -> Result<Vec<PartTime>, Error> {
        let (level, players) = (self.level, seats.players);
        let set = level.first();
        let around = self.around(&set);
        let own = &seats.agents[..1];
        let courses = 1 + u64::from(level.retuning.rounds);
        let mut parts = Vec::new();
        let mut add = |what: String, times, seconds| {
            parts.push((format!("{players} seats: {what}"), times, seconds));
        };
        let first = self.part("first-0", players, own, &set);
        let measured = self.seconds(&StudyPart { around: &around, ..first }, own)?;
        add("measurements".to_owned(), courses * u64::from(level.measurements), measured);
        let alone = self.seconds(&first, own)?;
        add("sets with fewer changes".to_owned(), level.levers.len() as u64, alone);
        if level.retuning.rounds > 0 && own[0].weights.is_some() {
            let seconds = self.tune_seconds(&own[0], players)?;
            add("re-tuning of the weights".to_owned(), level.retuning.rounds.into(), seconds);
        }
        for agent in &seats.agents {
            let (both, games) = self.validated(&own[0], agent)?;
            let last = StudyPart { agents: &both, games, ..first };
            let seconds = self.seconds(&last, std::slice::from_ref(agent))?;
            add(format!("the final validation, {}", self.name(agent, players)), 2, seconds);
        }
        Ok(parts)
    }

    fn seconds(&self, part: &StudyPart<'_>, agents: &[AgentEntry]) -> Result<f64, Error> {
        match self.level.subject {
            Subject::Items => self.ws.seconds(&self.branches(part)?),
            Subject::Seats => {
                let table = open(self.ws.lab, &self.rules(part.set)?.1, part.players)?;
                let runs = agents.iter().map(|agent| {
                    let plan = self.whole_games(&*table, agent, part)?;
                    Ok((part.around.len() + 1) as f64 * self.ws.seconds(&plan)?)
                });
                runs.sum()
            }
        }
    }

    fn tune_seconds(&self, agent: &AgentEntry, players: usize) -> Result<f64, Error> {
        let Retuning { generations, games, test_games, .. } = self.level.retuning;
        let set = self.level.first();
        let table = open(self.ws.lab, &self.rules(&set)?.1, players)?;
        let context = StudyContext::new(self.ws.lab, &*table, 0);
        let Tune { population, .. } = Tune::of_all(context, agent, &*table, (generations, games))?;
        let games = generations * population as u64 * games + test_games;
        let part = StudyPart { games, ..self.part("tuned", players, &[], &set) };
        self.ws.seconds(&self.whole_games(&*table, agent, &part)?)
    }
}
