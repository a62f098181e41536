//! The command as its users see it: every test starts the program in an empty folder.

mod analyse;
mod answers;
mod balance;
mod call;
mod cards;
mod changed;
mod commands;
mod completions;
mod config;
mod courses;
mod determinism;
#[cfg(target_os = "linux")]
mod disk;
#[cfg(unix)]
mod failing;
mod figures;
mod flags;
mod folder;
mod inputs;
#[cfg(unix)]
mod interrupt;
mod judged;
mod learn;
mod learned_again;
#[cfg(unix)]
mod left_out;
mod leftovers;
mod level;
mod listed_runs;
mod names;
mod outlook;
mod own_defaults;
mod pages;
mod play;
mod profile;
#[cfg(unix)]
mod programs;
mod published;
mod quoted;
mod records;
#[cfg(unix)]
mod requests;
mod shards;
mod studies;
mod text;
mod tune;
mod untrusted;
#[cfg(unix)]
mod wild_programs;
