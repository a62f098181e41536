//! The command as its users see it: every test starts the program in an empty folder.

mod call;
mod config;
mod determinism;
#[cfg(target_os = "linux")]
mod disk;
mod figures;
mod flags;
mod folder;
#[cfg(unix)]
mod interrupt;
mod records;
mod shards;
mod studies;
mod text;
