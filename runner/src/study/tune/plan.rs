use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::plan::{purpose::Stopping, run::AgentEntry};
use crate::study::{
    context::StudyContext, plan_file::Kind, plan_file::Request, plan_file::clear_runs,
    tune::objective::Objective,
};
use crate::{disk::append_log::AppendLog, disk::folders, error::Error};

pub const BEST: &str = "best.toml";
pub const HALVING: &str = "halving.csv";
pub const TRACE: &str = "tune.csv";
pub const SEARCH: &str = "search.json";
pub const VERDICTS: &str = "verdict.csv";
pub const EFFECTS: &str = "effects.csv";
pub const SPREAD: &str = "spread.csv";
pub const TESTS: &str = "confirm";
pub const PLAYOFF: &str = "playoff";
/// A test against a reference opponent has this name, with a number.
pub const REFERENCE: &str = "reference-";

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tune {
    #[serde(flatten)]
    pub table: StudyContext,
    pub start: AgentEntry,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub combinations: Vec<AgentEntry>,
    pub opponents: Vec<AgentEntry>,
    pub params: Vec<String>,
    pub objective: Objective,
    /// Of a generation, like the population.
    pub deals: u64,
    pub population: usize,
    pub generations: u64,
    pub sigma: f64,
    pub tests: Vec<Test>,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Playoff {
    #[serde(flatten)]
    pub table: StudyContext,
    /// The start of the first tune, and then the other starts and the results, each once.
    pub entrants: Vec<AgentEntry>,
    pub results: Vec<AgentEntry>,
    pub games: u64,
    pub test: Test,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Test {
    pub name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opponents: Option<AgentEntry>,
    pub stopping: Stopping,
    pub games: u64,
}

impl Request for Tune {
    const FORMAT: &'static str = "drakkar-tune";
    const KIND: Kind = KIND;
}

impl Request for Playoff {
    const FORMAT: &'static str = "drakkar-tune-final";
    const KIND: Kind = KIND;
}

const KIND: Kind = Kind {
    file: "tune.json",
    key: "tune",
    word: "tune",
    files: &[HALVING, TRACE, SEARCH, BEST, VERDICTS, EFFECTS, SPREAD],
    parts: &[TESTS, PLAYOFF],
    clear_games,
    clear_drafts: |folder| {
        let growing = [HALVING, TRACE, EFFECTS];
        growing.iter().try_for_each(|name| AppendLog::of(folder, name).finish())
    },
};

fn clear_games(folder: &Path) -> Result<(), Error> {
    let tests = folder.join(TESTS);
    let below = folders::entries(&tests)?.into_iter().map(|(_, path)| path);
    clear_runs(below.chain([folder.join(PLAYOFF)]))?;
    folders::leave(&tests);
    Ok(())
}
