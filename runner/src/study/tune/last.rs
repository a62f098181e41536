use std::path::Path;

use crate::export::sheet::{Cell, DeclaredTable};
use crate::export::{figure::per_cent, intact, manifest};
use crate::plan::{purpose::Format, purpose::Purpose, purpose::Tournament, run::AgentEntry};
use crate::study::tune::plan::{BEST, PLAYOFF, Playoff, SPREAD, Tune};
use crate::study::tune::{Args, asked, spread, work::Work};
use crate::study::{sealed::Sealed, sealed::StudyManifest, session::Session, workspace::Workspace};
use crate::{disk::place::ChunkFolder, error::Error, games, journal::survey::Care};
use drakkar_agents::spec::{FileName, Spec};
use drakkar_stats::counters::SHARE_UNIT;

pub fn run(args: &Args) -> Result<(), Error> {
    let plan = Sealed::new(playoff(args)?);
    let Playoff { table: venue, entrants, results, games, test } = &plan.request;
    let lab = games::lab(&venue.game)?;
    let opened = lab.open(std::slice::from_ref(&venue.rule_set), venue.players);
    let table = opened.map_err(|error| Error::input(&args.finals[0], error))?;
    let (effort, out) = (&args.effort, &args.owned.out);
    let _lock = plan.claim(&args.owned)?;
    let ws = Workspace { lab, table: &*table, out, pace: &effort.pace, stop: effort.stop() };
    let work = Work::new(venue, ws);
    // Each alone against each other one.
    let tournament = Tournament::of(Format::RoundRobin, entrants.len(), venue.players);
    let purpose = Purpose::Tournament(tournament);
    let run = work.plan(entrants, purpose, PLAYOFF, *games, None)?;
    work.play(&run, Path::new(PLAYOFF))?;
    let place = ChunkFolder::new(&out.join(PLAYOFF));
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
    let shares = DeclaredTable::of(session.names.iter().enumerate())
        .word("agent", |(_, name)| &***name)
        .figure("win share", per_cent, |&(number, _)| Some(share(number)))
        .cell(("", "won"), |&(number, _)| {
            Cell::new(if number == best { "won" } else { "" }, [(number == best).into()])
        })
        .sheet("playoff", "Everybody against everybody else");
    let first = venue.names().of_entry(start);
    let nothing = format!("None won more than {first}, where the tunes started");
    let spread = spread::of(start, results)?;
    work.files.put(SPREAD, &spread::table(&spread).file().csv())?;
    let verdicts = work.test(std::slice::from_ref(test), [result, start])?;
    let result = work.keep(&verdicts, [result, start])?;
    plan.finish(&work.files, Some(result))?;
    let mut told = work.told(&verdicts, start, &nothing);
    told.sheets.insert(0, shares);
    let title = "How far the results lie apart";
    told.sheets.extend(spread::table(&spread).sheet("spread", title).filled());
    work.tell(told, [result, start], args.tables.format)
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
