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

mod build;
mod decisions;
mod difference;
mod read;
mod replay;
mod rule_sets;
mod scorings;
mod verify;

use std::{fmt::Display, sync::Arc};

use serde::{Serialize, Serializer};
use serde_json::{Map, Value};

use crate::data::append;
use crate::error::{KeyError, excerpt};
use crate::seat::Seat;

pub use build::{Origin, PlayedGame};
pub use replay::{Replay, Step};
pub use rule_sets::{RuleSets, rule_set_line};
pub use verify::{Verified, Verifier, verify};

/// The `format` of every record.
pub const FORMAT: &str = "drakkar-record";
/// The version that is written here. Version 1 is read by the same rules, but there every line holds a rule set
/// and a breakdown.
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
    pub breakdown: Vec<Map<String, Value>>,
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
        let is_told = self.breakdown.iter().any(|told| !told.is_empty());
        let mut line = Vec::new();
        let head = RecordHead {
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
        };
        head.begin(&mut line);
        key("deal", &mut line);
        append(&self.deal, &mut line);
        key("decisions", &mut line);
        let all = self.decisions.iter().map(|it| (it.seat, &it.action, it.legal));
        decisions::write(all, &mut line, append);
        key("scorings", &mut line);
        scorings::write(&self.scorings, &mut line, append);
        key("result", &mut line);
        append(&self.result, &mut line);
        if is_told {
            key("breakdown", &mut line);
            append(&self.breakdown, &mut line);
        }
        line.push(b'}');
        String::from_utf8(line).expect("JSON is text")
    }
}

/// What a line begins with; the other keys follow in the documented order.
#[derive(Serialize)]
struct RecordHead<'l> {
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
}

impl RecordHead<'_> {
    /// Appends an object that is still open.
    fn begin(&self, line: &mut Vec<u8>) {
        append(self, line);
        line.pop();
    }
}

fn key(name: &str, line: &mut Vec<u8>) {
    line.extend_from_slice(b",\"");
    line.extend_from_slice(name.as_bytes());
    line.extend_from_slice(b"\":");
}

fn list<T>(
    all: impl IntoIterator<Item = T>,
    line: &mut Vec<u8>,
    mut each: impl FnMut(T, &mut Vec<u8>),
) {
    line.push(b'[');
    for (place, one) in all.into_iter().enumerate() {
        if place > 0 {
            line.push(b',');
        }
        each(one, line);
    }
    line.push(b']');
}

/// Appends the text of an action as JSON.
pub fn tell_action(action: impl Display, line: &mut Vec<u8>) {
    append(&action.to_string(), line);
}

fn as_text<S: Serializer>(number: &u64, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(number)
}

fn wrong(key: &str, expected: &str, found: &Value) -> RecordError {
    RecordError::new(key, format!("expected {expected}, found {}", excerpt(&found.to_string())))
}

#[cfg(test)]
mod tests;
