//! Rule sets: presets, files, single values, and what each key may hold.
//!
//! A rule set is a TOML text with comments. [`RuleTable::complete`] reads a file, in which keys may
//! be missing, and gives the complete text; [`set`] changes single values of it and keeps the
//! comments; [`read`] checks the result against the game's table of keys and gives the typed rule
//! set. Records and plans hold rule sets as JSON, in which nothing may be missing.

mod file;
mod key;
mod table;
#[cfg(test)]
mod tests;
mod text;

pub use file::at_line;
pub use key::{Key, Kind};
pub use table::{Leaf, Preset, RuleTable};
pub use text::{assumed, set};

use crate::data::{ToData, from_toml};
use crate::error::KeyError;
use crate::recorded::Recorded;

/// Name of a rule set that equals no preset, in records.
pub const CUSTOM: &str = "custom";

/// The preset called `name`.
///
/// # Errors
/// An error that lists the known names.
pub fn preset<G: Recorded>(name: &str) -> Result<&'static Preset, KeyError> {
    G::rules().preset(name)
}

/// Reads a whole rule-set text.
///
/// # Errors
/// Text that is not TOML, keys that are missing or unknown, and values out of their range.
pub fn read<G: Recorded>(toml: &str) -> Result<G::RuleSet, KeyError> {
    G::read_rules(&from_toml(toml)?)
}

/// The name of the preset that equals `rule_set`, or [`CUSTOM`].
pub fn name_of<G: Recorded>(rule_set: &G::RuleSet) -> &'static str {
    G::rules().name_of(&rule_set.to_data())
}
