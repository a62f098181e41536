use std::path::{Path, PathBuf};

use crate::disk::{chunk_folder::ChunkFolder, output_file};
use crate::export::verify::{self, FileChange};
use crate::export::{cleanup, figure::counted, folder, folder::finished};
use crate::export::{manifest::FoundManifest, manifest::Manifest};
use crate::journal::{chunks::ChunkCheck, chunks::ChunkIndex, commit::WholeDrafts};
use crate::study::publish::{Wanted, finish, verdict};
use crate::study::{execute::Tables, execute::tell_again, session::Session};
use crate::{cli::Chunks, error::Error, plan::run::Plan, study};

const EXAMPLES: &str = "\
Examples:
  drakkar merge runs/big
  drakkar merge runs/big /mnt/node1 /mnt/node2 --per-game

Refuses gaps, damaged files, chunks of another run, and chunks that differ between folders, and \
lists the first 20 reasons. If the run is finished and its chunks were removed, it says so.
Exit code: 0 done, 1 failed games, 2 wrong command or input, 3 refused, 75 files that cannot be read \
or written.
";

/// Adds up the chunks of a planned run and writes its files
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
#[command(mut_args(|arg| if arg.get_id() == "run" { arg.help("The folder of the run") } else { arg }))]
pub struct Args {
    #[command(flatten)]
    chunks: Chunks,

    /// Joins the rows of games into games.csv; they must have been planned with --per-game
    #[arg(long)]
    per_game: bool,

    /// Joins the records of games; they must have been planned with --record-every
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,

    /// Replaces the file of --record
    #[arg(long)]
    force: bool,

    #[command(flatten)]
    tables: Tables,
}

pub fn run(args: &Args) -> Result<(), Error> {
    let (plan, places) = args.chunks.open()?;
    let study = Session::new(&plan, &places[0])?;
    if args.per_game && !plan.run.per_game {
        return Err(Error::flag("--per-game", "the run was planned without rows of games"));
    }
    if args.record.is_some() && plan.run.record_every.is_none() {
        return Err(Error::flag("--record", "the run was planned without records"));
    }
    places[1..].iter().for_each(cleanup::tidy);
    if let Some(manifest) = finished(&plan, &places[0], &places)? {
        cleanup::go_on(&places[0]);
        return args.tell(&plan, &places[0], &manifest);
    }
    let _lock = cleanup::enter_shared(places[0].root())?;
    // Somebody else may have been faster.
    if let Some(manifest) = finished(&plan, &places[0], &places)? {
        return args.tell(&plan, &places[0], &manifest);
    }
    let records = args.record.as_deref().map(|path| {
        output_file::beside_results(path, output_file::RECORDS, Some(places[0].root()))?;
        let replace = args.force || is_own(path, places[0].root(), &plan)?;
        output_file::open(path, "--record", output_file::RECORDS, replace)
    });
    let records = records.transpose()?;
    let rows = args.per_game.then(|| folder::rows(&places[0])).transpose()?;
    let wanted = Wanted {
        drafts: WholeDrafts { rows, records, only: None },
        machine: None,
        care: ChunkCheck::Bytes,
        clear: false,
    };
    match finish(&study, ChunkIndex::open(&plan, &places)?, wanted) {
        // Of a run that was finished and has no chunks any more.
        Err(Error::Refused { what, mut reasons }) => {
            reasons.extend(verify::changes(places[0].root())?.iter().map(FileChange::to_string));
            Err(Error::Refused { what, reasons })
        }
        finished => {
            let (told, manifest) = finished?;
            let run = (places[0].root(), &*played_by(&plan, &places[0]));
            told.print_with(args.tables.format, Some(run), "")?;
            verdict(&manifest)
        }
    }
}

/// The words of a command that plays this run; none if a plan is not enough for them.
fn played_by(plan: &Plan, place: &ChunkFolder) -> Vec<String> {
    let study = study::of(&plan.run);
    let path = place.plan();
    // Looks that were planned stand in the plan, where no flag can take their place.
    match study.flags(&path, plan) {
        Ok(flags) if flags.iter().all(|(name, _)| *name != "looks") => {
            [study.command(), "--config", &path.display().to_string()].map(str::to_owned).into()
        }
        _ => Vec::new(),
    }
}

fn is_own(path: &Path, folder: &Path, plan: &Plan) -> Result<bool, Error> {
    match Manifest::read(folder)? {
        Some(FoundManifest::Run(found)) if found.digest == plan.digest => wrote(&found, path),
        _ => Ok(false),
    }
}

fn wrote(manifest: &Manifest, path: &Path) -> Result<bool, Error> {
    let hash = manifest.records.as_deref();
    Ok(hash.is_some() && output_file::holds(path, hash)?)
}

impl Args {
    fn tell(&self, plan: &Plan, place: &ChunkFolder, manifest: &Manifest) -> Result<(), Error> {
        let gone =
            "the run is finished and its chunks were removed; play it again in another folder";
        if let Some(path) = &self.record
            && !wrote(manifest, path)?
        {
            return Err(Error::flag("--record", gone));
        }
        if self.per_game && !manifest.files.contains_key("games.csv") {
            return Err(Error::flag("--per-game", gone));
        }
        let games = manifest.games_played;
        let is_here = format!(
            "is finished: {}, all files written. Nothing to do.",
            counted(games, "game", "games")
        );
        let run = (place.root(), &*played_by(plan, place));
        tell_again(run, &is_here, self.tables.format)?;
        verdict(manifest)
    }
}
