use crate::export::answer::{Answer, Told};
use crate::study::sealed::{Files, Owned, Sealed};
use crate::study::tune::confirmation::{Tested, confirm};
use crate::study::tune::plan::{BEST, Test, Tune, VERDICTS};
use crate::study::tune::{Args, asked, confirmation, effects, evolution::evolve, halving::choose};
use crate::study::tune::{time, work::Work};
use crate::study::{rehearsal::print_parts, workspace::Workspace};
use crate::{error::Error, plan::run::AgentEntry};

pub fn run(args: &Args) -> Result<(), Error> {
    let Owned { out, force, how: effort, tables, .. } = &args.owned;
    let (lab, table) = args.table.open(args.players)?;
    let plan = Sealed::new(asked::tune(args, lab, &*table)?);
    let ws = Workspace { lab, table: &*table, out, pace: &effort.pace, stop: effort.stop() };
    if args.dry_run {
        let parts = time::parts(&plan.request, &ws)?;
        let less = ("at most", ", and less if the tests end before all of their games");
        return print_parts(&parts, effort.pace.threads(), less, tables.format);
    }
    let tune = &plan.request;
    if !asked::is_reproducible(tune)? {
        effort.pace.note(
            "an agent with a budget in milliseconds, or in another program, makes this tune \
             irreproducible: the same command may find something else",
        );
    }
    let steps = |files: &Files<'_>| searched(tune, &Work { venue: &tune.table, ws, files });
    plan.run((out, *force), "this tune", tables.format, steps, || Ok(()))
}

fn searched(tune: &Tune, work: &Work<'_>) -> Result<Told, Error> {
    let found = evolve(tune, choose(tune, work)?, work)?.ok_or_else(|| {
        let reason = "all candidates of the first generation played alike: the weights have no influence, or \
                      --sigma is too small";
        Error::flag("--agent", reason)
    })?;
    let start = tune.table.names().of_entry(&tune.start);
    let nothing =
        format!("Nothing was found that seemed better than {start}, where the tune started");
    let verdicts = work.test(&tune.tests, [&found, &tune.start])?;
    let result = work.keep(&verdicts, [&found, &tune.start])?;
    let mut effects = None;
    if *result != tune.start && result.weights.is_some() && tune.generations > 0 {
        effects = effects::told(&effects::measure(tune, work, result)?);
    }
    let title = format!("{}\nStart:  {start}", tune.table.title());
    let mut told = Told { title, ..work.told(&verdicts, &tune.start, &nothing) };
    if let Some((sentence, sheet)) = effects {
        told.answer.sentences.push(sentence);
        told.sheets.push(sheet);
    }
    work.tell(&mut told, [result, &tune.start])?;
    Ok(told)
}

pub fn better(plan: &Sealed<Tune>, ws: Workspace<'_>) -> Result<Option<AgentEntry>, Error> {
    let _lock = plan.claim(ws.out, false)?;
    let (tune, files) = (&plan.request, Files::of(ws.out));
    let work = Work { venue: &tune.table, ws, files: &files };
    let result = evolve(tune, &tune.start, &work)?.unwrap_or_else(|| tune.start.clone());
    let verdicts = work.test(&tune.tests, [&result, &tune.start])?;
    files.found(work.keep(&verdicts, [&result, &tune.start])?);
    plan.finish(&files)?;
    Ok(verdicts.first().is_some_and(Tested::is_better).then_some(result))
}

impl Work<'_> {
    pub fn test(
        &self,
        tests: &[Test],
        [result, start]: [&AgentEntry; 2],
    ) -> Result<Vec<Tested>, Error> {
        let tests = if result == start { &[] } else { tests };
        let verdicts = tests.iter().map(|test| confirm(self, test, [result, start]));
        let verdicts: Vec<Tested> = verdicts.collect::<Result<Vec<_>, _>>()?.concat();
        self.files.put(VERDICTS, &confirmation::table(&verdicts).file().csv())?;
        Ok(verdicts)
    }

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

    pub fn told(&self, verdicts: &[Tested], start: &AgentEntry, nothing: &str) -> Told {
        let game = &self.venue.game;
        let start = self.venue.names().of_entry(start);
        let sentences = confirmation::answer(verdicts, &start, game);
        if sentences.is_empty() {
            let sentences = vec![format!("{nothing}; so there was nothing to test.")];
            return Told { answer: Answer { sentences, next: None }, ..Told::default() };
        }
        let answer = Answer { sentences, next: None };
        Told { answer, ..Told::tables(vec![confirmation::sheet(verdicts, game)]) }
    }
}
