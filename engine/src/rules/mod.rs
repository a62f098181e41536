//! Rule sets: presets, files, single values, and what each key may hold.
//!
//! A rule set is a TOML text with comments. [`RuleTable::complete`] fills in what a file leaves out; [`set`] changes
//! single values and keeps the comments; [`Recorded::read_toml`](crate::recorded::Recorded::read_toml) checks the text
//! and gives the typed rule set. Records and plans hold rule sets as JSON, in which nothing may be missing.

mod file;
mod key;
mod table;
#[cfg(test)]
mod tests;
mod text;

pub use file::at_line;
pub use key::{Key, Kind};
pub use table::{Leaf, Preset, RuleTable, collect, value_at};
pub use text::{assumed, set};

/// Name of a rule set that equals no preset, in records.
pub const CUSTOM: &str = "custom";
