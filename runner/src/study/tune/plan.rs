//! `tune.json`: everything that decides what a tune finds.

use std::path::{Path, PathBuf};

use drakkar_agents::spec::Spec;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::disk::digest;
use crate::disk::durable;
use crate::error::Error;
use crate::plan::purpose::Stopping;
use crate::plan::run::AgentEntry;
use crate::study::tune::objective::Objective;
use drakkar_play::door::{Seated, Table};
use drakkar_play::json;

/// Name of the file.
pub(crate) const FILE: &str = "tune.json";

/// A plan with its digest.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Sealed<T> {
    /// What kind of plan it is.
    pub(crate) format: String,
    /// SHA-256 of `tune` as JSON without spaces.
    pub(crate) digest: String,
    /// Everything that matters.
    pub(crate) tune: T,
}

/// Everything that decides what a tune finds. Threads and the deadline do not.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Tune {
    /// Where it is played.
    #[serde(flatten)]
    pub(crate) table: Venue,
    /// The agent that is to become better.
    pub(crate) start: AgentEntry,
    /// It with every combination of choices; empty if there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) combinations: Vec<AgentEntry>,
    /// Against whom candidates play, besides the current best.
    pub(crate) field: Vec<AgentEntry>,
    /// Patterns of the weights that are tuned; none for all.
    pub(crate) params: Vec<String>,
    /// What is to become large.
    pub(crate) objective: Objective,
    /// Deals of a generation.
    pub(crate) deals: u64,
    /// Candidates of a generation.
    pub(crate) population: usize,
    /// Number of generations.
    pub(crate) generations: u64,
    /// Standard deviation of the first generation, in scales of the parameters.
    pub(crate) sigma: f64,
    /// What is asked of the result: against the start, then for each of a panel.
    pub(crate) tests: Vec<Test>,
}

/// Game, rules, seats and seed.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Venue {
    /// Version of the program.
    pub(crate) version: String,
    /// Version of the random generators.
    pub(crate) generators: u32,
    /// Game id.
    pub(crate) game: String,
    /// Name of the preset that the rule set equals, or `custom`.
    pub(crate) rules: String,
    /// Every value of the rule set.
    pub(crate) rule_set: Value,
    /// Number of seats.
    pub(crate) players: usize,
    /// Master seed, as text since many readers of JSON lose digits of large numbers.
    pub(crate) seed: String,
}

/// A test of the result on fresh deals.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Test {
    /// Name of its folder.
    pub(crate) name: String,
    /// Against whom result and start both play; none if they play each other.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) field: Option<AgentEntry>,
    /// When it has decided.
    pub(crate) stopping: Stopping,
    /// Most games.
    pub(crate) games: u64,
}

impl Venue {
    /// A seed for one part of a tune: parts share no deal.
    pub(crate) fn seed_of(&self, part: &str) -> u64 {
        let digest = digest::of(format!("{}:{part}", self.seed).as_bytes());
        u64::from_str_radix(&digest[..16], 16).unwrap_or_default()
    }
}

impl<T: Serialize> Sealed<T> {
    /// A plan of this kind.
    pub(crate) fn new(format: &str, tune: T) -> Sealed<T> {
        let digest = digest_of(&tune);
        Sealed { format: format.to_owned(), digest, tune }
    }

    /// Writes it into `folder`.
    ///
    /// # Errors
    /// If that is not possible.
    pub(crate) fn write(&self, folder: &Path) -> Result<(), Error> {
        durable::write(&tmp(folder), &folder.join(FILE), &json::pretty(self))
    }
}

impl<T: Serialize + DeserializeOwned> Sealed<T> {
    /// The plan of this kind in `folder`; `None` if there is none.
    ///
    /// # Errors
    /// If the file cannot be read, is of another kind or version, or was changed.
    pub(crate) fn read(format: &str, folder: &Path) -> Result<Option<Sealed<T>>, Error> {
        let path = folder.join(FILE);
        let text = match std::fs::read(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(Error::file("read", &path)(error)),
        };
        let value: Value = serde_json::from_slice(&text)
            .map_err(|error| Error::input(&path, format!("is no JSON: {error}")))?;
        if value.get("format").and_then(Value::as_str) != Some(format) {
            return Err(Error::input(&path, format!("key `format`: is not `{format}`")));
        }
        let version = value.pointer("/tune/version").and_then(Value::as_str).unwrap_or_default();
        if version != env!("CARGO_PKG_VERSION") {
            let reason = format!(
                "key `tune.version`: was made by drakkar {version}; this is {}",
                env!("CARGO_PKG_VERSION")
            );
            return Err(Error::input(&path, reason));
        }
        let plan: Sealed<T> = serde_path_to_error::deserialize(value).map_err(|error| {
            Error::input(&path, format!("key `{}`: {}", error.path(), error.inner()))
        })?;
        if plan.digest != digest_of(&plan.tune) {
            let reason = "key `digest`: does not fit `tune`, which was changed by hand";
            return Err(Error::input(&path, reason));
        }
        Ok(Some(plan))
    }
}

fn digest_of(tune: &impl Serialize) -> String {
    digest::of(&json::bytes(tune))
}

/// Where files of `folder` wait until they are whole.
pub(crate) fn tmp(folder: &Path) -> PathBuf {
    folder.join("tmp")
}

/// The agent of a specification with the weights that it has now.
///
/// # Errors
/// An agent that cannot be built, under the name of `flag`.
pub(crate) fn entry(flag: &str, spec: &Spec, table: &dyn Table) -> Result<AgentEntry, Error> {
    let crew = table.seat(&[Seated::new(spec)]).map_err(|error| Error::flag(flag, error))?;
    crew.ready().map_err(|(_, reason)| Error::flag(format!("agent `{spec}`"), reason))?;
    Ok(AgentEntry { spec: spec.to_string(), weights: crew.weights(0) })
}
