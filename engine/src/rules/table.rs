//! The rule sets of a game as values: the keys, and their allowed values.

use std::collections::HashMap;
use std::sync::OnceLock;

use serde_json::{Map, Value};

use super::CUSTOM;
use super::key::{Key, Kind};
use crate::data::from_toml;
use crate::error::KeyError;
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

/// Presets and declared keys of a game, as a constant of it. Its functions work only on values, so
/// they are the same code for all games.
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

/// The presets, parsed once.
#[derive(Debug)]
struct Read {
    presets: Vec<Value>,
    /// The first preset with the keys that data leave out.
    whole: Value,
    leaves: Vec<Leaf>,
    /// Numbers of the leaves by their keys.
    places: HashMap<String, usize>,
}

/// One key of the presets that is not a table.
#[derive(Clone, PartialEq, Debug)]
pub struct Leaf {
    /// Dotted key, as in `--set`.
    pub key: String,
    /// Its value in the first preset.
    pub value: Value,
    /// Its allowed values; for a list, those of each element.
    pub kind: Kind,
    /// Ids of the rules that it is about; may be empty.
    pub rule: &'static str,
    /// Whether data leave it out as long as it has this value.
    pub omitted: bool,
    /// What its value counts, as players would say it after the number; may be empty.
    pub unit: &'static str,
    /// The least and most values, if it is a list.
    pub length: (usize, usize),
}

impl Leaf {
    /// Its allowed values, as errors and pages write them.
    pub fn values(&self) -> String {
        match &self.value {
            Value::Array(_) => match self.length {
                (least, most) if least == most => format!("{most} values, each {}", self.kind),
                (least, most) => format!("{least} to {most} values, each {}", self.kind),
            },
            _ => self.kind.to_string(),
        }
    }

    fn check(&self, value: &Value) -> Result<(), KeyError> {
        let elements = match &self.value {
            Value::Array(_) => value
                .as_array()
                .filter(|list| (self.length.0..=self.length.1).contains(&list.len())),
            _ if self.kind.admits(value) => return Ok(()),
            _ => None,
        };
        let Some(elements) = elements else {
            return Err(self.refuse(&self.key, value, &self.values()));
        };
        for (index, element) in elements.iter().enumerate() {
            if !self.kind.admits(element) {
                let key = format!("{}[{index}]", self.key);
                return Err(self.refuse(&key, element, &self.kind.to_string()));
            }
        }
        Ok(())
    }

    fn refuse(&self, key: &str, value: &Value, allowed: &str) -> KeyError {
        let reason = format!("must be {allowed}");
        match self.kind {
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

    /// The preset called `name`.
    ///
    /// # Errors
    /// An error that lists the known names.
    pub fn preset(&self, name: &str) -> Result<&'static Preset, KeyError> {
        self.presets.iter().find(|preset| preset.name == name).ok_or_else(|| {
            let names: Vec<&str> = self.presets.iter().map(|preset| preset.name).collect();
            let reason = format!("{} has no preset `{name}`{}", self.id, or_known(name, &names));
            KeyError::new("", reason)
        })
    }

    /// The values of the preset called `name`, as a record holds them.
    ///
    /// # Errors
    /// An error that lists the known names; a preset that is not TOML.
    pub fn values_of(&self, name: &str) -> Result<&Value, KeyError> {
        let preset = self.preset(name)?;
        let place = self.presets.iter().position(|other| other.name == preset.name);
        Ok(&self.read()?.presets[place.unwrap_or_default()])
    }

    /// The name of the preset that equals `rule_set`, which is complete, or [`CUSTOM`].
    pub fn name_of(&self, rule_set: &Value) -> &'static str {
        let presets = self.read().map_or(&[][..], |read| &read.presets);
        let known = self.presets.iter().zip(presets).find(|(_, known)| *known == rule_set);
        known.map_or(CUSTOM, |(preset, _)| preset.name)
    }

    /// All keys of the presets that are not tables, in the order of the first preset.
    ///
    /// # Errors
    /// A preset that is not TOML.
    pub fn leaves(&self) -> Result<&[Leaf], KeyError> {
        self.read().map(|read| read.leaves.as_slice())
    }

    /// Whether `rule_set` has every key but those that data may [leave out](Key::omitted), no other
    /// one, and no value out of its range. Conditions on several keys are checked by the game.
    ///
    /// # Errors
    /// Names the key.
    pub fn check(&self, rule_set: &Value) -> Result<(), KeyError> {
        let read = self.read()?;
        self.visit(rule_set, &mut |missing| match read.omits(&missing) {
            true => Ok(()),
            false => Err(KeyError::new(missing, "is missing")),
        })
    }

    /// A rule set of a record or plan with the keys that these [leave out](Key::omitted), as far as
    /// tables are there that have other keys, too.
    pub fn filled(&self, rule_set: &Map<String, Value>) -> Map<String, Value> {
        let mut filled = rule_set.clone();
        let Ok(read) = self.read() else { return filled };
        for leaf in read.leaves.iter().filter(|leaf| leaf.omitted) {
            read.fill(&mut filled, leaf);
        }
        filled
    }

    /// The [switch](RuleTable::switched) that is false in `rule_set`, which is complete, and without which `key` has no
    /// effect.
    pub fn idle(&self, rule_set: &Value, key: &str) -> Option<&'static str> {
        let is_off = |switch: &str| {
            rule_set.pointer(&format!("/{}", switch.replace('.', "/"))) == Some(&Value::Bool(false))
        };
        let is_within = |name: &str| {
            key.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        };
        let switches = self.switched.iter().filter(|(name, _)| is_within(name));
        let mut switches = switches.map(|&(_, switch)| switch);
        switches.find(|switch| is_off(switch))
    }

    /// As [`RuleTable::check`] for a rule set in which keys may be missing; returns whether any is.
    ///
    /// # Errors
    /// Names the key.
    pub fn check_partial(&self, rule_set: &Value) -> Result<bool, KeyError> {
        let mut partial = false;
        self.visit(rule_set, &mut |_| {
            partial = true;
            Ok(())
        })?;
        Ok(partial)
    }

    fn visit(
        &self,
        rule_set: &Value,
        missing: &mut dyn FnMut(String) -> Result<(), KeyError>,
    ) -> Result<(), KeyError> {
        let read = self.read()?;
        match &read.whole {
            Value::Null => Ok(()),
            known => self.visit_part(read, "", rule_set, known, missing),
        }
    }

    fn visit_part(
        &self,
        read: &Read,
        key: &str,
        value: &Value,
        known: &Value,
        missing: &mut dyn FnMut(String) -> Result<(), KeyError>,
    ) -> Result<(), KeyError> {
        let Value::Object(known) = known else {
            return read.places.get(key).map_or(Ok(()), |&place| read.leaves[place].check(value));
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
                Some(known) => self.visit_part(read, &path, value, known, missing)?,
                None if self.keys.iter().any(|key| key.kind == Kind::Extra && key.fits(&path)) => {}
                None => {
                    let keys: Vec<&str> = known.keys().map(String::as_str).collect();
                    return Err(KeyError::new(path, crate::data::no_such_key(name, &keys)));
                }
            }
        }
        known
            .keys()
            .filter(|name| !entries.contains_key(*name))
            .try_for_each(|name| missing(path(key, name)))
    }

    fn read(&self) -> Result<&Read, KeyError> {
        let read = self.read.get_or_init(|| {
            let mut presets = self
                .presets
                .iter()
                .map(|preset| from_toml(preset.toml).map_err(|error| error.under(preset.name)))
                .collect::<Result<Vec<Value>, KeyError>>()?;
            let mut leaves = Vec::new();
            if let Some(first) = presets.first() {
                self.collect("", first, &mut leaves);
            }
            for preset in &mut presets {
                leaves.iter().for_each(|leaf| leaf.spell(preset));
            }
            let whole = presets.first().cloned().unwrap_or_default();
            for preset in &mut presets {
                if let Value::Object(preset) = preset {
                    let omitted = leaves.iter().filter(|leaf| leaf.omitted);
                    omitted.for_each(|leaf| leave_out(preset, &leaf.key, &leaf.value));
                }
            }
            let places = leaves.iter().map(|leaf| leaf.key.clone()).zip(0..).collect();
            Ok(Read { presets, whole, leaves, places })
        });
        read.as_ref().map_err(KeyError::clone)
    }

    fn collect(&self, key: &str, value: &Value, into: &mut Vec<Leaf>) {
        match value {
            Value::Object(entries) => {
                for (name, value) in entries {
                    self.collect(&path(key, name), value, into);
                }
            }
            value => {
                let declared = self.keys.iter().find(|declared| declared.fits(key));
                let length = value.as_array().map_or(0, Vec::len);
                into.push(Leaf {
                    length: declared.and_then(|key| key.length).unwrap_or((length, length)),
                    key: key.to_owned(),
                    value: value.clone(),
                    kind: declared.map_or_else(|| Kind::of(value), |declared| declared.kind),
                    rule: declared.map_or("", |declared| declared.rule),
                    omitted: declared.is_some_and(|declared| declared.omitted),
                    unit: declared.map_or("", |declared| declared.unit),
                });
            }
        }
    }
}

impl Read {
    /// Whether data may leave out what is at `key`: a value, or a table with no other ones.
    fn omits(&self, key: &str) -> bool {
        if let Some(&place) = self.places.get(key) {
            return self.leaves[place].omitted;
        }
        let within =
            |leaf: &&Leaf| leaf.key.strip_prefix(key).is_some_and(|rest| rest.starts_with('.'));
        let mut leaves = self.leaves.iter().filter(within).peekable();
        leaves.peek().is_some() && leaves.all(|leaf| leaf.omitted)
    }

    /// Puts a value that data leave out where it belongs, unless there is one.
    fn fill(&self, rule_set: &mut Map<String, Value>, leaf: &Leaf) {
        let (mut table, mut key, mut rest) = (rule_set, String::new(), leaf.key.as_str());
        while let Some((name, more)) = rest.split_once('.') {
            key = path(&key, name);
            if !table.contains_key(name) && self.omits(&key) {
                table.insert(name.to_owned(), Value::Object(Map::new()));
            }
            let Some(Value::Object(inner)) = table.get_mut(name) else { return };
            (table, rest) = (inner, more);
        }
        table.entry(rest).or_insert_with(|| leaf.value.clone());
    }
}

impl Leaf {
    /// Writes a whole number in a preset as rule sets write it if it may be fractional: `2.0`.
    fn spell(&self, preset: &mut Value) {
        let pointer = format!("/{}", self.key.replace('.', "/"));
        if let (Kind::Half(..) | Kind::Number, Some(value)) =
            (self.kind, preset.pointer_mut(&pointer))
        {
            let numbers = match value {
                Value::Array(list) => list.iter_mut().collect(),
                value => vec![value],
            };
            for number in numbers {
                *number = number.as_f64().map_or(Value::Null, Value::from);
            }
        }
    }
}

/// Takes a value out of a preset, unless that has another value than `usual`: then it is no preset's
/// own. A table that has no other values goes with it.
fn leave_out(table: &mut Map<String, Value>, key: &str, usual: &Value) {
    let (name, rest) = key.split_once('.').map_or((key, None), |(name, rest)| (name, Some(rest)));
    let goes = match (table.get_mut(name), rest) {
        (Some(Value::Object(inner)), Some(rest)) => {
            leave_out(inner, rest, usual);
            inner.is_empty()
        }
        (Some(value), None) => value == usual,
        _ => false,
    };
    if goes {
        table.shift_remove(name);
    }
}

fn path(key: &str, name: &str) -> String {
    if key.is_empty() { name.to_owned() } else { format!("{key}.{name}") }
}
