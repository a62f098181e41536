//! One complete game in one line of JSON, which anyone can replay and check without the program that played it and its
//! random generator. The code that opened the file adds its name and the line to an error.
//!
//! ```
//! use drakkar_engine::games::connect_four::ConnectFour;
//! use drakkar_engine::record::{Record, peek_game, verify};
//!
//! let line = concat!(
//!     r#"{"format":"drakkar-record","version":1,"game":"connect-four","rules":"base","#,
//!     r#""rule_set":{},"players":2,"agents":["random","random"],"seed":"7","game_index":0,"#,
//!     r#""deal":{},"decisions":[[0,"drop 1",7],[1,"drop 2",7],[0,"drop 1",7],[1,"drop 2",7],"#,
//!     r#"[0,"drop 1",7],[1,"drop 2",7],[0,"drop 1",7]],"scorings":[],"#,
//!     r#""result":{"score":[1,0],"place":[1,2],"win_share":[1.0,0.0]},"breakdown":[{},{}]}"#,
//! );
//! assert_eq!(peek_game(line).unwrap(), "connect-four");
//! let record: Record = line.parse().unwrap();
//! assert_eq!(verify::<ConnectFour>(&record).unwrap().decisions, 7);
//! assert_eq!(record.to_line(), line);
//! ```

mod breakdown;
mod build;
mod difference;
mod read;
mod replay;
mod verify;

use serde::{Serialize, Serializer};
use serde_json::{Map, Value};

use crate::error::KeyError;
use crate::seat::Seat;

pub use breakdown::Breakdown;
pub use build::{Origin, PlayedGame, rule_set_text};
pub use read::peek_game;
pub use replay::{Replay, Step};
pub use verify::{Verified, Verifier, verify};

/// The `format` of every record.
pub const FORMAT: &str = "drakkar-record";
/// The version that is written and read here.
pub const VERSION: u64 = 1;

/// Why a record cannot be used: the key at fault, what was expected and found.
pub type RecordError = KeyError;

/// One complete game.
#[derive(Clone, PartialEq, Debug)]
pub struct Record {
    /// Game id, for example `vikings`.
    pub game: String,
    /// Name of the preset that `rule_set` equals, or [`CUSTOM`](crate::rules::CUSTOM).
    pub rules: String,
    /// Every value of the rules in force, named as in the rule-set file.
    pub rule_set: Map<String, Value>,
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
    /// The record as one line of JSON without a line break, keys in the documented order.
    pub fn to_line(&self) -> String {
        let head =
            LineHead { format: FORMAT, version: VERSION, game: &self.game, rules: &self.rules };
        let tail = LineTail {
            players: self.players,
            agents: &self.agents,
            names: &self.names,
            seed: self.seed,
            game_index: self.game_index,
            deal: &self.deal,
            decisions: &self.decisions,
            scorings: &self.scorings,
            result: &self.result,
            breakdown: &self.breakdown,
        };
        let rule_set = serde_json::to_string(&self.rule_set).expect(WRITTEN);
        let mut line = Vec::new();
        append(&mut line, &head, &rule_set, &tail);
        String::from_utf8(line).expect("JSON is written as text")
    }
}

/// The keys of a line before the rule set.
#[derive(Serialize)]
struct LineHead<'l> {
    format: &'static str,
    version: u64,
    game: &'l str,
    rules: &'l str,
}

/// The keys behind it, in the documented order; the deal is an object, decisions and breakdown are lists.
#[derive(Serialize)]
struct LineTail<'l, Deal, Decisions, Facts> {
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
    breakdown: &'l [Facts],
}

/// Appends a line: the keys of both as one object, and between them the rule set, which is JSON already.
fn append(line: &mut Vec<u8>, head: &LineHead<'_>, rule_set: &str, tail: &impl Serialize) {
    serde_json::to_writer(&mut *line, head).expect(WRITTEN);
    line.pop();
    line.extend_from_slice(br#","rule_set":"#);
    line.extend_from_slice(rule_set.as_bytes());
    let behind = line.len();
    serde_json::to_writer(&mut *line, tail).expect(WRITTEN);
    line[behind] = b',';
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
