//! What was said to programs and what they answered, kept for whoever tests one. Programs are asked in the
//! thread that plays, so a thread has a transcript of its own, and none unless it asks for it.

use std::cell::RefCell;
use std::time::Duration;

/// A part of the talk with a program.
#[derive(Clone, PartialEq, Debug)]
pub enum Said {
    /// A line to the program.
    Asked(String),
    /// A line of the program, and how long it took.
    Answered(String, Duration),
    /// What was wrong with the program or its answer.
    Wrong(String),
}

thread_local! {
    static KEPT: RefCell<Option<Vec<Said>>> = const { RefCell::new(None) };
}

/// Does something and gives what was said to programs meanwhile, in this thread.
pub fn of<T>(what: impl FnOnce() -> T) -> (T, Vec<Said>) {
    KEPT.set(Some(Vec::new()));
    let done = what();
    (done, KEPT.take().unwrap_or_default())
}

/// Keeps lines if they are wanted.
pub(super) fn keep(said: impl FnOnce() -> Vec<Said>) {
    KEPT.with_borrow_mut(|kept| {
        if let Some(kept) = kept {
            kept.extend(said());
        }
    });
}
