//! `drakkar rules`: prints a rule set as a file.

use crate::{error::Error, export::sheet::print, flags::rule_source::RuleSource, games};

const EXAMPLES: &str = "\
Examples:
  drakkar rules base > mine.toml       a file to edit, with comments
  drakkar rules mine.toml              checks an edited file
  drakkar run --rules mine.toml        plays by it
";

/// Prints a rule set as TOML with comments, after checking it
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Preset, or a rule-set file (a path with `/`, or a name that ends in .toml) [default: the
    /// game's first preset]
    #[arg(value_name = "PRESET|FILE")]
    rules: Option<String>,

    /// The game; see `drakkar list games`
    #[arg(long, default_value = games::default_id())]
    game: String,

    /// Changes one value; may be repeated
    #[arg(long = "set", value_name = "KEY=VALUE")]
    changes: Vec<String>,
}

pub fn run(args: &Args) -> Result<(), Error> {
    let lab = games::lab(&args.game)?;
    let (rules, changes) = (args.rules.clone(), args.changes.clone());
    let source = RuleSource { rules, changes, bare: true, second: false };
    let text = source.text(lab)?;
    // A rule set is good if it can be played with some number of seats.
    let rules = [source.values(lab, &text)?];
    let (fewest, most) = lab.info().players;
    let opened = (fewest..=most).map(|players| lab.open(&rules, players).map(drop));
    let playable = opened.reduce(|first, next| next.or(first));
    playable.unwrap_or(Ok(())).map_err(|error| source.blame(error))?;
    print(&text)
}
