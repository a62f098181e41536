//! `tune.json`: everything that influences the result of a tune; and the folder that it owns.

use std::fs;
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::disk::{digest, durable, growing::Growing, lock::Lock};
use crate::export::folder::{self, Contents};
use crate::export::{clearing, intact, manifest, names::Names};
use crate::plan::run::{AgentEntry, digest_of, read_sealed};
use crate::study::tune::{confirmation, halving, last, objective::Objective, trace, work::BEST};
use crate::{error::Error, plan::purpose::Stopping};
use drakkar_agents::spec::Spec;
use drakkar_play::door::{Seated, Table};
use drakkar_play::json;

const FILE: &str = "tune.json";

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sealed<T> {
    pub format: String,
    /// SHA-256 of `tune` as JSON without spaces.
    pub digest: String,
    pub tune: T,
}

/// Everything that influences the result of a tune. Threads and the deadline do not.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tune {
    #[serde(flatten)]
    pub table: Venue,
    /// The agent to improve.
    pub start: AgentEntry,
    /// The start with every combination of choices; empty if there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub combinations: Vec<AgentEntry>,
    /// The opponents of candidates, in addition to the current best.
    pub field: Vec<AgentEntry>,
    /// Patterns of the weights to tune; none for all.
    pub params: Vec<String>,
    pub objective: Objective,
    /// Of a generation, like the population.
    pub deals: u64,
    pub population: usize,
    pub generations: u64,
    /// Standard deviation of the first generation, in scales of the parameters.
    pub sigma: f64,
    /// The tests of the result: against the start, then for each of a panel.
    pub tests: Vec<Test>,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Playoff {
    #[serde(flatten)]
    pub table: Venue,
    /// The start of the first tune, and then the results of all.
    pub entrants: Vec<AgentEntry>,
    pub games: u64,
    /// The tests of the winner.
    pub test: Test,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Venue {
    pub version: String,
    pub generators: u32,
    pub game: String,
    /// Name of the preset that the rule set equals, or `custom`.
    pub rules: String,
    pub rule_set: Value,
    pub players: usize,
    /// Master seed, as text because many JSON readers round large numbers.
    pub seed: String,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Test {
    /// Name of its folder.
    pub name: String,
    /// The common opponents of result and start; none if they play each other.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub field: Option<AgentEntry>,
    pub stopping: Stopping,
    pub games: u64,
}

impl Venue {
    /// The names of agents here.
    pub fn names(&self) -> Names {
        Names::under(&self.game, &self.rule_set, self.players)
    }

    /// A seed for one part of a tune: parts share no deal.
    pub fn seed_of(&self, part: &str) -> u64 {
        let digest = digest::of(format!("{}:{part}", self.seed).as_bytes());
        u64::from_str_radix(&digest[..16], 16).unwrap_or_default()
    }
}

impl<T: Serialize + DeserializeOwned> Sealed<T> {
    pub fn new(format: &str, tune: T) -> Sealed<T> {
        Sealed { format: format.to_owned(), digest: digest_of(&tune), tune }
    }

    /// The plan of this kind in `folder`; `None` if there is none.
    pub fn read(format: &str, folder: &Path) -> Result<Option<Sealed<T>>, Error> {
        let path = folder.join(FILE);
        let fits = |plan: &Sealed<T>| plan.digest == digest_of(&plan.tune);
        let text = durable::read(&path)?;
        text.map(|text| read_sealed(&path, &text, (format, "tune"), fits)).transpose()
    }

    /// Takes `folder` for this plan and for this process: starts it, or resumes it. An existing tune
    /// is replaced only with `force`, and anything else never.
    pub fn claim(&self, folder: &Path, force: bool) -> Result<Lock, Error> {
        self.goes_on(folder, force)?;
        let lock = clearing::enter(folder)?;
        // Somebody else may have been faster.
        if !self.goes_on(folder, force)? {
            clear(folder)?;
            durable::write(&tmp(folder), &folder.join(FILE), &json::pretty(self))?;
        }
        Ok(lock)
    }

    fn goes_on(&self, folder: &Path, force: bool) -> Result<bool, Error> {
        let found = Sealed::<T>::read(&self.format, folder).map(|plan| plan.map(|one| one.digest));
        let mut contents = folder::by_plan(folder, FILE, found, &self.digest, "another tune")?;
        if contents == Contents::Unfinished {
            // What is missing is made anew.
            let mut changes = intact::changes(folder)?;
            changes.retain(|change| !change.missing);
            if !changes.is_empty() {
                let reason = format!("holds this tune, but {}", intact::told(&changes));
                contents = Contents::Taken(reason);
            }
        }
        contents.goes_on("tune", folder, force)
    }
}

/// Removes the files of a tune, its plan last.
fn clear(folder: &Path) -> Result<(), Error> {
    for file in [manifest::FILE, confirmation::FILE, BEST, trace::FILE, halving::FILE] {
        folder::remove(&folder.join(file))?;
    }
    growing(folder).iter().try_for_each(Growing::finish)?;
    let tests = folder.join(confirmation::FOLDER);
    let mut runs = vec![folder.join(last::FOLDER)];
    if let Ok(entries) = fs::read_dir(&tests) {
        runs.extend(entries.flatten().map(|entry| entry.path()));
    }
    for run in runs.iter().filter(|run| run.is_dir()) {
        folder::clear(run)?;
        // Other files stay, with their folder.
        let _ = fs::remove_dir(run);
    }
    let _ = fs::remove_dir(&tests);
    folder::remove(&folder.join(FILE))
}

/// The files of `folder` that grow while the tune goes on.
pub fn growing(folder: &Path) -> [Growing; 2] {
    [halving::FILE, trace::FILE].map(|name| Growing::of(folder, name))
}

/// Where files of `folder` wait until they are complete.
pub fn tmp(folder: &Path) -> PathBuf {
    folder.join("tmp")
}

/// The agent of a specification with its current weights; errors are attributed to `flag`.
pub fn entry(flag: &str, spec: &Spec, table: &dyn Table) -> Result<AgentEntry, Error> {
    let crew = table.seat(&[Seated::new(spec)]).map_err(|error| Error::flag(flag, error))?;
    crew.ready().map_err(|(_, reason)| Error::flag(format!("agent `{spec}`"), reason))?;
    let (weights, net) = (crew.weights(0), crew.net(0));
    Ok(AgentEntry { spec: spec.to_string(), alias: None, weights, net })
}

pub fn specs_of<'e>(entries: impl IntoIterator<Item = &'e AgentEntry>) -> Result<Vec<Spec>, Error> {
    let specs = entries.into_iter().map(|entry| entry.spec.parse());
    specs.collect::<Result<_, _>>().map_err(|error| Error::flag("--agent", error))
}
