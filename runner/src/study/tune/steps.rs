use crate::export::{answer::Answer, answer::Next, answer::StudyReport, command, sheet::Sheet};
use crate::study::plan_file::{Files, PlanFile, StudyFlags};
use crate::study::tune::confirm::{Tested, confirm};
use crate::study::tune::plan::{BEST, Test, Tune, VERDICTS};
use crate::study::tune::{Args, args, confirm, effects, evolution::evolve, halving::choose};
use crate::study::tune::{time, work::Work};
use crate::{error::Error, plan::run::AgentEntry, study::workspace::Workspace};
use drakkar_agents::spec::FileName;

pub fn run(args: &Args) -> Result<(), Error> {
    let StudyFlags { out, force, how: effort, tables, .. } = &args.owned;
    let (lab, table) = args.table.rules.table(args.players)?;
    let plan = PlanFile::new(args::tune(args, lab, &*table)?);
    let ws = Workspace { lab, table: &*table, out, pace: &effort.pace, stop: effort.stop() };
    if args.dry_run {
        let parts = time::parts(&plan.request, &ws)?;
        let less = ("at most", ", and less if the tests end before all of their games");
        return ws.print_parts(&parts, less, tables.format);
    }
    let tune = &plan.request;
    if !args::is_reproducible(tune)? {
        effort.pace.note(
            "an agent with a budget in milliseconds, or in another program, makes this tune \
             irreproducible: the same command may find something else",
        );
    }
    let steps = |files: &Files<'_>| searched(tune, &Work { context: &tune.table, ws, files });
    plan.run((out, *force), "this tune", tables.format, steps)
}

fn searched(tune: &Tune, work: &Work<'_>) -> Result<StudyReport, Error> {
    let found = evolve(tune, choose(tune, work)?, work)?.ok_or_else(|| {
        let reason = "all candidates of the first generation played alike: the weights have no influence, or \
                      --sigma is too small";
        Error::flag("--agent", reason)
    })?;
    let start = tune.table.names().of_entry(&tune.start);
    let nothing =
        format!("Nothing was found that seemed better than {start}, where the tune started");
    let (verdicts, result) = work.test(&tune.tests, [&found, &tune.start])?;
    let mut effects = None;
    if *result != tune.start && result.weights.is_some() && tune.generations > 0 {
        effects = effects::report(&effects::measure(tune, work, result)?);
    }
    let (sentence, sheet) = effects.unzip();
    let title = format!("{}\nStart:  {start}", tune.table.title());
    let mut report =
        StudyReport { title, ..work.report(&verdicts, [result, &tune.start], &nothing, sheet)? };
    report.answer.sentences.extend(sentence);
    Ok(report)
}

pub fn better(plan: &PlanFile<Tune>, ws: Workspace<'_>) -> Result<Option<AgentEntry>, Error> {
    let _lock = plan.claim(ws.out, false)?;
    let (tune, files) = (&plan.request, Files::of(ws.out));
    let work = Work { context: &tune.table, ws, files: &files };
    let result = evolve(tune, &tune.start, &work)?.unwrap_or_else(|| tune.start.clone());
    let (verdicts, _) = work.test(&tune.tests, [&result, &tune.start])?;
    plan.finish(&files)?;
    Ok(verdicts.first().is_some_and(Tested::is_better).then_some(result))
}

impl Work<'_> {
    /// The verdicts of the tests of a result, and which of the two is kept: the start if the result is worse.
    pub fn test<'e>(
        &self,
        tests: &[Test],
        [result, start]: [&'e AgentEntry; 2],
    ) -> Result<(Vec<Tested>, &'e AgentEntry), Error> {
        let tests = if result == start { &[] } else { tests };
        let verdicts = tests.iter().map(|test| confirm(self, test, [result, start]));
        let verdicts: Vec<Tested> = verdicts.collect::<Result<Vec<_>, _>>()?.concat();
        self.files.put(VERDICTS, &confirm::table(&verdicts).file().csv())?;
        let is_worse = verdicts.first().is_some_and(Tested::is_worse);
        if let Some(weights) = start.weights.as_ref().filter(|_| is_worse) {
            self.files.put(BEST, weights.as_bytes())?;
        }
        let kept = if is_worse { start } else { result };
        self.files.found(kept);
        Ok((verdicts, kept))
    }

    /// What was found, as it can be given to any command that asks for an agent, below `more`; and the command that
    /// measures how much better than the start it is.
    pub fn report(
        &self,
        verdicts: &[Tested],
        [result, start]: [&AgentEntry; 2],
        nothing: &str,
        more: Option<Sheet>,
    ) -> Result<StudyReport, Error> {
        let (names, game) = (self.context.names(), &self.context.game);
        let old = names.of_entry(start);
        let (mut sentences, mut sheets) =
            (confirm::answer(verdicts, &old, game), Vec::from_iter(more));
        match sentences.is_empty() {
            true => sentences.push(format!("{nothing}; so there was nothing to test.")),
            false => sheets.insert(0, confirm::sheet(verdicts, game)),
        }
        let file = self.ws.out.join(BEST);
        let mut agent = result.read()?;
        if file.is_file() {
            agent = agent.with_weights(FileName::new(&file.display().to_string()));
        }
        let found = names.of(&agent);
        let words = format!("Result: {}", command::word(&found));
        let row = [("result", found.as_str().into()), ("start", old.as_str().into())];
        sheets.push(Sheet::in_words("result", words, row));
        let differ = result != start;
        let next = differ.then(|| self.context.compare([&found, &old])).flatten();
        let answer = Answer { sentences, next: next.map(Next::Command) };
        Ok(StudyReport { sheets, answer, ..StudyReport::default() })
    }
}
