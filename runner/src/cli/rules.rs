use clap::ValueEnum;

use crate::{error::Error, export::writers::print, flags::rule_source::RuleSource};
use drakkar_play::json;

const EXAMPLES: &str = "\
Examples:
  drakkar rules base > mine.toml       a file to edit, with comments
  drakkar rules mine.toml              checks an edited file
  drakkar run --rules mine.toml        plays by its rules
";

/// Prints a rule set as TOML with comments, after checking it
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
#[command(mut_arg("rules", |arg| arg.long(None)))]
#[command(mut_arg("changes", |arg| arg.help("Changes one value; may be repeated")))]
pub struct Args {
    #[command(flatten)]
    rules: RuleSource,

    /// How the rule set is printed: as a file to edit, with comments, or as one object
    #[arg(long, value_enum, default_value_t)]
    format: RulesFormat,
}

/// What a set of values can be printed as; see also `drakkar weights`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub enum RulesFormat {
    #[default]
    Toml,
    Json,
}

pub fn run(args: &Args) -> Result<(), Error> {
    let source = RuleSource { bare: true, ..args.rules.clone() };
    let lab = source.lab()?;
    let text = source.text(lab)?;
    // A rule set is valid if it can be played with some number of seats.
    let rules = [source.values(lab, &text)?];
    let (fewest, most) = lab.info().players;
    let opened = (fewest..=most).map(|players| lab.open(&rules, players).map(drop));
    let playable = opened.reduce(|first, next| next.or(first));
    playable.unwrap_or(Ok(())).map_err(|error| source.blame(error.error))?;
    match args.format {
        RulesFormat::Toml => print(&text),
        RulesFormat::Json => print(&String::from_utf8_lossy(&json::pretty(&rules[0]))),
    }
}
