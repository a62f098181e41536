//! The command with games and agents that somebody brings.

use std::process::ExitCode;

use drakkar_agents::registry::{self, Registry};
use drakkar_labs::Labs;

use crate::games::install;

/// Runs the command that the process was called with, all of whose commands know the games of `labs` and
/// the agents of `registry`: what `main` of a program that adds games or agents returns. Plans that name
/// them can be worked on by the same program, and by it alone. The first game is the one that is meant
/// when nobody names one.
///
/// # Panics
/// If it is called twice.
pub fn main_with(labs: Labs, registry: Registry) -> ExitCode {
    install(labs);
    registry::install(registry);
    crate::cli::main()
}
