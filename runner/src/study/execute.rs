use std::{ops::ControlFlow, path::Path, path::PathBuf, slice::from_ref, time::Instant};

use clap::Args;

use crate::export::{answer, answer::StudyReport, cleanup, command, figure::counted, folder};
use crate::export::{folder::Contents, sheet::Style, verify::FileChange, writers::print};
use crate::flags::effort::{Effort, Pace, left};
use crate::journal::{chunks::ChunkCheck, chunks::ChunkIndex, commit::WholeDrafts};
use crate::study::publish::{Wanted, finish, verdict};
use crate::study::{dry_run, run_flags::RunArgs, run_flags::StudyArgs, session::Session};
use crate::threads::batch::StopSignal;
use crate::{disk::chunk_folder::ChunkFolder, disk::folders, disk::lock::Lock, disk::output_file};
use crate::{error::Error, error::tell, export::manifest::Machine, export::manifest::Manifest};
use crate::{flags::number::at_least, plan::purpose::Purpose};
use crate::{plan::run::Plan, study, version::build};

/// A command that plays games of its own kind and answers at once.
#[derive(Args, Debug)]
#[command(about = Own::ABOUT, after_help = Own::EXAMPLES)]
pub struct GamesCommand<Own: RunArgs> {
    #[command(flatten)]
    games: StudyArgs<Own>,

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

    #[command(flatten)]
    tables: Tables,
}

/// How and where to; changes no result.
#[derive(Args, Debug)]
pub struct StepFlags {
    #[command(flatten)]
    pub effort: Effort,

    /// Folder for the results [default: runs/<game>-<rules>-<players>p-<digest of the run>]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,

    /// Keeps the chunks of the finished run, for `drakkar merge` and `drakkar audit`
    #[arg(long)]
    pub keep_chunks: bool,

    /// Replaces a folder that holds another run, and files of records
    #[arg(long)]
    pub force: bool,

    /// Plays 64 blocks, or as many as ten seconds allow, tells what the whole would take, and writes nothing
    #[arg(long)]
    pub dry_run: bool,
}

#[derive(Args, Clone, Copy, Debug)]
pub struct Tables {
    /// How the answer is printed: md and latex are tables for papers, csv and json have numbers as files
    /// have them, json in one object
    #[arg(long, value_enum, default_value_t)]
    pub format: Style,
}

pub fn run(args: &GamesCommand<impl RunArgs>) -> Result<(), Error> {
    let planned = args.games.plan(args.record.as_ref().map(|_| args.record_every))?;
    args.step.play(&planned, args.record.as_deref(), args.tables.format)
}

impl StepFlags {
    /// Plays a plan with remarks on it, writes the results, and prints tables; `record` is the file for records.
    pub fn play(
        &self,
        (plan, remarks): &(Plan, Vec<String>),
        record: Option<&Path>,
        style: Style,
    ) -> Result<(), Error> {
        let pace = &self.effort.pace;
        let place = ChunkFolder::new(&self.out.clone().unwrap_or_else(|| default_folder(plan)));
        let session = Session::new(plan, &place)?;
        if self.dry_run {
            remarks.iter().for_each(|remark| pace.note(remark));
            return dry_run::print(&session, None, &self.effort, style);
        }
        let (keep_chunks, force) = (self.keep_chunks, self.force);
        let how = Execution { remarks, pace, record, keep_chunks, force, part: None };
        let (manifest, now) = played(&session, &place, &how, || self.effort.stop())?;
        let run = (place.root(), &*command::called());
        if let Some((report, mut more)) = now {
            if let Some(path) = record {
                more += &format!("Records in {}\n", path.display());
            }
            report.print_with(style, Some(run), &more)?;
        } else {
            let games = counted(manifest.games_played, "game", "games");
            let is_here = format!("holds this run already, complete: {games}. Nothing to do.");
            tell_again(run, &is_here, style)?;
        }
        verdict(&manifest)
    }
}

/// A part of a study: a run in a folder of its own.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum PlayedPart {
    Alone,
    /// Its chunks stay; another run in its place is replaced.
    Kept,
    /// Its chunks stay, and others may play some of them at the same time.
    Shared,
}

impl PlayedPart {
    /// Plays or resumes a part to its end and writes the results, and records if wanted; gives the SHA-256 of records.
    pub fn play(
        self,
        session: &Session<'_>,
        place: &ChunkFolder,
        record: Option<&Path>,
        (pace, stop): (&Pace, StopSignal<'static>),
    ) -> Result<Option<String>, Error> {
        let (part, keep_chunks) = (Some(self), self != PlayedPart::Alone);
        let how = Execution { remarks: &[], pace, record, keep_chunks, force: false, part };
        let (manifest, now) = played(session, place, &how, || stop)?;
        if now.is_some() || self != PlayedPart::Kept {
            verdict(&manifest)?;
        }
        Ok(manifest.records)
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

/// What is written of a run, and unless it was complete before what is told of it, with how fast it was played.
type Played = (Manifest, Option<(StudyReport, String)>);

fn played(
    session: &Session<'_>,
    place: &ChunkFolder,
    how: &Execution<'_>,
    stop: impl FnOnce() -> StopSignal<'static>,
) -> Result<Played, Error> {
    let (plan, pace, folder) = (session.plan, how.pace, place.root());
    if let Some(path) = how.record {
        output_file::beside_results(path, output_file::RECORDS, Some(folder))?;
    }
    let enter = || {
        how.remarks.iter().for_each(|remark| pace.note(remark));
        // Before anything is replaced.
        session.ready()?;
        match how.part {
            Some(PlayedPart::Shared) => cleanup::enter_shared(folder),
            _ => cleanup::enter(folder),
        }
    };
    let (lock, resumes) = match claim(|| found(session, place, how), enter)? {
        ControlFlow::Break(manifest) => return Ok((*manifest, None)),
        ControlFlow::Continue(held) => held,
    };
    let replace = how.force || how.part.is_some();
    let records = how
        .record
        .map(|path| output_file::open(path, "--record", output_file::RECORDS, replace))
        .transpose()?;
    let stop = stop();
    if !resumes {
        folder::clear(folder)?;
    }
    let rows = || plan.run.per_game.then(|| folder::rows(place)).transpose();
    let is_asked = records.is_some() == plan.run.record_every.is_some();
    // What is lost before the results are there must be the same when it is played again.
    let is_safe = is_asked && !how.keep_chunks && !plan.run.irreproducible;
    let is_only = session.chunking.chunks() == 1 && is_safe;
    if !place.plan().is_file() {
        plan.write_unnamed(place)?;
    }
    if !is_only {
        // Chunks rely on the plan, also on one that an earlier start left unflushed.
        folders::sync(folder)?;
    }
    let mut drafts = WholeDrafts { records, ..WholeDrafts::default() };
    if is_only {
        drafts.rows = rows()?;
    }
    let mut index = ChunkIndex::open(plan, from_ref(place))?;
    index.alone = lock.alone;
    let (needed, mut todo) = session.survey(&mut index)?;
    let there = needed.len() - todo.len();
    if there > 0 {
        let chunks = counted(session.chunking.chunks(), "chunk", "chunks");
        pace.note(&format!("{there} of {chunks} are there; the others are played"));
    }
    let threads = pace.threads();
    // A balance was not given a number of games.
    let is_open = matches!(plan.run.purpose, Some(Purpose::Branch(_))) && how.part.is_none();
    if is_open && there == 0 && !pace.quiet {
        pace.note(&dry_run::time(session, threads, stop)?);
    }
    let (start, mut games) = (Instant::now(), 0);
    while !todo.is_empty() {
        let whole = is_only.then_some(&mut drafts);
        let done = session.work(&todo, &mut index, (pace, stop), whole)?;
        if done.left > 0 {
            return Err(unfinished(session, place)?);
        }
        games += done.games;
        // What is played on fresh deals may depend on the rest.
        todo =
            if session.chunking.confirm > 0 { session.survey(&mut index)?.1 } else { Vec::new() };
    }
    let elapsed_seconds = start.elapsed().as_secs_f64();
    let speed = games as f64 / elapsed_seconds.max(1e-9);
    let on = counted(threads as u64, "thread", "threads");
    let more = format!("{elapsed_seconds:.1} s, {speed:.0} games/s on {on}\n");
    let blocks = games / plan.run.games_per_block.max(1);
    if !is_only {
        drafts.rows = rows()?;
    }
    let wanted = Wanted {
        drafts,
        // The files of a part that stays are the same each time.
        machine: (how.part != Some(PlayedPart::Kept))
            .then(|| (Machine { elapsed_seconds, threads, build: build() }, blocks)),
        // Every chunk was read or written a moment ago.
        care: ChunkCheck::Sizes,
        clear: !how.keep_chunks,
    };
    let (report, manifest) = finish(session, index, wanted)?;
    Ok((manifest, Some((report, more))))
}

/// Takes a folder, unless its study is complete, which breaks the flow; `look`, and then the answer, say whether there
/// is something to resume. It is looked at again under the lock: somebody else may have been faster.
pub fn claim<T>(
    look: impl Fn() -> Result<ControlFlow<T, bool>, Error>,
    enter: impl FnOnce() -> Result<Lock, Error>,
) -> Result<ControlFlow<T, (Lock, bool)>, Error> {
    if let ControlFlow::Break(found) = look()? {
        return Ok(ControlFlow::Break(found));
    }
    let lock = enter()?;
    Ok(look()?.map_continue(|resumes| (lock, resumes)))
}

fn unfinished(session: &Session<'_>, place: &ChunkFolder) -> Result<Error, Error> {
    let (needed, missing) =
        session.survey(&mut ChunkIndex::open(session.plan, from_ref(place))?)?;
    let there = needed.len() - missing.len();
    let folder = place.root().display();
    let chunks = counted(needed.len() as u64, "chunk", "chunks");
    let advice = if there == 0 {
        "; if no chunk can be finished in the time given, start anew with smaller ones (`--chunk`)"
    } else {
        ""
    };
    Ok(left(format!("{folder} holds {there} of {chunks}; run the same command to resume{advice}")))
}

fn default_folder(plan: &Plan) -> PathBuf {
    let (run, digest) = (&plan.run, &plan.digest[..12]);
    let kind = match study::of(run).command() {
        "run" => String::new(),
        command => format!("{command}-"),
    };
    let name = format!("{kind}{}-{}-{}p-{digest}", run.game, run.rules, run.players);
    Path::new("runs").join(name)
}

fn found(
    session: &Session<'_>,
    place: &ChunkFolder,
    &Execution { record, force, part, .. }: &Execution<'_>,
) -> Result<ControlFlow<Box<Manifest>, bool>, Error> {
    let folder = place.root();
    let recorded = |manifest: &Manifest| match record {
        Some(path) => output_file::holds(path, manifest.records.as_deref()),
        None => Ok(true),
    };
    let lacks_chunks = || {
        let mut index = ChunkIndex::open(session.plan, from_ref(place))?;
        Ok(!session.survey(&mut index)?.1.is_empty())
    };
    Ok(match folder::contents(folder, &session.plan.digest, force)? {
        // Until all is written, no chunk goes.
        Contents::Complete(manifest)
            if !force
                && cleanup::is_begun(place)
                && !(answer::is_kept(folder) && recorded(&manifest)?) =>
        {
            ControlFlow::Continue(true)
        }
        // Sums need the chunks, which may be gone or damaged.
        Contents::Complete(_) if part == Some(PlayedPart::Shared) && lacks_chunks()? => {
            ControlFlow::Continue(true)
        }
        // Records that are requested but missing require the games once more.
        Contents::Complete(manifest) if !force && recorded(&manifest)? => {
            cleanup::go_on(place);
            ControlFlow::Break(manifest)
        }
        // Of a part, what is missing is made anew, from its chunks if they are there.
        Contents::Damaged(changes)
            if part.is_some() && changes.iter().all(FileChange::is_missing) =>
        {
            ControlFlow::Continue(true)
        }
        contents => {
            let force = force
                || part == Some(PlayedPart::Kept) && !matches!(contents, Contents::Unfinished);
            ControlFlow::Continue(contents.goes_on("run", folder, force)?)
        }
    })
}

/// The answer of a finished run as it was given before, below a line that says so. A command of these words plays it.
pub fn tell_again(
    (folder, words): (&Path, &[String]),
    is_here: &str,
    style: Style,
) -> Result<(), Error> {
    let report = StudyReport::kept(folder)?;
    if style == Style::Text || report.is_none() {
        print(&format!("{} {is_here}\n", folder.display()))?;
    }
    let Some(report) = report else {
        if answer::is_kept(folder) {
            let path = folder.join(answer::FILE).display().to_string();
            tell(&format!("{path} is not as it was written, so it is not printed again"));
        }
        return Ok(());
    };
    if style == Style::Text {
        print("\n")?;
    }
    report.print_with(style, Some((folder, words)), "")
}
