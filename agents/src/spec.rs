//! Agents as text: `random`, `greedy:weights=FILE`, `mcts:iterations=500`.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// An agent's specification; its text round-trips.
#[derive(Clone, PartialEq, Debug)]
pub enum Spec {
    /// Uniformly random play.
    Random,
}

/// Why a specification cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("agent `{spec}`: {reason}")]
pub struct SpecError {
    /// The specification as it was given.
    pub spec: String,
    /// What is wrong, naming the key.
    pub reason: String,
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Spec::Random => f.write_str("random"),
        }
    }
}

impl FromStr for Spec {
    type Err = SpecError;
    fn from_str(text: &str) -> Result<Spec, SpecError> {
        match text {
            "random" => Ok(Spec::Random),
            _ => Err(SpecError { spec: text.into(), reason: "unknown agent".into() }),
        }
    }
}
