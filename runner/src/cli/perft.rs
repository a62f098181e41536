//! `drakkar perft`: counts sequences of decisions, a checksum of the rules.

use std::path::Path;

use serde_json::Value;

use crate::export::{answer::StudyReport, sheet::DeclaredTable, sheet::Style, writers::print};
use crate::flags::{agents::players, number::at_least, rule_source::RuleSource};
use crate::{error::Error, study::execute::Tables};
use drakkar_engine::input::{self, not_json, refusal};
use drakkar_engine::seed::DealSeed;

const EXAMPLES: &str = "\
Examples:
  drakkar perft --players 3 --seed 7 --depth 5
  drakkar perft --game connect-four --depth 8
  drakkar perft --players 3 --deal deal.json --depth 4
";

/// Counts sequences of legal decisions from a deal, for each depth
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    rules: RuleSource,

    /// Number of seats [default: the fewest of the game]
    #[arg(long, value_name = "N", value_parser = at_least::<usize>(0))]
    players: Option<usize>,

    /// The deal as JSON, as in a record, or a file that holds it
    #[arg(long, value_name = "JSON|FILE", conflicts_with_all = ["seed", "deal_number"])]
    deal: Option<String>,

    /// Master seed of the deal
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = at_least::<u64>(0))]
    seed: u64,

    /// Number of the deal under its seed
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = at_least::<u64>(0))]
    deal_number: u64,

    /// Deepest count
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = at_least::<u32>(0))]
    depth: u32,

    #[command(flatten)]
    tables: Tables,
}

pub fn run(args: &Args) -> Result<(), Error> {
    let lab = args.rules.lab()?;
    let players = players(lab.info(), args.players.or(Some(lab.info().players.0)))?;
    let table = args.rules.open(lab, &args.rules.text(lab)?, players)?;
    let given = args.deal.as_deref().unwrap_or_default();
    let is_json = given.trim_start().starts_with('{');
    let refuse = |reason: String| match is_json {
        true => Error::flag("--deal", reason),
        false => Error::input(Path::new(given), reason),
    };
    let read = |given: &str| -> Result<Value, Error> {
        let text = if is_json { Ok(given.to_owned()) } else { input::read_text(Path::new(given)) };
        let text = text.map_err(|error| refuse(refusal(&error)))?;
        serde_json::from_str(&text).map_err(|error| refuse(not_json(&error)))
    };
    let deal = args.deal.as_deref().map(read).transpose()?;
    let seed = DealSeed { seed: args.seed, deal: args.deal_number };
    let count = table.perft(deal.as_ref(), seed).map_err(|error| refuse(error.to_string()))?;
    if args.tables.format == Style::Text {
        // Each as soon as it is known: the last ones take long.
        return (1..=args.depth)
            .try_for_each(|depth| print(&format!("{depth} {}\n", count(depth))));
    }
    let table = DeclaredTable::of(1..=args.depth)
        .plain("depth", |depth| *depth)
        .plain("sequences", |depth| count(*depth));
    StudyReport::tables(vec![table.sheet("perft", "")]).print(args.tables.format)
}
