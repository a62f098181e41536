//! `manifest.json`: the content of a folder, and everything needed to reproduce it.

use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::{
    disk::durable, disk::self_hash, error::Error, export::names::of_run, journal::merge::Whole,
};
use crate::{plan::run::Plan, plan::run::Run};
use drakkar_play::json::{self, is_default};
use drakkar_stats::counters::Counters;

pub const FILE: &str = "manifest.json";
pub const FORMAT: &str = "drakkar-run";

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Manifest {
    pub format: String,
    /// SHA-256 of `run` as JSON without spaces: equal for equal rows.
    pub digest: String,
    pub run: Run,
    /// For each agent's name in files and tables, the full specification.
    #[serde(default)]
    pub names: Map<String, Value>,
    /// The rules in a line if they are not a preset: the nearest preset, and the changes from it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules: Option<String>,
    /// The flag `--games`; rounded up to whole blocks.
    pub games_asked: u64,
    pub games_played: u64,
    pub games_failed: u64,
    /// Games left out of all estimates because a game of their line-up failed on their deal.
    pub games_left_out: u64,
    /// Games in the estimates in which seats lost because their agents failed.
    #[serde(default, skip_serializing_if = "is_default")]
    pub games_lost: u64,
    pub files: Map<String, Value>,
    /// SHA-256 of the file of `--record`, if one was written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub records: Option<String>,
    /// What may differ between calls; given if one process played and wrote everything.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub machine: Option<Machine>,
    /// In the file, a hash of its own.
    #[serde(default)]
    sha256: String,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Machine {
    pub elapsed_seconds: f64,
    pub threads: usize,
    /// Commit, target and compiler of the program.
    #[serde(default)]
    pub build: String,
}

impl Manifest {
    pub fn new(plan: &Plan, rules: &str, whole: &Whole, machine: Option<Machine>) -> Manifest {
        let sums = || std::iter::once(&whole.sums).chain(&whole.confirmed);
        let count = |of: fn(&Counters) -> i128| {
            let games = sums().map(|sums| of(&sums.counters)).sum::<i128>();
            u64::try_from(games).unwrap_or(u64::MAX)
        };
        Manifest {
            format: FORMAT.to_owned(),
            digest: plan.digest.clone(),
            run: plan.run.clone(),
            names: of_run(&plan.run).into_iter().map(|[name, spec]| (name, spec.into())).collect(),
            rules: rules.contains(" with ").then(|| rules.to_owned()),
            games_asked: plan.games_asked,
            games_played: whole.games,
            games_failed: count(|counters| counters.failed),
            games_left_out: count(|counters| counters.left_out),
            games_lost: count(|counters| counters.lost),
            files: Map::new(),
            records: None,
            machine,
            sha256: String::new(),
        }
    }

    pub fn text(&self) -> Vec<u8> {
        self_hash::sealed(&json::pretty(self))
    }

    pub fn read(folder: &Path) -> Result<Option<FoundManifest>, Error> {
        let path = folder.join(FILE);
        let found = durable::read(&path)?;
        Ok(found.map(|bytes| match serde_json::from_slice::<Box<Manifest>>(&bytes) {
            Ok(manifest) if manifest.format == FORMAT => match self_hash::is_whole(&bytes) {
                true => FoundManifest::Run(manifest),
                false => FoundManifest::Changed(manifest),
            },
            _ => match serde_json::from_slice::<Value>(&bytes) {
                // A key that is there twice is no other version.
                Ok(value) if value["format"] == FORMAT => match serde_json::from_value(value) {
                    Ok(manifest) => FoundManifest::Changed(manifest),
                    Err(_) => FoundManifest::OtherVersion,
                },
                _ => FoundManifest::Foreign,
            },
        }))
    }
}

#[derive(Clone, PartialEq, Debug)]
pub enum FoundManifest {
    Run(Box<Manifest>),
    /// The same, not as it was written.
    Changed(Box<Manifest>),
    OtherVersion,
    Foreign,
}
