use std::{path::Path, sync::Arc};

use clap::Args;
use serde_json::Value;

use crate::{error::Error, export::verify, flags::agents::players, games};
use drakkar_engine::input::{self, not_json};
use drakkar_engine::{error::KeyError, rules, rules::Preset, rules::value_at};
use drakkar_play::{erased::Table, lab::Lab};

#[derive(Args, Clone, Debug, Default)]
pub struct RuleSource {
    /// The game; see `drakkar list games`
    #[arg(long, default_value = games::default_id())]
    pub game: String,

    /// Preset, or a rule-set file (a path with `/`, or a name that ends in .toml) [default: the
    /// game's first preset that uses all keys of --set]
    #[arg(long, value_name = "PRESET|FILE")]
    pub rules: Option<String>,

    /// Changes one value of the rule set; may be repeated
    #[arg(long = "set", value_name = "KEY=VALUE")]
    pub changes: Vec<String>,

    /// Whether the preset or file is given without `--rules`.
    #[arg(skip)]
    pub bare: bool,

    /// Whether it is the second of a comparison: in a run.json, that one is used.
    #[arg(skip)]
    pub second: bool,
}

impl RuleSource {
    pub fn lab(&self) -> Result<&'static Lab, Error> {
        games::lab(&self.game)
    }

    /// The text of the rule-set file with the changes applied.
    pub fn text(&self, lab: &Lab) -> Result<String, Error> {
        let toml = match self.rules.as_deref() {
            None => self.usual(lab, |_| true).map_or("", |preset| preset.toml).to_owned(),
            Some(file) if is_file(file) => {
                let path = Path::new(file);
                let mut text = verify::text(path)?;
                if file.ends_with(".json") {
                    text = of_plan(lab, path, &text, self.second)?;
                }
                // An error in the file itself is not due to a change, nor is one that shows only when the values are
                // read, such as an unknown kind in a list of tables.
                let whole = lab.info().rules.complete(&text);
                let whole = whole.map_err(|error| Error::input(path, error))?;
                lab.read_rules(&whole).map_err(|error| in_file(file, error))?;
                whole
            }
            Some(name) => {
                let preset = lab.info().rules.preset(name);
                preset.map_err(|error| Error::flag(self.flag(), error))?.toml.to_owned()
            }
        };
        // Read and written again, it would be the same.
        if self.changes.is_empty() {
            return Ok(toml);
        }
        rules::set(&toml, &self.changes).map_err(|error| self.blame(error))
    }

    /// The preset without `--rules`: the first one that suits and uses all keys that are changed; or else the first
    /// that suits, or the first.
    pub fn usual(&self, lab: &Lab, suits: impl Fn(&Arc<Value>) -> bool) -> Option<&'static Preset> {
        let changed = |preset: &&'static Preset| {
            let text = rules::set(preset.toml, &self.changes).ok()?;
            let Ok(values) = lab.read_rules(&text) else {
                // What is wrong with a preset is told when it is played.
                return self.changes.is_empty().then_some((*preset, true));
            };
            suits(&values).then(|| (*preset, self.idle(lab, &values).is_empty()))
        };
        let presets = lab.info().presets.iter();
        let mut suiting = presets.filter_map(|preset| changed(&preset));
        let first = suiting.next();
        let best = first.into_iter().chain(suiting).find(|(_, uses_all)| *uses_all);
        best.or(first).map(|(preset, _)| preset).or(lab.info().presets.first())
    }

    /// The changes that have no effect under `values`.
    pub fn idle(&self, lab: &Lab, values: &Value) -> Vec<&String> {
        let is_idle = |change: &&String| lab.info().rules.idle(values, key_of(change)).is_some();
        self.changes.iter().filter(is_idle).collect()
    }

    /// Every value of the rule set of [`RuleSource::text`]; a change that has no effect under these rules is an error.
    pub fn values(&self, lab: &Lab, text: &str) -> Result<Arc<Value>, Error> {
        let values = self.read(lab, text)?;
        self.used(lab, &values, |_| true)?;
        Ok(values)
    }

    /// The same, if changes need not have an effect.
    pub fn read(&self, lab: &Lab, text: &str) -> Result<Arc<Value>, Error> {
        lab.read_rules(text).map_err(|error| self.blame(error))
    }

    /// Refuses a change among those that `counts` says that has no effect under `values`.
    pub fn used(
        &self,
        lab: &Lab,
        values: &Value,
        counts: impl Fn(&String) -> bool,
    ) -> Result<(), Error> {
        let Some(change) = self.idle(lab, values).into_iter().find(|change| counts(change)) else {
            return Ok(());
        };
        let idle = |values: &Value| lab.info().rules.idle(values, key_of(change));
        let switch = idle(values).unwrap_or_default();
        let uses = lab.presets().find(|(_, preset)| idle(preset).is_none());
        let hint =
            uses.map_or(String::new(), |(preset, _)| format!("; --rules {} uses it", preset.name));
        let flag = if self.second { "--vs-set" } else { "--set" };
        let reason = format!("has no effect while `{switch}` is false{hint}");
        Err(Error::flag(format!("{flag} {change}"), reason))
    }

    /// The game with so many seats, or the usual number.
    pub fn table(&self, seats: Option<usize>) -> Result<(&'static Lab, Box<dyn Table>), Error> {
        let lab = self.lab()?;
        // The rules are read once: they may come from a pipe.
        let text = self.text(lab)?;
        Ok((lab, self.open(lab, &text, players(lab.info(), seats)?)?))
    }

    pub fn open(&self, lab: &Lab, text: &str, players: usize) -> Result<Box<dyn Table>, Error> {
        lab.open(&[self.values(lab, text)?], players).map_err(|error| self.blame(error.error))
    }

    pub fn blame(&self, error: KeyError) -> Error {
        match self.rules.as_deref() {
            _ if !self.changes.is_empty() => {
                refused(if self.second { "--vs-set" } else { "--set" }, &self.changes, &error)
            }
            Some(file) if is_file(file) => in_file(file, error),
            _ => Error::flag(self.flag(), error),
        }
    }

    fn flag(&self) -> &'static str {
        match (self.bare, self.second) {
            (true, _) => "rules",
            (_, true) => "--vs-rules",
            _ => "--rules",
        }
    }
}

/// The error with the line of its key, looked up in the file as it was typed: keys that it lacks have been filled
/// in from a preset. What cannot be read twice, such as a pipe, has no lines.
fn in_file(file: &str, error: KeyError) -> Error {
    let path = Path::new(file);
    let text = path.is_file().then(|| input::read_text(path).ok()).flatten();
    Error::input(path, rules::at_line(&text.unwrap_or_default(), error))
}

/// The error in a rule set after `changes`, each `key=value` after `flag`: blamed on the change that caused it, if any.
pub fn refused(flag: &str, changes: &[String], error: &KeyError) -> Error {
    let own = changes.iter().rev().find(|change| key_of(change) == error.key);
    match (own, changes) {
        (Some(change), _) => Error::flag(format!("{flag} {change}"), &error.reason),
        (None, [only]) => Error::flag(format!("{flag} {only}"), error),
        (None, _) => Error::flag(flag, error),
    }
}

fn key_of(change: &str) -> &str {
    change.split('=').next().unwrap_or_default().trim()
}

/// Where plans have rule sets; the first one is the second of a comparison.
const RULE_SETS: [&str; 4] =
    ["run.purpose.rule_set", "run.rule_set", "learn.rule_set", "learn.first.rule_set"];

fn of_plan(lab: &Lab, path: &Path, text: &str, second: bool) -> Result<String, Error> {
    let plan: Value =
        serde_json::from_str(text).map_err(|error| Error::input(path, not_json(&error)))?;
    let mut keys = RULE_SETS.iter().skip(usize::from(!second));
    let found = keys.find_map(|&key| Some((key, value_at(&plan, key)?)));
    let none = || Error::input(path, format!("holds no `{}`", RULE_SETS[1]));
    let (key, rule_set) = found.ok_or_else(none)?;
    // Checked here by its keys: as TOML it would have lines that are not those of the file.
    let wrong = |error: KeyError| Error::input(path, error.under(key));
    lab.info().rules.check_partial(rule_set).map_err(wrong)?;
    toml::to_string(rule_set).map_err(|error| Error::input(path, error))
}

fn is_file(value: &str) -> bool {
    value.ends_with(".toml") || value.ends_with(".json") || value.contains(['/', '\\'])
}
