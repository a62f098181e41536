//! One complete game in one line of JSON, which anyone can replay and check without the program that played it and its
//! random generator. A line holds its rule set, or names that of an earlier line of its file ([`RuleSets`]). The code
//! that opened the file adds its name and the line to an error.
//!
//! ```
//! use drakkar_engine::games::connect_four::ConnectFour;
//! use drakkar_engine::record::{Record, verify};
//!
//! let line = concat!(
//!     r#"{"format":"drakkar-record","version":2,"game":"connect-four","rules":"base","#,
//!     r#""rule_set":{},"players":2,"agents":["random","random"],"seed":"7","game_index":0,"#,
//!     r#""deal":{},"decisions":[[0,"drop 1",7],[1,"drop 2",7],[0,"drop 1",7],[1,"drop 2",7],"#,
//!     r#"[0,"drop 1",7],[1,"drop 2",7],[0,"drop 1",7]],"scorings":[],"#,
//!     r#""result":{"score":[1,0],"place":[1,2],"win_share":[1.0,0.0]}}"#,
//! );
//! let record: Record = line.parse().unwrap();
//! assert_eq!(verify::<ConnectFour>(&record).unwrap().decisions, 7);
//! assert_eq!(record.to_line(), line);
//! ```

mod breakdown;
mod build;
mod difference;
mod read;
mod replay;
mod rule_sets;
mod verify;

use std::sync::Arc;

use serde::{Serialize, Serializer};
use serde_json::{Map, Value};

use crate::error::KeyError;
use crate::seat::Seat;

pub use breakdown::Breakdown;
pub use build::{Origin, PlayedGame};
pub use replay::{Replay, Step};
pub use rule_sets::{RuleSets, rule_set_line};
pub use verify::{Verified, Verifier, verify};

/// The `format` of every record.
pub const FORMAT: &str = "drakkar-record";
/// The version that is written here. Version 1 is read, too: there every line holds a rule set and a breakdown.
pub const VERSION: u64 = 2;

/// Why a record cannot be used: the key at fault, what was expected and found.
pub type RecordError = KeyError;

/// One complete game.
#[derive(Clone, PartialEq, Debug)]
pub struct Record {
    /// Game id, for example `vikings`.
    pub game: String,
    /// Name of the preset that `rule_set` equals, or [`CUSTOM`](crate::rules::CUSTOM).
    pub rules: String,
    /// Every value of the rules in force, named as in the rule-set file; games of a file share it.
    pub rule_set: Arc<Map<String, Value>>,
    /// Number of seats.
    pub players: usize,
    /// One agent specification per seat.
    pub agents: Vec<String>,
    /// What the agent in each seat is called, where it has a name beside its specification; empty if none has.
    pub names: Vec<Option<String>>,
    /// Master seed of the run.
    pub seed: u64,
    /// Index of the game in its run.
    pub game_index: u64,
    /// Everything that chance decided, in the game's own form.
    pub deal: Map<String, Value>,
    /// All decisions in order.
    pub decisions: Vec<Decision>,
    /// All scorings in order, in the game's own form.
    pub scorings: Vec<Value>,
    /// Lists by seat: the game's own, `place` (from 1) and `win_share` (they add up to 1).
    pub result: Map<String, Value>,
    /// One object per seat: strategy facts under their column names. Any of them may be missing.
    pub breakdown: Vec<Breakdown>,
}

/// One decision of a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decision {
    /// Who decided.
    pub seat: Seat,
    /// The action in the game's notation.
    pub action: String,
    /// How many actions were legal.
    pub legal: u32,
}

impl Record {
    /// The record as one line of JSON without a line break, keys in the documented order, with its rule set.
    pub fn to_line(&self) -> String {
        let is_told = self.breakdown.iter().any(|told| told.iter().next().is_some());
        let line = RecordLine {
            format: FORMAT,
            version: VERSION,
            game: &self.game,
            rules: &self.rules,
            rule_set: Some(&self.rule_set),
            rule_set_id: None,
            players: self.players,
            agents: &self.agents,
            names: &self.names,
            seed: self.seed,
            game_index: self.game_index,
            deal: &self.deal,
            decisions: &self.decisions,
            scorings: &self.scorings,
            result: &self.result,
            breakdown: if is_told { &self.breakdown } else { &[] },
        };
        serde_json::to_string(&line).expect(WRITTEN)
    }
}

/// A line with its keys in the documented order; the deal is an object, decisions are a list.
#[derive(Serialize)]
struct RecordLine<'l, Deal, Decisions> {
    format: &'static str,
    version: u64,
    game: &'l str,
    rules: &'l str,
    #[serde(skip_serializing_if = "Option::is_none")]
    rule_set: Option<&'l Map<String, Value>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rule_set_id: Option<&'l str>,
    players: usize,
    agents: &'l [String],
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    names: &'l [Option<String>],
    /// A string in JSON, because readers elsewhere round integers above 2^53.
    #[serde(serialize_with = "as_text")]
    seed: u64,
    game_index: u64,
    deal: &'l Deal,
    decisions: &'l Decisions,
    scorings: &'l [Value],
    result: &'l Map<String, Value>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    breakdown: &'l [Breakdown],
}

const WRITTEN: &str = "a record holds strings, numbers, lists and maps alone";

fn as_text<S: Serializer>(number: &u64, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(number)
}

/// As a list: seat, action, number of legal actions.
impl Serialize for Decision {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (self.seat.index(), &self.action, self.legal).serialize(serializer)
    }
}

#[cfg(test)]
mod tests;
