//! Reading one line: keys in any order, with all checks that need no knowledge of the game.

use std::fmt;
use std::{str::FromStr, sync::Arc};

use serde::de::{DeserializeOwned, Error as _, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value, map::Entry};

use super::rule_sets::{RULE_SET_FORMAT, RuleSets};
use super::{FORMAT, Record, RecordError, VERSION, decisions, scorings, wrong};
use crate::error::excerpt;
use crate::input;
use crate::seat::MAX_SEATS;

/// Those that every record has, but for `rule_set`, which [`RULE_SET_ID`] may replace.
pub(super) const KEYS: [&str; 13] = [
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
];
/// Only there if an agent has a name.
const NAMES: &str = "names";
/// In place of the rule set, if an earlier line of the file holds it.
const RULE_SET_ID: &str = "rule_set_id";
const BREAKDOWN: &str = "breakdown";
/// The first version, whose lines hold a rule set and a breakdown; otherwise it is read by the same rules.
const FIRST: u64 = 1;

impl RuleSets {
    /// Reads the next line of a file: a record, or nothing where it holds a rule set.
    ///
    /// # Errors
    /// As [`Record::from_str`](std::str::FromStr), and a record whose rule set is on no earlier line, and a rule set
    /// whose id another one has.
    pub fn read(&mut self, line: &str) -> Result<Option<Record>, RecordError> {
        let unread = |error: serde_json::Error| RecordError::new("", input::not_json(&error));
        let Unique(Value::Object(fields)) = serde_json::from_str(line).map_err(unread)? else {
            return Err(RecordError::new("", "is no record, which is an object of JSON"));
        };
        let mut fields = Fields(fields);
        // First check what this is, and that it is of a version whose other keys are known.
        let format: String = fields.get("format", "a string")?;
        if format == RULE_SET_FORMAT {
            let this = format_args!("{VERSION}");
            fields.get_if("version", this, |&version: &u64| version == VERSION)?;
            fields.check_keys("a rule set", &[&["format", "version", "id", "rule_set"]])?;
            return self
                .add(fields.get("id", "a string")?, fields.object("rule_set")?)
                .map(|()| None);
        }
        if format != FORMAT {
            return Err(wrong("format", &format!("`{FORMAT}`"), &Value::String(format)));
        }
        let versions = format_args!("{FIRST} or {VERSION}");
        let version =
            fields.get_if("version", versions, |it: &u64| (FIRST..=VERSION).contains(it))?;
        if version == FIRST {
            fields.check_keys("a record", &[&KEYS, &[NAMES, BREAKDOWN]])?;
            if !fields.has(BREAKDOWN) {
                return Err(RecordError::new(BREAKDOWN, "is missing"));
            }
        } else {
            fields.check_keys("a record", &[&KEYS, &[NAMES, RULE_SET_ID, BREAKDOWN]])?;
        }
        fields.record(self).map(Some)
    }
}

impl FromStr for Record {
    type Err = RecordError;

    /// Reads a line that holds its rule set. Errors name the key: text that is not a JSON object, another format or
    /// version, unknown, repeated or missing keys, values of the wrong type, lists that do not have one entry per seat.
    fn from_str(line: &str) -> Result<Record, RecordError> {
        let no_game = format!("expected `{FORMAT}`, found {RULE_SET_FORMAT:?}");
        RuleSets::default().read(line)?.ok_or_else(|| RecordError::new("format", no_game))
    }
}

/// A value in which a repeated key is an error instead of hiding the first one.
struct Unique(Value);

impl<'de> Deserialize<'de> for Unique {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Unique, D::Error> {
        deserializer.deserialize_any(UniqueVisitor).map(Unique)
    }
}

struct UniqueVisitor;

impl<'de> Visitor<'de> for UniqueVisitor {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value of JSON")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut access: A) -> Result<Value, A::Error> {
        let mut list = Vec::new();
        while let Some(Unique(value)) = access.next_element()? {
            list.push(value);
        }
        Ok(Value::Array(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<Value, A::Error> {
        let mut map = Map::new();
        while let Some((key, Unique(value))) = access.next_entry::<String, Unique>()? {
            match map.entry(key) {
                Entry::Vacant(free) => drop(free.insert(value)),
                Entry::Occupied(first) => {
                    let key = first.key();
                    return Err(A::Error::custom(format_args!("key `{key}` is given twice")));
                }
            }
        }
        Ok(Value::Object(map))
    }
}

/// The top level of a line, from which values are taken.
struct Fields(Map<String, Value>);

impl Fields {
    fn check_keys(&self, of: &str, known: &[&[&str]]) -> Result<(), RecordError> {
        let is_known = |key: &str| known.iter().any(|known| known.contains(&key));
        let unknown = self.0.keys().find(|key| !is_known(key));
        unknown.map_or(Ok(()), |key| Err(RecordError::new(key, format!("{of} has no such key"))))
    }

    fn record(&mut self, known: &RuleSets) -> Result<Record, RecordError> {
        let (game, rules) = (self.get("game", "a string")?, self.get("rules", "a string")?);
        let rule_set = self.rule_set(known)?;
        let expected = format_args!("1 to {MAX_SEATS}");
        let players = self.get_if("players", expected, |it| (1..=MAX_SEATS).contains(it))?;
        let per_seat = |key: &str, entries: usize| match entries == players {
            true => Ok(()),
            false => {
                let reason = format!("expected {players} entries, one per seat, found {entries}");
                Err(RecordError::new(key, reason))
            }
        };
        let agents: Vec<String> = self.list("agents", "strings")?;
        per_seat("agents", agents.len())?;
        let names: Vec<Option<String>> =
            if self.has(NAMES) { self.list(NAMES, "strings or null")? } else { Vec::new() };
        if !names.is_empty() {
            per_seat(NAMES, names.len())?;
        }
        let seed: String = self.get("seed", "a string")?;
        let number = "a decimal number below 2^64";
        let seed = decimal(&seed).ok_or_else(|| wrong("seed", number, &seed.into()))?;
        let game_index = self.get("game_index", "an integer")?;
        let deal = self.object("deal")?;
        let decisions = decisions::read(self.take("decisions")?, players)?;
        let scorings = scorings::read(self.take("scorings")?)?;
        let result = self.object("result")?;
        for (key, value) in &result {
            let whole = || format!("result.{key}");
            let list = value.as_array().ok_or_else(|| wrong(&whole(), "a list", value))?;
            per_seat(key, list.len()).map_err(|error| error.under("result"))?;
        }
        let untold = || vec![Map::new(); players];
        let breakdown =
            if self.has(BREAKDOWN) { self.list(BREAKDOWN, "objects")? } else { untold() };
        per_seat(BREAKDOWN, breakdown.len())?;
        Ok(Record {
            game,
            rules,
            rule_set,
            players,
            agents,
            names,
            seed,
            game_index,
            deal,
            decisions,
            scorings,
            result,
            breakdown,
        })
    }

    /// That of the line, or of the earlier line that it names.
    fn rule_set(&mut self, known: &RuleSets) -> Result<Arc<Map<String, Value>>, RecordError> {
        if !self.has(RULE_SET_ID) {
            return self.object("rule_set").map(Arc::new);
        }
        if self.has("rule_set") {
            return Err(RecordError::new(RULE_SET_ID, "the line has a rule set of its own"));
        }
        let id: String = self.get(RULE_SET_ID, "a string")?;
        let none = || format!("no earlier line holds the rule set {}", excerpt(&id));
        known.find(&id).cloned().ok_or_else(|| RecordError::new(RULE_SET_ID, none()))
    }

    fn has(&self, key: &str) -> bool {
        self.0.contains_key(key)
    }

    fn take(&mut self, key: &str) -> Result<Value, RecordError> {
        let value = self.0.get_mut(key).map(Value::take);
        value.ok_or_else(|| RecordError::new(key, "is missing"))
    }

    fn get<T: DeserializeOwned>(&mut self, key: &str, expected: &str) -> Result<T, RecordError> {
        self.get_if(key, format_args!("{expected}"), |_| true)
    }

    fn get_if<T: DeserializeOwned>(
        &mut self,
        key: &str,
        expected: fmt::Arguments<'_>,
        fits: impl Fn(&T) -> bool,
    ) -> Result<T, RecordError> {
        let value = self.take(key)?;
        let found = T::deserialize(&value).ok().filter(fits);
        found.ok_or_else(|| wrong(key, &expected.to_string(), &value))
    }

    fn object(&mut self, key: &str) -> Result<Map<String, Value>, RecordError> {
        match self.take(key)? {
            Value::Object(map) => Ok(map),
            other => Err(wrong(key, "an object", &other)),
        }
    }

    fn list<T: DeserializeOwned>(&mut self, key: &str, of: &str) -> Result<Vec<T>, RecordError> {
        let list = match self.take(key)? {
            Value::Array(list) => list,
            other => return Err(wrong(key, &format!("a list of {of}"), &other)),
        };
        let entry = |(index, value): (usize, &Value)| {
            T::deserialize(value).map_err(|_| wrong(&format!("{key}[{index}]"), of, value))
        };
        list.iter().enumerate().map(entry).collect()
    }
}

/// Only digits: no sign, no blanks.
fn decimal(text: &str) -> Option<u64> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok()).flatten()
}
