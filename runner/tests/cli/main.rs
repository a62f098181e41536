//! The command as its users see it: every test starts the program in an empty folder.

mod call;
mod determinism;
mod figures;
mod flags;
mod folder;
#[cfg(unix)]
mod interrupt;
mod records;
mod shards;
mod text;
