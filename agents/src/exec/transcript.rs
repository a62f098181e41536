//! The messages to programs and their answers, in the thread that plays, kept if it asks for them.

use std::cell::RefCell;
use std::time::Duration;

/// A part of the communication with a program.
#[derive(Clone, PartialEq, Debug)]
pub enum Said {
    /// A line to the program.
    Asked(String),
    /// A line from the program, and how long it took.
    Answered(String, Duration),
    /// A line from the program that asks for something, and the one that it got.
    Requested(String, String),
    /// What was wrong with the program or its answer.
    Wrong(String),
}

thread_local! {
    static KEPT: RefCell<Option<Vec<Said>>> = const { RefCell::new(None) };
}

/// Runs a function and returns the messages of programs during it, in this thread.
pub fn of<T>(what: impl FnOnce() -> T) -> (T, Vec<Said>) {
    KEPT.set(Some(Vec::new()));
    let done = what();
    (done, KEPT.take().unwrap_or_default())
}

pub(super) fn keep(said: impl FnOnce() -> Vec<Said>) {
    KEPT.with_borrow_mut(|kept| {
        if let Some(kept) = kept {
            kept.extend(said());
        }
    });
}
