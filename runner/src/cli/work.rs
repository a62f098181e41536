//! `drakkar work`: plays chunks of a planned run.

use std::{ops::Range, path::PathBuf};

use crate::study::{level, one_step::Tables, rehearsal, session::Session};
use crate::{disk::place::ChunkFolder, error::Error, export::clearing, export::folder::finished};
use crate::{flags::effort::Effort, flags::effort::left, journal::survey::survey, plan::run::Plan};

const EXAMPLES: &str = "\
Examples:
  drakkar work runs/big
      all missing chunks
  drakkar work runs/big --shard 3/16 --deadline 55m
      a sixteenth of it, for most of an hour
  drakkar work runs/big --chunks 100..200 --parts /scratch/big
      some chunks, written to another folder

RUN may also be the folder of `drakkar balance --equalize` while that command is at work. Then chunks of \
each measurement are played until all is finished: those of the shard first, then the others.

Intact chunks are left alone; shards may overlap, be repeated or divided differently.
Exit code: 0 done, 1 done but games failed, 2 wrong command, 75 disk full, unreadable files or \
deadline: retry here or elsewhere, 130 interrupted.
";

/// Plays chunks of a planned run
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The folder with run.json
    #[arg(value_name = "RUN")]
    run: PathBuf,

    /// Only every N-th chunk, beginning with number I, from 0
    #[arg(long, value_name = "I/N", value_parser = shard, allow_hyphen_values = true, conflicts_with = "chunks")]
    shard: Option<(u64, u64)>,

    /// Only chunks A to B - 1
    #[arg(long, value_name = "A..B", value_parser = chunks, allow_hyphen_values = true)]
    chunks: Option<Range<u64>>,

    /// Writes the chunks to another folder than RUN
    #[arg(long, value_name = "DIR")]
    parts: Option<PathBuf>,

    /// Plays 64 blocks, or as many as ten seconds allow, tells what the chunks asked for would take, and writes nothing
    #[arg(long)]
    dry_run: bool,

    #[command(flatten)]
    effort: Effort,

    #[command(flatten)]
    tables: Tables,
}

fn shard(text: &str) -> Result<(u64, u64), String> {
    let numbers = text.split_once('/').and_then(|(i, n)| Some((i.parse().ok()?, n.parse().ok()?)));
    numbers.filter(|(i, n)| i < n).ok_or_else(|| "must be I/N with I from 0 to N - 1".to_owned())
}

fn chunks(text: &str) -> Result<Range<u64>, String> {
    let numbers = text.split_once("..").and_then(|(a, b)| Some(a.parse().ok()?..b.parse().ok()?));
    numbers
        .filter(|range| !range.is_empty())
        .ok_or_else(|| "must be A..B with A below B".to_owned())
}

pub fn run(args: &Args) -> Result<(), Error> {
    if level::is_at(&args.run)? {
        return args.help();
    }
    let plan = Plan::require(&ChunkFolder::new(&args.run))?;
    let study = Session::new(&plan, &ChunkFolder::new(&args.run))?;
    let all = study.cut.chunks();
    let range = args.chunks.clone().unwrap_or(0..all);
    if range.end > all {
        let flag = format!("--chunks {}..{}", range.start, range.end);
        return Err(Error::flag(flag, format!("must be within 0..{all}, the chunks of the run")));
    }
    let (index, count) = args.shard.unwrap_or((0, 1));
    let stop = args.effort.stop();
    let places = args.parts.iter().chain([&args.run]).map(|path| ChunkFolder::new(path));
    let places: Vec<ChunkFolder> = places.collect();
    let run = ChunkFolder::new(&args.run);
    if clearing::is_begun(&run) {
        clearing::go_on(&run)?;
    }
    let todo = || {
        let wanted = |chunk: u64| range.contains(&chunk) && chunk % count == index;
        match finished(&plan, &run, &places)? {
            Some(_) => Ok(Vec::new()),
            None => Ok(survey(&plan, &places, &mut *study.course(), wanted)?.1),
        }
    };
    let missing = todo()?;
    if args.dry_run {
        return rehearsal::print(&study, Some(&missing), &args.effort, args.tables.format);
    }
    if missing.is_empty() {
        places.iter().for_each(clearing::tidy);
        args.effort.pace.note("nothing to do: the chunks asked for are there, or in the results");
        return Ok(());
    }
    let _lock = clearing::enter_shared(places[0].root())?;
    // Somebody else may have been faster.
    let todo = todo()?;
    let done = study.work(&todo, &places, &args.effort.pace, stop)?;
    args.effort.pace.note(&format!("{} chunks played", done.chunks));
    match done.left {
        0 => done.verdict(),
        rest => Err(left(format!("{rest} of the chunks asked for are missing"))),
    }
}

impl Args {
    fn help(&self) -> Result<(), Error> {
        let given = [
            (self.chunks.is_some(), "--chunks"),
            (self.parts.is_some(), "--parts"),
            (self.dry_run, "--dry-run"),
        ];
        if let Some((_, flag)) = given.iter().find(|(given, _)| *given) {
            return Err(Error::flag(
                *flag,
                "is for the folder of a run, not for that of `balance --equalize`",
            ));
        }
        level::help(&self.run, self.shard, &self.effort)
    }
}
