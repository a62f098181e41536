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

mod build;
mod difference;
mod read;
mod replay;
mod verify;

use serde::{Serialize, Serializer};
use serde_json::{Map, Value};

use crate::error::KeyError;
use crate::seat::Seat;

pub use build::Origin;
pub use read::peek_game;
pub use replay::{Replay, Step};
pub use verify::{Verified, verify};

/// The `format` of every record.
pub const FORMAT: &str = "drakkar-record";
/// The version that is written and read here.
pub const VERSION: u64 = 1;

/// Why a record cannot be used: the key at fault, what was expected and found.
pub type RecordError = KeyError;

/// One complete game.
#[derive(Clone, PartialEq, Debug, Serialize)]
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
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub names: Vec<Option<String>>,
    /// Master seed of the run. A string in JSON, because readers elsewhere round integers above 2^53.
    #[serde(serialize_with = "as_text")]
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
    /// The record as one line of JSON without a line break, keys in the documented order.
    pub fn to_line(&self) -> String {
        #[derive(Serialize)]
        struct RecordLine<'r> {
            format: &'static str,
            version: u64,
            #[serde(flatten)]
            record: &'r Record,
        }
        let line = RecordLine { format: FORMAT, version: VERSION, record: self };
        serde_json::to_string(&line).expect("a record holds strings, numbers, lists and maps alone")
    }
}

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
