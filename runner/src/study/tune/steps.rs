//! The steps of a tune: choices, generations, tests.

use crate::error::Error;
use crate::export::answer::{Answer, Told};
use crate::flags::agents::players;
use crate::flags::effort::Pace;
use crate::page::called;
use crate::plan::run::AgentEntry;
use crate::study::sealed::{Files, Owned, Sealed};
use crate::study::tune::confirmation::{self, Tested, confirm};
use crate::study::tune::plan::{BEST, Test, Tune, VERDICTS};
use crate::study::tune::work::Work;
use crate::study::tune::{Args, asked, effects};
use crate::study::tune::{evolution::evolve, halving::choose};
use crate::study::venue::Venue;
use crate::threads::batch::StopSignal;
use drakkar_play::{door::Table, lab::Lab};

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
    (pace, stop): (&Pace, StopSignal<'static>),
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
    /// Tests the result unless it is where the tune started, and writes the verdicts.
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
