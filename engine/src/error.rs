//! Errors of the engine. File names and line numbers are added by whoever read the file.

use thiserror::Error;

/// An action that the rules do not allow at this moment.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("action `{action}` is not legal here")]
pub struct Illegal {
    /// The action's text.
    pub action: String,
}

/// A text that is not in the game's notation.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("cannot read {what} `{text}`: {reason}")]
pub struct ParseError {
    /// What was to be read, for example `action`.
    pub what: &'static str,
    /// The text as it was given.
    pub text: String,
    /// Why it was refused.
    pub reason: String,
}

impl ParseError {
    /// The error for `text`.
    pub fn new(what: &'static str, text: &str, reason: impl Into<String>) -> ParseError {
        ParseError { what, text: text.to_owned(), reason: reason.into() }
    }
}

/// A rule set, deal or record that cannot be used, with the key at fault (empty for the whole).
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{}{reason}", if .key.is_empty() { String::new() } else { format!("key `{}`: ", .key) })]
pub struct KeyError {
    /// Path of the key, for example `tiles.left_ends`.
    pub key: String,
    /// Why its value was refused.
    pub reason: String,
}

impl KeyError {
    /// The error for `key`.
    pub fn new(key: impl Into<String>, reason: impl Into<String>) -> KeyError {
        KeyError { key: key.into(), reason: reason.into() }
    }
}
