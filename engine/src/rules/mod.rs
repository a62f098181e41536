//! Rule sets: presets, files, single values, and what each key may hold.
//!
//! A rule set is a TOML text with comments. [`RuleTable::complete`] reads a file, in which keys may
//! be missing, and gives the complete text; [`set`] changes single values of it and keeps the
//! comments; [`Recorded::read_toml`](crate::recorded::Recorded::read_toml) checks the result against the
//! game's table of keys and gives the typed rule set. Records and plans hold rule sets as JSON, in which nothing may be missing.

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

/// Name of a rule set that equals no preset, in records.
pub const CUSTOM: &str = "custom";
