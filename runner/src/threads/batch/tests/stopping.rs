//! When a chunk is dropped.

use std::sync::atomic::AtomicU32;

use super::*;

/// What was passed on of a chunk that was dropped belongs to nothing; played once more, it is what it would have been.
#[test]
fn a_chunk_that_is_dropped_is_played_again_with_the_same_bytes() {
    let agents = || [Unreliable::default(), Unreliable::default()];
    let never = AtomicBool::new(false);
    for threads in [1, 2, 3] {
        let way = Way { chunk: 5, batch: 2, threads };
        let (all, block) = (all_chunks(way), 33);
        let mut first = Whole::NOTHING;
        let count = played_in(
            Setting { left: Some(block), ..USUAL },
            agents(),
            way,
            &all,
            &mut first,
            &never,
        )
        .unwrap();
        assert_eq!((count.played, count.left), (6, 34), "no chunk is played after the one dropped");
        assert_eq!(first.chunks, all[..6]);
        let mut rest = Whole::NOTHING;
        played(agents(), way, &all[6..], &mut rest, &never).unwrap();
        let whole = whole(agents(), way);
        let kept = whole.rows.len() - rest.rows.len();
        assert!(whole.rows.ends_with(&rest.rows) && first.rows.starts_with(&whole.rows[..kept]));
    }
}

/// Plays at random, and says that it is time to stop at its tenth decision.
#[derive(Clone)]
struct Stopping {
    asked: Arc<AtomicU32>,
    stop: Arc<AtomicBool>,
}

impl Agent<ConnectFour> for Stopping {
    fn start_game(&mut self) {}

    fn choose(
        &mut self,
        view: &View<'_, ConnectFour>,
        rng: &mut Rng,
    ) -> Result<Action, AgentError> {
        let asked = self.asked.fetch_add(1, Ordering::Relaxed) + 1;
        self.stop.store(asked >= 10, Ordering::Relaxed);
        Ok(view.random_legal(rng))
    }
}

/// Whether decisions are timed, as those of the first block are, or not.
#[test]
fn a_game_is_given_up_between_two_decisions() {
    for blocks in [0..1, 1..3, 0..100] {
        let (asked, stop) = (Arc::<AtomicU32>::default(), Arc::<AtomicBool>::default());
        let agent = Stopping { asked: Arc::clone(&asked), stop: Arc::clone(&stop) };
        let (games, agents) = ([ConnectFour::default()], [agent.clone(), agent]);
        let batch = with_task(USUAL, |task| {
            Worker::new(task, &games, &agents, Arc::clone(&stop)).play(blocks)
        });
        assert_eq!(batch, None);
        assert_eq!(asked.load(Ordering::Relaxed), 10);
    }
}

#[test]
fn time_is_up_a_while_after_the_deadline() {
    let [asked, hurried] = [true, false].map(AtomicBool::new);
    let stop = StopSignal {
        asked: &asked,
        hurried: &hurried,
        deadline: None,
        latest: Some(Instant::now()),
        keep_going: false,
    };
    let wait = |stop: StopSignal<'_>| {
        stop.watched(|over| {
            while !over.load(Ordering::Relaxed) {
                std::thread::yield_now();
            }
        });
    };
    wait(stop);
    // Who is asked twice has no time left.
    let begin = Instant::now();
    wait(StopSignal { hurried: &asked, latest: None, ..stop });
    assert!(begin.elapsed() < GRACE / 2);
}

#[test]
fn a_stopped_run_finishes_the_chunks_that_were_begun() {
    /// Stops the run in the middle of a chunk.
    struct Stopper<'a>(Whole, &'a AtomicBool);
    impl Collector for Stopper<'_> {
        fn batch(&mut self, chunk: u64, batch: BatchResult, last: bool) -> Result<(), Error> {
            self.1.store(chunk >= 5, Ordering::Relaxed);
            self.0.batch(chunk, batch, last)
        }
    }
    let stop = AtomicBool::new(false);
    let way = Way { chunk: 5, batch: 2, threads: 2 };
    let agents = || [Unreliable::default(), Unreliable::default()];
    let mut stopper = Stopper(Whole::NOTHING, &stop);
    let count = played(agents(), way, &all_chunks(way), &mut stopper, &stop).unwrap();
    let (count, left) = (count.played, count.left);
    assert_eq!(left, 40 - count);
    let beginning = stopper.0;
    // Threads may be ahead by a few batches.
    assert!((6..12).contains(&count), "{count}");
    assert_eq!(beginning.chunks, (0..count).collect::<Vec<_>>());
    let rows = whole(agents(), way).rows;
    assert_eq!(beginning.games, count * 10);
    assert!(rows.starts_with(&beginning.rows));
    let stopped = AtomicBool::new(true);
    let mut nothing = Whole::NOTHING;
    let count = played(agents(), way, &[3], &mut nothing, &stopped).unwrap();
    assert_eq!(count, Progress { played: 0, left: 1 });
    assert_eq!(nothing, Whole::NOTHING);
}

/// Needs nothing after a certain chunk.
struct Satisfied {
    whole: Whole,
    last: u64,
    also: u64,
}

impl Collector for Satisfied {
    fn batch(&mut self, chunk: u64, batch: BatchResult, last: bool) -> Result<(), Error> {
        self.whole.batch(chunk, batch, last)
    }

    fn spares(&mut self, chunk: u64) -> Result<bool, Error> {
        Ok(chunk > self.last && chunk != self.also && self.whole.chunks.contains(&self.last))
    }
}

#[test]
fn chunks_that_are_not_needed_are_spared_and_later_ones_are_played() {
    for threads in [1, 2, 3] {
        let way = Way { chunk: 5, batch: 2, threads };
        let agents = [Unreliable::default(), Unreliable::default()];
        let mut satisfied = Satisfied { whole: Whole::NOTHING, last: 10, also: 35 };
        let stop = AtomicBool::new(false);
        let count = played(agents, way, &all_chunks(way), &mut satisfied, &stop).unwrap();
        let chunks = satisfied.whole.chunks;
        assert_eq!((count.played, count.left), (chunks.len() as u64, 0));
        assert_eq!(chunks[..11], (0..11).collect::<Vec<_>>());
        assert_eq!(chunks.last(), Some(&35));
        // Threads may have been ahead by a few batches.
        assert!(chunks.len() < 20, "{chunks:?}");
    }
}

/// Fails at every decision.
#[derive(Clone)]
struct Failing(AgentError);

impl Agent<ConnectFour> for Failing {
    fn start_game(&mut self) {}

    fn choose(&mut self, _: &View<'_, ConnectFour>, _: &mut Rng) -> Result<Action, AgentError> {
        Err(self.0.clone())
    }
}

/// Only then it is worth waiting for a signal that may have ended it.
#[test]
fn a_program_that_gives_no_answer_is_told_from_one_that_gives_an_illegal_one() {
    let no_answer = AgentError::Program("does not read what it is asked".into());
    for (fault, is_no_answer) in [(AgentError::illegal("drop 9"), false), (no_answer, true)] {
        let (games, agents) = ([ConnectFour::default()], [Failing(fault.clone()), Failing(fault)]);
        let batch = with_task(Setting { may_fail: &[true, true], ..USUAL }, |task| {
            Worker::new(task, &games, &agents, Arc::default()).play(0..1).unwrap()
        });
        assert_eq!(batch.trouble.games, batch.games);
        assert_eq!(batch.trouble.no_answer.is_some(), is_no_answer);
    }
}
