use std::{ops::Range, path::Path, sync::Arc};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::plan::purpose::{Compare, Purpose, Tournament};
use crate::{
    disk::chunk_folder::ChunkFolder, disk::digest, disk::durable, disk::durable::Draft,
    disk::folders, disk::self_hash, error::Error,
};
use drakkar_agents::spec::Spec;
use drakkar_engine::{
    data, error::KeyError, input::not_json, input::without_mark, seat::MAX_SEATS,
};
use drakkar_play::{chunking::ChunkLayout, erased::Seated, json, schedule::Policy};
use drakkar_stats::layout::OnFailure;

pub const FORMAT: &str = "drakkar-plan";
/// Increased when the meaning of counters or the columns of `games.csv` change: chunks have both.
pub const ROW_FORMAT: u32 = 1;

pub const MOST_PLANNED: u64 = 10_000_000;

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    pub format: String,
    /// SHA-256 of `run` as JSON without spaces: equal for equal rows.
    pub digest: String,
    /// The flag `--games`; rounded up to whole blocks.
    pub games_asked: u64,
    pub run: Run,
    /// In the file, a hash of its own; empty in memory.
    sha256: String,
}

#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Run {
    pub version: String,
    pub generators: u32,
    pub row_format: u32,
    pub game: String,
    pub rules: String,
    pub rule_set: Arc<Value>,
    pub players: usize,
    /// One entry for each seat of the line-up as given; if there are several line-ups, one entry for each agent.
    pub agents: Vec<AgentEntry>,
    /// Master seed, as text because many JSON readers round large numbers.
    pub seed: String,
    pub seating: Policy,
    pub games_per_block: u64,
    pub blocks: u64,
    pub chunk: u64,
    pub per_game: bool,
    /// Every so many games are recorded, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub record_every: Option<u64>,
    /// True if an agent has a budget in time, or is another program: then games differ each time.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub irreproducible: bool,
    /// What happens to games in which agents fail; none if no agent may.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub on_failure: Option<OnFailure>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub purpose: Option<Purpose>,
}

#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AgentEntry {
    pub spec: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub alias: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weights: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub net: Option<String>,
}

impl AgentEntry {
    pub fn name(&self) -> &str {
        self.alias.as_deref().unwrap_or(&self.spec)
    }

    pub fn read(&self) -> Result<Spec, Error> {
        self.spec.parse().map_err(|error| Error::flag("--agent", error))
    }

    pub fn seated(&self, spec: &Spec) -> Seated {
        let (weights, net) = (self.weights.clone(), self.net.clone());
        Seated { weights, net, ..Seated::new(spec) }
    }
}

pub fn specs_of<'e>(entries: impl IntoIterator<Item = &'e AgentEntry>) -> Result<Vec<Spec>, Error> {
    entries.into_iter().map(AgentEntry::read).collect()
}

impl Run {
    pub fn next_seed(&self) -> u64 {
        self.seed.parse::<u64>().map_or(1, |seed| seed.wrapping_add(1))
    }

    /// The agents by number: entries of one specification are one agent.
    pub fn different(&self) -> Vec<&AgentEntry> {
        let mut different: Vec<&AgentEntry> = Vec::new();
        for agent in &self.agents {
            if different.iter().all(|known| known.spec != agent.spec) {
                different.push(agent);
            }
        }
        different
    }

    pub fn specs(&self) -> Vec<&str> {
        self.agents.iter().map(|agent| agent.spec.as_str()).collect()
    }

    pub fn line_ups(&self) -> Vec<Vec<u8>> {
        match &self.purpose {
            Some(
                Purpose::Tournament(Tournament { line_ups, .. })
                | Purpose::Compare(Compare { line_ups, .. }),
            ) => line_ups.clone(),
            Some(Purpose::Branch(branching)) => {
                branching.agents.iter().map(|&agent| vec![agent; self.players]).collect()
            }
            Some(Purpose::CompareRules(_)) | None => {
                let all = self.different();
                let number = |agent: &AgentEntry| all.iter().position(|one| one.spec == agent.spec);
                vec![self.agents.iter().filter_map(number).map(|number| number as u8).collect()]
            }
        }
    }

    /// Games of some ranges of blocks; for branches, as if all decision points are found.
    pub fn games_of(&self, ranges: impl IntoIterator<Item = Range<u64>>) -> u64 {
        match &self.purpose {
            Some(Purpose::Branch(branching)) => {
                branching.games_in(ranges, self.chunking(1).fresh())
            }
            _ => {
                ranges.into_iter().map(|range| range.end - range.start).sum::<u64>()
                    * self.games_per_block
            }
        }
    }

    /// The division of the blocks into chunks, with threads taking `batch` blocks at a time.
    pub fn chunking(&self, batch: u64) -> ChunkLayout {
        let confirm = match &self.purpose {
            Some(Purpose::Compare(compare)) => compare.confirm_blocks,
            Some(Purpose::Branch(branching)) => {
                branching.replicate_padded.saturating_mul(branching.repeated().len() as u64)
            }
            _ => 0,
        };
        ChunkLayout { blocks: self.blocks, chunk: self.chunk, batch, confirm }
    }
}

impl Plan {
    pub fn new(run: Run, games_asked: u64) -> Plan {
        let (format, digest) = (FORMAT.to_owned(), digest_of(&run));
        Plan { format, digest, games_asked, run, sha256: String::new() }
    }

    pub fn write(&self, place: &ChunkFolder) -> Result<(), Error> {
        self.write_unnamed(place)?;
        folders::sync(place.root())
    }

    /// The same where no chunk relies on the plan: after a loss of power it is whole, or not there.
    pub fn write_unnamed(&self, place: &ChunkFolder) -> Result<(), Error> {
        let text = self_hash::sealed(&json::pretty(self));
        Draft::begin(&place.tmp(), &place.plan())?.filled(&text)?.flushed()?.publish()
    }

    pub fn read(place: &ChunkFolder) -> Result<Option<Plan>, Error> {
        let path = place.plan();
        durable::read(&path)?.map(|text| read(&path, &text)).transpose()
    }

    pub fn read_file(path: &Path) -> Result<Plan, Error> {
        read(path, &std::fs::read(path).map_err(|error| Error::unread(path, &error))?)
    }

    pub fn require(place: &ChunkFolder) -> Result<Plan, Error> {
        let reason = "holds no run.json; make one with `drakkar plan`";
        Plan::read(place)?.ok_or_else(|| Error::input(place.root(), reason))
    }
}

pub fn digest_of(plan: &impl Serialize) -> String {
    digest::of(&json::bytes(plan))
}

pub fn read_hashed<T>(
    path: &Path,
    text: &[u8],
    (format, key): (&str, &str),
    read: impl Fn(&Value) -> Result<T, KeyError>,
    fits: impl Fn(&T) -> bool,
) -> Result<T, Error> {
    let refuse = |reason: String| Error::input(path, reason);
    let value: Value =
        serde_json::from_slice(without_mark(text)).map_err(|error| refuse(not_json(&error)))?;
    if value["format"] != format {
        return Err(refuse(format!("key `format`: is not `{format}`")));
    }
    let (version, here) = (value[key]["version"].as_str(), env!("CARGO_PKG_VERSION"));
    if version != Some(here) {
        let version = version.unwrap_or_default();
        let reason = format!("key `{key}.version`: was made by drakkar {version}; this is {here}");
        return Err(refuse(reason));
    }
    let file = read(&value).map_err(|error| refuse(error.to_string()))?;
    if !fits(&file) {
        let reason = format!("key `digest`: does not fit `{key}`, which was changed by hand");
        return Err(refuse(reason));
    }
    Ok(file)
}

fn read(path: &Path, text: &[u8]) -> Result<Plan, Error> {
    let fits = |plan: &Plan| plan.digest == digest_of(&plan.run);
    let plan: Plan = read_hashed(path, text, (FORMAT, "run"), data::read, fits)?;
    if let Some((key, reason)) = wrong(&plan.run) {
        return Err(Error::input(path, format!("key `run.{key}`: {reason}")));
    }
    let Run { blocks, games_per_block, .. } = plan.run;
    if plan.games_asked.div_ceil(games_per_block) != blocks {
        let reason = format!(
            "key `games_asked`: {} games are not {blocks} blocks of {games_per_block}",
            plan.games_asked
        );
        return Err(Error::input(path, reason));
    }
    // The digest of the run covers the run alone.
    if !self_hash::is_whole(without_mark(text)) {
        let reason = "key `sha256`: does not fit the rest, which was changed by hand";
        return Err(Error::input(path, reason));
    }
    Ok(Plan { sha256: String::new(), ..plan })
}

fn wrong(run: &Run) -> Option<(&'static str, String)> {
    let numbers = [
        ("games_per_block", run.games_per_block),
        ("blocks", run.blocks),
        ("chunk", run.chunk),
        ("record_every", run.record_every.unwrap_or(1)),
    ];
    if let Some((key, _)) = numbers.into_iter().find(|(_, number)| *number == 0) {
        return Some((key, "must be at least 1".to_owned()));
    }
    if run.agents.is_empty() || run.agents.len() > 255 {
        return Some(("agents", "there are 1 to 255 agents".to_owned()));
    }
    if !(1..=MAX_SEATS).contains(&run.players) {
        return Some(("players", format!("must be 1 to {MAX_SEATS}")));
    }
    let (line_ups, agents) = (run.line_ups(), run.different().len());
    let fits = |seats: &Vec<u8>| {
        seats.len() == run.players && seats.iter().all(|&agent| usize::from(agent) < agents)
    };
    if line_ups.is_empty() || !line_ups.iter().all(fits) {
        return Some(("agents", format!("a matchup does not fit {} seats", run.players)));
    }
    if run.purpose.as_ref().is_some_and(|purpose| !purpose.fits(agents)) {
        let reason = "does not fit the agents, or has a value out of its range";
        return Some(("purpose", reason.to_owned()));
    }
    let chunks = run.blocks.div_ceil(run.chunk);
    let confirm = run.chunking(1).confirm.div_ceil(run.chunk);
    if chunks.saturating_add(confirm) > MOST_PLANNED || run.blocks > 1 << 48 {
        return Some(("blocks", format!("there are at most {MOST_PLANNED} chunks")));
    }
    let versions = [
        ("generators", run.generators, drakkar_engine::seed::GENERATORS),
        ("row_format", run.row_format, ROW_FORMAT),
    ];
    let other = versions.into_iter().find(|(_, found, here)| found != here);
    other.map(|(key, found, here)| (key, format!("is {found}; this program has {here}")))
}
