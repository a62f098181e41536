use std::path::PathBuf;

use clap::Subcommand;

use crate::export::folder::{self, Contents};
use crate::export::{answer::StudyReport, figure::counted, sheet::Sheet, verify};
use crate::study::{balance::question, compare::Question, dry_run, execute::Tables, run::Games};
use crate::study::{run_flags::RunArgs, run_flags::StudyArgs, session::Session, tournament::Entry};
use crate::{
    disk::chunk_folder::ChunkFolder, disk::lock::Lock, error::Error, error::tell, plan::run::Plan,
};
use crate::{flags::effort::Effort, flags::number::at_least};

const EXAMPLES: &str = "\
Examples:
  drakkar plan runs/big run --agents greedy random random random \\
      --games 10000000 --per-game
  drakkar plan runs/cup tournament --agents random greedy mcts --players 2 \\
      --games 20000
  drakkar plan runs/duel compare --agents mcts greedy --players 2 \\
      --sprt elo1=20
  drakkar work runs/big --shard 0/2        on one machine
  drakkar work runs/big --shard 1/2        on another one
  drakkar merge runs/big --per-game

RUN/run.json then holds everything that can change a row: the rules in full, the agents with their \
weights, the seed. Its digest is printed.
";

/// Writes the plan of a run that is played by `drakkar work`
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Folder for the run
    #[arg(value_name = "RUN")]
    run: PathBuf,

    #[command(flatten)]
    tables: Tables,

    #[command(subcommand)]
    command: PlannedCommand,
}

#[derive(Subcommand, Debug)]
enum PlannedCommand {
    /// What `drakkar run` with the same flags plays
    Run(Flags<Games>),
    /// What `drakkar tournament` with the same flags plays
    Tournament(Flags<Entry>),
    /// What `drakkar compare` with the same flags plays
    Compare(Flags<Question>),
    /// What `drakkar balance` with the same flags plays
    Balance(Balance),
}

#[derive(clap::Args, Debug)]
struct Flags<A: clap::Args> {
    #[command(flatten)]
    games: StudyArgs<A>,

    /// Records every N-th game
    #[arg(long, value_name = "N", value_parser = at_least::<u64>(1))]
    record_every: Option<u64>,

    /// Plays 64 blocks, or as many as ten seconds allow, tells what the whole would take, and writes nothing
    #[arg(long)]
    dry_run: bool,
}

#[derive(clap::Args, Debug)]
struct Balance {
    #[command(flatten)]
    ask: question::Question,

    /// Plays 64 blocks, or as many as ten seconds allow, tells what the whole would take, and writes nothing
    #[arg(long)]
    dry_run: bool,
}

impl<A: RunArgs> Flags<A> {
    fn plan(&self) -> (Result<(Plan, Vec<String>), Error>, bool) {
        (self.games.plan(self.record_every), self.dry_run)
    }
}

pub fn run(args: &Args) -> Result<(), Error> {
    let (planned, dry_run) = match &args.command {
        PlannedCommand::Run(flags) => flags.plan(),
        PlannedCommand::Tournament(flags) => flags.plan(),
        PlannedCommand::Compare(flags) => flags.plan(),
        PlannedCommand::Balance(flags) => (flags.ask.plan(), flags.dry_run),
    };
    let (plan, remarks) = planned?;
    let folder = &args.run;
    if dry_run {
        let (place, style) = (ChunkFolder::new(folder), args.tables.format);
        return dry_run::print(&Session::new(&plan, &place)?, None, &Effort::default(), style);
    }
    match folder::contents(folder, &plan.digest, false)? {
        Contents::Free => {
            let _lock = Lock::alone(folder)?;
            plan.write(&ChunkFolder::new(folder))?;
        }
        Contents::Unfinished | Contents::Complete(_) => {}
        Contents::Taken(reason) => return Err(Error::input(folder, reason)),
        Contents::Damaged(changes) => {
            return Err(Error::input(folder, verify::held("run", &changes)));
        }
        Contents::Foreign => {
            return Err(Error::input(folder, "is not empty and holds no run of drakkar"));
        }
    }
    remarks.iter().for_each(|remark| tell(remark));
    let (run, chunking) = (&plan.run, plan.run.chunking(1));
    let games = run.games_of((0..chunking.chunks()).map(|chunk| chunking.blocks_of(chunk)));
    // What is played again depends on the results.
    let most = if chunking.confirm > 0 { "at most " } else { "" };
    let in_words = format!(
        "{}\n{most}{} in {}",
        plan.digest,
        counted(games, "game", "games"),
        counted(chunking.chunks(), "chunk", "chunks")
    );
    let row = [
        ("folder", folder.display().to_string().into()),
        ("digest", (&*plan.digest).into()),
        ("games", games.into()),
        ("chunks", chunking.chunks().into()),
    ];
    StudyReport::tables(vec![Sheet::in_words("plan", in_words, row)]).print(args.tables.format)
}
