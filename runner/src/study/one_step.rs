use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::Args;

use crate::disk::{new_file, place::ChunkFolder};
use crate::export::answer::{self, Told};
use crate::export::figure::counted;
use crate::export::folder::{self, Contents};
use crate::export::intact;
use crate::export::sheet::Style;
use crate::export::writers::print;
use crate::export::{clearing, command};
use crate::flags::effort::{Effort, Pace, left};
use crate::flags::number::at_least;
use crate::journal::merge::merge;
use crate::study::finish::{FinishedRun, Wanted, finish, verdict};
use crate::study::sealed::Owned;
use crate::study::volume::{Ask, Asked};
use crate::{
    error::Error, error::tell, export::manifest::Machine, export::manifest::Manifest,
    journal::survey::Care, plan::run::Plan, study,
};
use crate::{
    study::rehearsal, study::session::Session, threads::batch::StopSignal, threads::progress,
};
use drakkar_stats::sums::Sums;

/// How and where to; changes no result.
#[derive(Args, Debug)]
pub struct OneStep {
    #[command(flatten)]
    step: StepFlags,

    /// Also writes records of games, one line of JSON each, which `drakkar verify` checks and
    /// `drakkar replay` shows
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,

    /// Records every N-th game
    #[arg(long, value_name = "N", default_value_t = 1, requires = "record",
          value_parser = at_least::<u64>(1))]
    record_every: u64,
}

/// The same for runs that cannot be recorded.
#[derive(Args, Debug)]
pub struct StepFlags {
    #[command(flatten)]
    effort: Effort,

    /// Folder for the results [default: runs/<game>-<rules>-<players>p-<digest of the run>]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,

    /// Keeps the chunks of the finished run, for `drakkar merge` and `drakkar audit`
    #[arg(long)]
    keep_chunks: bool,

    /// Replaces a folder that holds another run, and files of records
    #[arg(long)]
    force: bool,

    /// Plays 64 blocks, or as many as ten seconds allow, tells what the whole would take, and writes nothing
    #[arg(long)]
    dry_run: bool,
}

impl StepFlags {
    pub fn owned(&self, seed: u64, usual: impl FnOnce() -> PathBuf) -> (&Effort, Owned) {
        let out = self.out.clone().unwrap_or_else(usual);
        (&self.effort, Owned { seed, out, force: self.force })
    }

    pub fn keeps_chunks(&self) -> bool {
        self.keep_chunks
    }

    pub fn is_dry(&self) -> bool {
        self.dry_run
    }
}

#[derive(Args, Clone, Copy, Debug)]
pub struct Tables {
    /// How the answer is printed: md and latex are tables for papers, csv and json have figures as files
    /// have them, json in one object
    #[arg(long, value_enum, default_value_t)]
    pub format: Style,
}

pub fn one_step(ask: &Asked<impl Ask>, step: &OneStep, style: Style) -> Result<(), Error> {
    let planned = ask.plan(step.record.as_ref().map(|_| step.record_every))?;
    play_plan(&planned, &step.step, step.record.as_deref(), style)
}

pub fn play_plan(
    (plan, remarks): &(Plan, Vec<String>),
    step: &StepFlags,
    record: Option<&Path>,
    style: Style,
) -> Result<(), Error> {
    let effort = &step.effort;
    let folder = step.out.clone().unwrap_or_else(|| default_folder(plan));
    let places = [ChunkFolder::new(&folder)];
    if step.dry_run {
        remarks.iter().for_each(|remark| effort.pace.note(remark));
        return rehearsal::of_plan(plan, &places[0], effort, style);
    }
    let (keep_chunks, force) = (step.keep_chunks, step.force);
    let pace = &effort.pace;
    let how = Execution { remarks, pace, record, keep_chunks, force, part: None };
    match played(plan, &places, &how, || effort.stop())? {
        Played::Before(manifest) => {
            let games = manifest.games_played;
            let is_here =
                format!("holds this run already, complete: {games} games. Nothing to do.");
            tell_again((&folder, &command::called()), &is_here, style)?;
            verdict(&manifest)
        }
        Played::Now(finished, mut more) => {
            if let Some(path) = record {
                more += &format!("Records in {}\n", path.display());
            }
            finished.print(style, &command::called(), &more)
        }
    }
}

pub fn play_silently(
    plan: &Plan,
    folder: &Path,
    record: Option<&Path>,
    pace: &Pace,
    stop: StopSignal<'static>,
) -> Result<Option<String>, Error> {
    play_part(plan, folder, record, (pace, stop), PlayedPart::Alone)
}

pub fn play_to_sums(
    plan: &Plan,
    folder: &Path,
    pace: &Pace,
    stop: StopSignal<'static>,
) -> Result<Sums, Error> {
    // Until the sums are there, nobody may remove the chunks.
    let _lock = clearing::enter_shared(folder)?;
    play_part(plan, folder, None, (pace, stop), PlayedPart::Shared)?;
    let places = [ChunkFolder::new(folder)];
    let session = Session::new(plan, &places[0])?;
    let care = Care::Bytes;
    Ok(merge(plan, &places, session.layout(), care, &mut *session.course())?.sums)
}

fn play_part(
    plan: &Plan,
    folder: &Path,
    record: Option<&Path>,
    (pace, stop): (&Pace, StopSignal<'static>),
    part: PlayedPart,
) -> Result<Option<String>, Error> {
    let keep_chunks = part == PlayedPart::Shared;
    let how = Execution { remarks: &[], pace, record, keep_chunks, force: false, part: Some(part) };
    match played(plan, &[ChunkFolder::new(folder)], &how, || stop)? {
        Played::Before(manifest) => verdict(&manifest).map(|()| manifest.records),
        Played::Now(finished, _) => {
            let FinishedRun { records, verdict, .. } = *finished;
            verdict.map(|()| records)
        }
    }
}

struct Execution<'a> {
    remarks: &'a [String],
    pace: &'a Pace,
    record: Option<&'a Path>,
    keep_chunks: bool,
    force: bool,
    part: Option<PlayedPart>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum PlayedPart {
    Alone,
    Shared,
}

enum Played<'p> {
    Before(Box<Manifest>),
    Now(Box<FinishedRun<'p>>, String),
}

fn played<'p>(
    plan: &Plan,
    places: &'p [ChunkFolder; 1],
    how: &Execution<'_>,
    stop: impl FnOnce() -> StopSignal<'static>,
) -> Result<Played<'p>, Error> {
    let (pace, [place]) = (how.pace, places);
    let folder = place.root();
    if let Some(path) = how.record {
        new_file::beside_results(path, folder, "--record")?;
    }
    if let State::Complete(manifest) = state(place, plan, how)? {
        return Ok(Played::Before(manifest));
    }
    how.remarks.iter().for_each(|remark| pace.note(remark));
    let session = Session::new(plan, place)?;
    // Before anything is replaced.
    session.ready()?;
    let _lock = match how.part {
        Some(PlayedPart::Shared) => clearing::enter_shared(folder)?,
        Some(PlayedPart::Alone) | None => clearing::enter(folder)?,
    };
    let state = match state(place, plan, how)? {
        // Somebody else may have been faster.
        State::Complete(manifest) => return Ok(Played::Before(manifest)),
        state => state,
    };
    let replace = how.force || how.part.is_some();
    let records = how.record.map(|path| new_file::open(path, "--record", replace)).transpose()?;
    let stop = stop();
    if matches!(state, State::Free) {
        folder::clear(folder)?;
    }
    if !place.plan().is_file() {
        plan.write(place)?;
    }
    let mut todo = session.missing(places, |_| true)?;
    let there = session.needed(places)?.len() - todo.len();
    if there > 0 {
        let chunks = session.cut.chunks();
        let chunks = counted(chunks, "chunk", "chunks");
        pace.note(&format!("{there} of {chunks} are there; the others are played"));
    }
    let threads = pace.threads();
    // A balance was not given a number of games.
    if session.study.branching().is_some() && there == 0 && !pace.quiet && how.part.is_none() {
        pace.note(&rehearsal::time(&session, &todo, threads, stop)?);
    }
    let bar = progress::bar(0, pace.quiet);
    let start = Instant::now();
    while !todo.is_empty() {
        bar.inc_length(session.games_of(&todo));
        if session.work(&todo, places, threads, stop, bar.clone())?.0.left > 0 {
            bar.finish_and_clear();
            return Err(unfinished(&session, places)?);
        }
        // What is played on fresh deals may depend on the rest.
        let more = session.cut.confirm > 0;
        todo = if more { session.missing(places, |_| true)? } else { Vec::new() };
    }
    let (games, elapsed_seconds) = (bar.position(), start.elapsed().as_secs_f64());
    bar.finish_and_clear();
    let speed = games as f64 / elapsed_seconds.max(1e-9);
    let more = format!(
        "{elapsed_seconds:.1} s, {speed:.0} games/s on {}\n",
        counted(threads as u64, "thread", "threads")
    );
    let blocks = games / plan.run.games_per_block.max(1);
    let finished = finish(
        &session,
        places,
        Wanted {
            per_game: plan.run.per_game,
            records,
            machine: Some((Machine { elapsed_seconds, threads }, blocks)),
            // Every chunk was read or written a moment ago.
            care: Care::Sizes,
            clear: !how.keep_chunks,
        },
    )?;
    Ok(Played::Now(Box::new(finished), more))
}

fn unfinished(session: &Session<'_>, places: &[ChunkFolder; 1]) -> Result<Error, Error> {
    let chunks = session.needed(places)?.len();
    let there = chunks - session.missing(places, |_| true)?.len();
    let folder = places[0].root().display();
    let chunks = counted(chunks as u64, "chunk", "chunks");
    let advice = if there == 0 {
        "; if no chunk can be finished in the time given, start anew with smaller ones (`--chunk`)"
    } else {
        ""
    };
    Ok(left(format!("{folder} holds {there} of {chunks}; run the same command to resume{advice}")))
}

fn default_folder(plan: &Plan) -> PathBuf {
    let (run, digest) = (&plan.run, &plan.digest[..12]);
    let kind = match study::of(run.purpose.as_ref()).command() {
        "run" => String::new(),
        command => format!("{command}-"),
    };
    let name = format!("{kind}{}-{}-{}p-{digest}", run.game, run.rules, run.players);
    Path::new("runs").join(name)
}

enum State {
    Complete(Box<Manifest>),
    Unfinished,
    Free,
}

fn state(place: &ChunkFolder, plan: &Plan, how: &Execution<'_>) -> Result<State, Error> {
    let (folder, force) = (place.root(), how.force);
    let recorded = |manifest: &Manifest| match how.record {
        Some(path) => new_file::holds(path, manifest.records.as_deref(), "--record"),
        None => Ok(true),
    };
    match folder::contents(folder, &plan.digest)? {
        // Until all is written, no chunk goes.
        Contents::Complete(manifest)
            if !force
                && clearing::is_begun(place)
                && !(answer::is_kept(folder) && recorded(&manifest)?) =>
        {
            Ok(State::Unfinished)
        }
        // Sums need the chunks, which may be gone or damaged.
        Contents::Complete(_)
            if how.part == Some(PlayedPart::Shared) && !has_chunks(place, plan)? =>
        {
            Ok(State::Unfinished)
        }
        // Records that are requested but missing require the games once more.
        Contents::Complete(manifest) if !force && recorded(&manifest)? => {
            clearing::go_on(place)?;
            Ok(State::Complete(manifest))
        }
        // Of a part, what is missing is made anew, from its chunks if they are there.
        Contents::Damaged(changes) if how.part.is_some() && intact::only_lacks(&changes) => {
            Ok(State::Unfinished)
        }
        contents => {
            let resumes = contents.goes_on("run", folder, force)?;
            Ok(if resumes { State::Unfinished } else { State::Free })
        }
    }
}

fn has_chunks(place: &ChunkFolder, plan: &Plan) -> Result<bool, Error> {
    let places = [ChunkFolder::new(place.root())];
    Ok(Session::new(plan, &places[0])?.missing(&places, |_| true)?.is_empty())
}

pub fn tell_again(
    (folder, words): (&Path, &[String]),
    is_here: &str,
    style: Style,
) -> Result<(), Error> {
    let told = Told::kept(folder)?;
    if style == Style::Text || told.is_none() {
        print(&format!("{} {is_here}\n", folder.display()))?;
    }
    let Some(told) = told else {
        if answer::is_kept(folder) {
            let path = folder.join(answer::FILE);
            tell(&format!(
                "{} is not as it was written, so it is not printed again",
                path.display()
            ));
        }
        return Ok(());
    };
    if style == Style::Text {
        print("\n")?;
    }
    told.print_run(style, (folder, words), "")
}
