//! Plays a tune: choices, generations, tests.

use std::path::Path;

use drakkar_agents::spec::{FileName, Spec};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::disk::digest;
use crate::disk::durable;
use crate::disk::place::ChunkFolder;
use crate::error::Error;
use crate::export::folder::{self, Standing};
use crate::export::manifest;
use crate::export::sheet::print;
use crate::export::sheet::{self, Sheet, Style};
use crate::flags::agents::players;
use crate::flags::effort::{Effort, left};
use crate::games;
use crate::journal::survey::Care;
use crate::plan::run::{AgentEntry, Plan};
use crate::study::finish::{Wanted, finish};
use crate::study::session::Session;
use crate::study::tune::arena::Arena;
use crate::study::tune::confirmation::{self, Contenders, Verdict};
use crate::study::tune::evolution::{Evolution, Found};
use crate::study::tune::folder::{BEST, claim};
use crate::study::tune::parameters::Parameters;
use crate::study::tune::plan::{Sealed, Test, Tune, Venue, tmp};
use crate::study::tune::{Args, asked};
use crate::study::tune::{halving, trace};
use crate::threads::progress;
use crate::threads::stop::Stop;
use drakkar_play::door::Table;
use drakkar_play::json;
use drakkar_play::lab::Lab;

/// What kind of plan a tune has.
pub(super) const FORMAT: &str = "drakkar-tune";

/// What a finished tune found.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Manifest {
    /// As in the plan.
    pub(super) format: String,
    /// Digest of the plan.
    pub(super) digest: String,
    /// The agent that was found.
    pub(super) agent: AgentEntry,
    /// SHA-256 of every other file of the folder, but for those of the tests.
    pub(super) files: Map<String, Value>,
}

/// How games are played, and until when.
#[derive(Clone, Copy)]
pub(super) struct Means<'a> {
    pub(super) effort: &'a Effort,
    pub(super) stop: Stop<'static>,
}

pub(super) fn run(args: &Args, lab: &Lab) -> Result<(), Error> {
    let source = &args.table.rules;
    // The rules are read once: they may come from a pipe.
    let text = source.text(lab)?;
    let players = players(lab.info(), args.players)?;
    let table = source.open(lab, &text, players)?;
    let plan = Sealed::new(FORMAT, asked::tune(args, lab, &*table)?);
    claim(&args.out, &plan, args.force)?;
    let (tune, out) = (&plan.tune, &args.out);
    if !asked::is_reproducible(tune) {
        args.effort.note(
            "an agent with a budget in milliseconds, or in another program, makes this tune \
             irreproducible: the same command may find something else",
        );
    }
    let means = Means { effort: &args.effort, stop: args.effort.stop() };
    let agent = choose(tune, out, &*table, means)?;
    let result = evolve(&plan, agent, out, &*table, means)?;
    let mut sheets = Vec::new();
    let mut verdicts = Vec::new();
    if result == tune.start {
        let same = format!(
            "Nothing was found that seemed better than {}, where the tune started; so there was nothing \
             to test.",
            tune.start.spec
        );
        sheets.push(Sheet::line(same));
    } else {
        let contenders = Contenders { result: &result, start: &tune.start };
        for test in &tune.tests {
            verdicts.push(confirm(&tune.table, test, contenders, out, &*table, means)?);
        }
        sheets.push(confirmation::sheet(&verdicts, &tune.start.spec));
    }
    conclude(&plan, &result, &verdicts, out)?;
    let tables = sheet::text(&sheets, Style::Text)?;
    print(&format!("{}\n{tables}", summary(&plan, &result, out)))
}

/// The agent as it starts, or the best combination of choices.
fn choose<'t>(
    tune: &'t Tune,
    out: &Path,
    table: &dyn Table,
    means: Means<'_>,
) -> Result<&'t AgentEntry, Error> {
    if tune.combinations.is_empty() {
        return Ok(&tune.start);
    }
    let bar = progress::bar(halving::games(tune), means.effort.quiet);
    progress::with_standing(&bar);
    let threads = means.effort.threads();
    let arena = Arena { table, rules: &tune.table.rules, threads, bar: &bar };
    let found = halving::best(tune, out, &arena, means.stop)?;
    bar.finish_and_clear();
    let found = found.ok_or_else(|| {
        left(format!(
            "{} holds the first rungs of the choices; the same command goes on",
            out.display()
        ))
    })?;
    Ok(&tune.combinations[found])
}

/// The agent with the weights that the generations lead to, which are written down.
fn evolve(
    plan: &Sealed<Tune>,
    agent: &AgentEntry,
    out: &Path,
    table: &dyn Table,
    means: Means<'_>,
) -> Result<AgentEntry, Error> {
    let tune = &plan.tune;
    let Some(weights) = agent.weights.as_deref().filter(|_| tune.generations > 0) else {
        return Ok(agent.clone());
    };
    let parameters = Parameters::of(weights, &tune.params)?;
    let evolution = Evolution { tune, agent, parameters: &parameters, folder: out };
    let bar = progress::bar(evolution.games_from(0), means.effort.quiet);
    progress::with_standing(&bar);
    let threads = means.effort.threads();
    let arena = Arena { table, rules: &tune.table.rules, threads, bar: &bar };
    let found = evolution.run(&arena, means.stop)?;
    bar.finish_and_clear();
    let values = match found {
        Found::Mean(values) => values,
        Found::Left(done) => {
            let (out, all) = (out.display(), tune.generations);
            return Err(left(format!(
                "{out} holds {done} of {all} generations; the same command goes on"
            )));
        }
    };
    let blame = |error: &dyn ToString| Error::flag("--agent", error.to_string());
    // Keys in the order in which every weight file has them.
    let lab = games::lab(table.info().id)?;
    let toml = lab.read_weights(&parameters.toml(&values)).map_err(|error| blame(&error))?;
    let Venue { game, rules, players, seed, .. } = &tune.table;
    let head = format!(
        "# Weights that drakkar tune found: {game} ({rules}), {players} seats, seed {seed}, from\n# {}.\n",
        tune.start.spec
    );
    durable::write(&tmp(out), &out.join(BEST), (head + &toml).as_bytes())?;
    let spec: Spec = agent.spec.parse().map_err(|error| blame(&error))?;
    Ok(AgentEntry { spec: named(&spec, tune), weights: Some(toml) })
}

/// The agent with the file of the result, under a name that nobody else has.
fn named(spec: &Spec, tune: &Tune) -> String {
    let others = tune.tests.iter().filter_map(|test| test.field.as_ref()).chain([&tune.start]);
    let others: Vec<&str> = others.map(|other| other.spec.as_str()).collect();
    let mut file = BEST.to_owned();
    loop {
        let name = spec.clone().with_weights(FileName::new(&file)).to_string();
        if !others.contains(&name.as_str()) {
            return name;
        }
        file.insert_str(0, "./");
    }
}

/// Plays a test to its end, or goes on with it, and says what came of it.
pub(super) fn confirm(
    venue: &Venue,
    test: &Test,
    contenders: Contenders<'_>,
    out: &Path,
    table: &dyn Table,
    means: Means<'_>,
) -> Result<Verdict, Error> {
    let plan = confirmation::plan(venue, test, contenders, table)?;
    let folder = confirmation::folder(out, test);
    play(&plan, &folder, means)?;
    confirmation::verdict(test, &plan, &ChunkFolder::new(&folder))
}

/// Plays a run to its end in `folder`, or goes on with it, and writes its files. The chunks stay.
pub(super) fn play(plan: &Plan, folder: &Path, means: Means<'_>) -> Result<(), Error> {
    let place = ChunkFolder::new(folder);
    match folder::standing(folder, &plan.digest)? {
        Standing::Complete(_) => return Ok(()),
        Standing::Unfinished => {}
        // Of a tune that was changed by hand, or replaced.
        Standing::Taken(_) | Standing::Free => {
            folder::clear(folder)?;
            plan.write(&place)?;
        }
        Standing::Foreign => {
            return Err(Error::input(folder, "is not empty and holds no run of drakkar"));
        }
    }
    let session: Session<'_> = Session::new(plan, &place)?;
    let places = [place];
    let todo = session.missing(&places, |_| true)?;
    let bar = progress::bar(session.games_of(&todo), means.effort.quiet);
    let (done, _) =
        session.work(&todo, &places, means.effort.threads(), means.stop, bar.clone())?;
    bar.finish_and_clear();
    if done.left > 0 {
        let there = session.cut.chunks() - done.left;
        let folder = folder.display();
        return Err(left(format!("{folder} holds {there} chunks; the same command goes on")));
    }
    let (care, style) = (Care::Sizes, Style::Text);
    let wanted = Wanted { per_game: false, records: None, machine: None, care, style };
    finish(&session, &places, wanted)?.verdict
}

/// Writes the verdicts, and the manifest last.
pub(super) fn conclude<T>(
    plan: &Sealed<T>,
    result: &AgentEntry,
    verdicts: &[Verdict],
    out: &Path,
) -> Result<(), Error> {
    durable::write(&tmp(out), &out.join(confirmation::FILE), &confirmation::text(verdicts)?)?;
    let mut files = Map::new();
    for name in [halving::FILE, trace::FILE, BEST, confirmation::FILE] {
        let path = out.join(name);
        if let Ok(bytes) = std::fs::read(&path) {
            files.insert(name.to_owned(), Value::String(digest::of(&bytes)));
        }
    }
    let manifest = Manifest {
        format: plan.format.clone(),
        digest: plan.digest.clone(),
        agent: result.clone(),
        files,
    };
    durable::write(&tmp(out), &out.join(manifest::FILE), &json::pretty(&manifest))?;
    // Nothing is on its way any more.
    let _ = std::fs::remove_dir(tmp(out));
    Ok(())
}

fn summary(plan: &Sealed<Tune>, result: &AgentEntry, out: &Path) -> String {
    let tune = &plan.tune;
    let Venue { game, rules, players, seed, .. } = &tune.table;
    let mut text = format!("{game} ({rules}), {players} seats, seed {seed}\n");
    text += &format!("Start:  {}\nResult: {}\n", tune.start.spec, result.spec);
    if out.join(BEST).is_file() {
        text += &format!("Weights in {}\n", out.join(BEST).display());
    }
    text
}
