//! What can go wrong with a program that plays.

use std::fmt;
use std::process::ExitStatus;
use std::time::Duration;

use thiserror::Error;

use super::process::LONGEST;

/// Why a command line is none.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum CommandError {
    /// It could be split into words if there were one quote more.
    #[error("a quote in the command is not closed")]
    OpenQuote,
    /// It has no words.
    #[error("the command names no program")]
    NoProgram,
    /// No command can hold one.
    #[error("the command holds a zero byte")]
    ZeroByte,
}

/// Why a program cannot be started.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum StartError {
    /// The system refuses it; most often it is not there.
    #[error("program `{name}` cannot be started: {reason}")]
    Refused {
        /// The first word of the command.
        name: String,
        /// The words of the system.
        reason: String,
    },
    /// Its streams cannot be had.
    #[error("has no standard streams")]
    NoStreams,
    /// There are no threads for its streams.
    #[error("needs threads, and there are none: {reason}")]
    NoThreads {
        /// The words of the system.
        reason: String,
    },
}

/// What a program does wrong: the end of a sentence that begins with "a program that".
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ProgramError {
    /// It wrote a line too many.
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
    /// It is over.
    #[error("ended ({status}){last_words}")]
    Ended {
        /// How.
        status: ExitStatus,
        /// What it wrote to its standard error.
        last_words: LastWords,
    },
    /// It may go on, but cannot answer any more.
    #[error("closed its standard output{last_words}")]
    Closed {
        /// What it wrote to its standard error.
        last_words: LastWords,
    },
    /// Its line is not `{"action": "..."}`.
    #[error("answered `{line}`, which is no answer: {reason}")]
    NoAnswer {
        /// The beginning of the line.
        line: String,
        /// What is wrong with it.
        reason: String,
    },
}

/// Why a line cannot be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum LineError {
    /// Its bytes are no text.
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
