use std::{collections::HashMap, sync::Arc};

use serde_json::{Map, Value, json};

use super::{RecordError, VERSION};
use crate::seed::hash_of;
use crate::{data::ToData, data::are_identical, error::excerpt, recorded::Recorded};

/// The `format` of a line that holds a rule set.
pub(super) const RULE_SET_FORMAT: &str = "drakkar-rule-set";

/// The line of JSON, without a line break, that holds the rule set of a game; and the id by which the lines of games
/// after it name it.
pub fn rule_set_line<G: Recorded>(game: &G) -> (String, String) {
    let rule_set = game.rule_set().to_data();
    let id = format!("{:016x}", hash_of(&rule_set.to_string()));
    let line =
        json!({"format": RULE_SET_FORMAT, "version": VERSION, "id": id, "rule_set": rule_set});
    (line.to_string(), id)
}

/// The rule sets of a file so far, by id.
#[derive(Clone, Debug, Default)]
pub struct RuleSets(HashMap<String, Arc<Map<String, Value>>>);

impl RuleSets {
    /// Adds one, unless it is there; an id that another one has is an error.
    pub(super) fn add(
        &mut self,
        id: String,
        rule_set: Map<String, Value>,
    ) -> Result<(), RecordError> {
        match self.find(&id) {
            None => drop(self.0.insert(id, Arc::new(rule_set))),
            Some(known) if are_identical(known, &rule_set) => {}
            Some(_) => {
                let reason = format!("another rule set is called {}", excerpt(&id));
                return Err(RecordError::new("id", reason));
            }
        }
        Ok(())
    }

    pub(super) fn find(&self, id: &str) -> Option<&Arc<Map<String, Value>>> {
        self.0.get(id)
    }
}
