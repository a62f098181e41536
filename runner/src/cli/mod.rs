//! The command line: one file for each command that is not a study; those are in `study`.

use std::backtrace::{Backtrace, BacktraceStatus};
use std::io::Write;
use std::panic::{self, UnwindSafe};
use std::path::{Path, PathBuf};
use std::{ffi::OsString, process::ExitCode, sync::Once};

use clap::error::ErrorKind;
use clap::{Args as _, FromArgMatches, Subcommand};
use serde_json::{Map, Value};

use crate::cli::defaults::Defaults;
use crate::export::{answer::StudyReport, sheet::Style};
use crate::flags::effort;
use crate::study::{balance, compare, learn, profile, run, tournament, tune};
use crate::version::LONG;
use crate::{
    disk::chunk_folder::ChunkFolder, error::Error, error::tell, games, host, plan::run::Plan,
};
use drakkar_agents::registry::{self, Registry};
use drakkar_labs::Labs;
use drakkar_play::panics::{self, A_MISTAKE};

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
        #[derive(Subcommand, Debug)]
        enum Command {
            $($name($module::Args),)*
        }

        impl Command {
            fn run(&self) -> Result<(), Error> {
                match self {
                    $(Command::$name(args) => $module::run(args),)*
                }
            }

            /// Adds the command of this name alone, or all if there is none: all flags take as long as a short run.
            fn of(name: Option<&str>, program: clap::Command) -> clap::Command {
                $(if name == Some(stringify!($module)) {
                    let command = clap::Command::new(stringify!($module));
                    return program.subcommand($module::Args::augment_args(command));
                })*
                Command::augment_subcommands(program)
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
    ExitCode::from(main_of(std::env::args_os().collect()))
}

/// Runs the command of these words, the first being the program, as the whole of this process; gives its exit code.
pub fn main_of(words: Vec<OsString>) -> u8 {
    let code = told(|| whole(words));
    // In a process of another language, nobody else does it.
    let _ = std::io::stdout().flush();
    code
}

fn whole(words: Vec<OsString>) -> u8 {
    host::name(words.clone());
    completions::answer(|| program(&[]));
    effort::listen();
    match run(words, Vec::new()) {
        Ok(()) => 0,
        Err(Ending::Usage(usage)) => report_usage(&usage),
        Err(Ending::Failed(error)) => {
            tell(&error.to_string());
            error.exit_code()
        }
    }
}

/// What another program hears of a command that it runs in its own process.
#[derive(Debug)]
pub struct Heard {
    /// What the command would have printed.
    pub printed: String,
    /// The message and the exit code of the command if it is not 0.
    pub end: Result<(), (String, u8)>,
}

/// Runs the command of these words, the first of which is the program, with these flags by their names without dashes.
/// Progress and remarks go to standard error; signals are for the caller, see [`stop`](crate::stop).
pub fn hear(words: Vec<OsString>, flags: Map<String, Value>) -> Heard {
    hook();
    let flags = flags.into_iter().collect();
    let (end, mut printed) = host::hear(|| panics::guarded(|| run(words, flags)));
    let end = match end {
        Ok(Ok(())) => Ok(()),
        Ok(Err(Ending::Usage(usage))) if !usage.use_stderr() => {
            printed += &usage.render().to_string();
            Ok(())
        }
        Ok(Err(Ending::Usage(usage))) => Err((usage::text(&usage).trim_end().to_owned(), 2)),
        Ok(Err(Ending::Failed(error))) => Err(of_error(error)),
        Err(panic) => Err((format!("{A_MISTAKE}: {panic}"), MISTAKE)),
    };
    Heard { printed, end }
}

/// The same of what a study printed that left its results in a folder; of other results there are no words.
pub fn hear_again(folder: &Path) -> Heard {
    let (end, printed) = host::hear(|| {
        report::is_there(folder)?;
        let report = StudyReport::kept(folder)?.unwrap_or_default();
        report.print_with(Style::Json, Some((folder, &[])), "")
    });
    Heard { printed, end: end.map_err(of_error) }
}

fn of_error(error: Error) -> (String, u8) {
    (error.to_string(), error.exit_code())
}

fn hook() {
    static ONCE: Once = Once::new();
    // Unlike the usual one, this hook does not end the process where nobody can be told.
    ONCE.call_once(|| {
        panic::set_hook(panics::over(Box::new(|info| {
            tell(&format!("{A_MISTAKE}: {info}"));
            let trace = Backtrace::capture();
            if trace.status() == BacktraceStatus::Captured {
                tell(&trace.to_string());
            }
        })));
    });
}

fn told(run: impl FnOnce() -> u8 + UnwindSafe) -> u8 {
    hook();
    panic::catch_unwind(run).unwrap_or(MISTAKE)
}

/// Why a command did not do all that it was called for.
enum Ending {
    Usage(clap::Error),
    Failed(Error),
}

impl From<Error> for Ending {
    fn from(error: Error) -> Ending {
        Ending::Failed(error)
    }
}

fn program(words: &[OsString]) -> clap::Command {
    let program = clap::Command::new("drakkar")
        .about("Self-play laboratory for modern board games: seeded games by the million, statistics as CSV")
        .version(env!("CARGO_PKG_VERSION"))
        .long_version(LONG)
        .max_term_width(100)
        .subcommand_required(true)
        .arg_required_else_help(true);
    // The module of `test-bot` is called otherwise.
    let name = words.get(1).and_then(|word| word.to_str()).filter(|name| !name.contains('_'));
    usage::with_negative_numbers(Command::of(name, program))
}

fn run(words: Vec<OsString>, flags: Vec<(String, Value)>) -> Result<(), Ending> {
    let defaults = Defaults::read()?;
    let mut program = defaults.coloured(program(&words));
    let words = config::with_values(&program, words, flags)?;
    host::name(words.clone());
    let words = config::expand(&program, words)?;
    let words = defaults.complete(&program, words);
    let found = program.try_get_matches_from_mut(words).map_err(Ending::Usage)?;
    let command = Command::from_arg_matches(&found);
    Ok(command.map_err(|error| Ending::Usage(error.format(&mut program)))?.run()?)
}

fn report_usage(error: &clap::Error) -> u8 {
    if let ErrorKind::DisplayHelp
    | ErrorKind::DisplayVersion
    | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand = error.kind()
    {
        // If the help cannot be printed, the error cannot be reported either.
        let _ = error.print();
    } else {
        tell(usage::text(error).trim_end_matches('\n'));
    }
    if error.use_stderr() { 2 } else { 0 }
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
    use serde_json::json;

    use super::*;

    fn heard(words: &[&str], flags: Value) -> Heard {
        let Value::Object(flags) = flags else { panic!("flags are an object") };
        hear(["drakkar"].iter().chain(words).map(OsString::from).collect(), flags)
    }

    #[test]
    fn a_program_hears_what_a_command_prints_and_why_it_ends() {
        let listed = heard(&["list", "games"], json!({ "format": "json" }));
        assert_eq!(listed.end, Ok(()));
        let answer: Value = serde_json::from_str(&listed.printed).unwrap();
        assert_eq!(answer["tables"][0]["name"], "games");
        assert!(heard(&["run", "--help"], json!({})).printed.contains("--games"));
        for (words, flags, report) in [
            (
                &["run"][..],
                json!({ "gams": 3 }),
                "run: key `gams`: `run` has no flag --gams; did you mean `games`?",
            ),
            (&["run"], json!({ "games": 0 }), "--games 0: must be a whole number from 1"),
            (&["run", "--games", "0"], json!({}), "--games 0: must be a whole number from 1"),
            (&["run"], json!({ "per_game": 3 }), "run: per-game=3: must be true or false"),
            (
                &["run"],
                json!({ "games": null }),
                "games: must be a text, a number, or a list of them",
            ),
            (&["run"], json!({ "game": "chess" }), "--game: there is no game `chess`"),
            (&["rule"], json!({}), "unrecognized subcommand 'rule'"),
        ] {
            let Heard { printed, end } = heard(words, flags);
            let (message, code) = end.unwrap_err();
            assert!(message.starts_with(report), "{message}");
            assert_eq!((printed.as_str(), code), ("", 2));
        }
    }

    #[test]
    fn what_a_folder_says_is_heard_again() {
        let place = tempfile::tempdir().unwrap();
        let folder = place.path().join("there");
        let again = || hear_again(&folder);
        let missing = again().end.unwrap_err();
        assert!(missing.0.ends_with("there: there is no such folder") && missing.1 == 2);
        let flags = json!({ "game": "connect-four", "games": 20, "quiet": true, "format": "json", "out": folder });
        let played = heard(&["run", "--threads", "1"], flags);
        assert_eq!(played.end, Ok(()));
        assert_eq!(again().end, Ok(()));
        let sentences = |heard: &Heard| {
            let answer: Value = serde_json::from_str(&heard.printed).unwrap();
            answer["sentences"].clone()
        };
        assert_eq!(sentences(&again()), sentences(&played));
        std::fs::remove_file(folder.join("manifest.json")).unwrap();
        assert!(again().end.unwrap_err().0.ends_with("holds a study that is not finished"));
    }

    #[test]
    fn a_command_is_the_same_alone_and_among_all() {
        let help = |name: &str, words: &[&str]| {
            let words: Vec<OsString> = words.iter().map(OsString::from).collect();
            let mut program = program(&words);
            program.build();
            program.find_subcommand_mut(name).unwrap().render_long_help().to_string()
        };
        for command in program(&[]).get_subcommands() {
            let name = command.get_name();
            assert_eq!(help(name, &["drakkar", name]), help(name, &[]));
        }
        assert_eq!(program(&["drakkar".into(), "run".into()]).get_subcommands().count(), 1);
    }

    #[test]
    fn a_mistake_has_a_code_of_its_own() {
        let codes = [told(|| panic!("a mistake that a test makes")), told(|| 3)];
        assert_eq!(codes, [MISTAKE, 3]);
    }
}
