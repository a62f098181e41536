//! What can stop a command, and its exit code.

use std::borrow::Cow;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use drakkar_engine::input::{for_terminal, refusal};
use thiserror::Error;

use crate::disk::{changed, made};

/// Tells the user something on standard error. All of it goes through here, since texts that others wrote may be
/// in it: answers of programs, names of agents and files.
pub(crate) fn tell(text: &str) {
    const LINES: usize = 100;
    let mut lines: Vec<&str> = text.splitn(LINES + 1, '\n').collect();
    if let Some((_, last)) = lines.get(LINES).and_then(|rest| rest.rsplit_once('\n')) {
        lines.splice(LINES.., ["[...]", last]);
    }
    let lines: Vec<Cow<'_, str>> = lines.into_iter().map(shortened).collect();
    // Where nobody can be told, the work goes on.
    let _ = writeln!(std::io::stderr(), "drakkar: {}", for_terminal(&lines.join("\n")));
}

/// A line as far as anybody reads it: what it quotes may be megabytes long. What is wrong with that stands behind it.
fn shortened(line: &str) -> Cow<'_, str> {
    const HEAD: usize = 3000;
    const TAIL: usize = 1000;
    let head = line.char_indices().nth(HEAD).map(|(end, _)| end);
    let tail = line.char_indices().nth_back(TAIL - 1).map(|(begin, _)| begin);
    match (head, tail) {
        (Some(head), Some(tail)) if head < tail => {
            Cow::Owned(format!("{} [...] {}", &line[..head], &line[tail..]))
        }
        _ => Cow::Borrowed(line),
    }
}

/// How many mistakes of one kind a command tells one by one.
pub(crate) const TOLD: u64 = 20;

fn first_of(reasons: &[String]) -> String {
    let (first, rest) = reasons.split_at(reasons.len().min(TOLD as usize));
    let more = if rest.is_empty() { String::new() } else { format!("\n  and {} more", rest.len()) };
    first.join("\n  ") + &more
}

fn failed_games(failed: u64, lost: u64, games: u64) -> String {
    let lost = (lost > 0)
        .then(|| format!("agents failed in {lost} of {games} games, which count as lost"));
    let failed = (failed > 0).then(|| {
        let left_out = "are left out, with the other games of their matchups on the same deals";
        format!("{failed} of {games} games failed and {left_out}")
    });
    lost.into_iter().chain(failed).collect::<Vec<_>>().join("; ")
}

/// Why a command did not do everything requested.
#[derive(Debug, Error)]
#[allow(missing_docs)] // of fields: the texts say what they are
pub enum Error {
    /// A flag or argument cannot be used.
    #[error("{flag}: {reason}")]
    Flag { flag: String, reason: String },
    /// A file or folder that was named by the user cannot be used as it is.
    #[error("{}: {reason}", path.display())]
    Input { path: PathBuf, reason: String },
    /// The operating system refused.
    #[error("cannot {doing} {}: {}", path.display(), refusal(source))]
    File { doing: &'static str, path: PathBuf, source: std::io::Error },
    /// Everything was written, but some games were not completed, or agents failed in some.
    #[error("{}", failed_games(*failed, *lost, *games))]
    FailedGames { failed: u64, lost: u64, games: u64 },
    /// So many games failed that the run was ended.
    #[error(
        "stopped, because {failed} of {games} games failed; with --keep-going the run continues\n{causes}"
    )]
    Failing { failed: u64, games: u64, causes: String },
    /// An agent failed in all games that were played so far, so that the run was ended.
    #[error(
        "stopped, because agent {agent} failed in each of the first {games} games that this command played \
         with it; with --keep-going the run continues\n{causes}"
    )]
    NeverPlays { agent: String, games: u64, causes: String },
    /// A single game was not completed, or a single decision not answered.
    #[error("{0}")]
    Unfinished(String),
    /// Some records are wrong; each has been reported.
    #[error("{rejected} of {records} records rejected")]
    Rejected { rejected: u64, records: u64 },
    /// A run is refused; each of the first reasons is a line.
    #[error("{what}:\n  {}", first_of(reasons))]
    Refused { what: String, reasons: Vec<String> },
    /// Another process is at work where this one wants to be alone.
    #[error(
        "{}: another drakkar is at work here; try again when it is done (`drakkar plan` and `drakkar work` \
         share a run between processes)",
        path.display()
    )]
    Busy { path: PathBuf },
    /// The deadline was reached.
    #[error("deadline reached; {0}")]
    Deadline(String),
    /// Ctrl-C.
    #[error("interrupted; {0}")]
    Interrupted(String),
}

impl Error {
    /// A flag that cannot be used.
    pub fn flag(flag: impl Into<String>, reason: impl ToString) -> Error {
        Error::Flag { flag: flag.into(), reason: reason.to_string() }
    }

    /// A file or folder that cannot be used.
    pub fn input(path: &Path, reason: impl ToString) -> Error {
        Error::Input { path: path.to_owned(), reason: reason.to_string() }
    }

    /// A file that was named by the user and cannot be read.
    pub fn unread(path: &Path, error: &std::io::Error) -> Error {
        if changed::is_change(error) {
            let reason = "is not as it was written, by manifest.json beside it; to use it as it is now, copy it to \
                          another folder";
            return Error::input(path, reason);
        }
        match error.kind() {
            ErrorKind::StaleNetworkFileHandle | ErrorKind::TimedOut | ErrorKind::ResourceBusy => {
                Error::file("read", path)(error.kind().into())
            }
            // EIO has no kind of its own.
            _ if error.raw_os_error() == Some(5) => {
                Error::file("read", path)(std::io::Error::from_raw_os_error(5))
            }
            _ => Error::input(path, refusal(error)),
        }
    }

    /// Turns an error of the operating system into one that names the file.
    pub fn file(doing: &'static str, path: &Path) -> impl FnOnce(std::io::Error) -> Error {
        let path = path.to_owned();
        move |source| match made::has(&path) {
            true => Error::made(doing, &path)(source),
            false => Error::File { doing, path, source },
        }
    }

    /// The same for what this process has just made: whoever may not use that now, may the next time.
    pub fn made(doing: &'static str, path: &Path) -> impl FnOnce(std::io::Error) -> Error {
        let path = path.to_owned();
        move |source| {
            let denied = source.kind() == ErrorKind::PermissionDenied;
            let source = if denied { std::io::Error::other(source) } else { source };
            Error::File { doing, path, source }
        }
    }

    /// 1 if games, decisions or records failed, 2 for a wrong command or input, or a program that cannot
    /// play, 3 if a run was refused, 75 if trying again, perhaps on another machine, may help (files that cannot
    /// be read or written, the deadline, another process at work), 130 after Ctrl-C.
    pub fn exit_code(&self) -> u8 {
        use ErrorKind::{
            AlreadyExists, InvalidFilename, IsADirectory, NotADirectory, PermissionDenied,
        };
        match self {
            Error::Flag { .. } | Error::Input { .. } | Error::NeverPlays { .. } => 2,
            Error::File { source, .. } => match source.kind() {
                // Another kind of thing is in the way, nobody may write there, or the name is too long: retrying does not help.
                AlreadyExists | InvalidFilename | IsADirectory | NotADirectory
                | PermissionDenied => 2,
                _ => 75,
            },
            Error::Deadline(_) | Error::Busy { .. } => 75,
            Error::Refused { .. } => 3,
            Error::Interrupted(_) => 130,
            _ => 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn what_may_help_is_tried_again() {
        let path = Path::new("there");
        let error = std::io::Error::from_raw_os_error;
        let (eio, eacces, enoent) = (5, 13, 2);
        let stale = || std::io::Error::from(ErrorKind::StaleNetworkFileHandle);
        let codes = |error: fn(i32) -> std::io::Error, number: i32| {
            let file = Error::file("read", path)(error(number));
            let made = Error::made("read", path)(error(number));
            assert_eq!(file.to_string(), made.to_string());
            [file, made, Error::unread(path, &error(number))].map(|error| error.exit_code())
        };
        assert_eq!(codes(error, eio), [75, 75, 75]);
        // A right that is missing stays so, except for what this process has just made.
        assert_eq!(codes(error, eacces), [2, 75, 2]);
        // What is needed was there; what a user names has to be.
        assert_eq!(codes(error, enoent), [75, 75, 2]);
        let stale = [Error::file("read", path)(stale()), Error::unread(path, &stale())];
        assert_eq!(stale.map(|error| error.exit_code()), [75, 75]);
    }
}
