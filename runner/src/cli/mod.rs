//! The command line: one file for each command.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{CommandFactory, Parser, Subcommand};

use crate::disk::place::ChunkFolder;
use crate::error::Error;
use crate::plan::run::Plan;
use crate::study::{balance, compare, run, tournament, tune};

mod analyse;
mod audit;
mod config;
mod conversation;
mod list;
mod merge;
mod missing;
mod perft;
mod plan;
mod play;
mod recorded;
mod replay;
mod report;
mod rules;
mod verify;
mod view;
mod weights;
mod work;

/// Self-play laboratory for modern board games: seeded games by the million, statistics as CSV.
#[derive(Parser, Debug)]
#[command(name = "drakkar", version, max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    Run(run::Args),
    Tournament(tournament::Args),
    Compare(compare::Args),
    Balance(balance::Args),
    Tune(tune::Args),
    Plan(plan::Args),
    Work(work::Args),
    Missing(missing::Args),
    Merge(merge::Args),
    Audit(audit::Args),
    List(list::Args),
    Rules(rules::Args),
    Weights(weights::Args),
    Verify(verify::Args),
    Replay(replay::Args),
    View(view::Args),
    Report(report::Args),
    Perft(perft::Args),
    Play(play::Args),
    Analyse(analyse::Args),
}

/// Runs the command that the process was called with.
pub fn main() -> ExitCode {
    let mut program = Cli::command();
    program.build();
    let arguments = match config::expand(&program, std::env::args_os().collect()) {
        Ok(arguments) => arguments,
        Err(error) => return tell(&error),
    };
    let cli = match Cli::try_parse_from(arguments) {
        Ok(cli) => cli,
        Err(error) => return report_usage(&error),
    };
    let done = match &cli.command {
        Command::Run(args) => run::run(args),
        Command::Tournament(args) => tournament::run(args),
        Command::Compare(args) => compare::run(args),
        Command::Balance(args) => balance::run(args),
        Command::Tune(args) => tune::run(args),
        Command::Plan(args) => plan::run(args),
        Command::Work(args) => work::run(args),
        Command::Missing(args) => missing::run(args),
        Command::Merge(args) => merge::run(args),
        Command::Audit(args) => audit::run(args),
        Command::List(args) => list::run(args),
        Command::Rules(args) => rules::run(args),
        Command::Weights(args) => weights::run(args),
        Command::Verify(args) => verify::run(args),
        Command::Replay(args) => replay::run(args),
        Command::View(args) => view::run(args),
        Command::Report(args) => report::run(args),
        Command::Perft(args) => perft::run(args),
        Command::Play(args) => play::run(args),
        Command::Analyse(args) => analyse::run(args),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => tell(&error),
    }
}

fn tell(error: &Error) -> ExitCode {
    eprintln!("drakkar: {error}");
    ExitCode::from(error.exit_code())
}

/// Help and version go to standard output, wrong calls to standard error under our name.
fn report_usage(error: &clap::Error) -> ExitCode {
    if let ErrorKind::DisplayHelp
    | ErrorKind::DisplayVersion
    | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand = error.kind()
    {
        // If nobody can read the help, there is nobody to tell.
        let _ = error.print();
    } else {
        let text = error.render().to_string();
        eprint!("drakkar: {}", text.strip_prefix("error: ").unwrap_or(&text));
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
    /// A folder that is not there is no error, since a worker that has nothing to do makes none, but it may
    /// be a mistake.
    fn open(&self) -> Result<(Plan, Vec<ChunkFolder>), Error> {
        let plan = Plan::require(&ChunkFolder::new(&self.run))?;
        for other in self.folders.iter().filter(|other| !other.is_dir()) {
            eprintln!("drakkar: {} is no folder; nothing is taken from it", other.display());
        }
        Ok((plan, ChunkFolder::all(&self.run, &self.folders)))
    }
}
