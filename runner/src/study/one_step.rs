//! Plan, work and merge in one process: what `run`, `tournament` and `compare` do.

use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::Args;

use crate::disk::new_file::NewFile;
use crate::disk::place::ChunkFolder;
use crate::error::Error;
use crate::export::folder::{self, Standing};
use crate::export::manifest::{Machine, Manifest};
use crate::export::sheet::Style;
use crate::export::sheet::print;
use crate::flags::effort::{Effort, left};
use crate::journal::survey::Care;
use crate::plan::run::Plan;
use crate::study::finish::{Wanted, finish};
use crate::study::session::Session;
use crate::study::volume::Ask;
use crate::study::{self, rehearsal};
use crate::threads::progress;

/// How and where to; changes no result.
#[derive(Args, Debug)]
pub(crate) struct OneStep {
    #[command(flatten)]
    step: Step,

    /// Also writes records of games, one line of JSON each, which `drakkar verify` checks and
    /// `drakkar replay` shows
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,

    /// Records every so many games
    #[arg(long, value_name = "N", default_value_t = 1, requires = "record",
          value_parser = clap::value_parser!(u64).range(1..))]
    record_every: u64,
}

/// The same for what cannot be recorded.
#[derive(Args, Debug)]
pub(crate) struct Step {
    #[command(flatten)]
    effort: Effort,

    /// Folder for the results [default: runs/<game>-<rules>-<players>p-<digest of the run>]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,

    /// Keeps the chunks of the finished run, as `drakkar merge` and `drakkar audit` want them
    #[arg(long)]
    keep_chunks: bool,

    /// Replaces a folder that holds another run, and files of records
    #[arg(long)]
    force: bool,

    /// Plays 64 blocks, tells what the whole would take, and writes nothing
    #[arg(long)]
    dry_run: bool,
}

/// How tables are printed.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct Tables {
    /// How the tables are printed
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: Style,
}

/// Plays what is asked for, writes the results, and prints tables.
///
/// # Errors
/// Whatever is wrong with flags and files, and games that failed.
pub(crate) fn one_step(ask: &impl Ask, step: &OneStep, style: Style) -> Result<(), Error> {
    let planned = ask.plan(step.record.as_ref().map(|_| step.record_every))?;
    play_plan(&planned, &step.step, step.record.as_deref(), style)
}

/// Plays a plan, writes the results, and prints tables; `record` is where records go.
///
/// # Errors
/// As [`one_step`].
pub(crate) fn play_plan(
    (plan, remarks): &(Plan, Vec<String>),
    step: &Step,
    record: Option<&Path>,
    style: Style,
) -> Result<(), Error> {
    if step.dry_run {
        remarks.iter().for_each(|remark| step.effort.note(remark));
        let folder = step.out.clone().unwrap_or_else(|| default_folder(plan));
        return rehearsal::of_plan(plan, &ChunkFolder::new(&folder), &step.effort);
    }
    let folder = step.out.clone().unwrap_or_else(|| default_folder(plan));
    let place = ChunkFolder::new(&folder);
    let Some(resume) = ready(&folder, plan, step, record)? else { return Ok(()) };
    remarks.iter().for_each(|remark| step.effort.note(remark));
    let session = Session::new(plan, &place)?;
    // Before anything is replaced.
    session.ready()?;
    let records = record.map(|path| NewFile::open(path, "--record", step.force));
    let records = records.transpose()?;
    let stop = step.effort.stop();
    if !resume {
        folder::clear(&folder)?;
        plan.write(&place)?;
    }
    let chunks = session.cut.chunks();
    let places = [place];
    let mut todo = session.missing(&places, |_| true)?;
    let there = session.needed(&places)?.len() - todo.len();
    if there > 0 {
        step.effort.note(&format!("{there} of {chunks} chunks are there; the others are played"));
    }
    let threads = step.effort.threads();
    let bar = progress::bar(session.games_of(&todo), step.effort.quiet);
    let start = Instant::now();
    let mut left_over = session.work(&todo, &places, threads, stop, bar.clone())?.0.left;
    // What is played on fresh deals may depend on the rest.
    while left_over == 0 && session.cut.confirm > 0 {
        todo = session.missing(&places, |_| true)?;
        if todo.is_empty() {
            break;
        }
        bar.inc_length(session.games_of(&todo));
        left_over = session.work(&todo, &places, threads, stop, bar.clone())?.0.left;
    }
    let games = bar.position();
    bar.finish_and_clear();
    let machine = Machine { elapsed_seconds: start.elapsed().as_secs_f64(), threads };
    if left_over > 0 {
        let chunks = session.needed(&places)?.len();
        let there = chunks - session.missing(&places, |_| true)?.len();
        let folder = folder.display();
        return Err(left(format!(
            "{folder} holds {there} of {chunks} chunks; the same command goes on"
        )));
    }
    let mut more = speed(games, &machine);
    if let Some(path) = record {
        more += &format!("Records in {}\n", path.display());
    }
    let blocks = games / plan.run.games_per_block.max(1);
    let machine = Some((machine, blocks));
    // Every chunk was read or written a moment ago.
    let per_game = plan.run.per_game;
    let wanted = Wanted { per_game, records, machine, care: Care::Sizes, style };
    let finished = finish(&session, &places, wanted)?;
    if !step.keep_chunks {
        folder::remove_chunks(&folder)?;
    }
    finished.print(&more)?;
    finished.verdict
}

fn speed(games: u64, machine: &Machine) -> String {
    let Machine { elapsed_seconds, threads } = machine;
    let speed = games as f64 / elapsed_seconds.max(1e-9);
    format!("{elapsed_seconds:.1} s, {speed:.0} games/s on {threads} threads\n")
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

/// Whether to go on in `folder` with a run that is there; `None` if it is complete.
fn ready(
    folder: &Path,
    plan: &Plan,
    step: &Step,
    record: Option<&Path>,
) -> Result<Option<bool>, Error> {
    match folder::standing(folder, &plan.digest)? {
        Standing::Free => Ok(Some(false)),
        // Records that are asked for and not there need the games once more.
        Standing::Complete(manifest) if !step.force && record.is_none_or(Path::exists) => {
            print(&complete(folder, &manifest))?;
            match manifest.games_failed {
                0 => Ok(None),
                failed => Err(Error::FailedGames { failed, games: manifest.games_played }),
            }
        }
        Standing::Unfinished => Ok(Some(!step.force)),
        Standing::Complete(_) => Ok(Some(false)),
        Standing::Taken(_) if step.force => Ok(Some(false)),
        Standing::Taken(reason) => Err(Error::input(
            folder,
            format!("{reason}; choose another folder with --out, or replace it with --force"),
        )),
        Standing::Foreign => Err(Error::input(
            folder,
            "is not empty and holds no run of drakkar; choose another folder with --out",
        )),
    }
}

fn complete(folder: &Path, manifest: &Manifest) -> String {
    format!(
        "{} holds this run already, complete: {} games. Nothing to do.\n",
        folder.display(),
        manifest.games_played
    )
}
