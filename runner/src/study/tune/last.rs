use std::path::Path;

use crate::plan::purpose::{Format, Purpose, Tournament};
use crate::study::sealed::{Files, Owned, Sealed, StudyManifest};
use crate::study::tune::plan::{BEST, PLAYOFF, Playoff, SPREAD, Tune};
use crate::study::workspace::Workspace;
use crate::{disk::place::ChunkFolder, error::Error, export::intact, export::manifest, games};
use crate::{export::answer::Told, study::session::Session};
use crate::{export::figure::in_full, export::figure::per_cent, export::sheet::Cell};
use crate::{export::sheet::DeclaredTable, journal::survey::Care, plan::run::AgentEntry};
use crate::{study::tune::Args, study::tune::asked, study::tune::parameters::Parameter};
use crate::{study::tune::parameters::Parameters, study::tune::work::Work};
use drakkar_agents::{spec::FileName, spec::Spec};
use drakkar_stats::counters::SHARE_UNIT;

pub fn run(args: &Args) -> Result<(), Error> {
    let plan = Sealed::new(playoff(args)?);
    let venue = &plan.request.table;
    let lab = games::lab(&venue.game)?;
    let opened = lab.open(std::slice::from_ref(&venue.rule_set), venue.players);
    let table = opened.map_err(|error| Error::input(&args.finals[0], error))?;
    let Owned { out, force, how: effort, tables, .. } = &args.owned;
    let ws = Workspace { lab, table: &*table, out, pace: &effort.pace, stop: effort.stop() };
    let steps = |files: &Files<'_>| played_off(&plan.request, &Work { venue, ws, files });
    plan.run((out, *force), "this tune", tables.format, steps, || Ok(()))
}

fn played_off(playoff: &Playoff, work: &Work<'_>) -> Result<Told, Error> {
    let Playoff { table: venue, entrants, results, games, test } = playoff;
    // Each alone against each other one.
    let tournament = Tournament::of(Format::RoundRobin, entrants.len(), venue.players);
    let purpose = Purpose::Tournament(tournament);
    let run = work.plan(entrants, purpose, PLAYOFF, *games, None)?;
    work.play(&run, Path::new(PLAYOFF))?;
    let place = ChunkFolder::new(&work.ws.out.join(PLAYOFF));
    let session = Session::new(&run, &place)?;
    let sums = session.sums(&place, Care::Sizes)?;
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
    let first = venue.names().of_entry(start);
    let nothing = format!("None won more than {first}, where the tunes started");
    let spread = spread_of(start, results)?;
    work.files.put(SPREAD, &spread_table(&spread).file().csv())?;
    let verdicts = work.test(std::slice::from_ref(test), [result, start])?;
    let result = work.keep(&verdicts, [result, start])?;
    let mut told = work.told(&verdicts, start, &nothing);
    told.sheets.insert(0, shares);
    let title = "How far the results lie apart";
    told.sheets.extend(spread_table(&spread).sheet("spread", title).filled());
    work.tell(&mut told, [result, start])?;
    Ok(told)
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
    let test = asked::test(args, "start", &start, None);
    let mut table = first.table.clone();
    table.seed = args.owned.seed.to_string();
    let results = tunes.into_iter().map(|(_, found)| found).collect();
    Ok(Playoff { table, entrants, results, games: args.games, test })
}

fn finished(folder: &Path) -> Result<(Tune, AgentEntry), Error> {
    let none = || Error::input(folder, "holds no finished tune");
    let plan: Sealed<Tune> = Sealed::read(folder)?.ok_or_else(none)?;
    let path = folder.join(manifest::FILE);
    let found = StudyManifest::read(folder)?.ok_or_else(none)?;
    if found.digest != plan.digest {
        return Err(Error::input(&path, "is not that of the plan beside it"));
    }
    if let Some(change) = intact::changes(folder)?.first() {
        return Err(Error::input(folder, change));
    }
    let none = || Error::input(&path, "key `agent`: is missing");
    let agent = found.agent.ok_or_else(none)?;
    let spec: Spec = agent.spec.parse().map_err(|error| Error::input(&path, error))?;
    let file = folder.join(BEST).display().to_string();
    let spec = spec.with_weights(FileName::new(&file)).to_string();
    Ok((plan.request, AgentEntry { spec, alias: None, ..agent }))
}

struct WeightSpread {
    weight: String,
    start: f64,
    tunes: usize,
    mean: f64,
    sd: f64,
    least: f64,
    most: f64,
}

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
    let rows = before.iter().enumerate().filter_map(|(place, before)| {
        let values: Vec<f64> = after.iter().map(|all| all[place].start).collect();
        values.iter().any(|&value| value != before.start).then(|| {
            let count = values.len() as f64;
            let mean = values.iter().sum::<f64>() / count;
            let squares: f64 = values.iter().map(|value| (value - mean) * (value - mean)).sum();
            WeightSpread {
                weight: before.key.clone(),
                start: before.start,
                tunes: values.len(),
                mean,
                sd: (squares / (count - 1.0)).sqrt(),
                least: values.iter().copied().fold(f64::INFINITY, f64::min),
                most: values.iter().copied().fold(f64::NEG_INFINITY, f64::max),
            }
        })
    });
    Ok(rows.collect())
}

fn spread_table(rows: &[WeightSpread]) -> DeclaredTable<&WeightSpread> {
    let short = |value: f64| Cell::new(format!("{value:.4}"), [value.into()]);
    // Weights have digits of their own in the file.
    DeclaredTable::of(rows)
        .word("weight", |row| &*row.weight)
        .kept("start", |row| in_full(row.start))
        .shown("start", |row| short(row.start))
        .kept("tunes", |row| row.tunes)
        .cell("mean", |row| short(row.mean))
        .cell("sd", |row| short(row.sd))
        .kept("least", |row| in_full(row.least))
        .shown("least", |row| short(row.least))
        .kept("most", |row| in_full(row.most))
        .shown("most", |row| short(row.most))
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
        assert_eq!((rows.len(), rows[0].weight.as_str(), rows[0].mean), (1, "a", 3.0));
        assert!((rows[0].sd - 2f64.sqrt()).abs() < 1e-12);
        assert_eq!((rows[0].least, rows[0].most), (2.0, 4.0));
        assert!(spread_of(&start, &results[..1]).unwrap().is_empty());
        assert!(spread_of(&entry("c = 1.0"), &results).unwrap().is_empty());
    }
}
