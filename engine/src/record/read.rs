//! Reading one line: keys in any order, with all checks that need no knowledge of the game.

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

use serde::de::{Error as _, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value};

use super::{Decision, FORMAT, Record, RecordError, VERSION};
use crate::input;
use crate::seat::{MAX_SEATS, Seat};

pub(super) const KEYS: [&str; 14] = [
    "format",
    "version",
    "game",
    "rules",
    "rule_set",
    "players",
    "agents",
    "seed",
    "game_index",
    "deal",
    "decisions",
    "scorings",
    "result",
    "breakdown",
];

/// The id of the game that a record line holds, without reading the rest of it.
///
/// # Errors
/// Text that is not a JSON object, and a missing or wrong `game`.
pub fn peek_game(line: &str) -> Result<String, RecordError> {
    #[derive(Deserialize)]
    struct Peek {
        game: Option<Value>,
    }
    let peek: Peek = serde_json::from_str(line).map_err(|error| not_json(&error))?;
    match peek.game {
        Some(Value::String(game)) => Ok(game),
        Some(found) => Err(wrong("game", "a string", &found)),
        None => Err(missing("game")),
    }
}

/// Reads one line.
///
/// # Errors
/// Names the key: text that is not a JSON object, another format or version, unknown, repeated or
/// missing keys, values of the wrong type, lists that do not have one entry per seat.
impl FromStr for Record {
    type Err = RecordError;

    fn from_str(line: &str) -> Result<Record, RecordError> {
        let Unrepeated(map) = serde_json::from_str(line).map_err(|error| not_json(&error))?;
        let mut fields = Fields(map);
        // First check that this is a record, and of a version whose other keys are known.
        let format = fields.text("format")?;
        if format != FORMAT {
            return Err(wrong("format", &format!("`{FORMAT}`"), &Value::String(format)));
        }
        let version = fields.take("version")?;
        if version.as_u64() != Some(VERSION) {
            return Err(wrong("version", &VERSION.to_string(), &version));
        }
        if let Some(key) = fields.0.keys().find(|key| !KEYS.contains(&key.as_str())) {
            return Err(RecordError::new(key, "a record has no such key"));
        }
        fields.record()
    }
}

/// The top level of a line; a repeated key is an error instead of hiding the first one.
struct Unrepeated(Map<String, Value>);

impl<'de> Deserialize<'de> for Unrepeated {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Unrepeated, D::Error> {
        struct Collect;
        impl<'de> Visitor<'de> for Collect {
            type Value = Unrepeated;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a JSON object")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<Unrepeated, A::Error> {
                let (mut map, mut seen) = (Map::new(), BTreeSet::new());
                while let Some((key, value)) = access.next_entry::<String, Value>()? {
                    if !seen.insert(key.clone()) {
                        return Err(A::Error::custom(format_args!("key `{key}` is given twice")));
                    }
                    map.insert(key, value);
                }
                Ok(Unrepeated(map))
            }
        }
        deserializer.deserialize_map(Collect)
    }
}

/// The values that have not been taken yet.
struct Fields(Map<String, Value>);

impl Fields {
    fn record(mut self) -> Result<Record, RecordError> {
        let game = self.text("game")?;
        let rules = self.text("rules")?;
        let rule_set = self.object("rule_set")?;
        let players = self.take("players")?;
        let players = match players.as_u64() {
            Some(n) if (1..=MAX_SEATS as u64).contains(&n) => n as usize,
            _ => return Err(wrong("players", &format!("1 to {MAX_SEATS}"), &players)),
        };
        let agents = self.list("agents", "strings", |_, value| match value {
            Value::String(text) => Ok(text),
            _ => Err(value),
        })?;
        one_per_seat("agents", agents.len(), players)?;
        let seed = self.text("seed")?;
        let seed = decimal(&seed)
            .ok_or_else(|| wrong("seed", "a decimal number below 2^64", &Value::String(seed)))?;
        let game_index = self.take("game_index")?;
        let game_index =
            game_index.as_u64().ok_or_else(|| wrong("game_index", "an integer", &game_index))?;
        let deal = self.object("deal")?;
        let decisions =
            self.list("decisions", "[seat, \"action\", legal]", |_, v| decision(v, players))?;
        let scorings = self.list("scorings", "values", |_, value| Ok(value))?;
        let result = self.object("result")?;
        for (key, value) in &result {
            let key = format!("result.{key}");
            let list = value.as_array().ok_or_else(|| wrong(&key, "a list", value))?;
            one_per_seat(&key, list.len(), players)?;
        }
        let breakdown = self.list("breakdown", "objects", |_, value| match value {
            Value::Object(map) => Ok(map),
            _ => Err(value),
        })?;
        one_per_seat("breakdown", breakdown.len(), players)?;
        Ok(Record {
            game,
            rules,
            rule_set,
            players,
            agents,
            seed,
            game_index,
            deal,
            decisions,
            scorings,
            result,
            breakdown,
        })
    }

    fn take(&mut self, key: &str) -> Result<Value, RecordError> {
        self.0.get_mut(key).map(Value::take).ok_or_else(|| missing(key))
    }

    fn text(&mut self, key: &str) -> Result<String, RecordError> {
        match self.take(key)? {
            Value::String(text) => Ok(text),
            found => Err(wrong(key, "a string", &found)),
        }
    }

    fn object(&mut self, key: &str) -> Result<Map<String, Value>, RecordError> {
        match self.take(key)? {
            Value::Object(map) => Ok(map),
            found => Err(wrong(key, "an object", &found)),
        }
    }

    /// A list whose entries `read` accepts; returns an entry that it refuses.
    fn list<T>(
        &mut self,
        key: &str,
        of: &str,
        read: impl Fn(usize, Value) -> Result<T, Value>,
    ) -> Result<Vec<T>, RecordError> {
        match self.take(key)? {
            Value::Array(list) => list
                .into_iter()
                .enumerate()
                .map(|(index, value)| {
                    read(index, value)
                        .map_err(|found| wrong(&format!("{key}[{index}]"), of, &found))
                })
                .collect(),
            found => Err(wrong(key, &format!("a list of {of}"), &found)),
        }
    }
}

fn decision(value: Value, players: usize) -> Result<Decision, Value> {
    if let Value::Array(list) = &value
        && let [seat, Value::String(action), legal] = list.as_slice()
        && let Some(seat) = seat.as_u64().filter(|&seat| seat < players as u64)
        && let Some(legal) = legal.as_u64().and_then(|legal| u32::try_from(legal).ok())
    {
        return Ok(Decision { seat: Seat::new(seat as usize), action: action.clone(), legal });
    }
    Err(value)
}

fn one_per_seat(key: &str, entries: usize, players: usize) -> Result<(), RecordError> {
    if entries == players {
        return Ok(());
    }
    Err(RecordError::new(key, format!("expected {players} entries, one per seat, found {entries}")))
}

/// Only digits: no sign, no blanks.
fn decimal(text: &str) -> Option<u64> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok()).flatten()
}

fn missing(key: &str) -> RecordError {
    RecordError::new(key, "is missing")
}

pub(super) fn wrong(key: &str, expected: &str, found: &Value) -> RecordError {
    RecordError::new(key, format!("expected {expected}, found {}", excerpt(found)))
}

/// The beginning of a value, enough to find it in its line.
pub(super) fn excerpt(value: &Value) -> String {
    const LONGEST: usize = 60;
    let text = value.to_string();
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text,
    }
}

fn not_json(error: &serde_json::Error) -> RecordError {
    // The caller knows the number of the line.
    let reason = match error.to_string().starts_with("invalid type") {
        true => "is no record, which is an object of JSON".to_owned(),
        false => input::not_json(error),
    };
    RecordError::new("", reason)
}
