//! `drakkar tune --final`: plays off the results of several tunes.

use std::path::Path;

use drakkar_agents::spec::{FileName, Spec};

use crate::disk::durable;
use crate::disk::place::ChunkFolder;
use crate::error::Error;
use crate::export::manifest;
use crate::export::sheet::print;
use crate::export::sheet::{self, Sheet, Style};
use crate::games;
use crate::journal::merge::merge;
use crate::journal::survey::Care;
use crate::plan::run::AgentEntry;
use crate::study::session::Session;
use crate::study::tune::confirmation::{self, Contenders};
use crate::study::tune::folder::{BEST, claim};
use crate::study::tune::plan::{Sealed, Tune, tmp};
use crate::study::tune::playoff::{FOLDER, Playoff, winner};
use crate::study::tune::work::{FORMAT as TUNE, Manifest, Means, conclude, confirm, play};
use crate::study::tune::{Args, asked};
use drakkar_stats::counters::SHARE_UNIT;

/// What kind of plan a play-off has.
const FORMAT: &str = "drakkar-tune-final";

pub(super) fn run(args: &Args) -> Result<(), Error> {
    let tunes = args.finals.iter().map(|folder| finished(folder));
    let tunes: Vec<(Tune, AgentEntry)> = tunes.collect::<Result<_, _>>()?;
    let Some(((first, _), others)) = tunes.split_first() else { return Ok(()) };
    for ((tune, _), folder) in others.iter().zip(&args.finals[1..]) {
        let (one, two) = (&first.table, &tune.table);
        if (&one.game, &one.rule_set, one.players) != (&two.game, &two.rule_set, two.players) {
            let reason = format!("is about other rules or seats than {}", args.finals[0].display());
            return Err(Error::input(folder, reason));
        }
    }
    play_off(args, &tunes)
}

/// The plan of a finished tune and what it found.
fn finished(folder: &Path) -> Result<(Tune, AgentEntry), Error> {
    let none = || Error::input(folder, "holds no finished tune");
    let plan: Sealed<Tune> = Sealed::read(TUNE, folder)?.ok_or_else(none)?;
    let path = folder.join(manifest::FILE);
    let text = std::fs::read(&path).map_err(|_| none())?;
    let found: Manifest =
        serde_json::from_slice(&text).map_err(|error| Error::input(&path, error))?;
    if found.digest != plan.digest {
        return Err(Error::input(&path, "is not that of the plan beside it"));
    }
    let spec: Spec = found.agent.spec.parse().map_err(|error| Error::input(&path, error))?;
    let file = folder.join(BEST).display().to_string();
    let spec = spec.with_weights(FileName::new(&file)).to_string();
    Ok((plan.tune, AgentEntry { spec, ..found.agent }))
}

fn play_off(args: &Args, tunes: &[(Tune, AgentEntry)]) -> Result<(), Error> {
    let first = &tunes[0].0;
    let (out, mut table) = (&args.out, first.table.clone());
    table.seed = args.seed.to_string();
    let opened = games::lab(&table.game)?.open(&[table.rule_set.clone()], table.players);
    let game = opened.map_err(|error| Error::input(&args.finals[0], error))?;
    let mut entrants = vec![first.start.clone()];
    for (tune, found) in tunes {
        for entry in [&tune.start, found] {
            if !entrants.contains(entry) {
                entrants.push(entry.clone());
            }
        }
    }
    let twice = (1..entrants.len())
        .find(|&one| entrants[..one].iter().any(|other| other.spec == entrants[one].spec));
    if let Some(twice) = twice {
        let reason = format!("two agents are called `{}`", entrants[twice].spec);
        return Err(Error::flag("--final", reason));
    }
    if !(2..=64).contains(&entrants.len()) {
        return Err(Error::flag("--final", format!("{} agents; 2 to 64 can meet", entrants.len())));
    }
    // The results are to stay what they are.
    let place = |folder: &Path| folder.canonicalize().ok();
    if let Some(folder) =
        args.finals.iter().find(|folder| place(folder).is_some_and(|one| place(out) == Some(one)))
    {
        let reason = format!("{} is one of those that are played off", folder.display());
        return Err(Error::flag("--out", reason));
    }
    let start: Spec = entrants[0].spec.parse().map_err(|error| Error::flag("--final", error))?;
    let test = asked::against_start(args, &start);
    let plan = Sealed::new(FORMAT, Playoff { table, entrants, games: args.games, test });
    claim(out, &plan, args.force)?;
    let playoff = &plan.tune;
    let means = Means { effort: &args.effort, stop: args.effort.stop() };
    let run = playoff.plan(&*game)?;
    let folder = out.join(FOLDER);
    play(&run, &folder, means)?;
    let places = [ChunkFolder::new(&folder)];
    let session: Session<'_> = Session::new(&run, &places[0])?;
    let whole = merge(&run, &places, session.layout(), Care::Sizes, &mut *session.course())?;
    let best = winner(&whole);
    let (start, result) = (&playoff.entrants[0], &playoff.entrants[best]);
    if let Some(weights) = &result.weights {
        durable::write(&tmp(out), &out.join(BEST), weights.as_bytes())?;
    }
    let mut table = Sheet::new("Everybody against everybody else", &["agent", "win share", ""], 1);
    for (number, (name, agent)) in session.names.iter().zip(&whole.sums.counters.agents).enumerate()
    {
        let share = 100.0 * agent.share.value(SHARE_UNIT).unwrap_or_default();
        let mark = if number == best { "won" } else { "" };
        table.rows.push(vec![name.clone(), format!("{share:.2} %"), mark.to_owned()]);
    }
    let mut sheets = vec![table];
    let mut verdicts = Vec::new();
    if best == 0 {
        sheets.push(Sheet::line(format!(
            "None won more than {}, where the tunes started; so there was nothing to test.",
            start.spec
        )));
    } else {
        let contenders = Contenders { result, start };
        verdicts.push(confirm(&playoff.table, &playoff.test, contenders, out, &*game, means)?);
        sheets.push(confirmation::sheet(&verdicts, &start.spec));
    }
    conclude(&plan, result, &verdicts, out)?;
    let text = sheet::text(&sheets, Style::Text)?;
    print(&format!("{text}\nWinner: {}\nWeights in {}\n", result.spec, out.join(BEST).display()))
}
