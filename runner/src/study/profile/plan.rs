use serde::{Deserialize, Serialize};

use crate::study::{
    context::StudyContext, plan_file::Kind, plan_file::Request, plan_file::clear_runs,
    workspace::Workspace,
};
use crate::{error::Error, export::cleanup, plan::run::AgentEntry};

pub const FILE: &str = "profile.csv";
pub const LADDER: &str = "ladder";
pub const SELF_PLAY: &str = "self-play";
pub const RECORDS: &str = "games.jsonl";
pub const THOUGHTS: &str = "thoughts";

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Profile {
    #[serde(flatten)]
    pub table: StudyContext,
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

pub struct ProfileContext<'a> {
    pub profile: &'a Profile,
    pub ws: Workspace<'a>,
}

impl ProfileContext<'_> {
    pub fn blame(&self, error: impl ToString) -> Error {
        Error::input(&self.ws.out.join(RECORDS), error.to_string())
    }
}

impl Request for Profile {
    const FORMAT: &'static str = "drakkar-profile";
    const KIND: Kind = Kind {
        file: "profile.json",
        key: "profile",
        word: "profile",
        files: &[FILE, RECORDS],
        parts: &[LADDER, SELF_PLAY],
        clear_games: |folder| clear_runs([LADDER, SELF_PLAY].map(|name| folder.join(name))),
        clear_drafts: |folder| cleanup::drafts(&folder.join(THOUGHTS)).map(drop),
    };
}
