//! Errors of the engine. File names and line numbers are added by the code that read the file.

use serde_json::Value;
use thiserror::Error;

use crate::input::beginning;

/// An action that the rules do not allow at this moment.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("action `{action}` is not legal here")]
pub struct Illegal {
    /// The action's text.
    pub action: String,
}

/// A game that goes on after the most decisions that it may have.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error(
    "the game is not over after {decisions} decisions, the most it may have (`Game::MOST_DECISIONS`)"
)]
pub struct Endless {
    /// So many.
    pub decisions: u32,
}

/// A text that is not in the game's notation.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("cannot read {what} `{text}`: {reason}")]
pub struct ParseError {
    /// What should have been read, for example `action`.
    pub what: &'static str,
    /// The text, or the beginning of a long one.
    pub text: String,
    /// Why it was refused.
    pub reason: String,
}

impl ParseError {
    /// The error for `text`.
    pub fn new(what: &'static str, text: &str, reason: impl Into<String>) -> ParseError {
        ParseError { what, text: excerpt(text), reason: reason.into() }
    }
}

/// A rule set, deal or record that cannot be used, with the key at fault (empty for the whole).
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{}{reason}", self.subject())]
pub struct KeyError {
    /// Path of the key, for example `tiles.left_ends`.
    pub key: String,
    /// The value that was refused, if it is reported with the key.
    pub value: Option<Box<str>>,
    /// Why it was refused.
    pub reason: String,
}

impl KeyError {
    /// The error for `key`.
    pub fn new(key: impl Into<String>, reason: impl Into<String>) -> KeyError {
        KeyError { key: key.into(), value: None, reason: reason.into() }
    }

    /// The error for `key` with its value, as in `--set`: `key=value`.
    pub fn refused(key: impl Into<String>, value: &Value, reason: impl Into<String>) -> KeyError {
        let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        KeyError { value: Some(excerpt(&text).into()), ..KeyError::new(key, reason) }
    }

    /// The same for a value of the wrong type: a text has its quotes, so that `"4"` is not taken for a number.
    pub fn mistyped(key: impl Into<String>, value: &Value, reason: impl Into<String>) -> KeyError {
        let quoted = value.as_str().map(|text| Value::from(format!("{text:?}")));
        KeyError::refused(key, quoted.as_ref().unwrap_or(value), reason)
    }

    /// The error under the key of the part that contains it: `[3]` under `stacks` is `stacks[3]`.
    #[must_use]
    pub fn under(mut self, part: &str) -> KeyError {
        self.key = path(part, &self.key);
        self
    }

    fn subject(&self) -> String {
        match &self.value {
            Some(value) if self.key.is_empty() => format!("{value}: "),
            Some(value) => format!("{}={value}: ", self.key),
            None if self.key.is_empty() => String::new(),
            None => format!("key `{}`: ", self.key),
        }
    }
}

/// The beginning of a text, enough to recognise it.
pub(crate) fn excerpt(text: &str) -> String {
    beginning(text, 60)
}

/// The key `name` in the part called `part`; the whole has no name.
pub(crate) fn path(part: &str, name: &str) -> String {
    let dot = if part.is_empty() || name.is_empty() || name.starts_with('[') { "" } else { "." };
    [part, dot, name].concat()
}

/// Whether `key` is that of `part`, or of something in it.
pub(crate) fn is_within(key: &str, part: &str) -> bool {
    key.strip_prefix(part).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
}
