//! `learn.json`: everything that influences a net; and the folder that it owns.

use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::disk::{durable, lock::Lock};
use crate::error::Error;
use crate::export::folder::{self, Contents};
use crate::export::{answer, clearing, intact, manifest};
use crate::plan::run::{AgentEntry, digest_of, read_sealed};
use crate::study::learn::{lesson::NET, marks, reap};
use crate::study::tune::plan::Venue;
use drakkar_learn::fit::Method;
use drakkar_play::json;

pub const FORMAT: &str = "drakkar-learn";
const FILE: &str = "learn.json";

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    pub format: String,
    /// SHA-256 of `learn` as JSON without spaces.
    pub digest: String,
    pub learn: Learn,
}

/// Everything that influences a net. Threads and the deadline do not.
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

/// What a folder is for a plan.
pub enum Claim {
    /// It holds the net.
    Done,
    /// It belongs to this process.
    Begun(Lock),
}

impl Plan {
    pub fn new(learn: Learn) -> Plan {
        Plan { format: FORMAT.to_owned(), digest: digest_of(&learn), learn }
    }

    fn read(folder: &Path) -> Result<Option<Plan>, Error> {
        let path = folder.join(FILE);
        let fits = |plan: &Plan| plan.digest == digest_of(&plan.learn);
        let text = durable::read(&path)?;
        text.map(|text| read_sealed(&path, &text, (FORMAT, "learn"), fits)).transpose()
    }

    /// Takes `folder` for this plan and for this process: starts it, or resumes it. Another net is
    /// replaced only with `force`, and anything else never.
    pub fn claim(&self, folder: &Path, force: bool) -> Result<Claim, Error> {
        if self.is_done(folder)? {
            return Ok(Claim::Done);
        }
        self.goes_on(folder, force)?;
        let lock = clearing::enter(folder)?;
        // Somebody else may have been faster.
        if self.is_done(folder)? {
            return Ok(Claim::Done);
        }
        if !self.goes_on(folder, force)? {
            clear(folder)?;
            durable::write(&tmp(folder), &folder.join(FILE), &json::pretty(self))?;
        }
        Ok(Claim::Begun(lock))
    }

    /// Whether the folder holds what this plan leads to, as it was written.
    fn is_done(&self, folder: &Path) -> Result<bool, Error> {
        let same = matches!(Plan::read(folder), Ok(Some(plan)) if plan.digest == self.digest);
        Ok(same && folder.join(manifest::FILE).is_file() && intact::changes(folder)?.is_empty())
    }

    fn goes_on(&self, folder: &Path, force: bool) -> Result<bool, Error> {
        let found = Plan::read(folder).map(|plan| plan.map(|one| one.digest));
        let mut contents = folder::by_plan(folder, FILE, found, &self.digest, "another net")?;
        if contents == Contents::Unfinished {
            // What is missing is made anew.
            let mut changes = intact::changes(folder)?;
            changes.retain(|change| !change.missing);
            if !changes.is_empty() {
                let reason = format!("holds this net, but {}", intact::told(&changes));
                contents = Contents::Taken(reason);
            }
        }
        contents.goes_on("learn", folder, force)
    }
}

/// Removes the files of a net, its plan last.
fn clear(folder: &Path) -> Result<(), Error> {
    let files = [manifest::FILE, answer::FILE, NET, marks::LOSSES, marks::CALIBRATION];
    for file in files.into_iter().chain([reap::KEPT]) {
        folder::remove(&folder.join(file))?;
    }
    reap::clear(folder)?;
    folder::remove(&folder.join(FILE))
}

/// Where files of `folder` wait until they are complete.
pub fn tmp(folder: &Path) -> PathBuf {
    folder.join("tmp")
}

/// Removes a folder if nothing is in it.
pub fn remove_empty(folder: &Path) {
    let _ = fs::remove_dir(folder);
}
