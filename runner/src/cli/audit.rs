use std::io;

use crate::export::verify::{self, FileChange};
use crate::export::{answer::StudyReport, figure::counted, folder::finished, sheet::Sheet};
use crate::flags::{effort::Effort, effort::left, number::at_least};
use crate::journal::chunks::{ChunkCheck, ChunkIndex, FoundChunk};
use crate::journal::open_chunk::OpenChunk;
use crate::study::{dry_run, execute::Tables, session::Session};
use crate::{cli::Chunks, error::Error, threads::progress};
use drakkar_play::batch::BatchResult;

const EXAMPLES: &str = "\
Examples:
  drakkar audit runs/big --every 100
  drakkar audit runs/big /mnt/node1 /mnt/node2 --every 10

Exit code: 0 all the same, 2 wrong command or input, 3 a chunk differs, is damaged or missing, or \
the results were changed.
";

/// Plays chunks of a run again and compares their hashes
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
#[command(mut_arg("keep_going", |arg| arg.hide(true)))]
pub struct Args {
    #[command(flatten)]
    chunks: Chunks,

    /// Plays every E-th chunk, beginning with the first
    #[arg(long, value_name = "E", value_parser = at_least::<u64>(1))]
    every: u64,

    /// Plays 64 blocks, or as many as ten seconds allow, tells what the audit would take, and compares nothing
    #[arg(long)]
    dry_run: bool,

    #[command(flatten)]
    effort: Effort,

    #[command(flatten)]
    tables: Tables,
}

pub fn run(args: &Args) -> Result<(), Error> {
    let (plan, places) = args.chunks.open()?;
    let run = places[0].root().display();
    let study = Session::new(&plan, &places[0])?;
    if plan.run.irreproducible {
        let reason =
            "an agent's budget is time, or it is another program, so no game is the same twice";
        let what = format!("{run} cannot be audited");
        return Err(Error::Refused { what, reasons: vec![reason.to_owned()] });
    }
    if finished(&plan, &places[0], &places)?.is_some() {
        let reason =
            "is finished, and its chunks were removed; to audit a run, play it with --keep-chunks";
        return Err(Error::input(places[0].root(), reason));
    }
    let mut there = ChunkIndex::open(&plan, &places)?;
    let (all, _) = study.survey(&mut there)?;
    let chosen: Vec<u64> =
        all.iter().copied().filter(|chunk| chunk.is_multiple_of(args.every)).collect();
    if args.dry_run {
        return dry_run::print(&study, Some(&chosen), &args.effort, args.tables.format);
    }
    let bar = progress::bar("games", study.games_of(&chosen), args.effort.pace.quiet);
    let (stop, threads) = (args.effort.stop(), args.effort.pace.threads());
    let changes = verify::changes(places[0].root())?;
    let mut reasons: Vec<String> = changes.iter().map(FileChange::to_string).collect();
    for &chunk in &chosen {
        let refuse = |_: &io::Sink, _| unreachable!("a sink takes everything");
        let nowhere = [plan.run.per_game, plan.run.record_every.is_some()]
            .map(|wanted| wanted.then(io::sink));
        let mut again = OpenChunk::begin(&plan, chunk, &study.task, nowhere, refuse)?;
        let mut add = |batch: BatchResult| {
            bar.inc(batch.games);
            again.add(batch)
        };
        if study.play(study.chunking, &[chunk], threads, &mut add, stop)?.left > 0 {
            return Err(left(format!("chunks from {chunk} on were not played again")));
        }
        let (fresh, _) = again.finish();
        let found = there.look(ChunkCheck::Bytes, chunk)?;
        if found.iter().all(|found| *found == FoundChunk::Missing) {
            reasons.push(format!("chunk {chunk} is missing"));
        }
        for (found, place) in found.into_iter().zip(&places) {
            reasons.extend(found.fault(chunk));
            if let FoundChunk::Done(receipt) = found
                && !receipt.equals(&fresh)
            {
                let place = place.root().display();
                reasons.push(format!("chunk {chunk}: {place} has another one than is played here"));
            }
        }
    }
    bar.finish_and_clear();
    if !reasons.is_empty() {
        return Err(Error::Refused { what: format!("{run} was not played like this"), reasons });
    }
    let in_words = format!(
        "{} of {} played again: the same",
        chosen.len(),
        counted(all.len() as u64, "chunk", "chunks")
    );
    let row = [("same", chosen.len().into()), ("chunks", all.len().into())];
    StudyReport::tables(vec![Sheet::in_words("audit", in_words, row)]).print(args.tables.format)
}
