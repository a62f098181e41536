//! `drakkar rules`: prints a rule set as a file.

use crate::{error::Error, export::sheet::print, flags::rule_source::RuleSource};

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
    print(&text)
}
