use drakkar_engine::rules::Preset;
use drakkar_engine::{error::KeyError, record::Record};
use serde_json::Value;
use std::sync::Arc;
use thiserror::Error;

use crate::erased::{Playthrough, Table};
use crate::info::GameInfo;

#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{error}")]
pub struct RulesError {
    pub number: usize,
    pub error: KeyError,
}

#[derive(Debug)]
pub struct Lab {
    pub(crate) info: GameInfo,
    /// The last one supports every rule set, those before it some, and faster.
    pub(crate) variants: Vec<Variant>,
    pub(crate) drawing: &'static str,
}

type Opened = Result<Box<dyn Table>, RulesError>;

/// Verifies one record after another, faster than each alone.
pub type Verify = Box<dyn FnMut(&Record) -> Result<(), KeyError>>;

#[derive(Debug)]
pub(crate) struct Variant {
    /// Whether it is to play by these rules; also true if they cannot be read, which is reported later.
    pub(crate) covers: fn(&Arc<Value>) -> bool,
    pub(crate) read_rules: fn(&str) -> Result<Value, KeyError>,
    pub(crate) read_weights: fn(&str) -> Result<String, KeyError>,
    pub(crate) open: fn(&[Arc<Value>], usize) -> Opened,
    pub(crate) replay: for<'r> fn(&'r Record) -> Result<Box<dyn Playthrough + 'r>, KeyError>,
    pub(crate) verifier: fn() -> Verify,
}

impl Lab {
    pub fn info(&self) -> &GameInfo {
        &self.info
    }

    /// The same with a script for pages: it draws the [scenes](drakkar_engine::recorded::Recorded::scene) that name it.
    #[must_use]
    pub fn with_drawing(mut self, script: &'static str) -> Lab {
        self.drawing = script;
        self
    }

    /// The script of [`Lab::with_drawing`]; empty if there is none.
    pub fn drawing(&self) -> &'static str {
        self.drawing
    }

    fn whole(&self) -> &Variant {
        // There is at least one: `lab` puts it there.
        self.variants.last().expect("a game has a variant")
    }

    fn covering(&self, rules: &[Arc<Value>]) -> &Variant {
        let mut smaller = self.variants[..self.variants.len() - 1].iter();
        smaller.find(|one| rules.iter().all(one.covers)).unwrap_or(self.whole())
    }

    /// Reads a rule-set file, which must have every key within its range; [`Lab::open`] checks what concerns several.
    pub fn read_rules(&self, toml: &str) -> Result<Arc<Value>, KeyError> {
        match self.info.presets.iter().find(|preset| preset.toml == toml) {
            // It has been read before.
            Some(preset) => self.info.rules.values_of(preset.name).cloned(),
            None => (self.whole().read_rules)(toml).map(Arc::new),
        }
    }

    /// A weight file with every weight, in the game's order, from one in which some may be missing.
    pub fn read_weights(&self, toml: &str) -> Result<String, KeyError> {
        (self.whole().read_weights)(toml)
    }

    /// The error is about the first rule set that cannot be played.
    pub fn open(&self, rules: &[Arc<Value>], players: usize) -> Opened {
        assert!(!rules.is_empty(), "a table has rules");
        (self.covering(rules).open)(rules, players)
    }

    pub fn replay<'r>(&self, record: &'r Record) -> Result<Box<dyn Playthrough + 'r>, KeyError> {
        (self.whole().replay)(record)
    }

    /// The same in the variant that plays by these rules. A smaller one may have less information: that of *Vikings*
    /// forgets which of several equal tiles lies where.
    pub fn replay_as_played<'r>(
        &self,
        record: &'r Record,
    ) -> Result<Box<dyn Playthrough + 'r>, KeyError> {
        let rules = Value::Object((*record.rule_set).clone());
        (self.covering(&[rules.into()]).replay)(record)
    }

    pub fn verifier(&self) -> Verify {
        (self.whole().verifier)()
    }

    pub fn verify(&self, record: &Record) -> Result<(), KeyError> {
        self.verifier()(record)
    }

    /// The name of the preset that equals a rule set, or [`CUSTOM`](drakkar_engine::rules::CUSTOM).
    pub fn name_of(&self, rule_set: &Value) -> &'static str {
        self.info.rules.name_of(rule_set)
    }

    pub fn presets(&self) -> impl Iterator<Item = (&'static Preset, &Arc<Value>)> + '_ {
        let values = |preset: &'static Preset| self.info.rules.values_of(preset.name).ok();
        self.info.presets.iter().filter_map(move |preset| Some((preset, values(preset)?)))
    }
}
