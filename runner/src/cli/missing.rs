//! `drakkar missing`: the chunks of a planned run that are still to be played.

use crate::flags::number::at_least;
use crate::journal::survey::{missing, ranges};
use crate::{cli::Chunks, error::Error, export::sheet::print, study};

const EXAMPLES: &str = "\
Examples:
  drakkar missing runs/big
  drakkar missing runs/big /mnt/node1 --batch 20 |
      parallel drakkar work runs/big --threads 1 --quiet --chunks {}

Prints one A..B per line for `drakkar work --chunks`; nothing if the run is complete. Files of
chunks are read, and damaged ones count as missing.
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
}

pub fn run(args: &Args) -> Result<(), Error> {
    let (plan, places) = args.chunks.open()?;
    let names = plan.run.different();
    let mut course = study::of(plan.run.purpose.as_ref()).course(&plan.run, &names);
    let batch = args.batch.unwrap_or(u64::MAX);
    let mut text = String::new();
    for range in ranges(&missing(&plan, &places, &mut *course, |_| true)?) {
        let mut first = range.start;
        while first < range.end {
            let end = first.saturating_add(batch).min(range.end);
            text += &format!("{first}..{end}\n");
            first = end;
        }
    }
    print(&text)
}
