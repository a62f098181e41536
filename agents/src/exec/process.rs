//! A running program. Each of its three streams has a thread, because a full or empty pipe blocks its user: a program
//! that neither reads nor writes must not block the laboratory.

use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::mem;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use drakkar_engine::input::refusal;

use super::request::StateRequest;
#[cfg(unix)]
use super::{group, mark::Mark};

const LONGEST: u64 = 65_536;
const TOO_LONG: &str = "a line has more than 65536 bytes";
const KEPT: usize = 5;
/// How long to wait for the end of a program that seems to be over, or that has been told to end.
const GRACE: Duration = Duration::from_millis(200);
/// How often it is looked whether a program that is asked has ended.
const LOOK: Duration = Duration::from_millis(100);

/// The last lines that a program wrote to its standard error, while it writes them.
type Heard = Arc<Mutex<VecDeque<String>>>;

pub(super) struct Process {
    /// To the writing thread. It is dropped before the program: the end of its input tells a
    /// program to end.
    input: SyncSender<String>,
    program: Running,
    /// Lines of standard output, or why one cannot be read.
    lines: Receiver<Result<String, &'static str>>,
    begun: Begun,
    heard: Heard,
    listener: JoinHandle<()>,
}

type Begun = Arc<Mutex<Vec<u8>>>;

/// A program that is killed with its object, after some time to end by itself.
struct Running {
    child: Child,
    #[cfg(unix)]
    mark: Mark,
    grace: Duration,
    /// Whether its processes have been ended; from then on, its number may be another's.
    over: bool,
}

impl Running {
    /// Starts it in a group of its own: Ctrl-C is for the laboratory, which then ends its programs, as they
    /// are needed until then.
    fn spawn(command: &mut Command) -> io::Result<Running> {
        #[cfg(unix)]
        let mark = Mark::new();
        #[cfg(unix)]
        let child = group::spawn(command, &mark)?;
        #[cfg(not(unix))]
        let child = command.spawn()?;
        Ok(Running {
            child,
            #[cfg(unix)]
            mark,
            grace: Duration::ZERO,
            over: false,
        })
    }

    /// Whether it ended, without its processes, or cannot be waited for.
    fn has_ended(&mut self) -> bool {
        #[cfg(unix)]
        return self.over || group::has_ended(&self.child).unwrap_or(true);
        #[cfg(not(unix))]
        return !matches!(self.child.try_wait(), Ok(None));
    }

    fn end(&mut self) {
        if !self.over {
            #[cfg(unix)]
            group::end(&self.child, &self.mark);
            // It may just have ended.
            #[cfg(not(unix))]
            let _ = self.child.kill();
            self.over = true;
        }
    }

    /// How it ended, if it does so in time; what it started ends then, too.
    fn status(&mut self) -> Option<ExitStatus> {
        within(self.grace, || self.has_ended()).then(|| self.end())?;
        self.child.wait().ok()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        within(self.grace, || self.has_ended());
        self.end();
        let _ = self.child.wait();
    }
}

pub(super) fn try_start(words: &[String]) -> Result<(), String> {
    spawn(words, Stdio::null).map(drop)
}

fn spawn(words: &[String], stream: impl Fn() -> Stdio) -> Result<Running, String> {
    // A program has at least one word.
    let (name, arguments) = words.split_first().map_or(("", words), |(n, a)| (n.as_str(), a));
    let mut command = Command::new(name);
    command.args(arguments).stdin(stream()).stdout(stream()).stderr(stream());
    Running::spawn(&mut command)
        .map_err(|error| format!("program `{name}` cannot be started: {}", refusal(&error)))
}

fn background(work: impl FnOnce() + Send + 'static) -> Result<JoinHandle<()>, String> {
    let thread = thread::Builder::new().name("exec".to_owned());
    thread.spawn(work).map_err(|error| format!("needs threads, and there are none: {error}"))
}

fn within(time: Duration, mut is_true: impl FnMut() -> bool) -> bool {
    let begin = Instant::now();
    loop {
        if is_true() {
            return true;
        }
        if begin.elapsed() >= time {
            return false;
        }
        thread::sleep(Duration::from_millis(1));
    }
}

impl Process {
    pub(super) fn start(words: &[String]) -> Result<Process, String> {
        let mut program = spawn(words, Stdio::piped)?;
        let child = &mut program.child;
        let (Some(stdin), Some(stdout), Some(stderr)) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            return Err("has no standard streams".to_owned());
        };
        // One message may wait while the one before is read.
        let (input, messages) = sync_channel(1);
        background(move || write(stdin, &messages))?;
        let (output, lines) = sync_channel(1);
        let begun = Begun::default();
        let stdout = Noted { from: stdout, begun: Arc::clone(&begun) };
        background(move || read(stdout, &output))?;
        let heard = Heard::default();
        let hearing = Arc::clone(&heard);
        let listener = background(move || listen(stderr, &hearing))?;
        program.grace = GRACE;
        Ok(Process { input, program, lines, begun, heard, listener })
    }

    /// Sends messages, of which the last one is a question.
    pub(super) fn ask(&mut self, messages: String) -> Result<(), String> {
        if let Ok(line) = self.lines.try_recv() {
            let line = line.map_or_else(str::to_owned, |line| super::shortened(&line));
            return Err(format!("answered without being asked: `{line}`"));
        }
        self.reply(messages, Duration::ZERO)
    }

    /// Sends what the program asked for, which may have asked for more without reading the last reply.
    pub(super) fn reply(&mut self, mut messages: String, within: Duration) -> Result<(), String> {
        let is_sent =
            self::within(within, || match self.input.try_send(mem::take(&mut messages)) {
                Err(TrySendError::Full(unsent)) => {
                    messages = unsent;
                    false
                }
                // A program that closed its input may have ended: its output shows that.
                Ok(()) | Err(TrySendError::Disconnected(_)) => true,
            });
        if is_sent { Ok(()) } else { Err("does not read what it is told".to_owned()) }
    }

    /// Waits for a line, for the rest of the time that the program has had since `begin`.
    pub(super) fn hear(&mut self, begin: Instant, limit: Duration) -> Result<String, String> {
        let read =
            |line: Result<String, &str>| line.map_err(|error| format!("gave no answer: {error}"));
        loop {
            let rest = limit.saturating_sub(begin.elapsed());
            match self.lines.recv_timeout(rest.min(LOOK)) {
                Ok(line) => return read(line),
                Err(RecvTimeoutError::Disconnected) => return Err(self.obituary(false)),
                Err(RecvTimeoutError::Timeout) if self.program.has_ended() => {
                    // What it wrote before may still be read, or its output end.
                    return match self.lines.recv_timeout(GRACE) {
                        Ok(line) => read(line),
                        Err(error) => Err(self.obituary(error == RecvTimeoutError::Timeout)),
                    };
                }
                Err(RecvTimeoutError::Timeout) if rest.is_zero() => return Err(self.silence(limit)),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    fn silence(&mut self, limit: Duration) -> String {
        let bytes = self.begun.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let begun = String::from_utf8_lossy(&bytes);
        // What waits in the program is written when it sees the end of its input.
        self.input = sync_channel(0).0;
        let grace = if begun.is_empty() { GRACE } else { Duration::ZERO };
        let late = self.lines.recv_timeout(grace).ok().and_then(Result::ok);
        let late = late.filter(|line| StateRequest::of(line).is_none());
        let written = match (&*begun, late) {
            ("", None) => String::new(),
            ("", Some(line)) => format!(
                ", but wrote `{}` when its input ended: it seems not to flush its output",
                super::shortened(&line)
            ),
            (line, _) => {
                format!(": it wrote `{}` without an end of line", super::shortened(line))
            }
        };
        format!("gave no answer in {} ms{written}{}", limit.as_millis(), self.last_words())
    }

    /// How a program that ended or closed its output ended. `is_open`: its output did not.
    fn obituary(&mut self, is_open: bool) -> String {
        let ended = match self.program.status() {
            Some(status) if is_open => {
                format!("ended ({status}), but a process that it started kept its output open")
            }
            Some(status) => format!("ended ({status})"),
            None => "closed its standard output".to_owned(),
        };
        within(GRACE, || self.listener.is_finished());
        ended + &self.last_words()
    }

    fn last_words(&self) -> String {
        let mut lines = self.heard.lock().unwrap_or_else(PoisonError::into_inner);
        match &*lines.make_contiguous() {
            [] => String::new(),
            lines => format!("; its last words: {}", lines.join(" / ")),
        }
    }
}

/// A stream of which the beginning of a line is noted, as it may have no end.
struct Noted<R> {
    from: R,
    begun: Begun,
}

impl<R: Read> Read for Noted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.from.read(buffer)?;
        let mut new = &buffer[..count];
        let mut begun = self.begun.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(end) = new.iter().rposition(|&byte| byte == b'\n') {
            begun.clear();
            new = &new[end + 1..];
        }
        let room = (LONGEST as usize).saturating_sub(begun.len());
        begun.extend_from_slice(&new[..room.min(new.len())]);
        Ok(count)
    }
}

fn write(mut to: impl Write, messages: &Receiver<String>) {
    for message in messages {
        if to.write_all(message.as_bytes()).and_then(|()| to.flush()).is_err() {
            return;
        }
    }
}

fn read(from: impl Read, lines: &SyncSender<Result<String, &'static str>>) {
    for line in self::lines(from) {
        let is_last = line == Err(TOO_LONG);
        if lines.send(line).is_err() || is_last {
            return;
        }
    }
}

pub(super) fn lines(from: impl Read) -> impl Iterator<Item = Result<String, &'static str>> {
    let mut reader = BufReader::new(from);
    std::iter::from_fn(move || next_line(&mut reader))
        .map(|line| line.and_then(|bytes| String::from_utf8(bytes).map_err(|_| "it is no UTF-8")))
}

fn listen(from: impl Read, heard: &Mutex<VecDeque<String>>) {
    let mut reader = BufReader::new(from);
    while let Some(line) = next_line(&mut reader) {
        let Ok(bytes) = line else { continue };
        let line = super::shortened(String::from_utf8_lossy(&bytes).trim());
        let mut lines = heard.lock().unwrap_or_else(PoisonError::into_inner);
        if lines.len() == KEPT {
            lines.pop_front();
        }
        if !line.is_empty() {
            lines.push_back(line);
        }
    }
}

/// A line without its end; `None` at the end of the stream, or if it breaks.
fn next_line(reader: &mut impl BufRead) -> Option<Result<Vec<u8>, &'static str>> {
    let mut bytes = Vec::new();
    reader.by_ref().take(LONGEST + 1).read_until(b'\n', &mut bytes).ok()?;
    if bytes.is_empty() {
        return None;
    }
    while let Some(b'\n' | b'\r') = bytes.last() {
        bytes.pop();
    }
    let fits = bytes.len() as u64 <= LONGEST;
    Some(if fits { Ok(bytes) } else { Err(TOO_LONG) })
}
