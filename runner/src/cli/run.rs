//! `drakkar run`: plays games and writes statistics; plan, work and merge in one.

use std::path::{Path, PathBuf};
use std::time::Instant;

use drakkar_agents::heuristic::Playable;
use drakkar_engine::recorded::Recorded;

use crate::cli::line_up::Games;
use crate::cli::merge::{Wanted, finish};
use crate::cli::print;
use crate::cli::session::{Session, left};
use crate::error::Error;
use crate::export::folder::{self, Standing};
use crate::export::manifest::{Machine, Manifest};
use crate::export::record_file::RecordFile;
use crate::games::with_game;
use crate::journal::place::Place;
use crate::journal::plan::Plan;
use crate::journal::survey::missing;
use crate::play::progress;
use crate::study::self_play::{SelfPlay, suits};

const EXAMPLES: &str = "\
Examples:
  drakkar run
      100,000 games of four greedy players: seats, scores, what winners do
  drakkar run --agents greedy random random random --games 1000000 --seed 7 --out DIR
      one against three; each deal is played in all four seatings
  drakkar run --players 2 --rules base --set scoring.surplus_glory=1 --per-game
      a changed rule, two seats, one row for each game and seat
  drakkar run --game connect-four --agents random random --threads 1 --quiet

The same command gives the same files, whatever the threads, and goes on where it was left after
Ctrl-C, a deadline or a crash.
Exit code: 0 done, 1 failed games, 2 wrong call or input, 75 files or deadline: try again later or
elsewhere, 130 interrupted.
";

/// Plays seeded games of agents against each other and writes statistics as CSV
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    games: Games,

    #[command(flatten)]
    session: Session,

    /// Folder for the results [default: runs/<game>-<rules>-<players>p-<digest of the run>]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,

    /// Also writes records of games, one line of JSON each, which `drakkar verify` checks and
    /// `drakkar replay` shows
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,

    /// Records every so many games
    #[arg(long, value_name = "N", default_value_t = 1, requires = "record",
          value_parser = clap::value_parser!(u64).range(1..))]
    record_every: u64,

    /// Keeps the chunks of the finished run, as `drakkar merge` and `drakkar audit` want them
    #[arg(long)]
    keep_chunks: bool,

    /// Replaces a folder that holds another run, and the file of --record
    #[arg(long)]
    force: bool,
}

pub(crate) fn run(args: &Args) -> Result<(), Error> {
    let (plan, remarks) = args.games.plan(args.record.as_ref().map(|_| args.record_every))?;
    with_game!(&plan.run.game, G if suits::<G>(&plan) => run_game::<G>(args, &plan, &remarks))?
}

fn run_game<G: Recorded + Playable>(
    args: &Args,
    plan: &Plan,
    remarks: &[String],
) -> Result<(), Error> {
    let folder = args.out.clone().unwrap_or_else(|| default_folder(plan));
    let place = Place::new(&folder);
    let Some(resume) = ready(&folder, plan, args)? else { return Ok(()) };
    remarks.iter().for_each(|remark| args.session.note(remark));
    let study: SelfPlay<'_, G> = SelfPlay::new(plan, &place)?;
    // Before anything is replaced.
    let records = args.record.as_deref().map(|path| RecordFile::open(path, args.force));
    let records = records.transpose()?;
    let stop = args.session.stop();
    if !resume {
        folder::clear(&folder)?;
        plan.write(&place)?;
    }
    let chunks = study.cut.chunks();
    let places = [place];
    let todo = missing(plan, &places, 0..chunks)?;
    if (todo.len() as u64) < chunks {
        let there = chunks - todo.len() as u64;
        args.session.note(&format!("{there} of {chunks} chunks are there; the others are played"));
    }
    let threads = args.session.threads();
    let games = study.games_of(&todo);
    let bar = progress::bar(games, args.session.quiet);
    let start = Instant::now();
    let played = study.work(&todo, &places[0], threads, stop, bar.clone())?;
    bar.finish_and_clear();
    let machine = Machine { elapsed_seconds: start.elapsed().as_secs_f64(), threads };
    if played < todo.len() as u64 {
        let there = chunks - todo.len() as u64 + played;
        let folder = folder.display();
        return Err(left(format!(
            "{folder} holds {there} of {chunks} chunks; the same command goes on"
        )));
    }
    let speed = speed(games, &machine);
    let wanted = Wanted { per_game: plan.run.per_game, records, machine: Some(machine) };
    let finished = finish(&study, plan, &places, wanted)?;
    if !args.keep_chunks {
        folder::remove_chunks(&folder)?;
    }
    let more = match &args.record {
        Some(path) => format!("Records in {}\n", path.display()),
        None => String::new(),
    };
    print(&format!("{}{speed}{}{more}", finished.text, finished.files))?;
    finished.verdict
}

fn speed(games: u64, machine: &Machine) -> String {
    let Machine { elapsed_seconds, threads } = machine;
    let speed = games as f64 / elapsed_seconds.max(1e-9);
    format!("{elapsed_seconds:.1} s, {speed:.0} games/s on {threads} threads\n")
}

fn default_folder(plan: &Plan) -> PathBuf {
    let (run, digest) = (&plan.run, &plan.digest[..12]);
    Path::new("runs").join(format!("{}-{}-{}p-{digest}", run.game, run.rules, run.players))
}

/// Whether to go on in `folder` with a run that is there; `None` if it is complete.
fn ready(folder: &Path, plan: &Plan, args: &Args) -> Result<Option<bool>, Error> {
    match folder::standing(folder, &plan.digest)? {
        Standing::Free => Ok(Some(false)),
        // Records that are asked for and not there need the games once more.
        Standing::Complete(manifest)
            if !args.force && args.record.as_ref().is_none_or(|file| file.exists()) =>
        {
            print(&complete(folder, &manifest))?;
            Ok(None)
        }
        Standing::Unfinished => Ok(Some(!args.force)),
        Standing::Complete(_) => Ok(Some(false)),
        Standing::Taken(_) if args.force => Ok(Some(false)),
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
