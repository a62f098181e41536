use serde_json::Value;

use crate::study::balance::values::{Vary, by_itself};
use crate::study::level::plan::{Lever, Subject};
use crate::{error::Error, flags::rule_source::refused};
use drakkar_engine::{error::KeyError, input::meant_key, rules, rules::Leaf, rules::value_at};
use drakkar_play::lab::Lab;

/// Values up to this are tried by themselves at least.
const LEAST_HIGHEST: i64 = 6;
const MOST: usize = 1000;

pub struct Rules<'a> {
    pub lab: &'a Lab,
    pub text: &'a str,
    pub rule_set: &'a std::sync::Arc<Value>,
    pub players: &'a [usize],
    pub subject: Subject,
}

impl Rules<'_> {
    /// The levers that are asked for; if none are, those of these things.
    /// By themselves, the values of a key go from 1, or from 0 if that is the present one, to 2 more than twice the
    /// present one, and at least to 6: a thing whose value is 0 is no thing at all.
    /// Keys of things that are left out are none; one that is named by itself is refused.
    pub fn parameters(
        &self,
        asked: &[Vary],
        things: &[String],
        without: &[String],
    ) -> Result<Vec<Lever>, Error> {
        let leaves = self
            .lab
            .info()
            .rules
            .leaves()
            .map_err(|error| Error::flag(self.subject.flag(), error))?;
        let mut levers: Vec<Lever> = Vec::new();
        let mut add = |lever: Lever| {
            levers.retain(|known| known.key != lever.key);
            levers.push(lever);
        };
        for Vary { key, values } in asked {
            let found: Vec<&Leaf> = leaves.iter().filter(|leaf| fits(key, &leaf.key)).collect();
            if found.is_empty() {
                let keys: Vec<&str> = leaves.iter().map(|leaf| leaf.key.as_str()).collect();
                let meant = meant_key(key, &keys).map(|key| format!("; did you mean `{key}`?"));
                let reason = format!("there is no key `{key}`{}", meant.unwrap_or_default());
                return Err(Error::flag(self.subject.flag(), reason));
            }
            let several = found.len() > 1;
            for leaf in found {
                let left = without.iter().find(|thing| has_word(&leaf.key, thing));
                let lever = match left {
                    None => self.lever(leaf, values),
                    Some(thing) => {
                        let reason = format!("`{}` is about {thing}, which is excluded", leaf.key);
                        Err(Error::flag("--exclude", reason))
                    }
                };
                // Of many keys, those stay that can be varied.
                match lever {
                    Ok(lever) => add(lever),
                    Err(_) if several => {}
                    Err(error) => return Err(error),
                }
            }
        }
        if asked.is_empty() {
            for thing in things.iter().filter(|thing| !without.contains(thing)) {
                let own = leaves.iter().filter(|leaf| has_word(&leaf.key, thing));
                own.filter_map(|leaf| self.lever(leaf, &[]).ok()).for_each(&mut add);
            }
        }
        if levers.is_empty() {
            let reason =
                "is needed with keys: nothing here has a value by itself that could be changed";
            return Err(Error::flag(self.subject.flag(), reason));
        }
        let values: usize = levers.iter().map(|lever| lever.values.len()).sum();
        if values > MOST {
            let reason = format!("{values} values of all keys are more than {MOST}");
            return Err(Error::flag(self.subject.flag(), reason));
        }
        Ok(levers)
    }

    fn lever(&self, leaf: &Leaf, values: &[String]) -> Result<Lever, Error> {
        let key = &leaf.key;
        let refuse =
            |reason: String| Err(Error::flag(self.subject.flag(), format!("`{key}` {reason}")));
        let now = value_at(self.rule_set, key).unwrap_or(&leaf.value);
        let Some(number) = now.as_f64() else { return refuse("is not a number".to_owned()) };
        let asked = !values.is_empty();
        let mut all = values.to_vec();
        if !asked {
            let now = by_itself(self.subject.flag(), key, number)?;
            let tried = now.min(1)..=(2 * now + 2).max(LEAST_HIGHEST);
            all.extend(tried.map(|value| value.to_string()));
        }
        let is_now = |text: &String| text.parse() == Ok(number);
        if !all.iter().any(is_now) {
            all.push(number.to_string());
        }
        let mut sorted: Vec<(f64, String)> = Vec::new();
        for text in all {
            let Ok(value) = text.parse::<f64>() else {
                return refuse(format!("cannot be `{text}`: only numbers can be equalized"));
            };
            match self.check(key, &text) {
                Ok(()) => sorted.push((value, text)),
                Err(error) if asked => return Err(error),
                Err(_) => {}
            }
        }
        sorted.sort_by(|a, b| a.0.total_cmp(&b.0));
        sorted.dedup_by(|a, b| a.0 == b.0);
        let first = sorted.iter().position(|(value, _)| *value == number);
        let Some(first) = first.filter(|_| sorted.len() > 1) else {
            return refuse("has no other value that could be tried".to_owned());
        };
        let values = sorted.into_iter().map(|(_, text)| text).collect();
        Ok(Lever { key: key.clone(), values, first })
    }

    /// Whether a value can be tried: rules allow it, and it changes no deal, nor the first state of equal decisions.
    fn check(&self, key: &str, value: &str) -> Result<(), Error> {
        let change = vec![format!("{key}={value}")];
        let blame = |error: KeyError| refused(self.subject.flag(), &change, &error);
        let changed = rules::set(self.text, &change).map_err(blame)?;
        let changed = self.lab.read_rules(&changed).map_err(blame)?;
        for &players in self.players {
            let both = [self.rule_set.clone(), changed.clone()];
            let table = self.lab.open(&both, players).map_err(|error| blame(error.error))?;
            if !table.deals_alike() || self.subject == Subject::Items && !table.starts_alike() {
                let reason = format!("{} changes deals or the first state", change[0]);
                return Err(Error::flag(self.subject.flag(), reason));
            }
        }
        Ok(())
    }
}

pub fn has_word(key: &str, word: &str) -> bool {
    key.split('.').any(|part| part == word)
}

/// Whether a key is the one that is asked for, in which `*` stands for any word.
fn fits(asked: &str, key: &str) -> bool {
    let [asked, key] = [asked, key].map(|text| text.split('.').collect::<Vec<&str>>());
    asked.len() == key.len()
        && asked.iter().zip(key).all(|(asked, word)| *asked == "*" || *asked == word)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::lab;

    fn parameters(asked: &[&str]) -> Result<Vec<Lever>, String> {
        levers_without(asked, &[])
    }

    fn levers_without(asked: &[&str], without: &[String]) -> Result<Vec<Lever>, String> {
        let lab = lab("vikings").unwrap();
        let text = lab.info().rules.preset("advanced").unwrap().toml;
        let rule_set = lab.read_rules(text).unwrap();
        let rules =
            Rules { lab, text, rule_set: &rule_set, players: &[2, 4], subject: Subject::Items };
        let asked: Vec<Vary> = asked
            .iter()
            .map(|text| crate::study::balance::values::key_or_values(text).unwrap())
            .collect();
        let things = ["gold5", "fisher1", "longboat"].map(str::to_owned);
        rules.parameters(&asked, &things, without).map_err(|error| error.to_string())
    }

    #[test]
    fn by_themselves_values_begin_at_one() {
        let found = parameters(&[]).unwrap();
        let lever = |key: &str| found.iter().find(|lever| lever.key == key).unwrap();
        let texts =
            |range: std::ops::RangeInclusive<i32>| range.map(|n| n.to_string()).collect::<Vec<_>>();
        assert_eq!(lever("bonus.gold5.value").values, texts(1..=12));
        assert_eq!(
            (lever("bonus.fisher1.value").values.len(), lever("bonus.fisher1.value").first),
            (6, 0)
        );
        // What is given with a tile can do what its value cannot.
        assert_eq!(lever("bonus.fisher1.glory").values, texts(0..=6));
        assert_eq!(lever("bonus.longboat.glory").first, 0);
        // Numbers of tiles change deals.
        assert!(found.iter().all(|lever| !lever.key.ends_with("count")), "{found:?}");
    }

    #[test]
    fn kinds_that_are_left_out_keep_their_values() {
        let without = ["gold5".to_owned()];
        let keys = |asked: &[&str]| -> Vec<String> {
            let found = levers_without(asked, &without).unwrap();
            found.into_iter().map(|lever| lever.key).collect()
        };
        let all = ["bonus.fisher1.value", "bonus.fisher1.glory", "bonus.longboat.glory"];
        assert_eq!(keys(&[]), all);
        assert!(!keys(&["bonus.*.value"]).contains(&"bonus.gold5.value".to_owned()));
        let error = levers_without(&["bonus.gold5.value"], &without).unwrap_err();
        assert!(error.contains("`bonus.gold5.value` is about gold5, which is excluded"), "{error}");
    }

    #[test]
    fn keys_are_asked_for_one_by_one_or_by_pattern() {
        let found = parameters(&["bonus.gold5.value=5,8,10"]).unwrap();
        assert_eq!(
            (found.len(), found[0].values.join(" ").as_str(), found[0].first),
            (1, "5 8 10", 0)
        );
        // The present value is among them.
        assert_eq!(parameters(&["bonus.gold5.value=8..9"]).unwrap()[0].values, ["5", "8", "9"]);
        let many = parameters(&["bonus.*.value=1..3"]).unwrap();
        assert!(many.len() > 10, "{}", many.len());
        for (asked, told) in [
            ("bonus.gold5.valeu", "did you mean `bonus.gold5.value`"),
            ("bonus.gold5.count=1..2", "changes deals"),
            ("bonus.gold5.value=-1..2", "must be 0 to 1000"),
            ("bonus.building_threat", "is not a number"),
            ("bonus.gold5.value=5", "no other value"),
        ] {
            let error = parameters(&[asked]).unwrap_err();
            assert!(error.contains(told), "{asked}: {error}");
        }
    }
}
