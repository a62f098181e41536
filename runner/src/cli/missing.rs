use crate::export::sheet::{DeclaredTable, Style};
use crate::export::{answer::StudyReport, folder::finished, writers::print};
use crate::journal::chunks::{ChunkIndex, in_words, ranges};
use crate::{cli::Chunks, error::Error, flags::number::at_least, study, study::execute::Tables};

const EXAMPLES: &str = "\
Examples:
  drakkar missing runs/big
  drakkar missing runs/big /mnt/node1 --batch 20 |
      parallel drakkar work runs/big --threads 1 --quiet --chunks {}

Prints a line for each range of chunks, such as 3-7 or 9, for `drakkar work --chunks`; nothing if the run is complete or \
finished. Files of chunks are read, and damaged ones count as missing.
";

/// Prints which chunks of a planned run are missing
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    chunks: Chunks,

    /// At most this many chunks per line
    #[arg(long, value_name = "M", value_parser = at_least::<u64>(1))]
    batch: Option<u64>,

    #[command(flatten)]
    tables: Tables,
}

pub fn run(args: &Args) -> Result<(), Error> {
    let (plan, places) = args.chunks.open()?;
    let mut monitor = study::of(&plan.run).monitor(&plan.run);
    let batch = args.batch.unwrap_or(u64::MAX);
    let mut found = Vec::new();
    let chunks = match finished(&plan, &places[0], &places)? {
        Some(_) => Vec::new(),
        None => ChunkIndex::open(&plan, &places)?.survey(&mut *monitor, |_| true)?.1,
    };
    for range in ranges(&chunks) {
        let (mut first, end) = (*range.start(), range.end() + 1);
        while first < end {
            let next = first.saturating_add(batch).min(end);
            found.push(first..=next - 1);
            first = next;
        }
    }
    if args.tables.format == Style::Text {
        let lines = found.iter().map(|range| in_words(range) + "\n");
        return print(&lines.collect::<String>());
    }
    let table = DeclaredTable::of(found)
        .plain("first", |range| *range.start())
        .plain("last", |range| *range.end());
    StudyReport::tables(vec![table.sheet("missing", "")]).print(args.tables.format)
}
