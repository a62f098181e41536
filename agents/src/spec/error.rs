use drakkar_engine::error::KeyError;
use drakkar_engine::input::meant;
use thiserror::Error;

use crate::agent::AgentError;

/// Why a specification cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("agent `{spec}`: {fault}")]
pub struct SpecError {
    /// The specification as it was given, or as short as it can be.
    pub spec: String,
    /// What is wrong with it, or with the agent that it names, in words.
    pub fault: String,
}

pub(crate) struct SpecFault(pub(crate) String);

impl SpecFault {
    pub(crate) fn of(self, spec: impl ToString) -> SpecError {
        SpecError { spec: spec.to_string(), fault: self.0 }
    }
}

/// The value of an option is wrong, or conflicts with another option.
impl From<KeyError> for SpecFault {
    fn from(error: KeyError) -> SpecFault {
        SpecFault(format!("option `{}`: {}", error.key, error.reason))
    }
}

impl From<AgentError> for SpecFault {
    fn from(error: AgentError) -> SpecFault {
        SpecFault(error.to_string())
    }
}

impl From<&str> for SpecFault {
    fn from(reason: &str) -> SpecFault {
        SpecFault(reason.to_owned())
    }
}

/// What comes with a game under a name like `file`, or under any.
pub(crate) fn or_named(what: &str, file: &str, known: &[&str]) -> String {
    match (meant(file, known.iter().copied()), known) {
        (Some(name), _) => format!("; did you mean the {what} `{name}`?"),
        (None, []) => String::new(),
        (None, known) => format!(" ({what}s with a name: {})", known.join(", ")),
    }
}
