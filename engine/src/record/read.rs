//! Reading one line: keys in any order, with all checks that need no knowledge of the game.

use std::fmt;
use std::{str::FromStr, sync::Arc};

use serde::de::{DeserializeOwned, Error as _, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value};

use super::rule_sets::{RULE_SET_FORMAT, RuleSets};
use super::{Breakdown, FORMAT, Record, RecordError, VERSION, decisions, scorings, wrong};
use crate::error::excerpt;
use crate::input;
use crate::seat::MAX_SEATS;

/// Those of a record with all that it may have, but for [`NAMES`] and [`RULE_SET_ID`].
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
/// Only there if an agent has a name.
const NAMES: &str = "names";
/// In place of the rule set, if an earlier line of the file holds it.
const RULE_SET_ID: &str = "rule_set_id";
const BREAKDOWN: &str = "breakdown";
/// Of a line that is not read as a record although no key of it has a fault. There is no such line.
pub(super) const NO_FAULT: &str = "cannot be read";
/// The first version, whose lines have all of [`KEYS`].
const FIRST: u64 = 1;

impl RuleSets {
    /// Reads the next line of a file: a record, or nothing where it holds a rule set.
    ///
    /// # Errors
    /// As [`Record::from_str`](std::str::FromStr), and a record whose rule set is on no earlier line, and a rule set
    /// whose id another one has.
    pub fn read(&mut self, line: &str) -> Result<Option<Record>, RecordError> {
        if let Some(record) = Typed::read(line, self) {
            return Ok(Some(record));
        }
        let (id, rule_set) = Fields::read(line, self)?;
        self.add(id, rule_set).map(|()| None)
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

/// A record as what its keys hold, which is read several times as fast as values of any kind. Any other line is read
/// again as [`Fields`], which hold a rule set, or tell why it is refused.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Typed {
    format: String,
    version: u64,
    game: String,
    rules: String,
    #[serde(default, deserialize_with = "given")]
    rule_set: Option<Map<String, Value>>,
    #[serde(default, deserialize_with = "given")]
    rule_set_id: Option<String>,
    players: usize,
    agents: Vec<String>,
    #[serde(default)]
    names: Vec<Option<String>>,
    seed: String,
    game_index: u64,
    deal: Map<String, Value>,
    decisions: Value,
    scorings: Value,
    result: Map<String, Value>,
    #[serde(default, deserialize_with = "given")]
    breakdown: Option<Vec<Breakdown>>,
}

impl Typed {
    pub(super) fn read(line: &str, rule_sets: &RuleSets) -> Option<Record> {
        // A list of the values without their keys would be read as well.
        let line = Some(line).filter(|line| line.trim_start().starts_with('{'))?;
        let read: Typed = serde_json::from_str(line).ok()?;
        let players = read.players;
        let is_record = read.format == FORMAT && (FIRST..=VERSION).contains(&read.version);
        let is_first = read.version == FIRST;
        let rule_set = match (read.rule_set, read.rule_set_id) {
            (Some(rule_set), None) => Arc::new(rule_set),
            (None, Some(id)) if !is_first => rule_sets.find(&id)?.clone(),
            _ => return None,
        };
        let untold = || vec![Breakdown::default(); players.min(MAX_SEATS)];
        let breakdown = read.breakdown.or_else(|| (!is_first).then(untold))?;
        let by_seat = [read.agents.len(), breakdown.len()];
        let of_result = |list: &Value| list.as_array().is_some_and(|list| list.len() == players);
        let fits = is_record
            && (1..=MAX_SEATS).contains(&players)
            && by_seat == [players; 2]
            && [0, players].contains(&read.names.len())
            && read.result.values().all(of_result);
        let seed = decimal(&read.seed).filter(|_| fits)?;
        Some(Record {
            game: read.game,
            rules: read.rules,
            rule_set,
            players,
            agents: read.agents,
            names: read.names,
            seed,
            game_index: read.game_index,
            deal: read.deal,
            decisions: decisions::read(read.decisions, players, is_first).ok()?,
            scorings: scorings::read(read.scorings, is_first).ok()?,
            result: read.result,
            breakdown,
        })
    }
}

/// A key that may be missing, but not `null`.
fn given<'de, D: Deserializer<'de>, T: Deserialize<'de>>(key: D) -> Result<Option<T>, D::Error> {
    T::deserialize(key).map(Some)
}

/// The top level of a line; a repeated key is an error instead of hiding the first one.
pub(super) struct Fields(Map<String, Value>);

impl<'de> Deserialize<'de> for Fields {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Fields, D::Error> {
        struct Collect;
        impl<'de> Visitor<'de> for Collect {
            type Value = Fields;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a JSON object")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<Fields, A::Error> {
                let mut map = Map::new();
                while let Some((key, value)) = access.next_entry::<String, Value>()? {
                    if map.contains_key(&key) {
                        return Err(A::Error::custom(format_args!("key `{key}` is given twice")));
                    }
                    map.insert(key, value);
                }
                Ok(Fields(map))
            }
        }
        deserializer.deserialize_map(Collect)
    }
}

impl Fields {
    /// The id and the values of a rule set; of a line that is no record either, what is wrong with it.
    pub(super) fn read(
        line: &str,
        rule_sets: &RuleSets,
    ) -> Result<(String, Map<String, Value>), RecordError> {
        let fields: Fields = serde_json::from_str(line).map_err(|error| not_json(&error))?;
        // First check what this is, and that it is of a version whose other keys are known.
        let format: String = fields.get("format", "a string")?;
        if format == RULE_SET_FORMAT {
            fields.get_if("version", &VERSION.to_string(), |&version: &u64| version == VERSION)?;
            fields.check_keys("a rule set", |key| {
                ["format", "version", "id", "rule_set"].contains(&key)
            })?;
            return Ok((fields.get("id", "a string")?, fields.object("rule_set")?.clone()));
        }
        if format != FORMAT {
            return Err(wrong("format", &format!("`{FORMAT}`"), &Value::String(format)));
        }
        let versions = format!("{FIRST} or {VERSION}");
        let known = |version: &u64| (FIRST..=VERSION).contains(version);
        let is_first = fields.get_if("version", &versions, known)? == FIRST;
        fields.check_keys("a record", |key| {
            key == NAMES || key == RULE_SET_ID && !is_first || KEYS.contains(&key)
        })?;
        fields.check_record(is_first, rule_sets)?;
        Err(RecordError::new("", NO_FAULT))
    }

    fn check_keys(&self, of: &str, has: impl Fn(&str) -> bool) -> Result<(), RecordError> {
        let unknown = self.0.keys().find(|key| !has(key));
        unknown.map_or(Ok(()), |key| Err(RecordError::new(key, format!("{of} has no such key"))))
    }

    fn check_record(&self, is_first: bool, rule_sets: &RuleSets) -> Result<(), RecordError> {
        self.get::<String>("game", "a string")?;
        self.get::<String>("rules", "a string")?;
        self.check_rule_set(rule_sets)?;
        let range = 1..=MAX_SEATS;
        let expected = format!("1 to {MAX_SEATS}");
        let players = self.get_if("players", &expected, |players| range.contains(players))?;
        let per_seat = |key: &str, entries: usize| match entries == players {
            true => Ok(()),
            false => {
                let reason = format!("expected {players} entries, one per seat, found {entries}");
                Err(RecordError::new(key, reason))
            }
        };
        per_seat("agents", self.list("agents", "strings", is::<String>)?)?;
        if self.0.contains_key(NAMES)
            && let count @ 1.. = self.list(NAMES, "strings or null", is::<Option<String>>)?
        {
            per_seat(NAMES, count)?;
        }
        self.get::<String>("seed", "a string")?;
        let number = "a decimal number below 2^64";
        self.get_if("seed", number, |seed: &String| decimal(seed).is_some())?;
        self.get::<u64>("game_index", "an integer")?;
        self.object("deal")?;
        decisions::read(self.get("decisions", "a list")?, players, is_first)?;
        scorings::read(self.get("scorings", "a list")?, is_first)?;
        for (key, value) in self.object("result")? {
            let whole = || format!("result.{key}");
            let list = value.as_array().ok_or_else(|| wrong(&whole(), "a list", value))?;
            per_seat(key, list.len()).map_err(|error| error.under("result"))?;
        }
        if is_first || self.0.contains_key(BREAKDOWN) {
            per_seat(BREAKDOWN, self.list(BREAKDOWN, "objects", Value::is_object)?)?;
        }
        Ok(())
    }

    /// That of the line, or of the earlier line that it names.
    fn check_rule_set(&self, known: &RuleSets) -> Result<(), RecordError> {
        if !self.0.contains_key(RULE_SET_ID) {
            return self.object("rule_set").map(drop);
        }
        if self.0.contains_key("rule_set") {
            return Err(RecordError::new(RULE_SET_ID, "the line has a rule set of its own"));
        }
        let id: String = self.get(RULE_SET_ID, "a string")?;
        let none = || format!("no earlier line holds the rule set {}", excerpt(&id));
        known.find(&id).map(drop).ok_or_else(|| RecordError::new(RULE_SET_ID, none()))
    }

    fn get<T: DeserializeOwned>(&self, key: &str, expected: &str) -> Result<T, RecordError> {
        self.get_if(key, expected, |_| true)
    }

    fn get_if<T: DeserializeOwned>(
        &self,
        key: &str,
        expected: &str,
        fits: impl Fn(&T) -> bool,
    ) -> Result<T, RecordError> {
        let value = self.0.get(key).ok_or_else(|| missing(key))?;
        T::deserialize(value).ok().filter(fits).ok_or_else(|| wrong(key, expected, value))
    }

    fn object(&self, key: &str) -> Result<&Map<String, Value>, RecordError> {
        let value = self.0.get(key).ok_or_else(|| missing(key))?;
        value.as_object().ok_or_else(|| wrong(key, "an object", value))
    }

    /// The length of a list, each of whose entries `fits`.
    fn list(
        &self,
        key: &str,
        of: &str,
        fits: impl Fn(&Value) -> bool,
    ) -> Result<usize, RecordError> {
        let value = self.0.get(key).ok_or_else(|| missing(key))?;
        let Value::Array(list) = value else {
            return Err(wrong(key, &format!("a list of {of}"), value));
        };
        match list.iter().enumerate().find(|(_, entry)| !fits(entry)) {
            Some((index, entry)) => Err(wrong(&format!("{key}[{index}]"), of, entry)),
            None => Ok(list.len()),
        }
    }
}

fn is<T: DeserializeOwned>(value: &Value) -> bool {
    T::deserialize(value).is_ok()
}

/// Only digits: no sign, no blanks.
fn decimal(text: &str) -> Option<u64> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok()).flatten()
}

fn missing(key: &str) -> RecordError {
    RecordError::new(key, "is missing")
}

fn not_json(error: &serde_json::Error) -> RecordError {
    // The caller knows the number of the line.
    let reason = match error.to_string().starts_with("invalid type") {
        true => "is no record, which is an object of JSON".to_owned(),
        false => input::not_json(error),
    };
    RecordError::new("", reason)
}
