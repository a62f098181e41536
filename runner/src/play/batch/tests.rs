use drakkar_engine::game::Game;
use drakkar_engine::games::connect_four::{Action, ConnectFour};
use drakkar_engine::seed::Rng;
use drakkar_engine::view::View;

use super::*;
use crate::play::line_up::LineUp;
use crate::play::schedule::{Policy, Schedule};

/// Plays at random, and now and then what is not allowed, or panics.
#[derive(Clone, Default)]
struct Unreliable {
    cheats: bool,
    panics: bool,
    /// A panic must not leave a half-changed agent in play.
    broken: bool,
}

impl Agent<ConnectFour> for Unreliable {
    fn start_game(&mut self) {
        assert!(!self.broken, "an agent went on playing after its panic");
    }

    fn choose(&mut self, view: &<ConnectFour as Game>::View<'_>, rng: &mut Rng) -> Action {
        match rng.below(600) {
            0 if self.cheats => Action::Drop { column: 200 },
            0 if self.panics => {
                self.broken = true;
                panic!("out of ideas")
            }
            _ => view.random_legal(rng),
        }
    }
}

/// Keeps the rows.
#[derive(Default)]
struct Rows(Vec<u8>);

impl Collector for Rows {
    fn chunk(&mut self, chunk: &Chunk) -> Result<(), Error> {
        self.0.extend_from_slice(&chunk.rows);
        Ok(())
    }
}

/// 200 blocks of an unreliable agent and another one.
fn played(
    agents: [Unreliable; 2],
    cut: Cut,
    collector: &mut dyn Collector,
) -> Result<Batch, Error> {
    let game = ConnectFour::default();
    let line_up = LineUp::new(&["one", "two"]);
    let schedule = Schedule::new(&line_up, Policy::Permutations, 3);
    let task = Task {
        game: &game,
        line_up: &line_up,
        schedule: &schedule,
        seed: 3,
        per_game: true,
        recording: None,
    };
    play(&task, cut, || agents.to_vec(), collector, &AtomicBool::new(false))
}

const ALONE: Cut = Cut { blocks: 200, chunk: 7, threads: 1 };

#[test]
fn blocks_with_a_failed_game_are_left_out_and_counted() {
    let cheat = Unreliable { cheats: true, ..Default::default() };
    let mut rows = Rows::default();
    let batch = played([cheat, Unreliable::default()], ALONE, &mut rows).unwrap();
    let counters = &batch.counters;
    assert!(counters.failed > 0, "somebody must have cheated");
    assert_eq!((batch.blocks, batch.games), (200, 400));
    assert_eq!(counters.games + counters.left_out, 400);
    assert_eq!(counters.left_out % 2, 0);
    assert_eq!(counters.blocks * 2, counters.games);
    for agent in &counters.agents {
        let failed: i128 = agent.seats.iter().map(|seat| seat.failed).sum();
        assert_eq!((failed, agent.share.d), (counters.failed, counters.games));
    }
    let failure = &batch.failures[0];
    assert_eq!(failure.game, failure.block * 2 + failure.seating);
    assert!(failure.reason.ends_with("chose `drop 201`, which is not legal (agent `one`)"));
    // Rows of failed games are there, with empty cells.
    let text = String::from_utf8(rows.0).unwrap();
    assert_eq!(text.lines().count(), 800);
    let empty = text.lines().filter(|line| line.ends_with(",,,,,,")).count();
    assert_eq!(empty as i128, 2 * counters.failed);
}

#[test]
fn a_panic_fails_one_game_and_the_agent_is_built_anew() {
    let panics = Unreliable { panics: true, ..Default::default() };
    let one = played([panics.clone(), panics.clone()], ALONE, &mut Rows::default()).unwrap();
    assert!(one.counters.failed > 0);
    assert!(one.failures[0].reason.starts_with("panic: out of ideas ("));
    for (chunk, threads) in [(1, 3), (64, 2), (1000, 2)] {
        let cut = Cut { blocks: 200, chunk, threads };
        let other = played([panics.clone(), panics.clone()], cut, &mut Rows::default()).unwrap();
        assert_eq!(one, other, "failures too are the same, however the run is cut");
    }
}

/// A disk that is full after a while.
struct Full(u32);

impl Collector for Full {
    fn chunk(&mut self, _: &Chunk) -> Result<(), Error> {
        self.0 += 1;
        if self.0 > 3 { Err(Error::flag("--out", "the disk is full")) } else { Ok(()) }
    }
}

#[test]
fn an_error_of_the_collector_ends_the_run() {
    let cut = Cut { blocks: 200, chunk: 1, threads: 2 };
    let mut full = Full(0);
    let agents = [Unreliable::default(), Unreliable::default()];
    assert_eq!(played(agents, cut, &mut full).unwrap_err().to_string(), "--out: the disk is full");
    assert_eq!(full.0, 4, "nothing comes after the error");
}

/// Panics outside of a game.
struct Broken;

impl Collector for Broken {
    fn chunk(&mut self, _: &Chunk) -> Result<(), Error> {
        panic!("a mistake in the program")
    }
}

#[test]
#[should_panic = "a mistake in the program"]
fn a_mistake_in_the_program_does_not_hang() {
    let cut = Cut { blocks: 200, chunk: 1, threads: 3 };
    let agents = [Unreliable::default(), Unreliable::default()];
    let _ = played(agents, cut, &mut Broken);
}

#[test]
fn a_stopped_run_is_a_complete_beginning() {
    let game = ConnectFour::default();
    let line_up = LineUp::new(&["one", "one"]);
    let schedule = Schedule::new(&line_up, Policy::Permutations, 3);
    let task = Task {
        game: &game,
        line_up: &line_up,
        schedule: &schedule,
        seed: 3,
        per_game: false,
        recording: None,
    };
    /// Stops the run when it has seen five chunks.
    struct Stopper<'a>(u32, &'a AtomicBool);
    impl Collector for Stopper<'_> {
        fn chunk(&mut self, _: &Chunk) -> Result<(), Error> {
            self.0 += 1;
            self.1.store(self.0 >= 5, Ordering::Relaxed);
            Ok(())
        }
    }
    let build = || vec![Unreliable::default()];
    let stop = AtomicBool::new(false);
    let cut = Cut { blocks: 1000, chunk: 3, threads: 2 };
    let batch = play(&task, cut, build, &mut Stopper(0, &stop), &stop).unwrap();
    assert!(batch.blocks >= 15 && batch.blocks < 1000 && batch.blocks % 3 == 0);
    let again = Cut { blocks: batch.blocks, chunk: 100, threads: 1 };
    let whole = play(&task, again, build, &mut Rows::default(), &AtomicBool::new(false)).unwrap();
    assert_eq!(batch, whole);
}
