//! A record as one line of JSON.

use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

use super::{Decision, FORMAT, Record, VERSION};

impl Record {
    /// The record as one line of JSON without a line break, keys in the documented order.
    pub fn to_line(&self) -> String {
        serde_json::to_string(self).expect("a record holds strings, numbers, lists and maps alone")
    }
}

impl Serialize for Record {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut line = serializer.serialize_struct("Record", 14)?;
        line.serialize_field("format", FORMAT)?;
        line.serialize_field("version", &VERSION)?;
        line.serialize_field("game", &self.game)?;
        line.serialize_field("rules", &self.rules)?;
        line.serialize_field("rule_set", &self.rule_set)?;
        line.serialize_field("players", &self.players)?;
        line.serialize_field("agents", &self.agents)?;
        // A string, because JSON readers elsewhere round integers above 2^53.
        line.serialize_field("seed", &self.seed.to_string())?;
        line.serialize_field("game_index", &self.game_index)?;
        line.serialize_field("deal", &self.deal)?;
        line.serialize_field("decisions", &self.decisions)?;
        line.serialize_field("scorings", &self.scorings)?;
        line.serialize_field("result", &self.result)?;
        line.serialize_field("breakdown", &self.breakdown)?;
        line.end()
    }
}

/// As a list: seat, action, number of legal actions.
impl Serialize for Decision {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (self.seat.index(), &self.action, self.legal).serialize(serializer)
    }
}
