use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use clap::Args;

use crate::error::{Error, tell};
use crate::flags::number::threads;
use crate::threads::batch::{GRACE, StopSignal};
use crate::threads::signals;
use drakkar_agents::exec;

/// How fast to work, and how long; changes no result.
#[derive(Args, Debug, Default)]
pub struct Pace {
    /// Threads [default: one for each core]; changes no result
    #[arg(long, value_name = "N", value_parser = threads)]
    threads: Option<u16>,

    /// No chunk is started after this time, for example 55m or 1h30m; one in progress has ten seconds
    /// more; exit code 75
    #[arg(long, value_name = "TIME", value_parser = duration, allow_hyphen_values = true)]
    deadline: Option<Duration>,

    /// No progress bar, no notes
    #[arg(long, short)]
    pub quiet: bool,
}

/// The same where games may fail.
#[derive(Args, Debug, Default)]
pub struct Effort {
    #[command(flatten)]
    pub pace: Pace,

    /// Continues however many games fail; otherwise 10 failed games in a row, 1 % of all games (at
    /// least 10), or an agent that fails in all of the first 10 games that this command plays with it
    /// end the run
    #[arg(long)]
    keep_going: bool,
}

fn duration(text: &str) -> Result<Duration, String> {
    humantime::parse_duration(text)
        .map_err(|_| "must be a time with its unit, such as 90s, 55m or 1h30m".to_owned())
}

static PLAYING: AtomicBool = AtomicBool::new(false);
static ASKED: AtomicBool = AtomicBool::new(false);
static HURRIED: AtomicBool = AtomicBool::new(false);

impl Pace {
    #[cfg(test)]
    pub fn on(threads: u16) -> Pace {
        Pace { threads: Some(threads), ..Pace::default() }
    }

    pub fn threads(&self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        self.threads.map_or_else(cores, usize::from)
    }

    /// From now on, Ctrl-C and the clock end the process when the chunks in progress are finished or dropped.
    pub fn stop(&self) -> StopSignal<'static> {
        PLAYING.store(true, Ordering::Relaxed);
        let deadline = self.deadline.and_then(|time| Instant::now().checked_add(time));
        let latest = deadline.and_then(|deadline| deadline.checked_add(GRACE));
        StopSignal { asked: &ASKED, hurried: &HURRIED, deadline, latest, keep_going: false }
    }

    pub fn note(&self, text: &str) {
        if !self.quiet {
            tell(text);
        }
    }
}

impl Effort {
    pub fn stop(&self) -> StopSignal<'static> {
        StopSignal { keep_going: self.keep_going, ..self.pace.stop() }
    }
}

/// Makes Ctrl-C and its like end the process, and programs that play, at once; during chunks, only the second.
pub fn listen() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let set = signals::on_request(|| {
            if !PLAYING.load(Ordering::Relaxed) || ASKED.swap(true, Ordering::Relaxed) {
                exec::end_all();
                std::process::exit(130);
            }
            tell(FINISHING);
            // Without this thread, the second Ctrl-C is needed.
            let _ = std::thread::Builder::new().spawn(leave_silent_programs);
        });
        if let Err(error) = set {
            tell(&format!("Ctrl-C will lose the chunks in flight: {error}"));
        }
    });
}

const FINISHING: &str =
    "finishing the chunks in flight, for ten seconds at most; Ctrl-C again to leave at once";

/// Asks the studies that this process plays to end as after Ctrl-C, keeping finished chunks, or takes that back.
pub fn stop(asked: bool) {
    let again = ASKED.swap(asked, Ordering::Relaxed);
    HURRIED.store(asked && again, Ordering::Relaxed);
    if asked && !again && PLAYING.load(Ordering::Relaxed) {
        tell(FINISHING);
    }
}

/// So long may a program take for an answer once the process was asked to end.
const PATIENCE: Duration = Duration::from_secs(2);

/// Ends the process, as the second Ctrl-C does, when a program that plays gives no answer: it may hang.
fn leave_silent_programs() {
    let asked = Instant::now();
    loop {
        std::thread::sleep(Duration::from_millis(100));
        let waits = || exec::longest_wait().is_some_and(|time| time >= PATIENCE);
        if asked.elapsed() >= PATIENCE && waits() {
            tell(
                "a program gives no answer, so the chunks in flight are dropped; run the same command to resume",
            );
            exec::end_all();
            std::process::exit(130);
        }
    }
}

pub fn left(kept: String) -> Error {
    if ASKED.load(Ordering::Relaxed) { Error::Interrupted(kept) } else { Error::Deadline(kept) }
}
