//! `manifest.json`: what a folder holds, and what is needed to play it again.

use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::error::Error;
use crate::export::digest;

/// Name of the file.
pub const FILE: &str = "manifest.json";
/// Value of `format`.
const FORMAT: &str = "drakkar-run";

/// The manifest of a run.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Manifest {
    /// Always `drakkar-run`.
    pub format: String,
    /// SHA-256 of `run` as JSON without spaces: equal for equal rows.
    pub digest: String,
    /// Everything that can change a row.
    pub run: Run,
    /// The flag `--games`; rounded up to whole blocks.
    pub games_asked: u64,
    /// Games played, failed ones included.
    pub games_played: u64,
    /// Games that did not reach their end.
    pub games_failed: u64,
    /// Games that are in no estimate because they share a block with a failed one, failed ones
    /// included.
    pub games_left_out: u64,
    /// Blocks played.
    pub blocks_played: u64,
    /// Whether all blocks were played; not after Ctrl-C.
    pub complete: bool,
    /// SHA-256 of every other file of the folder.
    pub files: Map<String, Value>,
    /// What may differ from one time to the next.
    pub machine: Machine,
}

/// Everything that can change a row of any file.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Run {
    /// Version of the program.
    pub version: String,
    /// Game id.
    pub game: String,
    /// Name of the preset that the rule set equals, or `custom`.
    pub rules: String,
    /// Every value of the rule set.
    pub rule_set: Value,
    /// Number of seats.
    pub players: usize,
    /// One entry for each seat of the line-up as given.
    pub agents: Vec<AgentEntry>,
    /// Master seed, as text since many readers of JSON lose digits of large numbers.
    pub seed: String,
    /// How the line-up takes its seats.
    pub seating: String,
    /// Games of a block.
    pub games_per_block: u64,
    /// Blocks to play.
    pub blocks: u64,
    /// Whether `games.csv` is written.
    pub per_game: bool,
}

/// An agent in full.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct AgentEntry {
    /// Its specification.
    pub spec: String,
    /// Its weights, where it has any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weights: Option<String>,
}

/// Circumstances that change no row.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Machine {
    /// Wall time of the games.
    pub elapsed_seconds: f64,
    /// Threads.
    pub threads: usize,
    /// Blocks of a chunk.
    pub chunk: u64,
}

impl Run {
    /// SHA-256 of the run as JSON without spaces.
    pub fn digest(&self) -> String {
        digest::of(&serde_json::to_vec(self).unwrap_or_default())
    }
}

impl Manifest {
    /// A manifest without files.
    pub fn new(run: Run, games_asked: u64, machine: Machine) -> Manifest {
        Manifest {
            format: FORMAT.to_owned(),
            digest: run.digest(),
            run,
            games_asked,
            games_played: 0,
            games_failed: 0,
            games_left_out: 0,
            blocks_played: 0,
            complete: false,
            files: Map::new(),
            machine,
        }
    }

    /// The text of the file.
    pub fn text(&self) -> Vec<u8> {
        let mut text = serde_json::to_vec_pretty(self).unwrap_or_default();
        text.push(b'\n');
        text
    }

    /// Reads the manifest of `folder`; `None` if there is none.
    ///
    /// # Errors
    /// If the file cannot be read. A file that is no Drakkar manifest is [`Found::Foreign`].
    pub fn read(folder: &Path) -> Result<Option<Found>, Error> {
        let path = folder.join(FILE);
        let bytes = match std::fs::read(&path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(Error::file("read", &path)(error)),
        };
        let Ok(value) = serde_json::from_slice::<Value>(&bytes) else {
            return Ok(Some(Found::Foreign));
        };
        if value.get("format").and_then(Value::as_str) != Some(FORMAT) {
            return Ok(Some(Found::Foreign));
        }
        let manifest = serde_json::from_value(value);
        Ok(Some(manifest.map_or(Found::OtherVersion, |manifest| Found::Run(Box::new(manifest)))))
    }
}

/// What stands under the manifest's name.
#[derive(Clone, PartialEq, Debug)]
pub enum Found {
    /// A manifest of this version.
    Run(Box<Manifest>),
    /// A manifest of another version of the program.
    OtherVersion,
    /// Something else.
    Foreign,
}
