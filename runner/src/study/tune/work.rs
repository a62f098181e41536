use std::path::Path;

use crate::export::answer::{FILE, Next, Told};
use crate::export::{command, manifest, sheet::Sheet};
use crate::plan::{purpose::Purpose, run::AgentEntry, run::Plan};
use crate::study::tune::{arena::Arena, plan::BEST, plan::Tune};
use crate::study::{one_step::PlayedPart, plan_builder::PlanBuilder, workspace::Workspace};
use crate::study::{sealed::Files, sealed::Request, venue::Venue};
use crate::{disk::growing::Growing, error::Error, threads::progress};
use drakkar_agents::spec::FileName;

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
        let builder = PlanBuilder::of(agents, self.venue.seed_of(part), games)?;
        PlanBuilder { purpose: Some(purpose), chunk, ..builder }.plan(self.ws.table)
    }

    /// Plays a run in a folder of its own, and writes its files. The chunks stay.
    pub fn play(&self, plan: &Plan, part: &Path) -> Result<(), Error> {
        self.ws.play(Tune::KIND.file, (plan, part), PlayedPart::Kept, None).map(drop)
    }

    pub fn note(&self, name: &str, file: &Growing) {
        if let Some(hash) = file.sha256() {
            self.files.note(name, hash);
        }
    }

    /// Adds what was found: the result as it can be given to any command that asks for an agent, the command that
    /// measures how much better than the start it is, and the files.
    pub fn tell(&self, told: &mut Told, [found, start]: [&AgentEntry; 2]) -> Result<(), Error> {
        self.files.found(found);
        let file = self.ws.out.join(BEST);
        let mut agent = found.read()?;
        if file.is_file() {
            agent = agent.with_weights(FileName::new(&file.display().to_string()));
        }
        let names = self.venue.names();
        let (result, old) = (names.of(&agent), names.of_entry(start));
        let words = format!("Result: {}", command::word(&result));
        let row = [("result", result.as_str().into()), ("start", old.as_str().into())];
        told.sheets.push(Sheet::in_words("result", words, row));
        if found != start {
            told.answer.next = self.venue.compare([&result, &old]).map(Next::Command);
        }
        let own = Tune::KIND.files.iter().filter(|name| self.ws.out.join(name).exists());
        let all = own.copied().chain([Tune::KIND.file, FILE, manifest::FILE]);
        told.files = all.map(str::to_owned).collect();
        Ok(())
    }
}
