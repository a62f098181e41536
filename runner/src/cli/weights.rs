//! `drakkar weights`: prints a set of weights as a file.

use std::fmt::Write;

use crate::error::Error;
use crate::export::sheet::print;
use crate::games;

const EXAMPLES: &str = "\
Examples:
  drakkar weights                              the names there are
  drakkar weights hand-1 > my-weights.toml     a file to edit
  drakkar run --agents greedy:weights=my-weights.toml greedy --players 2
";

/// Prints a set of weights of the heuristic, or the names of all sets
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Name of the set [default: lists all]
    name: Option<String>,

    /// The game; see `drakkar list games`
    #[arg(long, default_value = games::default_id())]
    game: String,
}

pub(crate) fn run(args: &Args) -> Result<(), Error> {
    print(&text(args, games::lab(&args.game)?.info().weights)?)
}

fn text(args: &Args, sets: &[(&str, &str)]) -> Result<String, Error> {
    let Some(name) = &args.name else {
        let mut names = String::new();
        for (number, (name, _)) in sets.iter().enumerate() {
            let default =
                if number == 0 { "  (where none is tuned for the rules and seats)" } else { "" };
            // Writing into a string does not fail.
            let _ = writeln!(names, "{name}{default}");
        }
        return Ok(names);
    };
    let found = sets.iter().find(|(known, _)| known == name);
    found.map(|(_, text)| (*text).to_owned()).ok_or_else(|| {
        let names: Vec<&str> = sets.iter().map(|(name, _)| *name).collect();
        let reason = match names[..] {
            [] => format!("{} has no sets of weights", args.game),
            _ => format!("{} has no set `{name}`; there are: {}", args.game, names.join(", ")),
        };
        Error::flag("weights", reason)
    })
}
