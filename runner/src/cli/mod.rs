//! The command line: one file for each command that is not a study; those are in `study`.

use std::backtrace::{Backtrace, BacktraceStatus};
use std::panic::{self, UnwindSafe};
use std::{ffi::OsString, path::PathBuf, process::ExitCode};

use clap::error::ErrorKind;
use clap::{CommandFactory, FromArgMatches, Parser};

use crate::cli::defaults::Defaults;
use crate::flags::effort;
use crate::study::{balance, compare, learn, profile, run, tournament, tune};
use crate::version::LONG;
use crate::{disk::place::ChunkFolder, error::Error, error::tell, games, plan::run::Plan};
use drakkar_agents::registry::{self, Registry};
use drakkar_labs::Labs;

mod analyse;
mod audit;
mod completions;
mod config;
mod conversation;
mod defaults;
mod features;
mod judged;
mod list;
mod merge;
mod missing;
mod opinion;
mod perft;
mod plan;
mod play;
mod recorded;
mod replay;
mod report;
mod review;
mod rules;
mod test_bot;
mod usage;
mod verify;
mod view;
mod weights;
mod work;

macro_rules! commands {
    ($($name:ident = $module:ident),*) => {
        /// Self-play laboratory for modern board games: seeded games by the million, statistics as CSV.
        #[derive(Parser, Debug)]
        #[command(name = "drakkar", version, long_version = LONG, max_term_width = 100)]
        enum Command {
            $($name($module::Args),)*
        }

        impl Command {
            fn run(&self) -> Result<(), Error> {
                match self {
                    $(Command::$name(args) => $module::run(args),)*
                }
            }
        }
    };
}

// In the order of the help.
commands! {
    Run = run, Tournament = tournament, Compare = compare, Balance = balance, Tune = tune,
    Learn = learn, Profile = profile,
    Plan = plan, Work = work, Missing = missing, Merge = merge, Audit = audit,
    List = list, Rules = rules, Weights = weights,
    Verify = verify, Replay = replay, View = view, Report = report, Features = features,
    Perft = perft, Play = play, Analyse = analyse, TestBot = test_bot, Completions = completions
}

const MISTAKE: u8 = 70;

/// Runs the command that the process was called with; all its commands know the games of `labs` and
/// the agents of `registry`. This is what `main` of a program that adds games or agents returns.
/// Only the same program can work on plans that name them. The first game is the default.
///
/// # Panics
/// If it is called twice.
pub fn main_with(labs: Labs, registry: Registry) -> ExitCode {
    games::install(labs);
    registry::install(registry);
    main()
}

/// Runs the command that the process was called with.
pub fn main() -> ExitCode {
    told(run)
}

fn told(run: impl FnOnce() -> ExitCode + UnwindSafe) -> ExitCode {
    // Unlike the usual one, this hook does not end the process where nobody can be told.
    panic::set_hook(Box::new(|info| {
        tell(&format!("a mistake of this program, or of a game or an agent in it: {info}"));
        let trace = Backtrace::capture();
        if trace.status() == BacktraceStatus::Captured {
            tell(&trace.to_string());
        }
    }));
    panic::catch_unwind(run).unwrap_or(ExitCode::from(MISTAKE))
}

fn run() -> ExitCode {
    let program = usage::with_negative_numbers(Command::command());
    completions::answer(&program);
    effort::listen();
    let done = Defaults::read().and_then(|defaults| {
        let program = defaults.coloured(program);
        let arguments = config::expand(&program, std::env::args_os().collect())?;
        let arguments = defaults.complete(&program, arguments);
        Ok(parse(program, arguments))
    });
    let done = match done {
        Ok(Ok(command)) => command.run(),
        Ok(Err(usage)) => return report_usage(&usage),
        Err(error) => Err(error),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            tell(&error.to_string());
            ExitCode::from(error.exit_code())
        }
    }
}

fn parse(mut program: clap::Command, arguments: Vec<OsString>) -> Result<Command, clap::Error> {
    let found = program.try_get_matches_from_mut(arguments)?;
    Command::from_arg_matches(&found).map_err(|error| error.format(&mut program))
}

fn report_usage(error: &clap::Error) -> ExitCode {
    if let ErrorKind::DisplayHelp
    | ErrorKind::DisplayVersion
    | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand = error.kind()
    {
        // If the help cannot be printed, the error cannot be reported either.
        let _ = error.print();
    } else {
        tell(usage::text(error).trim_end_matches('\n'));
    }
    ExitCode::from(if error.use_stderr() { 2 } else { 0 })
}

/// A planned run and where its chunks are.
#[derive(clap::Args, Debug)]
struct Chunks {
    /// The folder with run.json
    #[arg(value_name = "RUN")]
    run: PathBuf,

    /// Other folders with chunks of it
    #[arg(value_name = "DIR")]
    folders: Vec<PathBuf>,
}

impl Chunks {
    /// A missing folder may be a mistake, but a worker that has nothing to do creates none.
    fn open(&self) -> Result<(Plan, Vec<ChunkFolder>), Error> {
        let plan = Plan::require(&ChunkFolder::new(&self.run))?;
        for other in self.folders.iter().filter(|other| !other.is_dir()) {
            tell(&format!("{} is no folder; nothing is taken from it", other.display()));
        }
        let places = [&self.run].into_iter().chain(&self.folders);
        Ok((plan, places.map(|path| ChunkFolder::new(path)).collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mistake_has_a_code_of_its_own() {
        let usual = panic::take_hook();
        let codes = [told(|| panic!("a mistake that a test makes")), told(|| ExitCode::from(3))];
        panic::set_hook(usual);
        let codes = codes.map(|code| format!("{code:?}"));
        assert_eq!(codes, [MISTAKE, 3].map(|code| format!("{:?}", ExitCode::from(code))));
    }
}
