use std::path::Path;

use crate::disk::{durable, growing::Growing, place::ChunkFolder};
use crate::export::answer::{Next, Told};
use crate::export::cell::{Cell, Column};
use crate::export::folder::{self, Contents};
use crate::export::sheet::{Sheet, Style};
use crate::export::{clearing, command, intact};
use crate::flags::effort::{Pace, left};
use crate::plan::run::{AgentEntry, Plan};
use crate::study::finish::{Wanted, finish};
use crate::study::sealed::{Files, Request, Sealed};
use crate::study::tune::arena::Arena;
use crate::study::tune::plan::{BEST, Tune, growing};
use crate::study::venue::{Venue, specs_of};
use crate::study::{session::Session, wish::Wish};
use crate::threads::{batch::StopSignal, progress};
use crate::{error::Error, flags::alias::Aliases, journal::survey::Care, plan::purpose::Purpose};
use drakkar_agents::spec::FileName;
use drakkar_play::{door::Table, schedule::Policy};
use drakkar_stats::layout::OnFailure;

pub struct Work<'a> {
    pub venue: &'a Venue,
    pub table: &'a dyn Table,
    pub out: &'a Path,
    pub files: Files<'a>,
    pub pace: &'a Pace,
    pub stop: StopSignal<'static>,
}

impl Work<'_> {
    pub fn arena(&self, games: u64) -> Arena<'_> {
        let bar = progress::bar(games, self.pace.quiet);
        progress::with_standing(&bar);
        let threads = self.pace.threads();
        Arena { table: self.table, rules: &self.venue.rules, threads, stop: self.stop, bar }
    }

    pub fn plan(
        &self,
        agents: &[AgentEntry],
        purpose: &Purpose,
        part: &str,
        games: u64,
        chunk: Option<u64>,
    ) -> Result<Plan, Error> {
        let wish = Wish {
            table: self.table,
            specs: &specs_of(agents)?,
            aliases: &Aliases::default(),
            purpose: Some(purpose.clone()),
            confirm: 0,
            seating: Policy::Permutations,
            on_failure: OnFailure::Lose,
            seed: self.venue.seed_of(part),
            games,
            chunk,
            per_game: false,
            record_every: None,
            base: Some(agents),
        };
        wish.plan()
    }

    pub fn play(&self, plan: &Plan, folder: &Path) -> Result<(), Error> {
        durable::still(&self.out.join(Tune::KIND.file))?;
        let place = ChunkFolder::new(folder);
        let contents = folder::contents(folder, &plan.digest)?;
        if let Contents::Complete(_) = contents {
            return clearing::go_on(&place);
        }
        if contents == Contents::Foreign {
            return Err(Error::input(folder, "is not empty and holds no run of drakkar"));
        }
        let _lock = clearing::enter(folder)?;
        let goes_on = match contents {
            Contents::Unfinished => true,
            // It is made anew, from its chunks if they are there.
            Contents::Damaged(changes) => intact::only_lacks(&changes),
            // Of a tune that was edited by hand, or replaced.
            _ => false,
        };
        if !goes_on {
            folder::clear(folder)?;
        }
        if !place.plan().is_file() {
            plan.write(&place)?;
        }
        let session = Session::new(plan, &place)?;
        let places = [place];
        let todo = session.missing(&places, |_| true)?;
        let bar = progress::bar(session.games_of(&todo), self.pace.quiet);
        let (done, _) = session.work(&todo, &places, self.pace.threads(), self.stop, bar)?;
        if done.left > 0 {
            let there = session.cut.chunks() - done.left;
            let folder = folder.display();
            return Err(left(format!(
                "{folder} holds {there} chunks; run the same command to resume"
            )));
        }
        let care = Care::Sizes;
        let wanted = Wanted { per_game: false, records: None, machine: None, care, clear: false };
        finish(&session, &places, wanted)?.verdict
    }

    pub fn note(&self, name: &str, file: &Growing) {
        if let Some(hash) = file.sha256() {
            self.files.note(name, hash);
        }
    }

    /// Prints what was found: the result as it can be given to any command that asks for an agent, and the
    /// command that measures how much better than the start it is.
    pub fn tell(
        &self,
        mut told: Told,
        [found, start]: [&AgentEntry; 2],
        style: Style,
    ) -> Result<(), Error> {
        let file = self.out.join(BEST);
        let mut agent = specs_of([found])?.remove(0);
        if file.is_file() {
            agent = agent.with_weights(FileName::new(&file.display().to_string()));
        }
        let names = self.venue.names();
        let (result, old) = (names.of(&agent), names.of_entry(start));
        let row = vec![Cell::plain(&*result), Cell::plain(&*old)];
        let columns = ["result", "start"].map(Column::of);
        told.sheets.push(Sheet::new("result", "Result", columns, 2, [row]).detail());
        if found != start {
            told.answer.next = self.venue.compare([&result, &old]).map(Next::Command);
        }
        told.print_with(style, &format!("Result: {}\n", command::word(&result)))
    }

    pub fn finish<T: Request>(&self, plan: &Sealed<T>, result: &AgentEntry) -> Result<(), Error> {
        plan.finish(&self.files, Some(result))?;
        growing(self.out).iter().try_for_each(Growing::finish)
    }
}
