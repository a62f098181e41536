use std::iter;

use crate::export::{answer::StudyReport, sheet::DeclaredTable, sheet::Style, writers::print};
use crate::{cli::rules::RulesFormat, error::Error, games};
use drakkar_engine::{data::from_toml, input::or_known};
use drakkar_play::json;

const EXAMPLES: &str = "\
Examples:
  drakkar weights                                all names
  drakkar weights manual-1 > my-weights.toml     a file to edit
  drakkar run --agents greedy:weights=my-weights.toml greedy --players 2
";

/// Prints a set of weights of the heuristic, or the names of all sets
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Name of the set [default: lists all]
    name: Option<String>,

    /// The game; see `drakkar list games`
    #[arg(long, default_value = games::default_id())]
    game: String,

    /// How the set, or the list, is printed
    #[arg(long, value_enum, default_value_t)]
    format: RulesFormat,
}

pub fn run(args: &Args) -> Result<(), Error> {
    let sets = games::lab(&args.game)?.info().weights;
    let names: Vec<&str> = sets.iter().map(|(name, _)| *name).collect();
    let Some(wanted) = &args.name else {
        if args.format == RulesFormat::Json {
            let table = DeclaredTable::of(names).word("name", |name| *name);
            return StudyReport::tables(vec![table.sheet("weights", "")]).print(Style::Json);
        }
        if names.is_empty() {
            return print(&format!("{} has no sets of weights\n", args.game));
        }
        let default = "  (where none is tuned for the rules and seats)";
        let notes = iter::once(default).chain(iter::repeat(""));
        let lines = names.iter().zip(notes).map(|(name, note)| format!("{name}{note}\n"));
        return print(&lines.collect::<String>());
    };
    let found = sets.iter().find(|(name, _)| name == wanted);
    let (_, text) = found.ok_or_else(|| {
        let reason = match names[..] {
            [] => format!("{} has no sets of weights", args.game),
            _ => format!("{} has no set `{wanted}`{}", args.game, or_known(wanted, &names)),
        };
        Error::flag("weights", reason)
    })?;
    match args.format {
        RulesFormat::Toml => print(text),
        RulesFormat::Json => {
            let values = from_toml(text).map_err(|error| Error::flag("weights", error))?;
            print(&String::from_utf8_lossy(&json::pretty(&values)))
        }
    }
}
