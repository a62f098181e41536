//! `learn.json`: everything that influences a net, or a course of them; and the folder that it owns.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::disk::{durable, folders};
use crate::error::Error;
use crate::export::{clearing, folder};
use crate::plan::{purpose::Stopping, run::AgentEntry};
use crate::study::learn::{MOST_GENERATIONS, marks};
use crate::study::sealed::{Kind, Request, Sealed};
use crate::study::venue::Venue;
use drakkar_learn::method::Method;

/// The file of the net.
pub const NET: &str = "net.json";
/// The table of generations.
pub const TABLE: &str = "generations.csv";
/// The file of all positions, if they are kept, and the folder of those of single chunks.
pub const KEPT: &str = "positions.bin";
pub const POSITIONS: &str = "positions";
/// The folders of the comparisons of a generation.
pub const FOLDERS: [&str; 4] = [EVEN, TIME, PANEL[0], PANEL[1]];
pub const EVEN: &str = "equal-iterations";
pub const TIME: &str = "equal-time";
pub const PANEL: [&str; 2] = ["panel-greedy", "panel-uct"];

/// How much counts what the teacher of a later generation expected, if nobody chooses.
pub const EXPECTED: f64 = 0.5;

/// Everything that influences a net.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Learn {
    #[serde(flatten)]
    pub table: Venue,
    pub teachers: Vec<AgentEntry>,
    pub games: u64,
    /// Of each game.
    pub positions: usize,
    /// Probability of a random decision.
    pub stray: f64,
    /// The net to begin with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<Start>,
    pub net: Method,
    pub logistic: Method,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Start {
    pub file: String,
    pub sha256: String,
}

/// Everything that influences a course of generations.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Generations {
    pub version: String,
    /// The folder, since nets are named by their paths.
    pub folder: String,
    pub generations: u32,
    /// The first lesson.
    pub first: Learn,
    /// Games and positions of each later lesson, iterations of its teacher, and how much counts what that
    /// expected.
    pub games: u64,
    pub positions: usize,
    pub teacher_iterations: u32,
    pub expected_weight: f64,
    /// The player whom the first net is tried against, with the iterations of all trials.
    pub before: AgentEntry,
    pub iterations: u32,
    pub stopping: Stopping,
    /// Most games of a trial.
    pub test_games: u64,
    /// Opponents of every net, and the games against each.
    pub panel: Vec<AgentEntry>,
    pub panel_games: u64,
}

impl Request for Learn {
    const FORMAT: &'static str = "drakkar-learn";
    const KIND: Kind = KIND;
}

impl Request for Generations {
    const FORMAT: &'static str = "drakkar-learn-generations";
    const KIND: Kind = KIND;
}

const KIND: Kind = Kind {
    file: "learn.json",
    key: "learn",
    word: "net",
    files: &[NET, marks::LOSSES, marks::CALIBRATION, KEPT, TABLE],
    keeps_answer: true,
    parts: &[GENERATION],
    clear_games,
};

/// The names of the folders of generations, without their numbers.
const GENERATION: &str = "generation-";

/// The folder of a generation.
pub fn folder_of(folder: &Path, generation: u32) -> PathBuf {
    folder.join(format!("{GENERATION}{generation}"))
}

/// Removes the chunks of a lesson and, if `folder` holds a course of generations, their lessons and trials.
fn clear_games(folder: &Path) -> Result<(), Error> {
    clear_positions(folder)?;
    let text = durable::read(&folder.join(KIND.file))?.unwrap_or_default();
    let plan: Value = serde_json::from_slice(&text).unwrap_or_default();
    if plan["format"] != Generations::FORMAT {
        return Ok(());
    }
    let most = u64::from(MOST_GENERATIONS);
    let most = plan[KIND.key]["generations"].as_u64().unwrap_or(most).min(most) as u32;
    for own in (1..=most).map(|number| folder_of(folder, number)) {
        for trial in FOLDERS.map(|name| own.join(name)).iter().filter(|path| path.is_dir()) {
            folder::clear(trial)?;
            // Other files stay, with their folders.
            folders::leave(trial);
        }
        if own.join(KIND.file).is_file() {
            Sealed::<Learn>::clear(&own)?;
        }
        folders::leave(&own);
    }
    Ok(())
}

/// Removes the positions of single chunks.
pub fn clear_positions(out: &Path) -> Result<(), Error> {
    clearing::drafts(&out.join(POSITIONS)).map(drop)
}
