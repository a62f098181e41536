use std::path::Path;

use crate::export::sheet::Style;
use crate::plan::run::{AgentEntry, Plan};
use crate::study::level::plan::{Retuning, Seats, Subject, folder_of, open};
use crate::study::level::work::{StudyPart, Work};
use crate::study::rehearsal::{self, PartTime, print_parts};
use crate::study::{tune::plan::Tune, venue::Venue};
use crate::{disk::place::ChunkFolder, error::Error, flags::effort::Effort};

impl Work<'_> {
    pub fn rehearse(&self, effort: &Effort, style: Style) -> Result<(), Error> {
        self.things(&self.level.first())?;
        let mut shares = Vec::new();
        for seats in &self.level.tables {
            shares.extend(self.parts_of(seats, effort)?);
        }
        let less = ("at most", ", and less if fewer measurements are needed");
        print_parts(&shares, effort.pace.threads(), less, style)
    }

    fn parts_of(&self, seats: &Seats, effort: &Effort) -> Result<Vec<PartTime>, Error> {
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
        let measured = self.seconds(&StudyPart { around: &around, ..first }, own, effort)?;
        add("measurements".to_owned(), courses * u64::from(level.measurements), measured);
        let alone = self.seconds(&first, own, effort)?;
        add("sets with fewer changes".to_owned(), level.levers.len() as u64, alone);
        if level.retuning.rounds > 0 && own[0].weights.is_some() {
            let seconds = self.tune_seconds(&own[0], players, effort)?;
            add("re-tuning of the weights".to_owned(), level.retuning.rounds.into(), seconds);
        }
        for agent in &seats.agents {
            let (both, games) = self.validated(&own[0], agent)?;
            let last = StudyPart { agents: &both, games, ..first };
            let seconds = self.seconds(&last, std::slice::from_ref(agent), effort)?;
            add(format!("the final validation, {}", self.name(agent, players)), 2, seconds);
        }
        Ok(parts)
    }

    fn seconds(
        &self,
        part: &StudyPart<'_>,
        agents: &[AgentEntry],
        effort: &Effort,
    ) -> Result<f64, Error> {
        match self.level.subject {
            Subject::Items => time(&self.branches(part)?, effort),
            Subject::Seats => {
                let table = open(self.ws.lab, &self.rules(part.set)?.1, part.players)?;
                let runs = agents.iter().map(|agent| {
                    let plan = self.whole_games(&*table, agent, part)?;
                    Ok((part.around.len() + 1) as f64 * time(&plan, effort)?)
                });
                runs.sum()
            }
        }
    }

    fn tune_seconds(
        &self,
        agent: &AgentEntry,
        players: usize,
        effort: &Effort,
    ) -> Result<f64, Error> {
        let Retuning { generations, games, test_games, .. } = self.level.retuning;
        let set = self.level.first();
        let table = open(self.ws.lab, &self.rules(&set)?.1, players)?;
        let venue = Venue::new(self.ws.lab, &*table, 0);
        let Tune { population, .. } = Tune::of_all(venue, agent, &*table, (generations, games))?;
        let games = generations * population as u64 * games + test_games;
        let part = StudyPart { games, ..self.part("tuned", players, &[], &set) };
        time(&self.whole_games(&*table, agent, &part)?, effort)
    }
}

fn time(plan: &Plan, effort: &Effort) -> Result<f64, Error> {
    let place = ChunkFolder::new(&folder_of(Path::new(""), "first-0"));
    rehearsal::seconds(plan, &place, &effort.pace, effort.stop())
}
