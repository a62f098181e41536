//! `tune.json`: everything that influences the result of a tune; and the folder that it owns.

use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::disk::{folders, growing::Growing};
use crate::export::folder;
use crate::plan::run::AgentEntry;
use crate::study::sealed::{Kind, Request};
use crate::study::tune::objective::Objective;
use crate::study::venue::Venue;
use crate::{error::Error, plan::purpose::Stopping};

/// The files of a tune.
pub const BEST: &str = "best.toml";
pub const HALVING: &str = "halving.csv";
pub const TRACE: &str = "tune.csv";
pub const VERDICTS: &str = "verdict.csv";
pub const EFFECTS: &str = "effects.csv";
pub const SPREAD: &str = "spread.csv";
/// The folders of its tests, and of the games between results.
pub const TESTS: &str = "confirm";
pub const PLAYOFF: &str = "playoff";

/// Everything that influences the result of a tune.
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
    /// The start of the first tune, and then the other starts and the results, each once.
    pub entrants: Vec<AgentEntry>,
    /// What each of the tunes kept.
    pub results: Vec<AgentEntry>,
    pub games: u64,
    /// The tests of the winner.
    pub test: Test,
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
    files: &[HALVING, TRACE, BEST, VERDICTS, EFFECTS, SPREAD],
    keeps_answer: false,
    parts: &[],
    clear_games,
};

/// Removes the games, and the hashes of files that grow.
fn clear_games(folder: &Path) -> Result<(), Error> {
    growing(folder).iter().try_for_each(Growing::finish)?;
    let tests = folder.join(TESTS);
    let mut runs = vec![folder.join(PLAYOFF)];
    runs.extend(folders::entries(&tests)?.into_iter().map(|(_, path)| path));
    for run in runs.iter().filter(|run| run.is_dir()) {
        folder::clear(run)?;
        // Other files stay, with their folder.
        folders::leave(run);
    }
    folders::leave(&tests);
    Ok(())
}

/// The files of `folder` that grow while the tune goes on.
pub fn growing(folder: &Path) -> [Growing; 3] {
    [HALVING, TRACE, EFFECTS].map(|name| Growing::of(folder, name))
}
