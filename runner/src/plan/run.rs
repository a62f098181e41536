//! `run.json`: what is to be played.

use std::ops::Range;
use std::path::Path;

use drakkar_engine::seat::MAX_SEATS;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::disk::digest;
use crate::disk::durable;
use crate::disk::place::ChunkFolder;
use crate::error::Error;
use crate::plan::purpose::Purpose;
use drakkar_play::cut::Cut;
use drakkar_play::json;
use drakkar_play::line_up::LineUp;

/// Value of `format`.
const FORMAT: &str = "drakkar-plan";
/// Raised when the meaning of counters or the columns of rows change.
pub const ROW_FORMAT: u32 = 1;

/// Most chunks of a run.
pub const MOST_PLANNED: u64 = 10_000_000;

/// The plan of a run.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// Always `drakkar-plan`.
    pub format: String,
    /// SHA-256 of `run` as JSON without spaces: equal for equal rows.
    pub digest: String,
    /// The flag `--games`; rounded up to whole blocks.
    pub games_asked: u64,
    /// Everything that can change a row.
    pub run: Run,
}

/// Everything that can change a row of any file, and how the run is cut into chunks.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Run {
    /// Version of the program.
    pub version: String,
    /// Version of the random generators.
    pub generators: u32,
    /// Version of counters and rows.
    pub row_format: u32,
    /// Game id.
    pub game: String,
    /// Name of the preset that the rule set equals, or `custom`.
    pub rules: String,
    /// Every value of the rule set.
    pub rule_set: Value,
    /// Number of seats.
    pub players: usize,
    /// One entry for each seat of the line-up as given; where there are several line-ups, one entry
    /// for each agent.
    pub agents: Vec<AgentEntry>,
    /// Master seed, as text since many readers of JSON lose digits of large numbers.
    pub seed: String,
    /// How the line-up takes its seats.
    pub seating: String,
    /// Games of a block.
    pub games_per_block: u64,
    /// Blocks to play.
    pub blocks: u64,
    /// Blocks of a chunk.
    pub chunk: u64,
    /// Whether rows of games are kept.
    pub per_game: bool,
    /// Every so many games are recorded, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub record_every: Option<u64>,
    /// True if an agent's budget is time, or it is another program: then games are never the same
    /// twice.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub irreproducible: bool,
    /// What the run is for; none for games of one line-up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub purpose: Option<Purpose>,
}

/// An agent in full.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AgentEntry {
    /// Its specification.
    pub spec: String,
    /// Its weights, where it has any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weights: Option<String>,
}

impl Run {
    /// The agents' specifications by number: those of the entries that differ.
    pub fn names(&self) -> Vec<String> {
        LineUp::new(&self.specs()).names().to_vec()
    }

    /// Those of the entries.
    pub fn specs(&self) -> Vec<&str> {
        self.agents.iter().map(|agent| agent.spec.as_str()).collect()
    }

    /// The agent number of every seat, for every line-up.
    pub fn line_ups(&self) -> Vec<Vec<u8>> {
        let several = self.purpose.as_ref().and_then(|one| one.blocks().line_ups(self.players));
        several.unwrap_or_else(|| vec![LineUp::new(&self.specs()).seats().to_vec()])
    }

    /// Games of some ranges of blocks; of branches as many as there are if all decision points are found.
    pub fn games_of(&self, ranges: impl IntoIterator<Item = Range<u64>>) -> u64 {
        let fresh = self.cut(1).fresh();
        let games = |range: Range<u64>| {
            let own = self.purpose.as_ref().and_then(|one| one.blocks().games_of(&range, fresh));
            own.unwrap_or_else(|| (range.end - range.start) * self.games_per_block)
        };
        ranges.into_iter().map(games).sum()
    }

    /// How the blocks are cut into chunks, a thread taking `slice` of them at a time.
    pub fn cut(&self, slice: u64) -> Cut {
        let confirm = self.purpose.as_ref().map_or(0, |one| one.blocks().confirm_blocks());
        Cut { blocks: self.blocks, chunk: self.chunk, slice, confirm }
    }

    /// SHA-256 of the run as JSON without spaces.
    pub fn digest(&self) -> String {
        digest::of(&json::bytes(self))
    }
}

impl Plan {
    /// The plan of a run.
    pub fn new(run: Run, games_asked: u64) -> Plan {
        Plan { format: FORMAT.to_owned(), digest: run.digest(), games_asked, run }
    }

    /// Writes `run.json`.
    ///
    /// # Errors
    /// If that is not possible.
    pub fn write(&self, place: &ChunkFolder) -> Result<(), Error> {
        durable::write(&place.tmp(), &place.plan(), &json::pretty(self))
    }

    /// The plan of a folder; `None` if there is none.
    ///
    /// # Errors
    /// If the file cannot be read, is no plan, is damaged, or is one of another version.
    pub fn read(place: &ChunkFolder) -> Result<Option<Plan>, Error> {
        let path = place.plan();
        let text = match std::fs::read(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(Error::file("read", &path)(error)),
        };
        read(&path, &text).map(Some)
    }

    /// The plan in a file of any name.
    ///
    /// # Errors
    /// As [`Plan::read`], and if there is none.
    pub fn read_file(path: &Path) -> Result<Plan, Error> {
        read(path, &std::fs::read(path).map_err(|error| Error::input(path, error))?)
    }

    /// The plan of a folder that must have one.
    ///
    /// # Errors
    /// As [`Plan::read`], and if there is none.
    pub fn require(place: &ChunkFolder) -> Result<Plan, Error> {
        Plan::read(place)?.ok_or_else(|| {
            let reason = "holds no run.json; make one with `drakkar plan`";
            Error::input(place.root(), reason)
        })
    }
}

/// What is wrong with agents and line-ups, if anything is.
fn wrong_agents(run: &Run) -> Option<String> {
    if run.agents.is_empty() || run.agents.len() > 255 {
        return Some("key `run.agents`: there are 1 to 255 agents".to_owned());
    }
    let (line_ups, agents) = (run.line_ups(), run.names().len());
    let fits = |seats: &Vec<u8>| {
        seats.len() == run.players
            && (1..=MAX_SEATS).contains(&seats.len())
            && seats.iter().all(|&agent| usize::from(agent) < agents)
    };
    if line_ups.is_empty() || !line_ups.iter().all(fits) {
        return Some(format!("key `run.agents`: a line-up does not fit {} seats", run.players));
    }
    run.purpose.as_ref().filter(|purpose| !purpose.blocks().fits(agents)).map(|_| {
        "key `run.purpose`: does not fit the agents, or has a value out of its range".to_owned()
    })
}

fn read(path: &Path, text: &[u8]) -> Result<Plan, Error> {
    let refuse = |reason: String| Err(Error::input(path, reason));
    let value: Value = match serde_json::from_slice(text) {
        Ok(value) => value,
        Err(error) => return refuse(format!("is no JSON: {error}")),
    };
    if value.get("format").and_then(Value::as_str) != Some(FORMAT) {
        return refuse(format!("key `format`: is not `{FORMAT}`"));
    }
    let version = value.pointer("/run/version").and_then(Value::as_str).unwrap_or_default();
    if version != env!("CARGO_PKG_VERSION") {
        return refuse(format!(
            "key `run.version`: was made by drakkar {version}; this is {}",
            env!("CARGO_PKG_VERSION")
        ));
    }
    let plan: Plan = match serde_path_to_error::deserialize(value) {
        Ok(plan) => plan,
        Err(error) => return refuse(format!("key `{}`: {}", error.path(), error.inner())),
    };
    if plan.digest != plan.run.digest() {
        return refuse("key `digest`: does not fit `run`, which was changed by hand".into());
    }
    let run = &plan.run;
    for (key, number) in [
        ("games_per_block", run.games_per_block),
        ("blocks", run.blocks),
        ("chunk", run.chunk),
        ("record_every", run.record_every.unwrap_or(1)),
    ] {
        if number == 0 {
            return refuse(format!("key `run.{key}`: must be at least 1"));
        }
    }
    if let Some(reason) = wrong_agents(run) {
        return refuse(reason);
    }
    let chunks = run.blocks.div_ceil(run.chunk);
    let confirm = run.cut(1).confirm.div_ceil(run.chunk);
    if chunks.saturating_add(confirm) > MOST_PLANNED || run.blocks > 1 << 48 {
        return refuse(format!("key `run.blocks`: there are at most {MOST_PLANNED} chunks"));
    }
    for (key, found, here) in [
        ("generators", run.generators, drakkar_engine::seed::GENERATORS),
        ("row_format", run.row_format, ROW_FORMAT),
    ] {
        if found != here {
            return refuse(format!("key `run.{key}`: is {found}; this program has {here}"));
        }
    }
    Ok(plan)
}
