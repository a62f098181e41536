//! The error of a file whose bytes are not those that were written.

use std::io;

use thiserror::Error;

pub const CHANGED: &str = "its bytes are not those that were written";

#[derive(Error, Debug)]
#[error("{CHANGED}")]
pub struct Changed;

pub fn is_change(error: &io::Error) -> bool {
    error.get_ref().is_some_and(|inner| inner.is::<Changed>())
}
