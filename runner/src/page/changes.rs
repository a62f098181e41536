//! What a rule set changes of the nearest preset.

use serde::Serialize;
use serde_json::{Map, Value};

use crate::{export::figure::joined, games};
use drakkar_engine::{input::beginning, rules::CUSTOM};
use drakkar_play::lab::Lab;

/// One value that is not the preset's.
#[derive(Clone, PartialEq, Serialize, Debug)]
pub struct RuleChange {
    pub key: String,
    pub value: Value,
    pub preset: Value,
}

pub fn changes(lab: &Lab, rule_set: &Map<String, Value>) -> (&'static str, Vec<RuleChange>) {
    let rules = lab.info().rules;
    let name = rules.nearest(rule_set);
    let known = rules.values_of(name).ok().and_then(|known| known.as_object());
    (name, known.map_or(Vec::new(), |known| between(lab, rule_set, known)))
}

const TOLD: usize = 4;
/// Characters of a value there.
const LONGEST: usize = 40;

/// A rule set for people: the name of a preset, or else `advanced with scoring.unfed_penalty=5`.
pub fn called(game: &str, name: &str, rule_set: &Value) -> String {
    let (Ok(lab), CUSTOM, Some(rule_set)) = (games::find(game), name, rule_set.as_object()) else {
        return name.to_owned();
    };
    let (preset, changes) = changes(lab, rule_set);
    let told = changes.iter().take(TOLD).map(|RuleChange { key, value, .. }| {
        let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        format!("{key}={}", beginning(&text, LONGEST))
    });
    let more = match changes.len().saturating_sub(TOLD) {
        0 => String::new(),
        more => format!(" and {more} more change{}", if more == 1 { "" } else { "s" }),
    };
    format!("{preset} with {}{more}", joined(told, ", "))
}

/// What a rule set changes of another one; either may leave out keys that have their usual value.
pub fn between(
    lab: &Lab,
    rule_set: &Map<String, Value>,
    other: &Map<String, Value>,
) -> Vec<RuleChange> {
    let found = lab.info().rules.changes(rule_set, other).into_iter();
    found.map(|(key, value, preset)| RuleChange { key, value, preset }).collect()
}

#[cfg(test)]
mod tests {
    use drakkar_engine::{games::vikings::AdvancedVikings, rules};
    use serde_json::json;

    use super::*;
    use drakkar_play::typed_table::lab;

    #[test]
    fn the_nearest_preset_and_the_values_that_differ() {
        let lab = lab::<AdvancedVikings>();
        let text = rules::set(
            lab.info().presets[2].toml,
            &["bonus.noble1.value=3".to_owned(), "setup.gold.2=7".to_owned()],
        );
        let rules = lab.read_rules(&text.unwrap()).unwrap();
        let map = rules.as_object().unwrap();
        let (name, found) = changes(&lab, map);
        assert_eq!(name, lab.info().presets[2].name);
        let change = |key: &str, value: i32, preset: i32| RuleChange {
            key: key.to_owned(),
            value: json!(value),
            preset: json!(preset),
        };
        assert_eq!(found, [change("setup.gold.2", 7, 30), change("bonus.noble1.value", 3, 1)]);
    }

    #[test]
    fn a_rule_set_is_called_by_its_preset_and_its_changes() {
        let lab = games::find("goofspiel").unwrap();
        let text = rules::set(lab.info().presets[0].toml, &["scoring.tied=carry".to_owned()]);
        let changed = lab.read_rules(&text.unwrap()).unwrap();
        assert_eq!(called("goofspiel", CUSTOM, &changed), "base with scoring.tied=carry");
        assert_eq!(called("goofspiel", "base", &changed), "base");
        let lab = games::find("vikings").unwrap();
        let changes = [2, 3, 4].map(|seats| format!("setup.gold.{seats}=7"));
        let more = ["setup.glory=1", "scoring.unfed_penalty=5"].map(str::to_owned);
        let text = rules::set(lab.info().presets[2].toml, &[&changes[..], &more].concat());
        let changed = lab.read_rules(&text.unwrap()).unwrap();
        let told = called("vikings", CUSTOM, &changed);
        assert!(told.starts_with("advanced with setup.glory=1, setup.gold.2=7, "), "{told}");
        assert!(told.ends_with(" and 1 more change"), "{told}");
    }

    #[test]
    fn keys_that_plans_leave_out_are_compared_by_their_usual_value() {
        let lab = games::find("vikings").unwrap();
        let [usual, most] = ["any-use", "most"].map(|uses| {
            let change = format!("scoring.last_boatswains={uses}");
            let text = rules::set(lab.info().presets[2].toml, &[change]).unwrap();
            lab.read_rules(&text).unwrap().as_object().unwrap().clone()
        });
        let told = |value: &str, preset: &str| RuleChange {
            key: "scoring.last_boatswains".to_owned(),
            value: json!(value),
            preset: json!(preset),
        };
        assert_eq!(changes(lab, &most), ("advanced", vec![told("most", "any-use")]));
        assert_eq!(between(lab, &usual, &most), [told("any-use", "most")]);
        assert_eq!(changes(lab, &usual), ("advanced", Vec::new()));
    }
}
