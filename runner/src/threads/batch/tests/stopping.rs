//! When a chunk is dropped.

use std::sync::atomic::AtomicU32;

use super::*;

/// What was passed on of a chunk that was dropped belongs to nothing; played once more, it is what it would have been.
#[test]
fn a_chunk_that_is_dropped_is_played_again_with_the_same_bytes() {
    let agents = || [Unreliable::default(), Unreliable::default()];
    let never = AtomicBool::new(false);
    for threads in [1, 2, 3] {
        let way = Way { chunk: 5, slice: 2, threads };
        let (all, block) = (all_chunks(way), 33);
        let mut first = Whole::NOTHING;
        let count = played_until(Some(block), agents(), way, &all, &mut first, &never).unwrap();
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
        view: &<ConnectFour as Game>::View<'_>,
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
        let slice = with_task((&[&[0, 1]], &[]), |task| {
            GameWorker::new(task, &games, &agents, Arc::clone(&stop)).play(blocks)
        });
        assert_eq!(slice, None);
        assert_eq!(asked.load(Ordering::Relaxed), 10);
    }
}

#[test]
fn time_is_up_a_while_after_the_deadline() {
    let asked = AtomicBool::new(false);
    let stop =
        Stop { asked: &asked, deadline: None, latest: Some(Instant::now()), keep_going: false };
    stop.watched(|over| {
        while !over.load(Ordering::Relaxed) {
            std::thread::yield_now();
        }
    });
}
