use crate::plan::{purpose::Purpose, run::AgentEntry, run::Plan, run::Run};
use crate::study::{context::StudyContext, plan_file::Files};
use crate::study::{planned::planned, tune::evaluate::CandidateMatches, workspace::Workspace};
use crate::{disk::append_log::AppendLog, error::Error, threads::progress};

pub struct Work<'a> {
    pub context: &'a StudyContext,
    pub ws: Workspace<'a>,
    pub files: &'a Files<'a>,
}

impl Work<'_> {
    pub fn matches(&self, games: u64) -> CandidateMatches<'_> {
        let bar = progress::bar_with_standing(games, self.ws.pace.quiet, "about");
        CandidateMatches { ws: self.ws, rules: &self.context.rules, bar }
    }

    pub fn plan(
        &self,
        agents: &[AgentEntry],
        purpose: Purpose,
        part: &str,
        games: u64,
        chunk: Option<u64>,
    ) -> Result<Plan, Error> {
        let (agents, seed) = (agents.to_vec(), self.context.seed_of(part).to_string());
        let (purpose, chunk) = (Some(purpose), chunk.unwrap_or_default());
        let asked = Run { agents, seed, purpose, chunk, ..Run::default() };
        planned(asked, [games, 0], self.ws.table)
    }

    pub fn note(&self, name: &str, file: &AppendLog) {
        if let Some(hash) = file.sha256() {
            self.files.note(name, hash);
        }
    }
}
