//! What can go wrong with a program that plays.

use std::fmt;
use std::process::ExitStatus;
use std::time::Duration;

use thiserror::Error;

use super::process::LONGEST;

/// Why a command line is invalid.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum CommandError {
    /// A quote is not closed.
    #[error("a quote in the command is not closed")]
    OpenQuote,
    /// It is empty.
    #[error("the command names no program")]
    NoProgram,
    /// It contains a zero byte, which no command can.
    #[error("the command holds a zero byte")]
    ZeroByte,
}

/// Why a program cannot be started.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum StartError {
    /// The system refuses it; usually it does not exist.
    #[error("program `{name}` cannot be started: {reason}")]
    Refused {
        /// The first word of the command.
        name: String,
        /// The system's message.
        reason: String,
    },
    /// Its streams are not available.
    #[error("has no standard streams")]
    NoStreams,
    /// There are no threads for its streams.
    #[error("needs threads, and there are none: {reason}")]
    NoThreads {
        /// The system's message.
        reason: String,
    },
}

/// What a program does wrong: the end of a sentence that begins with "a program that".
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ProgramError {
    /// It wrote an unexpected line.
    #[error("answered without being asked: `{line}`")]
    Unasked {
        /// The beginning of the line, or what is wrong with it.
        line: String,
    },
    /// Its input is full.
    #[error("does not read what it is asked")]
    DoesNotRead,
    /// Its answer cannot be read.
    #[error("gave no answer: {0}")]
    Unreadable(LineError),
    /// It takes too long.
    #[error("gave no answer in {} ms{last_words}", limit.as_millis())]
    TooSlow {
        /// How long it may take.
        limit: Duration,
        /// What it wrote to its standard error.
        last_words: LastWords,
    },
    /// It wrote a line that it did not end.
    #[error("gave no answer in {} ms: it wrote `{line}` without an end of line{last_words}", limit.as_millis())]
    Unended {
        /// How long it may take.
        limit: Duration,
        /// The beginning of the line.
        line: String,
        /// What it wrote to its standard error.
        last_words: LastWords,
    },
    /// It wrote its answer only when its input ended.
    #[error(
        "gave no answer in {} ms, but wrote `{line}` when its input ended: it seems not to flush its output{last_words}",
        limit.as_millis()
    )]
    Unflushed {
        /// How long it may take.
        limit: Duration,
        /// The beginning of the line.
        line: String,
        /// What it wrote to its standard error.
        last_words: LastWords,
    },
    /// It ended.
    #[error("ended ({status}){}{last_words}", if *is_open { OPEN } else { "" })]
    Ended {
        /// How it ended.
        status: ExitStatus,
        /// Whether something that it started keeps its output open.
        is_open: bool,
        /// What it wrote to its standard error.
        last_words: LastWords,
    },
    /// It may still run, but can no longer answer.
    #[error("closed its standard output{last_words}")]
    Closed {
        /// What it wrote to its standard error.
        last_words: LastWords,
    },
    /// Its line is not `{"action": "..."}`.
    #[error("answered `{line}`, but {reason}")]
    NoAnswer {
        /// The beginning of the line.
        line: String,
        /// What is wrong with it.
        reason: String,
    },
}

/// Of a program that ended.
const OPEN: &str = ", but a process that it started kept its output open";

/// Why a line cannot be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum LineError {
    /// Its bytes are not text.
    #[error("it is no UTF-8")]
    NoText,
    /// It has too many bytes.
    #[error("a line has more than {LONGEST} bytes")]
    TooLong,
}

/// The last lines that a program wrote to its standard error; there may be none.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LastWords(pub Vec<String>);

impl fmt::Display for LastWords {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.as_slice() {
            [] => Ok(()),
            lines => write!(f, "; its last words: {}", lines.join(" / ")),
        }
    }
}
