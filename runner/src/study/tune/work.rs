//! Plays a tune: choices, generations, tests.

use std::path::Path;

use crate::disk::{durable, growing::Growing, place::ChunkFolder};
use crate::export::answer::{Answer, Next, Told};
use crate::export::cell::{Cell, Column};
use crate::export::folder::{self, Contents};
use crate::export::sheet::{Sheet, Style};
use crate::export::{clearing, lines};
use crate::export::{command, intact};
use crate::flags::effort::{Pace, left};
use crate::page::called;
use crate::plan::run::{AgentEntry, Plan};
use crate::study::finish::{Wanted, finish};
use crate::study::sealed::{Files, Owned, Request, Sealed};
use crate::study::tune::confirmation::{self, Tested, confirm};
use crate::study::tune::plan::{Test, Tune, growing};
use crate::study::tune::{Args, asked, effects};
use crate::study::tune::{arena::Arena, evolution::evolve, halving::choose};
use crate::study::venue::{Venue, specs_of};
use crate::study::{session::Session, wish::Wish};
use crate::threads::{batch::Stop, progress};
use crate::{
    error::Error, flags::agents::players, flags::alias::Aliases, journal::survey::Care,
    plan::purpose::Purpose,
};
use drakkar_agents::spec::FileName;
use drakkar_play::{door::Table, lab::Lab, schedule::Policy};
use drakkar_stats::layout::OnFailure;

pub const BEST: &str = "best.toml";

/// Where and how to play a tune, and until when.
pub struct Work<'a> {
    pub venue: &'a Venue,
    pub table: &'a dyn Table,
    pub out: &'a Path,
    pub files: Files<'a>,
    pub pace: &'a Pace,
    pub stop: Stop<'static>,
}

pub fn run(args: &Args, lab: &Lab) -> Result<(), Error> {
    let (source, effort, out) = (&args.table.rules, &args.effort, &args.owned.out);
    // The rules are read once: they may come from a pipe.
    let text = source.text(lab)?;
    let table = source.open(lab, &text, players(lab.info(), args.players)?)?;
    let plan = Sealed::new(asked::tune(args, lab, &*table)?);
    let _lock = plan.claim(&args.owned)?;
    let tune = &plan.request;
    if !asked::is_reproducible(tune)? {
        effort.pace.note(
            "an agent with a budget in milliseconds, or in another program, makes this tune \
             irreproducible: the same command may find something else",
        );
    }
    let (venue, pace, stop) = (&tune.table, &effort.pace, effort.stop());
    let work = Work { venue, table: &*table, out, files: Files::of(out), pace, stop };
    let found = evolve(tune, choose(tune, &work)?, &work)?.ok_or_else(|| {
        let reason = "all candidates of the first generation played alike: the weights have no influence, or \
                      --sigma is too small";
        Error::flag("--agent", reason)
    })?;
    let start = tune.table.names().of_entry(&tune.start);
    let nothing =
        format!("Nothing was found that seemed better than {start}, where the tune started");
    let verdicts = work.test(&tune.tests, [&found, &tune.start])?;
    let result = work.keep(&verdicts, [&found, &tune.start])?.clone();
    let mut effects = None;
    if result != tune.start && result.weights.is_some() && tune.generations > 0 {
        effects = effects::told(&effects::measure(tune, &work, &result)?);
    }
    work.finish(&plan, &result)?;
    let mut told = work.told(&verdicts, &tune.start, &nothing);
    if let Some((sentence, sheet)) = effects {
        told.answer.sentences.push(sentence);
        told.sheets.push(sheet);
    }
    let Venue { game, players, seed, .. } = &tune.table;
    let rules = called(game, &tune.table.rules, &tune.table.rule_set);
    let title = format!("{game} ({rules}), {players} seats, seed {seed}\nStart:  {start}");
    work.tell(Told { title, ..told }, [&result, &tune.start], args.tables.format)
}

/// Plays a tune without choices in a folder of its own, or resumes it; the result if it is better than the start on
/// fresh deals.
pub fn better(
    plan: &Sealed<Tune>,
    owned: &Owned,
    table: &dyn Table,
    (pace, stop): (&Pace, Stop<'static>),
) -> Result<Option<AgentEntry>, Error> {
    let _lock = plan.claim(owned)?;
    let tune = &plan.request;
    let (venue, out) = (&tune.table, &*owned.out);
    let work = Work { venue, table, out, files: Files::of(out), pace, stop };
    let result = evolve(tune, &tune.start, &work)?.unwrap_or_else(|| tune.start.clone());
    let verdicts = work.test(&tune.tests, [&result, &tune.start])?;
    work.finish(plan, work.keep(&verdicts, [&result, &tune.start])?)?;
    Ok(verdicts.first().is_some_and(Tested::is_better).then_some(result))
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

    /// Plays a run to its end in `folder`, or resumes it, and writes its files. The chunks stay.
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

    /// Notes the hash of a file that grew.
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

    /// Tests the result unless it is where the tune started, and writes the verdicts.
    pub fn test(
        &self,
        tests: &[Test],
        [result, start]: [&AgentEntry; 2],
    ) -> Result<Vec<Tested>, Error> {
        let tests = if result == start { &[] } else { tests };
        let verdicts = tests.iter().map(|test| confirm(self, test, [result, start]));
        let verdicts: Vec<Tested> = verdicts.collect::<Result<Vec<_>, _>>()?.concat();
        self.files.put(confirmation::FILE, &lines::headed(verdicts.iter().cloned())?)?;
        Ok(verdicts)
    }

    /// The result, or the start in its place if the result is worse.
    pub fn keep<'e>(
        &self,
        verdicts: &[Tested],
        [result, start]: [&'e AgentEntry; 2],
    ) -> Result<&'e AgentEntry, Error> {
        if !verdicts.first().is_some_and(Tested::is_worse) {
            return Ok(result);
        }
        if let Some(weights) = &start.weights {
            self.files.put(BEST, weights.as_bytes())?;
        }
        Ok(start)
    }

    /// Writes the manifest, which has the hashes of the files that grew.
    pub fn finish<T: Request>(&self, plan: &Sealed<T>, result: &AgentEntry) -> Result<(), Error> {
        plan.finish(&self.files, Some(result))?;
        growing(self.out).iter().try_for_each(Growing::finish)
    }

    /// What came of the tests, or that `nothing` was there to test.
    pub fn told(&self, verdicts: &[Tested], start: &AgentEntry, nothing: &str) -> Told {
        let start = self.venue.names().of_entry(start);
        let sentences = confirmation::answer(verdicts, &start);
        if sentences.is_empty() {
            let sentences = vec![format!("{nothing}; so there was nothing to test.")];
            return Told { answer: Answer { sentences, next: None }, ..Told::default() };
        }
        let answer = Answer { sentences, next: None };
        Told { answer, ..Told::tables(vec![confirmation::sheet(verdicts)]) }
    }
}
