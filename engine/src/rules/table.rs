use std::sync::{Arc, OnceLock};

use serde_json::{Map, Value};

use super::CUSTOM;
use super::key::{Key, Kind};
use crate::data::{from_toml, no_such_key};
use crate::error::{KeyError, is_within, path};
use crate::input::or_known;

/// A named rule set, as the TOML text that `drakkar rules` prints.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Preset {
    /// Name on the command line and in records.
    pub name: &'static str,
    /// One line for lists.
    pub about: &'static str,
    /// The rule-set file, with comments.
    pub toml: &'static str,
}

/// Presets and declared keys of a game, as a constant of it.
#[derive(Debug)]
pub struct RuleTable {
    /// The game's id.
    pub id: &'static str,
    /// The named rule sets; the first is the default. All have the same keys.
    pub presets: &'static [Preset],
    /// The declarations of their keys.
    pub keys: &'static [Key],
    /// Keys, or tables of keys, each with the switch without which it has no effect.
    switched: &'static [(&'static str, &'static str)],
    read: OnceLock<Result<Read, KeyError>>,
}

/// The presets, each parsed once, when it is first asked for.
#[derive(Debug)]
struct Read {
    presets: Vec<OnceLock<Result<Arc<Value>, KeyError>>>,
    /// The first preset with the keys that data leave out.
    whole: Value,
    leaves: Vec<Leaf>,
    /// One that was found to be right, as a command asks many times for the same.
    right: OnceLock<Value>,
}

/// One key of the presets that is not a table.
#[derive(Clone, PartialEq, Debug)]
pub struct Leaf {
    /// Dotted key, as in `--set`.
    pub key: String,
    /// Its value in the first preset.
    pub value: Value,
    /// What is declared of it, or follows from that value.
    pub declared: Key,
}

impl Leaf {
    /// Its allowed values, as errors and pages write them.
    pub fn values(&self) -> String {
        let Key { kind, length, .. } = self.declared;
        match length.filter(|_| self.value.is_array()) {
            Some((least, most)) if least == most => format!("{most} values, each {kind}"),
            Some((least, most)) => format!("{least} to {most} values, each {kind}"),
            None => kind.to_string(),
        }
    }

    fn check(&self, value: &Value) -> Result<(), KeyError> {
        let Key { kind, length, .. } = self.declared;
        let (least, most) = length.unwrap_or_default();
        let elements = match &self.value {
            Value::Array(_) => value.as_array().filter(|list| (least..=most).contains(&list.len())),
            _ if kind.admits(value) => return Ok(()),
            _ => None,
        };
        let Some(elements) = elements else {
            return Err(self.refuse(&self.key, value, &self.values()));
        };
        for (index, element) in elements.iter().enumerate() {
            if !kind.admits(element) {
                let key = format!("{}[{index}]", self.key);
                return Err(self.refuse(&key, element, &kind.to_string()));
            }
        }
        Ok(())
    }

    fn refuse(&self, key: &str, value: &Value, allowed: &str) -> KeyError {
        let reason = format!("must be {allowed}");
        match self.declared.kind {
            Kind::Words(_) | Kind::Text => KeyError::refused(key, value, reason),
            _ => KeyError::mistyped(key, value, reason),
        }
    }
}

impl RuleTable {
    /// The rule sets of the game called `id`.
    pub const fn new(
        id: &'static str,
        presets: &'static [Preset],
        keys: &'static [Key],
    ) -> RuleTable {
        RuleTable { id, presets, keys, switched: &[], read: OnceLock::new() }
    }

    /// The same with keys, or tables of keys, each without effect as long as the switch beside it is false.
    pub const fn switched(
        mut self,
        switched: &'static [(&'static str, &'static str)],
    ) -> RuleTable {
        self.switched = switched;
        self
    }

    /// The preset called `name`. An error lists the known names.
    pub fn preset(&self, name: &str) -> Result<&'static Preset, KeyError> {
        self.presets.iter().find(|preset| preset.name == name).ok_or_else(|| {
            let names: Vec<&str> = self.presets.iter().map(|preset| preset.name).collect();
            let reason = format!("{} has no preset `{name}`{}", self.id, or_known(name, &names));
            KeyError::new("", reason)
        })
    }

    /// The values of the preset called `name`, as a record holds them.
    /// An error lists the known names; a preset that is not TOML, lacks a key or has a value out of range.
    pub fn values_of(&self, name: &str) -> Result<&Arc<Value>, KeyError> {
        let (preset, read) = (self.preset(name)?, self.read()?);
        let place = self.presets.iter().take_while(|other| other.name != name).count();
        let values = || {
            let mut values = if place == 0 { read.whole.clone() } else { parse(preset)? };
            if let Value::Object(table) = &mut values {
                spell(&read.leaves, "", table);
            }
            self.check_whole(read, &values)?;
            Ok(Arc::new(values))
        };
        read.presets[place].get_or_init(values).as_ref().map_err(KeyError::clone)
    }

    /// The name of the preset that equals `rule_set`, which is complete, or [`CUSTOM`].
    pub fn name_of(&self, rule_set: &Value) -> &'static str {
        rule_set.as_object().and_then(|rule_set| self.preset_of(rule_set)).unwrap_or(CUSTOM)
    }

    fn preset_of(&self, rule_set: &Map<String, Value>) -> Option<&'static str> {
        let equals =
            |known: &Map<String, Value>| std::ptr::eq(known, rule_set) || known == rule_set;
        let values = |name: &str| self.values_of(name).ok()?.as_object();
        let mut names = self.presets.iter().map(|preset| preset.name);
        names.find(|name| values(name).is_some_and(equals))
    }

    /// All keys of the presets that are not tables, in the order of the first preset.
    ///
    /// # Errors
    /// A preset that is not TOML.
    pub fn leaves(&self) -> Result<&[Leaf], KeyError> {
        self.read().map(|read| read.leaves.as_slice())
    }

    /// Whether `rule_set` has every key but those that data may [leave out](Key::omitted), no other one, and no value out
    /// of its range.
    pub fn check(&self, rule_set: &Value) -> Result<(), KeyError> {
        let read = self.read()?;
        let presets = read.presets.iter().filter_map(|known| known.get()?.as_deref().ok());
        let equals = |known: &Value| std::ptr::eq(known, rule_set) || known == rule_set;
        if !presets.chain(read.right.get()).any(equals) {
            self.check_whole(read, rule_set)?;
            read.right.get_or_init(|| rule_set.clone());
        }
        Ok(())
    }

    fn check_whole(&self, read: &Read, rule_set: &Value) -> Result<(), KeyError> {
        self.visit(read, "", rule_set, &read.whole, &mut |missing| match read.omits(&missing) {
            true => Ok(()),
            false => Err(KeyError::new(missing, "is missing")),
        })
    }

    /// As [`RuleTable::check`] for a rule set in which keys may be missing; returns whether any is.
    pub fn check_partial(&self, rule_set: &Value) -> Result<bool, KeyError> {
        let (read, mut partial) = (self.read()?, false);
        self.visit(read, "", rule_set, &read.whole, &mut |_| {
            partial = true;
            Ok(())
        })?;
        Ok(partial)
    }

    /// A rule set of a record or plan with the keys that these [leave out](Key::omitted), in the tables that are there.
    pub fn filled(&self, rule_set: &Map<String, Value>) -> Map<String, Value> {
        let mut filled = rule_set.clone();
        if let Ok(read) = self.read()
            && let Value::Object(whole) = &read.whole
        {
            read.fill("", whole, &mut filled);
        }
        filled
    }

    /// The name of the preset with the fewest other values, the first of several.
    pub fn nearest(&self, rule_set: &Map<String, Value>) -> &'static str {
        let far = |preset: &&Preset| {
            let known = self.values_of(preset.name).ok().and_then(|known| known.as_object());
            known.map_or(usize::MAX, |known| self.changes(rule_set, known).len())
        };
        let nearest = || self.presets.iter().min_by_key(far).map_or("", |preset| preset.name);
        // Most are presets: then no other one is read.
        self.preset_of(rule_set).unwrap_or_else(nearest)
    }

    /// What a rule set changes of another one: dotted keys, each with its own value and the other one. Either may
    /// [leave out](Key::omitted) keys.
    pub fn changes(
        &self,
        rule_set: &Map<String, Value>,
        other: &Map<String, Value>,
    ) -> Vec<(String, Value, Value)> {
        let [own, other] = [rule_set, other].map(|values| Value::Object(self.filled(values)));
        let mut found = Vec::new();
        differing("", &own, &other, &mut found);
        found
    }

    /// The [switch](RuleTable::switched) that is false in `rule_set`, and without which `key` has no effect.
    pub fn idle(&self, rule_set: &Value, key: &str) -> Option<&'static str> {
        let is_off = |switch: &str| value_at(rule_set, switch) == Some(&Value::Bool(false));
        let switches = self.switched.iter().filter(|(name, _)| is_within(key, name));
        switches.map(|&(_, switch)| switch).find(|switch| is_off(switch))
    }

    fn visit(
        &self,
        read: &Read,
        key: &str,
        value: &Value,
        known: &Value,
        missing: &mut dyn FnMut(String) -> Result<(), KeyError>,
    ) -> Result<(), KeyError> {
        let Value::Object(known) = known else {
            let leaf = read.leaves.iter().find(|leaf| leaf.key == key);
            return leaf.map_or(Ok(()), |leaf| leaf.check(value));
        };
        let Value::Object(entries) = value else {
            return Err(match key {
                "" => KeyError::new("", "a rule set is a table of keys"),
                key => KeyError::mistyped(key, value, "must be a table of keys"),
            });
        };
        for (name, value) in entries {
            let path = path(key, name);
            match known.get(name) {
                Some(known) => self.visit(read, &path, value, known, missing)?,
                None if self.keys.iter().any(|key| key.kind == Kind::Extra && key.fits(&path)) => {}
                None => {
                    let keys: Vec<&str> = known.keys().map(String::as_str).collect();
                    return Err(KeyError::new(path, no_such_key(name, &keys)));
                }
            }
        }
        let mut absent = known.keys().filter(|name| !entries.contains_key(*name));
        absent.try_for_each(|name| missing(path(key, name)))
    }

    fn read(&self) -> Result<&Read, KeyError> {
        let read = || {
            let whole = self.presets.first().map_or(Ok(Value::Null), parse)?;
            let mut values = Vec::new();
            if whole.is_object() {
                collect("", &whole, &mut values);
            }
            let leaf = |(key, value)| self.leaf(key, value);
            let leaves: Vec<Leaf> = values.into_iter().map(leaf).collect();
            let presets = self.presets.iter().map(|_| OnceLock::new()).collect();
            Ok(Read { presets, whole, leaves, right: OnceLock::new() })
        };
        self.read.get_or_init(read).as_ref().map_err(KeyError::clone)
    }

    fn leaf(&self, key: String, value: &Value) -> Leaf {
        let declared = self.keys.iter().find(|declared| declared.fits(&key)).copied();
        let mut declared = declared.unwrap_or(Key::new("", Kind::of(value), ""));
        let usual = value.as_array().map_or(0, Vec::len);
        declared.length = declared.length.or(Some((usual, usual)));
        Leaf { key, value: value.clone(), declared }
    }
}

fn differing(part: &str, own: &Value, other: &Value, into: &mut Vec<(String, Value, Value)>) {
    match (own, other) {
        (Value::Object(values), Value::Object(others)) => values.iter().for_each(|(name, own)| {
            differing(&path(part, name), own, others.get(name).unwrap_or(&Value::Null), into);
        }),
        _ if own != other => into.push((part.to_owned(), own.clone(), other.clone())),
        _ => {}
    }
}

fn parse(preset: &Preset) -> Result<Value, KeyError> {
    from_toml(preset.toml).map_err(|error| error.under(preset.name))
}

impl Read {
    /// Whether data may leave out what is at `key`: a value, or a table with no other ones.
    fn omits(&self, key: &str) -> bool {
        let mut leaves = self.leaves.iter().filter(|leaf| is_within(&leaf.key, key)).peekable();
        leaves.peek().is_some() && leaves.all(|leaf| leaf.declared.omitted)
    }

    /// Puts the values that data leave out where they belong in the table called `part`.
    fn fill(&self, part: &str, known: &Map<String, Value>, into: &mut Map<String, Value>) {
        for (name, value) in known {
            let key = path(part, name);
            match (into.get_mut(name), value) {
                (Some(Value::Object(inner)), Value::Object(known)) => self.fill(&key, known, inner),
                (None, _) if self.omits(&key) => drop(into.insert(name.clone(), value.clone())),
                _ => {}
            }
        }
    }
}

/// Writes a table of a preset as records hold it. Whole numbers that may be fractional become `2.0`. What data leave out
/// goes, unless it has another value than in the first preset: then it is no preset's own. A table that has no other
/// values goes with them.
fn spell(leaves: &[Leaf], part: &str, table: &mut Map<String, Value>) {
    table.retain(|name, value| {
        let key = path(part, name);
        match value {
            Value::Object(inner) if !inner.is_empty() => {
                spell(leaves, &key, inner);
                return !inner.is_empty();
            }
            _ => {}
        }
        let Some(leaf) = leaves.iter().find(|leaf| leaf.key == key) else { return true };
        if leaf.declared.kind == Kind::Number {
            let numbers = match &mut *value {
                Value::Array(list) => list.as_mut_slice(),
                value => std::slice::from_mut(value),
            };
            for number in numbers {
                *number = number.as_f64().map_or(Value::Null, Value::from);
            }
        }
        !(leaf.declared.omitted && leaf.value == *value)
    });
}

/// The values of a table, with dotted keys behind `part`.
pub fn collect<'v>(part: &str, value: &'v Value, into: &mut Vec<(String, &'v Value)>) {
    match value {
        Value::Object(entries) => {
            entries.iter().for_each(|(name, value)| collect(&path(part, name), value, into));
        }
        value => into.push((part.to_owned(), value)),
    }
}

/// What is at a dotted key, such as that of a value in a rule set.
pub fn value_at<'v>(data: &'v Value, key: &str) -> Option<&'v Value> {
    data.pointer(&pointer(key))
}

fn pointer(key: &str) -> String {
    format!("/{}", key.replace('.', "/"))
}
