use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::plan::{purpose::Stopping, run::AgentEntry};
use crate::study::plan_file::{Kind, PlanFile, Request, clear_runs};
use crate::study::{context::StudyContext, learn::MOST_GENERATIONS, learn::metrics};
use crate::{disk::durable, disk::folders, error::Error, export::cleanup};
use drakkar_learn::method::Method;

pub const NET: &str = "net.json";
pub const TABLE: &str = "generations.csv";
pub const POSITIONS: &str = "positions";
pub const EVEN: &str = "equal-iterations";
pub const TIME: &str = "equal-time";
pub const REFERENCES: [&str; 2] = ["reference-greedy", "reference-uct"];

pub const EXPECTED: f64 = 0.5;

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Learn {
    #[serde(flatten)]
    pub table: StudyContext,
    pub data_agents: Vec<AgentEntry>,
    pub games: u64,
    pub positions: usize,
    pub epsilon: f64,
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

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Generations {
    pub version: String,
    /// The folder, since nets are named by their paths.
    pub folder: String,
    pub generations: u32,
    pub first: Learn,
    /// Games and positions of later training runs, iterations of the search there, and the weight of what it expected.
    pub games: u64,
    pub positions: usize,
    pub self_play_iterations: u32,
    pub search_value_weight: f64,
    pub before: AgentEntry,
    pub test_iterations: u32,
    pub stopping: Stopping,
    pub test_games: u64,
    pub references: Vec<AgentEntry>,
    pub reference_games: u64,
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
    files: &[NET, metrics::LOSSES, metrics::CALIBRATION, TABLE],
    parts: &[GENERATION],
    clear_games,
    clear_drafts: |folder| cleanup::drafts(&folder.join(POSITIONS)).map(drop),
};

const GENERATION: &str = "generation-";

pub fn folder_of(folder: &Path, generation: u32) -> PathBuf {
    folder.join(format!("{GENERATION}{generation}"))
}

fn clear_games(folder: &Path) -> Result<(), Error> {
    let text = durable::read(&folder.join(KIND.file))?.unwrap_or_default();
    let plan: Value = serde_json::from_slice(&text).unwrap_or_default();
    if plan["format"] != Generations::FORMAT {
        return Ok(());
    }
    let most = u64::from(MOST_GENERATIONS);
    let most = plan[KIND.key]["generations"].as_u64().unwrap_or(most).min(most) as u32;
    for own in (1..=most).map(|number| folder_of(folder, number)) {
        clear_runs([EVEN, TIME].iter().chain(&REFERENCES).map(|name| own.join(name)))?;
        if own.join(KIND.file).is_file() {
            PlanFile::<Learn>::clear(&own)?;
        }
        folders::leave(&own);
    }
    Ok(())
}
