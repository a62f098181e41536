//! What a program writes while it is asked: its answer, or a request.

use drakkar_engine::data::read;
use drakkar_engine::error::KeyError;
use drakkar_engine::input::without_mark;
use serde::de::{Error, IgnoredAny, Unexpected};
use serde::{Deserialize, Deserializer};
use serde_json::{Value, json};

/// To be read with `flatten`, it must be an object; a second `action` is refused.
#[derive(Deserialize)]
pub(super) struct ProgramLine {
    pub(super) action: Option<Value>,
    draw: Option<IgnoredAny>,
    #[serde(flatten)]
    _ignored: IgnoredAny,
}

impl ProgramLine {
    pub(super) fn of(line: &str) -> Result<ProgramLine, serde_json::Error> {
        serde_json::from_slice(without_mark(line.as_bytes()))
    }
}

/// Asks about a state that agrees with what the seat knows. It is the whole question: requests follow from no others.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct StateRequest {
    #[serde(deserialize_with = "seed")]
    pub(super) draw: u64,
    /// Actions that lead from it to another one.
    #[serde(default)]
    pub(super) path: Vec<String>,
    /// Whether the game is then played on to its end.
    pub(super) playout: Option<PlayoutRequest>,
    /// The seat from which the state is shown, if it is.
    pub(super) view: Option<usize>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PlayoutRequest {
    pub(super) agent: String,
    #[serde(deserialize_with = "seed")]
    pub(super) seed: u64,
}

/// A number of which JSON in many languages keeps only the first digits.
fn seed<'de, D: Deserializer<'de>>(from: D) -> Result<u64, D::Error> {
    let text = String::deserialize(from)?;
    let wrong = || D::Error::invalid_value(Unexpected::Str(&text), &"a 64-bit number as text");
    text.parse().map_err(|_| wrong())
}

impl StateRequest {
    /// The request in a line, or what is wrong with it; `None` if it is none.
    pub(super) fn of(line: &str) -> Option<Result<StateRequest, KeyError>> {
        let written = ProgramLine::of(line).ok()?;
        if written.action.is_some() || written.draw.is_none() {
            return None;
        }
        let value: Value = serde_json::from_slice(without_mark(line.as_bytes())).ok()?;
        Some(read(&value))
    }
}

/// The reply to a request that cannot be answered.
pub(super) fn error(error: &KeyError) -> Value {
    json!({ "type": "error", "error": error.to_string() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_no_requests() {
        for line in [r#"{"action":"bid 1","draw":"1"}"#, r#"{"draws":"1"}"#, "[1]", "draw", "{"] {
            assert!(StateRequest::of(line).is_none(), "{line}");
        }
        let line = r#"{"draw":"18446744073709551615","playout":{"agent":"greedy","seed":"0"}}"#;
        let request = StateRequest::of(line).unwrap().unwrap_or_else(|error| panic!("{error}"));
        assert_eq!((request.draw, request.path.len(), request.view), (u64::MAX, 0, None));
        assert_eq!(request.playout.map(|playout| playout.agent), Some("greedy".to_owned()));
    }

    #[test]
    fn mistakes_name_the_key() {
        for (line, told) in [
            (r#"{"draw":17}"#, "draw=17: must be a text"),
            (r#"{"draw":"-1"}"#, "draw=\"-1\": must be a 64-bit number as text"),
            (r#"{"draw":"1","paht":[]}"#, "key `paht`: there is no such key; did you mean `path`?"),
            (r#"{"draw":"1","path":["x",3]}"#, "path[1]=3: must be a text"),
            (r#"{"draw":"1","view":-1}"#, "view=-1: must be a whole number, 0 or more"),
            (r#"{"draw":"1","playout":{"agent":"greedy"}}"#, "key `playout.seed`: is missing"),
        ] {
            let error = StateRequest::of(line).unwrap().map(drop).unwrap_err();
            assert_eq!(error.to_string(), told, "{line}");
        }
    }
}
