mod stopping;

use drakkar_agents::agent::{Agent, AgentError};
use drakkar_engine::games::connect_four::{Action, ConnectFour};
use drakkar_engine::{
    game::{Game, View},
    seed::Rng,
};

use super::*;
use drakkar_play::failure::Failure;
use drakkar_play::schedule::{Policy, Schedule};
use drakkar_play::worker::Worker;
use drakkar_play::{info::GameInfo, task::Arm, task::Task};
use drakkar_stats::counters::Counters;

/// Plays at random, and occasionally plays illegally, or panics.
#[derive(Clone, Default)]
struct Unreliable {
    cheats: bool,
    panics: bool,
    /// A half-changed agent must not be used after a panic.
    broken: bool,
}

impl Agent<ConnectFour> for Unreliable {
    fn start_game(&mut self) {
        assert!(!self.broken, "an agent went on playing after its panic");
    }

    fn choose(
        &mut self,
        view: &View<'_, ConnectFour>,
        rng: &mut Rng,
    ) -> Result<Action, AgentError> {
        Ok(match rng.below(600) {
            0 if self.cheats => Action::Drop { column: 200 },
            0 if self.panics => {
                self.broken = true;
                panic!("out of ideas")
            }
            _ => view.random_legal(rng),
        })
    }
}

/// A collector's log of a run.
#[derive(Clone, PartialEq, Debug)]
struct Whole {
    counters: Option<Counters>,
    rows: Vec<u8>,
    failures: Vec<Failure>,
    games: u64,
    /// Every chunk, once it was complete.
    chunks: Vec<u64>,
}

impl Whole {
    const NOTHING: Whole = Whole {
        counters: None,
        rows: Vec::new(),
        failures: Vec::new(),
        games: 0,
        chunks: Vec::new(),
    };
}

impl Collector for Whole {
    fn batch(&mut self, chunk: u64, batch: BatchResult, last: bool) -> Result<(), Error> {
        match &mut self.counters {
            Some(counters) => counters.merge(&batch.sums.counters),
            None => self.counters = Some(batch.sums.counters),
        }
        self.rows.extend(batch.rows);
        self.failures.extend(batch.failures);
        self.games += batch.games;
        if last {
            self.chunks.push(chunk);
        }
        Ok(())
    }
}

/// The parameters of a test.
#[derive(Clone, Copy)]
struct Way {
    chunk: u64,
    batch: u64,
    threads: usize,
}

const ALONE: Way = Way { chunk: 7, batch: 2, threads: 1 };
const BLOCKS: u64 = 200;

/// Who plays a test, and what ends it.
#[derive(Clone, Copy)]
struct Setting {
    line_ups: &'static [&'static [u8]],
    may_fail: &'static [bool],
    /// The block that a worker gives up.
    left: Option<u64>,
}

const USUAL: Setting = Setting { line_ups: &[&[0, 1]], may_fail: &[], left: None };

/// What `then` makes of the task of a game of two agents.
fn with_task<T>(setting: Setting, then: impl FnOnce(&Task<'_>) -> T) -> T {
    let Setting { line_ups, may_fail, .. } = setting;
    let names = ["one", "two"].map(str::to_owned);
    let arms = line_ups.iter().enumerate().map(|(line_up, seats)| {
        let schedule = Schedule::new(seats, Policy::Permutations, 3);
        Arm { rules: 0, name: "base".to_owned(), line_up, schedule }
    });
    then(&Task {
        arms: arms.collect(),
        may_fail: may_fail.to_vec(),
        per_game: true,
        time_every: 7,
        ..Task::new(&GameInfo::of::<ConnectFour>(), 2, &names, 3)
    })
}

/// 200 blocks of an unreliable agent and another one.
fn played(
    agents: [Unreliable; 2],
    way: Way,
    chunks: &[u64],
    collector: &mut dyn Collector,
    stop: &AtomicBool,
) -> Result<Progress, Error> {
    played_in(USUAL, agents, way, chunks, collector, stop)
}

/// The same in this setting.
fn played_in(
    setting: Setting,
    agents: [Unreliable; 2],
    way: Way,
    chunks: &[u64],
    collector: &mut dyn Collector,
    asked: &AtomicBool,
) -> Result<Progress, Error> {
    let games = [ConnectFour::default()];
    let chunking = ChunkLayout { blocks: BLOCKS, chunk: way.chunk, batch: way.batch, confirm: 0 };
    let stop = StopSignal {
        asked,
        hurried: &AtomicBool::new(false),
        deadline: None,
        latest: None,
        keep_going: false,
    };
    with_task(setting, |task| {
        let new_worker = |over| -> PlayBlocks<'_> {
            let mut worker = Worker::new(task, &games, &agents, over);
            // It gives up a block, as if it were time to stop in the middle of it.
            Box::new(move |blocks| {
                let leaves = setting.left.is_some_and(|block| blocks.contains(&block));
                worker.play(blocks).filter(|_| !leaves)
            })
        };
        play(&new_worker, chunking, chunks, way.threads, collector, stop)
    })
}

fn all_chunks(way: Way) -> Vec<u64> {
    (0..BLOCKS.div_ceil(way.chunk)).collect()
}

fn whole(agents: [Unreliable; 2], way: Way) -> Whole {
    let mut whole = Whole::NOTHING;
    let chunks = all_chunks(way);
    let count = played(agents, way, &chunks, &mut whole, &AtomicBool::new(false)).unwrap();
    assert_eq!(count, Progress { played: chunks.len() as u64, left: 0 });
    assert_eq!(std::mem::take(&mut whole.chunks), chunks);
    whole
}

#[test]
fn blocks_with_a_failed_game_are_left_out_and_counted() {
    let cheat = Unreliable { cheats: true, ..Default::default() };
    let Whole { counters, rows, failures, games, .. } =
        whole([cheat, Unreliable::default()], ALONE);
    let counters = counters.unwrap();
    assert!(counters.failed > 0, "somebody must have cheated");
    assert_eq!((games, counters.games + counters.left_out), (400, 400));
    assert_eq!(counters.left_out % 2, 0);
    assert_eq!(counters.blocks * 2, counters.games);
    for agent in &counters.agents {
        let failed: i128 = agent.seats.iter().map(|seat| seat.failed).sum();
        assert_eq!((failed, agent.share.d), (counters.failed, counters.games));
    }
    let failure = &failures[0];
    assert_eq!(failure.game_index, failure.block * 2 + failure.seating);
    assert!(failure.reason.ends_with("chose `drop 201`, which is not legal (agent `one`)"));
    // Rows of failed games are there, with empty cells.
    let text = String::from_utf8(rows).unwrap();
    assert_eq!(text.lines().count(), 800);
    let empty = text.lines().filter(|line| line.ends_with(",,,,,,")).count();
    assert_eq!(empty as i128, 2 * counters.failed);
}

/// The decisions before the failure can be replayed.
#[test]
fn a_failure_tells_how_it_came_to_that() {
    let cheat = Unreliable { cheats: true, ..Default::default() };
    for failure in whole([cheat, Unreliable::default()], ALONE).failures {
        assert_eq!((failure.seed.as_str(), failure.agents.len()), ("3", 2));
        let game = ConnectFour::default();
        let mut state = game.state(&serde_json::from_value(failure.deal).unwrap());
        for (seat, action, legal) in failure.decisions {
            assert_eq!(game.to_move(&state).unwrap().index(), seat);
            assert_eq!(game.count_legal(&state), legal);
            game.apply(&mut state, action.parse().unwrap(), &mut ()).unwrap();
        }
        let seat = game.to_move(&state).unwrap().index();
        assert!(failure.reason.starts_with(&format!("seat {seat} ")), "{}", failure.reason);
        assert_eq!(failure.agents[seat], "one");
    }
}

#[test]
fn a_panic_fails_one_game_and_the_agent_is_built_anew() {
    let panics = Unreliable { panics: true, ..Default::default() };
    let one = whole([panics.clone(), panics.clone()], ALONE);
    assert!(one.counters.as_ref().unwrap().failed > 0);
    assert!(one.failures[0].reason.starts_with("panic: out of ideas ("));
    for (chunk, batch, threads) in [(1, 1, 3), (64, 3, 2), (1000, 7, 2)] {
        let other = whole([panics.clone(), panics.clone()], Way { chunk, batch, threads });
        assert_eq!(one, other, "failures too are the same, however the run is cut");
    }
}

/// What fails takes with it the other games of its line-up on the deal, and no others.
#[test]
fn a_panic_leaves_out_the_games_of_its_line_up() {
    let panics = Unreliable { panics: true, ..Default::default() };
    let (mut whole, never) = (Whole::NOTHING, AtomicBool::new(false));
    let line_ups: &[&[u8]] = &[&[0, 1], &[1, 1]];
    let agents = [panics, Unreliable::default()];
    let setting = Setting { line_ups, ..USUAL };
    played_in(setting, agents, ALONE, &all_chunks(ALONE), &mut whole, &never).unwrap();
    let counters = whole.counters.unwrap();
    assert!(counters.failed > 0 && counters.left_out % 2 == 0, "{counters:?}");
    assert_eq!((whole.games, counters.games + counters.left_out), (600, 600));
    let [one, two] = &counters.agents[..] else { panic!("two agents") };
    // All 200 games of the second line-up count, and have two seats of the second agent.
    assert_eq!((one.share.d, two.share.d), (400 - counters.left_out, 800 - counters.left_out));
    assert_eq!(counters.blocks, 200);
}

/// An agent that may fail loses by it, and the games are the same however the run is cut.
#[test]
fn an_agent_that_fails_loses() {
    let cheat = || Unreliable { cheats: true, ..Default::default() };
    let never = AtomicBool::new(false);
    let whole = |way| {
        let mut whole = Whole::NOTHING;
        let setting = Setting { may_fail: &[true, false], ..USUAL };
        let agents = [cheat(), cheat()];
        played_in(setting, agents, way, &all_chunks(way), &mut whole, &never).unwrap();
        whole.chunks.clear();
        whole
    };
    let one = whole(ALONE);
    let counters = one.counters.as_ref().unwrap();
    // The second one is one of ours: what it does wrong fails the game.
    assert!(counters.failed > 0 && counters.lost > 0, "{counters:?}");
    let lost =
        |agent: usize| counters.agents[agent].seats.iter().map(|seat| seat.lost).sum::<i128>();
    assert_eq!([lost(0), lost(1)], [counters.lost, 0]);
    assert!(one.failures.iter().all(|failure| failure.seat.is_none_or(|seat| {
        failure.agents[seat] == "one" && failure.reason.starts_with(&format!("seat {seat} chose"))
    })));
    for (chunk, batch, threads) in [(1, 1, 3), (64, 3, 2), (1000, 7, 2)] {
        let other = whole(Way { chunk, batch, threads });
        assert_eq!((&one.counters, &one.rows), (&other.counters, &other.rows));
    }
}

#[test]
fn chunks_are_the_same_whoever_plays_them() {
    let agents = || [Unreliable::default(), Unreliable::default()];
    let way = Way { chunk: 9, batch: 4, threads: 2 };
    let all = whole(agents(), way);
    let mut parts = Whole::NOTHING;
    for chunks in [&[0, 1, 2][..], &[3], &(4..23).collect::<Vec<_>>()] {
        let mut part = Whole::NOTHING;
        let count = played(agents(), way, chunks, &mut part, &AtomicBool::new(false)).unwrap();
        assert_eq!((count.played, part.chunks.as_slice()), (chunks.len() as u64, chunks));
        parts.rows.extend(part.rows);
    }
    assert_eq!(all.rows, parts.rows);
}

/// A disk that is full after a while.
struct Full(u32);

impl Collector for Full {
    fn batch(&mut self, _: u64, _: BatchResult, _: bool) -> Result<(), Error> {
        self.0 += 1;
        if self.0 > 3 { Err(Error::flag("--out", "the disk is full")) } else { Ok(()) }
    }
}

#[test]
fn an_error_of_the_collector_ends_the_run() {
    let way = Way { chunk: 1, batch: 1, threads: 2 };
    let mut full = Full(0);
    let agents = [Unreliable::default(), Unreliable::default()];
    let error = played(agents, way, &all_chunks(way), &mut full, &AtomicBool::new(false));
    assert_eq!(error.unwrap_err().to_string(), "--out: the disk is full");
    assert_eq!(full.0, 4, "nothing comes after the error");
}

/// Panics outside of a game.
struct Broken;

impl Collector for Broken {
    fn batch(&mut self, _: u64, _: BatchResult, _: bool) -> Result<(), Error> {
        panic!("a mistake in the program")
    }
}

#[test]
#[should_panic = "a mistake in the program"]
fn a_mistake_in_the_program_does_not_hang() {
    let way = Way { chunk: 1, batch: 1, threads: 3 };
    let agents = [Unreliable::default(), Unreliable::default()];
    let _ = played(agents, way, &all_chunks(way), &mut Broken, &AtomicBool::new(false));
}
