//! `drakkar merge`: judges whether a run is complete and writes its files.

use std::path::PathBuf;

use crate::cli::one_step::Tables;
use crate::cli::{places, print};
use crate::error::Error;
use crate::export::manifest::{Machine, Manifest};
use crate::export::names::shown;
use crate::export::record_file::RecordFile;
use crate::export::results::Results;
use crate::export::sheet::{self, Sheet, Style};
use crate::journal::merge::{Whole, merge};
use crate::journal::place::Place;
use crate::journal::plan::Plan;
use crate::journal::purpose::Purpose;
use crate::journal::survey::Care;
use crate::study::session::Session;

const EXAMPLES: &str = "\
Examples:
  drakkar merge runs/big
  drakkar merge runs/big /mnt/node1 /mnt/node2 --per-game

Refuses, with all reasons, gaps, damaged files, chunks of another run, and chunks that differ between
folders.
Exit code: 0 done, 1 failed games, 2 wrong call or input, 3 refused, 75 files that cannot be read or
written.
";

/// Adds up the chunks of a planned run and writes its files
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The folder of the run
    #[arg(value_name = "RUN")]
    run: PathBuf,

    /// Other folders with chunks of it
    #[arg(value_name = "DIR")]
    folders: Vec<PathBuf>,

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

pub(crate) fn run(args: &Args) -> Result<(), Error> {
    let plan = Plan::require(&Place::new(&args.run))?;
    let places = places(&args.run, &args.folders);
    let study = Session::new(&plan, &places[0])?;
    if args.per_game && !plan.run.per_game {
        return Err(Error::flag("--per-game", "the run was planned without rows of games"));
    }
    if args.record.is_some() && plan.run.record_every.is_none() {
        return Err(Error::flag("--record", "the run was planned without records"));
    }
    let records = args.record.as_deref().map(|path| RecordFile::open(path, args.force));
    let wanted = Wanted {
        per_game: args.per_game,
        records: records.transpose()?,
        machine: None,
        care: Care::Bytes,
        style: args.tables.format,
    };
    let finished = finish(&study, &places, wanted)?;
    finished.print("")?;
    finished.verdict
}

/// What is to be made of the chunks.
pub(crate) struct Wanted {
    /// Whether `games.csv` is.
    pub(crate) per_game: bool,
    /// Where the records go.
    pub(crate) records: Option<RecordFile>,
    /// How closely chunks are looked at.
    pub(crate) care: Care,
    /// Circumstances, where they are known, and the blocks that were played under them.
    pub(crate) machine: Option<(Machine, u64)>,
    /// How tables are written.
    pub(crate) style: Style,
}

/// A run whose files are written.
pub(crate) struct Finished {
    /// What was played, in a line.
    title: String,
    /// The summary.
    sheets: Vec<Sheet>,
    /// How it is written.
    style: Style,
    /// The files, by name.
    files: String,
    /// Whether all games reached their end.
    pub(crate) verdict: Result<(), Error>,
}

impl Finished {
    /// Prints the summary; around tables of text also what was played, where the files are, and
    /// `more`.
    ///
    /// # Errors
    /// If that is not possible.
    pub(crate) fn print(&self, more: &str) -> Result<(), Error> {
        let tables = sheet::text(&self.sheets, self.style)?;
        print(&match self.style {
            Style::Text => format!("{}\n{tables}\n{more}{}", self.title, self.files),
            _ => tables,
        })
    }
}

/// Adds up the chunks in `places` and writes the files of the run into the first of them.
///
/// # Errors
/// A run that is not complete, and files.
pub(crate) fn finish(
    study: &Session<'_>,
    places: &[Place],
    wanted: Wanted,
) -> Result<Finished, Error> {
    let plan = study.plan;
    let whole: Whole = merge(plan, places, study.layout(), wanted.care)?;
    let (machine, blocks) = wanted.machine.unzip();
    let seconds_per_block = machine.as_ref().zip(blocks).and_then(|(machine, blocks)| {
        (blocks > 0).then(|| machine.elapsed_seconds / blocks as f64)
    });
    let results = Results {
        run: &plan.run,
        names: &study.names,
        shown: &shown(&study.names, wanted.style),
        whole: &whole,
        per_game: wanted.per_game,
        info: study.table().info(),
        items: study.table().items(),
        seconds_per_block,
    };
    let manifest = Manifest::new(plan, &whole, machine);
    let folder = places[0].root();
    let (manifest, sheets) = results.publish(folder, manifest)?;
    // Behind the manifest: a run that is killed before finds no file of records in its way.
    if let Some(mut file) = wanted.records {
        for records in &whole.records {
            file.append(records)?;
        }
        file.close()?;
    }
    for failure in &whole.failures {
        let arm = if failure.arm > 0 { format!(", arm {}", failure.arm) } else { String::new() };
        eprintln!(
            "drakkar: game {} (seed {}, block {}{arm}, seating {}) failed: {}",
            failure.game_index, failure.seed, failure.block, failure.seating, failure.reason
        );
    }
    let names: Vec<&str> = manifest.files.keys().map(String::as_str).collect();
    let files = format!("Files in {}: {}, manifest.json\n", folder.display(), names.join(", "));
    let verdict = match manifest.games_failed {
        0 => Ok(()),
        failed => Err(Error::FailedGames { failed, games: manifest.games_played }),
    };
    Ok(Finished { title: title(&manifest), sheets, style: wanted.style, files, verdict })
}

fn title(manifest: &Manifest) -> String {
    let run = &manifest.run;
    let deals = manifest.games_played / run.games_per_block.max(1);
    let rules = match &run.purpose {
        Some(Purpose::CompareRules { rules, .. }) => format!("{} against {rules}", run.rules),
        _ => run.rules.clone(),
    };
    if let Some(Purpose::Branch(_)) = &run.purpose {
        return format!(
            "{} ({rules}), {} seats, seed {}: {} games and rests of games\n",
            run.game, run.players, run.seed, manifest.games_played
        );
    }
    format!(
        "{} ({rules}), {} seats, seed {}: {} games on {deals} deals, seating {}\n",
        run.game, run.players, run.seed, manifest.games_played, run.seating
    )
}
