use std::{ops::RangeInclusive, path::PathBuf};

use crate::export::{cleanup, figure::counted, folder::finished};
use crate::journal::chunks::{ChunkIndex, in_words};
use crate::study::{dry_run, execute::Tables, level, session::Session};
use crate::{disk::chunk_folder::ChunkFolder, disk::folders, error::Error, plan::run::Plan};
use crate::{flags::effort::Effort, flags::effort::left};

const EXAMPLES: &str = "\
Examples:
  drakkar work runs/big
      all missing chunks
  drakkar work runs/big --shard 3/16 --deadline 55m
      a sixteenth of it, for most of an hour
  drakkar work runs/big --chunks 100-199 --parts /scratch/big
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

    /// Only every N-th chunk, beginning with chunk I: shards count from 0/N to N-1/N
    #[arg(long, value_name = "I/N", value_parser = shard, allow_hyphen_values = true, conflicts_with = "chunks")]
    shard: Option<(u64, u64)>,

    /// Only chunks A to B, or A alone
    #[arg(long, value_name = "A-B", value_parser = chunks, allow_hyphen_values = true)]
    chunks: Option<RangeInclusive<u64>>,

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
    match numbers {
        Some((i, n)) if i < n => Ok((i, n)),
        Some((_, n @ 1..)) => Err(format!("shards count from 0/{n} to {}/{n}", n - 1)),
        _ => Err("must be I/N with I from 0 to N - 1".to_owned()),
    }
}

fn chunks(text: &str) -> Result<RangeInclusive<u64>, String> {
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    let numbers = first.parse().ok().zip(last.parse().ok()).filter(|(a, b)| a <= b);
    numbers.map(|(a, b)| a..=b).ok_or_else(|| "must be A-B with A not above B, or A".to_owned())
}

pub fn run(args: &Args) -> Result<(), Error> {
    if level::is_at(&args.run)? {
        return args.help();
    }
    let run = ChunkFolder::new(&args.run);
    let plan = Plan::require(&run)?;
    let study = Session::new(&plan, &run)?;
    let all = study.chunking.chunks();
    let range = args.chunks.clone().unwrap_or(0..=all - 1);
    if *range.end() >= all {
        let flag = format!("--chunks {}", in_words(&range));
        let whole = in_words(&(0..=all - 1));
        return Err(Error::flag(flag, format!("must be within {whole}, the chunks of the run")));
    }
    let (index, count) = args.shard.unwrap_or((0, 1));
    let stop = args.effort.stop();
    let places = args.parts.iter().chain([&args.run]).map(|path| ChunkFolder::new(path));
    let places: Vec<ChunkFolder> = places.collect();
    // Chunks rely on the plan.
    folders::sync(run.root())?;
    if cleanup::is_begun(&run) {
        cleanup::go_on(&run);
    }
    let mut chunks = ChunkIndex::open(&plan, &places)?;
    let todo = |chunks: &mut ChunkIndex<'_>| {
        let wanted = |chunk: u64| range.contains(&chunk) && chunk % count == index;
        match finished(&plan, &run, &places)? {
            Some(_) => Ok(Vec::new()),
            None => Ok(chunks.survey(&mut *study.monitor(), wanted)?.1),
        }
    };
    let missing = todo(&mut chunks)?;
    if args.dry_run {
        return dry_run::print(&study, Some(&missing), &args.effort, args.tables.format);
    }
    if missing.is_empty() {
        places.iter().for_each(cleanup::tidy);
        args.effort.pace.note("nothing to do: the chunks asked for are there, or in the results");
        return Ok(());
    }
    let _lock = cleanup::enter_shared(places[0].root())?;
    // Somebody else may have been faster.
    chunks.refresh()?;
    let todo = todo(&mut chunks)?;
    let done = study.work(&todo, &mut chunks, (&args.effort.pace, stop), None)?;
    args.effort.pace.note(&format!("{} played", counted(done.chunks, "chunk", "chunks")));
    match done.left {
        0 => done.verdict(),
        1 => Err(left("1 of the chunks asked for is missing".to_owned())),
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
            let reason = "is for the folder of a run, not for that of `balance --equalize`";
            return Err(Error::flag(*flag, reason));
        }
        level::join(&self.run, self.shard, &self.effort)
    }
}
