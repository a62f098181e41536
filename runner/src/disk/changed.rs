//! The error of a file whose bytes are not those that were written.

use std::{fmt, fmt::Display, io};

pub const CHANGED: &str = "its bytes are not those that were written";

#[derive(Clone, Copy, Debug)]
pub struct Changed;

impl Display for Changed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(CHANGED)
    }
}

impl std::error::Error for Changed {}

pub fn is_change(error: &io::Error) -> bool {
    error.get_ref().is_some_and(|inner| inner.is::<Changed>())
}
