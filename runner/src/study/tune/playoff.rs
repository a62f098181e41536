use std::path::Path;

use crate::plan::purpose::{Format, Purpose, Tournament};
use crate::study::plan_file::{Files, PlanFile, Request, StudyFlags, StudyManifest};
use crate::study::tune::plan::{BEST, PLAYOFF, Playoff, SPREAD, Tune};
use crate::study::{execute::PlayedPart, workspace::Workspace};
use crate::{
    disk::chunk_folder::ChunkFolder, error::Error, export::manifest, export::verify, games,
};
use crate::{export::answer::StudyReport, study::session::Session};
use crate::{export::cell::Cell, export::figure::in_full, export::figure::per_cent};
use crate::{export::sheet::DeclaredTable, journal::chunks::ChunkCheck, plan::run::AgentEntry};
use crate::{study::tune::Args, study::tune::args, study::tune::parameters::Parameter};
use crate::{study::tune::parameters::Parameters, study::tune::work::Work};
use drakkar_agents::{spec::FileName, spec::Spec};
use drakkar_stats::counters::SHARE_UNIT;
use drakkar_stats::levelling::{beyond::mean_of, deviation::deviation};

pub fn run(args: &Args) -> Result<(), Error> {
    let plan = PlanFile::new(playoff(args)?);
    let context = &plan.request.table;
    let lab = games::lab(&context.game)?;
    let opened = lab.open(std::slice::from_ref(&context.rule_set), context.players);
    let table = opened.map_err(|error| Error::input(&args.finals[0], error))?;
    let StudyFlags { out, force, how: effort, tables, .. } = &args.owned;
    let ws = Workspace { lab, table: &*table, out, pace: &effort.pace, stop: effort.stop() };
    let steps = |files: &Files<'_>| played_off(&plan.request, &Work { context, ws, files });
    plan.run((out, *force), "this tune", tables.format, steps)
}

fn played_off(playoff: &Playoff, work: &Work<'_>) -> Result<StudyReport, Error> {
    let Playoff { table: context, entrants, results, games, test } = playoff;
    // Each alone against each other one.
    let tournament = Tournament::of(Format::RoundRobin, entrants.len(), context.players);
    let purpose = Purpose::Tournament(tournament);
    let run = work.plan(entrants, purpose, PLAYOFF, *games, None)?;
    work.ws.play(Tune::KIND.file, (&run, PLAYOFF), PlayedPart::Kept, None)?;
    let place = ChunkFolder::new(&work.ws.out.join(PLAYOFF));
    let session = Session::new(&run, &place)?;
    let sums = session.sums(&place, ChunkCheck::Sizes)?;
    let share = |number: usize| -> f64 {
        sums.counters.agents[number].share.value(SHARE_UNIT).unwrap_or_default()
    };
    // Among equals, the first.
    let best =
        (0..entrants.len()).fold(0, |best, one| if share(one) > share(best) { one } else { best });
    let (start, result) = (&entrants[0], &entrants[best]);
    if let Some(weights) = &result.weights {
        work.files.put(BEST, weights.as_bytes())?;
    }
    let shares = DeclaredTable::of(session.task.names.iter().enumerate())
        .word("agent", |(_, name)| &***name)
        .figure("win share", per_cent, |&(number, _)| Some(share(number)))
        .cell(("", "won"), |&(number, _)| {
            Cell::new(if number == best { "won" } else { "" }, [(number == best).into()])
        })
        .sheet("playoff", "Every agent against every other one");
    let first = context.names().of_entry(start);
    let nothing = format!("None won more than {first}, where the tunes started");
    let spread = spread_of(start, results)?;
    work.files.put(SPREAD, &spread_table(&spread).file().csv())?;
    let (verdicts, result) = work.test(std::slice::from_ref(test), [result, start])?;
    let spread = spread_table(&spread).sheet("spread", "How far the results lie apart").filled();
    let mut report = work.report(&verdicts, [result, start], &nothing, spread)?;
    report.sheets.insert(0, shares);
    Ok(report)
}

fn playoff(args: &Args) -> Result<Playoff, Error> {
    let folders = &args.finals;
    let tunes = folders.iter().map(|folder| finished(folder));
    let tunes: Vec<(Tune, AgentEntry)> = tunes.collect::<Result<_, _>>()?;
    let first = &tunes[0].0;
    let mut entrants: Vec<AgentEntry> = Vec::new();
    for ((tune, found), folder) in tunes.iter().zip(folders) {
        let (one, two) = (&first.table, &tune.table);
        if (&one.game, &one.rule_set, one.players) != (&two.game, &two.rule_set, two.players) {
            let reason = format!("is about other rules or seats than {}", folders[0].display());
            return Err(Error::input(folder, reason));
        }
        for entry in [&tune.start, found] {
            // Tunes may call the same agent by different names.
            let entry = AgentEntry { alias: None, ..entry.clone() };
            if !entrants.contains(&entry) {
                entrants.push(entry);
            }
        }
    }
    let same_name =
        |one: &usize| entrants[..*one].iter().any(|other| other.spec == entrants[*one].spec);
    if let Some(twice) = (1..entrants.len()).find(same_name) {
        let reason = format!("two agents are called `{}`", entrants[twice].spec);
        return Err(Error::flag("--final", reason));
    }
    if !(2..=64).contains(&entrants.len()) {
        return Err(Error::flag("--final", format!("{} agents; 2 to 64 can meet", entrants.len())));
    }
    // The results must not change.
    if let Ok(out) = args.owned.out.canonicalize()
        && let Some(folder) =
            folders.iter().find(|folder| folder.canonicalize().is_ok_and(|one| one == out))
    {
        let reason = format!("{} is one of those that are played off", folder.display());
        return Err(Error::flag("--out", reason));
    }
    let start: Spec = entrants[0].spec.parse().map_err(|error| Error::flag("--final", error))?;
    let test = args::test(args, "start", &start, None);
    let mut table = first.table.clone();
    table.seed = args.owned.seed.to_string();
    let results = tunes.into_iter().map(|(_, found)| found).collect();
    Ok(Playoff { table, entrants, results, games: args.games, test })
}

fn finished(folder: &Path) -> Result<(Tune, AgentEntry), Error> {
    let none = || Error::input(folder, "holds no finished tune");
    let plan: PlanFile<Tune> = PlanFile::read(folder)?.ok_or_else(none)?;
    let path = folder.join(manifest::FILE);
    let found = StudyManifest::read(folder)?.ok_or_else(none)?;
    if found.digest != plan.digest {
        return Err(Error::input(&path, "is not that of the plan beside it"));
    }
    if let Some(change) = verify::changes(folder)?.first() {
        return Err(Error::input(folder, change));
    }
    let none = || Error::input(&path, "key `agent`: is missing");
    let agent = found.agent.ok_or_else(none)?;
    let spec: Spec = agent.spec.parse().map_err(|error| Error::input(&path, error))?;
    let file = folder.join(BEST).display().to_string();
    let spec = spec.with_weights(FileName::new(&file)).to_string();
    Ok((plan.request, AgentEntry { spec, alias: None, ..agent }))
}

/// A weight: its key, its value at the start, and those in several results.
type WeightSpread = (String, f64, Vec<f64>);

/// The weights of several results that are not the same in all of them and `start`. None if there are fewer than two
/// results, or if they do not have the same weights.
fn spread_of(start: &AgentEntry, results: &[AgentEntry]) -> Result<Vec<WeightSpread>, Error> {
    let weights = |agent: &AgentEntry| match &agent.weights {
        Some(weights) => Parameters::of(weights, &[]).map(|found| found.tuned),
        None => Ok(Vec::new()),
    };
    let before = weights(start)?;
    let after = results.iter().map(weights).collect::<Result<Vec<_>, _>>()?;
    let has_same_keys =
        |all: &Vec<Parameter>| all.iter().map(|one| &one.key).eq(before.iter().map(|one| &one.key));
    if results.len() < 2 || !after.iter().all(has_same_keys) {
        return Ok(Vec::new());
    }
    let rows = before.iter().enumerate().map(|(place, before)| {
        let values: Vec<f64> = after.iter().map(|all| all[place].start).collect();
        (before.key.clone(), before.start, values)
    });
    Ok(rows.filter(|(_, start, values)| values.iter().any(|value| value != start)).collect())
}

fn spread_table(rows: &[WeightSpread]) -> DeclaredTable<&WeightSpread> {
    let short = |value: f64| Cell::new(format!("{value:.4}"), [value.into()]);
    let least = |values: &[f64]| values.iter().copied().fold(f64::INFINITY, f64::min);
    let most = |values: &[f64]| values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    // Weights have digits of their own in the file.
    DeclaredTable::of(rows)
        .word("weight", |(key, ..)| &**key)
        .kept("start", |(_, start, _)| in_full(*start))
        .shown("start", |(_, start, _)| short(*start))
        .kept("tunes", |(.., values)| values.len())
        .cell("mean", |(.., values)| short(mean_of(values, |value| *value)))
        .cell("sd", |(.., values)| short(deviation(values)))
        .kept("least", |(.., values)| in_full(least(values)))
        .shown("least", |(.., values)| short(least(values)))
        .kept("most", |(.., values)| in_full(most(values)))
        .shown("most", |(.., values)| short(most(values)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(weights: &str) -> AgentEntry {
        let weights = Some(weights.to_owned());
        AgentEntry { spec: "greedy".to_owned(), alias: None, weights, net: None }
    }

    #[test]
    fn weights_that_changed_have_mean_and_deviation() {
        let start = entry("a = 1.0\nb = 2.0\n");
        let results = [entry("a = 2.0\nb = 2.0\n"), entry("a = 4.0\nb = 2.0\n")];
        let rows = spread_of(&start, &results).unwrap();
        let file = String::from_utf8(spread_table(&rows).file().csv()).unwrap();
        let expected = "weight,start,tunes,mean,sd,least,most\na,1.0,2,3.000000,1.414214,2.0,4.0\n";
        assert_eq!(file, expected);
        assert!(spread_of(&start, &results[..1]).unwrap().is_empty());
        assert!(spread_of(&entry("c = 1.0"), &results).unwrap().is_empty());
    }
}
