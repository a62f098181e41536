//! `profile.json`: everything that influences a profile; and the folder that it owns.

use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::export::{clearing, folder};
use crate::plan::run::AgentEntry;
use crate::study::sealed::{Kind, Request};
use crate::study::venue::Venue;
use crate::{disk::folders, error::Error};

pub const FILE: &str = "profile.csv";
/// The tournament of levels.
pub const LADDER: &str = "ladder";
/// The games of the strongest level, and their records.
pub const SELF_PLAY: &str = "self-play";
pub const RECORDS: &str = "games.jsonl";
/// The folder of analyses, and of games of luck.
pub const THOUGHTS: &str = "thoughts";

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Profile {
    #[serde(flatten)]
    pub table: Venue,
    /// Who plays the tournament, weakest first, and how many games.
    pub levels: Vec<AgentEntry>,
    pub ladder_games: u64,
    /// Who plays against itself, and how many games.
    pub player: AgentEntry,
    pub games: u64,
    /// So many of these games are analysed, by these agents.
    pub analysed: u64,
    /// So many games of each level, and of the ladder, are played on from where chance reveals something.
    pub lucky: usize,
    pub analyst: AgentEntry,
    /// A search without a heuristic.
    pub plain: AgentEntry,
    /// Who takes the obvious choice.
    pub obvious: AgentEntry,
}

impl Request for Profile {
    const FORMAT: &'static str = "drakkar-profile";
    const KIND: Kind = Kind {
        file: "profile.json",
        key: "profile",
        word: "profile",
        files: &[FILE, RECORDS],
        keeps_answer: true,
        parts: &[LADDER, SELF_PLAY],
        clear_games,
    };
}

/// Removes games and their analyses.
fn clear_games(folder: &Path) -> Result<(), Error> {
    clear_thoughts(folder)?;
    for run in [LADDER, SELF_PLAY].map(|name| folder.join(name)).iter().filter(|path| path.is_dir())
    {
        folder::clear(run)?;
        // Other files stay, with their folders.
        folders::leave(run);
    }
    Ok(())
}

/// Removes the analyses.
pub fn clear_thoughts(out: &Path) -> Result<(), Error> {
    clearing::drafts(&out.join(THOUGHTS)).map(drop)
}
