//! `drakkar run`: plays games and writes statistics.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use drakkar_agents::heuristic::Playable;
use drakkar_agents::player::Player;
use drakkar_agents::spec::Spec;
use drakkar_engine::recorded::Recorded;
use drakkar_engine::rules;

use crate::cli::agents::Seats;
use crate::cli::print;
use crate::cli::rule_source::RuleSource;
use crate::error::Error;
use crate::export::folder::{self, Standing};
use crate::export::manifest::{AgentEntry, Machine, Manifest, Run};
use crate::export::record_file::RecordFile;
use crate::export::results::Results;
use crate::games::with_game;
use crate::play::batch::{self, Batch, Cut};
use crate::play::chunk::{Recording, Task};
use crate::play::line_up::LineUp;
use crate::play::progress;
use crate::play::schedule::{Policy, Schedule};

const EXAMPLES: &str = "\
Examples:
  drakkar run
      100,000 games of four greedy players: seats, scores, what winners do
  drakkar run --agents greedy random random random --games 1000000 --seed 7 --out DIR
      one against three; each deal is played in all four seatings
  drakkar run --players 2 --rules base --set scoring.surplus_glory=1 --per-game
      a changed rule, two seats, one row for each game and seat
  drakkar run --game connect-four --agents random random --threads 1 --quiet

The same command gives the same files, whatever the threads. Ctrl-C keeps what is complete.
Exit code: 0 done, 1 failed games or files, 2 wrong call or input, 130 interrupted.
";

/// Plays seeded games of agents against each other and writes statistics as CSV
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The game; see `drakkar list games`
    #[arg(long, default_value = crate::games::DEFAULT)]
    game: String,

    #[command(flatten)]
    rules: RuleSource,

    #[command(flatten)]
    seats: Seats,

    /// Games to play; rounded up to whole blocks (a deal in all its seatings)
    #[arg(long, value_name = "N", default_value_t = 100_000,
          value_parser = clap::value_parser!(u64).range(1..=1_000_000_000_000))]
    games: u64,

    /// Master seed: the same seed gives the same games
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Folder for the results [default: runs/<game>-<rules>-<players>p-<digest of the run>]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,

    /// Which orders of the agents are played on each deal
    #[arg(long, value_enum, default_value_t = Policy::Permutations)]
    seating: Policy,

    /// Threads [default: one for each core]; changes no result
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,

    /// Blocks that a thread takes at a time [default: about 1,024 games, or one block with agents
    /// that search]; changes no result
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    chunk: Option<u64>,

    /// Also writes games.csv: one row for each game and seat
    #[arg(long)]
    per_game: bool,

    /// Also writes records of games, one line of JSON each, which `drakkar verify` checks and
    /// `drakkar replay` shows
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,

    /// Records every so many games
    #[arg(long, value_name = "N", default_value_t = 1, requires = "record",
          value_parser = clap::value_parser!(u64).range(1..))]
    record_every: u64,

    /// Replaces a folder that holds another run, and the file of --record
    #[arg(long)]
    force: bool,

    /// No progress bar, no notes
    #[arg(long, short)]
    quiet: bool,
}

/// Set by Ctrl-C.
static STOP: AtomicBool = AtomicBool::new(false);

pub(crate) fn run(args: &Args) -> Result<(), Error> {
    // The rules are read once: they may come from a pipe.
    let rules = with_game!(&args.game, G => args.rules.text::<G>())??;
    with_game!(&args.game, G if suits::<G>(&rules) => run_game::<G>(args, &rules))?
}

/// Whether `G` is the variant of its game for these rules; also if there is something wrong with
/// them, which is told later.
fn suits<G: Recorded>(rules: &str) -> bool {
    rules::read::<G>(rules).map_or(true, |rule_set| G::covers(&rule_set))
}

fn run_game<G: Recorded + Playable>(args: &Args, rules: &str) -> Result<(), Error> {
    let specs = args.seats.specs::<G>()?;
    let game: G = args.rules.game_by(rules, specs.len())?;
    let line_up = LineUp::new(&specs);
    let schedule = Schedule::new(&line_up, args.seating, args.seed);
    let players = build_agents(&specs, &line_up, &game)?;
    let blocks = schedule.blocks_for(args.games);
    let run = Run {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        game: G::ID.to_owned(),
        rules: rules::name_of::<G>(game.rule_set()).to_owned(),
        rule_set: serde_json::to_value(game.rule_set())
            .map_err(|error| Error::flag("--rules", error))?,
        players: specs.len(),
        agents: line_up.seats().iter().map(|&agent| entry(&line_up, &players, agent)).collect(),
        seed: args.seed.to_string(),
        seating: args.seating.name().to_owned(),
        games_per_block: schedule.games_per_block(),
        blocks,
        per_game: args.per_game,
    };
    let folder = args.out.clone().unwrap_or_else(|| default_folder(&run));
    if let Some(manifest) = ready(&folder, &run.digest(), args)? {
        let done = format!(
            "{} holds this run already, complete: {} games. Nothing to do.\n",
            folder.display(),
            manifest.games_played
        );
        return print(&done);
    }
    notes(args, &line_up, &schedule, blocks);

    let threads = args.threads.map_or_else(default_threads, usize::from);
    let searches = specs.iter().any(searches);
    let chunk = args.chunk.unwrap_or_else(|| {
        batch::default_chunk(schedule.games_per_block(), args.record.is_some(), searches)
    });
    let bar = progress::bar(blocks * schedule.games_per_block(), args.quiet);
    stop_on_ctrl_c();
    let records = args.record.as_deref().map(|path| RecordFile::open(path, args.force));
    let mut results = Results::open::<G>(&folder, args.per_game, records.transpose()?, bar)?;
    let task = Task {
        game: &game,
        line_up: &line_up,
        schedule: &schedule,
        seed: args.seed,
        per_game: args.per_game,
        recording: (args.record.as_ref())
            .map(|_| Recording { every: args.record_every, rules: &run.rules }),
    };
    let cut = Cut { blocks, chunk, threads };
    let start = Instant::now();
    let batch = batch::play(&task, cut, || players.clone(), &mut results, &STOP)?;
    let seconds = start.elapsed().as_secs_f64();
    if batch.blocks == 0 {
        return Err(Error::Interrupted("no chunk was complete, nothing is written".into()));
    }
    let machine = Machine { elapsed_seconds: seconds, threads, chunk };
    let manifest = Manifest::new(run, args.games, machine);
    let (manifest, summary) =
        results.finish::<G>(line_up.names(), &batch, game.items(), manifest)?;
    report_failures(&batch, args.seed);
    print(&format!("{}\n{summary}\n{}", title(&manifest), closing(&folder, args, &manifest)))?;
    if !manifest.complete {
        return Err(Error::Interrupted(format!(
            "{} holds the first {} of {} games; the same command plays them all",
            folder.display(),
            manifest.games_played,
            manifest.run.blocks * manifest.run.games_per_block
        )));
    }
    if manifest.games_failed > 0 {
        return Err(Error::FailedGames {
            failed: manifest.games_failed,
            games: manifest.games_played,
        });
    }
    Ok(())
}

/// One object for each agent, ready to be copied for each thread.
fn build_agents<G: Playable>(
    specs: &[Spec],
    line_up: &LineUp,
    game: &G,
) -> Result<Vec<Player<G>>, Error> {
    let build = |seat: usize| {
        Player::build(&specs[seat], game).map_err(|error| Error::flag("--agents", error))
    };
    line_up.first_seats().into_iter().map(build).collect()
}

fn entry<G: Playable>(line_up: &LineUp, players: &[Player<G>], agent: u8) -> AgentEntry {
    let agent = usize::from(agent);
    AgentEntry { spec: line_up.names()[agent].clone(), weights: players[agent].weights_toml() }
}

/// Whether an agent thinks so long that a chunk should be a single block.
fn searches(spec: &Spec) -> bool {
    match spec {
        Spec::Random | Spec::Greedy { .. } => false,
        Spec::Mcts(_) => true,
    }
}

fn default_threads() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

fn default_folder(run: &Run) -> PathBuf {
    let digest = &run.digest()[..12];
    Path::new("runs").join(format!("{}-{}-{}p-{digest}", run.game, run.rules, run.players))
}

/// Whether the run may be written to `folder`; gives its manifest if there is nothing left to do.
fn ready(folder: &Path, digest: &str, args: &Args) -> Result<Option<Box<Manifest>>, Error> {
    match folder::standing(folder, digest)? {
        Standing::Free => Ok(None),
        // Records that are asked for and not there need the games once more.
        Standing::Complete(manifest)
            if !args.force && args.record.as_ref().is_none_or(|file| file.exists()) =>
        {
            Ok(Some(manifest))
        }
        Standing::Complete(_) => Ok(None),
        Standing::Unfinished(manifest) => {
            note(
                args,
                &format!(
                    "{} holds the first {} games of this run, which was interrupted; all are \
                     played again",
                    folder.display(),
                    manifest.games_played
                ),
            );
            Ok(None)
        }
        Standing::Taken(_) if args.force => Ok(None),
        Standing::Taken(reason) => Err(Error::input(
            folder,
            format!("{reason}; choose another folder with --out, or replace it with --force"),
        )),
        Standing::Foreign => Err(Error::input(
            folder,
            "is not empty and holds no run of drakkar; choose another folder with --out",
        )),
    }
}

fn notes(args: &Args, line_up: &LineUp, schedule: &Schedule, blocks: u64) {
    let size = schedule.games_per_block();
    if blocks * size != args.games {
        let text = format!(
            "{} games are rounded up to {}: {blocks} blocks of {size} games on one deal",
            args.games,
            blocks * size
        );
        note(args, &text);
    }
    if args.seating == Policy::Rotations && line_up.agents() > 2 {
        note(
            args,
            "rotations keep everybody's neighbours, and who sits behind a weak player gains; with \
             more than two different agents only `--seating permutations` compares them fairly",
        );
    }
}

fn note(args: &Args, text: &str) {
    if !args.quiet {
        eprintln!("drakkar: {text}");
    }
}

/// The first Ctrl-C lets the chunks in flight finish, the second ends the process at once.
fn stop_on_ctrl_c() {
    let set = ctrlc::set_handler(|| {
        if STOP.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
        eprintln!("drakkar: finishing the games in flight; Ctrl-C again to leave at once");
    });
    if let Err(error) = set {
        eprintln!("drakkar: Ctrl-C will lose the run: {error}");
    }
}

fn report_failures(batch: &Batch, seed: u64) {
    for failure in &batch.failures {
        eprintln!(
            "drakkar: game {} (seed {seed}, block {}, seating {}) failed: {}",
            failure.game, failure.block, failure.seating, failure.reason
        );
    }
}

fn title(manifest: &Manifest) -> String {
    let run = &manifest.run;
    format!(
        "{} ({}), {} seats, seed {}: {} games on {} deals, seating {}\n",
        run.game,
        run.rules,
        run.players,
        run.seed,
        manifest.games_played,
        manifest.blocks_played,
        run.seating
    )
}

fn closing(folder: &Path, args: &Args, manifest: &Manifest) -> String {
    let files: Vec<&str> = manifest.files.keys().map(String::as_str).collect();
    let Machine { elapsed_seconds, threads, .. } = manifest.machine;
    let speed = manifest.games_played as f64 / elapsed_seconds.max(1e-9);
    let mut text = format!(
        "{elapsed_seconds:.1} s, {speed:.0} games/s on {threads} threads\nFiles in {}: {}, \
         manifest.json\n",
        folder.display(),
        files.join(", ")
    );
    if let Some(path) = &args.record {
        text += &format!("Records in {}\n", path.display());
    }
    text
}
