use crate::plan::{purpose::Purpose, run::AgentEntry, run::Plan, run::Run};
use crate::study::{planned::planned, tune::arena::Arena, workspace::Workspace};
use crate::study::{sealed::Files, venue::Venue};
use crate::{disk::growing::Growing, error::Error, threads::progress};

pub struct Work<'a> {
    pub venue: &'a Venue,
    pub ws: Workspace<'a>,
    pub files: &'a Files<'a>,
}

impl Work<'_> {
    pub fn arena(&self, games: u64) -> Arena<'_> {
        let bar = progress::bar_with_standing(games, self.ws.pace.quiet, "about");
        Arena { ws: self.ws, rules: &self.venue.rules, bar }
    }

    pub fn plan(
        &self,
        agents: &[AgentEntry],
        purpose: Purpose,
        part: &str,
        games: u64,
        chunk: Option<u64>,
    ) -> Result<Plan, Error> {
        let (agents, seed) = (agents.to_vec(), self.venue.seed_of(part).to_string());
        let (purpose, chunk) = (Some(purpose), chunk.unwrap_or_default());
        let asked = Run { agents, seed, purpose, chunk, ..Run::default() };
        planned(asked, [games, 0], self.ws.table)
    }

    pub fn note(&self, name: &str, file: &Growing) {
        if let Some(hash) = file.sha256() {
            self.files.note(name, hash);
        }
    }
}
