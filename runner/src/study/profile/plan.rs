use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::export::{clearing, folder};
use crate::plan::run::AgentEntry;
use crate::study::sealed::{Kind, Request};
use crate::study::venue::Venue;
use crate::{disk::folders, error::Error};

pub const FILE: &str = "profile.csv";
pub const LADDER: &str = "ladder";
pub const SELF_PLAY: &str = "self-play";
pub const RECORDS: &str = "games.jsonl";
pub const THOUGHTS: &str = "thoughts";

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Profile {
    #[serde(flatten)]
    pub table: Venue,
    pub levels: Vec<AgentEntry>,
    pub ladder_games: u64,
    pub player: AgentEntry,
    pub games: u64,
    pub analysed: u64,
    pub lucky: usize,
    pub analyst: AgentEntry,
    pub plain: AgentEntry,
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

pub fn clear_thoughts(out: &Path) -> Result<(), Error> {
    clearing::drafts(&out.join(THOUGHTS)).map(drop)
}
