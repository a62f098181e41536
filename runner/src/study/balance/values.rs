use std::str::FromStr;

use drakkar_engine::error::KeyError;
use drakkar_engine::input::{meant_key, or_known};
use drakkar_engine::{rules, rules::value_at};
use serde_json::Value;

use crate::flags::rule_source::refused;
use crate::{error::Error, study::balance::Question};
use drakkar_play::branching::{Fair, Kind, Target, Variant};
use drakkar_play::{erased::Table, lab::Lab};

impl Question {
    /// The other rule sets: they must not change deals or first states.
    pub fn variants(
        &self,
        lab: &Lab,
        game: &dyn Table,
        text: &str,
        fair: &[Vary],
    ) -> Result<Vec<Variant>, Error> {
        if let Some(key) = twice(&self.vary) {
            let reason = format!("`{key}` is given twice: name all its values at once");
            return Err(Error::flag("--vary", reason));
        }
        let count =
            self.vary.iter().fold(1, |all: usize, vary| all.saturating_mul(vary.values.len()));
        if count > MOST {
            let reason = format!("makes {count} rule sets; at most {MOST} can be tried");
            return Err(Error::flag("--vary", reason));
        }
        let together = grid(&self.vary).into_iter().map(|values| ("--vary", values));
        let alone = fair.iter().flat_map(|vary| grid(std::slice::from_ref(vary)));
        let alone = alone.map(|values| ("--fair", values));
        let mut variants: Vec<Variant> = Vec::new();
        for (flag, values) in together.chain(alone) {
            if variants.iter().any(|variant| variant.values == values) {
                continue;
            }
            let blame = |error: KeyError| refused(flag, &values, &error);
            let text = rules::set(text, &values).map_err(blame)?;
            let rule_set = lab.read_rules(&text).map_err(blame)?;
            if rule_set == *game.rules(0) {
                continue;
            }
            let both = lab.open(&[game.rules(0).clone(), rule_set.clone()], game.players());
            let both = both.map_err(|error| blame(error.error))?;
            if !both.deals_alike() || !both.starts_alike() {
                let reason = format!(
                    "{} changes deals or the first state; only values that matter later can vary",
                    values.join(", ")
                );
                return Err(Error::flag(flag, reason));
            }
            variants.push(Variant { values, rule_set });
        }
        let tries = |key: &str| {
            let changes = variants.iter().flat_map(|variant| &variant.values);
            changes.filter_map(|change| change.split_once('=')).any(|(other, _)| other == key)
        };
        for (flag, varied) in [("--vary", &self.vary[..]), ("--fair", fair)] {
            if let Some(vary) = varied.iter().find(|vary| !tries(&vary.key)) {
                let reason = format!("{} is left as it is by all values", vary.key);
                return Err(Error::flag(flag, reason));
            }
        }
        Ok(variants)
    }

    /// The values among which fair ones are sought: those given, or those of `--vary`, or all from
    /// 0 to 2 more than twice the present one. None if a key has no value.
    pub fn fair_values(&self, rule_set: &Value) -> Result<Vec<Vary>, Error> {
        if let Some(key) = twice(&self.fair) {
            return Err(Error::flag("--fair", format!("`{key}` is given twice")));
        }
        let mut found: Vec<Vary> = Vec::new();
        for Vary { key, values } in &self.fair {
            let Some(now) = value_of(rule_set, key)? else { continue };
            let varied = self.vary.iter().find(|vary| vary.key == *key);
            let values = match (values.is_empty(), varied) {
                (false, _) => values.clone(),
                (true, Some(vary)) => vary.values.clone(),
                (true, None) => {
                    let now = by_itself("--fair", key, now)?;
                    (0..=2 * now + 2).map(|value| value.to_string()).collect()
                }
            };
            found.push(Vary { key: key.clone(), values });
        }
        // Where others have a value, or values vary, the answer says of this one that it has none.
        let alone = found.is_empty() && self.vary.is_empty();
        match self.fair.first().filter(|_| alone) {
            Some(Vary { key, .. }) => Err(unknown(rule_set, key)),
            None => Ok(found),
        }
    }

    pub fn fair_of(&self, vary: &Vary, kinds: &[Kind], rule_set: &Value) -> Result<Fair, Error> {
        let named = |name: &str| kinds.iter().position(|kind| kind.name == name);
        let kind = vary.key.split('.').find_map(named).ok_or_else(|| {
            Error::flag("--fair", format!("`{}` is about none of the item types", vary.key))
        })?;
        let target = match self.target.as_str() {
            "others" => Target::Others,
            text => match (named(text), text.parse::<f64>()) {
                (Some(other), _) if other == kind => {
                    return Err(Error::flag("--target", "is the item type itself"));
                }
                (Some(other), _) => Target::Kind(other),
                (None, Ok(points)) if points.is_finite() => Target::Score(points),
                _ => {
                    let names: Vec<&str> = kinds.iter().map(|kind| kind.name.as_str()).collect();
                    let known = or_known(text, &names);
                    let reason = format!("is neither others, nor points, nor an item type{known}");
                    return Err(Error::flag(format!("--target {text}"), reason));
                }
            },
        };
        let now = value_of(rule_set, &vary.key)?;
        Ok(Fair { key: vary.key.clone(), kind, now, target })
    }
}

/// The present value of a key, if others are tried by default: a whole number that is not larger.
pub fn by_itself(flag: &str, key: &str, now: f64) -> Result<i64, Error> {
    const MOST: f64 = 50.0;
    if now.fract() != 0.0 || !(0.0..=MOST).contains(&now) {
        let reason = format!("`{key}` is {now}: say among which values, as {key}=A..B");
        return Err(Error::flag(flag, reason));
    }
    Ok(now as i64)
}

/// The number of a key in a rule set with all keys; none if only others of its sort have one (`longboat` among tiles).
fn value_of(rule_set: &Value, key: &str) -> Result<Option<f64>, Error> {
    let found = |key: &str| value_at(rule_set, key);
    let refuse = |reason| Error::flag("--fair", reason);
    if let Some(found) = found(key).filter(|found| !found.is_null()) {
        let number = found.as_f64().ok_or_else(|| refuse(format!("`{key}` is not a number")))?;
        return Ok(Some(number));
    }
    let (thing, value) = key.rsplit_once('.').unwrap_or_default();
    let (sort, _) = thing.rsplit_once('.').unwrap_or_default();
    let others = found(sort).and_then(Value::as_object);
    let has = |other: &Value| other.get(value).is_some_and(Value::is_number);
    match found(thing).is_some_and(Value::is_object)
        && others.is_some_and(|others| others.values().any(has))
    {
        true => Ok(None),
        false => Err(unknown(rule_set, key)),
    }
}

/// That there is no such number, with the one that may be meant, or those beside it.
fn unknown(rule_set: &Value, key: &str) -> Error {
    let mut values = Vec::new();
    rules::collect("", rule_set, &mut values);
    values.retain(|(_, value)| value.is_number());
    let keys: Vec<&str> = values.iter().map(|(key, _)| key.as_str()).collect();
    let meant = meant_key(key, &keys).map(|key| format!("; did you mean `{key}`?"));
    let beside = || {
        let tables = key.match_indices('.').rev().map(|(end, _)| &key[..=end]);
        let in_table = |table| keys.iter().copied().filter(move |key| key.starts_with(table));
        let table = tables.map(in_table).find(|keys| keys.clone().next().is_some());
        or_known(key, &table.map_or_else(|| keys.clone(), Iterator::collect))
    };
    let reason = format!("there is no key `{key}`{}", meant.unwrap_or_else(beside));
    Error::flag("--fair", reason)
}

/// Most values of one key, and most combinations of values.
const MOST: usize = 1000;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Vary {
    pub key: String,
    /// Its values, as texts of a rule-set file.
    pub values: Vec<String>,
}

impl FromStr for Vary {
    type Err = String;

    fn from_str(text: &str) -> Result<Vary, String> {
        let refuse = || "must be KEY=A..B or KEY=A,B,C".to_owned();
        let (key, values) = text.split_once('=').ok_or_else(refuse)?;
        let values: Vec<String> = match values.split_once("..") {
            Some((low, high)) => {
                let ends = low.trim().parse::<i64>().ok().zip(high.trim().parse::<i64>().ok());
                let (low, high) = ends.filter(|(low, high)| low <= high).ok_or_else(|| {
                    "must be KEY=A..B with whole numbers, A not above B".to_owned()
                })?;
                if high.abs_diff(low) >= MOST as u64 {
                    return Err(format!("a key has at most {MOST} values"));
                }
                (low..=high).map(|value| value.to_string()).collect()
            }
            None => values.split(',').map(|value| value.trim().to_owned()).collect(),
        };
        if key.trim().is_empty() || values.iter().any(String::is_empty) {
            return Err(refuse());
        }
        Ok(Vary { key: key.trim().to_owned(), values })
    }
}

/// A key with values, or alone: then it has none yet.
pub fn key_or_values(text: &str) -> Result<Vary, String> {
    if text.contains('=') {
        return text.parse();
    }
    let key = text.trim();
    match key.is_empty() {
        true => Err("must be KEY, KEY=A..B or KEY=A,B,C".to_owned()),
        false => Ok(Vary { key: key.to_owned(), values: Vec::new() }),
    }
}

fn twice(varied: &[Vary]) -> Option<&str> {
    let again = |&one: &usize| varied[..one].iter().any(|other| other.key == varied[one].key);
    (1..varied.len()).find(again).map(|one| varied[one].key.as_str())
}

fn grid(varied: &[Vary]) -> Vec<Vec<String>> {
    if varied.is_empty() {
        return Vec::new();
    }
    varied.iter().fold(vec![Vec::new()], |grid, vary| {
        let with = |row: &Vec<String>| -> Vec<Vec<String>> {
            let change = |value: &String| [&row[..], &[format!("{}={value}", vary.key)]].concat();
            vary.values.iter().map(change).collect()
        };
        grid.iter().flat_map(with).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn vary(text: &str) -> Vary {
        text.parse().unwrap()
    }

    #[test]
    fn ranges_and_lists() {
        assert_eq!(vary("a.b=0..3").values, ["0", "1", "2", "3"]);
        assert_eq!(vary("a=true, false").values, ["true", "false"]);
        for text in ["a", "=1", "a=", "a=3..1", "a=x..2", "a=1,,2", "a=0..1000"] {
            assert!(text.parse::<Vary>().is_err(), "{text}");
        }
    }

    #[test]
    fn several_keys_make_a_grid() {
        let (a, b) = (vary("a=1..2"), vary("b=5,7"));
        assert_eq!(
            grid(&[a.clone(), b]),
            [["a=1", "b=5"], ["a=1", "b=7"], ["a=2", "b=5"], ["a=2", "b=7"]]
        );
        assert_eq!(grid(&[a]), [["a=1"], ["a=2"]]);
        assert!(grid(&[]).is_empty());
    }
}
