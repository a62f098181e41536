use std::path::{Path, PathBuf};
use std::{slice::from_ref, sync::Arc};

use clap::ValueEnum;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::disk::{chunk_folder::ChunkFolder, folders, lock::Lock};
use crate::export::{cleanup, folder};
use crate::study::plan_file::{Kind, PlanFile, Request};
use crate::{error::Error, plan::run::AgentEntry, study::tune::plan::Tune};
use drakkar_play::{erased::Table, lab::Lab};
use drakkar_stats::levelling;

pub const RULES: &str = "equalized.toml";
pub const SETS: &str = "equalized.csv";
pub const CHANGES: &str = "changes.csv";
pub const DEVIATIONS: &str = "equalized_deviation.csv";
pub const WORTHS: &str = "equalized_effect.csv";
pub const FRONT: &str = "front.csv";
pub const PLAYERS: &str = "retuned.csv";
pub const PLAYED: &str = "played";

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Subject {
    Items,
    Seats,
}

/// The metric in which effects are measured.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum Goal {
    /// The score margin: a seat's own score minus the mean of the others
    Score,
    /// The share of wins
    WinShare,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Level {
    pub version: String,
    pub generators: u32,
    pub game: String,
    pub rules: String,
    pub rule_set: Arc<Value>,
    pub seed: String,
    pub subject: Subject,
    pub goal: Goal,
    pub tolerance: f64,
    /// The measured actions and the one that they are compared with, if they are not those of the game's items.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<[String; 2]>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub exclude: Vec<String>,
    pub tables: Vec<Seats>,
    pub levers: Vec<Lever>,
    /// Decisions of each kind, or games, in a measurement.
    pub games: u64,
    /// The same in the final validation, and there for agents that search.
    pub validation: u64,
    pub validation_searching: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chunk: Option<u64>,
    pub measurements: u32,
    pub retuning: Retuning,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Seats {
    pub players: usize,
    /// The first one plays while values are sought, all of them in the final validation.
    pub agents: Vec<AgentEntry>,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lever {
    pub key: String,
    /// In ascending order, as texts of a rule-set file.
    pub values: Vec<String>,
    /// The place of the one that the rules have.
    pub first: usize,
}

#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Retuning {
    /// How often at most; 0 if they stay as they are.
    pub rounds: u32,
    pub generations: u64,
    pub games: u64,
    /// Most games of the test whether the new weights are better.
    pub test_games: u64,
}

impl Request for Level {
    const FORMAT: &'static str = "drakkar-equalize";
    const KIND: Kind = Kind {
        file: "equalize.json",
        key: "equalize",
        word: "equalized set",
        files: &[RULES, CHANGES, SETS, DEVIATIONS, WORTHS, FRONT, PLAYERS],
        parts: &[PLAYED],
        clear_games,
        clear_drafts: clear_chunks,
    };
}

impl Lever {
    pub fn change(&self, place: usize) -> String {
        format!("{}={}", self.key, self.values[place])
    }
}

impl Level {
    pub fn changes(&self, set: &levelling::Set) -> Vec<String> {
        self.moved(&self.first(), set)
    }

    pub fn moved(&self, from: &levelling::Set, to: &levelling::Set) -> Vec<String> {
        let both = self.levers.iter().zip(from.iter().zip(to));
        both.filter(|(_, (from, to))| from != to)
            .map(|(lever, (_, &to))| lever.change(to))
            .collect()
    }

    /// The values that the rules have.
    pub fn first(&self) -> levelling::Set {
        self.levers.iter().map(|lever| lever.first).collect()
    }

    pub fn told(&self, set: &levelling::Set) -> String {
        let changes = self.changes(set);
        if changes.is_empty() { "as they are".to_owned() } else { changes.join(" ") }
    }
}

pub fn open(lab: &Lab, rule_set: &Arc<Value>, players: usize) -> Result<Box<dyn Table>, Error> {
    let opened = lab.open(from_ref(rule_set), players);
    opened.map_err(|error| Error::flag("--equalize", error.error))
}

pub fn folder_of(out: &Path, part: &str) -> PathBuf {
    out.join(PLAYED).join(part)
}

pub fn clear_chunks(out: &Path) -> Result<(), Error> {
    parts(out)?.iter().for_each(|part| cleanup::finished_chunks(&ChunkFolder::new(part)));
    Ok(())
}

pub fn parts(out: &Path) -> Result<Vec<PathBuf>, Error> {
    let played = out.join(PLAYED);
    let entries = folders::entries(&played)?.into_iter();
    Ok(entries.map(|(_, path)| path).filter(|path| path.is_dir()).collect())
}

fn clear_games(out: &Path) -> Result<(), Error> {
    for path in parts(out)? {
        // Somebody may still play there.
        let lock = Lock::alone(&path)?;
        match path.join(Tune::KIND.file).is_file() {
            true => PlanFile::<Tune>::clear(&path)?,
            false => folder::clear(&path)?,
        }
        drop(lock);
        // Other files stay, with their folders.
        folders::leave(&path);
    }
    folders::leave(&out.join(PLAYED));
    Ok(())
}
