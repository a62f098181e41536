//! What a rule set changes of the nearest preset.

use serde::Serialize;
use serde_json::{Map, Value};

use drakkar_play::lab::Lab;

/// One value that is not the preset's.
#[derive(Clone, PartialEq, Serialize, Debug)]
pub struct Change {
    /// Dotted key, as in `--set`.
    pub key: String,
    pub value: Value,
    /// Value of the preset, or of the rule set compared with.
    pub preset: Value,
}

/// The preset of which a rule set changes least (the first of such), and what it changes.
pub fn changes(lab: &Lab, rule_set: &Map<String, Value>) -> (&'static str, Vec<Change>) {
    let all = lab.presets().map(|(preset, known)| (preset.name, between(rule_set, &known)));
    all.min_by_key(|(_, found)| found.len()).unwrap_or_default()
}

pub fn between(rule_set: &Map<String, Value>, other: &Map<String, Value>) -> Vec<Change> {
    let mut found = Vec::new();
    compare("", rule_set, other, &mut found);
    found
}

/// What differs below a key; `before` is that key with a dot.
fn compare(
    before: &str,
    rule_set: &Map<String, Value>,
    other: &Map<String, Value>,
    found: &mut Vec<Change>,
) {
    for (name, value) in rule_set {
        let key = format!("{before}{name}");
        match (value, other.get(name).unwrap_or(&Value::Null)) {
            (Value::Object(own), Value::Object(known)) => {
                compare(&format!("{key}."), own, known, found);
            }
            (value, preset) if value != preset => {
                found.push(Change { key, value: value.clone(), preset: preset.clone() });
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use drakkar_engine::{games::vikings::AdvancedVikings, rules};
    use serde_json::json;

    use super::*;
    use drakkar_play::lab::lab;

    #[test]
    fn the_nearest_preset_and_the_values_that_differ() {
        let lab = lab::<AdvancedVikings>();
        let text = rules::set(
            lab.info().presets[2].toml,
            &["bonus.noble1.value=3".to_owned(), "setup.gold.2=7".to_owned()],
        );
        let Ok(Value::Object(map)) = lab.read_rules(&text.unwrap()) else { panic!() };
        let (name, found) = changes(&lab, &map);
        assert_eq!(name, lab.info().presets[2].name);
        let change = |key: &str, value: i32, preset: i32| Change {
            key: key.to_owned(),
            value: json!(value),
            preset: json!(preset),
        };
        assert_eq!(found, [change("setup.gold.2", 7, 30), change("bonus.noble1.value", 3, 1)]);
    }
}
